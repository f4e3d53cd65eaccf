"""Energies that are sums over the corners of the cells of a grid: the loops.

At a corner two edges of a cell meet, a_i and b_k. A *law* is a named tuple of arrays over the cells, with two functions
that `register` makes known:

* `forces(law, x, w, p, n, i, k, fa, fb)` adds ∂E/∂a_i and ∂E/∂b_k of the n cells from place p on to the rows of `fa`
  and `fb`, and returns their energy;
* `blocks(law, x, psd, w, p, n, i, k, ha, hb, hab)` adds to `ha` and `hb` the six entries of ∂²E/∂a∂a and ∂²E/∂b∂b, and
  sets the nine of ∂²E/∂a∂b in `hab`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import prange
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, inlined, internal, kernel, uint
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import DIAGONAL, DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, GridMatrix
from pliant.numerics.threads import rows_of_chunk, team_size

# ---------------------------------------------------------------- laws, told apart by type


def corner_forces(law, x, w, p, n, i, k, fa, fb):
    raise NotImplementedError("only from compiled code")


def corner_blocks(law, x, psd, w, p, n, i, k, ha, hb, hab):
    raise NotImplementedError("only from compiled code")


_LAWS: dict[type, tuple[Callable, Callable]] = {}


def register(law: type, *, forces: Callable, blocks: Callable) -> None:
    """Give a class of laws its functions."""
    _LAWS[law] = (forces, blocks)


@overload(corner_forces, jit_options=OPTIONS)
def _choose_forces(law, x, w, p, n, i, k, fa, fb):
    forces, _ = _LAWS[law.instance_class]
    return lambda law, x, w, p, n, i, k, fa, fb: forces(law, x, w, p, n, i, k, fa, fb)


@overload(corner_blocks, jit_options=OPTIONS)
def _choose_blocks(law, x, psd, w, p, n, i, k, ha, hb, hab):
    _, blocks = _LAWS[law.instance_class]
    return lambda law, x, psd, w, p, n, i, k, ha, hb, hab: blocks(law, x, psd, w, p, n, i, k, ha, hb, hab)


# ---------------------------------------------------------------- loops
#
# A row of cells is worked on in blocks of at most CELLS columns: first the maths of one kind of corner after the other
# into rows of scratch memory, then the sums at the nodes. These are loops over consecutive places of plain rows,
# which compilers turn into vector instructions. In scratch memory cell j is at place j + 1, between two zeros.

CELLS = 62
ROW = (
    CELLS + 2
)  # rows of scratch memory have a constant length, so that compilers see that they do not overlap


@kernel
def gradient_rows(law, x, span, row_0, row_1, out, row_energy, f):
    """Add ∂E/∂x to the rows row_0 ≤ m < row_1 of nodes (row M is the halo's); set the energy of their rows of cells.

    A row of nodes collects from the cells above and then from those below it, so it does not matter how rows are
    shared among threads. `f` (12 rows) holds the forces of the edges a₀, a₁, b₀, b₁.
    """
    w = span.width
    for row in range(max(row_0 - 1, 0), min(row_1, span.rows)):
        energy = 0.0
        for column in range(0, span.columns, CELLS):
            n = min(CELLS, span.columns - column)
            p = span.first + row * w + column
            clear_scratch(f)
            for corner in range(4):
                i, k = corner // 2, corner % 2
                fa, fb = f[3 * i * ROW + 1 :], f[(6 + 3 * k) * ROW + 1 :]
                energy += corner_forces(law, x, w, p, n, i, k, fa, fb)
            for side in range(2):  # the nodes above the cells, then those below
                if row_0 <= row + side < row_1:
                    collect_forces(f, side, n, out, p + side * w)
        if row >= row_0 and row < span.rows:
            row_energy[row] = energy


@internal
def clear_scratch(f):
    """Zero the rows of the edges, 24 at most."""
    for j in range(24 * ROW):
        f[j] = 0.0


@internal
def collect_forces(f, side, n, out, p):
    """From edges to n + 1 nodes of the row at p, in which b₀ (side 0) or b₁ (side 1) lies; a_i begin or end there."""
    sign = 2.0 * side - 1.0
    for c in range(3):
        b = (6 + 3 * side + c) * ROW
        for j in range(n + 1):
            across = f[uint(c * ROW + j + 1)] + f[uint((3 + c) * ROW + j)]
            out[c, uint(p + j)] += sign * across + f[uint(b + j)] - f[uint(b + j + 1)]


@kernel
def hessian_rows(law, x, psd, span, row_0, row_1, values, h):
    """Add the blocks of all corners to what the rows row_0 ≤ m < row_1 of nodes store in the matrix.

    `h` (60 rows): six entries each for the edges a₀, a₁, b₀, b₁, then nine each for the pairs (a_i, b_k).
    """
    w = span.width
    for row in range(max(row_0 - 1, 0), min(row_1, span.rows)):
        for column in range(0, span.columns, CELLS):
            n = min(CELLS, span.columns - column)
            p = span.first + row * w + column
            clear_scratch(h)
            for pair in range(24, 60):  # written whole but for what is beside the cells
                h[pair * ROW] = h[pair * ROW + n + 1] = 0.0
            for corner in range(4):
                i, k = corner // 2, corner % 2
                ha, hb, hab = (
                    h[6 * i * ROW + 1 :],
                    h[(12 + 6 * k) * ROW + 1 :],
                    h[(24 + 9 * corner) * ROW + 1 :],
                )
                corner_blocks(law, x, psd, w, p, n, i, k, ha, hb, hab)
            for u in range(3):
                for v in range(3):
                    if row >= row_0:
                        collect_upper(h, u, v, n, values, p)
                    if row + 1 < row_1:
                        collect_lower(h, u, v, n, values, p + w)


@inlined
def collect_upper(h, u, v, n, values, p):
    """Entry (u, v) from edges to the nodes in the upper row of the cells: a_i begins there, b₀ lies there."""
    e, k, t, m = 3 * u + v, (3 * u + v) * ROW, (3 * v + u) * ROW, symmetric_entry(u, v) * ROW
    for j in range(n + 1):
        q, i = uint(p + j), j + 1  # the cell to the right of the node; j is the one to its left
        a0, b0, a1, b0_left = (
            h[uint(m + i)],
            h[uint(12 * ROW + m + i)],
            h[uint(6 * ROW + m + j)],
            h[uint(12 * ROW + m + j)],
        )
        x00, x01, y00, y10 = (
            h[uint(24 * ROW + k + i)],
            h[uint(33 * ROW + k + i)],
            h[uint(24 * ROW + t + i)],
            h[uint(42 * ROW + t + i)],
        )
        x10_left, x11_left = h[uint(42 * ROW + k + j)], h[uint(51 * ROW + k + j)]
        y00_left, y10_left = h[uint(24 * ROW + t + j)], h[uint(42 * ROW + t + j)]
        values[DIAGONAL, e, q] += a0 + b0 + x00 + y00 + a1 + b0_left - x10_left - y10_left
        values[RIGHT, e, q] += y10 - x00 - b0
        values[DOWN, e, q] += x01 - y00 - a0 + y10_left - x11_left - a1
        values[DOWN_RIGHT, e, q] -= x01 + y10
        values[DOWN_LEFT, e, q] += y00_left + x11_left


@inlined
def collect_lower(h, u, v, n, values, p):
    """Entry (u, v) from edges to the nodes in the lower row of the cells: a_i ends there, b₁ lies there."""
    e, k, t, m = 3 * u + v, (3 * u + v) * ROW, (3 * v + u) * ROW, symmetric_entry(u, v) * ROW
    for j in range(n + 1):
        q, i = uint(p + j), j + 1
        a0, b1, a1, b1_left = (
            h[uint(m + i)],
            h[uint(18 * ROW + m + i)],
            h[uint(6 * ROW + m + j)],
            h[uint(18 * ROW + m + j)],
        )
        x01, y01, y11 = h[uint(33 * ROW + k + i)], h[uint(33 * ROW + t + i)], h[uint(51 * ROW + t + i)]
        x11_left, y11_left = h[uint(51 * ROW + k + j)], h[uint(51 * ROW + t + j)]
        values[DIAGONAL, e, q] += a0 + b1 - x01 - y01 + a1 + b1_left + x11_left + y11_left
        values[RIGHT, e, q] += x01 - y11 - b1


@internal
def symmetric_entry(u, v):
    """Where entry (u, v) of a symmetric 3×3 block is among xx, xy, xz, yy, yz, zz."""
    low, high = min(u, v), max(u, v)
    return low * (5 - low) // 2 + high


@kernel(parallel=True)
def gradient_team(law, x, span, out, row_energy, scratch):
    for k in prange(scratch.shape[0]):
        row_0, row_1 = rows_of_chunk(k, scratch.shape[0], span.rows + 1)
        gradient_rows(law, x, span, row_0, row_1, out, row_energy, scratch[k])


@kernel(parallel=True)
def hessian_team(law, x, psd, span, values, scratch):
    for k in prange(scratch.shape[0]):
        row_0, row_1 = rows_of_chunk(k, scratch.shape[0], span.rows + 1)
        hessian_rows(law, x, psd, span, row_0, row_1, values, scratch[k])


# ---------------------------------------------------------------- one grid


class GridCorners:
    """The loops over one grid, with the memory they need."""

    def __init__(self, layout: GridLayout):
        self._layout = layout
        self._scratch = np.zeros((team_size(layout), 60 * ROW))
        self._row_energy = np.zeros(layout.shape[0])
        self._discard = layout.zeros(3)

    def gradient(self, law: Any, x: np.ndarray, out: np.ndarray | None) -> float:
        """out += ∂E/∂x, if that is wanted; returns E."""
        span, scratch, row_energy = self._layout.span, self._scratch, self._row_energy
        out = self._discard if out is None else out
        if len(scratch) > 1:
            gradient_team(law, x, span, out, row_energy, scratch)
        else:
            gradient_rows(law, x, span, 0, span.rows + 1, out, row_energy, scratch[uint(0)])
        return float(row_energy.sum())

    def hessian(self, law: Any, x: np.ndarray, psd: bool, matrix: GridMatrix) -> None:
        """Add ∂²E/∂x² to a matrix."""
        span, scratch = self._layout.span, self._scratch
        if len(scratch) > 1:
            hessian_team(law, x, psd, span, matrix.values, scratch)
        else:
            hessian_rows(law, x, psd, span, 0, span.rows + 1, matrix.values, scratch[uint(0)])
