"""What of a body can touch: vertices, edges and faces of its skin.

Contact is between features: a vertex and a face, or two edges. A surface or a mesh has all three, a solid those of its
boundary, a curve has edges only. A node that hangs on nothing is an edge of no length. The vertices of all hulls of a
world are numbered one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class GridHull(NamedTuple):
    """Vertices that form a grid at rest, in C order: how many, how far apart [m], and whether the axes close."""

    rows: int
    columns: int
    spacing: tuple[float, float]
    periodic: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class Hull:
    """The skin of one body, or of an obstacle that is a mesh."""

    name: str
    nodes: np.ndarray  # (V,) int64: where each vertex is in the arrays of the body
    edges: np.ndarray  # (E, 2) int32: vertices of this hull
    faces: np.ndarray  # (F, 3) int32
    thickness: float  # [m]: two hulls touch when they are nearer than the mean of their thicknesses
    grid: GridHull | None = None  # of a whole sheet: where it is nearly flat nothing of it can touch

    @property
    def count(self) -> int:
        return len(self.nodes)


def edges_of(faces: np.ndarray) -> np.ndarray:
    """The edges (E, 2) of triangles (F, 3), each once, sorted."""
    sides = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    return np.unique(np.sort(sides, axis=1), axis=0).astype(np.int32)


def offsets(hulls: Sequence[Hull]) -> np.ndarray:
    """The number of the first vertex of each hull, and of all vertices at last."""
    return np.cumsum([0, *(hull.count for hull in hulls)]).astype(np.int64)
