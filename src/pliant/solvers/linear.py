"""One front for all linear solvers: pick by name, prepare for a matrix, solve."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.matrix import GridMatrix, Matrix
from pliant.numerics.threads import make_team
from pliant.solvers import compile_process as background
from pliant.solvers.band import BandFactor, band_order
from pliant.solvers.cg import CONVERGED, INDEFINITE, Subspace, Workspace, conjugate_gradients, restrict_to
from pliant.solvers.coupled_parts import CyclePart, GraphPart, GridPart
from pliant.solvers.direct import Factors, factors_of, solve_direct
from pliant.solvers.galerkin import Galerkin
from pliant.solvers.multigrid import Multigrid
from pliant.solvers.preconditioners import External, Identity, Jacobi, apply_once, invert_diagonal
from pliant.solvers.profile import ProfileSolver
from pliant.solvers.published.adi import Directions
from pliant.solvers.published.sor import SorSolver, SymmetricSweep
from pliant.solvers.published.swept import SweptSolver
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec

# Below this many nodes the multigrid hierarchy costs more than it saves.
_MULTIGRID_FROM = 200
# Up to this many nodes between two that are coupled, as along a curve, a factorisation costs less than an iteration.
_NARROW = 12
_ROUGHLY = 0.1  # how far a system is solved that is only to precondition another one


class LinearSolver:
    """Solves A x = b for a sequence of matrices of one pattern; always checked."""

    keeps_momentum = False

    def __init__(self, spec: SolverSpec, matrix: Matrix, *, only_definite: bool = False):
        self.spec = spec
        self._only_definite = only_definite
        self.matrix = matrix
        self.preconditioner = self._choose_preconditioner()
        layout = matrix.layout
        self._work = Workspace.for_layout(layout)
        self._team = make_team(layout)
        self._inverse = layout.zeros(1 if matrix.is_scalar else 6)
        self._preconditioner = self._make_preconditioner()
        self._reduced = self._make_reduced()
        self._part: CyclePart | None = None
        self._factors: Factors | None = None  # of a preconditioner, as long as the matrix stays

    def _choose_preconditioner(self) -> str:
        if self.spec.kind not in ("auto", "cg"):
            return "none"
        if self.spec.preconditioner != "auto":
            return self.spec.preconditioner
        if self.matrix.is_scalar:  # the secant matrices are well conditioned at their time steps
            return "jacobi"
        if isinstance(self.matrix, BlockMatrix) and band_order(self.matrix)[1] <= _NARROW:
            return "band"
        return "multigrid" if self.matrix.layout.count >= _MULTIGRID_FROM else "jacobi"

    def _make_preconditioner(self) -> Multigrid | Galerkin | BandFactor | None:
        """What follows the matrix with kernels of its own: a hierarchy of grids, or a factorisation."""
        matrix = self.matrix
        if self.preconditioner == "multigrid":
            return (
                Galerkin(matrix) if isinstance(matrix, BlockMatrix) else Multigrid(cast(GridMatrix, matrix))
            )
        return BandFactor(cast(BlockMatrix, matrix)) if self.preconditioner == "band" else None

    def _make_reduced(self) -> SorSolver | SweptSolver | ProfileSolver | None:
        """What takes pinned and tied nodes out of the matrix first, and follows it by itself."""
        if self.spec.kind == "profile":
            return ProfileSolver(self.matrix, only_definite=self._only_definite)
        if self.spec.kind == "sor":
            return SorSolver(self.matrix, self.spec)
        if self.spec.kind == "adi":
            return SweptSolver(self.matrix, self.spec, Directions(self.matrix.layout))
        return (
            SweptSolver(self.matrix, self.spec, SymmetricSweep()) if self.preconditioner == "ssor" else None
        )

    @property
    def cycle(self) -> CyclePart | None:
        """What preconditions it, if that is multigrid, as part of one over several bodies."""
        known = self._preconditioner
        if self._part is None and isinstance(known, Multigrid | Galerkin):
            self._part = GridPart(known) if isinstance(known, Multigrid) else GraphPart(known)
        return self._part

    def update(self) -> None:
        """Follow the matrix's new values."""
        self._factors = None
        if self._reduced is not None:
            self._reduced.update()
        if self._preconditioner is not None:
            if background.is_running():
                self._compile_iteration()
                background.wait()
            self._preconditioner.update(cast(Any, self.matrix))
        elif self.preconditioner == "jacobi":
            invert_diagonal(self.matrix.diagonal, self.matrix.layout.span, self._inverse, self._team)

    def _compile_iteration(self) -> None:
        """Compile conjugate gradients, on a right-hand side of zero, while another process compiles the cycle."""
        layout = self.matrix.layout
        nothing = np.zeros(0, dtype=np.int64)
        everywhere = Subspace(np.ones(layout.size), np.zeros(1, dtype=np.int64), nothing)
        self.solve(everywhere, layout.zeros(3), layout.zeros(3), 1.0)

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        """x = A⁻¹ b within the subspace, to |r| ≤ tolerance |b|; the scene's own tolerance goes first."""
        if isinstance(self._reduced, SorSolver | SweptSolver):
            return self._reduced.solve(subspace, b, x, self.spec.tolerance or tolerance)
        if self.spec.kind in ("direct", "banded", "profile"):
            return self._direct(subspace, b, x)
        status, iterations, residual = conjugate_gradients(
            self.matrix.operator,
            self._kind(),
            subspace,
            b,
            x,
            self.spec.tolerance or tolerance,
            self.spec.iterations,
            self._work,
            None if self._preconditioner is None else self._preconditioner.cycle,
        )
        return Outcome(status == CONVERGED, status == INDEFINITE, iterations, residual)

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r by the preconditioner; by a solution where there is none."""
        if self._preconditioner is not None:
            self._preconditioner.cycle(r, z)
        elif self.preconditioner == "jacobi":
            apply_once(self._kind(), self.matrix.operator, r, z)
        elif self.spec.kind in ("direct", "banded"):
            if self._factors is None or self._factors.subspace is not subspace:
                self._factors = factors_of(self.matrix, subspace)
            self._factors.solve(r, z)
        else:
            self.solve(subspace, r, z, _ROUGHLY)
        restrict_to(subspace, z)

    def _kind(self):
        if self._preconditioner is not None:
            return External(self._team)
        if self.preconditioner == "jacobi":
            return Jacobi(self._inverse, self._team)
        return Identity(self._team)

    def _direct(self, subspace: Subspace, b: np.ndarray, x: np.ndarray) -> Outcome:
        banded = self.spec.kind == "banded"
        try:
            if isinstance(self._reduced, ProfileSolver):
                return self._reduced.solve(subspace, b, x)
            solve_direct(self.matrix, subspace, b, x, banded=banded)
        except np.linalg.LinAlgError:  # not positive definite: Cholesky cannot, LU can
            solve_direct(self.matrix, subspace, b, x, banded=False)
            return Outcome(True, True, 1, 0.0)
        return Outcome(True, False, 1, 0.0, definite=banded)
