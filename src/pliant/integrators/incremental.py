"""The function that an implicit step makes least, as a problem for Newton's method.

With v = (x − x_ref)/h and a = (v − v_ref)/h, the equation M a + ∇E(x) = f(v), f = −∂D/∂v, of a step is the stationary
point of the incremental potential

    Φ(x) = ½ (x − y)ᵀM(x − y)/h² + E(x) + h D((x − x_ref)/h) ,    y = x_ref + h v_ref .                         (1)

Newton's method takes the positive semi-definite Hessians and solves for each correction only as far as it is worth. The
normal forces of friction are held for one correction (`follow`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.integrators.keep_out import keep_out, limit
from pliant.integrators.newton import Correction, End, Level, Made
from pliant.integrators.spec import BDF2, BackwardEuler, Static
from pliant.integrators.system import BodyState, Frozen, StepReport
from pliant.numerics.compile import kernel, uint
from pliant.numerics.grid_layout import Layout, copy_halo
from pliant.solvers.cg import restrict_to
from pliant.solvers.solver import Outcome, Solver
from pliant.solvers.vectors import dot

AT_REST = 1e-3  # a motion per step below this fraction of the body's size need not be resolved further
_NOTHING = 1e-12  # of the body's size: a correction that is rounding, by which Φ need not decrease
_ROUNDING = 1e-12  # of Φ
_LEVEL = 1e-9  # of Φ: a correction along which it decreases by less has nothing left to gain
_HALVINGS = 40  # a sheet that starts flat resists nothing across, and a long step first asks for kilometres
_FORCING = 1e-2  # how far a linear system is solved, relative to its right-hand side
_SLOWEST = 20.0  # times the last correction: the most that is expected of those that a slow iteration has yet to make
_YIELDING = (
    0.1  # of the tolerance, for matter that yields: many small corrections lead on in the same direction
)
_FLATTER = 0.3  # times the gradient before: what shows that a correction that nobody checked was right


class Vectors(NamedTuple):
    """What a step needs, (3, P) each; the stepper keeps them from step to step."""

    x: np.ndarray  # where the step ends
    reference: np.ndarray  # x_ref
    target: np.ndarray  # y
    gradient: np.ndarray
    direction: np.ndarray
    velocity: np.ndarray

    @classmethod
    def room_for(cls, layout: Layout) -> Vectors:
        return cls(*(layout.zeros(3) for _ in cls._fields))


class IncrementalPotential:
    """(1) of one step of length h from a state."""

    halvings = _HALVINGS

    def __init__(
        self,
        spec: BDF2 | BackwardEuler | Static,
        frozen: Frozen,
        solver: Solver,
        state: BodyState,
        h: float,
        vectors: Vectors,
    ):
        self.spec, self.frozen, self.solver, self.state, self.h = spec, frozen, solver, state, h
        self.system, self.vectors = frozen.system, vectors
        system = self.system
        self.subspace = system.subspace(state)
        self._before, self._last = np.inf, np.inf  # the lengths of the last two corrections
        self._steepness, self._outcome = 0.0, Outcome(True, False, 0, 0.0)
        self.is_cut = False  # whether obstacles were in the way of the last correction

    def evaluate(self) -> Level:
        """Φ of (1), and its gradient."""
        value = self.evaluate_everywhere()
        restrict_to(self.subspace, self.vectors.gradient)
        return Level(value, _ROUNDING * abs(value))

    def evaluate_everywhere(self) -> float:
        """The same, with the gradient at nodes that are held."""
        system, h = self.system, self.h
        x, reference, target, gradient, _, velocity = self.vectors
        value, span = self.frozen.gradient(x, gradient), system.layout.span
        value += add_inertia(x, target, system.mass, 1.0 / (h * h), gradient, span)
        value += add_inertia(x, reference, system.node_damping, 1.0 / h, gradient, span)
        if self.frozen.forces:
            velocity_from(x, reference, h, velocity)
            np.negative(gradient, out=gradient)
            for force in self.frozen.forces:
                value += h * force.add_force(x, velocity, gradient)
            np.negative(gradient, out=gradient)
        return value

    def correct(self, report: StepReport) -> Correction:
        """The first correction is not checked by the solver, unless what matter holds depends on it: see `is_over`."""
        system, solver, span = self.system, self.solver, self.system.layout.span
        x, _, _, gradient, direction, _ = self.vectors
        self.assemble()
        solver.update()
        np.negative(gradient, out=gradient)
        checked = report.newton > 0 or system.settles
        self._outcome = solver.solve(self.subspace, gradient, direction, _FORCING, checked=checked)
        report.newton += 1
        report.linear += self._outcome.iterations
        if self._outcome.shrinks_with_gradient:
            self._steepness = dot(gradient, gradient, span)
        np.negative(gradient, out=gradient)
        self.is_cut = keep_out(self.frozen, self.state, x, gradient, direction, self.vectors.velocity)
        slope = dot(gradient, direction, span)
        length, _ = correction_and_motion(direction, x, self.state.x, span)
        self._before, self._last = self._last, length
        negligible = not self.is_cut and length <= _NOTHING * system.size
        if negligible:
            gradient.fill(0.0)
        return Correction(slope, length, negligible=negligible)

    def limit(self) -> bool:
        """Cut the correction where nodes would go into obstacles; whether any would."""
        return limit(self.frozen, self.state, self.vectors.x, self.vectors.direction)

    def assemble(self, *, psd: bool = True) -> None:
        """The Hessian of (1), without pinned nodes."""
        system, matrix, x, h = self.system, self.solver.matrix, self.vectors.x, self.h
        self.frozen.hessian(x, matrix, psd)
        matrix.add_multiple(system.mass, 1.0 / (h * h))
        matrix.add_multiple(system.node_damping, 1.0 / h)
        for force in self.frozen.forces:
            force.add_jacobian(x, 1.0 / h, matrix)
        system.constrain(matrix, self.state)

    def move(self, fraction: float) -> None:
        add_step(self.vectors.x, self.vectors.direction, fraction)
        copy_halo(self.vectors.x, self.system.layout.halo)

    def follow(self) -> bool:
        return self.frozen.follow(self.vectors.x, self.spec.tolerance)

    @property
    def is_steady(self) -> bool:
        """Whether obstacles push as they did before the last correction, or nearly so."""
        return self.frozen.is_steady(self.vectors.x, self.vectors.direction)

    @property
    def rubbed(self) -> float:
        return self.frozen.rubbed

    @property
    def yields(self) -> bool:
        return self.frozen.yields

    def settle(self, tolerance: float) -> bool:
        return self.frozen.settle(self.vectors.x, tolerance)

    def is_over(self, correction: Correction, made: Made, report: StepReport) -> bool:
        """Whether the error that is left is small beside the motion of the step, and the correction known to be right.

        That the gradient has shrunk shows that one which the solver has not checked was right.
        """
        checked, shrinking = self._outcome.is_checked, 1.0
        if self._outcome.shrinks_with_gradient and made.fraction == 1.0 and not self.frozen.yields:
            gradient = self.vectors.gradient
            steepness = dot(gradient, gradient, self.system.layout.span)
            shrinking = np.sqrt(steepness / max(self._steepness, 1e-300))
            checked = checked or shrinking <= _FLATTER
        error = error_left(correction.length, self._before, shrinking, yields=self.frozen.yields)
        if self.is_cut or not checked or error > self.spec.tolerance * self.motion:
            return False
        return self.is_steady

    def without_gain(self, correction: Correction, level: Level) -> End:
        """Either there is nothing left to gain but rounding, or the step cannot be solved."""
        solved = not self.is_cut and abs(correction.slope) <= _LEVEL * abs(level.value)
        return End.SOLVED if solved else End.STUCK

    @property
    def motion(self) -> float:
        """How far nodes have moved in the step [m], or a little if they hardly have."""
        system, (x, *_, direction, _) = self.system, self.vectors
        _, motion = correction_and_motion(direction, x, self.state.x, system.layout.span)
        return max(motion, AT_REST * system.size)


def error_left(length: float, before: float, shrinking: float, *, yields: bool) -> float:
    """How far x may still be from the solution after a correction of this `length` [m]: when to stop.

    Newton's method converges fast, and the error is less than the last correction, ℓ. Two things are known better:

    * Where matter yields, many small corrections may lead on in the same direction. If each is q = ℓ/ℓ_before times as
      long as the one before, those to come add up to ℓ(q + q² + …) = ℓ q/(1 − q). That is taken ten times as large, and
      q/(1 − q) no less than 1, since q is only a guess, nor more than 20.
    * Where the matrix is constant but for a frame (`Outcome.shrinks_with_gradient`), the next correction is smaller at
      least by the factor by which the gradient has shrunk, ℓ|g|/|g_before|: it need not be made to be known.
      `shrinking` is that factor, 1 if nothing is known of it.
    """
    if yields:
        more = length / max(before - length, 1e-300) if length < before else np.inf
        return length * min(max(1.0, more), _SLOWEST) / _YIELDING
    return length * min(1.0, shrinking)


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
                p = uint(start + j)
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
