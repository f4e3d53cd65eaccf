"""The boundary of a solid or a mesh, smooth where it is smooth and sharp where it has edges.

Nodes that are always in one place (the pole of a ball, the axis of a rod) become one point, and triangles that this
leaves without area, or back to back inside the body, are left out.

Where the boundary may be sharp, at the edges of a solid's grid and where it has a crease to begin with, the triangles
around a point fall into *fans*. Each fan has a normal n, the sum of its triangles' times their angles at the point.
Whether a point really is sharp is decided by its present shape, without a jump:

    N_i = n_i + Σ_j w(n̂_i · n̂_j) n_j ,   w = 1 for angles below 30°, 0 above 50°

over the other fans of the point. So the edges of a block are sharp, those of a grid that was made into a ball are not.
"""

from __future__ import annotations

import numpy as np

from pliant.recording.mesh import BodyMesh, split_seam, unit, unwrapped
from pliant.recording.skin.skin import NO_UV, Move, Skin

SMOOTH, SHARP = np.cos(np.radians([30.0, 50.0]))
MAYBE_SHARP = np.cos(np.radians(35.0))
SAME = 1e-6  # over the size of the body: nodes that close are in one place


def make_hull(mesh: BodyMesh, first: np.ndarray, *others: np.ndarray) -> Skin:
    """The boundary of a body that starts at `first`; nodes become one if they meet there and at `others`."""
    node = _meeting(mesh, first, *others)
    corners = node[mesh.triangles]
    kept = _outside(corners, mesh.outer)
    numbers, outer = np.flatnonzero(kept), int(kept[: mesh.outer].sum())
    corners = corners[kept]
    nodes, triangles = np.unique(corners, return_inverse=True)
    triangles = triangles.reshape(-1, 3)
    sides = _sides(mesh)[kept]
    uv, uv_at = _texture(mesh, sides, kept)
    closed = is_closed(triangles[:outer])
    if closed and _volume(first[nodes], triangles[:outer]) < 0:
        triangles, uv_at = triangles[:, ::-1], uv_at[:, ::-1]
    normal_at = fans(triangles[:outer], _maybe_sharp(first[nodes], triangles[:outer], sides[:outer]))
    point = np.zeros(int(normal_at.max(initial=-1)) + 1, dtype=np.int64)
    point[normal_at] = triangles[:outer]
    pairs = _siblings(point)
    # Where matter broke it is not smooth: a normal for each corner.
    inside = len(point) + np.arange(3 * (len(triangles) - outer)).reshape(-1, 3)
    normal_at, point = np.concatenate([normal_at, inside]), np.concatenate([point, triangles[outer:].ravel()])

    def move_with(triangles: np.ndarray, normal_at: np.ndarray) -> Move:
        def move(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            points = positions[nodes]
            return points, fan_normals(points, triangles, normal_at, len(point), pairs)

        return move

    return Skin(
        points=len(nodes),
        normals=len(point),
        triangles=triangles,
        normal_at=normal_at,
        uv=uv,
        uv_at=uv_at,
        closed=closed,
        move=move_with(triangles, normal_at),
        spread=lambda values: values[nodes],
        part=numbers,
        move_without=lambda kept: move_with(triangles[kept], normal_at[kept]),
    )


def fans(triangles: np.ndarray, sharp: np.ndarray) -> np.ndarray:
    """Numbers of the fans of all corners, (T, 3), in the order of the points.

    Neighbours over an edge belong together unless it is `sharp` (one for each edge of `_edges`).
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    joined = _edges(triangles)[~sharp]
    # Half-edge 3t + k goes from corner 3t + k to the next corner of the triangle.
    start = joined
    end = joined - joined % 3 + (joined + 1) % 3
    flat = triangles.reshape(-1)
    swapped = flat[start[:, 0]] != flat[start[:, 1]]
    other_start, other_end = (
        np.where(swapped, end[:, 1], start[:, 1]),
        np.where(swapped, start[:, 1], end[:, 1]),
    )
    rows, columns = np.concatenate([start[:, 0], end[:, 0]]), np.concatenate([other_start, other_end])
    graph = coo_matrix((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(flat.size, flat.size))
    group = connected_components(graph, directed=False)[1]
    point = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.int64)
    point[group] = flat
    place = np.empty_like(point)
    place[np.argsort(point, kind="stable")] = np.arange(len(point))
    return place[group].reshape(-1, 3)


def fan_normals(
    points: np.ndarray, triangles: np.ndarray, normal_at: np.ndarray, count: int, pairs: np.ndarray
) -> np.ndarray:
    """Unit normals of the fans; `pairs` (n, 2) are fans of one point."""
    faces = unit(_face_normals(points, triangles))
    each = faces[:, None] * _angles(points, triangles)[:, :, None]
    total = _sums(normal_at.reshape(-1), each.reshape(-1, 3), count)
    if len(pairs):
        i, j = pairs.T
        facing = unit(total)
        cosine = np.einsum("ij,ij->i", facing[i], facing[j])
        weight = np.clip((cosine - SHARP) / (SMOOTH - SHARP), 0.0, 1.0)[:, None]
        total = total + _sums(
            np.concatenate([i, j]), np.concatenate([weight * total[j], weight * total[i]]), count
        )
    return unit(total)


def _sums(index: np.ndarray, vectors: np.ndarray, count: int) -> np.ndarray:
    return np.stack([np.bincount(index, vectors[:, k], count) for k in range(3)], axis=1)


def _face_normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def _angles(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Angles of the triangles at their corners, (T, 3) [rad]."""
    corners = points[triangles]
    ahead = np.roll(corners, -1, axis=1) - corners
    ahead /= np.maximum(np.linalg.norm(ahead, axis=2, keepdims=True), 1e-300)
    return np.arccos(np.clip(-np.einsum("tkx,tkx->tk", ahead, np.roll(ahead, 1, axis=1)), -1.0, 1.0))


def _edges(triangles: np.ndarray) -> np.ndarray:
    """Pairs of half-edges (E, 2) of all edges that two triangles share."""
    points = triangles.reshape(-1)
    ends = triangles[:, [1, 2, 0]].reshape(-1)
    low, high = np.minimum(points, ends), np.maximum(points, ends)
    edge = low * (int(points.max(initial=0)) + 1) + high
    order = np.argsort(edge, kind="stable")
    _, start, count = np.unique(edge[order], return_index=True, return_counts=True)
    start = start[count == 2]
    return np.column_stack([order[start], order[start + 1]])


def _maybe_sharp(points: np.ndarray, triangles: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Whether each of `_edges` may be sharp: between sides of a grid, or bent already."""
    one, other = (_edges(triangles) // 3).T
    facing = unit(_face_normals(points, triangles))
    bent = np.einsum("ij,ij->i", facing[one], facing[other]) < MAYBE_SHARP
    return bent | (sides[one] != sides[other])


def _siblings(point: np.ndarray) -> np.ndarray:
    """All pairs of fans of one point, (n, 2); `point` says to which each belongs, in order."""
    pairs, apart = [np.empty((0, 2), dtype=np.int64)], 1
    while True:
        low = np.flatnonzero(point[apart:] == point[:-apart]) if apart < len(point) else np.empty(0, np.int64)
        if not len(low):
            return np.concatenate(pairs)
        pairs.append(np.column_stack([low, low + apart]))
        apart += 1


def _meeting(mesh: BodyMesh, *known: np.ndarray) -> np.ndarray:
    """The node that stands for each node: the first one that is in the same place, always."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    count = len(known[0])
    used = np.unique(mesh.triangles)
    sound = [positions[used] for positions in known if np.isfinite(positions[used]).all()]
    if not sound or not len(used):
        return np.arange(count)
    size = max(float(np.linalg.norm(np.ptp(sound[0], axis=0))), 1e-30)
    pairs = KDTree(np.hstack(sound)).query_pairs(SAME * size, output_type="ndarray")
    pairs = used[pairs.reshape(-1, 2)]
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    group = connected_components(graph, directed=False)[1]
    _, firsts, inverse = np.unique(group, return_index=True, return_inverse=True)
    return firsts[inverse]


def _outside(corners: np.ndarray, outer: int | None = None) -> np.ndarray:
    """Which triangles to keep: those with three corners that are not back to back with another one.

    Only the first `outer` are looked at in that way: those inside a body that breaks are, until they are laid bare.
    """
    if outer is not None:
        a, b, c = corners[outer:].T
        return np.concatenate([_outside(corners[:outer]), (a != b) & (b != c) & (c != a)])
    a, b, c = corners.T
    kept = (a != b) & (b != c) & (c != a)
    least = np.argmin(corners, axis=1)[:, None]
    turned = np.take_along_axis(corners, (least + np.arange(3)) % 3, axis=1)
    ordered = np.sort(turned, axis=1)
    sign = np.where(turned[:, 1] < turned[:, 2], 1, -1) * kept
    _, same = np.unique(ordered, axis=0, return_inverse=True)
    balance, total = np.bincount(same, sign), np.bincount(same, np.abs(sign))
    return kept & ~((total == 2) & (balance == 0))[same]


def _sides(mesh: BodyMesh) -> np.ndarray:
    """Of which of the six sides of its grid each triangle of a solid is: 2·axis + end; −1 where there is no grid."""
    sides = np.full(len(mesh.triangles), -1)
    if mesh.coordinates is None:
        return sides
    corners = mesh.coordinates[mesh.triangles]
    for axis in np.flatnonzero(~np.array(mesh.periodic, dtype=bool)):
        for end in range(2):
            sides[(np.abs(corners[:, :, axis] - end) < 1e-9).all(axis=1)] = 2 * axis + end
    return sides


def _texture(mesh: BodyMesh, sides: np.ndarray, kept: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """Texture coordinates and those of the kept triangles' corners. Each side of a solid shows the whole texture."""
    if mesh.coordinates is not None:
        corners = unwrapped(mesh.coordinates[mesh.triangles[kept]], mesh.periodic)
        axis, end = np.divmod(np.maximum(sides, 0), 2)
        # Right-handed as seen from outside.
        u, v = (axis + 2 - end) % 3, (axis + 1 + end) % 3
        along = [np.take_along_axis(corners, k[:, None, None], axis=2)[..., 0] for k in (u, v)]
        uv, uv_at = np.unique(np.stack(along, axis=-1).reshape(-1, 2), axis=0, return_inverse=True)
        return uv, uv_at.reshape(-1, 3)
    if mesh.uv is not None:
        uv_at, uv = split_seam(mesh)
        return uv, uv_at[kept]
    return None, NO_UV


def is_closed(triangles: np.ndarray) -> bool:
    """Whether every edge is passed as often one way as the other."""
    points = triangles.reshape(-1)
    ends = triangles[:, [1, 2, 0]].reshape(-1)
    count = int(points.max(initial=0)) + 1
    ways = np.sort(points * count + ends), np.sort(ends * count + points)
    return len(triangles) > 0 and bool((ways[0] == ways[1]).all())


def _volume(points: np.ndarray, triangles: np.ndarray) -> float:
    """Six times the enclosed volume, negative if the triangles face inwards."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a - points[0], np.cross(b - points[0], c - points[0])))
