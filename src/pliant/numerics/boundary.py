"""The skin of a solid: the faces of a grid's cells or of tetrahedra that belong to one of them only.

Faces are (n, 4); a triangle names its last node twice. The vector of twice the area of a face a, b, c, d is
(c − a) × (d − b), for triangles as well, and points outwards.
"""

from __future__ import annotations

import numpy as np

# A face counts as empty below this fraction of the body's size squared: on the axis of a cylinder, at a pole.
_EMPTY = 1e-12


def grid_faces(shape: tuple[int, ...], periodic: tuple[bool, ...]) -> np.ndarray:
    """Quadrangles on the ends of all free axes of an L×M×N grid, outwards if x₁, x₂, x₃ are right-handed."""
    number = np.arange(np.prod(shape)).reshape(shape)
    found = [np.zeros((0, 4), dtype=np.int64)]
    for axis in range(3):
        if periodic[axis]:
            continue
        first, second = (axis + 1) % 3, (axis + 2) % 3
        for end in (0, -1):
            face = np.take(number, end, axis)
            if first > second:  # `take` keeps the order of the axes that are left
                face = face.T
            for along in (0, 1):
                if periodic[(first, second)[along]]:
                    face = np.concatenate([face, np.take(face, [0], along)], axis=along)
            a, b, c, d = face[:-1, :-1], face[1:, :-1], face[1:, 1:], face[:-1, 1:]
            corners = (a, b, c, d) if end else (a, d, c, b)
            found.append(np.stack([corner.ravel() for corner in corners], axis=1))
    return np.concatenate(found)


def tetrahedron_faces(tetrahedra: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Triangles that belong to one tetrahedron, outwards; `points` (count, 3)."""
    edges = points[tetrahedra[:, 1:]] - points[tetrahedra[:, :1]]
    turned = np.linalg.det(edges) < 0.0
    cells = np.where(turned[:, None], tetrahedra[:, [0, 2, 1, 3]], tetrahedra)
    faces = np.concatenate([cells[:, corners] for corners in ([0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3])])
    return four_corners(faces[_single(faces)])


def quartered(faces: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Four triangles for each, between its corners and the middles of its sides; elements (n, 10) as in `quadratic`."""
    ends = np.sort(elements[:, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]].reshape(-1, 2), axis=1)
    count = int(elements.max()) + 1
    keys, first = np.unique(ends @ (count, 1), return_index=True)
    middles = elements[:, 4:].ravel()[first]
    a, b, c = faces[:, :3].T
    sides = [np.sort(np.stack(pair, axis=1), axis=1) @ (count, 1) for pair in ((b, c), (c, a), (a, b))]
    x, y, z = (middles[np.searchsorted(keys, side)] for side in sides)
    parts = ((a, z, y), (z, b, x), (y, x, c), (x, y, z))
    return four_corners(np.concatenate([np.stack(part, axis=1) for part in parts]))


def four_corners(triangles: np.ndarray) -> np.ndarray:
    """Triangles (n, 3) as faces (n, 4)."""
    return np.concatenate([triangles, triangles[:, 2:]], axis=1)


def outer_faces(faces: np.ndarray, points: np.ndarray, ties: tuple[np.ndarray, ...]) -> np.ndarray:
    """The faces with an area that coincide with no other (`ties`: nodes that are one), turned outwards as a whole."""
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    faces = faces[np.linalg.norm(face_vectors(points, faces), axis=1) > _EMPTY * size**2]
    owner = np.arange(len(points))
    for group in ties:
        owner[group] = group[0]
    faces = faces[_single(owner[faces])]
    middle = points[faces].mean(axis=1) - points.mean(axis=0)
    inward = np.sum(middle * face_vectors(points, faces)) < 0.0  # the sign of the volume
    return faces[:, [0, 3, 2, 1]] if inward else faces


def face_vectors(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Twice the area of every face as a vector along its normal, (n, 3)."""
    a, b, c, d = (points[faces[:, k]] for k in range(4))
    return np.cross(c - a, d - b)


def triangulated(faces: np.ndarray) -> np.ndarray:
    """Triangles (t, 3) that cover the faces."""
    whole = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    a, b, c = whole.T
    return whole[(a != b) & (b != c) & (c != a)]


def node_areas(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The area that belongs to each node, (count,): equal parts of the faces around it."""
    areas = 0.5 * np.linalg.norm(face_vectors(points, faces), axis=1)
    is_triangle = faces[:, 2] == faces[:, 3]
    out = np.zeros(len(points))
    for corner in range(4):
        part = np.where(is_triangle, areas / 3.0 * (corner < 3), areas / 4.0)
        np.add.at(out, faces[:, corner], part)
    return out


def node_lengths(points: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """The length that belongs to each node, (count,): half of the edges (n, 2) that meet there."""
    out = np.zeros(len(points))
    length = np.linalg.norm(points[edges[:, 1]] - points[edges[:, 0]], axis=1)
    for side in (0, 1):
        np.add.at(out, edges[:, side], 0.5 * length)
    return out


def _single(faces: np.ndarray) -> np.ndarray:
    """Which faces have nodes that no other face has in common with them all, bool (n,)."""
    _, which, count = np.unique(np.sort(faces, axis=1), axis=0, return_inverse=True, return_counts=True)
    return count[which.ravel()] == 1


def merged(triangles: np.ndarray, groups: list[np.ndarray], count: int) -> np.ndarray:
    """Triangles of which nodes in a group are one; without those that vanish by that."""
    owner = np.arange(count)
    for group in groups:
        owner[group] = group[0]
    a, b, c = (owner[triangles]).T
    return owner[triangles][(a != b) & (b != c) & (c != a)]


def is_closed(triangles: np.ndarray) -> bool:
    """Whether every edge has a triangle on either side, wound alike."""
    if not len(triangles):
        return False
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    keys, back = (edges[:, [i, 1 - i]] @ (int(triangles.max()) + 1, 1) for i in (0, 1))
    return len(np.unique(keys)) == len(keys) and bool(np.array_equal(np.sort(keys), np.sort(back)))


def enclosed_volume(points: np.ndarray, triangles: np.ndarray) -> float:
    """Σ a·(b × c)/6 [m³], positive if triangles are counter-clockwise from outside."""
    a, b, c = np.moveaxis((points - points[triangles[0, 0]])[triangles], 1, 0)
    return float(np.einsum("ni,ni->", a, np.cross(b, c))) / 6.0
