"""The nearest point of a triangle mesh, and which side of it a point is on.

Triangles are sorted along a Morton curve and shared evenly among the leaves of a binary tree of boxes, which is stored
as a heap: node i has the children 2i and 2i + 1, the leaves come last. A search first goes straight down to a leaf that
is near, and then through all of the tree past boxes that are farther away than what was found.

Of a closed mesh a point p with the nearest point q is inside if (p − q)·n < 0, where n is the normal at q: of the face;
on an edge the sum of the unit normals of its two faces; at a vertex that of all faces around, weighted by their angles
[J. A. Bærentzen, H. Aanæs, *Signed distance computation using the angle weighted pseudonormal*, 2005].
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import kernel

_PER_LEAF = 4  # triangles, about
_BITS = 20  # of each coordinate on the curve
_AT = 1e-10  # times the size: nearer to an edge the direction is that of the normal
FACE, EDGE, VERTEX = 0, 1, 4  # features of a triangle: it, its edges ab, bc, ca, its corners a, b, c


class Triangles(NamedTuple):
    """Triangles of a mesh, sorted, with the tree above them."""

    corners: np.ndarray  # (t, 9): a, b, c
    normals: np.ndarray  # (t, 7, 3): of its features
    starts: np.ndarray  # (leaves + 1,)
    boxes: np.ndarray  # (2·leaves, 6): least and largest x, y, z; the root is number 1
    closed: bool
    size: float  # [m]


def triangles_of(vertices: np.ndarray, faces: np.ndarray) -> Triangles:
    """The tree of faces (t, 3) that are wound outwards where they are closed."""
    normals = feature_normals(vertices, faces)
    corners = vertices[faces]
    order = np.argsort(_morton(corners.mean(axis=1)), kind="stable")
    corners = np.ascontiguousarray(corners[order])
    leaves = 2 ** max(ceil(log2(len(faces) / _PER_LEAF)), 0)
    starts = np.arange(leaves + 1) * len(faces) // leaves
    boxes = np.zeros((2 * leaves, 6))
    boxes[leaves:, :3] = np.minimum.reduceat(corners.min(axis=1), starts[:-1])
    boxes[leaves:, 3:] = np.maximum.reduceat(corners.max(axis=1), starts[:-1])
    level = leaves // 2
    while level:
        pairs = boxes[2 * level : 4 * level].reshape(level, 2, 6)
        boxes[level : 2 * level, :3] = pairs[:, :, :3].min(axis=1)
        boxes[level : 2 * level, 3:] = pairs[:, :, 3:].max(axis=1)
        level //= 2
    size = float(np.linalg.norm(np.ptp(vertices, axis=0)))
    return Triangles(
        corners.reshape(-1, 9), np.ascontiguousarray(normals[order]), starts, boxes, is_closed(faces), size
    )


def is_closed(faces: np.ndarray) -> bool:
    """Whether each edge is passed once in either direction."""
    ways = faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    there, back = (np.sort(way @ (int(faces.max()) + 1, 1)) for way in (ways, ways[:, ::-1]))
    return bool(np.array_equal(there, back) and (np.diff(there) > 0).all())


def feature_normals(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Unit normals (t, 7, 3) of faces, their edges and their corners; each is turned as its face is."""
    corners = vertices[faces]
    normal = _unit(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    out = np.repeat(normal[:, None], 7, axis=1)
    ways = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)
    _, edge = np.unique(np.sort(ways, axis=1), axis=0, return_inverse=True)
    edge = edge.reshape(-1, 3)
    out[:, EDGE:VERTEX] = _summed(np.repeat(normal[:, None], 3, axis=1), edge)
    sides = _unit((np.roll(corners, -1, axis=1) - corners).reshape(-1, 3)).reshape(-1, 3, 3)
    angles = np.arccos(np.clip(-np.sum(sides * np.roll(sides, 1, axis=1), axis=2), -1.0, 1.0))
    out[:, VERTEX:] = _summed(angles[:, :, None] * normal[:, None], faces)
    length = np.linalg.norm(out, axis=2, keepdims=True)
    # What folds back upon itself has no side there: its own face stands for it.
    return np.where(length > 1e-9, out / np.maximum(length, 1e-300), normal[:, None])


def _summed(values: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Values (t, 3, 3) of corners or edges, summed over those with the same number (t, 3)."""
    total = np.stack([np.bincount(which.ravel(), values[..., k].ravel()) for k in range(3)], axis=1)
    return total[which]


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)


def _morton(points: np.ndarray) -> np.ndarray:
    """The place of points (n, 3) along a curve that fills space: the bits of their coordinates in turn."""
    span = max(float(np.ptp(points, axis=0).max()), 1e-300)
    cells = ((points - points.min(axis=0)) / span * (2**_BITS - 1)).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


@kernel
def _to_box(boxes, i, x, y, z):
    """The square of the distance to a box."""
    dx = max(boxes[i, 0] - x, 0.0, x - boxes[i, 3])
    dy = max(boxes[i, 1] - y, 0.0, y - boxes[i, 4])
    dz = max(boxes[i, 2] - z, 0.0, z - boxes[i, 5])
    return dx * dx + dy * dy + dz * dz


@kernel
def on_triangle(corners, t, x, y, z):
    """The nearest point of a triangle as weights of b and c, and its feature; by the regions around it."""
    ax, ay, az = corners[t, 0], corners[t, 1], corners[t, 2]
    ux, uy, uz = corners[t, 3] - ax, corners[t, 4] - ay, corners[t, 5] - az
    vx, vy, vz = corners[t, 6] - ax, corners[t, 7] - ay, corners[t, 8] - az
    px, py, pz = x - ax, y - ay, z - az
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    up, vp = ux * px + uy * py + uz * pz, vx * px + vy * py + vz * pz
    if up <= 0.0 and vp <= 0.0:
        return 0.0, 0.0, 4
    if up >= uu and vp - uv <= up - uu:  # beyond b, and not nearer to c
        return 1.0, 0.0, 5
    if vp >= vv and up - uv <= vp - vv:
        return 0.0, 1.0, 6
    b, c = vv * up - uv * vp, uu * vp - uv * up  # weights times the square of twice the area
    if c <= 0.0 and up >= 0.0 and up <= uu:
        return up / uu, 0.0, 1
    if b <= 0.0 and vp >= 0.0 and vp <= vv:
        return 0.0, vp / vv, 3
    area = uu * vv - uv * uv
    if b + c >= area:
        along = (vp - up + uu - uv) / (uu - 2.0 * uv + vv)
        return 1.0 - along, along, 2
    return b / area, c / area, 0


@kernel
def _nearest_of(mesh, leaf, x, y, z, best):
    """The best of what was found before and the triangles of a leaf: distance², triangle, feature and place."""
    least, triangle, feature, qx, qy, qz = best
    corners = mesh.corners
    for t in range(mesh.starts[leaf], mesh.starts[leaf + 1]):
        b, c, what = on_triangle(corners, t, x, y, z)
        a = 1.0 - b - c
        px = a * corners[t, 0] + b * corners[t, 3] + c * corners[t, 6]
        py = a * corners[t, 1] + b * corners[t, 4] + c * corners[t, 7]
        pz = a * corners[t, 2] + b * corners[t, 5] + c * corners[t, 8]
        distance = (x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2
        if distance < least:
            least, triangle, feature, qx, qy, qz = distance, t, what, px, py, pz
    return least, triangle, feature, qx, qy, qz


@kernel
def nearest(mesh, x, y, z):
    """The nearest point of a mesh: its distance², triangle and feature, and where it is."""
    leaves = mesh.starts.shape[0] - 1
    i = 1
    while i < leaves:
        i *= 2
        if _to_box(mesh.boxes, i + 1, x, y, z) < _to_box(mesh.boxes, i, x, y, z):
            i += 1
    best = _nearest_of(mesh, i - leaves, x, y, z, (np.inf, 0, 0, 0.0, 0.0, 0.0))
    i = 1
    while True:
        if _to_box(mesh.boxes, i, x, y, z) < best[0]:
            if i < leaves:
                i *= 2
                continue
            best = _nearest_of(mesh, i - leaves, x, y, z, best)
        while i & 1 and i > 1:  # done with a second child, and so with what is above
            i >>= 1
        if i == 1:
            return best
        i += 1


@kernel
def mesh_distance(mesh, x, y, z):
    """The distance [m], negative inside of what is closed, and the unit direction in which it grows."""
    least, t, feature, qx, qy, qz = nearest(mesh, x, y, z)
    nx, ny, nz = mesh.normals[t, feature, 0], mesh.normals[t, feature, 1], mesh.normals[t, feature, 2]
    dx, dy, dz = x - qx, y - qy, z - qz
    side = 1.0 if dx * nx + dy * ny + dz * nz >= 0.0 else -1.0
    d = sqrt(least)
    sign = side if mesh.closed else 1.0
    if feature == 0 or d <= _AT * mesh.size:
        turn = side * sign
        return sign * d, turn * nx, turn * ny, turn * nz
    return sign * d, sign * dx / d, sign * dy / d, sign * dz / d
