"""The grids of geometric multigrid: which there are, where they are in memory, how matrices get from one to the next.

Coarse grids keep every second node along each axis. An even number of nodes gets one coarse node more, beyond the
edge; Galerkin's product takes care of it. A periodic axis is coarsened while its number of nodes is even.

All levels share common arrays, one after the other along the axis of places, so that one compiled kernel serves any
number of levels and a level is nothing but its `Span`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import WIDE, GridMatrix

_COARSEST = 6  # stop where no axis is longer than this
_POWER_STEPS = 3  # power iterations for the largest eigenvalue of D⁻¹A

# Steps of the preparation and of the cycle.
CONVERT, COARSEN, INVERT, ROUGH, SCALE, FACTORISE, BEGIN, SMOOTH, RESTRICT, SOLVE, PROLONG = range(11)


# Columns of `levels`, before the flat offsets of the slots.
ROWS, COLUMNS, HALVE_ROWS, HALVE_COLUMNS, SLOTS, FIRST, PERIODIC = range(7)
HALO, HALO_END, DOWN, DOWN_END, ALONG, ALONG_END, OFFSETS = range(7, 14)
# Rows of `fields`: right-hand side, solution, residual, two corrections, six entries of the inverse diagonal blocks.
B, X, R, D, E, INVERSE = 0, 3, 6, 9, 12, 15


class Hierarchy(NamedTuple):
    """What kernels see of all levels, in few arrays because each of them costs time to compile."""

    levels: np.ndarray  # (levels, columns as above)
    values: np.ndarray  # (slots, 9, places), single precision
    fields: np.ndarray  # (21, places), single precision
    halo: np.ndarray  # (k, 2) of all levels, from HALO to HALO_END
    terms: np.ndarray  # terms of Galerkin's products along m and n, as of `galerkin_terms`
    strips: (
        np.ndarray
    )  # (threads, slots, 9, columns): a row of a matrix coarsened along m but not yet along n
    eigenvalues: np.ndarray  # (levels,) largest one of D⁻¹A
    dense: np.ndarray  # Cholesky factor of the coarsest matrix; the last row is for solutions
    preparation: np.ndarray  # (steps, 3): operation, level, variant
    cycle: np.ndarray


def make_hierarchy(matrix: GridMatrix, threads: int = 1) -> Hierarchy:
    """Allocate all levels for a matrix of this pattern."""
    layout, pattern = matrix.layout, matrix.pattern
    levels, terms, halos = [], [], []
    place = 0
    while True:
        axes = [_can_coarsen(layout, axis) for axis in (0, 1)]
        counts = [sum(map(len, terms))]
        grid, slots = layout, pattern
        if any(axes):
            for axis in (0, 1):
                coarser = coarse_pattern(pattern, axis) if axes[axis] else pattern
                terms.append(galerkin_terms(pattern, coarser, axis if axes[axis] else None))
                counts.append(sum(map(len, terms)))
                layout, pattern = (_halved(layout, axis) if axes[axis] else layout), coarser
        else:
            counts += [counts[0], counts[0]]
        offsets = [grid.offset(*o) for o in slots]
        start = sum(map(len, halos))
        halos.append(grid.halo + place)
        head = (*grid.shape, *axes, len(slots), place + grid.index(0, 0), grid.periodic[1])
        ranges = (start, start + len(grid.halo), counts[0], counts[1], counts[1], counts[2])
        levels.append((*head, *ranges, *offsets, *[0] * (len(WIDE) - len(offsets))))
        place += grid.size
        if not any(axes):
            break
    most, unknowns = max(row[SLOTS] for row in levels), 3 * grid.count
    return Hierarchy(
        np.array(levels, dtype=np.int64),
        np.zeros((most, 9, place), dtype=np.float32),
        np.zeros((INVERSE + 6, place), dtype=np.float32),
        np.concatenate(halos),
        np.concatenate([*terms, np.zeros((0, 6), dtype=np.int64)]),
        np.zeros((threads, most, 9, matrix.layout.width + 1), dtype=np.float32),
        np.ones(len(levels)),
        np.zeros((unknowns + 1, unknowns)),
        np.array(preparation_steps(len(levels), _POWER_STEPS)),
        np.array(cycle_steps(len(levels))),
    )


def preparation_steps(levels: int, power_steps: int) -> list[tuple[int, int, int]]:
    """From the finest matrix to the coarsest; each level gets its eigenvalue by power iterations."""
    steps = [(CONVERT, 0, 0)]
    for k in range(levels):
        steps += [(COARSEN, k - 1, 0)] if k > 0 else []
        steps += [(INVERT, k, 0), (ROUGH, k, 0), *[(SMOOTH, k, 4), (SCALE, k, 0)] * power_steps]
    return [*steps, (FACTORISE, levels - 1, 0)]


def cycle_steps(levels: int) -> list[tuple[int, int, int]]:
    """Down: d, then e from r = b − A d, then r −= A e; up: the same with d = P x in place of the first guess."""
    last = levels - 1
    down = [((BEGIN, k, 2), (SMOOTH, k, 0), (SMOOTH, k, 1), (RESTRICT, k, 0)) for k in range(last)]
    up = [((PROLONG, k + 1, 0), (SMOOTH, k, 2), (SMOOTH, k, 3)) for k in range(last - 1, -1, -1)]
    return [*(s for steps in down for s in steps), (SOLVE, last, 0), *(s for steps in up for s in steps)]


def galerkin_terms(fine: tuple, coarse: tuple, axis: int | None) -> np.ndarray:
    """Which fine entries make up each coarse one: C(I, J) = Σ P(i, I) A(i, j) P(j, J), along one axis (or none).

    Each row: slot of C, slot of A, whether transposed, row and column relative to the (doubled) coarse ones, weight in
    quarters.
    """
    if axis is None:
        return np.array([(slot, slot, 0, 0, 0, 4) for slot in range(len(fine))], dtype=np.int64)
    slot_of = {o: (s, False) for s, o in enumerate(fine)} | {
        (-o[0], -o[1]): (s, True) for s, o in enumerate(fine) if o != (0, 0)
    }
    reach = {o[axis] for o in slot_of}
    terms = []
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
                terms.append(
                    (target, source, transposed, *shift, (2 if i == 0 else 1) * (2 if away == 0 else 1))
                )
    return np.array(terms, dtype=np.int64)


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
