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

Neither searches along its corrections, as `newton` does: a whole one of a thin shell bends it, and stretches it by a
hair's breadth that costs more energy than bending has gained and is gone with the next; halved until the energy
decreases, it would get nowhere. Instead corrections are curved, to second order (`Equilibrium.bend`). What does not
come nearer soon is left.

Forces may balance where the energy is not least, as in a straight column under too much of a load: K then has a
negative eigenvalue. From there the body is led to a minimum (`buckling`); if none is found, the step is not solved.

Where nothing resists (a flat sheet across itself, a cloth that falls onto something) neither gets anywhere. There the
energy is minimised, by `newton` (`downhill`). A body that gravity pulls and nothing holds has no equilibrium, which is
an error (`held`).

A step is solved when what corrections have yet to come to, by the rate at which they shrink, is less than `tolerance`
times the displacement. Forces left would not tell: those of a thin shell that is stretched by a hair's breadth are
larger than what bends it by a hand's. What cannot be solved so far, and a displacement that positions are too coarse
for, is reported in words.
"""

from __future__ import annotations

from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from pliant.errors import SimulationError
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.buckling import lead
from pliant.integrators.downhill import Descent
from pliant.integrators.equilibrium import REACH, Equilibrium, Vectors, is_over, rate_of
from pliant.integrators.held import require_hold
from pliant.integrators.newton import End, minimise
from pliant.integrators.residual import Residual, longest
from pliant.integrators.spec import Static
from pliant.integrators.system import BodyState, BodySystem, Frozen, StepReport
from pliant.model.protocols import StepContext
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.solver import Solver
from pliant.solvers.spec import SolverSpec

_SETTLING = 20  # times at most a step is solved again for matter whose flow derives from no energy
_DIRECT_UP_TO = 4000  # nodes: without inertia, systems are too badly conditioned for iterations
_STRAIGHT = 12  # corrections at most until (1) is solved straight, or a step of (3)
_LIMP = 20.0  # sizes: a first correction longer than this is of a body that hardly resists
_ROUGH = 3e-2  # of the displacement: how far steps of (3) but the last are solved
_FAR = 0.5  # of the size: a correction that goes farther at once goes astray
_NOTHING = 1e-12  # of the size: a correction that is rounding
_SLOW = 0.7  # times as long as the one before: corrections that lead nowhere
_LONGER, _SHORTER = 1.6, 0.4  # times as long is the step of (3) after one that went well, or failed
_SHORTEST = 2e-4  # of the load: when (3) gives up
_OLD_FACTORS = (
    0.1  # times as long as the one before: with those there are, corrections must shrink at least so
)
_BENT = 1e-4  # of the size: longer corrections are curved
_BUCKLINGS = 5  # times at most an equilibrium is left that is no minimum
_NOISE = 1e-9  # of the size: corrections that are shorter and do not shrink are rounding


class Progress(NamedTuple):
    """Where some corrections of Newton's method have led."""

    solved: bool
    first: float = 0.0  # the length of the first [m]
    last: float = inf  # and of the last
    count: int = 0
    rounding: bool = False  # whether the last ones are nothing but rounding
    unstable: bool = False  # whether the energy is not least there, though forces balance


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
        usual = solver.kind == "auto" and system.framed is None  # a frame's matrix has a direct solver anyway
        direct = usual and system.layout.count <= _DIRECT_UP_TO
        self.solver: Solver = system.make_solver(
            SolverSpec(kind="profile") if direct else solver, only_definite=True
        )
        self._residual, self._vectors = Residual(system), Vectors.room_for(system.layout)
        self._still = system.layout.zeros(3)
        self.way: list[np.ndarray] = []  # places (3, P) that the last step came through

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Put the state into equilibrium with what is around it at `time + dt`."""
        system, (x, u, *_) = self.system, self._vectors
        require_hold(system, state, hands)
        x[:] = np.where(state.free != 0.0, state.x, state.target)
        copy_halo(x, system.layout.halo)
        frozen = self.freeze(state, time, dt, hands, x)
        self._residual.begin(frozen, state)
        np.subtract(state.x, self._residual.start, out=u)
        here = Equilibrium(frozen, self.solver, self._residual, state, self._vectors)
        self.way = here.way
        report = self._solve(here)
        for _ in range(_SETTLING):
            if frozen.settle(x, self.spec.tolerance):
                break
            report = report + self._solve(here)
        else:
            report.converged, report.note = False, "what flows in it has not settled"
        take(state, x)
        report.changing = frozen.changing
        return report

    def freeze(self, state: BodyState, time: float, dt: float, hands: Hands, guess: np.ndarray) -> Frozen:
        """What stays fixed within a step."""
        still = self._still
        step = StepContext(state.x, still, time + dt, dt, state.x, inf, memory=state.memory, guess=guess)
        return self.system.freeze(step, hands)

    # ------------------------------------------------------------ ways to the solution

    def _solve(self, here: Equilibrium) -> StepReport:
        """To an equilibrium, and from it to another one as long as the energy is not least there."""
        report = StepReport(converged=False)
        progress = self._find(here, report)
        for _ in range(_BUCKLINGS):
            away = here.falling() if progress.solved else None
            if away is None:
                break
            lead(here, away, self.spec.newton_iterations, report)
            progress = self._find(here, report)
        else:
            progress = progress._replace(unstable=progress.solved and here.falling() is not None)
        self._conclude(here, progress, report)
        return report

    def _find(self, here: Equilibrium, report: StepReport) -> Progress:
        """Straight, else by steps of the load, else downhill."""
        u = here.vectors.u
        start, ahead = u.copy(), here.way_of_held()
        here.evaluate()
        load = here.vectors.gradient.copy()
        u += ahead
        progress = self._correct(here, None, self.spec.tolerance, report)
        if not (progress.solved or progress.rounding) and progress.first < _LIMP * self.system.size:
            progress = self._by_steps(here, start, ahead, load, progress.first, report)
        if not (progress.solved or progress.rounding):
            here.put_held(start + ahead)
            progress = self._descend(here, progress.last, report)
        return progress

    def _by_steps(
        self,
        here: Equilibrium,
        start: np.ndarray,
        ahead: np.ndarray,
        load: np.ndarray,
        first: float,
        report: StepReport,
    ) -> Progress:
        """(3) from the displacements `start`, where g is `load`; held nodes have the way `ahead` of them."""
        done, step, reached = 0.0, min(0.5, REACH * self.system.size / first), start.copy()
        u, slope = here.vectors.u, None  # du/ds
        failed, progress = False, Progress(False)
        while report.newton < self.spec.newton_iterations:
            to = done + step if done + 1.1 * step < 1.0 else 1.0
            u[:] = reached if slope is None else reached + (to - done) * slope
            here.put_held(start + to * ahead)
            tolerance = self.spec.tolerance if to == 1.0 else _ROUGH
            progress = self._correct(here, (1.0 - to) * load, tolerance, report)
            if progress.solved or (to == 1.0 and progress.rounding):
                if to == 1.0:
                    return progress
                here.come_through()
                slope = (u - reached) / (to - done)
                reached[:] = u
                step = (to - done) * (_LONGER if progress.count <= 4 and not failed else 1.0)
                done, failed = to, False
                continue
            step, failed = _SHORTER * (to - done), True
            if step < _SHORTEST:
                break
        u[:] = reached
        return Progress(False, last=progress.last)

    def _correct(
        self, here: Equilibrium, offset: np.ndarray | None, tolerance: float, report: StepReport
    ) -> Progress:
        """Corrections (2) of g(x) = `offset`; what does not come nearer soon is left."""
        size, nodes = self.system.size, self.system.layout.nodes
        _, u, gradient, direction = here.vectors
        first, before, length, stalled, fresh = 0.0, inf, 0.0, 0, True
        for count in range(1, _STRAIGHT + 1):
            here.evaluate(offset)
            if not gradient.any():
                return Progress(True, first, 0.0, count)
            if not here.direct(report, fresh=fresh):
                return Progress(False, first or inf, length, count)
            cut = here.keep_out()
            length = longest(direction, nodes)
            first = first or length
            slow = (count > 2 and length > 2.0 * before) or (count > 4 and length > _SLOW * before)
            if not length <= _FAR * size or (slow and length > _NOISE * size):
                break
            if length > _BENT * size and not self.system.supports and here.bend(offset) > length:
                break
            u += direction
            rate, displaced = rate_of(length, before), longest(u, nodes)
            if not (here.unsure or cut) and is_over(length, rate, tolerance * displaced):
                here.go()
                return Progress(True, first, length, count)
            stalled = stalled + 1 if length <= _NOISE * size and rate > 0.3 and count > 1 and not cut else 0
            if stalled > 1:
                here.go()
                return Progress(length <= tolerance * displaced, first, length, count, rounding=True)
            fresh = length > tolerance * displaced or rate > _OLD_FACTORS
            before = length
        return Progress(False, first, length, _STRAIGHT)

    def _descend(self, here: Equilibrium, before: float, report: StepReport) -> Progress:
        """Newton's method with a line search, if corrections are left; the last one before was `before` long."""
        descent = Descent(here, self.spec.tolerance)
        end = minimise(descent, self.spec.newton_iterations, report)
        return Progress(end is End.SOLVED, last=descent.length if isfinite(descent.length) else before)

    def _conclude(self, here: Equilibrium, progress: Progress, report: StepReport) -> None:
        """Say whether the step is solved, and in words what stands in the way if it is not."""
        nodes, (x, u, *_) = self.system.layout.nodes, here.vectors
        displaced = longest(u, nodes)
        if progress.unstable:
            report.note = (
                "forces balance where energy is not least: it would buckle, and no minimum was found"
            )
            return
        if self._residual.is_unstressed and (progress.solved or progress.rounding):
            lost = longest(x - self._residual.start - u, nodes)
            if max(lost, 0.0 if progress.solved else progress.last) > self.spec.tolerance * displaced:
                report.note = (
                    f"the displacement of {displaced:.1e} m is below rounding: positions up to "
                    f"{np.abs(x[:, nodes]).max():.2g} m from the origin are kept to {lost:.0e} m"
                )
            report.converged = not report.note
            return
        report.converged = progress.solved or progress.last <= _NOTHING * self.system.size
        if not report.converged:
            report.note = (
                f"no static equilibrium was found to the tolerance: after {report.newton} corrections the last one "
                f"still was {progress.last:.2g} m long, where nodes have moved by {displaced:.2g} m"
            )


def take(state: BodyState, x: np.ndarray) -> None:
    """Put a state at rest at x."""
    for values in (state.x, state.earlier_x):
        values[:] = x
    for values in (state.v, state.earlier_v, state.history):
        values.fill(0.0)
