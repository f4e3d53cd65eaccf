"""A cylinder of finite height about the z axis [000 §4.4.4.1].

Document 000 draws its cylinder without caps and gives it a height, but prints no formula. A surface without a
thickness has no inside, so here the cylinder is a solid rod that ends at z = ±h/2:

    f(p) = max(ρ² − r², z² − (h/2)²),   ρ² = x² + y²,   in m²

A point beyond the ends is outside. The side repels outwards as the open cylinder's does, and a cloth that
comes from above rests on the end instead of falling in. The signed distance is exact: inside it is to the
nearest of the side and the two ends, outside also to the rims.
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import drum
from pliant.contact.mesh import Mesh, placed, strip
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Length, Point


class Cylinder(ObstacleSpec):
    """A rod of `radius` [m] and `height` [m] about `center` [m]; its axis is z, turned by `rotation`."""

    positional: ClassVar = ("radius", "height", "center")

    kind: Literal["cylinder"] = "cylinder"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 1.0
    height: Length = 2.0

    def geometry(self) -> Posed:
        """The cylinder as kernels see it."""
        return posed(CylinderShape(self.radius, 0.5 * self.height), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface with its ends to draw; a finite obstacle does not need `extent`."""
        around = 48
        angle = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
        ring = self.radius * np.stack([np.cos(angle), np.sin(angle), np.zeros(around)], axis=1)
        up = np.array([0.0, 0.0, 0.5 * self.height])
        bottom, top = ring - up, ring + up
        # The ends have vertices of their own, so that smooth shading keeps the rims sharp.
        vertices = np.concatenate([bottom, top, bottom, top, [-up, up]])
        i = np.arange(around)
        j = (i + 1) % around
        low = np.full(around, 4 * around)
        ends = [np.stack([low, 2 * around + j, 2 * around + i], 1)]
        ends += [np.stack([low + 1, 3 * around + i, 3 * around + j], 1)]
        triangles = np.concatenate([strip(2, around), *ends])
        return placed(vertices, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its rims

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        points, place, triangles = drum(1)
        vertices = self.radius * points
        vertices[:, 2] = 0.5 * self.height * place
        return placed(vertices, triangles, self.center, self.rotation, 1.0)


class CylinderShape(NamedTuple):
    """A rod about the z axis."""

    radius: float
    half_height: float


def _implicit(geometry, x, y, z):
    side = x * x + y * y - geometry.radius * geometry.radius
    end = z * z - geometry.half_height * geometry.half_height
    if side >= end:
        return side, 2.0 * x, 2.0 * y, 0.0
    return end, 0.0, 0.0, 2.0 * z


def _distance(geometry, x, y, z):
    rho = sqrt(x * x + y * y)
    ux, uy = 1.0, 0.0  # on the axis every radial direction is as near
    if rho > TINY:
        ux, uy = x / rho, y / rho
    uz = 1.0 if z >= 0.0 else -1.0
    side = rho - geometry.radius
    end = abs(z) - geometry.half_height
    if side > 0.0 and end > 0.0:  # nearest to a rim
        d = sqrt(side * side + end * end)
        return d, side / d * ux, side / d * uy, end / d * uz
    if side >= end:
        return side, ux, uy, 0.0
    return end, 0.0, 0.0, uz


register(CylinderShape, implicit=_implicit, distance=_distance)
