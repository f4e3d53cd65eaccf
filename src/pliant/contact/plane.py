"""A plane: everything below it is inside [000 §4.5.2.2].

f(p) = n · (p − p₀)          (4.5.8), with n as given, not normalised
∇f   = n                     (4.5.9)
d(p) = n · (p − p₀)/‖n‖      (4.5.10)
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.mesh import Mesh, placed
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Point, Vec3


def _not_zero(normal: tuple[float, float, float]) -> tuple[float, float, float]:
    if max(abs(component) for component in normal) < 1e-100:
        raise ValueError("the normal of a plane must not be zero")
    return normal


class Plane(ObstacleSpec):
    """The half-space below the plane through `point` [m]; `normal` points out of it, to the free side.

    The normal may have any length; only f, not the distance, grows with it.
    """

    positional: ClassVar = ("normal", "point")

    kind: Literal["plane"] = "plane"
    normal: Annotated[Vec3, AfterValidator(_not_zero)] = (0.0, 0.0, 1.0)
    point: Point = (0.0, 0.0, 0.0)

    def geometry(self) -> Posed:
        """The plane as kernels see it."""
        return posed(PlaneShape(self.normal, _length(self.normal)), self.point, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """A square patch with edges of `extent` [m] about the plane's point, to draw."""
        n = np.asarray(self.normal) / _length(self.normal)
        u = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])  # the axis farthest from n
        u /= np.linalg.norm(u)
        v = np.cross(n, u)
        half = 0.5 * extent
        corners = half * np.array([-u - v, u - v, u + v, v - u])
        return placed(corners, np.array([[0, 1, 2], [0, 2, 3]]), self.point, self.rotation, self.scale)


def _length(normal: tuple[float, float, float]) -> float:
    return float(np.linalg.norm(normal))


class PlaneShape(NamedTuple):
    """A plane through the origin."""

    normal: tuple[float, float, float]
    length: float


def _implicit(geometry, x, y, z):
    nx, ny, nz = geometry.normal
    return nx * x + ny * y + nz * z, nx, ny, nz  # (4.5.8), (4.5.9)


def _distance(geometry, x, y, z):
    nx, ny, nz = geometry.normal
    nx, ny, nz = nx / geometry.length, ny / geometry.length, nz / geometry.length
    return nx * x + ny * y + nz * z, nx, ny, nz  # (4.5.10)


register(PlaneShape, implicit=_implicit, distance=_distance)
