"""Backward Euler and BDF2: each step is the minimum of one function, found by Newton's method.

With v = (x − x_ref)/h and a = (v − v_ref)/h,

    backward Euler:  h = Δt,   x_ref = xₙ,               v_ref = vₙ
    BDF2:            h = ⅔Δt,  x_ref = (4xₙ − xₙ₋₁)/3,    v_ref = (4vₙ − vₙ₋₁)/3                     (1)

the equation M a + ∇E(x) = f(v), f = −∂D/∂v, is the stationary point of the incremental potential

    Φ(x) = ½ (x − y)ᵀM(x − y)/h² + E(x) + h D((x − x_ref)/h),    y = x_ref + h v_ref .                  (2)

Newton's method takes the positive semi-definite Hessians, solves for each correction only as far as it is worth, and
searches along it until Φ has decreased enough (Armijo). It ends when the last correction is small beside the motion
of the step. Where matter yields, many small ones may lead on in the same direction: there it is what is still to
come, by the rate at which corrections shrink, that has to be small. The matrix of a hybrid body is constant but for
the frame: what a correction leaves there is stiff, so that the next one is smaller at least by the factor by which
the gradient has shrunk, and need not be made to be known. That it has shrunk also shows that the first correction,
which the solver does not check, was right. Flow that derives from no energy is held while Φ is minimised, and Φ
minimised again with what has become of it there, until it stays (`settle`). The normal forces of friction are held
for one correction (`follow`).

At last, bodies that nothing holds are shifted and turned so that they keep their momentum and spin (`balance`).

BDF2 starts, and starts again after a jump, with one step of backward Euler. A *blow* is such a jump: an obstacle stops
a body within a step. x_ref lies behind the obstacle then, and (x − x_ref)/h could be up to half the old velocity
upwards, or the old one still; a body would bounce higher than it fell, or not at all, as the step happened to end. Such
a step is taken again by backward Euler: then the force of the obstacle is the momentum that it took over Δt.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import SimulationError
from pliant.integrators.balance import Free, Motion, is_free, keep_momentum, keep_spin
from pliant.integrators.bouncing import strike
from pliant.integrators.spec import BDF2, BackwardEuler
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel, place
from pliant.numerics.layout import copy_halo
from pliant.solvers.cg import restrict_to
from pliant.solvers.spline import Solver, SplineSolver
from pliant.solvers.vectors import dot

_ARMIJO = 1e-4
_AT_REST = 1e-3  # a motion per step below this fraction of the body's size need not be resolved further
_NOTHING = 1e-12  # of the body's size: a correction that is rounding, by which Φ need not decrease
_HALVINGS = 40  # a sheet that starts flat resists nothing across, and a long step first asks for kilometres
_BLOW = 3.0  # contact has begun or ended at once if its force has changed by this factor,
_STOPS = 0.3  # and stops a body if it can take away this part of its momentum within a step
_SLOWEST = 20.0  # times the last correction: the most that is expected of those that a slow iteration has yet to make
_YIELDING = (
    0.1  # of the tolerance, for matter that yields: many small corrections lead on in the same direction
)
_SETTLING = 20  # times at most a step is solved again for matter whose flow is no part of Φ
_FLATTER = 0.3  # times the gradient before: what shows that a correction that nobody checked was right
_TURN = 0.1  # of the motion: the farthest that a body is turned to keep its spin; schemes lose (ωh)² of it in a step
_FORCING = 1e-2  # how far the first linear system of a step is solved, relative to its right-hand side


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
        zeros = system.layout.zeros
        self._reference, self._target = zeros(3), zeros(3)
        self._gradient, self._direction, self._trial = zeros(3), zeros(3), zeros(3)
        self._velocity = zeros(3)
        self._ones = np.ones(system.layout.size)

    def step(self, state: BodyState, time: float, dt: float) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place."""
        system = self.system
        layout = system.layout
        second_order = isinstance(self.spec, BDF2) and state.history[0] == 1.0
        pressed = self._contact_force(state.x) if second_order else 0.0
        report = self._attempt(state, time, dt, second_order)
        blow = second_order and self._is_blow(state, pressed, dt)
        if blow:
            report = report + self._attempt(state, time, dt, False)
        x, h = self._trial, 2.0 * dt / 3.0 if second_order and not blow else dt
        loose = x.copy() if system.booked and system.projections else None
        for contact in system.projections:
            contact.apply(x, state.free)
        copy_halo(x, layout.halo)
        accept(state.x, state.v, state.earlier_x, state.earlier_v, x, self._reference, h, layout.halo)
        if loose is not None:
            had = system.energy(loose, (loose - self._reference) / h)
            system.lost += had - system.energy(state.x, state.v)
        system.blow = blow
        thrown = bool(system.bounces) and strike(system, state, self.solver, dt)
        state.history[0] = 0.0 if blow or thrown else 1.0
        return report

    def _attempt(self, state: BodyState, time: float, dt: float, second_order: bool) -> StepReport:
        """Solve a step; the trial has its end."""
        system, layout, x = self.system, self.system.layout, self._trial
        h = 2.0 * dt / 3.0 if second_order else dt
        predict(
            state.x, state.v, state.earlier_x, state.earlier_v, state.free, state.target, second_order, dt, h,
            self._reference, self._target, x,
        )  # fmt: skip
        copy_halo(self._reference, layout.halo)
        copy_halo(x, layout.halo)
        earlier = state.earlier_x if second_order else None
        system.begin_step(
            StepContext(state.x, state.v, time + dt, dt, self._reference, h, earlier, state.memory, guess=x)
        )
        return self._solve(state, x, h, second_order)

    def _contact_force(self, x: np.ndarray) -> float:
        """Σ|f| [N] of what obstacles do to the nodes at positions x."""
        if not self.system.supports:
            return 0.0
        self._direction.fill(0.0)
        for contact in self.system.supports:
            contact.add_gradient(x, self._direction)
        return sum_of_lengths(self._direction, self._ones)

    def _is_blow(self, state: BodyState, before: float, dt: float) -> bool:
        """Whether contact has begun or ended at once, so hard that it stops the body: see the top of this file."""
        after = self._contact_force(self._trial)
        stronger, weaker = max(before, after), min(before, after)
        if stronger <= _BLOW * weaker:
            return False
        return stronger * dt > _STOPS * sum_of_lengths(state.v, self.system.mass)

    def _solve(self, state: BodyState, x: np.ndarray, h: float, second_order: bool) -> StepReport:
        """Newton's method, again as long as matter has not settled."""
        report = self._newton(state, x, h)
        for _ in range(_SETTLING):
            if report.stuck or self.system.settle(x, self.spec.tolerance):
                break
            report = report + self._newton(state, x, h)
        else:
            report.converged = False
        for _ in range(_SETTLING):
            if report.stuck or not self._is_loose(state, x):
                break
            kept = self._keep_balance(state, x, h, 4.0 / 3.0 if second_order else 1.0)
            if not report.converged or (kept and self._is_loose(state, x)):  # not shifted into an obstacle
                break
            report = report + self._newton(state, x, h)
        return report

    def _keep_balance(self, state: BodyState, x: np.ndarray, h: float, weight: float) -> bool:
        """Momentum and spin of pieces that nothing holds; whether they had hardly lost any."""
        system = self.system
        _, motion = correction_and_motion(self._direction, x, state.x, system.layout.span)
        reach = max(motion, _AT_REST * system.size)
        free = Free(system, h, x, self.spec.tolerance * reach, _TURN * reach)
        loose, near = keep_momentum(
            free, self.solver.matrix, self._gradient, (self._direction, self._velocity)
        )
        course = Motion(
            h, weight, state.x, state.v, state.earlier_x, state.earlier_v, self._reference, self._target, self._gradient
        )  # fmt: skip
        keep_spin(free, loose, course, system.mass)
        return near

    def _is_loose(self, state: BodyState, x: np.ndarray) -> bool:
        """Whether neither pins nor obstacles hold the body, nor its solver keeps momentum by itself."""
        if isinstance(self.solver, SplineSolver) or not is_free(state.free, self.system.layout.nodes):
            return False
        return self._contact_force(x) == 0.0

    def _newton(self, state: BodyState, x: np.ndarray, h: float) -> StepReport:
        system, solver, spec = self.system, self.solver, self.spec
        layout, matrix, span = system.layout, solver.matrix, system.layout.span
        gradient, direction = self._gradient, self._direction
        subspace = system.subspace(state)
        constant = solver if isinstance(solver, SplineSolver) else None
        report = StepReport(converged=False)
        before = np.inf  # the correction before
        value = self._potential(x, h, gradient)
        restrict_to(subspace, gradient)
        steepness = dot(gradient, gradient, span)
        for _ in range(spec.newton_iterations):
            system.hessian(x, matrix, True)
            matrix.add_multiple(system.mass, 1.0 / (h * h))
            matrix.add_multiple(system.node_damping, 1.0 / h)
            for force in system.forces:
                force.add_jacobian(x, 1.0 / h, matrix)
            system.constrain(matrix, state)
            solver.update()
            np.negative(gradient, out=gradient)
            first = report.newton == 0 and not system.settles
            solve = constant.respond if constant is not None and first else solver.solve
            outcome = solve(subspace, gradient, direction, _FORCING)
            unchecked = np.isnan(outcome.residual)
            slope = -dot(gradient, direction, span)
            report.newton += 1
            report.linear += outcome.iterations
            moved, _ = correction_and_motion(direction, x, state.x, span)
            if moved <= _NOTHING * system.size:
                add_step(x, direction, 1.0)
                copy_halo(x, layout.halo)
                if system.follow(x):
                    gradient.fill(0.0)
                    report.converged = True
                    break
                value = self._potential(x, h, gradient)
                restrict_to(subspace, gradient)
                continue
            fraction = 1.0
            for _ in range(_HALVINGS):
                add_step(x, direction, fraction)
                copy_halo(x, layout.halo)
                after = self._potential(x, h, gradient)
                if after <= value + _ARMIJO * fraction * slope + 1e-12 * abs(value):
                    break
                add_step(x, direction, -fraction)
                fraction *= 0.5
                report.backtracks += 1
            else:
                copy_halo(x, layout.halo)
                # Either there is nothing left to gain but rounding, or the step cannot be solved.
                report.converged = abs(slope) <= 1e-9 * abs(value)
                report.stuck = not report.converged
                return report
            value = after
            restrict_to(subspace, gradient)
            steeper, steepness = steepness, dot(gradient, gradient, span)
            _, motion = correction_and_motion(direction, x, state.x, span)
            error = moved
            if system.yields:
                slow = moved / max(before - moved, 1e-300) if moved < before else np.inf
                error = moved * min(max(1.0, slow), _SLOWEST) / _YIELDING
            elif constant is not None and fraction == 1.0:
                flatter = np.sqrt(steepness / max(steeper, 1e-300))
                error *= min(1.0, flatter)
                unchecked = unchecked and flatter > _FLATTER
            if not system.follow(x):
                value = self._potential(x, h, gradient)
                restrict_to(subspace, gradient)
                steepness = dot(gradient, gradient, span)
            elif not unchecked and error <= spec.tolerance * max(motion, _AT_REST * system.size):
                report.converged = True
                break
            before = moved
        return report

    def _potential(self, x: np.ndarray, h: float, gradient: np.ndarray) -> float:
        """Φ(x) of (2) and its gradient."""
        system = self.system
        value = system.gradient(x, gradient)
        span = system.layout.span
        value += add_inertia(x, self._target, system.mass, 1.0 / (h * h), gradient, span)
        value += add_inertia(x, self._reference, system.node_damping, 1.0 / h, gradient, span)
        if system.forces:
            velocity_from(x, self._reference, h, self._velocity)
            np.negative(gradient, out=gradient)
            for force in system.forces:
                value += h * force.add_force(x, self._velocity, gradient)
            np.negative(gradient, out=gradient)
        return value


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


@kernel
def sum_of_lengths(a, weights):
    """Σ w|a| over all places."""
    total = 0.0
    for p in range(a.shape[1]):
        total += weights[p] * np.sqrt(a[0, p] * a[0, p] + a[1, p] * a[1, p] + a[2, p] * a[2, p])
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


@kernel
def add_inertia(x, y, mass, factor, gradient, span):
    """Add factor·M(x − y) to the gradient; returns factor·½(x − y)ᵀM(x − y), summed by rows.

    With factor 1/h² this is inertia; with the damping per node in place of M, y = x_ref and 1/h it is damping.
    """
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for c in range(3):
            for j in range(span.columns):
                p = place(start + j)
                d = x[c, p] - y[c, p]
                f = factor * mass[p] * d
                gradient[c, p] += f
                part += f * d
        total += part
    return 0.5 * total


@kernel
def velocity_from(x, reference, h, out):
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, p] = (x[c, p] - reference[c, p]) / h


@kernel
def add_step(x, direction, fraction):
    for c in range(3):
        u, d = x[c], direction[c]
        for p in range(u.shape[0]):
            u[p] += fraction * d[p]


@kernel
def correction_and_motion(direction, x, before, span):
    """The largest length of a correction, and the largest distance from where a node was, over the nodes."""
    correction, motion = 0.0, 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            length, away = 0.0, 0.0
            for c in range(3):
                length += direction[c, p] ** 2
                away += (x[c, p] - before[c, p]) ** 2
            correction, motion = max(correction, length), max(motion, away)
    return np.sqrt(correction), np.sqrt(motion)
