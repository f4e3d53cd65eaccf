"""The cycle over several grids as one kernel: for sheets, whose pieces are short beside what a call costs.

It does what `coupled_cycle` does piece by piece, in the same order. Bodies differ in the sizes of their arrays, which
the kernel finds by their addresses: there may be any number of bodies, and it is compiled once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import carray, types  # pyright: ignore[reportPrivateImportUsage]
from numba.extending import intrinsic

from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.threads import Serial
from pliant.solvers.coupled_parts import ENTER, LEAVE, GridPart
from pliant.solvers.coupling import Level
from pliant.solvers.dense import solve_factorised
from pliant.solvers.hierarchy import (
    BEGIN,
    HALO,
    HALO_END,
    INVERSE,
    PROLONG,
    RESTRICT,
    ROWS,
    SMOOTH,
    SOLVE,
    B,
    D,
    E,
    R,
)
from pliant.solvers.multigrid import begin, chebyshev, enter, leave, prolong, restrict, smooth, span_of

MULTIPLY, ADD, TAKE = 30, 31, 32  # steps: y = C u; add y to s; u = d


class GridsCycle:
    """The plan of a cycle over some grids."""

    def __init__(
        self, parts: Sequence[GridPart], levels: Sequence[Level], ranges: Sequence[Sequence[tuple[int, int]]]
    ):
        """`ranges` of each level: which of its nodes are each body's."""
        self._keep = parts, levels
        ends = np.cumsum([0, *(len(level.nodes) for level in levels)])
        self._rows = np.cumsum([0, *(len(level.blocks) for level in levels)])
        entries = np.cumsum([0, *(len(level.places) for level in levels)])
        self._starts = np.concatenate(
            [level.starts[:-1] + e for level, e in zip(levels, entries, strict=False)] + [entries[-1:]]
        )
        self._places = np.concatenate([level.places + e for level, e in zip(levels, ends, strict=False)])
        self._weights = np.concatenate([level.weights for level in levels])
        self._blocks = np.concatenate([level.blocks for level in levels])
        offsets = np.cumsum([0, *(part.count for part in parts)])
        self._nodes = np.concatenate([level.nodes for level in levels])
        for level, first in zip(ranges, ends, strict=False):
            for (a, b), offset in zip(level, offsets, strict=False):
                self._nodes[first + a : first + b] -= offset
        self._u, self._y = np.zeros((2, ends[-1], 3), np.float32)
        self._ends = ends
        self._steps = np.array(self._plan(parts, levels, ranges), np.int64)
        self._where = np.array([_addresses(part) for part in parts], np.int64)

    def _plan(self, parts: Sequence[GridPart], levels: Sequence[Level], ranges: Any) -> list[tuple[int, ...]]:
        """Steps: operation, level, variant, body, and from where to where its nodes are touched on the level."""
        steps, waiting = [], [iter(part.pieces) for part in parts]

        def run(b: int) -> None:
            piece = next(waiting[b])
            for op, (k, variant), inside in (
                (ADD, piece.before, ()),
                (-1, (0, 0), piece.steps),
                (TAKE, piece.after, ()),
            ):
                for step in inside:
                    steps.append((*map(int, step), b, 0, 0))
                if op >= 0 and k >= 0:
                    first, last = ranges[k][b]
                    if first < last:
                        steps.append((op, k, variant, b, self._ends[k] + first, self._ends[k] + last))

        for b in range(len(parts)):
            run(b)
        for piece in max(parts, key=lambda part: part.levels).pieces[1:]:
            k = piece.before[0]
            if len(levels[k].blocks):
                steps.append((MULTIPLY, k, 0, 0, self._ends[k], self._ends[k + 1]))
            for b, part in enumerate(parts):
                if k < part.levels - 1:
                    run(b)
        return steps

    def apply(self, r: Sequence[np.ndarray], z: Sequence[np.ndarray]) -> None:
        vectors = np.array([(a.ctypes.data, b.ctypes.data, a.shape[1]) for a, b in zip(r, z, strict=True)])
        run_grids(
            self._steps, self._where, vectors, self._rows, self._starts, self._places, self._weights, self._blocks,
            self._nodes, self._u, self._y,
        )  # fmt: skip


def fits(parts: Sequence[Any]) -> bool:
    """Whether these are grids, none so large that threads share it."""
    return all(isinstance(part, GridPart) and isinstance(part.cycle.team, Serial) for part in parts)


def _addresses(part: GridPart) -> list[int]:
    h = part.cycle.hierarchy
    arrays = [h.levels, h.values, h.fields, h.halo, h.eigenvalues, h.dense]
    sizes = [
        len(h.levels),
        h.levels.shape[1],
        h.values.shape[0],
        h.fields.shape[0],
        part.count,
        len(h.halo),
        h.dense.shape[1],
    ]
    return [*(a.ctypes.data for a in arrays), *sizes]


def _pointer(context: Any, address: Any) -> Any:
    """A number as an address."""

    def build(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), build


pointer: Any = intrinsic(_pointer)


@internal
def multiply_level(first, last, starts, places, weights, blocks, u, y):
    for r in range(first, last):
        a = b = c = np.float32(0.0)
        for q in range(starts[r], starts[r + 1]):
            i, w = uint(places[q]), weights[q]
            a += w * u[i, 0]
            b += w * u[i, 1]
            c += w * u[i, 2]
        e = blocks[r, 0] * a + blocks[r, 1] * b + blocks[r, 2] * c
        f = blocks[r, 1] * a + blocks[r, 3] * b + blocks[r, 4] * c
        g = blocks[r, 2] * a + blocks[r, 4] * b + blocks[r, 5] * c
        for q in range(starts[r], starts[r + 1]):
            i, w = uint(places[q]), weights[q]
            y[i, 0] += w * e
            y[i, 1] += w * f
            y[i, 2] += w * g


@kernel
def run_grids(steps, where, vectors, rows_of, starts, places, weights, blocks, nodes, u, y):
    """All steps of a cycle, over all bodies."""
    team, one = Serial(1), np.float32(1.0)
    for step in range(steps.shape[0]):
        op, k, which, body, first, last = (
            steps[step, 0], steps[step, 1], steps[step, 2], steps[step, 3], steps[step, 4], steps[step, 5],
        )  # fmt: skip
        if op == MULTIPLY:
            for i in range(first, last):
                y[i, 0] = y[i, 1] = y[i, 2] = 0.0
            multiply_level(rows_of[k], rows_of[k + 1], starts, places, weights, blocks, u, y)
            continue
        at = where[body]
        count = at[10]
        fields = carray(pointer(at[2]), (at[9], count), np.float32)
        if op == ADD:
            field, sign = (B, -one) if which % 4 == 0 else (R, one)
            for i in range(first, last):
                p = uint(nodes[i])
                for c in range(3):
                    fields[field + c, p] += sign * y[i, c]
            continue
        if op == TAKE:
            d = E if which % 2 == 1 else D
            for i in range(first, last):
                p = uint(nodes[i])
                for c in range(3):
                    u[i, c] = fields[d + c, p]
            continue
        levels = carray(pointer(at[0]), (at[6], at[7]), np.int64)
        values = carray(pointer(at[1]), (at[8], 9, count), np.float32)
        halo = carray(pointer(at[3]), (at[11], 2), np.int64)
        eigenvalues = carray(pointer(at[4]), (at[6],), np.float64)
        rows, span = levels[k, ROWS], span_of(levels, k)
        for i in range(levels[k, HALO], levels[k, HALO_END]):
            for c in range(INVERSE):
                fields[c, halo[i, 0]] = fields[c, halo[i, 1]]
        alpha, beta = chebyshev(eigenvalues[k], which)
        if op == SMOOTH:
            smooth(team, (levels, k, which, alpha, beta, values, fields), 0, 0, rows)
        elif op == BEGIN:
            begin(team, (span, alpha, fields), 0, 0, rows)
        elif op == RESTRICT:
            restrict(team, (levels, k, fields), 0, 0, levels[k + 1, ROWS])
        elif op == PROLONG:
            prolong(team, (levels, k - 1, fields), 0, 0, levels[k - 1, ROWS])
        elif op == SOLVE:
            dense = carray(pointer(at[5]), (at[12] + 1, at[12]), np.float64)
            solve_factorised(dense, span, fields)
        elif op == ENTER:
            r = carray(pointer(vectors[body, 0]), (3, vectors[body, 2]), np.float64)
            enter(team, (span, r, fields), 0, 0, rows)
        elif op == LEAVE:
            z = carray(pointer(vectors[body, 1]), (3, vectors[body, 2]), np.float64)
            leave(team, (span, fields, z), 0, 0, rows)
