"""The faces inside a solid that come to light when it breaks.

All faces that can ever be seen are listed once: the outer ones first, as they are drawn of a whole body, then both
sides of every face inside. Which of them are seen changes with what is broken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.mesh import among, shared_sides
from pliant.energies.solid import lost_corners
from pliant.numerics.boundary import four_corners, triangulated

# Faces of a cell whose node [i, j, k] has the number 4i + 2j + k, outwards if x₁, x₂, x₃ are right-handed.
_SIDES = np.array(
    [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
)  # fmt: skip


@dataclass(frozen=True)
class Opening:
    """Faces (n, 4) of elements: whose they are, and which element is `beyond` (−1: none)."""

    faces: np.ndarray
    owner: np.ndarray
    beyond: np.ndarray
    elements: np.ndarray
    outer: int  # so many triangles are those of the whole body

    @classmethod
    def of_cells(cls, cells: np.ndarray, outer: np.ndarray) -> Opening:
        """Of the cells (n, 8) of a grid, whose outer faces (k, 4) are known, with the same orientation."""
        faces = cells[:, _SIDES].reshape(-1, 4)
        owner = np.repeat(np.arange(len(cells)), 6)
        keys, known = _names(faces, outer)
        order = np.argsort(keys, kind="stable")
        at = order[np.searchsorted(keys[order], known)]
        same = np.flatnonzero(np.diff(keys[order]) == 0)
        one, two = order[same], order[same + 1]
        inner, far = np.concatenate([one, two]), np.concatenate([two, one])
        sides = faces[inner]
        if len(outer) and _turned(faces[at], outer):
            sides = sides[:, ::-1]
        beyond = np.concatenate([np.full(len(outer), -1), owner[far]])
        return cls(
            np.concatenate([outer, sides]),
            np.concatenate([owner[at], owner[inner]]),
            beyond,
            cells,
            len(triangulated(outer)),
        )

    @classmethod
    def of_tetrahedra(cls, cells: np.ndarray, vertex: np.ndarray, points: np.ndarray) -> Opening:
        """Of tetrahedra (n, 4) with nodes of their own; `vertex` says of which vertex each is a copy."""
        edges = points[cells[:, 1:]] - points[cells[:, :1]]
        turned = np.linalg.det(edges) < 0.0
        right = np.where(turned[:, None], cells[:, [0, 2, 1, 3]], cells)
        faces = np.concatenate([right[:, k] for k in ([0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3])])
        owner = np.tile(np.arange(len(cells)), 4)
        sides, pairs = shared_sides(vertex[cells])
        beyond = np.full(len(faces), -1)
        keys, known = _names(vertex[faces], sides)
        for mine, other in ((0, 1), (1, 0)):
            names = keys * len(cells) + owner
            order = np.argsort(names)
            at = order[np.searchsorted(names[order], known * len(cells) + pairs[:, mine])]
            beyond[at] = pairs[:, other]
        order = np.argsort(beyond >= 0, kind="stable")
        faces, owner, beyond = four_corners(faces[order]), owner[order], beyond[order]
        return cls(faces, owner, beyond, cells, int((beyond < 0).sum()))

    @property
    def triangles(self) -> np.ndarray:
        """(t, 3) of all faces; the outer ones are in the order in which they are drawn of a whole body."""
        split = int((self.beyond < 0).sum())
        return np.concatenate([triangulated(self.faces[:split]), triangulated(self.faces[split:])])

    def unseen(self, seen: np.ndarray) -> np.ndarray:
        """The numbers of the triangles of faces that are not seen, given which are, bool (n,)."""
        split, numbers = int((self.beyond < 0).sum()), np.arange(len(self.faces))
        parts = []
        for part in (numbers[:split], numbers[split:]):
            faces, halves = self.faces[part], np.concatenate([part, part])
            whole = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
            a, b, c = whole.T
            parts.append(halves[(a != b) & (b != c) & (c != a)])
        return np.flatnonzero(~seen[np.concatenate(parts)]).astype(np.int32)

    def between_cells(self, broken: np.ndarray | None) -> np.ndarray:
        """Which faces are seen when links of the grid are broken: of cells that hold, towards ones that do not."""
        if broken is None:
            return self.beyond < 0
        alive = np.logical_not(lost_corners(self.elements, broken).all(axis=0))
        return alive[self.owner] & ((self.beyond < 0) | ~alive[self.beyond])

    def between_tetrahedra(self, vertex: np.ndarray, broken: np.ndarray) -> np.ndarray:
        """Which faces are seen when sides (k, 3) are broken: those of them, and the outer ones."""
        return (self.beyond < 0) | among(vertex[self.faces[:, :3]], broken)


def _names(faces: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One number for each face and each of the others, the same whatever the order of its nodes."""
    both = np.sort(np.concatenate([faces, others]), axis=1)
    names = np.unique(both, axis=0, return_inverse=True)[1].ravel()
    return names[: len(faces)], names[len(faces) :]


def _turned(faces: np.ndarray, outer: np.ndarray) -> bool:
    """Whether the same faces are listed the other way round."""
    start = np.argmax(outer == faces[:, :1], axis=1)
    after = np.take_along_axis(outer, (start[:, None] + 1) % 4, axis=1)[:, 0]
    return bool(np.mean(after == faces[:, 1]) < 0.5)
