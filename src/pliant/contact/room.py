"""The inside of a box: floor, ceiling and four walls that keep bodies in [003].

Everything outside the box is wall, so that the sign is turned around: d > 0 in the room. With corners l and h,

    f(p) = min over the axes of (x − l)(h − x) ,   in m²
    d(p) = min over the axes of min(x − l, h − x)   in the room,   −(distance to the box)   in the walls

The walls act one by one, as six planes (`walls`): in a corner of the room a body is pushed by all that it touches.
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import model_validator

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.mesh import Mesh, placed
from pliant.contact.obstacle import ObstacleSpec
from pliant.contact.plane import PlaneShape
from pliant.problems import FieldError
from pliant.shapes.pose import transform
from pliant.spec import Point


class Room(ObstacleSpec):
    """A box with the corners `low` and `high` [m], which bodies cannot leave.

    `rotation` turns it about its origin and `center` [m] moves it. It is drawn open: only the walls at the back are
    seen.
    """

    positional: ClassVar = ("low", "high")

    kind: Literal["room"] = "room"
    low: Point = (-1.0, -1.0, 0.0)
    high: Point = (1.0, 1.0, 2.0)
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _has_space(self) -> Room:
        for axis, (a, b) in enumerate(zip(self.low, self.high, strict=True)):
            if not a < b:
                raise FieldError(("high", axis), f"must be above the low corner, at more than {a:g}")
        return self

    def geometry(self) -> Posed:
        """The room as kernels see it."""
        return posed(RoomShape(self.low, self.high), self.center, self.rotation)

    def walls(self) -> tuple[Posed, ...]:
        """The six planes."""
        inwards = np.concatenate([np.eye(3), -np.eye(3)])
        points = transform(np.repeat([self.low, self.high], 3, axis=0), self.center, self.rotation)
        return tuple(
            posed(PlaneShape(tuple(normal.tolist()), 1.0), point, self.rotation)
            for normal, point in zip(inwards, points, strict=True)
        )

    def mesh(self, extent: float) -> Mesh:
        """The six sides, seen from inside; each has vertices of its own, so that edges stay sharp."""
        vertices, triangles = [], []
        for axis in range(3):
            for end in (0, 1):
                corners = np.empty((4, 3))
                u, v = (axis + 1) % 3, (axis + 2) % 3
                corners[:, axis] = (self.low, self.high)[end][axis]
                corners[:, u] = [self.low[u], self.high[u], self.high[u], self.low[u]]
                corners[:, v] = [self.low[v], self.low[v], self.high[v], self.high[v]]
                first = 4 * len(vertices)
                order = (0, 1, 2, 3) if end == 0 else (3, 2, 1, 0)
                a, b, c, d = (first + k for k in order)
                vertices.append(corners)
                triangles += [(a, b, c), (a, c, d)]
        middle = 0.5 * np.add(self.low, self.high)
        inside = np.concatenate(vertices) - middle
        at = transform(middle[None], self.center, self.rotation)[0]
        return placed(inside, np.array(triangles), tuple(at), self.rotation, self.scale)


class RoomShape(NamedTuple):
    """A box with its corners."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]


def _implicit(geometry, x, y, z):
    (ax, ay, az), (bx, by, bz) = geometry.low, geometry.high
    fx, fy, fz = (x - ax) * (bx - x), (y - ay) * (by - y), (z - az) * (bz - z)
    if fx <= fy and fx <= fz:
        return fx, ax + bx - 2.0 * x, 0.0, 0.0
    if fy <= fz:
        return fy, 0.0, ay + by - 2.0 * y, 0.0
    return fz, 0.0, 0.0, az + bz - 2.0 * z


def _distance(geometry, x, y, z):
    (ax, ay, az), (bx, by, bz) = geometry.low, geometry.high
    sx, sy, sz = min(max(x, ax), bx) - x, min(max(y, ay), by) - y, min(max(z, az), bz) - z
    deep = sqrt(sx * sx + sy * sy + sz * sz)
    if deep > 0.0:
        return -deep, sx / deep, sy / deep, sz / deep
    dx, dy, dz = min(x - ax, bx - x), min(y - ay, by - y), min(z - az, bz - z)
    if dx <= dy and dx <= dz:
        return dx, 1.0 if x - ax <= bx - x else -1.0, 0.0, 0.0
    if dy <= dz:
        return dy, 0.0, 1.0 if y - ay <= by - y else -1.0, 0.0
    return dz, 0.0, 0.0, 1.0 if z - az <= bz - z else -1.0


register(RoomShape, implicit=_implicit, distance=_distance)
