"""A solid sphere [000 §4.5.2.1].

f(p) = ‖p − c‖² − r²     (4.5.4), in m²
∇f   = 2(p − c)          (4.5.5)
d(p) = ‖p − c‖ − r       (4.5.6)
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Literal, NamedTuple

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import ROUND, ball
from pliant.contact.mesh import Mesh, placed, unit_sphere
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Length, Point


class Sphere(ObstacleSpec):
    """A sphere of `radius` [m] about `center` [m]."""

    positional: ClassVar = ("radius", "center")

    kind: Literal["sphere"] = "sphere"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 1.0

    def geometry(self) -> Posed:
        """The sphere as kernels see it."""
        return posed(SphereShape(self.radius), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw; a finite obstacle does not need `extent`."""
        vertices, triangles = unit_sphere()
        return placed(self.radius * vertices, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return self.radius

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        vertices, triangles = ball(ROUND)
        return placed(self.radius * vertices, triangles, self.center, self.rotation, 1.0)


class SphereShape(NamedTuple):
    """A sphere about the origin."""

    radius: float


def _implicit(geometry, x, y, z):
    return (
        x * x + y * y + z * z - geometry.radius * geometry.radius,
        2.0 * x,
        2.0 * y,
        2.0 * z,
    )  # (4.5.4), (4.5.5)


def _distance(geometry, x, y, z):
    length = sqrt(x * x + y * y + z * z)
    if length < TINY:  # every direction is as near; take one, so that a node in the centre can leave
        return -geometry.radius, 0.0, 0.0, 1.0
    return length - geometry.radius, x / length, y / length, z / length  # (4.5.6)


register(SphereShape, implicit=_implicit, distance=_distance)
