"""Static equilibrium: each step finds a minimum of the potential energy, downhill from the present shape.

    g(x) = ∂E/∂x − f = 0   at the nodes that are free                                                          (1)

with the energies E of a body (elastic, gravity, springs, hands, contact) and the pushes f. There is no inertia, and
what depends on velocity does nothing: damping, drag, streams, friction, restitution. Velocities are zero afterwards.
Time passes only for what moves by itself, as hands and pinned nodes do, which are followed, and for matter that flows.

First Newton's method with the true Hessian K goes to (1) straight,

    K(x) d = −g(x) ,                                                                                          (2)

which is over after two corrections where the displacement is small. If it goes astray, the load comes step by step:

    g(x) = (1 − s) g(x₀) ,   s from 0 to 1 ,                                                                  (3)

with held nodes on their way as far, in steps of s that become shorter where they fail and longer where they do not.
For a body in equilibrium at x₀ that is its new load applied little by little, whatever it is that loads it.

Where nothing resists (a flat sheet across itself, a cloth that falls onto something) neither gets anywhere. There the
energy is minimised: along corrections of

    (H + λM) d = −g(x)                                                                                        (4)

with the positive semi-definite Hessian H where K is not positive, masses M and a λ that is small against H, raised when
a correction fails; each is searched until E has decreased enough (Armijo), and none moves a node farther than a part of
the body's size, so that nothing jumps over an obstacle. A body that can move freely therefore stays where it is and
only changes its shape; one that gravity pulls and nothing holds has no equilibrium, which is an error (`held`).

A step is solved when what corrections have yet to come to, by the rate at which they shrink, is less than `tolerance`
times the displacement. Forces left would not tell: those of a thin shell that is stretched by a hair's breadth are
larger than what bends it by a hand's. What cannot be solved so far, and a displacement that positions are too coarse
for, is reported in words.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from pliant.errors import SimulationError
from pliant.integrators.held import require_hold, require_near
from pliant.integrators.residual import Residual, longest
from pliant.integrators.spec import Static
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.model.protocols import StepContext
from pliant.numerics.layout import copy_halo
from pliant.solvers.cg import Subspace, restrict_to
from pliant.solvers.spec import SolverSpec
from pliant.solvers.spline import Solver
from pliant.solvers.vectors import dot

_ARMIJO = 1e-4
_ROUNDING = 1e-13  # of the energies: what is less cannot be told apart
_HALVINGS = 12
_REACH = 0.2  # of the body's size: how far a correction may go
_AWAY = 15.0  # sizes: what goes farther may be on its way to nowhere
_SMALLEST, _LARGEST = 1e-11, 1e3  # λM over the mean of H's diagonal
_SHIFTS = (1e-10, 1e-9, 1e-8, 1e-7, 1e-6)  # λM likewise, tried where K is not positive
_FIRMER = 1e4  # times as large is λ after a correction that failed
_FORCING, _STRICT = 1e-3, 1e-9  # how far (4) and (2) are solved, relative to their right-hand side
_SETTLING = 20  # times at most a step is solved again for matter whose flow derives from no energy
_DIRECT_UP_TO = 4000  # nodes: without inertia, systems are too badly conditioned for iterations
_STRAIGHT = 12  # corrections at most until (1) is solved straight, or a step of (3)
_LIMP = 20.0  # sizes: a first correction longer than this is of a body that hardly resists
_SURE = 1e-2  # of what is allowed: what is still to come, as far as two corrections tell; soft shapes may lag behind
_ROUGH = 1e-2  # of the displacement: how far steps of (3) but the last are solved
_FAR = 0.5  # of the size: a correction that goes farther at once goes astray
_FIRM = 1e-8  # a λ up to this makes corrections hardly shorter
_NOTHING = 1e-12  # of the size: a correction that is rounding
_SLOW = 0.7  # times as long as the one before: corrections that lead nowhere
_LONGER, _SHORTER = 1.6, 0.4  # times as long is the step of (3) after one that went well, or failed
_LITTLE = 1e-3  # of the displacement: a correction of forces that balance
_SHORTEST = 1e-3  # of the load: when (3) gives up
_NOISE = 1e-9  # of the size: corrections that are shorter and do not shrink are rounding


class Progress(NamedTuple):
    """Where some corrections of Newton's method have led."""

    solved: bool
    first: float = 0.0  # the length of the first [m]
    last: float = inf  # and of the last
    count: int = 0
    rounding: bool = False  # whether the last ones are nothing but rounding


class StaticStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = None

    def __init__(self, spec: Static, system: BodySystem, solver: SolverSpec):
        if system.secants:
            raise SimulationError(
                f"body {system.name!r}: the published variants are secant forces without an energy, so there is none "
                "to be least; use the integrator 'semi_implicit' or an explicit one for them",
                body=system.name,
            )
        self.spec = spec
        self.system = system
        direct = solver.kind == "auto" and system.layout.count <= _DIRECT_UP_TO
        self.solver: Solver = system.make_solver(
            SolverSpec(kind="profile") if direct else solver, only_definite=True
        )
        self._residual = Residual(system)
        zeros = system.layout.zeros
        self._x, self._u, self._still = zeros(3), zeros(3), zeros(3)  # x = X + u, with X of the residual
        self._gradient, self._direction = zeros(3), zeros(3)
        self._unsure = False  # whether the last correction needed more λ than wanted, or was not solved for
        self._inert = system.mass / system.mass[system.layout.nodes].mean()

    def step(self, state: BodyState, time: float, dt: float) -> StepReport:
        """Put the state into equilibrium with what is around it at `time + dt`."""
        system, x = self.system, self._x
        require_hold(system, state)
        x[:] = np.where(state.free != 0.0, state.x, state.target)
        copy_halo(x, system.layout.halo)
        context = StepContext(state.x, self._still, time + dt, dt, state.x, inf, memory=state.memory, guess=x)
        for energy in system.energies:
            energy.begin_step(context)
        self._residual.begin(system, state)
        np.subtract(state.x, self._residual.start, out=self._u)
        report = self._solve(state)
        for _ in range(_SETTLING):
            if system.settle(x, self.spec.tolerance):
                break
            report = report + self._solve(state)
        else:
            report.converged, report.note = False, "what flows in it has not settled"
        for values in (state.x, state.earlier_x):
            values[:] = x
        for values in (state.v, state.earlier_v, state.history):
            values.fill(0.0)
        return report

    # ------------------------------------------------------------ ways to the solution

    def _solve(self, state: BodyState) -> StepReport:
        """Straight, else by steps of the load, else downhill."""
        report, size, subspace = StepReport(converged=False), self.system.size, self.system.subspace(state)
        start = self._u.copy()
        ahead = np.where(state.free == 0.0, state.target - self._residual.start - start, 0.0)
        self._evaluate(subspace)
        load = self._gradient.copy()
        self._u += ahead
        progress = self._correct(state, None, self.spec.tolerance, report)
        if not (progress.solved or progress.rounding) and progress.first < _LIMP * size:
            progress = self._by_steps(state, start, ahead, load, progress.first, report)
        if not (progress.solved or progress.rounding):
            self._u[:] = np.where(state.free == 0.0, start + ahead, self._u)
            progress = self._descend(state, report)
        self._conclude(progress, report)
        return report

    def _by_steps(
        self,
        state: BodyState,
        start: np.ndarray,
        ahead: np.ndarray,
        load: np.ndarray,
        first: float,
        report: StepReport,
    ) -> Progress:
        """(3) from the displacements `start`, where g is `load`; held nodes have the way `ahead` of them."""
        done, step, here = 0.0, min(0.5, _REACH * self.system.size / first), start.copy()
        slope: np.ndarray | None = None  # du/ds
        failed = False
        while report.newton < self.spec.newton_iterations:
            to = done + step if done + 1.1 * step < 1.0 else 1.0
            self._u[:] = here if slope is None else here + (to - done) * slope
            self._u[:] = np.where(state.free == 0.0, start + to * ahead, self._u)
            tolerance = self.spec.tolerance if to == 1.0 else _ROUGH
            progress = self._correct(state, (1.0 - to) * load, tolerance, report)
            if progress.solved or (to == 1.0 and progress.rounding):
                if to == 1.0:
                    return progress
                slope = (self._u - here) / (to - done)
                here[:] = self._u
                step = (to - done) * (_LONGER if progress.count <= 4 and not failed else 1.0)
                done, failed = to, False
                continue
            step, failed = _SHORTER * (to - done), True
            if step < _SHORTEST:
                break
        self._u[:] = here
        return Progress(False)

    def _correct(
        self, state: BodyState, offset: np.ndarray | None, tolerance: float, report: StepReport
    ) -> Progress:
        """Corrections (2) of g(x) = `offset`; what does not come nearer soon is left."""
        size, nodes = self.system.size, self.system.layout.nodes
        subspace = self.system.subspace(state)
        first, before, length, stalled, fresh = 0.0, inf, 0.0, 0, True
        for count in range(1, _STRAIGHT + 1):
            self._evaluate(subspace, offset)
            if not self._gradient.any():
                return Progress(True, first, 0.0, count)
            if not self._direct(state, subspace, report, fresh):
                return Progress(False, first or inf, length, count)
            length = longest(self._direction, nodes)
            first = first or length
            slow = (count > 2 and length > 2.0 * before) or (count > 4 and length > _SLOW * before)
            if not length <= _FAR * size or (slow and length > _NOISE * size):
                break
            self._u += self._direction
            rate, displaced = _rate(length, before), longest(self._u, nodes)
            if not self._unsure and _is_over(length, rate, tolerance * displaced):
                self._move()
                return Progress(True, first, length, count)
            stalled = stalled + 1 if length <= _NOISE * size and rate > 0.3 and count > 1 else 0
            if stalled > 1:
                self._move()
                return Progress(length <= tolerance * displaced, first, length, count, rounding=True)
            fresh = length > tolerance * displaced
            before = length
        return Progress(False, first, length, _STRAIGHT)

    def _descend(self, state: BodyState, report: StepReport) -> Progress:
        """(4), with a line search."""
        system, nodes, span = self.system, self.system.layout.nodes, self.system.layout.span
        subspace, direction, u = system.subspace(state), self._direction, self._u
        firmness, before, length = _SMALLEST, inf, inf
        value, sizes, largest = self._evaluate(subspace)
        while report.newton < self.spec.newton_iterations:
            if not self._gradient.any():
                return Progress(True)
            self._direct(state, subspace, report, True, firmness)
            slope = dot(self._gradient, direction, span)
            length = longest(direction, nodes)
            fraction = min(1.0, _REACH * system.size / length) if length > 0.0 else 1.0
            whole, shorter = fraction == 1.0, 0
            for shorter in range(_HALVINGS):  # noqa: B007  (how often it was halved)
                u += fraction * direction
                after, sizes_after, largest_after = self._evaluate(subspace)
                if after <= value + _ARMIJO * fraction * slope + _ROUNDING * max(sizes, sizes_after):
                    value, sizes, largest = after, sizes_after, largest_after
                    break
                u -= fraction * direction
                fraction *= 0.5
                report.backtracks += 1
            else:
                if firmness >= _LARGEST:
                    break
                firmness = min(_FIRMER * firmness, _LARGEST)
                self._evaluate(subspace)
                continue
            displaced, unhindered = (
                longest(u, nodes),
                whole and shorter == 0 and firmness <= _FIRM and not self._unsure,
            )
            rate = _rate(length, before) if unhindered else 1.0
            if _is_over(length, rate, self.spec.tolerance * displaced):
                return Progress(True, last=length)
            before = length if unhindered else inf
            if longest(self._gradient, nodes) <= self.spec.tolerance * largest:
                self._direct(state, subspace, report, True, _SMALLEST)
                length = longest(direction, nodes)
                if length <= _LITTLE * displaced:
                    return Progress(True, last=length)
            if shorter > 1:  # where little resists, corrections are too long by that factor
                firmness = min(firmness * 2.0**shorter, _LARGEST)
            elif whole and shorter == 0:
                firmness = max(0.2 * firmness, _SMALLEST)
            if longest(self._x - state.x, nodes) > _AWAY * system.size:
                require_near(system, state, self._x)
        return Progress(False, last=length)

    def _conclude(self, progress: Progress, report: StepReport) -> None:
        """Say whether the step is solved, and in words what stands in the way if it is not."""
        nodes = self.system.layout.nodes
        displaced = longest(self._u, nodes)
        if self._residual.is_unstressed and (progress.solved or progress.rounding):
            lost = longest(self._x - self._residual.start - self._u, nodes)
            if max(lost, 0.0 if progress.solved else progress.last) > self.spec.tolerance * displaced:
                report.note = (
                    f"the displacement of {displaced:.1e} m is below rounding: positions up to "
                    f"{np.abs(self._x[:, nodes]).max():.2g} m from the origin are kept to {lost:.0e} m"
                )
            report.converged = not report.note
            return
        report.converged = progress.solved or progress.last <= _NOTHING * self.system.size
        if not report.converged:
            report.note = (
                f"no static equilibrium was found to the tolerance: after {report.newton} corrections the last one "
                f"still was {progress.last:.2g} m long, where nodes have moved by {displaced:.2g} m"
            )

    # ------------------------------------------------------------ one correction

    def _move(self) -> None:
        """x = X + u."""
        np.add(self._residual.start, self._u, out=self._x)
        copy_halo(self._x, self.system.layout.halo)

    def _evaluate(self, subspace: Subspace, offset: np.ndarray | None = None) -> tuple[float, float, float]:
        """Go to u, and find g less `offset` there; returns what `Residual.at` does."""
        self._move()
        found = self._residual.at(self._u, self._x, self._gradient)
        if offset is not None:
            self._gradient -= offset
        restrict_to(subspace, self._gradient)
        return found

    def _direct(
        self, state: BodyState, subspace: Subspace, report: StepReport, fresh: bool, firmness: float = 0.0
    ) -> bool:
        """Solve (2), or (4), for the direction, if not `fresh` with the factors that there are; whether it could be."""
        solver, span = self.solver, self.system.layout.span
        forcing = _FORCING if firmness else _STRICT
        np.negative(self._gradient, out=self._gradient)
        downhill = False
        for psd, shift in (
            (False, firmness),
            *((False, more) for more in _SHIFTS if more > firmness),
            (True, firmness),
        ):
            if fresh:
                self._assemble(state, psd, shift)
            try:
                outcome = solver.solve(subspace, self._gradient, self._direction, forcing)
            except SimulationError:  # singular
                fresh = True
                continue
            report.linear += outcome.iterations
            self._unsure = shift > firmness or outcome.residual > _FORCING
            downhill = not outcome.indefinite and dot(self._gradient, self._direction, span) > 0.0
            if downhill:
                break
            fresh = True
        np.negative(self._gradient, out=self._gradient)
        report.newton += 1
        return downhill

    def _assemble(self, state: BodyState, psd: bool, firmness: float) -> None:
        system, matrix = self.system, self.solver.matrix
        system.hessian(self._x, matrix, psd)
        if firmness:
            stiffness = float(matrix.own[:, system.layout.nodes].mean())
            matrix.add_multiple(self._inert, firmness * (stiffness if stiffness > 0.0 else 1.0))
        system.constrain(matrix, state)
        self.solver.update()


def _rate(length: float, before: float) -> float:
    """How long a correction is over that before; 1 if that is not known: none before, or one of no length."""
    return length / before if 0.0 < before < inf else 1.0


def _is_over(length: float, rate: float, allowed: float) -> bool:
    """Whether what is still to come after a correction, `rate` times as long as that before, is less than allowed."""
    return rate <= 0.5 and length <= 10.0 * allowed and length * rate <= _SURE * allowed
