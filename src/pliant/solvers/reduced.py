"""A matrix without its pinned nodes, tied nodes counted once, as compressed rows of blocks: what solvers sweep over.

Unknowns are nodes. `values[k]` is the block A(i, columns[k]) row by row, of nine numbers, or of one that acts on the
three components alike; starts[i] ≤ k < starts[i + 1]. Vectors are (unknowns, 3). Terms of low rank stand beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import kernel
from pliant.numerics.matrix import Matrix
from pliant.solvers.cg import Subspace
from pliant.solvers.direct import Reduction


class Rows(NamedTuple):
    """What kernels see."""

    starts: np.ndarray  # (unknowns + 1,)
    columns: np.ndarray  # (pairs,) ascending in a row, the diagonal among them
    values: np.ndarray  # (pairs, 9 or 1)


class Reduced:
    """Follows one matrix; `follow` reduces it anew if `stale` or if other nodes are pinned."""

    def __init__(self, matrix: Matrix):
        self.matrix = matrix
        self.stale = True
        self._subspace: Subspace | None = None
        self._basis: Any = None

    def follow(self, subspace: Subspace) -> bool:
        """Whether rows were made anew."""
        same = self._subspace is not None and all(
            np.array_equal(a, b) for a, b in zip(subspace, self._subspace, strict=True)
        )
        if same and not self.stale:
            return False
        if not same:
            self._subspace = Subspace(*(part.copy() for part in subspace))
            self.reduction = Reduction(self.matrix.layout, subspace)
        size = 1 if self.matrix.is_scalar else 3
        whole, self._basis = self.reduction.reduce(self.matrix)
        blocks: Any = sp.csr_matrix(whole).tobsr(blocksize=(size, size))
        blocks.sort_indices()
        entries = np.ascontiguousarray(blocks.data.reshape(-1, size * size))
        self.rows = Rows(blocks.indptr.astype(np.int64), blocks.indices.astype(np.int64), entries)
        self.stale = False
        return True

    @property
    def nodes(self) -> np.ndarray:
        """(unknowns,): which node each of them is; of tied ones, the first."""
        basis = self.reduction.basis.tocsc()
        return basis.indices[basis.indptr[:-1]]

    def right(self, b: np.ndarray) -> np.ndarray:
        """Bᵀb (unknowns, 3) of a vector (3, P)."""
        given = self.matrix.layout.gather(b)
        return (self._basis.T @ (given if self.matrix.is_scalar else given.ravel())).reshape(-1, 3)

    def spread(self, y: np.ndarray, x: np.ndarray) -> None:
        """x (3, P) = B y."""
        layout = self.matrix.layout
        found = self._basis @ (y if self.matrix.is_scalar else y.ravel())
        x[:] = layout.spread(np.reshape(found, (*layout.shape, 3)))

    def low_rank(self) -> tuple[np.ndarray, np.ndarray] | None:
        """U (3·unknowns, r) and weights (r,) of the terms of low rank, if there are any."""
        terms = self.matrix.low_rank if isinstance(self.matrix, BlockMatrix) else None
        if terms is None or not terms.weights.any():
            return None
        u, w = terms.columns()
        return np.asarray(self._basis.T @ u), w

    def multiply(self, x: np.ndarray) -> np.ndarray:
        """A x (unknowns, 3), with the terms of low rank."""
        y = np.empty_like(x)
        multiply_rows(self.rows, x, y)
        terms = self.low_rank()
        if terms is not None:
            u, w = terms
            y += (u @ (w * (u.T @ x.ravel()))).reshape(-1, 3)
        return y

    def descent(self, right: np.ndarray) -> np.ndarray:
        """A step downhill and no longer than the matrix allows: what is left where it is indefinite."""
        largest = np.abs(self.rows.values).max(initial=0.0)
        return right / largest if largest > 0.0 else np.zeros_like(right)


def diagonal_of(rows: Rows) -> np.ndarray:
    """(unknowns, s, s): the blocks on the diagonal, zero where there is none."""
    size = 1 if rows.values.shape[1] == 1 else 3
    count = len(rows.starts) - 1
    owner = np.repeat(np.arange(count), np.diff(rows.starts))
    found = np.zeros((count, size, size))
    own = owner == rows.columns
    found[owner[own]] = rows.values[own].reshape(-1, size, size)
    return found


@kernel
def multiply_rows(rows, x, y):
    """y = A x."""
    starts, columns, values = rows
    for i in range(starts.shape[0] - 1):
        y0, y1, y2 = 0.0, 0.0, 0.0
        for k in range(starts[i], starts[i + 1]):
            j = columns[k]
            x0, x1, x2, a = x[j, 0], x[j, 1], x[j, 2], values[k]
            if values.shape[1] == 1:
                y0, y1, y2 = y0 + a[0] * x0, y1 + a[0] * x1, y2 + a[0] * x2
            else:
                y0 += a[0] * x0 + a[1] * x1 + a[2] * x2
                y1 += a[3] * x0 + a[4] * x1 + a[5] * x2
                y2 += a[6] * x0 + a[7] * x1 + a[8] * x2
        y[i, 0], y[i, 1], y[i, 2] = y0, y1, y2
