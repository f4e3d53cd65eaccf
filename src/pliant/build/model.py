"""From a scene to what is integrated: one `BodyModel` per body.

A model is built once and does not change; what changes is the `BodyState`. A change of the scene (the event
`set`) builds a new model and keeps the state. There are three layers, each upon the one before: the rest shape,
the matter it is made of, and the surroundings. What a change leaves alone is taken from the model before: moving
an obstacle touches the surroundings only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from pliant.build.clamps import AnyClamp, clamp_energies, free_directions, hold_directions
from pliant.build.flow_transfer import carry_over
from pliant.build.joints import JointModel, joints_of
from pliant.build.matter import Matter
from pliant.build.rest import RestShape
from pliant.build.surroundings import Surroundings
from pliant.energies.hybrid import HybridEnergy
from pliant.errors import problem_in_body
from pliant.forces.inertial import Omitted
from pliant.inelastic.hybrid import FlowingHybrid
from pliant.integrators.system import BodyState, BodySystem
from pliant.magnitudes import why_not_a_body
from pliant.model import Body, Hybrid, Layered, Sticks, Surface
from pliant.model.breaking import Link
from pliant.model.capabilities import Remembers, those
from pliant.model.protocols import Energy
from pliant.scene.changes import BREAKS, FORM, MATTER, REST
from pliant.scene.holding import constrained
from pliant.scene.meeting import may_meet_as_body
from pliant.scene.memory import check_memory
from pliant.scene.schema import Scene
from pliant.shapes.pose import transform
from pliant.topology.fibres import Fibres
from pliant.topology.pieces import pieces_of


@dataclass(frozen=True)
class BodyModel:
    """One body, ready to be stepped, with what viewers and reports need to know of it."""

    spec: Body
    shape: RestShape
    matter: Matter
    around: Surroundings
    system: BodySystem
    fibres: Fibres | None = None  # what can break
    clamps: tuple[AnyClamp, ...] = ()  # the bending of its clamped edges

    @cached_property
    def name(self) -> str:
        return self.spec.id

    @cached_property
    def layout(self) -> Any:
        """`GridLayout` or `PointLayout`."""
        return self.shape.layout

    @property
    def elastic(self) -> tuple[Energy, ...]:
        return (*self.matter.elastic, *self.clamps)

    @property
    def size(self) -> float:
        """The diagonal of the rest shape's bounding box [m]."""
        return self.shape.size


@dataclass(frozen=True)
class Model:
    """All bodies of a scene. Of some pairs, body and obstacle, only the nodes of the body meet the obstacle."""

    scene: Scene
    bodies: tuple[BodyModel, ...]
    by_nodes: frozenset[tuple[str, str]] = frozenset()

    def body(self, name: str) -> BodyModel:
        return next(body for body in self.bodies if body.name == name)

    @cached_property
    def joints(self) -> tuple[JointModel, ...]:
        """The joints of the scene, in order."""
        return joints_of(self)


def build(scene: Scene, previous: Model | None = None) -> Model:
    """The model of a scene; what it has in common with the `previous` one is not built again."""
    scene.check()
    if previous is None:
        check_memory(scene)
        previous = Model(scene, ())
    known = {body.name: body for body in previous.bodies}
    by_nodes = previous.by_nodes | _kept_by_nodes(previous)
    bodies = [_build_body(scene, k, known.get(spec.id), by_nodes) for k, spec in enumerate(scene.bodies)]
    return Model(scene, tuple(bodies), by_nodes)


def _kept_by_nodes(previous: Model) -> frozenset[tuple[str, str]]:
    """What was for nodes, as stickiness is, stays so when that is taken away: edges may be in the obstacle by then."""
    scene = previous.scene
    return frozenset(
        (body.name, one.id)
        for body in previous.bodies
        for one in scene.obstacles
        if not may_meet_as_body(scene, body.spec, one) and one.id not in body.around.shells
    )


def torn(model: Model, name: str, links: Iterable[Link]) -> Model:
    """The model with more broken links in one body; the others are taken over as they are."""
    scene, index = model.scene, next(k for k, body in enumerate(model.bodies) if body.name == name)
    before = model.bodies[index]
    spec = before.spec.model_copy(update={"broken_links": [*before.spec.broken_links, *links]})
    specs = [*scene.bodies[:index], spec, *scene.bodies[index + 1 :]]
    scene = scene.model_copy(update={"bodies": specs})
    torn_one = _build_body(scene, index, before, model.by_nodes)
    bodies = (*model.bodies[:index], torn_one, *model.bodies[index + 1 :])
    return Model(scene, bodies, model.by_nodes)


def _build_body(
    scene: Scene, index: int, before: BodyModel | None, by_nodes: Collection[tuple[str, str]]
) -> BodyModel:
    spec = scene.bodies[index]
    shape = before.shape if before and _same(spec, before.spec, (*REST, *FORM)) else None
    broken_too = before and _same(spec, before.spec, BREAKS)
    matter = before.matter if before and shape and broken_too and _same(spec, before.spec, MATTER) else None
    if shape and not broken_too:
        shape = shape.torn(spec)
    try:
        shape = shape or RestShape.build(spec, index)
        _check_place(spec, index, shape)
        matter = matter or Matter.build(spec, index, shape)
    except np.linalg.LinAlgError as error:  # an aspect of 1e7, say, which squared is beyond rounding
        message = (
            f"some of its cells are too thin, or its numbers too far apart, to be computed with ({error})"
        )
        raise problem_in_body(index, "shape", message) from None
    around = Surroundings.build(
        scene, spec, shape, matter, {other for name, other in by_nodes if name == spec.id}
    )
    clamps = tuple(clamp_energies(scene, spec, shape, matter.flexure))
    system = BodySystem(
        spec.id,
        shape.layout.solved,
        matter.mass,
        [*(() if matter.relaxation else matter.elastic), *clamps],
        [*around.forces, *_omitted(spec, matter)],
        matter.secants,
        [*around.loads, *around.contacts],
        damping=matter.damping,
        ties=() if matter.secants else shape.ties,
        size=shape.size,
        projections=around.projections,
        bounces=around.bounces,
        relaxation=matter.relaxation,
        tangents=around.tangents,
        sweeps=around.sweeps,
        find_pieces=partial(pieces_of, spec, shape, matter),
        find_start=partial(shape.placed, spec),
        frame=matter.frame,
        skin=(shape.triangles,) if matter.frame is not None else (),
    )
    fibres = None if matter.frame is not None else Fibres.of(spec, index, shape, matter)
    return BodyModel(spec, shape, matter, around, system, fibres, clamps)


def _check_place(spec: Body, index: int, shape: RestShape) -> None:
    """Refuses a body that starts so far away that rounding would take its shape."""
    why = why_not_a_body(transform(shape.start, spec.position, spec.rotation))
    if why is not None and shape.start.any():
        raise problem_in_body(index, "position", f"where it starts: {why}")


def _omitted(spec: Body, matter: Matter) -> list[Omitted]:
    """What cancels the inertial forces that a hybrid body is not to feel."""
    if isinstance(spec, Layered) or not isinstance(material := spec.material, Hybrid):
        return []
    unwanted = [not wanted for wanted in (material.centrifugal, material.coriolis, material.transverse)]
    (energy,) = matter.elastic
    assert isinstance(energy, HybridEnergy | FlowingHybrid)
    return [Omitted(energy, *unwanted)] if any(unwanted) else []


def solved_kinds(scene: Scene) -> set[str]:
    """The kinds of bodies that implicit steps solve for: a surface on points as a mesh, sticks not at all."""
    return {
        "mesh" if isinstance(body, Surface) and body.as_points else body.kind
        for body in scene.bodies
        if not isinstance(body.material, Sticks)
    }


def _same(spec: Body, before: Body, names: tuple[str, ...]) -> bool:
    return spec is before or all(getattr(spec, name, None) == getattr(before, name, None) for name in names)


def initial_state(scene: Scene, model: BodyModel) -> BodyState:
    """Positions, velocities and pins of a body at time zero."""
    spec, layout = model.spec, model.layout.solved
    x = model.shape.placed(spec)
    points = layout.gather(x)
    mass = model.system.mass[layout.nodes][:, None]
    center = (mass * points).sum(axis=0) / mass.sum()
    velocity = np.asarray(spec.velocity) + np.cross(np.asarray(spec.spin), points - center)
    state = BodyState.at(layout, x, layout.spread(velocity.reshape(*layout.shape, 3)))
    pin(model, state, constrained(scene, spec))
    remember(model, state)
    hold_directions(model.clamps, spec, model.shape, state)
    return state


def remember(model: BodyModel, state: BodyState, before: BodyModel | None = None) -> None:
    """Give the state a place for whatever the body's matter remembers; what is there already stays.

    What has flown under the law of the model `before` is carried over to another law.
    """
    if before is not None and before.matter is not model.matter:
        carry_over(before.elastic, model.elastic, state.memory)
    for energy in those(model.elastic, Remembers):
        for name, values in energy.memory().items():
            if name not in state.memory or state.memory[name].shape != values.shape:
                state.memory[name] = values


def pin(model: BodyModel, state: BodyState, held: np.ndarray) -> None:
    """Hold the nodes of a mask of the grid's shape where they are."""
    nodes = model.layout.nodes[held.ravel()]
    state.free[nodes] = 0.0
    state.v[:, nodes] = 0.0
    for group in model.system.ties:  # a tied node is held with its whole group
        if not np.all(state.free[group]):
            state.free[group] = 0.0
            state.v[:, group] = 0.0
    _hold_outriggers(model, state)
    state.target[:] = state.x
    model.layout.fill_halo(state.free)


def _hold_outriggers(model: BodyModel, state: BodyState) -> None:
    """An edge of which both ends are held cannot twist, either."""
    if (frames := model.shape.frames) is not None:
        held = (state.free[frames.edges[:, :2]] == 0.0).all(axis=1)
        state.free[frames.edges[:, 2]] = np.where(held, 0.0, 1.0)
        state.v[:, frames.edges[held, 2]] = 0.0


def unpin(model: BodyModel, state: BodyState, freed: np.ndarray) -> None:
    """Free the nodes of a mask of the grid's shape, with those that are tied to them."""
    state.free[model.layout.nodes[freed.ravel()]] = 1.0
    for group in model.system.ties:
        state.free[group] = state.free[group].max()
    _hold_outriggers(model, state)
    model.layout.fill_halo(state.free)
    free_directions(model.clamps, state)


def rejoin(model: BodyModel, state: BodyState, before: BodyModel) -> bool:
    """Copies of vertices of a mesh that are one again, as its sides are whole again, meet at their centre of mass.

    Those that are pinned draw the others to where they are. Returns whether anything is joined.
    """
    ties = model.shape.ties
    if ties is before.shape.ties or set(before.spec.broken_links) <= set(model.spec.broken_links):
        return False
    for group in ties:
        free = state.free[group]
        weight = model.system.mass[group] if free.all() else 1.0 - free
        for values in (state.x, state.v, state.target):
            start = values[:, group[0]].copy()
            values[:, group] = (start + (values[:, group].T - start).T @ weight / weight.sum())[:, None]
        state.free[group] = free.min()
    return True
