"""What a body does in a coupled step whose own scheme has no potential: explicit schemes, sticks, secant forces.

It is stepped alone first, to x*. Where it would touch something, the step ends where

    Φ_b(x) = ½ (x − x*)ᵀM(x − x*)/Δt²                                                                         (1)

and the contact are least together: contact acts as an implicit force over the step, whatever the scheme, and changes
the velocity by (x − x*)/Δt. M is the mass matrix, so that momentum only goes from one body to another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.integrators.feynman import HALF_STEP
from pliant.integrators.incremental import Vectors, add_inertia
from pliant.integrators.newton import Level
from pliant.integrators.system import BodyState, BodySystem
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo
from pliant.numerics.threads import make_team
from pliant.solvers.cg import Subspace, restrict_to
from pliant.solvers.preconditioners import invert_diagonal
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec


class Proximal:
    """(1) of one body; `state` is that at `time`, before the step, `alone` that after a step of its own."""

    def __init__(self, system: BodySystem, state: BodyState, alone: BodyState, time: float, dt: float):
        self.system, self.state, self.dt = system, state, dt
        self._guards = system.guards(time + dt, dt)
        self.vectors = Vectors.room_for(system.layout)
        self.vectors.target[:] = alone.x
        self.vectors.x[:] = alone.x
        self.vectors.reference[:] = state.x
        self.subspace = system.subspace(state)
        self.solver: Any = DiagonalSolver(system.layout)
        positive = system.mass[system.mass > 0.0]
        self._mass = np.maximum(system.mass, 1e-6 * positive.min()) if len(positive) else system.mass

    def evaluate(self) -> Level:
        self.vectors.gradient.fill(0.0)
        x, _, target, gradient, *_ = self.vectors
        value = add_inertia(x, target, self._mass, 1.0 / self.dt**2, gradient, self.system.layout.span)
        restrict_to(self.subspace, gradient)
        return Level(value, 0.0)

    def assemble(self) -> None:
        diagonal = self.solver.matrix.diagonal
        diagonal.fill(0.0)
        diagonal[::4] = self._mass / self.dt**2

    def limit(self) -> bool:
        x, direction = self.vectors.x, self.vectors.direction
        return sum(guard.limit(x, self.state.free, direction) for guard in self._guards) > 0

    def follow(self) -> bool:
        return True

    yields, is_steady, rubbed = False, True, 0.0

    def settle(self, tolerance: float) -> bool:
        return True

    def finish(self, state: BodyState, after: BodyState) -> None:
        """Let the end of the step be what the coupled one has found; `after` is what the body's own step has left."""
        x, gained = self.vectors.x, (self.vectors.x - self.vectors.target) / self.dt
        state.copy_from(after)
        state.x[:] = x
        state.v += gained
        copy_halo(state.v, self.system.layout.halo)
        if state.history[0] == HALF_STEP:  # a leapfrog goes on with that of the half step
            state.earlier_v += gained
            copy_halo(state.earlier_v, self.system.layout.halo)


class DiagonalMatrix:
    """One 3×3 block for each node."""

    def __init__(self, layout):
        self.layout, self.diagonal = layout, layout.zeros(9)

    def multiply(self, x: np.ndarray, out: np.ndarray) -> None:
        multiply_diagonal(self.diagonal, x, out)


class DiagonalSolver:
    """Solves with it, exactly."""

    keeps_momentum, cycle = False, None

    def __init__(self, layout):
        self.spec, self.matrix = SolverSpec(), DiagonalMatrix(layout)
        self._inverse, self._team = layout.zeros(6), make_team(layout)

    def update(self) -> None:
        invert_diagonal(self.matrix.diagonal, self.matrix.layout.span, self._inverse, self._team)

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        self.apply(subspace, b, x)
        return Outcome(True, False, 1, 0.0)

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        multiply_symmetric(self._inverse, r, z)
        restrict_to(subspace, z)


@kernel
def multiply_diagonal(a, x, y):
    """y = A x for blocks (9, P)."""
    for p in range(x.shape[1]):
        for i in range(3):
            y[i, p] = a[3 * i, p] * x[0, p] + a[3 * i + 1, p] * x[1, p] + a[3 * i + 2, p] * x[2, p]


@kernel
def multiply_symmetric(a, x, y):
    """y = A x for symmetric blocks (6, P)."""
    for p in range(x.shape[1]):
        u, v, w = x[0, p], x[1, p], x[2, p]
        y[0, p] = a[0, p] * u + a[1, p] * v + a[2, p] * w
        y[1, p] = a[1, p] * u + a[3, p] * v + a[4, p] * w
        y[2, p] = a[2, p] * u + a[4, p] * v + a[5, p] * w
