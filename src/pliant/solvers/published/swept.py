"""Conjugate gradients, preconditioned by sweeps over the matrix without its pinned and tied nodes."""

from __future__ import annotations

import numpy as np

from pliant.numerics.matrix import Matrix
from pliant.numerics.threads import make_team
from pliant.solvers.cg import CONVERGED, INDEFINITE, Subspace, Workspace, conjugate_gradients
from pliant.solvers.preconditioners import External
from pliant.solvers.published.adi import Directions
from pliant.solvers.published.sor import SymmetricSweep
from pliant.solvers.reduced import Reduced
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec


class SweptSolver:
    """Follows one matrix, with sweeps there and back, which are symmetric and positive definite."""

    def __init__(self, matrix: Matrix, spec: SolverSpec, sweeps: Directions | SymmetricSweep):
        self.spec = spec
        self._sweeps, self._reduced = sweeps, Reduced(matrix)
        self._definite = False
        self._work, self._team = Workspace.for_layout(matrix.layout), make_team(matrix.layout)

    def update(self) -> None:
        self._reduced.stale = True

    def solve(self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float) -> Outcome:
        reduced = self._reduced
        if reduced.follow(subspace):
            self._definite = self._sweeps.follow(reduced)
        if not self._definite:
            reduced.spread(reduced.descent(reduced.right(b)), x)
            return Outcome(False, True, 0, 1.0)
        status, iterations, residual = conjugate_gradients(
            reduced.matrix.operator, External(self._team), subspace, b, x, tolerance, self.spec.iterations,
            self._work, self.cycle,
        )  # fmt: skip
        return Outcome(status == CONVERGED, status == INDEFINITE, iterations, residual)

    def cycle(self, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r."""
        right = self._reduced.right(r)
        x = np.zeros_like(right)
        self._sweeps.improve(self._reduced.rows, right, x)
        self._reduced.spread(x, z)
