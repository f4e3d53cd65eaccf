"""From a body's material to masses, elastic energies and published forces."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pliant.build.elements import flexures, point_matter
from pliant.build.flow import flowing
from pliant.build.hybrid import hybrid_matter
from pliant.build.laws import check_law, law_of_sheet
from pliant.build.layers import layer_matter
from pliant.build.rest import RestShape
from pliant.build.rigid import rigid_matter
from pliant.build.springs import spring_matter
from pliant.build.sticks import stick_matter
from pliant.build.stiffness import in_depth, isotropic_bending, stiffnesses
from pliant.collision.hull import Hull
from pliant.energies.capabilities import base_of
from pliant.energies.secant import PublishedSurface
from pliant.energies.surface import (
    RestSurface,
    bending_energies,
    metric_energy,
    metric_energy_from_weights,
    stretched_energy,
)
from pliant.errors import SceneError, problem_in_body
from pliant.forces.exposure import GridExposure
from pliant.integrators.relaxation import Relaxation
from pliant.integrators.rigid_frame import RigidFrame
from pliant.model import (
    Body,
    Cord,
    Curve,
    Elastic,
    Hybrid,
    Layered,
    Mesh,
    Raw,
    Rigid,
    Rod,
    Sheet,
    Springs,
    Sticks,
    Strip,
    Surface,
)
from pliant.model.fields import sampled
from pliant.model.protocols import Energy, SecantForce
from pliant.numerics.grid_layout import GridLayout
from pliant.spec import Vec3

_FLAT = 1e-6  # times its size: a curve that is thinner lies in a plane


@dataclass(frozen=True)
class Matter:
    """What follows from `MATTER` (`scene.changes`) of a body's spec, given its rest shape."""

    mass: np.ndarray  # (P,) [kg]
    damping: np.ndarray  # (P,) [kg/s]
    elastic: tuple[Energy, ...]  # of sticks: for readings only
    secants: tuple[SecantForce, ...]  # of the published variants
    firmness: np.ndarray | float = 0.0  # (P,) [N/m]: how stiff a solid is around a node
    relaxation: Relaxation | None = None  # of sticks
    # Of what a clamp holds by its direction: D (3, 3) or (3, 3, P) [N·m], EI () or (P,) [N·m²]; of rods with a frame
    # EI in the plane of the first axis and across, and GJ.
    flexure: Any = None
    frame: RigidFrame | None = None  # of a rigid body
    hulls: dict[float | None, Hull | None] = field(default_factory=dict, compare=False)  # `build.hulls`

    @property
    def felt(self) -> np.ndarray:
        """How much mass a push at a node feels, (P,) [kg]: see `BodySystem`."""
        return self.mass if self.frame is None else self.frame.felt

    @property
    def base(self) -> tuple[Energy, ...]:
        """The elastic energies without what makes them flow."""
        return tuple(base_of(energy) for energy in self.elastic)

    @classmethod
    def build(cls, spec: Body, index: int, rest: RestShape) -> Matter:
        spec = _with_arrays(spec, index, rest)
        check_law(getattr(spec, "material", None), index)
        matter = replace(cls._elastic(spec, index, rest), flexure=_flexure(spec))
        if spec.flow is None:
            return matter
        if matter.secants or matter.relaxation:
            what = "sticks do" if matter.relaxation else f"the variant {spec.variant!r} does"
            raise problem_in_body(index, "flow", f"{what} not flow: only matter with an elastic energy does")
        return replace(matter, elastic=flowing(spec, index, spec.flow, rest, matter.elastic))

    @classmethod
    def _elastic(cls, spec: Body, index: int, rest: RestShape) -> Matter:
        if isinstance(spec, Curve) and spec.plane is not None:
            _check_plane(spec.plane, index, rest)
        if isinstance(spec, Layered):
            return cls(*layer_matter(spec, rest))
        if isinstance(spec, Rigid):
            return cls(*rigid_matter(spec, rest))
        if isinstance(spec.material, Springs):
            return cls(*spring_matter(spec, index, spec.material, rest))
        if isinstance(spec.material, Hybrid):
            return cls(*hybrid_matter(spec, spec.material, rest))
        if isinstance(spec.material, Sticks):
            assert not isinstance(spec, Mesh)
            return cls(*stick_matter(spec, spec.material, rest))
        if not isinstance(spec, Surface):
            return cls(*point_matter(spec, rest))
        mass, damping = _mass_and_damping(spec, rest)
        if spec.variant == "exact":
            return cls(mass, damping, tuple(_elastic_energies(spec, index, rest.geometry)), ())
        return cls(mass, damping, (), (_secant(spec, index, rest),))


def _check_plane(normal: Vec3, index: int, rest: RestShape) -> None:
    """Refuses a curve at rest that is not flat across `normal`."""
    n = np.asarray(normal) / np.linalg.norm(normal)
    away = float(np.ptp(rest.layout.gather(rest.positions) @ n))
    if away > _FLAT * rest.size:
        message = (
            f"the rest shape lies in no plane with this normal: along it, it is {away:.3g} m thick; "
            "leave the plane out, or turn it"
        )
        raise problem_in_body(index, "plane", message)


def _with_arrays(spec: Body, index: int, rest: RestShape) -> Body:
    """The body with arrays (P,) in place of the fields of its material; places without a node have the mean."""

    def spread(values: np.ndarray) -> np.ndarray:
        return np.where(rest.ones > 0.0, rest.layout.spread(values), values.mean())

    try:
        material = sampled(spec, spread)
    except SceneError as error:
        raise problem_in_body(index, error.problems[0].path, error.problems[0].message) from None
    across = material.young_2 if isinstance(material, Elastic) else None
    if across is not None and np.any(material.poisson**2 * np.asarray(across) >= material.young):
        message = "poisson²·young_2 must be less than young everywhere, or stretching frees energy"
        raise problem_in_body(index, "material.young_2", message)
    return spec if material is spec.material else spec.model_copy(update={"material": material})


def _mass_and_damping(spec: Surface, rest: RestShape) -> tuple[np.ndarray, np.ndarray]:
    """Mass [kg] and damping [kg/s] of every node (P,).

    From engineering constants both go by area. The papers' are per node; `exact` gives edges and corners the
    half and the quarter of them that their cells are worth.
    """
    material, layout, area = spec.material, rest.layout, rest.measure
    if isinstance(material, Raw):
        mass, damping = material.mass * rest.ones, material.damping * rest.ones
        for one in material.single:
            p = layout.index(*one.node)
            mass[p] = mass[p] if one.mass is None else one.mass
            damping[p] = damping[p] if one.damping is None else one.damping
        for values in (mass, damping):
            layout.fill_halo(values)
        share = area / area.max() if spec.variant == "exact" else rest.ones
        return mass * share, damping * share
    assert not isinstance(material, Springs | Sticks | Hybrid)
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
    assert not isinstance(material, Springs | Sticks | Hybrid)
    membrane, bending = stiffnesses(material)
    angle, tau = material.fibre_angle, material.damping
    law = law_of_sheet(material)
    if law is None:
        stretched: Energy = metric_energy(rest, membrane, angle=angle, damping_time=tau)
    else:
        stretched = stretched_energy(rest, in_depth(material), law, membrane, damping_time=tau)
    return [
        stretched,
        *bending_energies(rest, bending, angle=angle, damping_time=tau),
    ]


def _weights(spec: Surface, layout: GridLayout) -> tuple[np.ndarray, np.ndarray]:
    """Tension and rigidity (2, 2, P) of a raw material."""
    material = spec.material
    assert isinstance(material, Raw)
    ones = layout.spread(np.ones(layout.shape))
    # (2, 2), or with fields (2, 2, P)
    tension, rigidity = (
        np.asarray(w).reshape(2, 2, -1) * ones for w in (material.tension, material.rigidity)
    )
    for one in material.single:
        p = layout.index(*one.node)
        if one.tension is not None:
            tension[..., p] = one.tension
        if one.rigidity is not None:
            rigidity[..., p] = one.rigidity
    for values in (tension, rigidity):
        layout.fill_halo(values)
    return tension, rigidity


def _flexure(spec: Body) -> Any:
    match spec.material:
        case Elastic() | Sheet():
            return stiffnesses(spec.material)[1]
        case Raw():
            return isotropic_bending(spec.material.bending, 0.3)
        case Rod() | Cord() | Strip() if isinstance(spec, Curve) and spec.frame is not None:
            return (*flexures(spec.material), spec.material.torsion)
        case Rod() | Cord():
            return spec.material.bending
    return None


def _secant(spec: Surface, index: int, rest: RestShape) -> PublishedSurface:
    if not isinstance(spec.material, Raw) or spec.variant == "exact":
        raise problem_in_body(
            index,
            "material",
            f"the variant {spec.variant!r} takes the papers' weights: a material of kind 'raw'",
        )
    tension, rigidity = _weights(spec, rest.layout)
    surface, exposure = rest.geometry, rest.exposure
    assert isinstance(exposure, GridExposure)
    weights = (tension, rigidity, spec.variant, spec.material.cutoff)
    return PublishedSurface(rest.layout, surface.links, exposure.tangent, rest.positions, *weights)
