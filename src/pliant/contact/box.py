"""A box, with edges along its own axes.

With the half sizes h and q = |p| − h, component by component,

    d(p) = ‖max(q, 0)‖ + min(max(q₁, q₂, q₃), 0) ,   f = d                                                   in m

Outside, the nearest point is on a face, an edge or a corner; inside it is on the nearest face.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.mesh import Mesh, placed
from pliant.contact.obstacle import ObstacleSpec
from pliant.shapes.fields import SemiAxes
from pliant.spec import Point, Shown

_CORNERS = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], dtype=float)
_SIDES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])


class Box(ObstacleSpec):
    """A box of `size` [m] along x, y and z about `center` [m], turned by `rotation`."""

    positional: ClassVar = ("size", "center")

    kind: Literal["box"] = "box"
    center: Point = (0.0, 0.0, 0.0)
    size: Annotated[SemiAxes, Shown("Size", unit="m")] = (1.0, 1.0, 1.0)

    def geometry(self) -> Posed:
        """The box as kernels see it."""
        x, y, z = (0.5 * one for one in self.size)
        return posed(BoxShape(x, y, z), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw, each side with corners of its own; a finite obstacle does not need `extent`."""
        corners = 0.5 * np.asarray(self.size) * _CORNERS[_SIDES].reshape(-1, 3)
        number = np.arange(24).reshape(6, 4)
        triangles = np.concatenate([number[:, [0, 1, 2]], number[:, [0, 2, 3]]])
        return placed(corners, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its edges

    def enclosing(self) -> Mesh:
        """Its own sides."""
        corners = 0.5 * np.asarray(self.size) * _CORNERS
        triangles = np.concatenate([_SIDES[:, [0, 1, 2]], _SIDES[:, [0, 2, 3]]])
        return placed(corners, triangles, self.center, self.rotation, 1.0)


class BoxShape(NamedTuple):
    """Half sizes."""

    x: float
    y: float
    z: float


def _distance(geometry, x, y, z):
    qx, qy, qz = abs(x) - geometry.x, abs(y) - geometry.y, abs(z) - geometry.z
    sx, sy, sz = 1.0 if x >= 0.0 else -1.0, 1.0 if y >= 0.0 else -1.0, 1.0 if z >= 0.0 else -1.0
    beyond = (1 if qx > 0.0 else 0) + (1 if qy > 0.0 else 0) + (1 if qz > 0.0 else 0)
    if beyond > 1:  # nearest to an edge or a corner
        ox, oy, oz = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
        d = sqrt(ox * ox + oy * oy + oz * oz)
        return d, sx * ox / d, sy * oy / d, sz * oz / d
    if qx >= qy and qx >= qz:
        return qx, sx, 0.0, 0.0
    if qy >= qz:
        return qy, 0.0, sy, 0.0
    return qz, 0.0, 0.0, sz


register(BoxShape, implicit=_distance, distance=_distance)
