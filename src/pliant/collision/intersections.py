"""Edges that pierce faces: whether hulls intersect, and where.

An edge passes a triangle if its ends are on different sides of the triangle's plane and the line through it passes the
three sides in the same sense; all of that is signs of volumes of tetrahedra. Edges within the plane of a face intersect
it if they have a point in common. Edges and faces with a common vertex are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.collision.distance import edge_weights, face_weights
from pliant.collision.flat import check, find_sheets
from pliant.collision.glance import Glance
from pliant.collision.hull import Hull
from pliant.collision.tree import Forest, leaf_pairs, plant, tree_boxes, vertex_boxes
from pliant.numerics.compile import inlined, kernel

ROUNDING = 4e-15  # of coordinates, and what is left of it in a volume


def intersections(hulls: Sequence[Hull], x: np.ndarray, meets: Sequence[tuple[int, int]]) -> np.ndarray:
    """All edges that pierce faces at x (3, V): rows (hull of the edge, hull of the face, edge, face)."""
    if Glance(hulls, meets).sees_nothing_near(x, np.zeros_like(x)):
        return np.zeros((0, 4), np.int64)
    return find(hulls, plant(hulls, x), x, meets)


def find(
    hulls: Sequence[Hull], forest: Forest, x: np.ndarray, meets: Sequence[tuple[int, int]] | np.ndarray
) -> np.ndarray:
    """The same, for trees that are there already."""
    count, pairs = x.shape[1], np.array(meets, np.int64).reshape(-1, 2)
    nothing, at_once = np.zeros(count), np.zeros((len(pairs), 3))
    box = np.empty((count, 8), np.float32)
    nodes = np.empty((int((2 * forest.hulls[:, 0] - 1).sum()), 8), np.float32)
    still = np.zeros_like(x)
    vertex_boxes(x, still, nothing, nothing, np.empty((count, 8)), box)
    tree_boxes(forest, box, nodes)
    sheets, starts = find_sheets(hulls, forest), np.zeros(len(pairs) + 1, np.int64)
    flat = np.zeros(sheets.count, np.uint8)  # patches within which nothing can cross
    check(sheets, x, still, 1, 0.0, False, flat)
    leaves, no_marks = np.empty((4 * len(forest.blocks) + 64, 2), np.int32), np.zeros(0, np.uint8)
    while True:
        room = leaf_pairs(
            forest, nodes, pairs, at_once, at_once, sheets.table, flat, True, no_marks, leaves, starts
        )
        if room <= len(leaves):
            break
        leaves = np.empty((room, 2), np.int32)
    if room == 0:
        return np.zeros((0, 4), np.int64)
    found = np.empty((64, 4), np.int64)
    while True:
        room = pierced(forest, x, box, pairs, leaves, starts, found)
        if room <= len(found):
            return found[:room].copy()
        found = np.empty((room, 4), np.int64)


@inlined
def _volume(x, a, b, c, d):
    ux, uy, uz = x[0, b] - x[0, a], x[1, b] - x[1, a], x[2, b] - x[2, a]
    vx, vy, vz = x[0, c] - x[0, a], x[1, c] - x[1, a], x[2, c] - x[2, a]
    wx, wy, wz = x[0, d] - x[0, a], x[1, d] - x[1, a], x[2, d] - x[2, a]
    return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz


@inlined
def _point(x, i):
    return x[0, i], x[1, i], x[2, i]


@inlined
def _on_face(x, p, a, b, c):
    """The squared distance of a vertex from a face."""
    px, py, pz = _point(x, p)
    ax, ay, az = _point(x, a)
    bx, by, bz = _point(x, b)
    cx, cy, cz = _point(x, c)
    u, v, w = face_weights(px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz)
    dx, dy, dz = px - u * ax - v * bx - w * cx, py - u * ay - v * by - w * cy, pz - u * az - v * bz - w * cz
    return dx * dx + dy * dy + dz * dz


@inlined
def _on_edge(x, a, b, c, d):
    """The squared distance of two edges."""
    ax, ay, az = _point(x, a)
    bx, by, bz = _point(x, b)
    cx, cy, cz = _point(x, c)
    dx, dy, dz = _point(x, d)
    s, t, _ = edge_weights(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz)
    ux = ax + s * (bx - ax) - cx - t * (dx - cx)
    uy = ay + s * (by - ay) - cy - t * (dy - cy)
    uz = az + s * (bz - az) - cz - t * (dz - cz)
    return ux * ux + uy * uy + uz * uz


@inlined
def pierces(x, p, q, a, b, c):
    """Whether the edge pq and the triangle abc have a point in common."""
    at_p, at_q = _volume(x, a, b, c, p), _volume(x, a, b, c, q)
    if (at_p > 0.0 and at_q > 0.0) or (at_p < 0.0 and at_q < 0.0):
        return False
    size = far = 0.0
    for k in range(3):
        for i in (q, a, b, c):
            size = max(size, abs(x[k, i] - x[k, p]))
            far = max(far, abs(x[k, i]))
    rounded = ROUNDING * (size + far)
    if max(abs(at_p), abs(at_q)) <= rounded * size * size:  # in its plane: signs would be those of rounding
        tiny = rounded * rounded
        return (
            _on_face(x, p, a, b, c) <= tiny
            or _on_face(x, q, a, b, c) <= tiny
            or _on_edge(x, p, q, a, b) <= tiny
            or _on_edge(x, p, q, b, c) <= tiny
            or _on_edge(x, p, q, c, a) <= tiny
        )
    u, v, w = _volume(x, p, q, a, b), _volume(x, p, q, b, c), _volume(x, p, q, c, a)
    return (u >= 0.0 and v >= 0.0 and w >= 0.0) or (u <= 0.0 and v <= 0.0 and w <= 0.0)


@kernel
def pierced(forest, x, box, meets, leaves, starts, out):
    """Edges and faces of pairs of leaves that intersect; returns how many, which may exceed the room."""
    count = 0
    for m in range(meets.shape[0]):
        for k in range(starts[m], starts[m + 1]):
            for turn in range(1 if leaves[k, 0] == leaves[k, 1] and meets[m, 0] == meets[m, 1] else 2):
                one, two = leaves[k, turn], leaves[k, 1 - turn]
                for f in range(forest.face_starts[two], forest.face_starts[two + 1]):
                    a, b, c = forest.faces[f, 0], forest.faces[f, 1], forest.faces[f, 2]
                    for e in range(forest.edge_starts[one], forest.edge_starts[one + 1]):
                        p, q = forest.edges[e, 0], forest.edges[e, 1]
                        if p in (a, b, c) or q in (a, b, c):
                            continue
                        apart = False
                        for n in range(3):
                            low, high = min(box[p, n], box[q, n]), min(box[p, 4 + n], box[q, 4 + n])
                            apart |= low + min(box[a, 4 + n], min(box[b, 4 + n], box[c, 4 + n])) > 0.0  # noqa: PLW3301
                            apart |= high + min(box[a, n], min(box[b, n], box[c, n])) > 0.0  # noqa: PLW3301
                        if apart or not pierces(x, p, q, a, b, c):
                            continue
                        if count < out.shape[0]:
                            out[count, 0], out[count, 1] = meets[m, turn], meets[m, 1 - turn]
                            out[count, 2], out[count, 3] = forest.edge_names[e], forest.face_names[f]
                        count += 1
    return count
