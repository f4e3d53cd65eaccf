"""One front for all linear solvers: pick by name, prepare for a matrix, solve."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.errors import SimulationError
from pliant.numerics.matrix import GridMatrix
from pliant.numerics.threads import make_team
from pliant.solvers import background
from pliant.solvers.cg import CONVERGED, INDEFINITE, Subspace, Workspace, conjugate_gradients
from pliant.solvers.direct import solve_direct
from pliant.solvers.multigrid import Multigrid
from pliant.solvers.preconditioners import SSOR, Identity, Jacobi, VCycle, invert_diagonal
from pliant.solvers.spec import SolverSpec

# Below this many nodes the multigrid hierarchy costs more than it saves.
_MULTIGRID_FROM = 200


class Outcome(NamedTuple):
    """How a solve went."""

    converged: bool
    indefinite: bool
    iterations: int
    residual: float  # relative to the right-hand side


class LinearSolver:
    """Solves A x = b for a sequence of matrices of one pattern."""

    def __init__(self, spec: SolverSpec, matrix: GridMatrix):
        self.spec = spec
        self.matrix = matrix
        self.preconditioner = self._choose_preconditioner()
        layout = matrix.layout
        self._work = Workspace.for_layout(layout)
        self._team = make_team(layout)
        self._multigrid = Multigrid(matrix) if self.preconditioner == "multigrid" else None
        self._inverse = layout.zeros(1 if matrix.is_scalar else 6)

    def _choose_preconditioner(self) -> str:
        if self.spec.kind in ("direct", "banded"):
            return "none"
        if self.spec.preconditioner != "auto":
            return self.spec.preconditioner
        if self.matrix.is_scalar:  # the secant matrices are well conditioned at their time steps
            return "jacobi"
        return "multigrid" if self.matrix.layout.count >= _MULTIGRID_FROM else "jacobi"

    def update(self) -> None:
        """Follow the matrix's new values."""
        if self._multigrid is not None:
            if background.is_running():
                self._compile_iteration()
                background.wait()
            self._multigrid.update(self.matrix)
        elif self.preconditioner in ("jacobi", "ssor"):
            invert_diagonal(self.matrix.stencil, self._inverse, self._team)

    def _compile_iteration(self) -> None:
        """Compile conjugate gradients, on a right-hand side of zero, while another process compiles the cycle."""
        layout = self.matrix.layout
        nothing = np.zeros(0, dtype=np.int64)
        everywhere = Subspace(np.ones(layout.size), np.zeros(1, dtype=np.int64), nothing)
        self.solve(everywhere, layout.zeros(3), layout.zeros(3), 1.0)

    def solve(self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float) -> Outcome:
        """x = A⁻¹ b within the subspace, to |r| ≤ tolerance |b|; the scene's own tolerance goes first."""
        if self.spec.kind in ("direct", "banded"):
            return self._direct(subspace, b, x)
        status, iterations, residual = conjugate_gradients(
            self.matrix.stencil,
            self._kind(),
            subspace,
            b,
            x,
            self.spec.tolerance or tolerance,
            self.spec.iterations,
            self._work,
        )
        return Outcome(status == CONVERGED, status == INDEFINITE, iterations, residual)

    def _kind(self):
        if self._multigrid is not None:
            return VCycle(self._multigrid.hierarchy, self._multigrid.team)
        if self.preconditioner == "jacobi":
            return Jacobi(self._inverse, self._team)
        if self.preconditioner == "ssor":
            return SSOR(self._inverse)
        return Identity(self._team)

    def _direct(self, subspace: Subspace, b: np.ndarray, x: np.ndarray) -> Outcome:
        banded = self.spec.kind == "banded"
        try:
            solve_direct(self.matrix, subspace, b, x, banded=banded)
        except np.linalg.LinAlgError:  # not positive definite: Cholesky cannot, LU can
            solve_direct(self.matrix, subspace, b, x, banded=False)
            return Outcome(True, True, 1, 0.0)
        except RuntimeError as error:
            raise SimulationError(
                f"the system of equations is singular ({error}); use a smaller dt"
            ) from None
        return Outcome(True, False, 1, 0.0)
