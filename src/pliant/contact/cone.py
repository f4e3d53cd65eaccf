"""A cone about the z axis, or one that is cut off: a solid of revolution with straight sides.

In the half plane (ρ, z) it is the polygon (0, −h/2), (r, −h/2), (r′, h/2), (0, h/2), whose signed distance is exact:
inside it is the largest of those from its three sides, outside that from the nearest of them. f = d.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import AROUND, WIDER
from pliant.contact.mesh import Mesh, placed, strip
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Length, Point, measured


class Cone(ObstacleSpec):
    """A cone with the `radius` [m] below, the radius `top` [m] above, and a `height` [m] about `center` [m].

    Its axis is z, turned by `rotation`; with top 0 it ends in a point.
    """

    positional: ClassVar = ("radius", "height", "top", "center")

    kind: Literal["cone"] = "cone"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 0.5
    height: Length = 1.0
    top: Annotated[float, Field(ge=0), measured("m")] = 0.0

    def geometry(self) -> Posed:
        """The cone as kernels see it."""
        return posed(ConeShape(self.radius, self.top, 0.5 * self.height), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface with its ends to draw; a finite obstacle does not need `extent`."""
        around, half = 48, 0.5 * self.height
        side = np.concatenate([_ring(self.radius, -half, around), _ring(self.top, half, around)])
        parts, faces = [side], [strip(2, around)]
        for radius, z, outwards in ((self.radius, -half, -1), (self.top, half, 1)):
            if radius == 0.0:
                continue
            first = sum(map(len, parts))
            i = np.arange(around)
            end = np.stack([np.full(around, first + around), first + i, first + (i + 1) % around], axis=1)
            parts.append(np.concatenate([_ring(radius, z, around), [[0.0, 0.0, z]]]))
            faces.append(end if outwards > 0 else end[:, [0, 2, 1]])
        vertices, triangles = np.concatenate(parts), np.concatenate(faces)
        if self.top == 0.0:  # the triangles that end in the point twice
            triangles = triangles[~(np.isin(triangles, np.arange(around, 2 * around)).sum(axis=1) > 1)]
        return placed(vertices, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its rims

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        half, i = 0.5 * self.height, np.arange(AROUND)
        j = (i + 1) % AROUND
        low = np.concatenate([_ring(WIDER * self.radius, -half, AROUND), [[0.0, 0.0, -half]]])
        below = np.stack([np.full(AROUND, AROUND), j, i], axis=1)
        if self.top == 0.0:
            vertices = np.concatenate([low, [[0.0, 0.0, half]]])
            side = np.stack([i, j, np.full(AROUND, AROUND + 1)], axis=1)
            triangles = np.concatenate([below, side])
        else:
            high = np.concatenate([_ring(WIDER * self.top, half, AROUND), [[0.0, 0.0, half]]])
            k = AROUND + 1
            side = [np.stack([i, j, k + j], axis=1), np.stack([i, k + j, k + i], axis=1)]
            above = np.stack([np.full(AROUND, k + AROUND), k + i, k + j], axis=1)
            vertices, triangles = np.concatenate([low, high]), np.concatenate([below, *side, above])
        return placed(vertices, triangles, self.center, self.rotation, 1.0)


def _ring(radius: float, z: float, around: int) -> np.ndarray:
    angle = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(around, z)], axis=1)


class ConeShape(NamedTuple):
    """A cone about the z axis, between −half_height and half_height."""

    low: float
    high: float
    half_height: float


def _distance(geometry, x, y, z):
    r, s, h = geometry.low, geometry.high, geometry.half_height
    rho = sqrt(x * x + y * y)
    ux, uy = 1.0, 0.0
    if rho > TINY:
        ux, uy = x / rho, y / rho
    dr, dz = s - r, 2.0 * h
    length = sqrt(dr * dr + dz * dz)
    n0, n1 = dz / length, -dr / length  # out of the side
    side = (rho - r) * n0 + (z + h) * n1
    end = abs(z) - h
    up = 1.0 if z >= 0.0 else -1.0
    if side <= 0.0 and end <= 0.0:
        if side >= end:
            return side, n0 * ux, n0 * uy, n1
        return end, 0.0, 0.0, up
    # The nearest point of the side, and of the end on this side.
    t = min(max(((rho - r) * dr + (z + h) * dz) / (length * length), 0.0), 1.0)
    qr, qz = rho - (r + t * dr), z - (-h + t * dz)
    rim = s if z >= 0.0 else r
    er, ez = max(rho - rim, 0.0), z - up * h
    to_side, to_end = qr * qr + qz * qz, er * er + ez * ez
    if to_end < to_side or (to_end == to_side and end > 0.0):
        d = sqrt(to_end)
        if er == 0.0:
            return end, 0.0, 0.0, up
        return d, er / d * ux, er / d * uy, ez / d
    if 0.0 < t < 1.0:
        return side, n0 * ux, n0 * uy, n1
    d = sqrt(to_side)
    return d, qr / d * ux, qr / d * uy, qz / d


register(ConeShape, implicit=_distance, distance=_distance)
