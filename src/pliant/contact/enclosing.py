"""Triangles around obstacles: what bodies meet whose cells are too coarse for a barrier at their nodes.

No triangle is inside the obstacle anywhere, so what keeps off the triangles keeps off all that they enclose: polygons
go around circles, and touch them with the middles of their sides. How many triangles there are, and which vertices
belong together, depends on the kind of an obstacle alone: one that grows is the same mesh with its vertices elsewhere.

There are as few as will do: near an edge a vertex feels both faces, which is bumpy and rubs more. What is met so
because it is round, and small, needs few; flat ends have them near the rim.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi
from typing import NamedTuple

import numpy as np

from pliant.contact.mesh import Mesh, strip
from pliant.model.nets import octasphere

ROUND, SMOOTH = 3, 4  # how often the faces of an octahedron are divided
AROUND = 64  # vertices along a rim
WIDER = 1.0 / cos(pi / AROUND)  # of a polygon around a circle, the corners


@lru_cache
def ball(level: int) -> Mesh:
    """Around the unit sphere, with vertices on the equator."""
    points, triangles = octasphere(level)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    heights = np.sum(normals * a, axis=1) / np.linalg.norm(normals, axis=1)
    return points / heights.min(), triangles


class Drawn(NamedTuple):
    """Something round that is drawn out along z to a side of several rings."""

    points: np.ndarray  # (n, 3) before
    place: np.ndarray  # (n,) along the side: −1 below it, 1 above
    triangles: np.ndarray


@lru_cache
def pill(rows: int) -> Drawn:
    """The ball, with so many `rows` of quadrangles between its halves."""
    points, triangles = ball(ROUND)
    equator = np.flatnonzero(points[:, 2] == 0.0)
    equator = equator[np.argsort(np.arctan2(points[equator, 1], points[equator, 0]))]
    rest = np.flatnonzero(points[:, 2] != 0.0)
    rings = len(rest) + np.arange(rows + 1)[:, None] * len(equator) + np.arange(len(equator))
    number = np.empty((2, len(points)), dtype=np.int64)  # of each point in the lower and the upper half
    number[:, rest] = np.arange(len(rest))
    number[:, equator] = rings[[0, -1]]
    upper = points[triangles, 2].sum(axis=1) > 0.0
    halves = np.where(upper[:, None], number[1, triangles], number[0, triangles])
    return Drawn(
        np.concatenate([points[rest], *[points[equator]] * (rows + 1)]),
        np.concatenate([np.sign(points[rest, 2]), np.repeat(np.linspace(-1.0, 1.0, rows + 1), len(equator))]),
        np.concatenate([halves, len(rest) + strip(rows + 1, len(equator))]),
    )


@lru_cache
def drum(rows: int) -> Drawn:
    """A polygon around the unit circle, with flat ends."""
    angle = np.linspace(0.0, 2.0 * pi, AROUND, endpoint=False)
    ring = WIDER * np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    end = _polygon(AROUND)
    return Drawn(
        np.concatenate([ring] * (rows + 1)),
        np.repeat(np.linspace(-1.0, 1.0, rows + 1), AROUND),
        np.concatenate([strip(rows + 1, AROUND), end[:, ::-1], end + rows * AROUND]),
    )


def _polygon(count: int) -> np.ndarray:
    """Triangles of a polygon whose corners are a power of two: every second one is cut off, again and again."""
    left, found = np.arange(count), []
    while len(left) > 2:
        found.append(np.stack([left[::2], left[1::2], np.roll(left[::2], -1)], axis=1))
        left = left[::2]
    return np.concatenate(found)
