"""Symmetric matrices on a grid: one 3×3 block (or one number) per pair of near nodes.

Only half of the pattern is stored: for each half offset o = (dm, dn) the block A(p, p+o); the other half is its
transpose, A(p, p−o) = A(p−o, p)ᵀ. Blocks are component-major, `values[s, 3i+j, p]`, so that the
product runs over consecutive p. A *scalar* matrix has one number per pair and acts on the three components
alike: the published secant matrices are of this kind, nine times cheaper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.compile import kernel
from pliant.numerics.layout import GridLayout, Span, copy_halo

# Half offsets (dm, dn) in the order of `values`: the thirteen-point pattern of stretching and bending,
DIAGONAL, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT, RIGHT_2, DOWN_2 = range(7)
NARROW = ((0, 0), (0, 1), (1, -1), (1, 0), (1, 1), (0, 2), (2, 0))
# and the full 5×5 pattern, which twist–bend coupling on skew grids and coarse grids need.
WIDE = (*NARROW, (1, -2), (1, 2), (2, -1), (2, 1), (2, -2), (2, 2))


class Stencil(NamedTuple):
    """What kernels see of a matrix."""

    values: np.ndarray  # (half offsets, 9 or 1, P)
    offsets: np.ndarray  # (half offsets,) flat
    halo: np.ndarray  # (k, 2)
    span: Span


@dataclass(frozen=True)
class GridMatrix:
    """A symmetric matrix over the nodes of a grid, with a fixed pattern and values that are rewritten."""

    layout: GridLayout
    pattern: tuple[tuple[int, int], ...]
    values: np.ndarray

    @classmethod
    def zeros(
        cls,
        layout: GridLayout,
        pattern: tuple[tuple[int, int], ...] = NARROW,
        *,
        scalar: bool = False,
        dtype: type = np.float64,
    ) -> GridMatrix:
        return cls(layout, pattern, layout.zeros(len(pattern), 1 if scalar else 9, dtype=dtype))

    @property
    def is_scalar(self) -> bool:
        return self.values.shape[1] == 1

    @cached_property
    def stencil(self) -> Stencil:
        offsets = np.array([self.layout.offset(*o) for o in self.pattern], dtype=np.int64)
        return Stencil(self.values, offsets, self.layout.halo, self.layout.span)

    def clear(self) -> None:
        self.values.fill(0.0)

    def multiply(self, x: np.ndarray, out: np.ndarray) -> None:
        """out = A x for x of shape (3, P); the halo of x is filled on the way."""
        multiply(self.stencil, x, out)

    def to_sparse(self) -> sp.csr_matrix:
        """The whole matrix in SciPy's format, with unknowns 3·node + component (or node, if scalar)."""
        layout, size = self.layout, 1 if self.is_scalar else 3
        node_of = np.full(layout.size, -1)
        node_of[layout.nodes] = np.arange(layout.count)
        if len(layout.halo):
            node_of[layout.halo[:, 0]] = node_of[layout.halo[:, 1]]
        rows, columns, data = [], [], []
        for slot, offset in enumerate(self.pattern):
            i = np.arange(layout.count)
            j = node_of[layout.nodes + layout.offset(*offset)]
            present = j >= 0
            blocks = self.values[slot][:, layout.nodes].T.reshape(-1, size, size)
            for a in range(size):
                for b in range(size):
                    v = blocks[present, a, b]
                    row, column = size * i[present] + a, size * j[present] + b
                    rows.append(row), columns.append(column), data.append(v)
                    if slot != DIAGONAL:
                        rows.append(column), columns.append(row), data.append(v)
        n = layout.count * size
        entries = (np.concatenate(data), (np.concatenate(rows), np.concatenate(columns)))
        return sp.csr_matrix(entries, shape=(n, n))


BLOCK = 1024  # nodes per pass: three vectors of this length stay in the first-level cache


@kernel
def multiply(a, x, y):
    """y = A x over all nodes; fills the halo of x first."""
    if a.halo.shape[0] > 0:
        copy_halo(x, a.halo)
    multiply_rows(a, x, y, 0, a.span.rows)


@kernel
def multiply_rows(a, x, y, row_0, row_1):
    """y = A x on the rows row_0 ≤ m < row_1, in blocks of consecutive nodes."""
    start = a.span.first + row_0 * a.span.width
    stop = a.span.first + (row_1 - 1) * a.span.width + a.span.columns
    scalar = a.values.shape[1] == 1
    for q in range(start, stop, BLOCK):
        n = min(BLOCK, stop - q)
        y0, y1, y2 = y[0, q : q + n], y[1, q : q + n], y[2, q : q + n]
        for j in range(n):
            y0[j] = 0.0
            y1[j] = 0.0
            y2[j] = 0.0
        for s in range(a.offsets.shape[0]):
            o = a.offsets[s]
            if scalar:
                _add_scalar(a.values[s], q, x, q + o, y0, y1, y2)
                if o != 0:
                    _add_scalar(a.values[s], q - o, x, q - o, y0, y1, y2)
            else:
                _add_block(a.values[s], q, x, q + o, y0, y1, y2, False)
                if o != 0:
                    _add_block(a.values[s], q - o, x, q - o, y0, y1, y2, True)


@kernel
def _add_scalar(a, p, x, q, y0, y1, y2):
    """y += a[p:] x[q:], entry by entry."""
    n = y0.shape[0]
    a0 = a[0, p : p + n]
    x0, x1, x2 = x[0, q : q + n], x[1, q : q + n], x[2, q : q + n]
    for j in range(n):
        y0[j] += a0[j] * x0[j]
        y1[j] += a0[j] * x1[j]
        y2[j] += a0[j] * x2[j]


@kernel
def _add_block(a, p, x, q, y0, y1, y2, transposed):
    """y += A[p:] x[q:] or A[p:]ᵀ x[q:], block by block."""
    n = y0.shape[0]
    t = 1 if transposed else 3  # the stride from one row of a block to the next
    u = 4 - t
    x0, x1, x2 = x[0, q : q + n], x[1, q : q + n], x[2, q : q + n]
    a00, a01, a02 = a[0, p : p + n], a[u, p : p + n], a[2 * u, p : p + n]
    a10, a11, a12 = a[t, p : p + n], a[t + u, p : p + n], a[t + 2 * u, p : p + n]
    a20, a21, a22 = a[2 * t, p : p + n], a[2 * t + u, p : p + n], a[2 * t + 2 * u, p : p + n]
    for j in range(n):
        y0[j] += a00[j] * x0[j] + a01[j] * x1[j] + a02[j] * x2[j]
        y1[j] += a10[j] * x0[j] + a11[j] * x1[j] + a12[j] * x2[j]
        y2[j] += a20[j] * x0[j] + a21[j] * x1[j] + a22[j] * x2[j]
