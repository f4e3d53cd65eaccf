"""From a body's material to masses, elastic energies and published forces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.exact import RestSurface, bending_energies, metric_energy, metric_energy_from_weights
from pliant.energies.secant import PublishedSurface
from pliant.model import Elastic, Raw, Sheet, Surface
from pliant.model.protocols import Energy, SecantForce
from pliant.numerics.layout import GridLayout
from pliant.scene.rest import RestShape
from pliant.scene.trouble import problem_in_body


@dataclass(frozen=True)
class Matter:
    """What follows from `USES` of a body's spec, given its rest shape."""

    USES = ("material", "variant")

    mass: np.ndarray  # (P,) [kg]
    damping: np.ndarray  # (P,) [kg/s]
    elastic: tuple[Energy, ...]
    secants: tuple[SecantForce, ...]  # of the published variants

    @classmethod
    def build(cls, spec: Surface, index: int, rest: RestShape) -> Matter:
        mass, damping = _mass_and_damping(spec, rest)
        if spec.variant == "exact":
            return cls(mass, damping, tuple(_elastic_energies(spec, index, rest.surface)), ())
        return cls(mass, damping, (), (_secant(spec, index, rest),))


def _mass_and_damping(spec: Surface, rest: RestShape) -> tuple[np.ndarray, np.ndarray]:
    """Mass [kg] and damping [kg/s] of every node (P,).

    From engineering constants both go by area. The papers' are per node; `exact` gives edges and corners the
    half and the quarter of them that their cells are worth.
    """
    material, layout, area = spec.material, rest.layout, rest.surface.node_area
    if isinstance(material, Raw):
        mass = np.full(spec.grid, material.mass)
        damping = np.full(spec.grid, material.damping)
        for one in material.single:
            mass[one.node] = material.mass if one.mass is None else one.mass
            damping[one.node] = material.damping if one.damping is None else one.damping
        share = area / area.max() if spec.variant == "exact" else rest.ones
        return layout.spread(mass) * share, layout.spread(damping) * share
    density = material.area_density if isinstance(material, Sheet) else material.density * material.thickness
    return density * area, material.drag * area


def _elastic_energies(spec: Surface, index: int, rest: RestSurface) -> list[Energy]:
    material = spec.material
    if isinstance(material, Raw):
        if np.any(material.rigidity) or any(one.rigidity is not None for one in material.single):
            raise problem_in_body(
                index,
                "material.rigidity",
                "the published rigidity has no equivalent in the variant 'exact': leave it zero and give "
                "'bending' [N·m], or use the variant 'kelager'",
            )
        tension, _ = _weights(spec, rest.layout)
        bending = isotropic_bending(material.bending, 0.3)
        return [metric_energy_from_weights(rest, tension), *bending_energies(rest, bending)]
    membrane, bending = stiffnesses(material)
    angle, tau = material.fibre_angle, material.damping
    return [
        metric_energy(rest, membrane, angle=angle, relaxation=tau),
        *bending_energies(rest, bending, angle=angle, relaxation=tau),
    ]


def stiffnesses(material: Elastic | Sheet) -> tuple[np.ndarray, np.ndarray]:
    """Membrane [N/m] and bending [N·m] stiffness as 3×3 matrices over (11, 22, 12), in the material's frame."""
    if isinstance(material, Sheet):
        return (
            _plane_stress(material.membrane, material.poisson, membrane=True),
            _plane_stress(material.bending, material.poisson, membrane=False),
        )
    e1, t, nu = material.young, material.thickness, material.poisson
    e2 = material.young_2 or e1
    shear = material.shear
    if shear is None:
        shear = np.sqrt(e1 * e2) / (2.0 * (1.0 + nu * np.sqrt(e2 / e1)))
    d = 1.0 - nu * nu * e2 / e1
    c = t * np.array([[e1 / d, nu * e2 / d, 0.0], [nu * e2 / d, e2 / d, 0.0], [0.0, 0.0, shear]])
    return c, c * t * t / 12.0 if material.bending is None else isotropic_bending(material.bending, nu)


def isotropic_bending(stiffness: float, poisson: float) -> np.ndarray:
    """D (11, 22, 12) of an isotropic plate with bending stiffness D [N·m]."""
    return stiffness * np.array([[1.0, poisson, 0.0], [poisson, 1.0, 0.0], [0.0, 0.0, 0.5 * (1.0 - poisson)]])


def _plane_stress(value, poisson: float, *, membrane: bool) -> np.ndarray:
    if isinstance(value, tuple):
        c11, c12, c22, c33 = value
        return np.array([[c11, c12, 0.0], [c12, c22, 0.0], [0.0, 0.0, c33]])
    return isotropic_bending(value / (1.0 - poisson**2) if membrane else value, poisson)


def _weights(spec: Surface, layout: GridLayout) -> tuple[np.ndarray, np.ndarray]:
    """Tension and rigidity (2, 2, P) of a raw material."""
    material = spec.material
    assert isinstance(material, Raw)
    tension = np.broadcast_to(np.asarray(material.tension), (*spec.grid, 2, 2)).copy()
    rigidity = np.broadcast_to(np.asarray(material.rigidity), (*spec.grid, 2, 2)).copy()
    for one in material.single:
        if one.tension is not None:
            tension[one.node] = one.tension
        if one.rigidity is not None:
            rigidity[one.node] = one.rigidity
    return layout.spread(tension), layout.spread(rigidity)


def _secant(spec: Surface, index: int, rest: RestShape) -> PublishedSurface:
    if not isinstance(spec.material, Raw) or spec.variant == "exact":
        raise problem_in_body(
            index,
            "material",
            f"the variant {spec.variant!r} takes the papers' weights: a material of kind 'raw'",
        )
    tension, rigidity = _weights(spec, rest.layout)
    positions = rest.surface.positions
    return PublishedSurface(rest.layout, rest.links, rest.tangent, positions, tension, rigidity, spec.variant)
