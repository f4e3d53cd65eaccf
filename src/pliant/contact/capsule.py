"""A capsule: everything within `radius` of a segment along the z axis.

With q the point of the segment −l/2 ≤ z ≤ l/2 that is nearest to p,

    f(p) = ‖p − q‖² − r²,    ∇f = 2(p − q),    d(p) = ‖p − q‖ − r          f in m², d in m

Both are smooth but for the segment itself, where every direction across it is as near. Round ends have no rim for cloth
to catch on: three capsules across each other with balls at their ends are the jack of 002 Fig. 11.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import pill
from pliant.contact.mesh import Mesh, placed, revolved
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Length, Point


class Capsule(ObstacleSpec):
    """A rod of `radius` [m] with round ends about `center` [m]; its axis is z, turned by `rotation`.

    `length` [m] is that of the segment between the centres of its ends; the whole is 2·radius longer.
    """

    positional: ClassVar = ("radius", "length", "center")

    kind: Literal["capsule"] = "capsule"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 0.5
    length: Length = 2.0

    def geometry(self) -> Posed:
        """The capsule as kernels see it."""
        return posed(CapsuleShape(self.radius, 0.5 * self.length), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw; a finite obstacle does not need `extent`."""
        half, r = 0.5 * self.length, self.radius
        angle = np.linspace(0.0, 0.5 * np.pi, 13)[1:-1]  # from the rim of an end to its pole, both left out
        # Light is worked out at vertices, so the side has some too: its ends may hide in the balls of a jack.
        side = np.linspace(-half, half, 1 + min(ceil(4.0 * self.length / r), 64))
        radii = np.concatenate([r * np.cos(angle[::-1]), np.full(len(side), r), r * np.cos(angle)])
        heights = np.concatenate([-half - r * np.sin(angle[::-1]), side, half + r * np.sin(angle)])
        vertices, triangles = revolved(radii, heights, (-half - r, half + r))
        return placed(vertices, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return self.radius

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        points, place, triangles = pill(8)
        vertices = self.radius * points
        vertices[:, 2] += 0.5 * self.length * place
        return placed(vertices, triangles, self.center, self.rotation, 1.0)


class CapsuleShape(NamedTuple):
    """A segment of the z axis and what is near it."""

    radius: float
    half_length: float


def _implicit(geometry, x, y, z):
    z -= min(max(z, -geometry.half_length), geometry.half_length)
    return x * x + y * y + z * z - geometry.radius * geometry.radius, 2.0 * x, 2.0 * y, 2.0 * z


def _distance(geometry, x, y, z):
    z -= min(max(z, -geometry.half_length), geometry.half_length)
    length = sqrt(x * x + y * y + z * z)
    if length < TINY:  # on the segment: out to the side, so that a node there can leave
        return -geometry.radius, 1.0, 0.0, 0.0
    return length - geometry.radius, x / length, y / length, z / length


register(CapsuleShape, implicit=_implicit, distance=_distance)
