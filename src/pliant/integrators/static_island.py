"""Static equilibrium of bodies that touch.

The potential energy of all bodies and of the contact between them is made least by the proximal point method: from xₖ
to the least of

    Σ V_b(x) + E(x) + ½ (x − xₖ)ᵀM(x − xₖ)/τₖ² ,    τₖ₊₁ = 4 τₖ ,                                               (1)

each by the coupled Newton's method, in which nothing crosses, until x moves no more. M holds in place what nothing else
does while τ is small, so that bodies fall onto each other instead of going astray, and does nothing in the end. There
is no friction, as with obstacles. Where x moves no more, bodies that would buckle without contact (`buckling`) are
pushed a little, once from each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from pliant.collision.potential import ContactPotential
from pliant.collision.touches import Touches, none_touch
from pliant.integrators.coupled import CoupledPotential, Part
from pliant.integrators.equilibrium import falling
from pliant.integrators.held import require_near
from pliant.integrators.incremental import IncrementalPotential, Vectors
from pliant.integrators.island import Member
from pliant.integrators.joints import Jointed, JointLoads, Joints, loads_of
from pliant.integrators.newton import End, minimise
from pliant.integrators.proximal import Proximal
from pliant.integrators.residual import longest
from pliant.integrators.static import StaticStepper, take
from pliant.integrators.system import BodyState, StepReport

_PASSES = 24
_LONGER = 4.0  # times τ
_VAIN = 8  # passes, one after the other, that Newton's method could not finish: others would not be either
_MOST = 2  # times as many corrections in all as are allowed in a pass
_PUSH = 1e-3  # of the body's size: how far from an equilibrium that may be none
_STILL = 1e-9  # of the body's size: a way that is none


class StaticIsland:
    """A static step of some bodies to `time + dt`; `contact.x` has where all others are."""

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
        self._parts: list[Part] = [self._part(member) for member in members]
        self.touches: Touches = none_touch()  # at the end of the step
        self._left: list[np.ndarray | None] = [None] * len(members)  # where they were pushed away from

    def _part(self, member: Member) -> Part:
        system, state, stepper = member.system, member.state, member.stepper
        if not isinstance(stepper, StaticStepper):
            assert member.alone is not None
            return Proximal(system, state, member.alone, self.time, self.dt)
        vectors = Vectors.room_for(system.layout)
        for values in (vectors.x, vectors.reference, vectors.target):
            values[:] = state.x
        frozen = stepper.freeze(state, self.time, self.dt, member.hands, vectors.x)
        return IncrementalPotential(stepper.spec, frozen, stepper.solver, state, self.dt, vectors)

    def step(self) -> tuple[StepReport, bool]:
        """Solve it; `finish` takes it. Returns how that went; there are no blows."""
        contact, report, tau = self.contact, StepReport(converged=False), self.dt
        steppers = [m.stepper for m in self.members if isinstance(m.stepper, StaticStepper)]
        tolerance, most = steppers[0].spec.tolerance, steppers[0].spec.newton_iterations
        contact.begin(self.dt, inf)
        for member in self.members:
            contact.gather(member.hull, member.state.x, contact.x)
        vain = 0
        for _ in range(_PASSES):
            for part in self._parts:
                if isinstance(part, IncrementalPotential):
                    part.h = tau
                    part.vectors.target[:] = part.vectors.reference[:] = part.vectors.x
            joints = None
            if self._joints:
                sizes = [m.system.size for m in self.members]
                frames = [m.system.frame for m in self.members]
                joints = Joints(self._joints, self.time + self.dt, sizes, frames)
            problem = CoupledPotential(
                self._parts, [m.hull for m in self.members], contact, tolerance, joints
            )
            problem.begin()
            once = StepReport()
            end = minimise(problem, most, once)
            self.touches = contact.touches(problem.hulls)
            self.loads = loads_of(problem)
            report = report + once
            settled = [part.settle(tolerance) for part in self._parts]
            if not problem.has_arrived:
                report.stuck = True
                report.note, report.unmet = problem.why_not_arrived, problem.unmet
                return report, False
            vain = 0 if end is End.SOLVED else vain + 1
            report.converged = end is End.SOLVED and all(settled) and self._is_still(tolerance)
            if report.converged and (self._joints or not self._nudge()):
                return report, False
            if vain == _VAIN:
                break
            tau *= _LONGER
            if report.newton > _MOST * most:
                break
        report.converged = False
        report.note = "no static equilibrium was found to the tolerance: what touches still moves"
        return report, False

    def _nudge(self) -> bool:
        """Push those that would buckle alone; whether there are any.

        Those that came back to where they were before such a push are held by what they touch.
        """
        nudged = False
        for k, part in enumerate(self._parts):
            if not isinstance(part, IncrementalPotential):
                continue
            x, system = part.vectors.x, part.system
            if self._left[k] is not None and (
                longest(x - self._left[k], system.layout.nodes) <= 0.5 * _PUSH * system.size
            ):
                continue
            away = falling(part.frozen, part.solver.matrix, part.state, x)
            if away is not None:
                self._left[k] = x.copy()
                x += _PUSH * system.size * away
                nudged = True
        return nudged

    def _is_still(self, tolerance: float) -> bool:
        """Whether the last pass of (1) has moved nothing to speak of."""
        for part in self._parts:
            if not isinstance(part, IncrementalPotential):
                continue
            nodes, (x, _, target, *_) = part.system.layout.nodes, part.vectors
            require_near(part.system, part.state, x)
            displaced = longest(x - part.state.x, nodes)
            if longest(x - target, nodes) > max(tolerance * displaced, _STILL * part.system.size):
                return False
        return True

    def finish(self, states: Sequence[BodyState], blow: bool, report: StepReport) -> list[StepReport]:
        """Bring the states of the members to the end of the step; returns how that went for each."""
        for member, part, state in zip(self.members, self._parts, states, strict=True):
            if isinstance(part, Proximal):
                assert member.alone is not None
                part.finish(state, member.alone)
            else:
                take(state, np.asarray(part.vectors.x))
        return [report for _ in self.members]
