"""Symmetric matrices on any graph of nodes: one 3×3 block (or one number) per pair of nodes that share an element.

Diagonal blocks are component-major, (9, P), as those of a grid's matrix: whatever acts on single nodes adds to them
without knowing which matrix it is. The others are in compressed rows, both triangles, `values[k]` = A(i, columns[k])
row by row for starts[i] ≤ k < starts[i + 1]: a row then needs nothing of other rows, and rows can be shared among
threads. A *scalar* matrix has one number per pair and acts on the three components alike.

A few terms may couple all nodes with all others, as the pressure of an enclosed gas does: Σ wₖ uₖuₖᵀ is kept as the
vectors u (`low_rank`) and part of every product. Preconditioners work on the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.grid_layout import Span
from pliant.numerics.low_rank import LowRank
from pliant.numerics.matrix import add_multiple, multiply, register_product
from pliant.numerics.point_layout import PointLayout


class Blocks(NamedTuple):
    """What kernels see of a matrix."""

    diagonal: np.ndarray  # (9, P)
    starts: np.ndarray  # (P + 1,)
    columns: np.ndarray  # (pairs,)
    values: np.ndarray  # (pairs, 9)
    halo: np.ndarray  # (0, 2)
    span: Span


class ScalarBlocks(Blocks):
    """The same for a scalar matrix: kernels tell them apart by type when compiled."""


class RankedBlocks(NamedTuple):
    """Blocks, and terms Σ wuuᵀ of low rank."""

    diagonal: np.ndarray
    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    halo: np.ndarray
    span: Span
    vectors: np.ndarray  # (r, 3, P)
    weights: np.ndarray  # (r,)


@dataclass(frozen=True)
class BlockMatrix:
    """A symmetric matrix over nodes, with a fixed pattern and values that are rewritten."""

    layout: PointLayout
    starts: np.ndarray
    columns: np.ndarray
    diagonal: np.ndarray
    values: np.ndarray
    low_rank: LowRank | None = None

    @classmethod
    def build(
        cls, layout: PointLayout, elements: Sequence[np.ndarray], *, scalar: bool = False, ranks: int = 0
    ) -> BlockMatrix:
        """A matrix of zeros that couples all nodes of an element, for arrays (n, k) of the nodes of elements.

        `ranks` is how many terms wuuᵀ it has room for.
        """
        starts, columns = pattern_of(layout, elements)
        entries = 1 if scalar else 9
        low_rank = LowRank.zeros(layout, ranks) if ranks else None
        values = np.zeros((len(columns), entries))
        return cls(layout, starts, columns, layout.zeros(entries), values, low_rank)

    @property
    def is_scalar(self) -> bool:
        return len(self.diagonal) == 1

    @property
    def own(self) -> np.ndarray:
        """What each component of a node has to do with itself, (3 or 1, P)."""
        return self.diagonal[::4]

    @cached_property
    def stencil(self) -> Blocks | ScalarBlocks:
        kind = ScalarBlocks if self.is_scalar else Blocks
        layout = self.layout
        return kind(self.diagonal, self.starts, self.columns, self.values, layout.halo, layout.span)

    @cached_property
    def operator(self) -> Blocks | ScalarBlocks | RankedBlocks:
        """The stencil with the terms of low rank: what products need."""
        if self.low_rank is None:
            return self.stencil
        return RankedBlocks(*self.stencil, self.low_rank.vectors, self.low_rank.weights)

    def slots_of(self, elements: np.ndarray) -> np.ndarray:
        """Where the block of two nodes of an element is in `values`, shape (n, k, k); −1 on the diagonal."""
        elements = np.ascontiguousarray(elements, dtype=np.int32)
        slots = np.empty((*elements.shape, elements.shape[1]), dtype=np.int32)
        find_slots(elements, self.starts, self.columns, slots)
        return slots

    @cached_property
    def _found(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        return {}

    def pairs_of(self, elements: np.ndarray) -> np.ndarray:
        """Where the blocks of pairs a < b of an element's nodes are, and of those turned round: (n, pairs, 2).

        In the order 01, 02, …, 12, …; looked for once for each array of elements.
        """
        if id(elements) not in self._found:
            slots, (a, b) = self.slots_of(elements), np.triu_indices(elements.shape[1], 1)
            pairs = np.ascontiguousarray(np.stack([slots[:, a, b], slots[:, b, a]], axis=2))
            # The kernels do not check: a pair that the matrix lacks would be written outside of it.
            assert not np.any(pairs < 0), "an element names a node twice, or the matrix was built without it"
            self._found[id(elements)] = (elements, pairs)
        return self._found[id(elements)][1]

    def clear(self) -> None:
        self.diagonal.fill(0.0)
        self.values.fill(0.0)
        if self.low_rank is not None:
            self.low_rank.clear()

    def add_multiple(self, values: np.ndarray, factor: float) -> None:
        """Add factor · values (P,), as of masses, times the identity to the nodes' own blocks."""
        add_multiple(self.diagonal, values, factor)

    def add_outer(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢwⱼ I to the blocks of all pairs of a few nodes that share an element."""
        diagonal = slice(None, None, 4)  # of a 3×3 block, or its one number
        for i, a in enumerate(nodes):
            self.diagonal[diagonal, a] += scale * weights[i] ** 2
            first, last = self.starts[a], self.starts[a + 1]
            for j, b in enumerate(nodes):
                if j != i:
                    slot = first + np.searchsorted(self.columns[first:last], b)
                    self.values[slot, diagonal] += scale * weights[i] * weights[j]

    def add_shares(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢ I to the nodes' own blocks."""
        self.own[:, nodes] += scale * weights

    def fold_halo(self) -> None:
        """Nothing to do."""

    def remove(self, free: np.ndarray) -> None:
        """Zero all blocks of nodes with free = 0, shape (P,)."""
        remove_nodes(self.diagonal, self.starts, self.columns, self.values, free)
        if self.low_rank is not None:
            self.low_rank.remove(free)

    def multiply(self, x: np.ndarray, out: np.ndarray) -> None:
        """out = A x for x of shape (3, P)."""
        multiply(self.operator, x, out)

    def to_sparse(self) -> sp.csr_matrix:
        """The whole matrix in SciPy's format, with unknowns 3·node + component (or node, if scalar)."""
        blocks = self.blocks_to_sparse()
        return blocks if self.low_rank is None else sp.csr_matrix(blocks + self.low_rank.to_sparse())

    def blocks_to_sparse(self) -> sp.csr_matrix:
        """The same without the terms of low rank, which would fill it."""
        count, size = self.layout.count, 1 if self.is_scalar else 3
        starts = self.starts[: count + 1]
        shape = (size * count, size * count)
        off = sp.bsr_matrix((self.values.reshape(-1, size, size), self.columns, starts), shape=shape)
        blocks = np.ascontiguousarray(self.diagonal[:, :count].T).reshape(-1, size, size)
        own = sp.bsr_matrix((blocks, np.arange(count), np.arange(count + 1)), shape=shape)
        return sp.csr_matrix(off) + sp.csr_matrix(own)


def pattern_of(layout: PointLayout, elements: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Compressed rows (starts, columns) of all pairs of different nodes that share an element; columns ascend."""
    size = layout.size
    graph = sp.csr_matrix((size, size), dtype=np.int32)
    for nodes in elements:
        n, k = nodes.shape
        ones = np.ones(n * k, dtype=np.int32)
        members = sp.csr_matrix((ones, np.ravel(nodes), np.arange(0, n * k + 1, k)), shape=(n, size))
        graph = graph + members.T @ members
    graph = sp.csr_matrix(graph)
    graph.setdiag(0)
    graph.eliminate_zeros()
    graph.sort_indices()
    return graph.indptr.astype(np.int64), graph.indices.astype(np.int32)


@kernel
def find_slots(elements, starts, columns, slots):
    """Find each pair of an element in the compressed rows, by bisection."""
    for e in range(elements.shape[0]):
        for a in range(elements.shape[1]):
            i = elements[e, a]
            for b in range(elements.shape[1]):
                j = elements[e, b]
                low, high = starts[i], starts[i + 1]
                while low < high:
                    middle = (low + high) // 2
                    if columns[middle] < j:
                        low = middle + 1
                    else:
                        high = middle
                found = low < starts[i + 1] and columns[low] == j
                slots[e, a, b] = low if found else -1


@kernel
def remove_nodes(diagonal, starts, columns, values, free):
    """Zero all blocks of nodes with free = 0."""
    for i in range(free.shape[0]):
        if free[i] == 0.0:
            for c in range(diagonal.shape[0]):
                diagonal[c, i] = 0.0
        for k in range(starts[i], starts[i + 1]):
            if free[i] == 0.0 or free[columns[k]] == 0.0:
                for c in range(values.shape[1]):
                    values[k, c] = 0.0


# ---------------------------------------------------------------- products


@internal
def multiply_blocks(a, x, y, row_0, row_1):
    """y = A x on the rows row_0 ≤ m < row_1 of places."""
    width, d, v = a.span.width, a.diagonal, a.values
    for p in range(row_0 * width, row_1 * width):
        i = uint(p)
        x0, x1, x2 = x[0, i], x[1, i], x[2, i]
        y0 = d[0, i] * x0 + d[1, i] * x1 + d[2, i] * x2
        y1 = d[3, i] * x0 + d[4, i] * x1 + d[5, i] * x2
        y2 = d[6, i] * x0 + d[7, i] * x1 + d[8, i] * x2
        for q in range(a.starts[i], a.starts[uint(p + 1)]):
            k = uint(q)
            j = uint(a.columns[k])
            x0, x1, x2 = x[0, j], x[1, j], x[2, j]
            y0 += v[k, 0] * x0 + v[k, 1] * x1 + v[k, 2] * x2
            y1 += v[k, 3] * x0 + v[k, 4] * x1 + v[k, 5] * x2
            y2 += v[k, 6] * x0 + v[k, 7] * x1 + v[k, 8] * x2
        y[0, i], y[1, i], y[2, i] = y0, y1, y2


@internal
def multiply_scalars(a, x, y, row_0, row_1):
    """The same with one number per pair of nodes."""
    width = a.span.width
    for p in range(row_0 * width, row_1 * width):
        i = uint(p)
        d = a.diagonal[0, i]
        y0, y1, y2 = d * x[0, i], d * x[1, i], d * x[2, i]
        for q in range(a.starts[i], a.starts[uint(p + 1)]):
            k = uint(q)
            j, v = uint(a.columns[k]), a.values[k, 0]
            y0 += v * x[0, j]
            y1 += v * x[1, j]
            y2 += v * x[2, j]
        y[0, i], y[1, i], y[2, i] = y0, y1, y2


@internal
def multiply_ranked(a, x, y, row_0, row_1):
    """The same with the terms of low rank. Whoever computes a row takes all of u·x, in the same order."""
    multiply_blocks(a, x, y, row_0, row_1)
    width = a.span.width
    for k in range(a.weights.shape[0]):
        if a.weights[k] != 0.0:
            u, share = a.vectors[k], 0.0
            for c in range(3):
                for i in range(x.shape[1]):
                    share += u[c, i] * x[c, i]
            share *= a.weights[k]
            for c in range(3):
                for p in range(row_0 * width, row_1 * width):
                    y[c, uint(p)] += share * u[c, uint(p)]


register_product(Blocks, multiply_blocks)
register_product(ScalarBlocks, multiply_scalars)
register_product(RankedBlocks, multiply_ranked)
