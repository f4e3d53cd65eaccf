"""An open cylinder: a wall around the z axis that things fall through.

In the half plane (ρ, z) it is the rectangle |ρ − r| ≤ t/2, |z| ≤ h/2 of the wall with the thickness t, whose signed
distance is exact (`box`). f = d.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import model_validator

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import AROUND, WIDER
from pliant.contact.mesh import Mesh, placed, strip
from pliant.contact.obstacle import ObstacleSpec
from pliant.problems import FieldError
from pliant.spec import Length, Point


class Pipe(ObstacleSpec):
    """A pipe of `height` [m] about `center` [m], open at both ends; its axis is z, turned by `rotation`.

    `radius` [m] reaches to the middle of its wall, which is `thickness` [m] thick.
    """

    positional: ClassVar = ("radius", "height", "thickness", "center")

    kind: Literal["pipe"] = "pipe"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 0.5
    height: Length = 1.0
    thickness: Length = 0.02

    @model_validator(mode="after")
    def _is_open(self) -> Pipe:
        if self.thickness >= 2.0 * self.radius:
            raise FieldError(("thickness",), f"must be less than the pipe is wide ({2.0 * self.radius:g} m)")
        return self

    def geometry(self) -> Posed:
        """The pipe as kernels see it."""
        shape = PipeShape(self.radius, 0.5 * self.thickness, 0.5 * self.height)
        return posed(shape, self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw, with sharp rims; a finite obstacle does not need `extent`."""
        around, corners = 64, self._corners(1.0)
        rings = [_ring(*corner, around) for corner in corners]
        parts = [np.concatenate([rings[k], rings[(k + 1) % 4]]) for k in range(4)]
        triangles = np.concatenate([2 * around * k + strip(2, around) for k in range(4)])
        return placed(np.concatenate(parts), triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its rims

    def enclosing(self) -> Mesh:
        """Triangles around its wall: inside they touch it with their corners."""
        rings = np.concatenate([_ring(*corner, AROUND) for corner in self._corners(WIDER)])
        return placed(rings, strip(4, AROUND, closed=True), self.center, self.rotation, 1.0)

    def _corners(self, wider: float) -> list[tuple[float, float]]:
        """ρ and z of the rims, counter-clockwise in the half plane from below outside."""
        out, in_, half = (
            self.radius + 0.5 * self.thickness,
            self.radius - 0.5 * self.thickness,
            0.5 * self.height,
        )
        return [(wider * out, -half), (wider * out, half), (in_, half), (in_, -half)]


def _ring(radius: float, z: float, around: int) -> np.ndarray:
    angle = np.linspace(0.0, 2.0 * pi, around, endpoint=False)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(around, z)], axis=1)


class PipeShape(NamedTuple):
    """A wall around the z axis."""

    radius: float
    half: float  # of its thickness
    half_height: float


def _distance(geometry, x, y, z):
    rho = sqrt(x * x + y * y)
    ux, uy = 1.0, 0.0
    if rho > TINY:
        ux, uy = x / rho, y / rho
    away = rho - geometry.radius
    out, up = 1.0 if away >= 0.0 else -1.0, 1.0 if z >= 0.0 else -1.0
    side, end = abs(away) - geometry.half, abs(z) - geometry.half_height
    if side > 0.0 and end > 0.0:  # nearest to a rim
        d = sqrt(side * side + end * end)
        return d, out * side / d * ux, out * side / d * uy, up * end / d
    if side >= end:
        return side, out * ux, out * uy, 0.0
    return end, 0.0, 0.0, up


register(PipeShape, implicit=_distance, distance=_distance)
