"""From a scene's forces and obstacles to what acts on one body from outside."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pliant.build.matter import Matter
from pliant.build.rest import RestShape
from pliant.build.shells import shells_of
from pliant.build.thickness import usual_margin
from pliant.contact import (
    Barrier,
    Cushion,
    Obstacle,
    Penalty,
    Projection,
    QuadraticPenalty,
    Room,
    contact_field,
)
from pliant.contact.adhesion import AdhesionTerms
from pliant.contact.along_normal import PushAlongNormal
from pliant.contact.bounce import Bounce
from pliant.contact.damping import ContactDamping
from pliant.contact.energy import ContactEnergy, ContactProjection
from pliant.contact.fields import DistanceField
from pliant.contact.friction import FrictionForce
from pliant.contact.guard import Sweep
from pliant.contact.kernels import nearest
from pliant.contact.motion import moved
from pliant.contact.tangents import TangentContact
from pliant.contact.warmth import WarmContact
from pliant.errors import PliantError
from pliant.forces import Gravity
from pliant.forces.gravity import GravityEnergy
from pliant.forces.target import ForcedBody
from pliant.integrators.spec import BDF2, BackwardEuler, Euler, Midpoint, Static
from pliant.model import Body
from pliant.model.meets import meets
from pliant.model.protocols import Energy, Force
from pliant.scene.schema import Scene

# A penalty spring without a stiffness of its own is this many times as stiff as a node is inert, k = factor·m/Δt².
# Implicit steps want it stiff: a hundred times its weight then presses a node in by less than 1 mm at 1/60 s. With 100
# falling cloth went 2 mm past the margin in the gallery, with 1000 light sheets kept the line search busy. Explicit
# ones are stable up to four, except for Euler's, where what bounces leaves faster than it came: by a sixth.
_STIFF = 300.0
_SOFT = 0.5
_SOFT_EULER = 0.01
_SOFT_MIDPOINT = 0.05  # with which amplitudes grow by 3·10⁻⁴ in a step; with 0.5, by a thirtieth
# Against a solid a spring is at least this many times as stiff as the matter around a node, which would else push the
# node in before it gives way itself. A barrier needs no such thing.
_HARD = 10.0
# Bodies that start on an obstacle keep off it by this part of their size, or by their usual margin if that is less.
_THIN = 2e-3
# A node touches an obstacle if it sticks to it, or is no farther beyond the margin than this part of the body's size.
_NEAR = 1e-3


@dataclass(frozen=True)
class Surroundings:
    """Loads and contacts of one body. `loads` are energies of forces, `contacts` of obstacles."""

    loads: list[Energy] = field(default_factory=list)
    contacts: list[Energy] = field(default_factory=list)
    forces: list[Force] = field(default_factory=list)
    projections: list[ContactProjection] = field(default_factory=list)
    bounces: list[Bounce] = field(default_factory=list)
    tangents: list[TangentContact] = field(default_factory=list)  # of bodies of sticks
    sweeps: list[Sweep] = field(default_factory=list)  # obstacles that no node passes
    warmth: list[WarmContact] = field(default_factory=list)
    shells: frozenset[str] = frozenset()  # the ids of obstacles that are met as bodies are

    @classmethod
    def build(
        cls, scene: Scene, spec: Body, rest: RestShape, matter: Matter, by_nodes: Collection[str] = ()
    ) -> Surroundings:
        """`by_nodes` are obstacles that only the nodes of the body are to meet."""
        found = cls(shells=shells_of(scene, spec, rest) - set(by_nodes))
        weight = found.add_forces(scene, spec, rest, matter)
        for obstacle in scene.obstacles:
            if meets(spec, obstacle.id):
                found.add_contact(scene, spec, obstacle, rest, matter, weight)
        return found

    def add_forces(self, scene: Scene, spec: Body, rest: RestShape, matter: Matter) -> np.ndarray:
        """Returns the weights of the nodes, (3, P) [N]."""
        layout, weight = rest.layout, rest.layout.zeros(3)
        area = rest.ones if matter.secants else rest.exposure.area
        everywhere = [] if scene.gravity is None else [Gravity(g=scene.gravity)]
        for force in (*scene.forces, *everywhere):
            mask = targets(force, spec)
            if mask is None:
                continue
            chosen = rest.everywhere(mask.astype(float))
            nodes = layout.nodes[mask.ravel()]
            about = (spec.id, rest.positions, rest.skin, rest.ties, matter.felt)
            acting = force.build(ForcedBody(layout, nodes, chosen, matter.mass, rest.exposure, area, *about))
            self.loads.extend(acting.loads)
            self.forces.extend(acting.forces)
        return sum((load.weight for load in self.loads if isinstance(load, GravityEnergy)), weight)

    def add_contact(
        self,
        scene: Scene,
        spec: Body,
        obstacle: Obstacle,
        rest: RestShape,
        matter: Matter,
        weight: np.ndarray,
    ) -> None:
        layout, motion = rest.layout, obstacle.motion
        stiff = isinstance(scene.integrator, BDF2 | BackwardEuler | Static) and not matter.secants
        response = obstacle.response or scene.contact
        if obstacle.turns and obstacle.id not in self.shells:
            raise PliantError(
                f"body {spec.id!r} crosses obstacle {obstacle.id!r} at the start, which turns or is animated: "
                "start apart from it, or let it be among what the body ignores"
            )
        swept = isinstance(response, Barrier)
        shapes = obstacle.walls() if isinstance(obstacle, Room) else (obstacle.geometry(),)
        geometries = tuple(moved(one, motion, 0.0) for one in shapes)
        if obstacle.id in self.shells:
            self._add_warmth(rest, obstacle, geometries, usual_margin(scene, spec, rest))
            return
        damping = response.damping_ratio if isinstance(response, Cushion) else 0.0
        if isinstance(response, Barrier):
            wanted = usual_margin(scene, spec, rest) if response.margin is None else response.margin
            if response.margin is None:
                wanted = _not_thrown(wanted, geometries, rest.placed(spec), rest)
            kind = Barrier if stiff and not matter.relaxation else Penalty
            response = kind(stiffness=response.stiffness, margin=wanted)
        margin = (response.margin or 0.0) if isinstance(response, Cushion) else 0.0
        if swept:
            nodes = layout.nodes[rest.ones[layout.nodes] > 0.0].astype(np.int64)
            self.sweeps.extend(Sweep(obstacle.id, one, margin, nodes, motion) for one in geometries)
        self._add_warmth(rest, obstacle, geometries, margin)
        constrained = matter.relaxation is not None and isinstance(response, Penalty | Projection)
        if obstacle.stickiness and not constrained:
            terms = AdhesionTerms(obstacle.stickiness, obstacle.reach, margin)
            for geometry in geometries:
                shape, area = DistanceField(geometry), rest.exposure.area
                self.contacts.append(ContactEnergy(layout, shape, terms, area, None, obstacle.id, motion))
                laws = (terms, area, 1.0, motion, matter.mass, True, None, obstacle.id)
                self.forces.append(FrictionForce(layout, shape, *laws))
        if constrained:
            for geometry in geometries:
                self._add_tangents(rest, obstacle, geometry, response)
            return
        if isinstance(response, Projection):
            laws = (response.strength, obstacle.id)
            self.projections.extend(ContactProjection(layout, one, *laws) for one in geometries)
            return
        rigid = matter.frame is not None  # which bounces as a whole
        restitution = obstacle.restitution
        if restitution is None and obstacle.friction and not stiff:
            restitution = 0.0  # schemes that only evaluate forces know friction of what was stopped
        if restitution is not None and isinstance(response, Cushion) and not rigid:
            fall = np.divide(weight, matter.mass, out=layout.zeros(3), where=matter.mass > 0.0)
            laws = (margin, restitution, obstacle.friction, fall, obstacle.id)
            self.bounces.extend(Bounce(layout, one, *laws) for one in geometries)
            if not stiff:
                return
        weights, stiffness = rest.ones, None
        if isinstance(response, Cushion) and response.stiffness is None:
            weights, stiffness = _inertia(scene, stiff) * matter.felt / scene.dt**2, 1.0
            if stiff and isinstance(response, Penalty):
                weights = np.maximum(weights, _HARD * matter.firmness)
        threshold = None
        if isinstance(response, QuadraticPenalty) and response.velocity_test:
            threshold = response.threshold
        terms = response.parameters(stiffness)
        for geometry in geometries:
            shape = contact_field(geometry, response)
            contact = ContactEnergy(
                layout, shape, terms, weights, threshold, obstacle.id, motion, obstacle.restitution or 0.0
            )
            if getattr(response, "along", "gradient") == "normal":
                self.forces.append(PushAlongNormal(contact, rest.exposure))
                continue
            self.contacts.append(contact)
            ratio, cushion = scene.collision.damping_ratio if damping is None else damping, None
            if ratio and stiff and matter.relaxation is None and obstacle.restitution is None:
                laws = (terms, weights, matter.felt, ratio, motion, obstacle.id)
                cushion = ContactDamping(layout, shape, *laws)
                self.forces.append(cushion)
            if obstacle.friction and matter.relaxation is None:
                laws = (terms, weights, obstacle.friction, motion, None, False, cushion, obstacle.id)
                self.forces.append(FrictionForce(layout, shape, *laws))

    def _add_warmth(
        self, rest: RestShape, obstacle: Obstacle, geometries: tuple[Any, ...], margin: float
    ) -> None:
        if obstacle.temperature is not None:
            near = max(_NEAR * rest.size, obstacle.reach if obstacle.stickiness else 0.0)
            warm = (margin + near, obstacle.temperature, obstacle.contact_time, obstacle.motion)
            self.warmth.extend(WarmContact(rest.layout, one, *warm) for one in geometries)

    def _add_tangents(self, rest: RestShape, obstacle: Obstacle, geometry: Any, response: Any) -> None:
        """Sticks are held off an obstacle by their constraints; a projection may sink in, or overshoot, at the end."""
        margin, soft, layout = 0.0, 0.0, rest.layout
        if isinstance(response, Penalty):
            margin, soft = response.margin, 1.0 / response.stiffness if response.stiffness else 0.0
        else:
            self.projections.append(ContactProjection(layout, geometry, response.strength, obstacle.id))
            if response.strength != 1.0:
                return
        strength = obstacle.stickiness * rest.exposure.area
        laws = (margin, soft, obstacle.friction, strength, obstacle.reach)
        self.tangents.append(TangentContact(layout, geometry, *laws))


def _not_thrown(margin: float, geometries: tuple[Any, ...], start: np.ndarray, rest: RestShape) -> float:
    """A margin [m] within which nothing is at the `start` (3, P), so that what lies there is not thrown off."""
    nodes = rest.layout.nodes.astype(np.int64)
    gap = min(nearest(DistanceField(one), start, nodes) for one in geometries)
    return min(margin, max(gap, _THIN * rest.size))


def _inertia(scene: Scene, stiff: bool) -> float:
    if stiff:
        return _STIFF
    if isinstance(scene.integrator, Midpoint):
        return _SOFT_MIDPOINT
    return _SOFT_EULER if isinstance(scene.integrator, Euler) else _SOFT


def targets(force, spec: Body) -> np.ndarray | None:
    """Which nodes of a body a force acts on, bool of the grid's shape, or None."""
    if force.apply_to is None:
        return np.ones(spec.grid, dtype=bool)
    masks = [target.mask_of(spec) for target in force.apply_to if target.body == spec.id]
    return np.any(masks, axis=0) if masks else None
