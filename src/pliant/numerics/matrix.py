"""Symmetric matrices on a grid: one 3×3 block (or one number) per pair of near nodes.

Only half of the pattern is stored: for each half offset o = (dm, dn) the block A(p, p+o); the other half is its
transpose, A(p, p−o) = A(p−o, p)ᵀ. Blocks are component-major, `values[s, 3i+j, p]`, so that the
product runs over consecutive p. A *scalar* matrix has one number per pair and acts on the three components
alike: the published secant matrices are of this kind, nine times cheaper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
import scipy.sparse as sp
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, internal, kernel, uint
from pliant.numerics.grid_layout import GridLayout, Layout, Span, copy_halo, fold_halo

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


class ScalarStencil(Stencil):
    """The same for a scalar matrix: kernels tell them apart by type when compiled."""


class Matrix(Protocol):
    """A symmetric matrix over the nodes of a body: `GridMatrix`, or `BlockMatrix` on any other graph.

    `diagonal` (9, P), or (1, P) if it is scalar, holds the nodes' own blocks: whatever acts on single nodes adds there.
    """

    @property
    def layout(self) -> Layout: ...
    @property
    def diagonal(self) -> np.ndarray: ...
    @property
    def own(self) -> np.ndarray: ...  # the diagonal entries, (3 or 1, P)
    @property
    def is_scalar(self) -> bool: ...
    @property
    def operator(self) -> Any: ...  # what kernels see of it

    def clear(self) -> None: ...
    def add_multiple(self, values: np.ndarray, factor: float) -> None: ...
    def add_outer(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None: ...
    def add_shares(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None: ...
    def fold_halo(self) -> None: ...
    def remove(self, free: np.ndarray) -> None: ...
    def multiply(self, x: np.ndarray, out: np.ndarray) -> None: ...
    def to_sparse(self) -> sp.csr_matrix: ...


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

    @property
    def diagonal(self) -> np.ndarray:
        return self.values[0]

    @property
    def own(self) -> np.ndarray:
        """What each component of a node has to do with itself, (3 or 1, P)."""
        return self.diagonal[::4]

    @cached_property
    def stencil(self) -> Stencil | ScalarStencil:
        offsets = np.array([self.layout.offset(*o) for o in self.pattern], dtype=np.int64)
        kind = ScalarStencil if self.is_scalar else Stencil
        return kind(self.values, offsets, self.layout.halo, self.layout.span)

    @property
    def operator(self) -> Stencil | ScalarStencil:
        return self.stencil

    def clear(self) -> None:
        self.values.fill(0.0)

    def add_multiple(self, values: np.ndarray, factor: float) -> None:
        """Add factor · values (P,), as of masses, times the identity to the nodes' own blocks."""
        add_multiple(self.diagonal, values, factor)

    def add_outer(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢwⱼ I to the blocks of all pairs of corners of one cell, which may be across a seam."""
        layout, diagonal = self.layout, slice(None, None, 4)  # of a 3×3 block, or its one number
        places = [layout.node_at(int(p)) for p in nodes]
        for i, a in enumerate(places):
            for j in range(i, len(places)):
                ahead, owner = layout.steps(a, places[j]), nodes[i]
                if ahead not in self.pattern:  # half is stored; this block is its own transpose
                    ahead, owner = (-ahead[0], -ahead[1]), nodes[j]
                self.values[self.pattern.index(ahead), diagonal, owner] += scale * weights[i] * weights[j]

    def add_shares(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢ I to the nodes' own blocks."""
        self.own[:, nodes] += scale * weights

    def fold_halo(self) -> None:
        """Add what energies wrote into the halo to the nodes it stands for, and copy it back."""
        if len(self.layout.halo):
            for slot in range(len(self.pattern)):
                fold_halo(self.values[slot], self.layout.halo)
                copy_halo(self.values[slot], self.layout.halo)

    def remove(self, free: np.ndarray) -> None:
        """Zero all blocks of nodes with free = 0, shape (P,)."""
        remove_nodes(self.stencil, free)

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
                    rows.append(row)
                    columns.append(column)
                    data.append(v)
                    if slot != DIAGONAL:
                        rows.append(column)
                        columns.append(row)
                        data.append(v)
        n = layout.count * size
        entries = (np.concatenate(data), (np.concatenate(rows), np.concatenate(columns)))
        return sp.csr_matrix(entries, shape=(n, n))


@kernel
def add_multiple(diagonal, values, factor):
    """Add factor · values (P,) times the identity to diagonal blocks (9 or 1, P)."""
    step = 4 if diagonal.shape[0] == 9 else 1
    for c in range(0, diagonal.shape[0], step):
        row = diagonal[c]
        for p in range(row.shape[0]):
            row[p] += factor * values[p]


@kernel
def remove_nodes(matrix, free):
    """Zero all blocks of nodes with free = 0."""
    span = matrix.span
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            if free[p] != 0.0:
                continue
            for s in range(matrix.offsets.shape[0]):
                q = p - matrix.offsets[s]
                for c in range(matrix.values.shape[1]):
                    matrix.values[s, c, p] = 0.0
                    matrix.values[s, c, q] = 0.0
    for k in range(matrix.halo.shape[0]):
        for s in range(matrix.offsets.shape[0]):
            for c in range(matrix.values.shape[1]):
                matrix.values[s, c, matrix.halo[k, 0]] = matrix.values[s, c, matrix.halo[k, 1]]


# ---------------------------------------------------------------- products


@kernel
def multiply(a, x, y):
    """y = A x over all nodes; fills the halo of x first."""
    copy_halo(x, a.halo)
    prepare_product(a, x)
    multiply_rows(a, x, y, 0, a.span.rows)


def multiply_rows(a, x, y, row_0, row_1):
    """y = A x on the rows row_0 ≤ m < row_1; the halo of x must be filled, and `prepare_product` called."""
    raise NotImplementedError("only from compiled code")


def prepare_product(a, x):
    """What a product needs of all of x before any row of it: sums over all nodes, if the matrix has such."""
    raise NotImplementedError("only from compiled code")


@internal
def _nothing(a, x):
    pass


def register_product(cls: type, product: Callable, prepare: Callable | None = None) -> None:
    """Use `product`, after `prepare`, for what kernels see of a matrix of this class, when they are compiled."""

    begin = _nothing if prepare is None else prepare

    @overload(multiply_rows, jit_options=OPTIONS)
    def choose(a, x, y, row_0, row_1):
        if getattr(a, "instance_class", None) is not cls:
            return None
        return lambda a, x, y, row_0, row_1: product(a, x, y, row_0, row_1)

    @overload(prepare_product, jit_options=OPTIONS)
    def choose_preparation(a, x):
        if getattr(a, "instance_class", None) is not cls:
            return None
        return lambda a, x: begin(a, x)


def _by_passes(add: Callable) -> Callable:
    """A product of a stencil, in passes of several rows: what a pass writes stays in the first-level cache."""

    @internal
    def product(a, x, y, row_0, row_1):
        span = a.span
        step = max(1, PLACES // span.width)
        for row in range(row_0, row_1, step):
            start = span.first + row * span.width
            n = (min(row + step, row_1) - row - 1) * span.width + span.columns
            for c in range(3):
                for j in range(n):
                    y[c, uint(start + j)] = 0.0
            add(a.values, a.offsets, a.offsets.shape[0], x, y, start, n)

    return product


PLACES = 1024  # per pass


@internal
def add_scalars(a, offsets, slots, x, y, p, n):
    """y += A x at n places from p on, with one number per pair of nodes; two slots at a time, forward and backward."""
    for c in range(3):
        for j in range(n):
            q = uint(p + j)
            y[c, q] += a[DIAGONAL, 0, q] * x[c, q]
    for s in range(1, slots, 2):
        o, i = offsets[s], offsets[s + 1]
        for j in range(n):
            q, ahead, behind = uint(p + j), uint(p + o + j), uint(p - o + j)
            down, up = uint(p + i + j), uint(p - i + j)
            f, b, g, d = a[s, 0, q], a[s, 0, behind], a[s + 1, 0, q], a[s + 1, 0, up]
            y[0, q] += f * x[0, ahead] + b * x[0, behind] + g * x[0, down] + d * x[0, up]
            y[1, q] += f * x[1, ahead] + b * x[1, behind] + g * x[1, down] + d * x[1, up]
            y[2, q] += f * x[2, ahead] + b * x[2, behind] + g * x[2, down] + d * x[2, up]


@internal
def add_blocks(a, offsets, slots, x, y, p, n):
    """y += A x at n places from p on: the diagonal blocks, then A(p, p+o) and A(p, p−o) = A(p−o, p)ᵀ."""
    for j in range(n):
        q = uint(p + j)
        x0, x1, x2 = x[0, q], x[1, q], x[2, q]
        xy, xz, yz = a[DIAGONAL, 1, q], a[DIAGONAL, 2, q], a[DIAGONAL, 5, q]
        y[0, q] += a[DIAGONAL, 0, q] * x0 + xy * x1 + xz * x2
        y[1, q] += xy * x0 + a[DIAGONAL, 4, q] * x1 + yz * x2
        y[2, q] += xz * x0 + yz * x1 + a[DIAGONAL, 8, q] * x2
    for s in range(1, slots):
        o = offsets[s]
        b = a[s]
        for j in range(n):
            q, r, t = uint(p + j), uint(p - o + j), uint(p + o + j)
            f0, f1, f2, b0, b1, b2 = x[0, t], x[1, t], x[2, t], x[0, r], x[1, r], x[2, r]
            y[0, q] += b[0, q] * f0 + b[1, q] * f1 + b[2, q] * f2 + b[0, r] * b0 + b[3, r] * b1 + b[6, r] * b2
            y[1, q] += b[3, q] * f0 + b[4, q] * f1 + b[5, q] * f2 + b[1, r] * b0 + b[4, r] * b1 + b[7, r] * b2
            y[2, q] += b[6, q] * f0 + b[7, q] * f1 + b[8, q] * f2 + b[2, r] * b0 + b[5, r] * b1 + b[8, r] * b2


register_product(Stencil, _by_passes(add_blocks))
register_product(ScalarStencil, _by_passes(add_scalars))
