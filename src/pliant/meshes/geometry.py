"""What a mesh is: places, and which of them belong together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class MeshGeometry(NamedTuple):
    """Vertices [m] and the numbers of those that make up each triangle and each tetrahedron."""

    vertices: np.ndarray  # (n, 3) float
    triangles: np.ndarray  # (k, 3) int, counter-clockwise from outside
    tetrahedra: np.ndarray  # (k, 4) int, of positive volume
    vertex: np.ndarray | None = None  # (n,) of which vertex each is a copy, in a mesh that is `apart`
    middles: np.ndarray | None = (
        None  # (k, 6) the vertices in the middles of the edges 01, 02, 03, 12, 13, 23
    )

    @classmethod
    def of(cls, vertices, triangles=(), tetrahedra=()) -> MeshGeometry:
        """From anything that NumPy takes for such arrays; they become read-only, since caches hand them out."""
        arrays = (
            np.asarray(vertices, dtype=float).reshape(-1, 3),
            np.asarray(triangles, dtype=np.int64).reshape(-1, 3),
            np.asarray(tetrahedra, dtype=np.int64).reshape(-1, 4),
        )
        return cls(*(_read_only(array) for array in arrays))

    def surface(self) -> MeshGeometry:
        """The triangles and their vertices alone."""
        vertices, triangles = _only(self.vertices, self.triangles)
        return MeshGeometry.of(vertices, triangles)

    def solid(self) -> MeshGeometry:
        """The tetrahedra and their vertices alone."""
        vertices, tetrahedra = _only(self.vertices, self.tetrahedra)
        return MeshGeometry.of(vertices, (), tetrahedra)

    def apart(self) -> MeshGeometry:
        """Every element with vertices of its own: the first has those that were there, others get copies after them."""
        solid = len(self.tetrahedra) > 0
        elements = self.tetrahedra if solid else self.triangles
        flat = elements.ravel()
        numbers = len(self.vertices) + np.arange(len(flat))
        _, first = np.unique(flat, return_index=True)
        numbers[first] = flat[first]
        copies = np.setdiff1d(np.arange(len(flat)), first)
        numbers[copies] = len(self.vertices) + np.arange(len(copies))
        vertex = np.concatenate([np.arange(len(self.vertices)), flat[copies]])
        own = numbers.reshape(elements.shape)
        parts = ((), own) if solid else (own, ())
        return MeshGeometry.of(self.vertices[vertex], *parts)._replace(vertex=_read_only(vertex))

    def quadratic(self) -> MeshGeometry:
        """The same tetrahedra with vertices in the middles of their edges, which come after the others."""
        ends = self.tetrahedra[:, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]].reshape(-1, 2)
        edges, which = np.unique(np.sort(ends, axis=1), axis=0, return_inverse=True)
        middles = len(self.vertices) + which.reshape(-1, 6)
        vertices = np.concatenate([self.vertices, self.vertices[edges].mean(axis=1)])
        return MeshGeometry.of(vertices, (), self.tetrahedra)._replace(middles=_read_only(middles))

    def scaled(self, factor: float) -> MeshGeometry:
        """The same mesh, `factor` times as large about the origin."""
        return self if factor == 1.0 else self._replace(vertices=_read_only(factor * self.vertices))


def _only(vertices: np.ndarray, elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The vertices that elements use, in their order, and the elements by their new numbers."""
    used = np.unique(elements)
    return vertices[used], np.searchsorted(used, elements)


def _read_only(array: np.ndarray) -> np.ndarray:
    if array.flags.writeable:  # then somebody may hold it who wants to write
        array = np.array(array, order="C")
        array.flags.writeable = False
    return array
