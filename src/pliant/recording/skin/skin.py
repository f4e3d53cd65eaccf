"""The drawn surface of a body.

A skin has *points*, joined by triangles. Normals and texture coordinates have numberings of their own, as in an OBJ
file: at a sharp edge a point has two normals, at a seam two texture coordinates. No numbering changes with time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pliant.recording.mesh import vertex_normals

Move = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
NO_UV = np.empty((0, 3), dtype=np.int64)


@dataclass(frozen=True)
class Vertices:
    """A mesh with one normal each: vertex k is at the skin's point ``point[k]`` and has its normal ``normal[k]``."""

    triangles: np.ndarray  # (T, 3)
    point: np.ndarray
    normal: np.ndarray
    uv: np.ndarray | None  # (vertices, 2)


@dataclass(frozen=True)
class Skin:
    """What does not move, and two functions of what belongs to a body's nodes.

    `move` turns positions of the nodes into points (P, 3) [m] and unit normals (N, 3), `spread` values at the nodes
    into values at the points.
    """

    points: int
    normals: int
    triangles: np.ndarray  # (T, 3), points of the corners
    normal_at: np.ndarray  # (T, 3), normals of the corners
    uv: np.ndarray | None  # (U, 2)
    uv_at: np.ndarray  # (T, 3), texture coordinates of the corners; (0, 3) if there are none
    closed: bool  # it encloses a volume, so that only its outside is seen
    move: Move
    spread: Callable[[np.ndarray], np.ndarray]
    part: np.ndarray | None = (
        None  # (T,) what can be cut off as one: segments of threads; None: single triangles
    )
    move_without: Callable[[np.ndarray], Move] | None = (
        None  # `move` when only some triangles, bool (T,), are kept
    )
    tear: Callable[[np.ndarray, np.ndarray | None], Skin] | None = None  # of a grid: `torn_skin`
    lines: np.ndarray | None = None  # (E, 2), if it knows its edges itself

    def vertices(self, textured: bool) -> Vertices:
        """Points doubled where they have several normals or, if `textured`, texture coordinates."""
        parts = [self.triangles, self.normal_at]
        if textured and self.uv is not None:
            parts.append(self.uv_at)
        keys = np.stack(parts, axis=-1).reshape(-1, len(parts))
        unique, corners = np.unique(keys, axis=0, return_inverse=True)
        uv = self.uv[unique[:, 2]] if textured and self.uv is not None else None
        return Vertices(corners.reshape(-1, 3), unique[:, 0], unique[:, 1], uv)

    def edges(self) -> np.ndarray:
        """Pairs of points, (E, 2): the edges without the diagonals of a grid's cells."""
        if self.lines is not None:
            return self.lines
        pairs = np.sort(self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        if self.uv is not None:
            corners = self.uv[self.uv_at]
            across = np.abs(corners - np.roll(corners, -1, axis=1)).min(axis=2).reshape(-1)
            along = across < 1e-9
            if 2 * along.sum() > len(along):  # else it is no grid
                pairs = pairs[along]
        return np.unique(pairs, axis=0)


def flat_skin(
    count: int, triangles: np.ndarray, uv_at: np.ndarray = NO_UV, uv: np.ndarray | None = None
) -> Skin:
    """Triangles of so many nodes as they are."""
    return Skin(
        points=count,
        normals=count,
        triangles=triangles,
        normal_at=triangles,
        uv=uv,
        uv_at=uv_at,
        closed=False,
        move=lambda positions: (positions, vertex_normals(positions, triangles)),
        spread=lambda values: values,
        move_without=lambda kept: lambda positions: (positions, vertex_normals(positions, triangles[kept])),
    )
