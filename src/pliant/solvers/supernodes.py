"""Sparse LDLᵀ = A for many solves with one constant matrix: see `solvers.scalar_inverses` for what an inverse is.

SciPy's SuperLU orders the unknowns (least degree) and factorises. What is done in every step, substitution, is our own:
columns of L that follow one another and have the same rows below them, a *supernode*, are stored as a block,

    ( T    )      T  unit lower triangle of its w columns,
    ( rows )      rows  m × w, with one list of row numbers for all columns,

so that a pass over it is long loops over neighbouring numbers, and rows are gathered and scattered once per block.
Large factors are kept in single precision: half the bytes, and conjugate gradients take care of the rounding. A grid of
180×127 nodes with second derivatives has 1.6 million entries in L, a band 5.8 million.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.solvers.direct import symmetric_lu

LARGE = 300_000  # entries of a factor, from which it is kept in single precision


class Blocks(NamedTuple):
    """Supernodes: columns bounds[s] ≤ j < bounds[s + 1], rows below them from starts[s] on, values column by column."""

    bounds: np.ndarray
    starts: np.ndarray
    rows: np.ndarray
    values: np.ndarray  # without the ones on the diagonal
    diagonal: np.ndarray  # 1/D


class Sparse:
    """LDLᵀ = A for three right-hand sides at a time."""

    def __init__(self, a: Any):
        factor = symmetric_lu(a)
        diagonal = factor.U.diagonal()
        if not (np.array_equal(factor.perm_r, factor.perm_c) and np.all(diagonal > 0.0)):
            raise np.linalg.LinAlgError("not positive definite")
        kind = np.float32 if factor.L.nnz >= LARGE else np.float64
        self._blocks = _blocks_of(factor.L, diagonal, kind)
        self.place = factor.perm_c.astype(np.int64)
        self.y = np.zeros((3, a.shape[0]), dtype=kind)
        self._below = np.zeros((3, int(np.diff(self._blocks.starts).max(initial=0))), dtype=kind)

    def solve(self) -> None:
        eliminate(self._blocks, self.y, self._below)
        substitute_back(self._blocks, self.y, self._below)


def _blocks_of(lower: Any, diagonal: np.ndarray, kind: Any) -> Blocks:
    lower.sort_indices()
    count, first, sizes = lower.shape[0], lower.indptr[:-1], np.diff(lower.indptr)
    # The next column has the same rows if it is the first of them, and they are as many.
    next_row = np.append(lower.indices, count)[first + 1]
    joined = (next_row[:-1] == np.arange(1, count)) & (sizes[:-1] == sizes[1:] + 1)
    begins = np.concatenate([[0], 1 + np.flatnonzero(~joined)])
    bounds = np.append(begins, count)
    widths = np.diff(bounds)
    starts = np.concatenate([[0], np.cumsum(sizes[begins] - widths)])
    ends = lower.indptr[begins + 1]
    rows = np.concatenate(
        [lower.indices[first[b] + w : e] for b, w, e in zip(begins, widths, ends, strict=True)]
    )
    below = np.ones(lower.nnz, dtype=bool)
    below[first] = False
    return Blocks(
        bounds, starts, rows.astype(np.int32), lower.data[below].astype(kind), (1.0 / diagonal).astype(kind)
    )


@kernel
def eliminate(blocks, y, below):
    """L y' = y."""
    bounds, starts, rows, values, _ = blocks
    v = 0
    for s in range(bounds.shape[0] - 1):
        first, last, start = bounds[s], bounds[s + 1], starts[s]
        m = starts[s + 1] - start
        for i in range(m):
            below[0, uint(i)], below[1, uint(i)], below[2, uint(i)] = 0, 0, 0
        for j in range(first, last):
            a, b, c = y[0, j], y[1, j], y[2, j]
            for i in range(last - j - 1):
                entry, k = values[uint(v + i)], uint(j + 1 + i)
                y[0, k] -= entry * a
                y[1, k] -= entry * b
                y[2, k] -= entry * c
            v += last - j - 1
            for i in range(m):
                entry, k = values[uint(v + i)], uint(i)
                below[0, k] += entry * a
                below[1, k] += entry * b
                below[2, k] += entry * c
            v += m
        for i in range(m):
            k = uint(rows[uint(start + i)])
            y[0, k] -= below[0, uint(i)]
            y[1, k] -= below[1, uint(i)]
            y[2, k] -= below[2, uint(i)]


@kernel
def substitute_back(blocks, y, below):
    """D Lᵀ y' = y."""
    bounds, starts, rows, values, diagonal = blocks
    v = values.shape[0]
    for s in range(bounds.shape[0] - 2, -1, -1):
        first, last, start = bounds[s], bounds[s + 1], starts[s]
        m = starts[s + 1] - start
        for i in range(m):
            k = uint(rows[uint(start + i)])
            below[0, uint(i)], below[1, uint(i)], below[2, uint(i)] = y[0, k], y[1, k], y[2, k]
        for j in range(last - 1, first - 1, -1):
            a, b, c = y[0, j] * diagonal[j], y[1, j] * diagonal[j], y[2, j] * diagonal[j]
            v -= m
            for i in range(m):
                entry, k = values[uint(v + i)], uint(i)
                a -= entry * below[0, k]
                b -= entry * below[1, k]
                c -= entry * below[2, k]
            v -= last - j - 1
            for i in range(last - j - 1):
                entry, k = values[uint(v + i)], uint(j + 1 + i)
                a -= entry * y[0, k]
                b -= entry * y[1, k]
                c -= entry * y[2, k]
            y[0, j], y[1, j], y[2, j] = a, b, c
