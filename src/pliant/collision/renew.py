"""A list of pairs that holds no longer because few vertices have left their ways: only what is of these is made anew.

Vertices that stayed keep what is left of their slack. If the new way of a vertex is nowhere farther than `off` from its
old one (at both ends, then in between as well), all that is within slack − off of the new way is within slack of the
old: so pairs of such vertices are listed already. The others are listed again, with all they may meet.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.collision.barrier import nearer_by
from pliant.collision.tree import BLOCK
from pliant.numerics.compile import internal, kernel, uint


@kernel
def what_is_left(x, end, home, way, slack, firsts, moved_x, moved_end, least, out, dirty):
    """Of the slack of each vertex, into `out` (V,), if it goes from x to `end`.

    Those that have less than `least` are marked as `dirty`; returns how many. `moved_x` and `moved_end` (3, H) are how
    far hulls have gone as a whole.
    """
    count = 0
    for h in range(firsts.shape[0] - 1):
        for v in range(firsts[h], firsts[h + 1]):
            off = max(
                _off(x, home, way, v, moved_x[0, h], moved_x[1, h], moved_x[2, h]),
                _off(end, home, way, v, moved_end[0, h], moved_end[1, h], moved_end[2, h]),
            )
            out[v] = slack[v] - off
            dirty[v] = not out[v] >= least[v]
            count += dirty[v]
    return count


@internal
def _off(y, home, way, v, mx, my, mz):
    """How far a vertex is from its way."""
    dx, dy, dz = y[0, v] - home[0, v] - mx, y[1, v] - home[1, v] - my, y[2, v] - home[2, v] - mz
    ax, ay, az = way[0, v], way[1, v], way[2, v]
    t = (dx * ax + dy * ay + dz * az) / max(ax * ax + ay * ay + az * az, 1e-300)
    t = min(max(t, 0.0), 1.0)
    dx, dy, dz = dx - t * ax, dy - t * ay, dz - t * az
    return sqrt(dx * dx + dy * dy + dz * dz)


@kernel
def mark_patches(sheets, was, flat, dirty):
    """Mark the vertices of patches that are flat no more; returns how many are new."""
    count = 0
    for h in range(sheets.table.shape[0]):
        base, rows, columns = sheets.table[h, 0], sheets.table[h, 1], sheets.table[h, 2]
        first, patches_i, patches_j = sheets.table[h, 3], sheets.table[h, 4], sheets.table[h, 5]
        for i in range(patches_i):
            for j in range(patches_j):
                k = first + i * patches_j + j
                if was[k] == 0 or flat[k] > 0:
                    continue
                for di in range(2 * BLOCK + 1):
                    for dj in range(2 * BLOCK + 1):
                        row, column = BLOCK * i + di, BLOCK * j + dj
                        if sheets.table[h, 8] > 0:
                            row %= rows
                        if sheets.table[h, 9] > 0:
                            column %= columns
                        if row < rows and column < columns:
                            v = base + row * columns + column
                            count += 1 - dirty[v]
                            dirty[v] = 1
    return count


@kernel
def mark_features(forest, dirty, edges, faces, nodes):
    """Mark edges, faces and nodes of trees that have a dirty vertex; for nodes also of their leaves' other corners."""
    for k in range(forest.edges.shape[0]):
        edges[k] = dirty[forest.edges[k, 0]] | dirty[forest.edges[k, 1]]
    for k in range(forest.faces.shape[0]):
        faces[k] = dirty[forest.faces[k, 0]] | dirty[forest.faces[k, 1]] | dirty[forest.faces[k, 2]]
    for h in range(forest.hulls.shape[0]):
        leaves, leaf, node = forest.hulls[h, 0], forest.hulls[h, 1], forest.hulls[h, 2]
        for own in range(leaves):
            mark = np.uint8(0)
            for k in range(forest.corner_starts[leaf + own], forest.corner_starts[leaf + own + 1]):
                mark |= dirty[forest.corners[k]]
            nodes[node + leaves - 1 + own] = mark
        for i in range(leaves - 2, -1, -1):
            nodes[node + i] = nodes[node + 2 * i + 1] | nodes[node + 2 * i + 2]


@kernel
def keep_clean(pairs, apart, first, last, is_face, dirty, far, new, new_apart, before, count):
    """Copy the pairs from `first` to `last` without dirty vertices to `new`, from `count` on; returns where they end.

    `new_apart` is brought to where vertices are now, `before` (n,) gets their numbers in the old list.
    """
    for k in range(first, last):
        i0, i1, i2, i3 = uint(pairs[k, 0]), uint(pairs[k, 1]), uint(pairs[k, 2]), uint(pairs[k, 3])
        if dirty[i0] | dirty[i1] | dirty[i2] | dirty[i3]:
            continue
        new_apart[count] = apart[k] - nearer_by(far, i0, i1, i2, i3, is_face)
        new[count, 0], new[count, 1], new[count, 2], new[count, 3] = i0, i1, i2, i3
        before[count] = k
        count += 1
    return count
