"""One multigrid cycle over several bodies, with the rows that couple them on every level.

The bodies' cycles go through their levels together (`coupled_parts`); on each of them rows couple places of one body
and of two alike (`coupling`). A body that has fewer levels than another ends before it: farther down, rows to it are
what they are if it stands still. So the cycle is symmetric and positive definite like those of single bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from pliant.solvers.coupled_grids import GridsCycle, fits
from pliant.solvers.coupled_parts import NOTHING, NOWHERE, CyclePart, GridPart
from pliant.solvers.coupling import Coarser, Level, first_rows, level_of, merged, multiply


class CoupledCycle:
    """z ≈ (A + C)⁻¹ r for some bodies."""

    def __init__(
        self, parts: Sequence[CyclePart], vertices: Sequence[tuple[np.ndarray, np.ndarray]], count: int
    ):
        """`vertices` of each body: their numbers, of `count` in all, and the nodes they are at; others are fixed."""
        self.parts = list(parts)
        self._offsets = np.cumsum([0, *(part.count for part in parts)])
        nobody = int(self._offsets[-1])
        node = np.full(count + 1, nobody, np.int64)
        for (numbers, nodes), offset in zip(vertices, self._offsets, strict=False):
            node[numbers] = nodes + offset
        known = node[:-1] < nobody
        starts = np.concatenate([[0], np.cumsum(known)])
        self._finest = Coarser(starts, node[:-1][known], np.ones(starts[-1], np.float32), node)
        self._coarser = _side_by_side([part.coarser for part in parts])
        self._scratch = np.zeros(nobody + 1, np.int32)
        self._grids = [part for part in parts if isinstance(part, GridPart)] if fits(parts) else None

    def prepare(self, nodes: np.ndarray, weights: np.ndarray, blocks: np.ndarray, *, renewed: bool) -> None:
        """Take these rows over four vertices (n, 4), with blocks (n, 6).

        `renewed`: the bodies' own cycles have followed their matrices. If not, rows may only have been added.
        """
        if renewed:
            for part in self.parts:
                part.widen()
        rows = first_rows(nodes, weights, blocks, len(self._scratch) - 1, self._finest.owner)
        rows = merged(rows, self._finest, self._scratch)
        levels = []
        for k in range(max(part.levels for part in self.parts)):
            rows = merged(rows, self._coarser, self._scratch) if k > 0 else rows
            levels.append(level_of(rows, self._scratch))
            for part, (first, last), shift in zip(
                self.parts, self._ranges(levels[k]), self._offsets, strict=False
            ):
                if k < part.levels and first < last:
                    part.touch(k, levels[k], first, last, int(shift))
        if self._grids is not None:
            self._together = GridsCycle(self._grids, levels, [self._ranges(level) for level in levels])
        else:
            self._plan(levels)

    def _ranges(self, level: Level) -> list[tuple[int, int]]:
        """Which of the nodes of a level are each body's."""
        ends = np.searchsorted(level.nodes, self._offsets)
        return [(int(a), int(b)) for a, b in pairwise(ends)]

    def _plan(self, levels: list[Level]) -> None:
        """All that `apply` does, in order."""
        ranges = [self._ranges(level) for level in levels]
        self._steps, waiting = [], [iter(part.pieces) for part in self.parts]

        def run(b: int) -> None:
            piece = next(waiting[b])
            (before, y), (after, u) = (
                (NOWHERE, NOTHING) if k < 0 else self._at(levels[k], ranges[k][b], b, into)
                for k, into in ((piece.before[0], "y"), (piece.after[0], "u"))
            )
            self._steps.append(partial(self._run, b, piece, before, y, after, u))

        for b in range(len(self.parts)):
            run(b)
        deepest = max(self.parts, key=lambda part: part.levels)
        for piece in deepest.pieces[1:]:
            k = piece.before[0]
            a = levels[k]
            if len(a.blocks):
                self._steps.append(partial(multiply, a.starts, a.places, a.weights, a.blocks, a.u, a.y))
            for b, part in enumerate(self.parts):
                if k < part.levels - 1:
                    run(b)

    def _at(self, level: Level, span: tuple[int, int], b: int, which: str) -> tuple[np.ndarray, np.ndarray]:
        first, last = span
        return level.nodes[first:last] - int(self._offsets[b]), getattr(level, which)[first:last]

    def _run(self, b, piece, before, y, after, u) -> None:
        self.parts[b].run(piece, before, y, after, u, self._r[b], self._z[b])

    def apply(self, r: Sequence[np.ndarray], z: Sequence[np.ndarray]) -> None:
        """z ≈ (A + C)⁻¹ r."""
        if self._grids is not None:
            self._together.apply(r, z)
            return
        self._r, self._z = r, z
        for step in self._steps:
            step()


def _side_by_side(tables: Sequence[Coarser]) -> Coarser:
    """One table of the nodes of several bodies."""
    starts, columns, owners, nodes, entries = [np.zeros(1, np.int64)], [], [], 0, 0
    nobody = sum(len(table.owner) - 1 for table in tables)
    for table in tables:
        count = len(table.owner) - 1
        starts.append(table.starts[1:] + entries)
        columns.append(table.columns + nodes)
        owners.append(np.where(table.owner[:-1] == count, nobody, table.owner[:-1] + nodes))
        nodes, entries = nodes + count, entries + len(table.columns)
    weights = np.concatenate([table.weights for table in tables])
    return Coarser(
        np.concatenate(starts), np.concatenate(columns), weights, np.append(np.concatenate(owners), nobody)
    )
