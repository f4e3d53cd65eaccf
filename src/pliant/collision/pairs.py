"""The list of pairs of features that may come near, and for which motions it holds.

A list is made for ways: vertex v goes from x to x + way as seen from its hull, which itself goes by its mean motion.
Everything that is culled is culled for vertices that are, each for itself, within `slack` of their ways, and for hulls
that have moved against each other by anything within `reach` of a straight way as well. So the list holds for all that
stays within (`covers`): later Newton iterations, and later steps while nothing has moved far.

A pair is left out if boxes show that it stays apart, or the direction n between its nearest points at x: vertices of
the first feature stay above min(n·x + min(n·way, 0)) − slack, those of the second below the corresponding maximum.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from pliant.collision.distance import edge_weights, face_weights
from pliant.collision.tree import Forest, first_node
from pliant.numerics.compile import inlined, kernel, uint

BLOCK = 32  # pairs at a time, so that their arithmetic becomes vector instructions
_RUN = 32  # and boxes: as many as one turn of a vectorised loop takes


class Boxes(NamedTuple):
    """Boxes over the motion. Those of edges and faces are made when a leaf is looked at for the first time."""

    vertices: np.ndarray  # (V, 8) float32: low, −high
    nodes: np.ndarray  # (N, 8)
    edges: np.ndarray  # (6, E): in the order of leaves
    faces: np.ndarray  # (6, F)
    ready: np.ndarray  # (L,) uint8


def make_boxes(forest: Forest, count: int) -> Boxes:
    nodes = int((2 * forest.hulls[:, 0] - 1).sum())
    return Boxes(
        np.empty((count, 8), np.float32),
        np.empty((nodes, 8), np.float32),
        np.zeros((6, len(forest.edges) + _RUN), np.float32),
        np.zeros((6, len(forest.faces) + _RUN), np.float32),
        np.zeros(len(forest.blocks), np.uint8),
    )


class Marks(NamedTuple):
    """What is to be listed: all (`whole`), or what has marks, uint8."""

    whole: bool
    vertices: np.ndarray  # (V,)
    edges: np.ndarray  # (E,) in the order of leaves
    faces: np.ndarray  # (F,)
    nodes: np.ndarray  # (N,) of trees


def make_marks(forest: Forest, count: int) -> Marks:
    sizes = (count, len(forest.edges), len(forest.faces), int((2 * forest.hulls[:, 0] - 1).sum()))
    return Marks(True, *(np.zeros(size, np.uint8) for size in sizes))


@inlined
def _box_features(forest, boxes, leaf):
    """The boxes of the edges and faces of a leaf."""
    v = boxes.vertices
    for k in range(forest.edge_starts[leaf], forest.edge_starts[leaf + 1]):
        a, b = uint(forest.edges[k, 0]), uint(forest.edges[k, 1])
        for c in range(3):
            boxes.edges[c, k] = min(v[a, uint(c)], v[b, uint(c)])
            boxes.edges[3 + c, k] = min(v[a, uint(4 + c)], v[b, uint(4 + c)])
    for k in range(forest.face_starts[leaf], forest.face_starts[leaf + 1]):
        a, b, d = uint(forest.faces[k, 0]), uint(forest.faces[k, 1]), uint(forest.faces[k, 2])
        for c in range(3):
            boxes.faces[c, k] = min(v[a, uint(c)], v[b, uint(c)], v[d, uint(c)])
            boxes.faces[3 + c, k] = min(v[a, uint(4 + c)], v[b, uint(4 + c)], v[d, uint(4 + c)])
    boxes.ready[leaf] = 1


@inlined
def _below(nodes, n, t0, t1, t2, t3, t4, t5):
    """Whether the box of a node is below the limits t."""
    return (
        (nodes[n, 0] <= t0)
        & (nodes[n, 1] <= t1)
        & (nodes[n, 2] <= t2)
        & (nodes[n, 4] <= t3)
        & (nodes[n, 5] <= t4)
        & (nodes[n, 6] <= t5)
    )


@inlined
def _all_below(boxes, start, end, t0, t1, t2, t3, t4, t5, hit):
    """hit[k] = whether the box of feature start + k is below the limits t; some beyond the end are looked at too."""
    for k in range(-(-(end - start) // _RUN) * _RUN):
        j = uint(start + k)
        hit[uint(k)] = (
            (boxes[0, j] <= t0)
            & (boxes[1, j] <= t1)
            & (boxes[2, j] <= t2)
            & (boxes[3, j] <= t3)
            & (boxes[4, j] <= t4)
            & (boxes[5, j] <= t5)
        )


@inlined
def _vertices_and_faces(
    forest, boxes, one, two, node, l0, l1, l2, h0, h1, h2, hit, marks, any_face, out, count
):
    """Pairs of the vertices of one leaf and the faces of another, at `node`, between l and h of where that is."""
    start, end = forest.face_starts[two], forest.face_starts[two + 1]
    if start == end:
        return count
    for k in range(forest.vertex_starts[one], forest.vertex_starts[one + 1]):
        v = forest.vertices[k]
        if not (any_face or marks.vertices[v] > 0):
            continue
        b = boxes.vertices[v]
        t0, t1, t2, t3, t4, t5 = -l0 - b[4], -l1 - b[5], -l2 - b[6], h0 - b[0], h1 - b[1], h2 - b[2]
        if not _below(boxes.nodes, node, t0, t1, t2, t3, t4, t5):
            continue
        _all_below(boxes.faces, start, end, t0, t1, t2, t3, t4, t5, hit)
        for j in range(start, end):
            if hit[j - start]:
                p, q, r = forest.faces[j, 0], forest.faces[j, 1], forest.faces[j, 2]
                if v not in (p, q, r) and (marks.whole or marks.vertices[v] | marks.faces[j]):
                    if count < out.shape[0]:
                        out[count, 0], out[count, 1], out[count, 2], out[count, 3] = v, p, q, r
                    count += 1
    return count


@kernel
def candidates(
    forest, boxes, meets, low, high, leaves, starts, marks, faces, edges, face_starts, edge_starts
):
    """Pairs of features of pairs of leaves whose boxes meet: vertex–face, edge–edge; returns how many of each.

    Of features that are marked with any others, unless all are.

    What does not fit is counted only. Those of meeting m begin at face_starts[m] and edge_starts[m].
    """
    hit = np.empty(forest.most + _RUN, np.uint8)
    n_faces, n_edges = 0, 0
    for m in range(meets.shape[0]):
        face_starts[m], edge_starts[m] = n_faces, n_edges
        same = meets[m, 0] == meets[m, 1]
        l0, l1, l2 = np.float32(low[m, 0]), np.float32(low[m, 1]), np.float32(low[m, 2])
        h0, h1, h2 = np.float32(high[m, 0]), np.float32(high[m, 1]), np.float32(high[m, 2])
        first_a, first_b = first_node(forest, meets[m, 0]), first_node(forest, meets[m, 1])
        for k in range(starts[m], starts[m + 1]):
            a, b = leaves[k, 0], leaves[k, 1]
            if boxes.ready[a] == 0:
                _box_features(forest, boxes, a)
            if boxes.ready[b] == 0:
                _box_features(forest, boxes, b)
            twins = same and a == b
            any_a = marks.whole or marks.nodes[first_a + a] > 0
            any_b = marks.whole or marks.nodes[first_b + b] > 0
            start, end = forest.edge_starts[b], forest.edge_starts[b + 1]
            e = boxes.edges
            for i in range(forest.edge_starts[a], forest.edge_starts[a + 1]):
                if twins:
                    start = i + 1
                if not (any_b or marks.edges[i] > 0):
                    continue
                t0, t1, t2 = -l0 - e[3, i], -l1 - e[4, i], -l2 - e[5, i]
                t3, t4, t5 = h0 - e[0, i], h1 - e[1, i], h2 - e[2, i]
                if not _below(boxes.nodes, first_b + b, t0, t1, t2, t3, t4, t5):
                    continue
                _all_below(e, start, end, t0, t1, t2, t3, t4, t5, hit)
                p, q = forest.edges[i, 0], forest.edges[i, 1]
                for j in range(start, end):
                    if hit[j - start]:
                        r, s = forest.edges[j, 0], forest.edges[j, 1]
                        if (
                            p not in (r, s)
                            and q not in (r, s)
                            and (marks.whole or marks.edges[i] | marks.edges[j])
                        ):
                            if n_edges < edges.shape[0]:
                                edges[n_edges, 0], edges[n_edges, 1] = p, q
                                edges[n_edges, 2], edges[n_edges, 3] = r, s
                            n_edges += 1
            n_faces = _vertices_and_faces(
                forest, boxes, a, b, first_b + b, l0, l1, l2, h0, h1, h2, hit, marks, any_b, faces, n_faces
            )
            if not twins:
                n_faces = _vertices_and_faces(
                    forest,
                    boxes,
                    b,
                    a,
                    first_a + a,
                    -h0,
                    -h1,
                    -h2,
                    -l0,
                    -l1,
                    -l2,
                    hit,
                    marks,
                    any_a,
                    faces,
                    n_faces,
                )
    face_starts[meets.shape[0]], edge_starts[meets.shape[0]] = n_faces, n_edges
    return n_faces, n_edges


@inlined
def nearest_in_block(at, is_face, n, w):
    """Vectors n (3, 32) between the nearest points of 32 pairs whose vertices are at[3 v + c]; vertex 3 is at 0.

    w (3, 32) gets the weights of the vertices of faces; of edges both fractions, and the squared sine between them.
    """
    if is_face:
        for j in range(BLOCK):
            k = uint(j)
            w1, w2, w3 = face_weights(
                at[0, k], at[1, k], at[2, k], at[3, k], at[4, k], at[5, k],
                at[6, k], at[7, k], at[8, k], 0.0, 0.0, 0.0,
            )  # fmt: skip
            n[0, k] = at[0, k] - w1 * at[3, k] - w2 * at[6, k]
            n[1, k] = at[1, k] - w1 * at[4, k] - w2 * at[7, k]
            n[2, k] = at[2, k] - w1 * at[5, k] - w2 * at[8, k]
            w[0, k], w[1, k], w[2, k] = w1, w2, w3
    else:
        for j in range(BLOCK):
            k = uint(j)
            s, t, sine = edge_weights(
                at[0, k], at[1, k], at[2, k], at[3, k], at[4, k], at[5, k],
                at[6, k], at[7, k], at[8, k], 0.0, 0.0, 0.0,
            )  # fmt: skip
            n[0, k] = (1.0 - s) * at[0, k] + s * at[3, k] - (1.0 - t) * at[6, k]
            n[1, k] = (1.0 - s) * at[1, k] + s * at[4, k] - (1.0 - t) * at[7, k]
            n[2, k] = (1.0 - s) * at[2, k] + s * at[5, k] - (1.0 - t) * at[8, k]
            w[0, k], w[1, k], w[2, k] = s, t, sine


@kernel
def prune(
    packed, shift, reach, is_face, raw, raw_starts, tiny, pairs, apart, starts, count, touching, touches
):
    """Of candidates keep those that can come within r: see above. Appended to pairs from `count` on.

    packed (V, 8): position, slack, way, half thickness; shift (M, 3), reach (M,): how the second hull of a meeting goes
    against the first. Pairs at no distance cannot be told apart: they go to `touching`. Returns both counts.
    """
    at, way = np.zeros((9, BLOCK)), np.zeros((12, BLOCK))
    n, w, limit = np.zeros((3, BLOCK)), np.zeros((3, BLOCK)), np.zeros(BLOCK)
    square, gap, side = np.zeros(BLOCK), np.zeros(BLOCK), np.ones(BLOCK)
    for m in range(raw_starts.shape[0] - 1):
        starts[m] = count
        for first in range(raw_starts[m], raw_starts[m + 1], BLOCK):
            size = min(BLOCK, raw_starts[m + 1] - first)
            for k in range(size):
                i0, i1 = uint(raw[first + k, 0]), uint(raw[first + k, 1])
                i2, i3 = uint(raw[first + k, 2]), uint(raw[first + k, 3])
                for c in range(3):
                    at[c, k] = packed[i0, uint(c)] - packed[i3, uint(c)]
                    at[3 + c, k] = packed[i1, uint(c)] - packed[i3, uint(c)]
                    at[6 + c, k] = packed[i2, uint(c)] - packed[i3, uint(c)]
                    way[c, k], way[3 + c, k] = packed[i0, uint(4 + c)], packed[i1, uint(4 + c)]
                    way[6 + c, k], way[9 + c, k] = packed[i2, uint(4 + c)], packed[i3, uint(4 + c)]
                s0, s1, s2, s3 = packed[i0, 3], packed[i1, 3], packed[i2, 3], packed[i3, 3]
                slack = s0 + max(s1, s2, s3) if is_face else max(s0, s1) + max(s2, s3)
                side[k] = 1.0 if i0 < i2 else -1.0  # a vertex of the second hull goes with it
                limit[k] = packed[i0, 7] + packed[i2, 7] + slack + reach[m]
            nearest_in_block(at, is_face, n, w)
            for j in range(BLOCK):
                k = uint(j)
                x, y, z = n[0, k], n[1, k], n[2, k]
                square[k] = x * x + y * y + z * z
                d0 = x * at[0, k] + y * at[1, k] + z * at[2, k]
                d1 = x * at[3, k] + y * at[4, k] + z * at[5, k]
                d2 = x * at[6, k] + y * at[7, k] + z * at[8, k]
                q0 = x * way[0, k] + y * way[1, k] + z * way[2, k]
                q1 = x * way[3, k] + y * way[4, k] + z * way[5, k]
                q2 = x * way[6, k] + y * way[7, k] + z * way[8, k]
                q3 = x * way[9, k] + y * way[10, k] + z * way[11, k]
                above, below = d0 + min(q0, 0.0), max(d2 + max(q2, 0.0), q3, 0.0)
                above = above if is_face else min(above, d1 + min(q1, 0.0))
                below = max(below, d1 + max(q1, 0.0)) if is_face else below
                against = x * shift[m, 0] + y * shift[m, 1] + z * shift[m, 2]
                gap[k] = above - below - max(side[k] * against, 0.0)
            for k in range(size):
                d = sqrt(square[k])
                if d <= tiny:
                    if touches < touching.shape[0]:
                        for v in range(4):
                            touching[touches, v] = raw[first + k, v]
                    touches += 1
                elif gap[k] < limit[k] * d:
                    for v in range(4):
                        pairs[count, v] = raw[first + k, v]
                    apart[count] = d
                    count += 1
    starts[raw_starts.shape[0] - 1] = count
    return count, touches


@kernel
def within_ways(y, home, way, slack, firsts, moved):
    """Whether each vertex of y, less its hull's motion `moved` (3, H), is within `slack` of its way from home."""
    for h in range(firsts.shape[0] - 1):
        worst = -1.0
        mx, my, mz = moved[0, h], moved[1, h], moved[2, h]
        for v in range(firsts[h], firsts[h + 1]):
            i = uint(v)
            dx, dy, dz = y[0, i] - home[0, i] - mx, y[1, i] - home[1, i] - my, y[2, i] - home[2, i] - mz
            ax, ay, az = way[0, i], way[1, i], way[2, i]
            t = (dx * ax + dy * ay + dz * az) / max(ax * ax + ay * ay + az * az, 1e-300)
            t = min(max(t, 0.0), 1.0)
            dx, dy, dz = dx - t * ax, dy - t * ay, dz - t * az
            worst = max(worst, dx * dx + dy * dy + dz * dz - slack[i] * slack[i])
        if not worst <= 0.0:
            return False
    return True


@inlined
def hash_of(pairs, k, kind):
    value = np.uint64(kind)
    for v in range(4):
        value = (value ^ np.uint64(pairs[k, v])) * np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    return value


@inlined
def is_same(a, j, a_faces, b, k, b_faces):
    """Whether pair j of one list is pair k of another."""
    same = a[j, 0] == b[k, 0] and a[j, 1] == b[k, 1] and a[j, 2] == b[k, 2] and a[j, 3] == b[k, 3]
    return same and (j < a_faces) == (k < b_faces)


@kernel
def match(old, old_faces, new, new_count, new_faces, out):
    """out[k] = where pair k of the new list is in the old one, −1 if it is not."""
    size = 64
    while size < 2 * old.shape[0]:
        size *= 2
    table = np.full(size, -1, np.int64)
    mask = np.uint64(size - 1)
    for k in range(old.shape[0]):
        place = hash_of(old, k, k < old_faces) & mask
        while table[place] >= 0:
            place = (place + np.uint64(1)) & mask
        table[place] = k
    for k in range(new_count):
        out[k] = -1
        place = hash_of(new, k, k < new_faces) & mask
        while table[place] >= 0:
            j = table[place]
            if is_same(old, j, old_faces, new, k, new_faces):
                out[k] = j
                break
            place = (place + np.uint64(1)) & mask
