"""From what files contain to a mesh that can be simulated.

STL lists every triangle with corners of its own, and OBJ splits vertices where a texture has a seam: vertices at the
same place are one. Elements without a size and elements that are there twice go, and so do vertices that nobody uses.
Those that stay keep their order. Triangles that share an edge are wound alike, and around closed surfaces outwards.
"""

from __future__ import annotations

import numpy as np

from pliant.meshes.geometry import MeshGeometry

# More than memory and 32-bit indices of 3×3 blocks will hold.
MOST_VERTICES = 10_000_000
_EMPTY = 1e-10  # an element counts as empty below this fraction of the typical size


def cleaned(vertices, triangles=(), tetrahedra=()) -> MeshGeometry:
    """The mesh that is meant, or a `ValueError` that says why there is none."""
    mesh = MeshGeometry.of(vertices, triangles, tetrahedra)
    _check_numbers(mesh)
    same = _same_places(mesh.vertices)
    faces, cells = _without_copies(same[mesh.triangles]), _without_copies(same[mesh.tetrahedra])
    faces = faces[_large_enough(_areas(mesh.vertices, faces))]
    volume = _volumes(mesh.vertices, cells)
    kept = _large_enough(np.abs(volume))
    cells, volume = cells[kept], volume[kept]
    if not len(faces) and not len(cells):
        raise ValueError("no triangle has an area and no tetrahedron has a volume")
    cells[volume < 0] = cells[volume < 0][:, [1, 0, 2, 3]]
    _check_manifold(faces, cells)
    faces = outwards(mesh.vertices, faces)
    used = np.unique(np.concatenate([faces.ravel(), cells.ravel()]))
    return MeshGeometry.of(mesh.vertices[used], np.searchsorted(used, faces), np.searchsorted(used, cells))


def _check_numbers(mesh: MeshGeometry) -> None:
    count = len(mesh.vertices)
    if count > MOST_VERTICES:
        raise ValueError(f"{count:,} vertices are more than {MOST_VERTICES:,}")
    if not len(mesh.triangles) and not len(mesh.tetrahedra):
        raise ValueError("it has neither triangles nor tetrahedra")
    for name, elements in (("triangle", mesh.triangles), ("tetrahedron", mesh.tetrahedra)):
        wrong = np.flatnonzero(((elements < 0) | (elements >= count)).any(axis=1))
        if len(wrong):
            raise ValueError(
                f"{name} {wrong[0]} has the corners {elements[wrong[0]].tolist()}, but there are {count} vertices"
            )
    wrong = np.flatnonzero(~np.isfinite(mesh.vertices).all(axis=1))
    if len(wrong):
        raise ValueError(f"vertex {wrong[0]} is not a place: {mesh.vertices[wrong[0]].tolist()}")


def _same_places(vertices: np.ndarray) -> np.ndarray:
    """For every vertex the number of the first one at its place."""
    order = np.lexsort((np.arange(len(vertices)), *(vertices.T + 0.0)))  # + 0: −0 is 0
    ordered = vertices[order]
    starts = np.ones(len(vertices), dtype=bool)
    starts[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    same = np.empty(len(vertices), dtype=np.int64)
    same[order] = order[np.flatnonzero(starts)[np.cumsum(starts) - 1]]
    return same


def _without_copies(elements: np.ndarray) -> np.ndarray:
    """Elements with as many corners as they should have, each once, in their order."""
    corners = np.sort(elements, axis=1)
    whole = (corners[:, 1:] != corners[:, :-1]).all(axis=1)
    elements, corners = elements[whole], corners[whole]
    order = np.lexsort((np.arange(len(corners)), *corners.T))
    first = np.ones(len(order), dtype=bool)
    first[1:] = (corners[order[1:]] != corners[order[:-1]]).any(axis=1)
    return elements[np.sort(order[first])]


def _areas(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = vertices[faces].transpose(1, 0, 2)
    return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)


def _volumes(vertices: np.ndarray, cells: np.ndarray) -> np.ndarray:
    a, b, c, d = vertices[cells].transpose(1, 0, 2)
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) / 6.0


def _large_enough(size: np.ndarray) -> np.ndarray:
    return size > _EMPTY * (size.mean() if len(size) else 0.0)


# ---------------------------------------------------------------- which elements meet where


def _edges(faces: np.ndarray) -> np.ndarray:
    """The three sides (3k, 2) of all triangles, in the direction in which they go round: all first sides come first."""
    return np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])


def _counts(parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each of the rows, whatever the order within it, and how often it is there."""
    rows = np.sort(parts, axis=1)
    rows = rows[np.lexsort(rows.T)]
    starts = np.flatnonzero(np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)]))
    return rows[starts], np.diff(np.append(starts, len(rows)))


def _check_manifold(faces: np.ndarray, cells: np.ndarray) -> None:
    sides = np.concatenate([cells[:, part] for part in ([0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3])])
    for parts, what, most in ((_edges(faces), "edge", "triangles"), (sides, "face", "tetrahedra")):
        if not len(parts):
            continue
        rows, count = _counts(parts)
        shared = np.flatnonzero(count > 2)
        if len(shared):
            worst = rows[shared[0]].tolist()
            raise ValueError(
                f"{len(shared)} {what}s belong to more than two {most} (one joins the vertices {worst}); "
                f"a mesh to simulate is manifold: mend it where it was made"
            )


def open_edges(triangles: np.ndarray) -> int:
    """How many edges have a triangle on one side only; none if the surface is closed."""
    return int((_counts(_edges(np.asarray(triangles)))[1] == 1).sum())


def outwards(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The triangles wound like their neighbours, and counter-clockwise from outside where they enclose something."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    if not len(faces):
        return faces
    one, two, alike = _neighbours(faces)
    count = len(faces)
    graph = coo_matrix((np.ones(len(one)), (one, two)), shape=(count, count)).tocsr()
    parts, part = connected_components(graph, directed=False)
    if not alike.all():
        faces = np.where(_flipped(one, two, alike, count)[:, None], faces[:, ::-1], faces)
    a, b, c = (vertices - vertices[faces[0, 0]])[faces].transpose(1, 0, 2)
    volume = np.bincount(part, np.einsum("ij,ij->i", np.cross(a, b), c), parts)
    sides = np.bincount(part[one], minlength=parts)
    closed = 2 * sides == 3 * np.bincount(part, minlength=parts)
    inside_out = closed & (volume < 0)
    return np.where(inside_out[part][:, None], faces[:, ::-1], faces)


def _neighbours(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of triangles that share an edge, and whether they are wound alike: they pass it in opposite directions."""
    edges = _edges(faces)
    owner = np.tile(np.arange(len(faces)), 3)
    rows = np.sort(edges, axis=1)
    order = np.lexsort(rows.T)
    rows, edges, owner = rows[order], edges[order], owner[order]
    pair = np.flatnonzero((rows[1:] == rows[:-1]).all(axis=1))
    return owner[pair], owner[pair + 1], edges[pair, 0] != edges[pair + 1, 0]


def _flipped(one: np.ndarray, two: np.ndarray, alike: np.ndarray, count: int) -> np.ndarray:
    """Which triangles to turn round so that neighbours agree, as far as they can: on a Möbius strip they cannot."""
    around: list[list[tuple[int, bool]]] = [[] for _ in range(count)]
    for i, j, agree in zip(one.tolist(), two.tolist(), alike.tolist(), strict=True):
        around[i].append((j, agree))
        around[j].append((i, agree))
    flip: list[bool | None] = [None] * count
    for start in range(count):
        if flip[start] is not None:
            continue
        flip[start] = False
        front = [start]
        while front:
            here = front.pop()
            for there, agree in around[here]:
                if flip[there] is None:
                    flip[there] = flip[here] == agree
                    front.append(there)
    return np.array(flip, dtype=bool)
