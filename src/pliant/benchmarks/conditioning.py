"""How well conditioned a step's equations are, from soft to rigid: the hybrid formulation and the primal one.

An implicit step solves with the matrix [002 (42)], an explicit one of central differences is stable up to

    A = K + M/Δt² ,      Δt ≤ 2/ω ,   ω² the largest eigenvalue of M⁻¹K .                                    (1)

For each weight of the hybrid formulation, and for stretching and bending of the primal one, stiffness goes through
eight decades. Counted are the condition number κ of A, the ratio of its largest to its smallest eigenvalue, and the
iterations of conjugate gradients with a block Jacobi preconditioner to a residual of 10⁻⁶.

Document 002 §2.3 says of the hybrid formulation: "Numerical conditioning improves as the model becomes more rigid."
Its equations are in the deformation e, with the frame held. A spline energy of order p has a spectrum from that of w₀
to that of w_p/h²ᵖ, so only w₀, which lifts all of it alike, can improve the ratio. In the positions x of the nodes
(`with its frame`) rigid motion has no stiffness at all, and the smallest eigenvalue remains that of M/Δt².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from pliant.benchmarks.row import Row
from pliant.build.hybrid import spline_stiffness
from pliant.model import Hybrid, Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation

NODES, DENSITY, DT = 15, 0.2, 1 / 60  # along an edge of 1 m; [kg/m²]; [s]
DECADES = np.logspace(0, 8, 9)
TOLERANCE, MOST = 1e-6, 20_000


@dataclass(frozen=True)
class Series:
    """One weight that goes from `softest` through eight decades."""

    name: str
    softest: float
    unit: str
    stiffness: Callable[[float], tuple[np.ndarray, np.ndarray]]  # weight → K (n, n), masses (n,)


@dataclass(frozen=True)
class Condition:
    """What was found at one stiffness."""

    weight: float
    number: float
    iterations: int
    step: float  # [s]


def _body(material: Any) -> Any:
    scene = Scene(collision=False)
    scene.add(Surface(rectangle(1, 1), id="sheet", grid=(NODES, NODES), material=material))
    return Simulation(scene).model.body("sheet"), scene.bodies[0]


def _held(**weights: float) -> tuple[np.ndarray, np.ndarray]:
    """K of the hybrid formulation in e, one number per pair of nodes."""
    material = Hybrid(density=DENSITY, **weights)
    model, spec = _body(material)
    return spline_stiffness(spec, material, model.shape).toarray(), model.system.mass[model.layout.nodes]


def _whole(material: Any) -> tuple[np.ndarray, np.ndarray]:
    """The Hessian at rest in x, 3×3 numbers per pair of nodes."""
    model, _ = _body(material)
    matrix = model.system.make_matrix()
    model.system.at().hessian(model.shape.positions, matrix, True)
    return matrix.to_sparse().toarray(), np.repeat(model.system.mass[model.layout.nodes], 3)


BESIDE = 10.0  # [N/m]: a slope beside w₀, which alone has a diagonal matrix
SERIES = (
    Series("w₀", 0.1, "N/m³", lambda w: _held(magnitude=w, slope=BESIDE)),
    Series("w₁", 1e-3, "N/m", lambda w: _held(slope=w)),
    Series("w₂", 1e-6, "N·m", lambda w: _held(curvature=w)),
    Series("all three", 1e-6, "N·m", lambda w: _held(magnitude=1e5 * w, slope=1e3 * w, curvature=w)),
    Series(
        "w₀ with its frame", 0.1, "N/m³", lambda w: _whole(Hybrid(density=DENSITY, magnitude=w, slope=BESIDE))
    ),
    Series(
        "primal stretching",
        1e-3,
        "N/m",
        lambda w: _whole(Sheet(membrane=w, bending=0.0, area_density=DENSITY)),
    ),
    Series(
        "primal bending",
        1e-6,
        "N·m",
        lambda w: _whole(Sheet(membrane=1e-9 * w, bending=w, area_density=DENSITY)),
    ),
)


@cache
def found(series: Series) -> tuple[Condition, ...]:
    """κ, iterations and the longest explicit step for each of the decades."""
    return tuple(_condition(series, series.softest * factor) for factor in DECADES)


def _condition(series: Series, weight: float) -> Condition:
    k, mass = series.stiffness(weight)
    a = k + np.diag(mass) / DT**2
    values = la.eigvalsh(a)
    fastest = la.eigvalsh(k / np.sqrt(np.outer(mass, mass)))[-1]
    blocks = 1 if len(a) == NODES**2 else 3
    return Condition(
        weight, float(values[-1] / values[0]), _iterations(a, blocks), float(2.0 / np.sqrt(fastest))
    )


def _iterations(a: np.ndarray, size: int) -> int:
    """Of conjugate gradients, from zero, for a random right-hand side."""
    n = len(a) // size
    inverse = np.linalg.inv(a.reshape(n, size, n, size)[np.arange(n), :, np.arange(n), :])
    product = sp.csr_matrix(a)
    r = np.random.default_rng(2).normal(size=len(a))
    limit, p, before = TOLERANCE * float(np.linalg.norm(r)), np.zeros_like(r), 1.0
    for k in range(MOST):
        z = np.einsum("nij,nj->ni", inverse, r.reshape(n, size)).ravel()
        rz = float(r @ z)
        p = z + (rz / before if k else 0.0) * p
        q = product @ p
        r -= rz / float(p @ q) * q
        before = rz
        if np.linalg.norm(r) <= limit:
            return k + 1
    return MOST


# ---------------------------------------------------------------- what is told of it


def rows() -> list[Row]:
    """Every number, one a row."""
    told = []
    for series in SERIES:
        for one in found(series):
            where = f"{series.name} = {one.weight:.0e} {series.unit}"
            told.append(Row(f"condition number, {where}", one.number, ""))
            told.append(Row(f"CG iterations, {where}", one.iterations, ""))
            told.append(Row(f"longest explicit step, {where}", one.step * 1e3, "ms"))
    return told
