"""Backward Euler and BDF2: each step is the minimum of one function, found by Newton's method.

With v = (x − x_ref)/h and a = (v − v_ref)/h,

    backward Euler:  h = Δt,   x_ref = xₙ,               v_ref = vₙ
    BDF2:            h = ⅔Δt,  x_ref = (4xₙ − xₙ₋₁)/3,    v_ref = (4vₙ − vₙ₋₁)/3 ,                    (1)

and x is where the incremental potential of `incremental` is least, to which `newton` leads. Flow that derives from no
energy is held meanwhile, and the potential minimised again with what has become of it there, until it stays (`settle`).

At last, bodies that nothing holds are shifted and turned so that they keep their momentum and spin (`momentum`).

BDF2 starts, and starts again after a jump, with one step of backward Euler. A *blow* is such a jump: an obstacle stops
a body within a step. x_ref lies behind the obstacle then, and (x − x_ref)/h could be up to half the old velocity
upwards, or the old one still; a body would bounce higher than it fell, or not at all, as the step happened to end.
Such a step is taken again by backward Euler: then the force of the obstacle is the momentum that it took over Δt. How
fast a body slides across the push does not matter. After restitution, which changes velocities at the end of a step,
the next one is of backward Euler.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pliant.errors import SimulationError
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.bouncing import strike
from pliant.integrators.incremental import IncrementalPotential, Vectors
from pliant.integrators.momentum import Free, Motion, is_free, keep_momentum, keep_spin
from pliant.integrators.newton import End, minimise
from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.integrators.system import BodyState, BodySystem, Frozen, Impulse, StepReport
from pliant.model.protocols import Room, StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.solver import Solver

BLOW = 3.0  # contact has begun or ended at once if its force has changed by this factor,
TOGETHER = 3.0  # and their number is what `history` says after a step together with others: only these look back to it
BLOWN = -1.0  # and after a blow, or restitution
STOPS = 0.3  # and stops a body if it can take away this part of its momentum along the force within a step
_SETTLING = 20  # times at most a step is solved again for matter whose flow is no part of the potential
_TURN = 0.1  # of the motion: the farthest that a body is turned to keep its spin; schemes lose (ωh)² of it in a step


class Press(NamedTuple):
    """How hard a body is pressed: Σ|f| [N], and Σ f fᵀ/|f| (3, 3), which tells in what directions."""

    total: float
    along: np.ndarray

    def __add__(self, other: Press) -> Press:  # type: ignore[override]
        return Press(self.total + other.total, self.along + other.along)


UNPRESSED = Press(0.0, np.zeros((3, 3)))


class Begun(NamedTuple):
    """A step that has begun: h, and what stays fixed within it."""

    h: float
    frozen: Frozen


class ImplicitStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = None

    def __init__(self, spec: BDF2 | BackwardEuler, system: BodySystem, solver: Solver):
        if system.secants:
            raise SimulationError(
                f"body {system.name!r}: the published variants are secant forces without an energy; "
                "use the integrator 'semi_implicit' or an explicit one for them",
                body=system.name,
            )
        self.spec = spec
        self.system = system
        self.solver = solver
        self.vectors = Vectors.room_for(system.layout)
        self._room = Room()
        self._last: tuple[Begun, np.ndarray] | None = None  # the last step, and where it ended

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        second_order, looks_back = self.is_second_order(state), isinstance(self.spec, BDF2)
        pressed = self.pressed(state, time) if looks_back else UNPRESSED
        begun = self.begin(state, time, dt, second_order, hands)
        report = self._solve(begun.frozen, state, begun.h, second_order)
        blow = looks_back and is_blow(
            pressed, self.press(begun.frozen, self.vectors.x), dt, [(state.v, self.system.mass)]
        )
        if blow and second_order:
            begun = self.begin(state, time, dt, False, hands)
            report = report + self._solve(begun.frozen, state, begun.h, False)
        return self.finish(state, dt, begun, blow, report)

    def is_second_order(self, state: BodyState, others: int = 0) -> bool:
        """Whether a step from this state, of an island with so many others or alone, looks back two steps."""
        looks_back = state.history[0] == 1.0 or (others > 0 and state.history[0] == TOGETHER + others)
        return isinstance(self.spec, BDF2) and looks_back

    def pressed(self, state: BodyState, time: float) -> Press:
        """What obstacles do to the nodes where a step begins."""
        if not self.system.supports:
            return UNPRESSED
        return self.press(self.system.at(time, state.memory), state.x)

    def begin(self, state: BodyState, time: float, dt: float, second_order: bool, hands: Hands) -> Begun:
        """Prepare a step; `x` of the vectors is a first guess of its end."""
        system, (x, reference, target, *_) = self.system, self.vectors
        h = 2.0 * dt / 3.0 if second_order else dt
        predict(
            state.x, state.v, state.earlier_x, state.earlier_v, state.free, state.target, second_order, dt, h,
            reference, target, x,
        )  # fmt: skip
        copy_halo(reference, system.layout.halo)
        copy_halo(x, system.layout.halo)
        earlier = state.earlier_x if second_order else None
        step = StepContext(state.x, state.v, time + dt, dt, reference, h, earlier, state.memory, guess=x)
        frozen = system.freeze(step._replace(room=self._room.anew()), hands)
        for guard in frozen.guards:
            if guard.limit_guess(state.x, state.free, x):
                copy_halo(x, system.layout.halo)
        return Begun(h, frozen)

    def finish(
        self,
        state: BodyState,
        dt: float,
        begun: Begun,
        blow: bool,
        report: StepReport,
        push: np.ndarray | None = None,
    ) -> StepReport:
        """Take `x` of the vectors as the end of the step; `push` (3, P) is how far obstacles can put nodes back."""
        system, (x, reference, *_), (h, frozen) = self.system, self.vectors, begun
        layout, obstacle = system.layout, frozen.entered(state.x, x)
        if obstacle:
            report = replace(report, converged=False, stuck=True, entered=obstacle)
        pushed_out = Impulse(x.copy(), (x - reference) / h) if system.projections else None
        if push is None:
            self.put_back(x, state)
        else:
            x += push
        copy_halo(x, layout.halo)
        accept(state.x, state.v, state.earlier_x, state.earlier_v, x, reference, h, layout.halo)
        self._last = begun, state.x
        struck = strike(frozen, state, self.solver, dt) if system.bounces else None
        state.history[0] = BLOWN if blow or struck is not None else 1.0
        impulses = tuple(one for one in (pushed_out, struck) if one is not None)
        return replace(report, blow=blow, looks_back=h != dt, changing=frozen.changing, impulses=impulses)

    def lacking(self, state: BodyState) -> np.ndarray | None:
        """∇Φ at every node (3, P) where the last step has ended, if this is where: what held nodes need [N]."""
        if self._last is None or self._last[1] is not state.x or np.any(self.vectors.x != state.x):
            return None
        frozen, h = self._last[0].frozen, self._last[0].h
        if frozen.system is not self.system:
            return None
        self.potential(frozen, state, h).evaluate_everywhere()
        return self.vectors.gradient.copy()

    def put_back(self, x: np.ndarray, state: BodyState) -> np.ndarray:
        """Put nodes back, in place, that are in obstacles which do that after a step."""
        for contact in self.system.projections:
            contact.apply(x, state.free)
        return x

    def press(self, frozen: Frozen, x: np.ndarray) -> Press:
        """What obstacles do to the nodes at positions x."""
        if not frozen.supports:
            return UNPRESSED
        pushes, along = self.vectors.direction, np.zeros(6)
        pushes.fill(0.0)
        for contact in frozen.supports:
            contact.add_gradient(x, pushes)
        return Press(add_directions(pushes, along), along[_FULL])

    def _solve(self, frozen: Frozen, state: BodyState, h: float, second_order: bool) -> StepReport:
        """Newton's method, again as long as matter has not settled or momentum is not kept."""
        x = self.vectors.x
        report = self._newton(frozen, state, h)
        for _ in range(_SETTLING):
            if report.stuck or frozen.settle(x, self.spec.tolerance):
                break
            report = report + self._newton(frozen, state, h)
        else:
            report.converged = False
        for _ in range(_SETTLING):
            if report.stuck or not self._is_loose(frozen, state, x):
                break
            kept = self._keep_balance(frozen, state, h, 4.0 / 3.0 if second_order else 1.0)
            if not report.converged or (kept and self._is_loose(frozen, state, x)):  # not into an obstacle
                break
            report = report + self._newton(frozen, state, h)
        return report

    def _newton(self, frozen: Frozen, state: BodyState, h: float) -> StepReport:
        report = StepReport()
        end = minimise(self.potential(frozen, state, h), self.spec.newton_iterations, report)
        report.converged, report.stuck = end is End.SOLVED, end is End.STUCK
        return report

    def potential(self, frozen: Frozen, state: BodyState, h: float) -> IncrementalPotential:
        return IncrementalPotential(self.spec, frozen, self.solver, state, h, self.vectors)

    def _keep_balance(self, frozen: Frozen, state: BodyState, h: float, weight: float) -> bool:
        """Momentum and spin of pieces that nothing holds; whether they had hardly lost any."""
        system, (x, reference, target, gradient, direction, velocity) = self.system, self.vectors
        reach = self.potential(frozen, state, h).motion
        free = Free(system, h, x, self.spec.tolerance * reach, _TURN * reach)
        loose, near = keep_momentum(free, self.solver.matrix, gradient, (direction, velocity))
        course = Motion(
            h, weight, state.x, state.v, state.earlier_x, state.earlier_v, reference, target, gradient
        )
        keep_spin(free, loose, course, system.mass)
        return near

    def _is_loose(self, frozen: Frozen, state: BodyState, x: np.ndarray) -> bool:
        """Whether neither pins nor obstacles hold the body, nor its solver keeps momentum by itself."""
        if self.solver.keeps_momentum or not is_free(state.free, self.system.layout.nodes):
            return False
        return self.press(frozen, x).total == 0.0


@kernel
def predict(x, v, earlier_x, earlier_v, free, held, second_order, dt, h, reference, target, guess):
    """x_ref of (1), y of (2), and a first guess: go on with the old velocity; pinned nodes go where they are put."""
    for c in range(3):
        for p in range(x.shape[1]):
            if second_order:
                r = (4.0 * x[c, p] - earlier_x[c, p]) / 3.0
                u = (4.0 * v[c, p] - earlier_v[c, p]) / 3.0
            else:
                r = x[c, p]
                u = v[c, p]
            reference[c, p] = r
            target[c, p] = r + h * u
            guess[c, p] = x[c, p] + dt * v[c, p] if free[p] != 0.0 else held[c, p]


def is_blow(before: Press, after: Press, dt: float, moving: Iterable[tuple[np.ndarray, np.ndarray]]) -> bool:
    """Whether contact has begun or ended at once, so hard that it stops bodies with velocities (3, P) and masses (P,).

    What counts is their momentum in the directions in which it presses: how fast they slide meanwhile does not matter.
    """
    stronger, weaker = max(before.total, after.total), min(before.total, after.total)
    if stronger <= BLOW * weaker:
        return False
    along = before.along + after.along
    along = along / np.linalg.norm(along, 2)
    return stronger * dt > STOPS * sum(momentum_along(v, mass, along) for v, mass in moving)


_FULL = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])  # of six sums a symmetric matrix


@kernel
def add_directions(f, out):
    """out (6,) += Σ f fᵀ/|f| over all places, as xx, xy, xz, yy, yz, zz; returns Σ|f|."""
    total = 0.0
    for p in range(f.shape[1]):
        x, y, z = f[0, p], f[1, p], f[2, p]
        size = np.sqrt(x * x + y * y + z * z)
        if size > 0.0:
            total += size
            out[0] += x * x / size
            out[1] += x * y / size
            out[2] += x * z / size
            out[3] += y * y / size
            out[4] += y * z / size
            out[5] += z * z / size
    return total


@kernel
def momentum_along(v, mass, a):
    """Σ m √(vᵀ a v) over all places, with a matrix (3, 3)."""
    total = 0.0
    for p in range(v.shape[1]):
        square = 0.0
        for i in range(3):
            square += v[i, p] * (a[i, 0] * v[0, p] + a[i, 1] * v[1, p] + a[i, 2] * v[2, p])
        total += mass[p] * np.sqrt(max(square, 0.0))
    return total


@kernel
def accept(x, v, earlier_x, earlier_v, new, reference, h, halo):
    for c in range(3):
        for p in range(x.shape[1]):
            earlier_x[c, p] = x[c, p]
            earlier_v[c, p] = v[c, p]
            x[c, p] = new[c, p]
            v[c, p] = (new[c, p] - reference[c, p]) / h
    copy_halo(v, halo)
