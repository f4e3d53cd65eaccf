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
    thickness: np.ndarray | float  # [m], (V,) or of all: features touch when nearer than the mean of theirs
    grid: GridHull | None = None  # of a whole sheet: where it is nearly flat nothing of it can touch
    rigid: bool = False  # whether all of its vertices are cut alike

    @property
    def count(self) -> int:
        return len(self.nodes)


def edges_of(faces: np.ndarray) -> np.ndarray:
    """The edges (E, 2) of triangles (F, 3), each once, sorted."""
    return unique_pairs(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]))


def unique_pairs(pairs: np.ndarray) -> np.ndarray:
    """Pairs of numbers (n, 2), each once, the smaller first, sorted; by one number for both, which is much faster."""
    count = int(pairs.max(initial=0)) + 1
    keys = (
        np.unique(pairs.min(axis=1).astype(np.int64) * count + pairs.max(axis=1))
        if len(pairs)
        else pairs[:, 0]
    )
    return np.stack([keys // count, keys % count], axis=1).astype(np.int32)


def offsets(hulls: Sequence[Hull]) -> np.ndarray:
    """The number of the first vertex of each hull, and of all vertices at last."""
    return np.cumsum([0, *(hull.count for hull in hulls)]).astype(np.int64)
