"""The matrix of a hybrid body: a constant number per pair of nodes, a frame that moves with the nodes, blocks at nodes.

In the frame (c, R) of a body with the reference shape r and the masses μ, a displacement x of the nodes at q changes
the deformation by (see `energies.hybrid`)

    de = Px = y − t − θ × q ,   y = Rᵀx ,   t = Σ μy/m ,   θ = G⁻¹ Σ μ r × y                                    (1)

and Hessians of spline energies are PᵀKP. Products take K, which has one number per pair of nodes, and the sums of (1):

    PᵀKP x = R (w − (μ/m) Σw − μ λ × r) ,   w = K Px ,   G λ = Σ q × w .                                        (2)

A body that is torn has a frame for each of its pieces, and sums are those of a piece.

Whatever acts on single nodes is in `diagonal`, as in every matrix. The part of it that is a number times the masses or
the drag of all nodes is known on its own, as `shift`: scale·K + shift is the constant matrix of 002 (40) that is
factorised once (`solvers.hybrid`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.compile import internal, uint
from pliant.numerics.grid_layout import Span
from pliant.numerics.low_rank import LowRank
from pliant.numerics.matrix import add_multiple, multiply, register_product
from pliant.numerics.point_layout import PointLayout

SCALE, MOVING = range(2)  # of `numbers`


class Rows(NamedTuple):
    """A symmetric matrix of numbers in compressed rows, with its diagonal."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray


class Runs(NamedTuple):
    """The same as runs of rows, bounds[k] ≤ i < bounds[k + 1], whose entries are equally far from the diagonal.

    These are `shifts` from starts[k] on; the values of a run follow one another shift by shift, from firsts[k] on. So
    products are vector instructions along the rows of a grid.
    """

    bounds: np.ndarray
    starts: np.ndarray
    shifts: np.ndarray
    firsts: np.ndarray
    values: np.ndarray


class Stiffness(NamedTuple):
    """K."""

    rows: Rows
    runs: Runs


class Pieces(NamedTuple):
    """What holds together: runs of nodes, bounds[k] ≤ i < bounds[k + 1], that belong to the pieces `of` (runs,)."""

    bounds: np.ndarray
    of: np.ndarray
    total: np.ndarray  # (pieces,) m of each


class Body(NamedTuple):
    """Masses μ (P,), the reference shape r (3, P) about the centre of mass of its piece, and what is r of the sums in
    (1) and (2): the same, unless a piece is straight (`energies.hybrid`).
    """

    mass: np.ndarray
    shape: np.ndarray
    gauge: np.ndarray
    pieces: Pieces


class Spot(NamedTuple):
    """A few nodes and weights: where a hand is."""

    nodes: tuple[int, ...]
    weights: tuple[float, ...]

    @classmethod
    def of(cls, nodes: np.ndarray, weights: np.ndarray) -> Spot:
        return cls(tuple(map(int, nodes)), tuple(map(float, weights)))


class SplineOperator(NamedTuple):
    """What kernels see of the matrix."""

    diagonal: np.ndarray  # (9, P)
    runs: Runs
    body: Body
    numbers: np.ndarray  # factor of K, whether (1) holds (else P = I)
    axes: np.ndarray  # (pieces, 2, 3, 3): R and G⁻¹
    q: np.ndarray  # (3, P)
    pairs: np.ndarray  # (k, 2) of nodes that hands couple
    pulls: np.ndarray  # (k,), by how much
    vectors: np.ndarray  # (r, 3, P)
    weights: np.ndarray  # (r,)
    work: np.ndarray  # (2, 3, P)
    halo: np.ndarray
    span: Span


@dataclass
class HybridMatrix:
    """A symmetric matrix of a hybrid body; `scale` times the stiffness K is part of it."""

    layout: PointLayout
    stiffness: Stiffness
    body: Body
    scale: float = 0.0
    free: np.ndarray | None = None  # (P,), 0 where nodes were removed
    low_rank: LowRank | None = None
    pulls: dict[Spot, float] = field(default_factory=dict)  # the factors k of terms k wᵢwⱼ I
    grips: dict[Spot, float] = field(default_factory=dict)  # and of k wᵢ I at the nodes of patches
    is_scalar = False

    def __post_init__(self):
        zeros = self.layout.zeros
        self.diagonal, self.shift = zeros(9), zeros()
        self._axes, self._q = np.zeros((len(self.body.pieces.total), 2, 3, 3)), zeros(3)
        self._numbers, self._work = np.zeros(2), zeros(2, 3)

    @property
    def operator(self) -> SplineOperator:
        pairs, pulls = self._pairs()
        low_rank = self.low_rank or LowRank.zeros(self.layout, 0)
        self._numbers[SCALE] = self.scale
        return SplineOperator(
            self.diagonal, self.stiffness.runs, self.body, self._numbers, self._axes, self._q, pairs, pulls,
            low_rank.vectors, low_rank.weights, self._work, self.layout.halo, self.layout.span,
        )  # fmt: skip

    @property
    def own(self) -> np.ndarray:
        """What each component of a node has to do with itself, (3, P), but for the frame."""
        starts, columns, values = self.stiffness.rows
        count = len(starts) - 1
        row = np.repeat(np.arange(count), np.diff(starts))
        return self.diagonal[::4] + self.layout.spread(
            self.scale * np.bincount(row, np.where(row == columns, values, 0.0), count)
        )

    @property
    def rotation(self) -> np.ndarray:
        """R of (1) of all pieces, (pieces, 3, 3)."""
        return self._axes[:, 0]

    def clear(self) -> None:
        self.diagonal.fill(0.0)
        self.shift.fill(0.0)
        self._numbers[MOVING] = 0.0
        self._axes[:, 0] = np.eye(3)
        self.scale, self.free, self.low_rank = 0.0, None, None
        self.pulls.clear()
        self.grips.clear()

    def set_spline(
        self, stiffness: Stiffness, body: Body, scale: float, axes: np.ndarray, q: np.ndarray
    ) -> None:
        """scale · PᵀKP of (2), for R and G⁻¹ (pieces, 2, 3, 3) and q (3, P)."""
        self.stiffness, self.body, self.scale = stiffness, body, scale
        self._numbers[MOVING] = 1.0
        self._axes, self._q[:] = axes.copy(), q

    def set_exactly(self, stiffness: Stiffness, scale: float, terms: int) -> LowRank:
        """scale · K and so many terms of low rank, which are to be added to what is returned."""
        self.stiffness, self.scale = stiffness, scale
        self.low_rank = LowRank.zeros(self.layout, terms)
        return self.low_rank

    def add_multiple(self, values: np.ndarray, factor: float) -> None:
        add_multiple(self.diagonal, values, factor)
        self.shift += factor * values

    def add_outer(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢwⱼ I to the blocks of all pairs of a few nodes."""
        for own in self.diagonal[::4]:
            np.add.at(own, nodes, scale * np.square(weights))
        spot = Spot.of(nodes, weights)
        self.pulls[spot] = self.pulls.get(spot, 0.0) + scale

    def add_shares(self, nodes: np.ndarray, scale: float, weights: np.ndarray) -> None:
        """Add scale · wᵢ I to the nodes' own blocks."""
        self.diagonal[::4, nodes] += scale * weights
        spot = Spot.of(nodes, weights)
        self.grips[spot] = self.grips.get(spot, 0.0) + scale

    def _pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs (k, 2) of different nodes that hands couple, and by how much (k,)."""
        found = [
            (a, b, k * wa * wb)
            for spot, k in self.pulls.items()
            for a, wa in zip(*spot, strict=True)
            for b, wb in zip(*spot, strict=True)
            if a != b
        ]
        table = np.array(found, dtype=np.float64).reshape(-1, 3)
        return table[:, :2].astype(np.int64), np.ascontiguousarray(table[:, 2])

    def fold_halo(self) -> None:
        """Nothing to do."""

    def remove(self, free: np.ndarray) -> None:
        """Nodes with free = 0, shape (P,), are no unknowns. (Within a subspace products do not see them anyway.)"""
        self.free = free.copy()

    def multiply(self, x: np.ndarray, out: np.ndarray) -> None:
        """out = A x for x of shape (3, P)."""
        multiply(self.operator, x, out)

    def to_sparse(self) -> sp.csr_matrix:
        """The whole matrix, column by column: for checks of small bodies."""
        layout, columns = self.layout, []
        out = layout.zeros(3)
        for unknown in range(3 * layout.count):
            x = layout.zeros(3)
            x[unknown % 3, unknown // 3] = 1.0
            if self.free is not None:
                x *= self.free
            self.multiply(x, out)
            columns.append(layout.gather(out if self.free is None else out * self.free).ravel())
        return sp.csr_matrix(np.stack(columns, axis=1))


def rows_of(matrix: Any) -> Rows:
    """Compressed rows of a SciPy matrix, as kernels want them."""
    rows: Any = sp.csr_matrix(matrix)
    rows.sort_indices()
    return Rows(rows.indptr.astype(np.int64), rows.indices.astype(np.int32), rows.data.astype(np.float64))


def stiffness_of(matrix: Any) -> Stiffness:
    """K of a SciPy matrix."""
    rows = rows_of(matrix)
    count, sizes = len(rows.starts) - 1, np.diff(rows.starts)
    shifts = rows.columns - np.repeat(np.arange(count), sizes)
    width = int(sizes.max(initial=0))
    table = np.full((count, width), np.iinfo(np.int64).max)
    table[np.repeat(np.arange(count), sizes), np.arange(len(shifts)) - np.repeat(rows.starts[:-1], sizes)] = (
        shifts
    )
    begins = np.flatnonzero(np.concatenate([[True], (table[1:] != table[:-1]).any(axis=1)]))
    bounds = np.append(begins, count)
    lengths, entries = np.diff(bounds), sizes[begins]
    run = np.repeat(np.repeat(np.arange(len(begins)), lengths), sizes)  # of each entry
    row = np.repeat(np.arange(count), sizes)
    turn = np.arange(len(shifts)) - rows.starts[row]  # which entry of its row
    firsts = np.concatenate([[0], np.cumsum(lengths * entries)])
    values = np.empty_like(rows.values)
    values[firsts[run] + turn * lengths[run] + row - begins[run]] = rows.values
    starts = np.concatenate([[0], np.cumsum(entries)])
    kept = np.concatenate([table[b, :n] for b, n in zip(begins, entries, strict=True)])
    return Stiffness(rows, Runs(bounds, starts, kept, firsts, values))


# ---------------------------------------------------------------- products


@internal
def multiply_numbers(k, x, y):
    """y = K x for each of three components; zero in places without a node."""
    for run in range(k.bounds.shape[0] - 1):
        begin, length = k.bounds[run], k.bounds[run + 1] - k.bounds[run]
        if length == 1:
            _multiply_row(k, run, begin, x, y)
            continue
        for c in range(3):
            for j in range(length):
                y[c, uint(begin + j)] = 0.0
        for s in range(k.starts[run], k.starts[run + 1]):
            other, first = begin + k.shifts[s], k.firsts[run] + (s - k.starts[run]) * length
            for j in range(length):
                v, here, there = k.values[uint(first + j)], uint(begin + j), uint(other + j)
                y[0, here] += v * x[0, there]
                y[1, here] += v * x[1, there]
                y[2, here] += v * x[2, there]
    for c in range(3):
        for p in range(k.bounds[-1], y.shape[1]):
            y[c, p] = 0.0


@internal
def _multiply_row(k, run, i, x, y):
    """A run of one row, as most are on meshes."""
    here, s = uint(i), k.starts[run]
    first = k.firsts[run] - s
    a = x[0, here] * 0
    b, c = a, a
    for t in range(s, k.starts[run + 1]):
        v, there = k.values[uint(first + t)], uint(i + k.shifts[uint(t)])
        a += v * x[0, there]
        b += v * x[1, there]
        c += v * x[2, there]
    y[0, here], y[1, here], y[2, here] = a, b, c


@internal
def into_frame(body, axes, q, x, out):
    """out = Px of (1)."""
    r, mu, bounds, of, total = body.gauge, body.mass, body.pieces.bounds, body.pieces.of, body.pieces.total
    sums = np.zeros((total.shape[0], 6))
    for run in range(of.shape[0]):
        R, own = axes[of[run], 0], sums[of[run]]
        t0, t1, t2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for p in range(bounds[run], bounds[run + 1]):
            i = uint(p)
            x0, x1, x2 = x[0, i], x[1, i], x[2, i]
            y0 = R[0, 0] * x0 + R[1, 0] * x1 + R[2, 0] * x2
            y1 = R[0, 1] * x0 + R[1, 1] * x1 + R[2, 1] * x2
            y2 = R[0, 2] * x0 + R[1, 2] * x1 + R[2, 2] * x2
            out[0, i], out[1, i], out[2, i] = y0, y1, y2
            t0 += mu[i] * y0
            t1 += mu[i] * y1
            t2 += mu[i] * y2
            m0 += mu[i] * (r[1, i] * y2 - r[2, i] * y1)
            m1 += mu[i] * (r[2, i] * y0 - r[0, i] * y2)
            m2 += mu[i] * (r[0, i] * y1 - r[1, i] * y0)
        _add_six(own, t0, t1, t2, m0, m1, m2)
    for run in range(of.shape[0]):
        t0, t1, t2, h0, h1, h2 = _shift_and_turn(axes[of[run], 1], total[of[run]], sums[of[run]])
        for p in range(bounds[run], bounds[run + 1]):
            i = uint(p)
            q0, q1, q2 = q[0, i], q[1, i], q[2, i]
            out[0, i] -= t0 + h1 * q2 - h2 * q1
            out[1, i] -= t1 + h2 * q0 - h0 * q2
            out[2, i] -= t2 + h0 * q1 - h1 * q0


@internal
def pull_back(body, axes, q, w, out, scale):
    """out = scale · R (w − (μ/m) Σw − μ λ × r) of (2); out may be w."""
    mu, r, bounds, of, total = body.mass, body.gauge, body.pieces.bounds, body.pieces.of, body.pieces.total
    sums = np.zeros((total.shape[0], 6))
    for run in range(of.shape[0]):
        s0, s1, s2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for p in range(bounds[run], bounds[run + 1]):
            i = uint(p)
            w0, w1, w2 = w[0, i], w[1, i], w[2, i]
            s0 += w0
            s1 += w1
            s2 += w2
            m0 += q[1, i] * w2 - q[2, i] * w1
            m1 += q[2, i] * w0 - q[0, i] * w2
            m2 += q[0, i] * w1 - q[1, i] * w0
        _add_six(sums[of[run]], s0, s1, s2, m0, m1, m2)
    for run in range(of.shape[0]):
        R, own = axes[of[run], 0], sums[of[run]]
        s0, s1, s2, h0, h1, h2 = _shift_and_turn(axes[of[run], 1], total[of[run]], own)
        for p in range(bounds[run], bounds[run + 1]):
            i = uint(p)
            r0, r1, r2, m = r[0, i], r[1, i], r[2, i], mu[i]
            w0 = scale * (w[0, i] - m * (s0 + h1 * r2 - h2 * r1))
            w1 = scale * (w[1, i] - m * (s1 + h2 * r0 - h0 * r2))
            w2 = scale * (w[2, i] - m * (s2 + h0 * r1 - h1 * r0))
            out[0, i] = R[0, 0] * w0 + R[0, 1] * w1 + R[0, 2] * w2
            out[1, i] = R[1, 0] * w0 + R[1, 1] * w1 + R[1, 2] * w2
            out[2, i] = R[2, 0] * w0 + R[2, 1] * w1 + R[2, 2] * w2


@internal
def _add_six(out, a0, a1, a2, b0, b1, b2):
    out[0], out[1], out[2] = out[0] + a0, out[1] + a1, out[2] + a2
    out[3], out[4], out[5] = out[3] + b0, out[4] + b1, out[5] + b2


@internal
def _shift_and_turn(g, m, sums):
    """The first three sums over m, and G⁻¹ times the others; a piece without mass does neither."""
    share = 1.0 / m if m > 0.0 else 0.0
    m0, m1, m2 = sums[3], sums[4], sums[5]
    return (
        share * sums[0],
        share * sums[1],
        share * sums[2],
        g[0, 0] * m0 + g[0, 1] * m1 + g[0, 2] * m2,
        g[1, 0] * m0 + g[1, 1] * m1 + g[1, 2] * m2,
        g[2, 0] * m0 + g[2, 1] * m1 + g[2, 2] * m2,
    )


@internal
def multiply_together(a, x):
    """What couples nodes, into work[1]: once for a product, before its rows."""
    inside, out, scale = a.work[0], a.work[1], a.numbers[SCALE]
    if a.numbers[MOVING] != 0.0:
        into_frame(a.body, a.axes, a.q, x, inside)
        multiply_numbers(a.runs, inside, out)
        pull_back(a.body, a.axes, a.q, out, out, scale)
    else:
        multiply_numbers(a.runs, x, out)
        for c in range(3):
            for p in range(x.shape[1]):
                out[c, uint(p)] *= scale
    for k in range(a.pairs.shape[0]):
        i, j = a.pairs[k, 0], a.pairs[k, 1]
        for c in range(3):
            out[c, i] += a.pulls[k] * x[c, j]
    for k in range(a.weights.shape[0]):
        u, share = a.vectors[k], 0.0
        for c in range(3):
            for p in range(x.shape[1]):
                share += u[c, uint(p)] * x[c, uint(p)]
        share *= a.weights[k]
        for c in range(3):
            for p in range(x.shape[1]):
                out[c, uint(p)] += share * u[c, uint(p)]


@internal
def add_own(a, x, y, row_0, row_1):
    """y = A x on rows of places: the nodes' own blocks, and what is there already."""
    d, w, width = a.diagonal, a.work[1], a.span.width
    for p in range(row_0 * width, row_1 * width):
        i = uint(p)
        x0, x1, x2 = x[0, i], x[1, i], x[2, i]
        y[0, i] = d[0, i] * x0 + d[1, i] * x1 + d[2, i] * x2 + w[0, i]
        y[1, i] = d[3, i] * x0 + d[4, i] * x1 + d[5, i] * x2 + w[1, i]
        y[2, i] = d[6, i] * x0 + d[7, i] * x1 + d[8, i] * x2 + w[2, i]


register_product(SplineOperator, add_own, multiply_together)
