"""Flat patches: where a sheet is nearly flat, nothing of it can touch its surroundings.

Over a rectangle of cells let u be coordinates of the grid [m], and Q (3×2) have orthonormal columns. If on all
triangles

    sym(Qᵀ ∂x/∂u) ≥ σ > 0 ,                                                                                       (1)

then for any two points a, b of the rectangle |x(a) − x(b)| ≥ σ|a − b|. For the straight line between them lies within
the rectangle, x is continuous and linear on each triangle, and so with e = (b − a)/|b − a|

    |x(b) − x(a)| ≥ (Qe)·(x(b) − x(a)) = ∫ eᵀ Qᵀ(∂x/∂u) e ds ≥ σ|b − a| .                                          (2)

Two features of a grid that share no vertex are at least ρ = h_u h_v/√(h_u² + h_v²) apart at rest: the nodes are a
lattice, and that is how far a line along cells or their diagonals is from the next node off it. So σρ > r means that
no two features of the patch can touch, neighbours included. The smallest eigenvalue of (1) is concave in x; if (1)
holds at both ends of a straight motion of all vertices, with one Q, it holds all the way. That is all that is said:
about vertices that go their own ways nothing. So every motion is checked anew (`check`), which costs little.

It does not matter which diagonals cells have, what shape the sheet has at rest, or whether the grid closes: a patch is
looked at unrolled. ∂x/∂u has edges of the cell over their rest lengths as columns. With p and q the columns of Q,

    λ_min ≥ min(p·x_u, q·x_v) − ½(|p·x_v| + |q·x_u|) ,                                                             (3)

each taken over all edges of the patch. Patches are of 2×2 blocks, so that two neighbouring blocks always share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from pliant.collision.hull import Hull, offsets
from pliant.collision.tree import BLOCK, Forest, grid_blocks
from pliant.numerics.compile import inlined, internal, kernel, uint

MARGIN = 0.1  # by how much σ is larger when a list is built, so that patches are not lost at once
_LANES = 32  # patches at a time, so that their arithmetic becomes vector instructions


class Sheets(NamedTuple):
    """The patches of all hulls that are grids."""

    # (H, 11) int64: first vertex, rows, columns, first patch, patches, blocks, whether axes close, width of the room
    table: np.ndarray
    sizes: np.ndarray  # (H, 3): 1/h_u, 1/h_v, r/ρ
    count: int
    room: np.ndarray  # for the positions of the largest, see `_unrolled`


def find_sheets(hulls: Sequence[Hull], forest: Forest) -> Sheets:
    """Patches of grids; hulls without one, or with a spacing that means nothing, have none."""
    first = offsets(hulls)
    table, sizes, count = np.zeros((len(hulls), 11), np.int64), np.zeros((len(hulls), 3)), 0
    for k, hull in enumerate(hulls):
        grid = hull.grid
        if grid is None or forest.blocks[forest.hulls[k, 1] : forest.hulls[k, 1] + 1].max(initial=-1) < 0:
            continue
        h_u, h_v = grid.spacing
        if not (np.isfinite(h_u) and np.isfinite(h_v) and min(h_u, h_v) > 0.0):
            continue
        blocks = grid_blocks(grid)
        patches = [n if closes else max(n - 1, 1) for n, closes in zip(blocks, grid.periodic, strict=True)]
        width = -(-patches[1] // _LANES) * _LANES + BLOCK
        table[k] = first[k], grid.rows, grid.columns, count, *patches, *blocks, *grid.periodic, width
        sizes[k] = 1.0 / h_u, 1.0 / h_v, np.max(hull.thickness) * np.hypot(h_u, h_v) / (h_u * h_v)
        count += patches[0] * patches[1]
    return Sheets(table, sizes, count, np.zeros(12 * int((table[:, 1] * table[:, 10]).max(initial=0))))


@kernel
def check(sheets, x, way, ends, margin, only, flat):
    """Mark the patches for which (1) holds with σ = r/ρ + margin at x and, if `ends` is two, at x + way.

    With `only`, patches that are not marked stay so; returns how many lost their mark.
    """
    lost = 0
    bound, sums, frame = np.empty(_LANES), np.empty((3, _LANES)), np.empty((6, _LANES))
    seen = np.empty((2, 2 * BLOCK + 1, 2, _LANES))
    for h in range(sheets.table.shape[0]):
        rows, first, patches_i, patches_j = (
            sheets.table[h, 1], sheets.table[h, 3], sheets.table[h, 4], sheets.table[h, 5],
        )  # fmt: skip
        if patches_i == 0:
            continue
        least, closes = sheets.sizes[h, 2] + margin, sheets.table[h, 8] > 0
        y = _unrolled(x, way, ends, sheets.table[h], sheets.room)
        for patch_i in range(patches_i):
            i_0 = BLOCK * patch_i
            size = 2 * BLOCK if closes else min(2 * BLOCK, rows - 1 - i_0)
            for patch_j in range(0, patches_j, _LANES):
                k, lanes = first + patch_i * patches_j + patch_j, min(_LANES, patches_j - patch_j)
                marked = not only
                for lane in range(lanes):
                    marked |= flat[k + lane] > 0
                if not marked:
                    continue
                per_u, per_v = sheets.sizes[h, 0], sheets.sizes[h, 1]
                _bound(y, rows, i_0, size, patch_j, per_u, per_v, bound, sums, frame, seen)
                for lane in range(lanes):
                    good = bound[lane] > least
                    lost += only and flat[k + lane] > 0 and not good
                    flat[k + lane] = good and (flat[k + lane] > 0 or not only)
    return lost


@internal
def _unrolled(x, way, ends, sheet, room):
    """Positions (end, component, row, column % 2, column // 2) with room for patches beyond the last column.

    There a closed grid goes on, another one is continued straight: that adds edges, and (3) holds all the same.
    """
    base, rows, columns, patches, closes = sheet[0], sheet[1], sheet[2], sheet[5], sheet[9] > 0
    width = sheet[10]
    y = room[: ends * 6 * rows * width].reshape((ends, 3, rows, 2, width))
    for end in range(ends):
        share = 1.0 * end
        for c in range(3):
            for i in range(rows):
                n = base + i * columns
                even, odd, x_c, way_c = y[end, c, i, 0], y[end, c, i, 1], x[c], way[c]
                for k in range(columns // 2):
                    j, m = uint(n + 2 * k), uint(k)
                    even[m] = x_c[j] + share * way_c[j]
                    odd[m] = x_c[j + uint(1)] + share * way_c[j + uint(1)]
                if columns % 2:
                    even[columns // 2] = x_c[n + columns - 1] + share * way_c[n + columns - 1]
                for k in range(columns, 2 * (patches + BLOCK)):
                    if closes:
                        y[end, c, i, k % 2, k // 2] = y[end, c, i, (k - columns) % 2, (k - columns) // 2]
                    else:
                        before, earlier = (
                            y[end, c, i, (k - 1) % 2, (k - 1) // 2],
                            y[end, c, i, k % 2, k // 2 - 1],
                        )
                        y[end, c, i, k % 2, k // 2] = 2.0 * before - earlier
    return y


@inlined
def _bound(y, rows, i_0, size, patch_j, per_u, per_v, least, sums, frame, seen):
    """The bound (3) of patches side by side into `least`."""
    ends = y.shape[0]
    top, bottom = i_0, (i_0 + size) % rows
    for lane in range(_LANES):
        n, j = uint(lane), uint(patch_j + lane)
        px, qx = _sides(y, ends, 0, top, bottom, j)
        py, qy = _sides(y, ends, 1, top, bottom, j)
        pz, qz = _sides(y, ends, 2, top, bottom, j)
        f = 1.0 / (sqrt(px * px + py * py + pz * pz) + 1e-300)
        g = 1.0 / (sqrt(qx * qx + qy * qy + qz * qz) + 1e-300)
        px, py, pz, qx, qy, qz = f * px, f * py, f * pz, g * qx, g * qy, g * qz
        # The orthonormal pair nearest to both: the bisectors of two unit vectors are at right angles.
        cosine = px * qx + py * qy + pz * qz
        f, g = 0.5 / sqrt(max(1.0 + cosine, 0.1)), 0.5 / sqrt(max(1.0 - cosine, 0.1))
        sx, sy, sz = f * (px + qx), f * (py + qy), f * (pz + qz)
        tx, ty, tz = g * (px - qx), g * (py - qy), g * (pz - qz)
        least[n] = np.inf if abs(cosine) < 0.9 else -np.inf
        frame[0, n], frame[1, n], frame[2, n] = sx + tx, sy + ty, sz + tz
        frame[3, n], frame[4, n], frame[5, n] = sx - tx, sy - ty, sz - tz
    for end in range(ends):
        sums[0], sums[1], sums[2] = np.inf, 0.0, 0.0  # least p·x_u and q·x_v, largest |q·x_u| and |p·x_v|
        for di in range(size + 1):
            i = (i_0 + di) % rows
            for dj in range(2 * BLOCK + 1):
                now = seen[di % 2, dj]
                shift = patch_j + dj // 2
                _see(frame, y[end, 0, i, dj % 2], y[end, 1, i, dj % 2], y[end, 2, i, dj % 2], shift, now)
                if di > 0:
                    _least(now[0], seen[1 - di % 2, dj, 0], per_u, sums[0])
                    _largest(now[1], seen[1 - di % 2, dj, 1], per_u, sums[1])
                if dj > 0:
                    _least(now[1], seen[di % 2, dj - 1, 1], per_v, sums[0])
                    _largest(now[0], seen[di % 2, dj - 1, 0], per_v, sums[2])
        for lane in range(_LANES):
            n = uint(lane)
            least[n] = min(least[n], sums[0, n] - 0.5 * (sums[1, n] + sums[2, n]))


@inlined
def _see(frame, y_0, y_1, y_2, shift, now):
    """Nodes as seen in Q."""
    for lane in range(_LANES):
        n, j = uint(lane), uint(shift + lane)
        now[0, n] = frame[0, n] * y_0[j] + frame[1, n] * y_1[j] + frame[2, n] * y_2[j]
        now[1, n] = frame[3, n] * y_0[j] + frame[4, n] * y_1[j] + frame[5, n] * y_2[j]


@inlined
def _least(a, b, per, total):
    for lane in range(_LANES):
        n = uint(lane)
        edge = per * (a[n] - b[n])
        total[n] = edge if edge < total[n] else total[n]


@inlined
def _largest(a, b, per, total):
    for lane in range(_LANES):
        n = uint(lane)
        edge = per * abs(a[n] - b[n])
        total[n] = edge if edge > total[n] else total[n]


@inlined
def _sides(y, ends, c, top, bottom, j):
    """One component of the sides of a patch along both axes, both ends of the motion together."""
    along = across = 0.0
    for end in range(ends):
        a, b = y[end, c, top, 0, j], y[end, c, top, 0, j + uint(BLOCK)]
        d, e = y[end, c, bottom, 0, j], y[end, c, bottom, 0, j + uint(BLOCK)]
        along += (d - a) + (e - b)
        across += (b - a) + (e - d)
    return along, across
