"""Direct solvers for small or constant systems: SciPy's sparse LU and LAPACK's banded Cholesky."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
import scipy.sparse.linalg as spla
from scipy.sparse.csgraph import reverse_cuthill_mckee

from pliant.errors import SimulationError
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.grid_layout import Layout
from pliant.numerics.low_rank import solve_with
from pliant.numerics.matrix import Matrix
from pliant.solvers.cg import Subspace


class Reduction:
    """The unknowns that are left when pinned nodes are taken out and tied nodes counted once."""

    def __init__(self, layout: Layout, subspace: Subspace):
        self.layout = layout
        node_of = np.full(layout.size, -1)
        node_of[layout.nodes] = np.arange(layout.count)
        owner = np.arange(layout.count)
        for g in range(len(subspace.starts) - 1):
            group = node_of[subspace.members[subspace.starts[g] : subspace.starts[g + 1]]]
            owner[group] = group[0]
        free = subspace.free[layout.nodes] > 0
        self.kept = np.flatnonzero(free & (owner == np.arange(layout.count)))
        number = np.full(layout.count, -1)
        number[self.kept] = np.arange(len(self.kept))
        self.column = np.where(free, number[owner], -1)  # of every node
        rows = np.flatnonzero(free)
        entries = (np.ones(len(rows)), (rows, self.column[rows]))
        self.basis = sp.csr_matrix(entries, shape=(layout.count, len(self.kept)))

    def reduce(self, matrix: Matrix) -> tuple[sp.csc_matrix, Any]:
        """BᵀAB and B, with B expanded to three components unless the matrix is scalar; A without terms of low rank."""
        basis = self.basis if matrix.is_scalar else sp.kron(self.basis, sp.identity(3), format="csr")
        whole = matrix.blocks_to_sparse() if isinstance(matrix, BlockMatrix) else matrix.to_sparse()
        return sp.csc_matrix(basis.T @ whole @ basis), basis


def symmetric_lu(a: Any) -> Any:
    """SciPy's sparse LU with pivots on the diagonal: LDLᵀ of a symmetric matrix."""
    options = {"SymmetricMode": True}
    return spla.splu(sp.csc_matrix(a), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)


def solve_direct(matrix: Matrix, subspace: Subspace, b: np.ndarray, x: np.ndarray, *, banded: bool) -> None:
    """x = A⁻¹ b on the subspace. A banded solve needs A positive definite; `LinAlgError` says that it is not.

    A matrix that is singular or not finite is a `SimulationError`.
    """
    with _told():
        _solve(matrix, subspace, b, x, banded)


def factors_of(matrix: Matrix, subspace: Subspace) -> Factors:
    """Factors of a matrix; one that is singular or not finite is a `SimulationError`."""
    with _told():
        return Factors(matrix, subspace)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except np.linalg.LinAlgError:
        raise
    except (RuntimeError, ValueError) as error:  # what SciPy says
        raise SimulationError(f"the system of equations is singular ({error}); use a smaller dt") from None


def _solve(matrix: Matrix, subspace: Subspace, b: np.ndarray, x: np.ndarray, banded: bool) -> None:
    if not banded:
        Factors(matrix, subspace).solve(b, x)
        return
    reduced, basis = Reduction(matrix.layout, subspace).reduce(matrix)
    reorder = isinstance(matrix, BlockMatrix)
    _solve_reduced(matrix, basis, partial(_solve_banded, reduced, reorder=reorder), b, x)


class Factors:
    """LU factors of a matrix on a subspace: of one as it is now, for as many right-hand sides as there are."""

    def __init__(self, matrix: Matrix, subspace: Subspace):
        self.matrix, self.subspace = matrix, subspace
        reduced, self._basis = Reduction(matrix.layout, subspace).reduce(matrix)
        self._lu = symmetric_lu(reduced)

    def solve(self, b: np.ndarray, x: np.ndarray) -> None:
        """x = A⁻¹ b on the subspace."""
        _solve_reduced(self.matrix, self._basis, self._lu.solve, b, x)


def _solve_reduced(matrix: Matrix, basis: Any, solve: Any, b: np.ndarray, x: np.ndarray) -> None:
    """x = A⁻¹ b by what solves for the reduced matrix without terms of low rank."""
    layout = matrix.layout
    right = layout.gather(b)
    right = basis.T @ (right if matrix.is_scalar else right.ravel())
    low_rank = matrix.low_rank if isinstance(matrix, BlockMatrix) else None
    if low_rank is not None and low_rank.weights.any():
        u, w = low_rank.columns()
        solution = solve_with(solve, np.asarray(basis.T @ u), w, right)
    else:
        solution = solve(right)
    x[:] = layout.spread((basis @ solution).reshape(*layout.shape, 3))


def _solve_banded(a: Any, right: np.ndarray, *, reorder: bool) -> np.ndarray:
    """Cholesky within the band; with `reorder` the unknowns are numbered so as to make it narrow."""
    order = reverse_cuthill_mckee(a, symmetric_mode=True) if reorder else np.arange(a.shape[0])
    ordered = a[order][:, order] if reorder else a
    solution = np.empty_like(right)
    solution[order] = la.solveh_banded(_bands(ordered), right[order], lower=True)
    return solution


def _bands(a: Any) -> np.ndarray:
    lower = sp.tril(a).tocoo()
    width = int((lower.row - lower.col).max(initial=0))
    bands = np.zeros((width + 1, a.shape[0]))
    bands[lower.row - lower.col, lower.col] = lower.data
    return bands
