"""Triangles around obstacles: what bodies meet whose cells are too coarse for a barrier at their nodes.

No triangle is inside the obstacle anywhere, so what keeps off the triangles keeps off all that they enclose: polygons
go around circles, and touch them with the middles of their sides. How many triangles there are, and which vertices
belong together, depends on the kind of an obstacle alone: one that grows is the same mesh with its vertices elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi
from typing import NamedTuple

import numpy as np

from pliant.contact.mesh import Mesh, strip
from pliant.model.nets import octasphere

_LEVEL = 4
AROUND = 4 * 2**_LEVEL  # vertices along a circle
WIDER = 1.0 / cos(pi / AROUND)  # of a polygon around a circle, the corners


@lru_cache
def ball() -> Mesh:
    """Around the unit sphere, with vertices on the equator."""
    points, triangles = octasphere(_LEVEL)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    heights = np.sum(normals * a, axis=1) / np.linalg.norm(normals, axis=1)
    return points / heights.min(), triangles


class Drum(NamedTuple):
    """A ball whose equator is drawn out along z to a side of several rings."""

    points: np.ndarray  # (n, 3) of the ball
    place: np.ndarray  # (n,) along the side: −1 below it, 1 above
    triangles: np.ndarray

    def flat(self) -> np.ndarray:
        """Of the points x and y, (n, 2), once the halves of the ball are flat discs in the unit circle."""
        x, y, z = self.points.T / np.linalg.norm(self.points, axis=1)
        across = np.hypot(x, y)
        share = np.arctan2(across, np.abs(z)) / (0.5 * pi) / np.where(across > 0.0, across, 1.0)
        return np.stack([share * x, share * y], axis=1)


@lru_cache
def drum(rows: int) -> Drum:
    """With so many `rows` of quadrangles along the side."""
    points, triangles = ball()
    equator = np.flatnonzero(points[:, 2] == 0.0)
    equator = equator[np.argsort(np.arctan2(points[equator, 1], points[equator, 0]))]
    rest = np.flatnonzero(points[:, 2] != 0.0)
    rings = len(rest) + np.arange(rows + 1)[:, None] * len(equator) + np.arange(len(equator))
    number = np.empty((2, len(points)), dtype=np.int64)  # of each point in the lower and the upper half
    number[:, rest] = np.arange(len(rest))
    number[:, equator] = rings[[0, -1]]
    upper = points[triangles, 2].sum(axis=1) > 0.0
    halves = np.where(upper[:, None], number[1, triangles], number[0, triangles])
    return Drum(
        np.concatenate([points[rest], *[points[equator]] * (rows + 1)]),
        np.concatenate([np.sign(points[rest, 2]), np.repeat(np.linspace(-1.0, 1.0, rows + 1), len(equator))]),
        np.concatenate([halves, len(rest) + strip(rows + 1, len(equator))]),
    )
