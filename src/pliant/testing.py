"""Tests for materials of one's own: ``pliant.testing.check_material(material)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.build.model import build
from pliant.checks import Check, at_least, at_most, close
from pliant.energies.continuum import moduli_of
from pliant.errors import PliantError
from pliant.model import Body, Bulk, Elastic, Mesh, Sheet, Solid, Surface
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.validation.derivatives import compare
from pliant.validation.specimens import Probe, deformed, rest_of
from pliant.validation.tetrahedra import block

_TURN = np.array([[0.36, -0.80, 0.48], [0.48, 0.60, 0.64], [-0.80, 0.0, 0.60]])  # a rotation
_STRAIN = 1e-4


@dataclass(frozen=True)
class MaterialReport:
    """What `check_material` has found; `print` it."""

    material: Any
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    def __str__(self) -> str:
        width = max(len(check.claim) for check in self.checks)
        rows = [
            f"{'holds' if one.passed else 'FAILS':6} {one.claim:{width}}  {one.measured:>10}  (wanted: {one.wanted})"
            for one in self.checks
        ]
        return "\n".join([repr(self.material), *rows])


def check_material(material: Any, *, amount: float = 0.1) -> MaterialReport:
    """Puts a material (`Bulk`, `Elastic`, `Sheet`) to the tests of pliant's own laws; a `PliantError` says which fail.

    Small bodies of it, on a grid and of elements, are deformed at random by `amount` times their size. Forces and
    Hessians are compared with finite differences, and the version for Newton's method must have no negative eigenvalue;
    the rest shape is without force, cheapest, and as stiff as `young` and `poisson` say; energy does not change when a
    body is turned and moved, and what pulls within has neither sum nor torque.
    """
    checks: list[Check] = []
    for kind, body in _bodies(material):
        checks += [_of(kind, check) for check in _contract(body, amount)]
        checks += [_of(kind, check) for check in _small_strain(body, material)]
    report = MaterialReport(material, tuple(checks))
    if not report.passed:
        raise PliantError(f"the material fails {sum(not one.passed for one in checks)} tests:\n{report}")
    return report


def _of(kind: str, check: Check) -> Check:
    return Check(f"{kind}: {check.claim}", check.measured, check.wanted, check.passed)


def _bodies(material: Any) -> Iterator[tuple[str, Body]]:
    if isinstance(material, Bulk):
        yield "grid", Solid(box(1.0, 1.0, 1.0), id="body", grid=(3, 3, 3), material=material)
        points, cells = block((3, 3, 3), (1.0, 1.0, 1.0))
        yield "tetrahedra", Mesh(points, id="body", tetrahedra=cells, material=material)
    elif isinstance(material, Elastic | Sheet):
        yield "grid", Surface(rectangle(1.0, 1.0), id="body", grid=(4, 4), material=material)
        u = np.linspace(0.0, 1.0, 4)
        points = np.stack([*np.meshgrid(u, u, indexing="ij"), np.zeros((4, 4))], axis=-1).reshape(-1, 3)
        first = np.add.outer(4 * np.arange(3), np.arange(3)).ravel()[:, None]
        faces = np.concatenate([first + np.array(corners) for corners in ((0, 4, 5), (0, 5, 1))])
        yield "triangles", Mesh(points, id="body", triangles=faces, material=material)
    else:
        raise PliantError(
            f"check_material takes a Bulk, an Elastic or a Sheet (given: {type(material).__name__})"
        )


def _contract(body: Body, amount: float) -> Iterator[Check]:
    model = build(Scene(collision=False, bodies=[body])).bodies[0]
    probe = Probe(model, [model.elastic[0]])
    rest, x = rest_of(model), deformed(model, amount)
    spread = 1.0 / 3.0
    force, hessian, lowest = compare(probe)
    yield at_most("forces against differences of the energy", force, 1e-6)
    yield at_most("Hessian against differences of the forces", hessian, 1e-6)
    yield at_least("lowest eigenvalue for Newton's method, relative", lowest, -1e-10)
    probe.begin(rest)
    true = probe.hessian(x, psd=False)
    yield at_most("asymmetry of the Hessian, relative", _largest(true - true.T) / _largest(true), 1e-9)
    pull = probe.gradient(x).reshape(-1, 3)
    size, stiff = _largest(pull), np.linalg.eigvalsh(probe.hessian(rest, psd=False))
    yield at_most("force at rest, relative", _largest(probe.gradient(rest)) / size, 1e-9)
    yield at_least("lowest eigenvalue at rest, relative", float(stiff[0] / stiff[-1]), -1e-9)
    lows = [probe.energy(deformed(model, amount * spread, seed)) for seed in range(3, 9)]
    yield at_least(
        "least energy of six random deformations, above rest", min(lows) - probe.energy(rest), 0.0, "J"
    )
    moved = x @ _TURN.T + np.array([0.5, -2.0, 3.0])
    probe.begin(rest @ _TURN.T + np.array([0.5, -2.0, 3.0]))
    turned = probe.gradient(moved).reshape(-1, 3)
    yield at_most("forces turn with the body, relative", _largest(turned - pull @ _TURN.T) / size, 1e-9)
    yield at_most("sum of forces, relative", _largest(pull.sum(axis=0)) / size, 1e-10)
    torque = np.cross(x.reshape(-1, 3), pull).sum(axis=0)
    yield at_most("torque of forces, relative", _largest(torque) / size, 1e-9)


def _small_strain(body: Body, material: Any) -> Iterator[Check]:
    """The energy of a small even shear and of a small even growth, in the plane of a sheet."""
    if getattr(material, "young_2", None) is not None or isinstance(
        getattr(material, "membrane", 0.0), tuple
    ):
        return
    model = build(Scene(collision=False, bodies=[body])).bodies[0]
    probe, rest = Probe(model, [model.elastic[0]]), rest_of(model)
    flat = not isinstance(material, Bulk)
    size: Any = material.membrane if isinstance(material, Sheet) else material.young
    if isinstance(material, Elastic):
        size = size * material.thickness
    shear, bulk = moduli_of(size, min(material.poisson, 0.499999))
    e = _STRAIN
    pure = rest * np.array([1.0 + e, 1.0 - e, 1.0])
    yield close("shear modulus at small strain", probe.energy(pure) / (2.0 * e * e), float(shear), 5e-3)
    if flat:
        wanted = size / (1.0 - material.poisson)  # ½ · 2e²E/(1 − ν)
        found = probe.energy(rest * np.array([1.0 + e, 1.0 + e, 1.0])) / (e * e)
        yield close("stiffness of a sheet that grows", found, float(wanted), 5e-3)
    else:
        found = probe.energy(rest * (1.0 + e)) / (4.5 * e * e)
        yield close("bulk modulus at small strain", found, float(bulk), 5e-3)


def _largest(values: np.ndarray) -> float:
    return float(np.abs(values).max())
