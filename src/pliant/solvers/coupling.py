"""Rows that couple nodes, on every level of multigrid.

A row has weights w over some nodes and a symmetric block K (3×3): C = Σ (w ⊗ I) K (w ⊗ I)ᵀ, as contact adds it to the
matrices of bodies (`collision.rows`). On a coarser level its weights are w P with the interpolation P. Rows near each
other do nearly the same there: those whose two sides lie in the same two cells (or aggregates) are merged into

    K = Σ K_r ,   w = Σ s_r w_r / Σ s_r ,   s_r = tr K_r ,                                                    (1)

so that there are fewer on each level than on the one before. Vertices of hulls count as the level before the finest,
and rows between the same two of them are merged first. Smoothers see of rows what each node has to do with itself,

    D = Σ |w| Σ|w| K ≥ C ,                                                                                    (2)

with which the largest eigenvalue of the smoothed matrix is no larger than without rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import internal, kernel, uint


class Rows(NamedTuple):
    """Rows of one level; nodes are numbered through all bodies and levels."""

    starts: np.ndarray  # (n + 1,) of the entries of each row
    nodes: np.ndarray  # (entries,)
    weights: np.ndarray  # (entries,)
    blocks: np.ndarray  # (n, 6): xx, xy, xz, yy, yz, zz
    sides: np.ndarray  # (n, 2) of whichever of its nodes each side of a row is known by, the lower first


class Coarser(NamedTuple):
    """How nodes hang on those of the next level: P in compressed rows, and the one each of them belongs to.

    Who has nothing there belongs to `nobody`, a number beyond all nodes.
    """

    starts: np.ndarray
    columns: np.ndarray
    weights: np.ndarray
    owner: np.ndarray  # (nodes + 1,): also of nobody


class Level(NamedTuple):
    """Rows of one level, over the nodes that they touch."""

    nodes: np.ndarray  # (t,) those nodes, in order
    starts: np.ndarray  # of entries, as of `Rows`,
    places: np.ndarray  # (entries,) with places in `nodes`
    weights: np.ndarray
    blocks: np.ndarray
    diagonal: np.ndarray  # (t, 6): D of (2)
    u: np.ndarray  # (t, 3) a vector at these nodes,
    y: np.ndarray  # and C u


def first_rows(
    nodes: np.ndarray, weights: np.ndarray, blocks: np.ndarray, nobody: int, owner: np.ndarray
) -> Rows:
    """Rows over four vertices (n, 4); `owner` as of `Coarser`: vertices of nobody do not count."""
    sides = np.empty((len(nodes), 2), np.int32)
    find_sides(nodes, weights, owner, nobody, sides)
    starts = np.arange(0, 4 * len(nodes) + 1, 4, dtype=np.int32)
    return Rows(starts, nodes.ravel(), weights.ravel(), blocks, sides)


def merged(rows: Rows, to: Coarser, scratch: np.ndarray) -> Rows:
    """Rows on the next level; `scratch` (≥ nodes + 2,) is zero, before and after."""
    n, room = len(rows.blocks), entries_at_most(rows.nodes, to.starts)
    out = Rows(
        np.empty(n + 1, np.int32), np.empty(room, np.int32), np.empty(room, np.float32),
        np.empty((n, 6), np.float32), np.empty((n, 2), np.int32),
    )  # fmt: skip
    order, first = np.empty((2, n), np.int32), np.zeros(to.owner[-1] + 2, np.int32)
    count = merge(rows, to, order, first, scratch, out)
    entries = out.starts[count]
    return Rows(
        out.starts[: count + 1],
        out.nodes[:entries],
        out.weights[:entries],
        out.blocks[:count],
        out.sides[:count],
    )


def level_of(rows: Rows, scratch: np.ndarray) -> Level:
    """What smoothing needs of rows; `scratch` as above."""
    places, nodes = np.empty(len(rows.nodes), np.int32), np.empty(len(rows.nodes), np.int32)
    touched = number_nodes(rows.nodes, scratch, places, nodes)
    diagonal = np.zeros((touched, 6), np.float32)
    add_bound(rows.starts, places, rows.weights, rows.blocks, diagonal)
    u, y = np.zeros((touched, 3), np.float32), np.zeros((touched, 3), np.float32)
    return Level(nodes[:touched].copy(), rows.starts, places, rows.weights, rows.blocks, diagonal, u, y)


@kernel
def find_sides(nodes, weights, owner, nobody, sides):
    """Of each side, positive weights or negative ones, the vertex with the most."""
    for r in range(nodes.shape[0]):
        best0 = best1 = 0.0
        side0 = side1 = -1
        for a in range(4):
            i, w = nodes[r, a], weights[r, a]
            if owner[i] == nobody:
                continue
            if w > best0:
                best0, side0 = w, i
            elif -w > best1:
                best1, side1 = -w, i
        sides[r, 0], sides[r, 1] = side0, side1


@kernel
def entries_at_most(nodes, starts):
    total = 0
    for k in range(nodes.shape[0]):
        total += starts[nodes[k] + 1] - starts[nodes[k]]
    return total


@internal
def new_side(side, owner):
    return owner[owner.shape[0] - 1] if side < 0 else owner[side]


@internal
def sort_by(rows, to, which, n, begin, order, first):
    """order[1] = order[0] sorted by one of the new sides, the lower one first; equal ones stay in order."""
    for k in range(first.shape[0]):
        first[k] = 0
    for r in range(n):
        a, b = new_side(rows.sides[r, 0], to.owner), new_side(rows.sides[r, 1], to.owner)
        first[(min(a, b) if which == 0 else max(a, b)) + 1] += 1
    for k in range(first.shape[0] - 1):
        first[k + 1] += first[k]
    for k in range(n):
        r = k if begin else order[0, k]
        a, b = new_side(rows.sides[r, 0], to.owner), new_side(rows.sides[r, 1], to.owner)
        key = min(a, b) if which == 0 else max(a, b)
        order[1, first[key]] = r
        first[key] += 1


@kernel
def merge(rows, to, order, first, scratch, out):
    """Rows of the next level, sorted by their sides; returns how many there are."""
    n, nobody = rows.blocks.shape[0], to.owner[to.owner.shape[0] - 1]
    sort_by(rows, to, 1, n, True, order, first)
    for k in range(n):
        order[0, k] = order[1, k]
    sort_by(rows, to, 0, n, False, order, first)
    count = entries = 0
    out.starts[0] = 0
    k = 0
    while k < n:
        r = order[1, k]
        a, b = new_side(rows.sides[r, 0], to.owner), new_side(rows.sides[r, 1], to.owner)
        low, high = min(a, b), max(a, b)
        if low == nobody:
            break
        for c in range(6):
            out.blocks[count, c] = 0.0
        start, total = entries, 0.0
        while True:
            s = rows.blocks[r, 0] + rows.blocks[r, 3] + rows.blocks[r, 5]
            for c in range(6):
                out.blocks[count, c] += rows.blocks[r, c]
            total += s
            if a > b:  # the row the other way round is the same one
                s = -s
            for q in range(rows.starts[r], rows.starts[r + 1]):
                i, f = rows.nodes[q], s * rows.weights[q]
                for t in range(to.starts[i], to.starts[i + 1]):
                    j = to.columns[t]
                    if scratch[j] == 0:
                        out.nodes[entries], out.weights[entries] = j, 0.0
                        entries += 1
                        scratch[j] = entries
                    out.weights[scratch[j] - 1] += f * to.weights[t]
            k += 1
            if k == n:
                break
            r = order[1, k]
            a, b = new_side(rows.sides[r, 0], to.owner), new_side(rows.sides[r, 1], to.owner)
            if min(a, b) != low or max(a, b) != high:
                break
        for q in range(start, entries):
            scratch[out.nodes[q]] = 0
            out.weights[q] /= total
        if total > 0.0 and entries > start and low < high:  # within one of them, rows are for finer levels
            out.sides[count, 0], out.sides[count, 1] = low, high
            count += 1
            out.starts[count] = entries
        else:
            entries = start
    return count


@kernel
def number_nodes(nodes, scratch, places, touched):
    """`touched` are the different ones of the nodes, in order, and `places` which of them each is; returns how many."""
    if nodes.shape[0] == 0:
        return 0
    low, high, n = nodes[0], nodes[0], 0
    for k in range(nodes.shape[0]):
        i = nodes[k]
        scratch[i] = 1
        low, high = min(low, i), max(high, i)
    for i in range(low, high + 1):
        if scratch[i] != 0:
            touched[n], scratch[i] = i, n
            n += 1
    for k in range(nodes.shape[0]):
        places[k] = scratch[nodes[k]]
    for k in range(n):
        scratch[touched[k]] = 0
    return n


@kernel
def add_bound(starts, places, weights, blocks, diagonal):
    """diagonal += D of (2)."""
    for r in range(blocks.shape[0]):
        size = np.float32(0.0)
        for q in range(starts[r], starts[r + 1]):
            size += abs(weights[q])
        for q in range(starts[r], starts[r + 1]):
            f = size * abs(weights[q])
            for c in range(6):
                diagonal[places[q], c] += f * blocks[r, c]


@kernel
def multiply(starts, places, weights, blocks, u, y):
    """y = C u."""
    for i in range(y.shape[0]):
        y[i, 0] = y[i, 1] = y[i, 2] = 0.0
    for r in range(blocks.shape[0]):
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
