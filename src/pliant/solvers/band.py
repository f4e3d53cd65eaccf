"""Banded Cholesky factorisation of a matrix in compressed rows: for curves, where it costs less than an iteration.

Nodes are numbered anew so that coupled ones are near each other (Cuthill & McKee 1969; along a closed curve that folds
the ring flat). A = LLᵀ then has no entries farther from the diagonal than those of A, and takes N·w² operations for N
unknowns and a band of width w. Pinned nodes have empty rows, whose pivots are skipped. As a preconditioner it is exact
but for tied nodes, of which it does not know: conjugate gradients then need one iteration, or a few.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import kernel
from pliant.solvers.ordering import narrow_order


class Band(NamedTuple):
    """What kernels see: `order[k]` is the node that comes k-th, `rank` its inverse; `lower[i, w + j − i]` = L(i, j)."""

    order: np.ndarray
    rank: np.ndarray
    lower: np.ndarray
    y: np.ndarray


def band_order(matrix: BlockMatrix) -> tuple[np.ndarray, int]:
    """The nodes in a narrow order, and how far apart coupled ones are in it."""
    count = matrix.layout.count
    starts, columns = matrix.starts[: count + 1], matrix.columns
    graph = sp.csr_matrix((np.ones(len(columns), dtype=np.int8), columns, starts), shape=(count, count))
    return narrow_order(graph)


class BandFactor:
    """The factorisation of one matrix pattern; `update` follows the matrix's values."""

    def __init__(self, matrix: BlockMatrix):
        order, reach = band_order(matrix)
        size, width = 3 * matrix.layout.count, 3 * reach + 2
        self._band = Band(order, np.argsort(order), np.zeros((size, width + 1)), np.zeros(size))

    def update(self, matrix: BlockMatrix) -> None:
        factorise(self._band, matrix.stencil)

    def cycle(self, r: np.ndarray, z: np.ndarray) -> None:
        """z = A⁻¹ r."""
        substitute(self._band, r, z)


@kernel
def factorise(band, a):
    """A = LLᵀ, row by row; pivots of empty rows are skipped."""
    lower, rank = band.lower, band.rank
    size, width = lower.shape[0], lower.shape[1] - 1
    for i in range(size):
        for d in range(width + 1):
            lower[i, d] = 0.0
    for i in range(band.order.shape[0]):
        p = band.order[i]
        for u in range(3):
            for v in range(u + 1):
                lower[3 * i + u, width + v - u] = a.diagonal[3 * u + v, p]
        for k in range(a.starts[p], a.starts[p + 1]):
            j = rank[a.columns[k]]
            if j < i:
                for u in range(3):
                    for v in range(3):
                        lower[3 * i + u, width + 3 * (j - i) + v - u] = a.values[k, 3 * u + v]
    for i in range(size):
        first = max(0, i - width)
        whole = lower[i, width]
        row = lower[i]
        for j in range(first, i):
            other = lower[j]
            total = row[width + j - i]
            for k in range(max(first, j - width), j):
                total -= row[width + k - i] * other[width + k - j]
            pivot = other[width]
            row[width + j - i] = total / pivot if pivot > 0.0 else 0.0
        pivot = whole
        for k in range(first, i):
            pivot -= row[width + k - i] * row[width + k - i]
        row[width] = np.sqrt(pivot) if pivot > 1e-13 * whole else 0.0


@kernel
def substitute(band, r, z):
    """LLᵀ z = r."""
    lower, y = band.lower, band.y
    size, width = lower.shape[0], lower.shape[1] - 1
    for i in range(size):
        total = r[i % 3, band.order[i // 3]]
        for k in range(max(0, i - width), i):
            total -= lower[i, width + k - i] * y[k]
        y[i] = total / lower[i, width] if lower[i, width] > 0.0 else 0.0
    for i in range(size - 1, -1, -1):
        y[i] = y[i] / lower[i, width] if lower[i, width] > 0.0 else 0.0
        z[i % 3, band.order[i // 3]] = y[i]
        for k in range(max(0, i - width), i):
            y[k] -= lower[i, width + k - i] * y[i]
