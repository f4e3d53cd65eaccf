"""The grids of geometric multigrid: which there are, where they live in memory, and how matrices get from one to the next.

Coarse grids keep every second node along each axis. An even number of nodes gets one coarse node more, beyond the
edge; Galerkin's product takes care of it. A periodic axis is coarsened while its number of nodes is even.

All levels share common arrays, one after the other along the axis of places, so that one compiled kernel serves any number
of levels and a level is nothing but its `Span`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import WIDE, GridMatrix

_COARSEST = 6  # stop where no axis is longer than this


class Table(NamedTuple):
    """Galerkin products along one axis as sums of weighted entries, one row per term."""

    terms: np.ndarray  # target slot, source slot, transposed, row and column shift relative to twice the coarse node
    weights: np.ndarray


class Hierarchy(NamedTuple):
    """What kernels see of all levels; vectors are (3, places), single precision throughout."""

    shapes: np.ndarray  # (levels, 7): rows, columns, halving of both, slots, place of [0, 0], columns periodic
    offsets: np.ndarray  # (levels, slots)
    halo: np.ndarray  # (k, 2) of all levels
    halo_starts: np.ndarray  # (levels + 1,)
    values: np.ndarray  # (slots, 9, places)
    inverse: np.ndarray  # (6, places): inverse diagonal blocks
    b: np.ndarray
    x: np.ndarray
    r: np.ndarray
    d: np.ndarray
    e: np.ndarray
    eigenvalues: np.ndarray  # (levels,) largest one of D⁻¹A
    factor: np.ndarray  # dense Cholesky factor of the coarsest matrix
    solution: np.ndarray
    strip: np.ndarray  # (threads, slots, 9, columns): a row of a matrix coarsened along m but not yet along n
    down_terms: np.ndarray  # tables of the products along m and n, all levels, with the rows of level k
    down_weights: np.ndarray  # from starts[k] to starts[k + 1]
    down_starts: np.ndarray
    along_terms: np.ndarray
    along_weights: np.ndarray
    along_starts: np.ndarray


def make_hierarchy(matrix: GridMatrix, threads: int = 1) -> Hierarchy:
    """Allocate all levels for a matrix of this pattern."""
    layout, pattern = matrix.layout, matrix.pattern
    grids, down, along = [], [], []
    while True:
        axes = [_can_coarsen(layout, axis) for axis in (0, 1)]
        grids.append((layout, pattern, axes))
        if not any(axes):
            break
        for axis, tables in ((0, down), (1, along)):
            if axes[axis]:
                coarser = coarse_pattern(pattern, axis)
                tables.append(galerkin_table(pattern, coarser, axis))
                layout, pattern = _halved(layout, axis), coarser
            else:
                tables.append(_identity_table(pattern))
    slots = max(len(pattern) for _, pattern, _ in grids)
    firsts = np.cumsum([0, *(g.size for g, _, _ in grids)])
    shapes = [
        (*g.shape, *axes, len(p), first + g.index(0, 0), g.periodic[1])
        for (g, p, axes), first in zip(grids, firsts[:-1], strict=True)
    ]
    offsets = np.zeros((len(grids), slots), dtype=np.int64)
    for k, (g, p, _) in enumerate(grids):
        offsets[k, : len(p)] = [g.offset(*o) for o in p]
    halos = [g.halo + first for (g, _, _), first in zip(grids, firsts[:-1], strict=True)]
    places, unknowns = int(firsts[-1]), 3 * grids[-1][0].count
    single = lambda *shape: np.zeros(shape, dtype=np.float32)  # noqa: E731
    return Hierarchy(
        np.array(shapes, dtype=np.int64),
        offsets,
        np.concatenate(halos),
        np.cumsum([0, *(len(h) for h in halos)]),
        single(slots, 9, places),
        single(6, places),
        *(single(3, places) for _ in range(5)),
        np.zeros(len(grids)),
        np.zeros((unknowns, unknowns)),
        np.zeros(unknowns),
        single(threads, slots, 9, matrix.layout.width + 1),
        *_joined(down),
        *_joined(along),
    )


def _joined(tables: list[Table]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All tables in one, and where each begins."""
    terms = [t.terms for t in tables] or [np.zeros((0, 5), dtype=np.int64)]
    weights = [t.weights for t in tables] or [np.zeros(0, dtype=np.float32)]
    return np.concatenate(terms), np.concatenate(weights), np.cumsum([0, *(len(t.terms) for t in tables)])


def galerkin_table(fine: tuple, coarse: tuple, axis: int) -> Table:
    """Which fine entries make up each coarse one: C(I, J) = Σ P(i, I) A(i, j) P(j, J)."""
    slot_of = {o: (s, False) for s, o in enumerate(fine)} | {
        (-o[0], -o[1]): (s, True) for s, o in enumerate(fine) if o != (0, 0)
    }
    reach = {o[axis] for o in slot_of}
    terms, weights = [], []
    for target, wanted in enumerate(coarse):
        other = wanted[1 - axis]
        for i in (-1, 0, 1):  # fine node 2I + i hangs on coarse node I with weight 1 or ½
            for step in sorted(reach):
                offset = (step, other) if axis == 0 else (other, step)
                if offset not in slot_of:
                    continue
                away = 2 * wanted[axis] - (i + step)  # fine node j as seen from coarse node J
                if abs(away) > 1:
                    continue
                source, transposed = slot_of[offset]
                shift = (i, 0) if axis == 0 else (0, i)
                if transposed:  # A(i, j) = A(j, i)ᵀ is stored with j
                    shift = (shift[0] + offset[0], shift[1] + offset[1])
                terms.append((target, source, transposed, *shift))
                weights.append((1.0 if i == 0 else 0.5) * (1.0 if away == 0 else 0.5))
    return Table(np.array(terms, dtype=np.int64), np.array(weights, dtype=np.float32))


def _identity_table(pattern: tuple) -> Table:
    """For an axis that is not coarsened."""
    terms = [(slot, slot, 0, 0, 0) for slot in range(len(pattern))]
    return Table(np.array(terms, dtype=np.int64), np.ones(len(pattern), dtype=np.float32))


def coarse_pattern(fine: tuple, axis: int) -> tuple:
    """The half offsets that a Galerkin product along one axis can fill."""
    full = {*fine, *((-m, -n) for m, n in fine)}
    found = set()
    for offset in full:
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                twice = i + offset[axis] - j
                if twice % 2 == 0:
                    entry = (twice // 2, offset[1]) if axis == 0 else (offset[0], twice // 2)
                    found.add(entry)
    return tuple(o for o in WIDE if o in found)


def _can_coarsen(layout: GridLayout, axis: int) -> bool:
    count = layout.shape[axis]
    return count > _COARSEST and (not layout.periodic[axis] or count % 2 == 0)


def _halved(layout: GridLayout, axis: int) -> GridLayout:
    shape = list(layout.shape)
    shape[axis] = shape[axis] // 2 + (0 if layout.periodic[axis] else 1)
    return GridLayout((shape[0], shape[1]), layout.periodic)
