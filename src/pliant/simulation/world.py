"""All bodies of a scene in one step: those that touch are stepped together, others alone.

1. It is found which bodies touch where the step begins: these form *islands*. A body that touches only itself is one of
   its own.
2. All other bodies are stepped alone, each by its own scheme. If the way that one took leads too near to something, it
   goes back and joins that.
3. Islands are stepped together, one after the other, while all others stand still. If an island touches what is not
   part of it, that joins it.

Every way that is taken is certified to be free of crossings, with all that stands still around it: so no state has any.
Obstacles that are met so are like bodies all of whose nodes are prescribed.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

import numpy as np

from pliant.build.hulls import Meetings, hull_of_obstacle, meetings
from pliant.build.joints import JointModel, joined_features
from pliant.build.model import Model
from pliant.collision.exempt import Exempt, none_exempt
from pliant.collision.potential import ContactPotential
from pliant.collision.touches import Touches, all_of, none_touch
from pliant.contact.shell import Shell, shell_of
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.held import is_held
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.island import Island, Member
from pliant.integrators.joints import JointLoads
from pliant.integrators.prescribed import Prescribed
from pliant.integrators.rigid import RigidStaticStepper, RigidStepper, rigidity
from pliant.integrators.static import StaticStepper
from pliant.integrators.static_island import StaticIsland
from pliant.integrators.system import ARRAYS, BodyState, BodySystem, Stepper, StepReport
from pliant.scene.schema import Scene
from pliant.simulation.joints import JointStates, jointed, require_way
from pliant.simulation.lags import Lag, place

_JOINS = 3  # times that an island grows by what it touches, and from then on by more
_PIECES = 100  # of a way at most,
_CREEP = 1e-2  # of what is left: a piece that is shorter leads nowhere

# What a step may change: where nodes are held, and which, is said before it begins.
MOVED = tuple(name for name in ARRAYS if name not in {"free", "target"})

_NONE_EXEMPT = none_exempt()

States = Mapping[str, BodyState]
Edges = set[tuple[str, str]]  # names of two that touch


class World:
    """The bodies of a model with their steppers, and the contact between them."""

    def __init__(
        self,
        model: Model,
        steppers: Mapping[str, Stepper],
        start: Scene,
        lags: Mapping[str, Lag],
        before: World | None = None,
    ):
        """What is the same as in the world `before` a change is taken over; `start` is the scene as it started."""
        self.model, found = model, meetings(model)
        self._names = [body.name for body in model.bodies]
        self._scene = start
        self._meetings: Meetings = found
        self._props = {
            one.id: Prescribed(one.id, partial(place, one, lags), one.restitution) for one in found.obstacles
        }
        self.steppers: Mapping[str, Stepper] = ChainMap(cast(Any, self._props), cast(Any, steppers))
        self.hulls = {hull.name: k for k, hull in enumerate(found.hulls)}
        self.contact = self._make_contact(before)
        self.touches = none_touch()  # where the last step has ended
        self.blocked: dict[
            str, list[str]
        ] = {}  # obstacles that did not get to their places, and in whose way
        self.loads: JointLoads = {}  # what joints did in the last step

    def _make_contact(self, before: World | None) -> ContactPotential | None:
        hulls, meets, friction = (
            self._meetings.hulls,
            self._meetings.meets,
            self.model.scene.collision.friction,
        )
        if not meets and not self.model.joints and not any(body.system.frame for body in self.model.bodies):
            return None
        self._apart = np.full(
            (3, sum(hull.count for hull in hulls)), np.nan
        )  # where nobody is known to touch
        contact = before.contact if before is not None and before._meetings.meets == meets else None
        if contact is None or list(map(id, contact.hulls)) != list(map(id, hulls)):
            contact = ContactPotential(hulls, meets, self._starts())
            if before is not None and before.contact is not None:
                contact.go_on_from(before.contact)
        if self.model.joints:
            contact.separation.join(*joined_features(self.model.joints, hulls))
        rough = [one.friction for one in self.shells]
        frictions = [friction] * (len(hulls) - len(rough)) + rough
        contact.set_friction(frictions, [one.alone for one in self.shells])
        contact.set_damping(self.model.scene.collision.damping_ratio)
        for k, hull in enumerate(hulls):
            contact.mass[contact.part(k)] = self._system(hull.name).felt[hull.nodes]
        return contact

    def _starts(self) -> np.ndarray:
        """Where the vertices of all hulls are at the start of the scene, (3, V)."""
        found, parts = self._meetings, [np.zeros((3, 0))]
        for hull, body in zip(found.hulls, found.bodies, strict=False):
            start = body.system.start
            parts.append((body.shape.positions if start is None else start)[:, hull.nodes])
        return np.concatenate([*parts, *(self._start_of(one) for one in found.obstacles)], axis=1)

    def _start_of(self, obstacle: Shell) -> np.ndarray:
        """Where an obstacle was at the start, (3, V): what is known of contact must not depend on when it was asked."""
        for one in self._scene.obstacles:
            shell = shell_of(one) if one.id == obstacle.id else None
            if shell is not None and hull_of_obstacle(shell) is hull_of_obstacle(obstacle):
                obstacle = shell
        return obstacle.points(0.0).T

    @property
    def shells(self) -> list[Shell]:
        """Obstacles that are met as bodies are."""
        return self._meetings.obstacles

    @property
    def exempt(self) -> Exempt:
        """What is left alone, as it began at no distance and is not apart yet."""
        return _NONE_EXEMPT if self.contact is None else self.contact.exempt

    def exempt_only(self, known: Exempt) -> None:
        """Leave alone no more than is `known` not to be apart yet."""
        if self.contact is not None:
            self.contact.exempt_only(known)

    def _system(self, name: str) -> BodySystem:
        return self._props[name].system if name in self._props else self.model.body(name).system

    def step(
        self,
        states: States,
        before: States,
        hands: Mapping[str, Hands],
        time: float,
        dt: float,
        joints: JointStates | None = None,
    ) -> dict[str, StepReport]:
        """Advance all states, in place; `before` are copies of them, `hands` those of bodies at the end."""
        names, self._hands, self._joints = self._names, hands, joints or {}
        self.loads.clear()
        if self.contact is None:
            return {name: self._alone(name, states, before, time, dt) for name in names}
        self.touches, touches = none_touch(), {}
        self.blocked.clear()
        props = {name: prop.state(time, dt) for name, prop in self._props.items()}
        states, before = (
            {**states, **props},
            {**before, **{name: state.copy() for name, state in props.items()}},
        )
        touching = self._touching(self.contact, states) | self._falling(states) | self._linked()
        touching |= self._driven(states, time, dt)
        loners = [name for name in (*names, *props) if not any(name in edge for edge in touching)]
        reports = {name: self._alone(name, states, before, time, dt) for name in loners}
        touching |= self._met_by(self.contact, loners, states, before)
        islands, done, grown = _islands(touching), [], 0
        if islands:
            self._apart.fill(np.nan)
        while islands:
            island = islands.pop(0)
            for name in island:
                states[name].copy_from(before[name], self.steppers[name].changes or MOVED)
            report, outside, found = self._together(self.contact, sorted(island), states, before, time, dt)
            reports.update(zip(sorted(island), report, strict=True))
            touches[frozenset(island)] = found
            if outside:
                joined = [other for other in (*islands, *done) if other & outside]
                whole = island.union(outside, *joined)
                if (grown := grown + 1) >= _JOINS:
                    whole = self._with_those_behind(whole, 2 ** (grown - _JOINS), states, before)
                    whole = whole.union(*(other for other in (*islands, *done) if other & whole))
                islands = [other for other in islands if not other & whole]
                done = [other for other in done if not other & whole]
                islands.insert(0, whole)
            else:
                done.append(island)
        for name, state in props.items():
            if (
                np.any(state.x != state.target) and np.isfinite(state.x).all()
            ):  # else what it meets has exploded
                self.blocked[name] = sorted(set().union(*(one for one in done if name in one)) - set(props))
        self.touches = all_of([touches[frozenset(island)] for island in done])
        return reports

    def _with_those_behind(self, island: set[str], rows: int, states: States, before: States) -> set[str]:
        """An island with those that may run into it if it stops, and into these, as many `rows` deep.

        Where one after the other joins an island, as in a pile that falls, a step is not to begin anew for each.
        """
        hulls, names = self._meetings.hulls, list(self.hulls)
        ways = [
            np.concatenate([state.x[:, hull.nodes] for state in (before[name], states[name])], axis=1)
            for name, hull in zip(names, hulls, strict=True)
        ]
        thick = np.array([np.max(hull.thickness) for hull in hulls])
        low = np.array([x.min(axis=1) for x in ways]) - 0.5 * thick[:, None]
        high = np.array([x.max(axis=1) for x in ways]) + 0.5 * thick[:, None]
        a, b = np.array(self._meetings.meets).T
        near = ((low[a] <= high[b]) & (low[b] <= high[a])).all(axis=1) & (a != b)
        edges = {(names[i], names[j]) for i, j in zip(a[near], b[near], strict=True)}
        for _ in range(rows):
            more = {other for edge in edges if len(island.intersection(edge)) == 1 for other in edge} - island
            if not more:
                break
            island = island | more
        return island

    def _gather(self, contact: ContactPotential, states: States, out: np.ndarray) -> None:
        """Where all are, (3, V)."""
        for name, hull in self.hulls.items():
            contact.gather(hull, states[name].x, out)

    def _hold(self, contact: ContactPotential, states: States, moving: Iterable[str]) -> None:
        """Bring `contact` to where all are; only some are free to move, but for their pins."""
        free = set(moving)
        self._gather(contact, states, contact.x)
        for name, hull in self.hulls.items():
            contact.hold(hull, states[name].free if name in free else None)

    def _alone(self, name: str, states: States, before: States, time: float, dt: float) -> StepReport:
        stepper, state = self.steppers[name], states[name]
        try:
            report = self._in_parts(name, stepper, state, time, dt)
            if stepper.system.sweeps and not isinstance(stepper, ImplicitStepper | StaticStepper):
                for guard in stepper.system.guards(time + dt, dt):
                    guard.stop(before[name].x, state.free, state.x, state.v)
            return report
        except np.linalg.LinAlgError:  # of matrices that are not finite: the body has exploded
            states[name].x[:] = np.nan
            return StepReport(converged=False)

    def _in_parts(self, name: str, stepper: Stepper, state: BodyState, time: float, dt: float) -> StepReport:
        """One step, or the sub-steps of a body that has a time step of its own; hands are where they end up."""
        parts = 1 if name in self._props else getattr(self.model.body(name).spec, "substeps", 1)
        hands, h, reports = self._hands.get(name, NO_HANDS), dt / parts, []
        for k in range(parts):
            if reports:
                reports[-1].remember(state)
            reports.append(stepper.step(state, time + k * h, h, hands))
        worst = next((one for one in reports if one.stuck or not one.converged), reports[-1])
        return reports[-1] if parts == 1 else replace(worst, changing=reports[-1].changing)

    # ------------------------------------------------------------ who touches whom

    def _touching(self, contact: ContactPotential, states: States) -> Edges:
        """Who touches where the step begins."""
        self._gather(contact, states, contact.x)
        if len(contact.separation.exempted[0]):  # which are so no more as soon as they are apart
            contact.separation.forget()
        elif np.array_equal(contact.x, self._apart):
            return set()
        contact.q.fill(0.0)
        return self._met(contact)

    def _linked(self) -> Edges:
        """Who is joined, to others or to the world."""
        return {(joint.bodies[0], other) for joint in self._whole() for other in joint.bodies}

    def _driven(self, states: States, time: float, dt: float) -> Edges:
        """Rigid bodies that something acts upon: only those that are left alone go by themselves."""
        found = set()
        for name in self._names:
            stepper, hands = self.steppers[name], self._hands.get(name, NO_HANDS)
            driven = isinstance(stepper, RigidStepper) and not stepper.is_free(states[name], time, dt, hands)
            if driven or isinstance(stepper, RigidStaticStepper):
                found.add((name, name))
        return found

    def _whole(self) -> list[JointModel]:
        """The joints that are not broken, of bodies of which there is something left."""
        return [
            joint
            for joint in self.model.joints
            if not self._joints[joint.name].broken and all(name in self.hulls for name in joint.bodies)
        ]

    def _falling(self, states: States) -> Edges:
        """In static steps, what nothing holds and all that it may fall onto."""
        everyone, edges = list(self.hulls), set()
        for a, b in self._meetings.meets:
            for name, other in ((everyone[a], everyone[b]), (everyone[b], everyone[a])):
                stepper, hands = self.steppers[name], self._hands.get(name, NO_HANDS)
                falls = isinstance(stepper, StaticStepper) and name != other
                if falls and not is_held(stepper.system, states[name], hands):
                    edges.add((name, other))
        return edges

    def _met_by(self, contact: ContactPotential, names: list[str], states: States, before: States) -> Edges:
        """Who is touched by some on the ways they took."""
        if not names:
            return set()
        self._gather(
            contact, {name: (states if name in names else before)[name] for name in self.hulls}, self._apart
        )
        np.subtract(self._apart, contact.x, out=contact.q)
        self._go_as_found(contact, names, before)
        return {edge for edge in self._met(contact) if set(edge) & set(names)}

    def _go_as_found(self, contact: ContactPotential, names: Iterable[str], before: States) -> None:
        """Go most of the ways `q`, if they are those of static steps, which may turn what they move by any angle.

        If they cannot be gone straight, then by what a step has come through until it was there.
        """
        found = {name: one for name in names if isinstance(one := self.steppers[name], StaticStepper)}
        if not found:
            return
        self._hold(contact, before, names)
        begin, end = contact.x.copy(), contact.x + contact.q
        try:
            if not _went(contact, end):
                contact.x[:] = begin
                if all(_went(contact, place) for place in self._places(contact, found)):
                    _went(contact, end)
        except FloatingPointError:  # one has exploded
            pass
        np.subtract(end, contact.x, out=contact.q)

    def _places(self, contact: ContactPotential, found: Mapping[str, StaticStepper]) -> Iterator[np.ndarray]:
        """What static steps have come through, one after the other, (3, V) each."""
        for k in range(max(len(one.way) for one in found.values())):
            place = contact.x.copy()
            for name, one in found.items():
                if k < len(one.way):
                    contact.gather(self.hulls[name], one.way[k], place)
            yield place

    def _met(self, contact: ContactPotential) -> Edges:
        """Who touches where `contact` is, or on the ways `q` from there."""
        names = list(self.hulls)
        try:
            return {(names[a], names[b]) for a, b in contact.meeting(contact.q)}
        except FloatingPointError:
            return set()  # one has exploded: the step is not taken

    # ------------------------------------------------------------ an island

    def _together(
        self,
        contact: ContactPotential,
        names: list[str],
        states: States,
        before: States,
        time: float,
        dt: float,
    ) -> tuple[list[StepReport], set[str], Touches]:
        """Step bodies together; returns how that went, which others they touch, in which case they stay, and how."""
        self._hold(contact, states, names)
        contact.separation.forget()  # so that the step depends on nothing but the state
        members = [self._member(name, states, before, time, dt) for name in names]
        static = any(isinstance(member.stepper, StaticStepper) for member in members)
        numbers = {name: k for k, name in enumerate(names)}
        for joint in self._whole():
            if joint.bodies[0] in numbers:
                size = self.model.body(joint.bodies[0]).size
                require_way(joint, time, time + dt, size)
        joints = [
            jointed(joint, self._joints[joint.name], numbers, time + dt)
            for joint in self._whole()
            if joint.bodies[0] in numbers
        ]
        joints += [one for k, member in enumerate(members) if (one := rigidity(member.system, k))]
        island = (StaticIsland if static else Island)(contact, members, time, dt, joints)
        try:
            for member in members:
                _require_sound(member)
            report, blow = island.step()
        except (np.linalg.LinAlgError, FloatingPointError):  # exploded
            for name in names:
                states[name].x[:] = np.nan
            return [StepReport(converged=False) for _ in names], set(), none_touch()
        everyone = list(self.hulls)
        met = {frozenset((everyone[a], everyone[b])) for a, b in contact.touching()}
        outside = set().union(*(edge for edge in met if edge & set(names))) - set(names)
        if outside:
            return [report for _ in names], outside, none_touch()
        self.loads |= island.loads
        return island.finish([states[name] for name in names], blow, report), outside, island.touches

    def _member(self, name: str, states: States, before: States, time: float, dt: float) -> Member:
        """What has no potential of its own is stepped alone first."""
        stepper, alone, report = self.steppers[name], None, None
        if not isinstance(stepper, ImplicitStepper | StaticStepper):
            report = self._alone(name, states, before, time, dt)
            alone = states[name].copy()
            states[name].copy_from(before[name], stepper.changes or MOVED)
        hands = self._hands.get(name, NO_HANDS)
        return Member(self._system(name), self.hulls[name], stepper, states[name], hands, alone, report)


def _went(contact: ContactPotential, end: np.ndarray) -> bool:
    """Go to `end` in pieces, each certified; whether it is there.

    What a straight motion is certified by is a direction that stays: of a part that turns far, only a piece of its way
    can be. From where that ends there is another direction.
    """
    way = contact.q
    for _ in range(_PIECES):
        np.subtract(end, contact.x, out=way)
        left = np.abs(way).max(initial=0.0)
        if not contact.safe(way):
            contact.x += way
            return True
        contact.x += way
        if np.abs(way).max() <= _CREEP * left:
            break
    return False


def _require_sound(member: Member) -> None:
    """A body whose own scheme throws it apart has exploded, though contact could still hold it together."""
    if member.alone is None:
        return
    nodes = member.system.layout.nodes
    way = member.alone.x[:, nodes] - member.state.x[:, nodes]
    way -= way.mean(axis=1, keepdims=True)
    if not np.abs(way).max() <= member.system.size:
        raise FloatingPointError


def _islands(edges: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Groups of bodies that are linked, in a fixed order."""
    islands: list[set[str]] = []
    for a, b in sorted(edges):
        joined = [island for island in islands if a in island or b in island]
        islands = [island for island in islands if island not in joined]
        islands.append({a, b}.union(*joined))
    return islands
