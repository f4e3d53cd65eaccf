"""From a scene to what is integrated: one `BodyModel` per body.

A model is built once and does not change; what changes is the `BodyState`. A change of the scene (the event
`set`) builds a new model and keeps the state.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.contact import Penalty, Projection, QuadraticPenalty, contact_field
from pliant.contact.energy import ContactEnergy, ContactProjection
from pliant.contact.friction import FrictionForce
from pliant.energies.exact import (
    RestSurface,
    bending_energies,
    metric_energy,
    metric_energy_from_weights,
    tangent_weights,
)
from pliant.energies.metric import metric_cells
from pliant.energies.secant import PublishedSurface
from pliant.energies.strain import node_stretch
from pliant.errors import Problem, SceneError
from pliant.forces import Gravity, Spring, Viscous, gravity_vector
from pliant.forces.kernels import GravityEnergy, SpringEnergy, StreamForce
from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.integrators.system import BodyState, BodySystem
from pliant.model import Elastic, Raw, Sheet, Surface
from pliant.model.protocols import Energy
from pliant.numerics.differences import Links
from pliant.numerics.layout import GridLayout
from pliant.scene.schema import Scene
from pliant.shapes.pose import transform

# A penalty spring without a stiffness of its own is this many times as stiff as a node is inert, k = factor·m/Δt².
# Implicit steps want it stiff: a hundred times its weight then presses a node in by less than 1 mm at 1/60 s. With 100
# falling cloth went 2 mm past the margin in the gallery, with 1000 light sheets kept the line search busy. Explicit
# ones are stable up to four.
_STIFF = 300.0
_SOFT = 0.5

# Nodes nearer to each other than this fraction of the body's size are one node: the pole of an ellipsoid.
_COINCIDENT = 1e-9


@dataclass(frozen=True)
class BodyModel:
    """One body, ready to be stepped, with what viewers and reports need to know of it."""

    spec: Surface
    layout: GridLayout
    links: Links
    rest: RestSurface
    system: BodySystem
    elastic: tuple[Energy, ...]
    grabs: SpringEnergy  # springs of the user's hands; empty until somebody grabs
    size: float  # the diagonal of the rest shape's bounding box [m]

    @property
    def name(self) -> str:
        return self.spec.id

    def stretch(self, x: np.ndarray) -> np.ndarray:
        """The largest principal stretch minus one at every node, shape (M·N,)."""
        metric = self.layout.zeros(8)
        metric_cells(self.rest.positions, self.layout.span, 1.0, self.layout.zeros(8), metric)
        out = self.layout.zeros()
        node_stretch(x, metric, self.rest.corner_area, self.layout.span, out)
        return self.layout.gather(out)


@dataclass(frozen=True)
class Model:
    """All bodies of a scene."""

    scene: Scene
    bodies: tuple[BodyModel, ...]

    def body(self, name: str) -> BodyModel:
        return next(body for body in self.bodies if body.name == name)


def build(scene: Scene) -> Model:
    """The model of a scene."""
    scene.check()
    return Model(scene, tuple(_build_body(scene, index) for index in range(len(scene.bodies))))


def initial_state(scene: Scene, model: BodyModel) -> BodyState:
    """Positions, velocities and pins of a body at time zero."""
    spec, layout = model.spec, model.layout
    shape = spec.initial_shape or spec.shape
    points = transform(shape.points(spec.grid, spec.periodic), spec.position, spec.rotation)
    mass = model.system.mass[layout.nodes].reshape(spec.grid)[..., None]
    center = (mass * points).sum(axis=(0, 1)) / mass.sum()
    velocity = np.asarray(spec.velocity) + np.cross(np.asarray(spec.spin), points - center)
    state = BodyState.at(layout, layout.spread(points), layout.spread(velocity))
    held = np.zeros(spec.grid, dtype=bool)
    for constraint in scene.constraints:
        if constraint.body == spec.id:
            held |= constraint.mask(spec.grid)
    pin(model, state, held)
    return state


def pin(model: BodyModel, state: BodyState, held: np.ndarray) -> None:
    """Hold the nodes of a mask (M, N) where they are."""
    nodes = model.layout.nodes[held.ravel()]
    state.free[nodes] = 0.0
    state.v[:, nodes] = 0.0
    for group in model.system.ties:  # a tied node is held with its whole group
        if not np.all(state.free[group]):
            state.free[group] = 0.0
            state.v[:, group] = 0.0
    state.target[:] = state.x
    model.layout.fill_halo(state.free)


def _build_body(scene: Scene, index: int) -> BodyModel:
    spec = scene.bodies[index]
    layout = GridLayout(spec.grid, spec.periodic)
    links = Links.build(layout, _broken(spec))
    points = _points(spec, index, "shape")
    rest = RestSurface.build(layout, links, points)
    if not rest.node_area.any():
        raise _problem(index, "shape", "the rest shape has no area; are its points all on one line?")
    size = float(np.linalg.norm(np.ptp(points.reshape(-1, 3), axis=0)))
    tangent = tangent_weights(links, layout.width)
    exact = spec.variant == "exact"
    mass, damping = _mass_and_damping(spec, rest)
    grabs = SpringEnergy(layout, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros((0, 3)))
    elastic = _elastic_energies(spec, index, rest) if exact else []
    start = points if spec.initial_shape is None else _points(spec, index, "initial_shape")
    ties = _coincident(layout, points, start, size) if exact else ()
    system = BodySystem(spec.id, layout, mass, [*elastic], node_damping=damping, ties=ties, size=size)
    if not exact:
        system.secants.append(_secant(spec, index, layout, links, tangent, rest))
    area = rest.node_area if exact else _ones(layout)
    _add_forces(scene, spec, system, area, tangent)
    system.energies.append(grabs)
    _add_contacts(scene, spec, system)
    return BodyModel(spec, layout, links, rest, system, tuple(elastic), grabs, size)


def _points(spec: Surface, index: int, name: str) -> np.ndarray:
    """The nodes of one of a body's shapes, (M, N, 3)."""
    try:
        return getattr(spec, name).points(spec.grid, spec.periodic)
    except SceneError as error:  # a deformer that does not fit the shape, a file that is gone
        place = f"{name}.{error.problems[0].path}".rstrip(".")
        raise _problem(index, place, error.problems[0].message) from None


def _ones(layout: GridLayout) -> np.ndarray:
    return layout.spread(np.ones(layout.shape))


def _problem(index: int, path: str, message: str) -> SceneError:
    return SceneError([Problem(f"bodies[{index}].{path}", message)])


def _broken(spec: Surface) -> np.ndarray:
    """Which links are cut, bool (2, M, N): the one from [m, n] along each axis."""
    broken = np.zeros((2, *spec.grid), dtype=bool)
    for a, b in spec.broken_links:
        axis = 0 if a[0] != b[0] else 1
        count = spec.grid[axis]
        first = a if (a[axis] + 1) % count == b[axis] else b
        broken[axis, first[0], first[1]] = True
    return broken


def _coincident(
    layout: GridLayout, points: np.ndarray, start: np.ndarray, size: float
) -> tuple[np.ndarray, ...]:
    """Groups of nodes that coincide at rest and at the start: they move as one."""
    both = np.concatenate([points, start], axis=-1)
    tolerance = _COINCIDENT * size
    nearest = min(float(np.linalg.norm(np.roll(both, 1, axis) - both, axis=-1).min()) for axis in (0, 1))
    if nearest > tolerance:  # nearly always; the search below takes longer to import than to run
        return ()
    from scipy.spatial import KDTree

    pairs = KDTree(both.reshape(-1, 6)).query_pairs(tolerance, output_type="ndarray")
    owner = np.arange(layout.count)
    for a, b in pairs:
        owner[owner == owner[b]] = owner[a]
    groups = [np.flatnonzero(owner == first) for first in np.unique(owner[pairs.ravel()])]
    return tuple(layout.nodes[group] for group in groups)


def _mass_and_damping(spec: Surface, rest: RestSurface) -> tuple[np.ndarray, np.ndarray]:
    """Mass [kg] and damping [kg/s] of every node (P,).

    From engineering constants both go by area. The papers' are per node; `exact` gives edges and corners the
    half and the quarter of them that their cells are worth.
    """
    material, layout = spec.material, rest.layout
    if isinstance(material, Raw):
        mass = np.full(spec.grid, material.mass)
        damping = np.full(spec.grid, material.damping)
        for one in material.single:
            mass[one.node] = material.mass if one.mass is None else one.mass
            damping[one.node] = material.damping if one.damping is None else one.damping
        share = rest.node_area / rest.node_area.max() if spec.variant == "exact" else _ones(layout)
        return layout.spread(mass) * share, layout.spread(damping) * share
    density = material.area_density if isinstance(material, Sheet) else material.density * material.thickness
    return density * rest.node_area, material.drag * rest.node_area


def _elastic_energies(spec: Surface, index: int, rest: RestSurface) -> list[Energy]:
    material = spec.material
    if isinstance(material, Raw):
        if np.any(material.rigidity) or any(one.rigidity is not None for one in material.single):
            raise _problem(
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


def _secant(spec, index, layout, links, tangent, rest: RestSurface) -> PublishedSurface:
    if not isinstance(spec.material, Raw):
        raise _problem(
            index,
            "material",
            f"the variant {spec.variant!r} takes the papers' weights: a material of kind 'raw'",
        )
    tension, rigidity = _weights(spec, layout)
    return PublishedSurface(layout, links, tangent, rest.positions, tension, rigidity, spec.variant)


def _targets(force, spec: Surface) -> np.ndarray | None:
    """Which nodes of a body a force acts on, bool (M, N), or None."""
    if force.apply_to is None:
        return np.ones(spec.grid, dtype=bool)
    masks = [target.mask(spec.grid) for target in force.apply_to if target.body == spec.id]
    return np.any(masks, axis=0) if masks else None


def _add_forces(
    scene: Scene, spec: Surface, system: BodySystem, area: np.ndarray, tangent: np.ndarray
) -> None:
    layout = system.layout
    weight = gravity_vector(scene.gravity)[:, None] * system.mass
    for force in scene.forces:
        mask = _targets(force, spec)
        if mask is None:
            continue
        chosen = layout.spread(mask.astype(float))
        if isinstance(force, Gravity):
            weight = weight + gravity_vector(force.g)[:, None] * system.mass * chosen
        elif isinstance(force, Spring):
            nodes = layout.nodes[mask.ravel()]
            anchors = np.tile(np.asarray(force.anchor, dtype=float), (len(nodes), 1))
            system.energies.append(SpringEnergy(layout, nodes, np.full(len(nodes), force.stiffness), anchors))
        elif isinstance(force, Viscous):
            system.forces.append(StreamForce(layout, force.strength * area * chosen, tangent, force.stream))
    if np.any(weight):
        system.energies.append(GravityEnergy(layout, weight))


def _add_contacts(scene: Scene, spec: Surface, system: BodySystem) -> None:
    layout = system.layout
    implicit = isinstance(scene.integrator, BDF2 | BackwardEuler)
    for obstacle in scene.obstacles:
        if spec.collides is not None and obstacle.id not in spec.collides:
            continue
        response = obstacle.response or scene.contact
        if isinstance(response, Projection):
            system.projections.append(ContactProjection(layout, obstacle.geometry(), response.strength))
            continue
        weights = _ones(layout)
        stiffness = None
        if isinstance(response, Penalty) and response.stiffness is None:
            weights = system.mass
            stiffness = (_STIFF if implicit and not system.secants else _SOFT) / scene.dt**2
        threshold = None
        if isinstance(response, QuadraticPenalty) and response.velocity_test:
            threshold = response.threshold
        terms, field = response.parameters(stiffness), contact_field(obstacle, response)
        system.energies.append(ContactEnergy(layout, field, terms, weights, threshold, obstacle.id))
        if obstacle.friction:
            system.forces.append(FrictionForce(layout, field, terms, weights, obstacle.friction))
