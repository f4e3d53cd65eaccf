"""One step of bodies that touch.

Implicit schemes bring their potentials: one Newton's method solves for all (`coupled`), and for BDF2 a step in which
contact begins or ends at once is taken again by backward Euler, as of single bodies (`implicit`). Bodies of other
schemes have been stepped alone and are brought back out of what they would cross (`proximal`); for what touches these
the step is one of backward Euler, whose forces act over the same Δt, so that one gets what the other gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pliant.collision.potential import ContactPotential
from pliant.collision.touches import Touches, none_touch
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.blows import Ended, bounced
from pliant.integrators.coupled import CoupledPotential, Part
from pliant.integrators.implicit import BLOWN, TOGETHER, Begun, ImplicitStepper, Press, is_blow
from pliant.integrators.incremental import AT_REST, correction_and_motion
from pliant.integrators.island_momentum import Course, moved, rigid_motion
from pliant.integrators.joints import Jointed, JointLoads, Joints, loads_of
from pliant.integrators.momentum import is_free
from pliant.integrators.newton import End, minimise
from pliant.integrators.proximal import Proximal
from pliant.integrators.rigid import RigidStepper
from pliant.integrators.system import BodyState, BodySystem, Impulse, Stepper, StepReport
from pliant.numerics.grid_layout import copy_halo

_SETTLING = 20  # times at most a step is solved again for matter whose flow is no part of the potential
_TOLERANCE, _CORRECTIONS = 1e-3, 50  # of islands without an implicit scheme
_TURNS = 5  # times it is turned,
_TURN = 0.1  # of the motion: and no farther each time, to keep its spin
_PIECES = (1, 8, 64)  # in which it is, until nothing is in the way


class Member(NamedTuple):
    """A body of an island."""

    system: BodySystem
    hull: int
    stepper: Stepper
    state: BodyState  # before the step
    hands: Hands
    alone: BodyState | None  # after a step of its own, if its scheme has no potential,
    report: StepReport | None  # and how that went


class Island:
    """A step of some bodies from `time` to `time + dt`; `contact.x` has where all others are."""

    def __init__(
        self,
        contact: ContactPotential,
        members: Sequence[Member],
        time: float,
        dt: float,
        joints: Sequence[Jointed] = (),
    ):
        """Joints name the members by their numbers."""
        self.contact, self.members, self.time, self.dt = contact, members, time, dt
        self._joints = joints
        self.loads: JointLoads = {}  # what joints do at the end of the step
        self._implicit = [m.stepper for m in members if isinstance(m.stepper, ImplicitStepper)]
        self._parts: list[Part] = []
        self._begun: list[Begun | None] = []
        self._free = False  # nothing holds it
        self._joins = False  # something that is no member touches it, and is to be one
        self.touches: Touches = none_touch()  # at the end of the step
        self._momenta = {
            k: m.stepper.frame.momenta(m.state.x, m.state.v)
            for k, m in enumerate(members)
            if isinstance(m.stepper, RigidStepper)
        }
        lively = any(m.stepper.frame.restitution for m in members if isinstance(m.stepper, RigidStepper))
        self._began = [(m.state.x.copy(), m.state.v.copy()) for m in members] if lively else []

    def step(self) -> tuple[StepReport, bool]:
        """Solve it; `finish` takes it. Returns how that went, and whether it was a blow."""
        others = len(self.members) - 1
        second = all(
            isinstance(m.stepper, ImplicitStepper) and m.stepper.is_second_order(m.state, others)
            for m in self.members
        )
        report = self._attempt(second)
        if self._joins:
            return report, False
        blow = bool(self._implicit) and self._is_blow()
        if second and blow:
            report = report + self._attempt(False)
        return report, blow

    def finish(self, states: Sequence[BodyState], blow: bool, report: StepReport) -> list[StepReport]:
        """Bring the states of the members to the end of the step; returns how that went for each."""
        reports = []
        everyone = zip(self.members, self._parts, self._begun, states, self._pushes(), strict=True)
        for member, part, begun, state, push in everyone:
            if isinstance(part, Proximal):
                assert member.alone is not None and member.report is not None
                part.finish(state, member.alone)
                reports.append(replace(report, changing=member.report.changing))
            else:
                assert isinstance(member.stepper, ImplicitStepper) and begun is not None
                reports.append(member.stepper.finish(state, self.dt, begun, blow, report, push))
                if self._free and len(self.members) > 1 and state.history[0] == 1.0:
                    state.history[0] = TOGETHER + len(self.members) - 1
        return self._rebound(states, reports)

    def _rebound(self, states: Sequence[BodyState], reports: list[StepReport]) -> list[StepReport]:
        """Let rigid bodies bounce at the end of the step."""
        if not self._began:
            return reports
        everyone = enumerate(zip(self.members, self._begun, states, strict=True))
        bodies = [
            Ended(
                member.stepper,
                self._began[k],
                state,
                self._momenta.get(k),
                None if begun is None else begun.frozen,
                member.hands is not NO_HANDS,
            )
            for k, (member, begun, state) in everyone
        ]
        after = bounced(bodies, self.touches, self._joints, self.time + self.dt, self.dt, self._h)
        for k, (state, v) in enumerate(zip(states, after, strict=True)):
            if v is not None:
                kick = v - state.v
                impulse = Impulse(state.x.copy(), state.v.copy(), kick=kick)
                reports[k] = replace(reports[k], impulses=(*reports[k].impulses, impulse))
                state.v += kick
                state.history[0] = BLOWN
        return reports

    def _pushes(self) -> list[np.ndarray | None]:
        """How far obstacles can put back nodes of the members that are inside, (3, P): nothing crosses on the way.

        None of those that they do not move, or whose ways are free.
        """
        contact, ways = (
            self.contact,
            [self._push(*pair) for pair in zip(self.members, self._parts, strict=True)],
        )
        if all(way is None for way in ways):
            return ways
        contact.q.fill(0.0)
        for member, part, way in zip(self.members, self._parts, ways, strict=True):
            contact.gather(member.hull, part.vectors.x, contact.x)
            contact.hold(member.hull, None if way is None else member.state.free)
            if way is not None:
                contact.gather(member.hull, way, contact.q)
        if not contact.safe(contact.q):
            return [None] * len(ways)
        for member, way in zip(self.members, ways, strict=True):
            if way is not None:
                contact.put_back(member.hull, contact.q, way)
                member.system.follow(way)
        return ways

    def _push(self, member: Member, part: Part) -> np.ndarray | None:
        stepper = member.stepper
        if not isinstance(stepper, ImplicitStepper) or not member.system.projections:
            return None
        return stepper.put_back(part.vectors.x.copy(), member.state) - part.vectors.x

    # ------------------------------------------------------------ solving

    def _attempt(self, second_order: bool) -> StepReport:
        contact, dt = self.contact, self.dt
        self._weight = 4.0 / 3.0 if second_order else 1.0
        self._h = 2.0 * dt / 3.0 if second_order else dt
        self._begun = [self._begin(member, second_order) for member in self.members]
        self._parts = [self._part(*pair) for pair in zip(self.members, self._begun, strict=True)]
        hulls = [member.hull for member in self.members]
        contact.begin(dt, self._h)
        for member, part in zip(self.members, self._parts, strict=True):
            contact.gather(member.hull, member.state.x, contact.x)
            contact.gather(member.hull, part.vectors.reference, contact.reference)
        spec = self._implicit[0].spec if self._implicit else None
        tolerance, most = (spec.tolerance, spec.newton_iterations) if spec else (_TOLERANCE, _CORRECTIONS)
        joints = None
        if self._joints:
            sizes = [member.system.size for member in self.members]
            frames = [member.system.frame for member in self.members]
            joints = Joints(self._joints, self.time + dt, sizes, frames)
        problem = CoupledPotential(self._parts, hulls, contact, tolerance, joints)
        problem.begin()
        self._pressed = Press(*problem.pressed)
        report = self._solve(problem, most, tolerance)
        self._pressing = Press(*contact.press)
        self.touches = contact.touches(hulls)
        self._joins = problem.touches_others()
        self.loads = loads_of(problem)
        if not report.stuck and not self._joins:
            self._keep_balance()
        return report

    def _begin(self, member: Member, second_order: bool) -> Begun | None:
        if not isinstance(member.stepper, ImplicitStepper):
            return None
        return member.stepper.begin(member.state, self.time, self.dt, second_order, member.hands)

    def _part(self, member: Member, begun: Begun | None) -> Part:
        if begun is not None:
            assert isinstance(member.stepper, ImplicitStepper)
            return member.stepper.potential(begun.frozen, member.state, begun.h)
        assert member.alone is not None
        return Proximal(member.system, member.state, member.alone, self.time, self.dt)

    def _solve(self, problem: CoupledPotential, most: int, tolerance: float) -> StepReport:
        """Newton's method, again as long as matter has not settled."""
        report = StepReport()
        for _ in range(_SETTLING):
            once = StepReport()
            end = minimise(problem, most, once)
            if end is not End.SOLVED:
                problem.meet(once)
            arrived = problem.has_arrived
            once.converged, once.stuck = end is End.SOLVED and arrived, end is End.STUCK or not arrived
            if not arrived:
                once.note = problem.why_not_arrived
                once.unmet = problem.unmet
            report = report + once
            settled = [part.settle(tolerance) for part in self._parts]
            if report.stuck or all(settled):
                break
        else:
            report.converged = False
        return report

    def _is_blow(self) -> bool:
        """Whether contact has begun or ended at once, so hard that it stops the bodies: see `implicit`."""
        before, after = self._pressed, self._pressing
        for member, begun in zip(self.members, self._begun, strict=True):
            if begun is not None and isinstance(member.stepper, ImplicitStepper):
                before += member.stepper.pressed(member.state, self.time)
                after += member.stepper.press(begun.frozen, member.stepper.vectors.x)
        moving = [(member.state.v, member.system.mass) for member in self.members]
        return is_blow(before, after, self.dt, moving)

    # ------------------------------------------------------------ momentum

    def _keep_balance(self) -> None:
        """Shift and turn the island as a whole, if nothing holds it."""
        everyone = zip(self.members, self._parts, self._begun, strict=True)
        held = any(joint.holds for joint in self._joints)
        self._free = not held and not any(self._is_held(*one) for one in everyone)
        if not self._free:
            return
        reach = max(AT_REST * member.system.size for member in self.members)
        for part in self._parts:
            x, span = part.vectors.x, part.system.layout.span
            reach = max(reach, correction_and_motion(part.vectors.direction, x, part.state.x, span)[1])
        for _ in range(_TURNS):  # angular momentum is no linear function of a turn
            everyone = zip(self.members, self._parts, self._begun, strict=True)
            courses = [self._course(member, part, begun) for member, part, begun in everyone]
            shift, turn, centre, radius = rigid_motion(courses, self._h)
            far = max(np.abs(shift).max(), np.abs(turn).max() * radius)
            share = min(1.0, _TURN * reach / far) if far > 0.0 else 0.0
            if not self._move_together(share * shift, share * turn, centre):
                return

    def _move_together(self, shift: np.ndarray, turn: np.ndarray, centre: np.ndarray) -> bool:
        """Shift and turn the island, unless something that stands still is in the way; whether it was moved.

        Who touches keeps a distance, but on straight ways that is certified of small turns only.
        """
        begin, start = [part.vectors.x.copy() for part in self._parts], self.contact.x.copy()
        for pieces in _PIECES:
            if all(
                self._move_a_little(shift / pieces, turn / pieces, centre + k / pieces * shift)
                for k in range(pieces)
            ):
                return True
            for part, x in zip(self._parts, begin, strict=True):
                part.vectors.x[:] = x
            self.contact.x[:] = start
        return False

    def _move_a_little(self, shift: np.ndarray, turn: np.ndarray, centre: np.ndarray) -> bool:
        contact, way, after = self.contact, self.contact.q, []
        way.fill(0.0)
        for member, part in zip(self.members, self._parts, strict=True):
            nodes, x = member.system.layout.nodes, part.vectors.x.copy()
            x[:, nodes] = moved(x[:, nodes], shift, turn, centre)
            copy_halo(x, member.system.layout.halo)
            after.append(x)
            contact.gather(member.hull, x, way)
            span = contact.part(member.hull)
            way[:, span] -= contact.x[:, span]
        if contact.safe(way):
            return False
        for member, part, x in zip(self.members, self._parts, after, strict=True):
            part.vectors.x[:] = x
            contact.gather(member.hull, x, contact.x)
        return True

    def _is_held(self, member: Member, part: Part, begun: Begun | None) -> bool:
        """Whether pins, springs, hands or obstacles hold a body."""
        system = member.system
        if not is_free(member.state.free, system.layout.nodes) or member.hands.energies:
            return True
        if any(len(energy.holds()) for energy in system.holds):
            return True
        if begun is None or not isinstance(member.stepper, ImplicitStepper):
            return False
        return member.stepper.press(begun.frozen, part.vectors.x).total != 0.0

    def _course(self, member: Member, part: Part, begun: Begun | None) -> Course:
        system, nodes, state = member.system, member.system.layout.nodes, member.state
        x, reference, target = part.vectors.x, part.vectors.reference, part.vectors.target
        force = system.layout.zeros(3)
        if begun is None:
            assert member.alone is not None
            alone = member.alone
            velocity = alone.v + (x - target) / self._h
            past = [(1.0, alone.x[:, nodes], alone.v[:, nodes])]
        else:
            velocity = (x - reference) / self._h
            for energy in begun.frozen.energies[len(system.elastic) :]:
                energy.add_gradient(x, force)
            np.negative(force, out=force)
            for acting in begun.frozen.forces:
                acting.add_force(x, velocity, force)
            past = [(self._weight, state.x[:, nodes], state.v[:, nodes])]
            if self._weight != 1.0:
                past.append((1.0 - self._weight, state.earlier_x[:, nodes], state.earlier_v[:, nodes]))
        return Course(
            system.mass[nodes], x[:, nodes], target[:, nodes], force[:, nodes], velocity[:, nodes], past
        )
