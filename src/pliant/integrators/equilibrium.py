"""Where a static step is, and what a correction of Newton's method is there: what all ways to equilibrium share.

    K(x) d = −g(x) ,   or   (K + λM) d = −g(x)                                                                 (1)

with the true Hessian K, or the positive semi-definite one where that is not positive, and a part of the masses M that
keeps what moves freely where it is.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import numpy as np

from pliant.errors import SimulationError
from pliant.integrators.keep_out import keep_out
from pliant.integrators.residual import Residual, longest
from pliant.integrators.system import BodyState, BodySystem, Frozen, StepReport
from pliant.numerics.grid_layout import Layout, copy_halo
from pliant.solvers.cg import restrict_to
from pliant.solvers.indefinite import Factors
from pliant.solvers.solver import Solver
from pliant.solvers.vectors import dot

REACH = 0.2  # of the body's size: how far a correction may go
_SHIFTS = (1e-10, 1e-9, 1e-8, 1e-7, 1e-6)  # λM over the mean of K's diagonal, tried where K is not positive
_FORCING, _STRICT = 1e-3, 1e-9  # how far (1) is solved with λ and without, relative to its right-hand side
_FAR = 0.02  # of the body's size: how far apart places on a way are
_LEVEL = 1e-12  # λM over the mean of K's diagonal: a K that is less negative is not, but for rounding
_LARGE = 4000  # nodes: up to this many a matrix is factorised to see whether it is positive
_SURE = 1e-2  # of what is allowed: what is still to come, as far as two corrections tell; soft shapes may lag behind


class Vectors(NamedTuple):
    """What a step needs, (3, P) each; the stepper keeps them from step to step."""

    x: np.ndarray
    u: np.ndarray  # x = X + u, with X of the residual
    gradient: np.ndarray
    direction: np.ndarray

    @classmethod
    def room_for(cls, layout: Layout) -> Vectors:
        return cls(*(layout.zeros(3) for _ in cls._fields))


class Equilibrium:
    """The forces of one body in a static step, and corrections of its displacement."""

    def __init__(
        self, frozen: Frozen, solver: Solver, residual: Residual, state: BodyState, vectors: Vectors
    ):
        self.frozen, self.solver, self.residual = frozen, solver, residual
        self.system = system = frozen.system
        self.state, self.vectors = state, vectors
        self.unsure = False  # whether the last correction needed more λ than wanted, or was not solved for
        self.way: list[np.ndarray] = []  # some of the places (3, P) that it has come through
        self._subspace, self._room = system.subspace(state), system.layout.zeros(3)
        self.is_firm = False  # whether K is known to be positive by itself where it was assembled last

    def way_of_held(self) -> np.ndarray:
        """How far held nodes are from where they are put, (3, P); zero at others."""
        away = self.state.target - self.residual.start - self.vectors.u
        return np.where(self.state.free == 0.0, away, 0.0)

    def put_held(self, displacement: np.ndarray) -> None:
        """Give held nodes this displacement."""
        u = self.vectors.u
        u[:] = np.where(self.state.free == 0.0, displacement, u)

    def go(self) -> None:
        """x = X + u."""
        np.add(self.residual.start, self.vectors.u, out=self.vectors.x)
        copy_halo(self.vectors.x, self.system.layout.halo)

    def come_through(self) -> None:
        """Take down that x is on the way, if it is far from what was taken down before."""
        x, nodes = self.vectors.x, self.system.layout.nodes
        last = self.way[-1] if self.way else self.state.x
        if longest(x - last, nodes) > _FAR * self.system.size:
            self.way.append(x.copy())

    def evaluate(self, offset: np.ndarray | None = None) -> tuple[float, float, float]:
        """Go to u, and find g less `offset` there; returns what `Residual.at` does."""
        self.go()
        x, u, gradient, _ = self.vectors
        found = self.residual.at(u, x, gradient)
        if offset is not None:
            gradient -= offset
        restrict_to(self._subspace, gradient)
        return found

    def direct(self, report: StepReport, *, fresh: bool = True, firmness: float = 0.0) -> bool:
        """Solve (1) for the direction, if not `fresh` with the factors that there are; whether it could be.

        `firmness` is λM over the mean of the diagonal.
        """
        solver, span = self.solver, self.system.layout.span
        _, _, gradient, direction = self.vectors
        forcing = _FORCING if firmness else _STRICT
        np.negative(gradient, out=gradient)
        downhill = False
        for psd, shift in (
            (False, firmness),
            *((False, more) for more in _SHIFTS if more > firmness),
            (True, firmness),
        ):
            if fresh:
                self._assemble(psd, shift)
            try:
                outcome = solver.solve(self._subspace, gradient, direction, forcing)
            except SimulationError:  # singular
                fresh = True
                continue
            report.linear += outcome.iterations
            self.unsure = shift > firmness or outcome.residual > _FORCING
            downhill = not outcome.indefinite and dot(gradient, direction, span) > 0.0
            if downhill:
                if fresh:
                    self.is_firm = not psd and shift == 0.0 and outcome.definite
                break
            fresh = True
        np.negative(gradient, out=gradient)
        report.newton += 1
        return downhill

    def keep_out(self) -> bool:
        """Cut the direction where nodes would go into obstacles; whether any would."""
        x, _, gradient, direction = self.vectors
        return keep_out(self.frozen, self.state, x, gradient, direction, self._room)

    def bend(self, offset: np.ndarray | None) -> float:
        """Add to the direction d what makes it a curve, with the factors that there are; returns how long that is.

            e = −K⁻¹ (g(u + d) + g(u − d) − 2g(u))/2                                                          (2)

        is the second term of the way on which forces decrease evenly (geodesic acceleration: Transtrum and Sethna
        2012): without it nodes that turn go along tangents, and stretch what they belong to.
        """
        _, u, gradient, direction = self.vectors
        straight, here, twice = direction.copy(), u.copy(), 2.0 * gradient
        for sign in (1.0, -1.0):
            u[:] = here + sign * straight
            self.evaluate(offset)
            twice -= gradient
        np.multiply(twice, 0.5, out=gradient)
        self.solver.solve(self._subspace, gradient, direction, _STRICT)
        length = longest(direction, self.system.layout.nodes)
        direction += straight
        u[:] = here
        self.go()
        return length

    def falling(self) -> np.ndarray | None:
        """A direction (3, P) in which the energy is concave where x is; None if there is none, or nobody can tell."""
        if self.is_firm or (self.system.layout.count > _LARGE and self._seems_firm()):
            return None
        return falling(self.frozen, self.solver.matrix, self.state, self.vectors.x)

    def _seems_firm(self) -> bool:
        """Whether conjugate gradients meet no direction of negative curvature on their way to any solution.

        They begin with forces in which all shapes are; factors of a large matrix would take longer than the step.
        """
        self._assemble(False, _LEVEL)
        layout = self.system.layout
        forces, found = layout.zeros(3), layout.zeros(3)
        forces[:, layout.nodes] = np.random.default_rng(0).standard_normal((3, layout.count))
        layout.fill_halo(forces)
        restrict_to(self._subspace, forces)
        return not self.solver.solve(self._subspace, forces, found, _FORCING).indefinite

    def factors(self) -> Factors:
        """Those of K where x is, which need not be positive."""
        self._assemble(False, 0.0)
        return Factors(self.solver.matrix, self._subspace)

    def _assemble(self, psd: bool, firmness: float) -> None:
        assemble(self.frozen, self.solver.matrix, self.state, self.vectors.x, psd, firmness)
        self.solver.update()


def assemble(
    frozen: Frozen, matrix: Any, state: BodyState, x: np.ndarray, psd: bool, firmness: float
) -> None:
    """K(x) + λM without what is pinned; `firmness` is λM over the mean of K's diagonal."""
    system = frozen.system
    frozen.hessian(x, matrix, psd)
    if firmness:
        stiffness = float(matrix.own[:, system.layout.nodes].mean())
        matrix.add_multiple(inert(system), firmness * (stiffness if stiffness > 0.0 else 1.0))
    system.constrain(matrix, state)


def falling(frozen: Frozen, matrix: Any, state: BodyState, x: np.ndarray) -> np.ndarray | None:
    """A direction (3, P) in which the energy is concave at x; None if there is none, or nobody can tell.

    The matrix of a hybrid body, which is constant but for its frame, has none.
    """
    system = frozen.system
    if system.framed is not None:
        return None
    assemble(frozen, matrix, state, x, False, _LEVEL)
    try:
        return Factors(matrix, system.subspace(state)).falling(inert(system))
    except SimulationError:  # singular
        return None


def inert(system: BodySystem) -> np.ndarray:
    """M (P,), by which positions are weighed: masses over their mean."""
    return system.mass / system.mass[system.layout.nodes].mean()


def rate_of(length: float, before: float) -> float:
    """How long a correction is over that before; 1 if that is not known: none before, or one of no length."""
    return length / before if 0.0 < before < inf else 1.0


def is_over(length: float, rate: float, allowed: float) -> bool:
    """Whether what is still to come after a correction, `rate` times as long as that before, is less than allowed.

    Corrections that shrink by q each have ℓ(q + q² + …) ≤ 2ℓq yet to come if q ≤ ½. Of that a hundredth is allowed,
    since two corrections say little about the softest shapes.
    """
    return rate <= 0.5 and length <= 10.0 * allowed and length * rate <= _SURE * allowed
