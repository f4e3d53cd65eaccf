"""Profile Cholesky [002 §5; Zienkiewicz 1977]: of every row only what lies between its first entry and the diagonal.

Nodes are numbered anew so that coupled ones are near each other (Cuthill & McKee 1969, reversed). The factor of A = LLᵀ
has no entries outside of the profile of A,

    L_ij = (A_ij − Σ_k L_ik L_jk)/L_jj ,   L_ii² = A_ii − Σ_k L_ik²                                           (1)

with k from where both rows have begun, and costs Σ wᵢ² operations for rows of lengths wᵢ, where a band of width w has
N·w². Row i needs only rows before it: when the values change, rows before the first that is new stay as they are; a
matrix that has not changed costs nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import reverse_cuthill_mckee

from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.low_rank import solve_with
from pliant.numerics.matrix import Matrix
from pliant.solvers.cg import Subspace
from pliant.solvers.direct import solve_direct
from pliant.solvers.reduced import Reduced, Rows
from pliant.solvers.solver import Outcome

_SINGULAR = 1e-14  # a pivot this small beside the entry it comes from is rounding


class Envelope(NamedTuple):
    """What kernels see: L(i, j) is lower[starts[i] + j − first[i]]; `order[k]` is the node that comes k-th."""

    order: np.ndarray
    rank: np.ndarray
    first: np.ndarray
    starts: np.ndarray
    lower: np.ndarray


def packed(count: int) -> Envelope:
    """The unit matrix, full, with at least so many rows: row i of another has i + 1 entries from starts[i] on."""
    rows = -(-count // 3) * 3
    starts = np.concatenate([[0], np.cumsum(np.arange(1, rows + 1))])
    lower = np.zeros(starts[-1])
    lower[starts[1:] - 1] = 1.0
    return Envelope(np.arange(rows // 3), np.arange(rows // 3), np.zeros(rows, dtype=np.int64), starts, lower)


class Profile:
    """The factor of a sequence of matrices, in an order of the nodes that is given or found."""

    def __init__(self, rows: Rows, order: np.ndarray | None = None):
        count, size = len(rows.starts) - 1, 1 if rows.values.shape[1] == 1 else 3
        order = numbered(rows) if order is None else order
        rank = np.empty_like(order)
        rank[order] = np.arange(count)
        owner = rank[np.repeat(np.arange(count), np.diff(rows.starts))]
        reach = np.arange(count)
        np.minimum.at(reach, owner, rank[rows.columns])
        first = np.repeat(size * reach, size)
        starts = np.concatenate([[0], np.cumsum(np.arange(size * count) - first + 1)])
        self.envelope = Envelope(order, rank, first, starts, np.zeros(starts[-1]))
        self.pattern = rows
        self.size = size
        self._needs = np.maximum(
            owner, rank[rows.columns]
        )  # the row that the change of an entry reaches first
        self._values: np.ndarray | None = None
        self.factorised = 0  # unknowns whose rows were new the last time

    def fits(self, rows: Rows) -> bool:
        """Whether a matrix has the same pattern."""
        return (
            len(rows.columns) == len(self.pattern.columns)
            and np.array_equal(rows.starts, self.pattern.starts)
            and np.array_equal(rows.columns, self.pattern.columns)
        )

    def follow(self, rows: Rows) -> bool:
        """Factorise what is new; False if the matrix is not positive definite."""
        count, begin = len(self.envelope.order), 0
        if self._values is not None:
            new = (rows.values != self._values).any(axis=1)
            begin = int(self._needs[new].min(initial=count))
        self.factorised = self.size * (count - begin)
        done = factorise(self.envelope, rows, self.size, begin) if begin < count else True
        self._values = rows.values.copy() if done else None
        return bool(done)

    def solve(self, right: np.ndarray) -> np.ndarray:
        """A⁻¹ b for vectors (unknowns, 3) or, of blocks, (3·unknowns,)."""
        order = self.envelope.order
        y = np.ascontiguousarray(right.reshape(len(order), 3)[order])
        columns = y.T.copy() if self.size == 1 else y.reshape(1, -1)
        for column in columns:
            substitute(self.envelope, column, 0, column.shape[0])
        found = np.empty_like(y)
        found[order] = columns.T if self.size == 1 else columns.reshape(-1, 3)
        return found.reshape(right.shape)


class ProfileSolver:
    """`SolverSpec("profile")`; a matrix that is not positive definite goes to a sparse LU, and the outcome says so.

    With `only_definite` it is not solved.
    """

    def __init__(self, matrix: Matrix, *, only_definite: bool = False):
        self._reduced = Reduced(matrix)
        self.profile: Profile | None = None
        self.only_definite = only_definite
        self._definite = False

    def update(self) -> None:
        self._reduced.stale = True

    def solve(self, subspace: Subspace, b: np.ndarray, x: np.ndarray) -> Outcome:
        reduced = self._reduced
        if reduced.follow(subspace):
            if self.profile is None or not self.profile.fits(reduced.rows):
                self.profile = Profile(reduced.rows)
            self._definite = self.profile.follow(reduced.rows)
        assert self.profile is not None
        if not self._definite:
            if self.only_definite:
                return Outcome(False, True, 0, np.nan)
            solve_direct(reduced.matrix, subspace, b, x, banded=False)
            return Outcome(True, True, 1, 0.0)
        right, terms = reduced.right(b), reduced.low_rank()
        solve = self.profile.solve
        reduced.spread(solve(right) if terms is None else solve_with(solve, *terms, right.ravel()), x)
        return Outcome(True, False, 1, 0.0, definite=terms is None)


def numbered(rows: Rows) -> np.ndarray:
    """The nodes in an order in which coupled ones are near each other; as they are, if that makes a smaller profile."""
    count = len(rows.starts) - 1
    if not len(rows.columns):  # all nodes are pinned
        return np.arange(count)
    graph = sp.csr_matrix(
        (np.ones(len(rows.columns), dtype=np.int8), rows.columns, rows.starts), shape=(count, count)
    )
    order = reverse_cuthill_mckee(graph, symmetric_mode=True).astype(np.int64)
    identity = np.arange(count)
    return order if _area(rows, np.argsort(order)) < _area(rows, identity) else identity


def _area(rows: Rows, rank: np.ndarray) -> int:
    """Blocks between the first entry of a row and the diagonal, over all rows."""
    owner = np.repeat(rank, np.diff(rows.starts))
    reach = np.arange(len(rank))
    np.minimum.at(reach, owner, rank[rows.columns])
    return int((np.arange(len(rank)) - reach).sum())


@kernel
def factorise(envelope, rows, size, begin):
    """(1) from the node `begin` on; False at the first pivot that is not positive."""
    order, rank, first, starts, lower = envelope
    for node in range(begin, order.shape[0]):
        p = order[node]
        for i in range(size * node, size * (node + 1)):
            for k in range(starts[i], starts[i + 1]):
                lower[k] = 0.0
        for k in range(rows.starts[p], rows.starts[p + 1]):
            j = rank[rows.columns[k]]
            if j > node:
                continue
            for u in range(size):
                i = size * node + u
                for v in range(size if j < node else u + 1):
                    lower[starts[i] + size * j + v - first[i]] = rows.values[k, size * u + v]
        if not _eliminate_node(first, starts, lower, size, node):
            return False
    return True


@kernel
def complete(envelope):
    """(1) of the matrix that is in `lower`, whose rows begin alike by threes; False as above."""
    for node in range(envelope.order.shape[0]):
        if not _eliminate_node(envelope.first, envelope.starts, envelope.lower, 3, node):
            return False
    return True


@internal
def _eliminate_node(first, starts, lower, size, node):
    """The rows of a node of (1)."""
    if size == 3:
        _eliminate_blocks(first, starts, lower, node)
    for i in range(size * node, size * (node + 1)):
        if not _eliminate(first, starts, lower, i, size * node if size == 3 else first[i]):
            return False
    return True


@internal
def _eliminate(first, starts, lower, i, begin):
    """Row i of (1), from column `begin` on."""
    for j in range(begin, i):
        k = max(first[i], first[j])
        row, other = starts[i] + k - first[i], starts[j] + k - first[j]
        total = 0.0
        for t in range(j - k):
            total += lower[uint(row + t)] * lower[uint(other + t)]
        here = starts[i] + j - first[i]
        lower[here] = (lower[here] - total) / lower[starts[j + 1] - 1]
    total, last = 0.0, starts[i + 1] - 1
    for k in range(starts[i], last):
        total += lower[uint(k)] * lower[uint(k)]
    pivot = lower[last] - total
    if not pivot > _SINGULAR * lower[last]:
        return False
    lower[last] = np.sqrt(pivot)
    return True


@internal
def _eliminate_blocks(first, starts, lower, node):
    """The three rows of a node up to its diagonal block: nine sums at once, each number being read once for three."""
    i, begin = 3 * node, first[3 * node]
    for j in range(begin, i, 3):
        k = max(begin, first[j])
        length = j - k
        a0, b0 = starts[i] + k - begin, starts[j] + k - first[j]
        a1, b1 = starts[i + 1] + k - begin, starts[j + 1] + k - first[j]
        a2, b2 = starts[i + 2] + k - begin, starts[j + 2] + k - first[j]
        s00, s01, s02, s10, s11, s12, s20, s21, s22 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for t in range(length):
            x0, x1, x2 = lower[uint(a0 + t)], lower[uint(a1 + t)], lower[uint(a2 + t)]
            y0, y1, y2 = lower[uint(b0 + t)], lower[uint(b1 + t)], lower[uint(b2 + t)]
            s00, s01, s02 = s00 + x0 * y0, s01 + x0 * y1, s02 + x0 * y2
            s10, s11, s12 = s10 + x1 * y0, s11 + x1 * y1, s12 + x1 * y2
            s20, s21, s22 = s20 + x2 * y0, s21 + x2 * y1, s22 + x2 * y2
        own, below = b1 + length, b2 + length  # L(j + 1, j) and L(j + 2, j)
        d0, d1, d2 = lower[b0 + length], lower[own + 1], lower[below + 2]
        for u in range(3):
            here = (a0 if u == 0 else a1 if u == 1 else a2) + length
            s0, s1, s2 = (s00, s01, s02) if u == 0 else (s10, s11, s12) if u == 1 else (s20, s21, s22)
            x0 = (lower[here] - s0) / d0
            x1 = (lower[here + 1] - s1 - x0 * lower[own]) / d1
            lower[here + 2] = (lower[here + 2] - s2 - x0 * lower[below] - x1 * lower[below + 1]) / d2
            lower[here], lower[here + 1] = x0, x1


@kernel
def substitute(envelope, y, low, high):
    """LLᵀ y = y in place, of unknowns low ≤ i < high that no others are coupled with in L."""
    first, starts, lower = envelope.first, envelope.starts, envelope.lower
    for i in range(low, high):
        total = 0.0
        begin, length = starts[i], i - first[i]
        for t in range(length):
            total += lower[uint(begin + t)] * y[uint(first[i] + t)]
        y[i] = (y[i] - total) / lower[begin + length]
    for i in range(high - 1, low - 1, -1):
        begin, length = starts[i], i - first[i]
        y[i] /= lower[begin + length]
        value = y[i]
        for t in range(length):
            y[uint(first[i] + t)] -= lower[uint(begin + t)] * value
