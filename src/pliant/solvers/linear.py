"""One front for all linear solvers: pick by name, prepare for a matrix, solve."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.matrix import GridMatrix, Matrix
from pliant.numerics.threads import make_team
from pliant.solvers import compile_process as background
from pliant.solvers.band import BandFactor, band_width
from pliant.solvers.cg import CONVERGED, INDEFINITE, Subspace, Workspace, conjugate_gradients, restrict_to
from pliant.solvers.coupled_parts import CyclePart, GraphPart, GridPart
from pliant.solvers.direct import Factors, factors_of, solve_direct
from pliant.solvers.galerkin import Galerkin
from pliant.solvers.multigrid import Multigrid
from pliant.solvers.preconditioners import (
    SSOR,
    BlockSSOR,
    Given,
    Identity,
    Jacobi,
    apply_once,
    invert_diagonal,
)
from pliant.solvers.profile import ProfileSolver
from pliant.solvers.published.adi import AdiSolver
from pliant.solvers.published.sor import SorSolver
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
        self._outside = self._make_outside()
        self._apart = self._make_apart()
        self._part: CyclePart | None = None
        self._factors: Factors | None = None  # of a preconditioner, as long as the matrix stays

    def _choose_preconditioner(self) -> str:
        if self.spec.kind not in ("auto", "cg"):
            return "none"
        if self.spec.preconditioner != "auto":
            return self.spec.preconditioner
        if self.matrix.is_scalar:  # the secant matrices are well conditioned at their time steps
            return "jacobi"
        if isinstance(self.matrix, BlockMatrix) and band_width(self.matrix) <= _NARROW:
            return "band"
        return "multigrid" if self.matrix.layout.count >= _MULTIGRID_FROM else "jacobi"

    def _make_outside(self) -> Multigrid | Galerkin | BandFactor | None:
        """What follows the matrix with kernels of its own: a hierarchy of grids, or a factorisation."""
        matrix = self.matrix
        if self.preconditioner == "multigrid":
            return (
                Galerkin(matrix) if isinstance(matrix, BlockMatrix) else Multigrid(cast(GridMatrix, matrix))
            )
        return BandFactor(cast(BlockMatrix, matrix)) if self.preconditioner == "band" else None

    def _make_apart(self) -> SorSolver | AdiSolver | ProfileSolver | None:
        """What takes pinned and tied nodes out of the matrix first, and follows it by itself."""
        if self.spec.kind == "profile":
            return ProfileSolver(self.matrix, only_definite=self._only_definite)
        makers = {"sor": SorSolver, "adi": AdiSolver}
        return makers[self.spec.kind](self.matrix, self.spec) if self.spec.kind in makers else None

    @property
    def cycle(self) -> CyclePart | None:
        """What preconditions it, if that is multigrid, as part of one over several bodies."""
        if self._part is None and isinstance(self._outside, Multigrid | Galerkin):
            self._part = (
                GridPart(self._outside) if isinstance(self._outside, Multigrid) else GraphPart(self._outside)
            )
        return self._part

    def update(self) -> None:
        """Follow the matrix's new values."""
        self._factors = None
        if self._apart is not None:
            self._apart.update()
        if self._outside is not None:
            if background.is_running():
                self._compile_iteration()
                background.wait()
            self._outside.update(cast(Any, self.matrix))
        elif self.preconditioner in ("jacobi", "ssor"):
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
        if isinstance(self._apart, SorSolver | AdiSolver):
            return self._apart.solve(subspace, b, x, self.spec.tolerance or tolerance)
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
            None if self._outside is None else self._outside.cycle,
        )
        return Outcome(status == CONVERGED, status == INDEFINITE, iterations, residual)

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r by the preconditioner; by a solution where there is none."""
        if self._outside is not None:
            self._outside.cycle(r, z)
        elif self.preconditioner in ("jacobi", "ssor"):
            apply_once(self._kind(), self.matrix.operator, r, z)
        elif self.spec.kind in ("direct", "banded"):
            if self._factors is None or self._factors.subspace is not subspace:
                self._factors = factors_of(self.matrix, subspace)
            self._factors.solve(r, z)
        else:
            self.solve(subspace, r, z, _ROUGHLY)
        restrict_to(subspace, z)

    def _kind(self):
        if self._outside is not None:
            return Given(self._team)
        if self.preconditioner == "jacobi":
            return Jacobi(self._inverse, self._team)
        if self.preconditioner == "ssor":
            kind = BlockSSOR if isinstance(self.matrix, BlockMatrix) else SSOR
            return kind(self._inverse)
        return Identity(self._team)

    def _direct(self, subspace: Subspace, b: np.ndarray, x: np.ndarray) -> Outcome:
        banded = self.spec.kind == "banded"
        try:
            if isinstance(self._apart, ProfileSolver):
                return self._apart.solve(subspace, b, x)
            solve_direct(self.matrix, subspace, b, x, banded=banded)
        except np.linalg.LinAlgError:  # not positive definite: Cholesky cannot, LU can
            solve_direct(self.matrix, subspace, b, x, banded=False)
            return Outcome(True, True, 1, 0.0)
        return Outcome(True, False, 1, 0.0, definite=banded)
