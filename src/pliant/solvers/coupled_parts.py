"""The multigrid cycles of bodies in pieces, with room between them for rows that couple bodies.

Smoothing on a level forms the (negative) residual s = A d − b, or s += A d, for a correction d. Rows (`coupling`) add
C d to it: so a cycle stops wherever there is a new d, hands it out at the nodes that rows touch, and goes on when C d
has come back. A coarsest level is solved as if all other bodies stood still.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from pliant.numerics.compile import internal, kernel
from pliant.solvers import levels as graph
from pliant.solvers.coupling import Coarser, Level
from pliant.solvers.dense import assemble, cholesky, solve_factorised
from pliant.solvers.galerkin import Galerkin, assemble_coarsest, solve_coarsest
from pliant.solvers.galerkin import begin as graph_begin
from pliant.solvers.galerkin import enter as graph_enter
from pliant.solvers.galerkin import leave as graph_leave
from pliant.solvers.galerkin import prolong as graph_prolong
from pliant.solvers.galerkin import restrict as graph_restrict
from pliant.solvers.galerkin import smooth as graph_smooth
from pliant.solvers.hierarchy import (
    BEGIN,
    COLUMNS,
    FIRST,
    HALO,
    HALO_END,
    HALVE_COLUMNS,
    HALVE_ROWS,
    INVERSE,
    OFFSETS,
    PROLONG,
    RESTRICT,
    ROWS,
    SLOTS,
    SMOOTH,
    SOLVE,
    B,
    D,
    E,
    R,
    cycle_steps,
)
from pliant.solvers.multigrid import (
    Multigrid,
    begin,
    chebyshev,
    enter,
    leave,
    prolong,
    restrict,
    smooth,
    span_of,
)

_WIDER = 1.15  # measured: enough, and it costs no iterations
ENTER, LEAVE = 20, 21  # steps, besides those of `hierarchy`: take the right-hand side, hand out the solution
NOWHERE = np.zeros(0, np.int32)
NOTHING = np.zeros((0, 3), np.float32)


class Piece:
    """Steps of a cycle, and the levels whose d they were waiting for and whose d they make; −1 for none."""

    def __init__(self, steps: list[tuple[int, int, int]], before: tuple[int, int], after: tuple[int, int]):
        self.steps, self.before, self.after = np.array(steps), before, after


def pieces(levels: int) -> list[Piece]:
    """The cycle of `hierarchy`, cut before every smoothing."""
    parts: list[list[tuple[int, int, int]]] = [[(ENTER, 0, 0)]]
    for step in cycle_steps(levels):
        if step[0] == SMOOTH:
            parts.append([])
        parts[-1].append(step)
    parts[-1].append((LEAVE, 0, 0))
    made = []
    for part, following in zip(parts, [*parts[1:], [(LEAVE, -1, 0)]], strict=True):
        (op, level, variant), (_, next_level, next_variant) = part[0], following[0]
        before = (level, variant) if op == SMOOTH else (-1, 0)
        made.append(Piece(part, before, (next_level, next_variant)))
    return made


class CyclePart(Protocol):
    """The cycle of one body. Its nodes are numbered through all levels, each finer than the next."""

    levels: int
    count: int  # of those numbers
    pieces: list[Piece]

    @cached_property
    def coarser(self) -> Coarser:
        """How nodes of all levels hang on the next; who has none belongs to nobody, `count`."""
        ...

    def widen(self) -> None:
        """Let the smoother of the finest level expect more than the estimate: in crumpled matter it is too low."""
        ...

    def touch(self, level: int, rows: Level, first: int, last: int, shift: int) -> None:
        """Smooth on a level with rows; this body's nodes are those from `first` to `last` of theirs, less `shift`."""
        ...

    def run(self, piece: Piece, nodes: Any, y: Any, after: Any, u: Any, r: np.ndarray, z: np.ndarray) -> None:
        """Add y at `nodes` to s, go on, and set u to d at the nodes `after`."""
        ...


class GridPart:
    """Of a grid."""

    def __init__(self, cycle: Multigrid):
        self.cycle, self._h = cycle, cycle.hierarchy
        self.levels, self.count = len(self._h.levels), self._h.fields.shape[1]
        self.pieces = pieces(self.levels)

    @cached_property
    def coarser(self) -> Coarser:
        return grid_coarser(self._h.levels, self.count)

    def widen(self) -> None:
        self._h.eigenvalues[0] *= _WIDER

    def touch(self, level: int, rows: Level, first: int, last: int, shift: int) -> None:
        h = self._h
        if level < self.levels - 1:
            add_to_grid(h, rows.nodes, first, last, shift, rows.diagonal)
        else:
            factorise_grid(
                h, level, rows.starts, rows.nodes, rows.places, rows.weights, rows.blocks, first, last, shift
            )

    def run(self, piece: Piece, nodes: Any, y: Any, after: Any, u: Any, r: np.ndarray, z: np.ndarray) -> None:
        run_grid(
            self._h, self.cycle.team, piece.steps, piece.before[1], nodes, y, piece.after[1], after, u, r, z
        )


class GraphPart:
    """Of nodes on any graph."""

    def __init__(self, cycle: Galerkin):
        self.cycle, self._h = cycle, cycle.levels
        self.levels, self.count = len(self._h.firsts) - 1, int(self._h.firsts[-1])
        self.pieces = pieces(self.levels)

    def widen(self) -> None:
        self._h.eigenvalues[0] *= _WIDER

    @cached_property
    def coarser(self) -> Coarser:
        up, weights = self._h.up, self._h.up_weights
        owner = np.full(self.count + 1, self.count, np.int64)
        find_owners(up.starts, up.columns, weights, owner)
        return Coarser(up.starts, up.columns.astype(np.int64), weights, owner)

    def touch(self, level: int, rows: Level, first: int, last: int, shift: int) -> None:
        h = self._h
        if level < self.levels - 1:
            add_to_graph(h, rows.nodes, first, last, shift, rows.diagonal)
        else:
            factorise_graph(
                h, level, rows.starts, rows.nodes, rows.places, rows.weights, rows.blocks, first, last, shift
            )

    def run(self, piece: Piece, nodes: Any, y: Any, after: Any, u: Any, r: np.ndarray, z: np.ndarray) -> None:
        run_graph(
            self._h, self.cycle.team, piece.steps, piece.before[1], nodes, y, piece.after[1], after, u, r, z
        )


# ---------------------------------------------------------------- how nodes hang on the next level


def grid_coarser(levels: np.ndarray, count: int) -> Coarser:
    """Bilinear interpolation between grids; a node belongs to the first corner of the cell that it is in."""
    degrees, owner = np.zeros(count + 1, np.int64), np.full(count + 1, count, np.int64)
    entries = []
    for fine, coarse in pairwise(levels):
        m, n = (i.ravel() for i in np.indices((fine[ROWS], fine[COLUMNS])))
        place = fine[FIRST] + m * (fine[COLUMNS] + 4) + n
        ends = []
        for i, axis, halved in ((m, ROWS, fine[HALVE_ROWS]), (n, COLUMNS, fine[HALVE_COLUMNS])):
            ends.append((i // 2, (i + 1) // 2 % coarse[axis]) if halved else (i, i))
        width = coarse[COLUMNS] + 4
        owner[place] = coarse[FIRST] + ends[0][0] * width + ends[1][0]
        for a in (0, 1):
            for b in (0, 1):
                twice_m, twice_n = ends[0][0] == ends[0][1], ends[1][0] == ends[1][1]
                used = ~((twice_m & (a == 1)) | (twice_n & (b == 1)))
                weight = np.where(twice_m, 1.0, 0.5) * np.where(twice_n, 1.0, 0.5)
                column = coarse[FIRST] + ends[0][a] * width + ends[1][b]
                entries.append(np.stack([place, column, weight])[:, used])
    if not entries:
        return Coarser(degrees, np.zeros(0, np.int64), np.zeros(0, np.float32), owner)
    rows, columns, weights = np.concatenate(entries, axis=1)
    order = np.argsort(rows, kind="stable")
    starts = np.searchsorted(rows[order], np.arange(count + 1))
    return Coarser(starts, columns[order].astype(np.int64), weights[order].astype(np.float32), owner)


@kernel
def find_owners(starts, columns, weights, owner):
    """The coarse node with the largest weight."""
    for i in range(starts.shape[0] - 1):
        most = 0.0
        for q in range(starts[i], starts[i + 1]):
            if weights[q] > most:
                most, owner[i] = weights[q], columns[q]


# ---------------------------------------------------------------- rows in the smoother, and in the coarsest matrix


@internal
def inverse_of(xx, xy, xz, yy, yz, zz):
    """Of a symmetric 3×3 block; 1/trace where it is singular, zero where it is."""
    cxx, cxy, cxz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    det = xx * cxx + xy * cxy + xz * cxz
    size = xx + yy + zz
    regular = det > 1e-12 * size * size * size
    f = 1.0 / det if regular else 0.0
    g = 1.0 / size if size > 0.0 and not regular else 0.0
    return (
        cxx * f + g, cxy * f, cxz * f,
        (xx * zz - xz * xz) * f + g, (xy * xz - xx * yz) * f, (xx * yy - xy * xy) * f + g,
    )  # fmt: skip


@kernel
def add_to_grid(h, nodes, first, last, shift, diagonal):
    """The inverse blocks of the smoother are those of A + D."""
    a = h.values[0]
    for k in range(first, last):
        p = nodes[k] - shift
        d = diagonal[k]
        inverse = inverse_of(
            1.0 * a[0, p] + d[0], 1.0 * a[1, p] + d[1], 1.0 * a[2, p] + d[2],
            1.0 * a[4, p] + d[3], 1.0 * a[5, p] + d[4], 1.0 * a[8, p] + d[5],
        )  # fmt: skip
        for c in range(6):
            h.fields[INVERSE + c, p] = inverse[c]


@kernel
def add_to_graph(h, nodes, first, last, shift, diagonal):
    for k in range(first, last):
        p = nodes[k] - shift
        a, d = h.values[h.matrix.starts[p]], diagonal[k]
        inverse = inverse_of(
            1.0 * a[0] + d[0], 1.0 * a[1] + d[1], 1.0 * a[2] + d[2],
            1.0 * a[4] + d[3], 1.0 * a[5] + d[4], 1.0 * a[8] + d[5],
        )  # fmt: skip
        for c in range(6):
            h.inverse[p, c] = inverse[c]


@internal
def add_dense(lower, i, j, f, blocks, r):
    """f K at the nodes i and j of a dense matrix."""
    xx, xy, xz, yy, yz, zz = blocks[r]
    lower[3 * i, 3 * j] += f * xx
    lower[3 * i, 3 * j + 1] += f * xy
    lower[3 * i, 3 * j + 2] += f * xz
    lower[3 * i + 1, 3 * j] += f * xy
    lower[3 * i + 1, 3 * j + 1] += f * yy
    lower[3 * i + 1, 3 * j + 2] += f * yz
    lower[3 * i + 2, 3 * j] += f * xz
    lower[3 * i + 2, 3 * j + 1] += f * yz
    lower[3 * i + 2, 3 * j + 2] += f * zz


@kernel
def factorise_grid(h, level, starts, nodes, places, weights, blocks, first, last, shift):
    """The coarsest matrix with what rows have of this body alone."""
    span = span_of(h.levels, level)
    assemble(h.values, h.levels[level, OFFSETS:], h.levels[level, SLOTS], span, h.dense)
    for r in range(blocks.shape[0]):
        for q in range(starts[r], starts[r + 1]):
            for s in range(starts[r], starts[r + 1]):
                a, b = places[q], places[s]
                if first <= a < last and first <= b < last:
                    p, o = nodes[a] - shift - span.first, nodes[b] - shift - span.first
                    i = p // span.width * span.columns + p % span.width
                    j = o // span.width * span.columns + o % span.width
                    add_dense(h.dense, i, j, weights[q] * weights[s], blocks, r)
    cholesky(h.dense)


@kernel
def factorise_graph(h, level, starts, nodes, places, weights, blocks, first, last, shift):
    begins = h.firsts[level]
    assemble_coarsest(h.matrix, h.values, begins, h.firsts[level + 1] - begins, h.dense)
    for r in range(blocks.shape[0]):
        for q in range(starts[r], starts[r + 1]):
            for s in range(starts[r], starts[r + 1]):
                a, b = places[q], places[s]
                if first <= a < last and first <= b < last:
                    i, j = nodes[a] - shift - begins, nodes[b] - shift - begins
                    add_dense(h.dense, i, j, weights[q] * weights[s], blocks, r)
    cholesky(h.dense)


# ---------------------------------------------------------------- a piece of the cycle


@kernel
def run_grid(h, team, steps, variant, nodes, y, following, after, u, r, z):
    """Steps of a cycle, of which the first is a smoothing of this variant if it has waited for y."""
    levels, fields = h.levels, h.fields
    field, sign = (B, np.float32(-1.0)) if variant % 4 == 0 else (R, np.float32(1.0))
    for k in range(nodes.shape[0]):
        for c in range(3):
            fields[field + c, nodes[k]] += sign * y[k, c]
    for step in range(steps.shape[0]):
        op, k, which = steps[step, 0], steps[step, 1], steps[step, 2]
        rows, span = levels[k, ROWS], span_of(levels, k)
        for i in range(levels[k, HALO], levels[k, HALO_END]):
            for c in range(INVERSE):
                fields[c, h.halo[i, 0]] = fields[c, h.halo[i, 1]]
        alpha, beta = chebyshev(h.eigenvalues[k], which)
        if op == SMOOTH:
            smooth(team, (levels, k, which, alpha, beta, h.values, fields), 0, 0, rows)
        elif op == BEGIN:
            begin(team, (span, alpha, fields), 0, 0, rows)
        elif op == RESTRICT:
            restrict(team, (levels, k, fields), 0, 0, levels[k + 1, ROWS])
        elif op == PROLONG:
            prolong(team, (levels, k - 1, fields), 0, 0, levels[k - 1, ROWS])
        elif op == SOLVE:
            solve_factorised(h.dense, span, fields)
        elif op == ENTER:
            enter(team, (span, r, fields), 0, 0, rows)
        else:
            leave(team, (span, fields, z), 0, 0, rows)
    d = E if following % 2 == 1 else D
    for k in range(after.shape[0]):
        for c in range(3):
            u[k, c] = fields[d + c, after[k]]


@kernel
def run_graph(h, team, steps, variant, nodes, y, following, after, u, r, z):
    firsts, f = h.firsts, h.fields
    field, sign = (graph.B, np.float32(-1.0)) if variant % 4 == 0 else (graph.R, np.float32(1.0))
    for k in range(nodes.shape[0]):
        for c in range(3):
            f[field, nodes[k], c] += sign * y[k, c]
    for step in range(steps.shape[0]):
        op, k, which = steps[step, 0], steps[step, 1], steps[step, 2]
        first, rows = firsts[k], firsts[k + 1] - firsts[k]
        alpha, beta = chebyshev(h.eigenvalues[k], which)
        if op == SMOOTH:
            graph_smooth(team, (h.matrix, h.values, h.inverse, f, which, alpha, beta, first), 0, 0, rows)
        elif op == BEGIN:
            graph_begin(team, (h.inverse, f, alpha, first), 0, 0, rows)
        elif op == RESTRICT:
            graph_restrict(
                team, (h.down, h.down_weights, f, firsts[k + 1]), 0, 0, firsts[k + 2] - firsts[k + 1]
            )
        elif op == PROLONG:
            graph_prolong(team, (h.up, h.up_weights, f, firsts[k - 1]), 0, 0, first - firsts[k - 1])
        elif op == SOLVE:
            solve_coarsest(h.dense, f, first)
        elif op == ENTER:
            graph_enter(team, (r, f), 0, 0, rows)
        else:
            graph_leave(team, (f, z), 0, 0, rows)
    d = graph.E if following % 2 == 1 else graph.D
    for k in range(after.shape[0]):
        for c in range(3):
            u[k, c] = f[d, after[k], c]
