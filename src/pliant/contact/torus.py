"""A torus about the z axis [000 §4.4.4.4].

With ρ = √(x² + y²), the radius R of the circle in the middle of the tube and the radius a of the tube:

    f(p) = (ρ − R)² + z² − a²        in m², the sphere's (4.5.4) around the nearest point of the circle
    d(p) = √((ρ − R)² + z²) − a
"""

from __future__ import annotations

from math import cos, pi, sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import model_validator

from pliant.contact.dispatch import TINY, Posed, posed, register
from pliant.contact.enclosing import AROUND
from pliant.contact.mesh import Mesh, placed, strip
from pliant.contact.obstacle import ObstacleSpec
from pliant.spec import Length, Point


class Torus(ObstacleSpec):
    """A torus about `center` [m] whose axis is z, turned by `rotation`.

    `radius` [m] reaches from the centre of the hole to the centre of the tube, `tube` [m] is the tube's own.
    """

    positional: ClassVar = ("radius", "tube", "center")

    kind: Literal["torus"] = "torus"
    center: Point = (0.0, 0.0, 0.0)
    radius: Length = 1.0
    tube: Length = 0.25

    @model_validator(mode="after")
    def _has_a_hole(self) -> Torus:
        # Past this the tube runs into itself, and the formula for d is wrong in the middle.
        if self.tube > self.radius:
            raise ValueError(
                f"the tube ({self.tube} m) must not be thicker than the radius ({self.radius} m)"
            )
        return self

    def geometry(self) -> Posed:
        """The torus as kernels see it."""
        return posed(TorusShape(self.radius, self.tube), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw; a finite obstacle does not need `extent`."""
        return placed(*_ring(self.radius, self.tube, 64, 24), self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return self.tube

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        around, across = AROUND, 16
        middle = 2.0 * self.radius / (1.0 + cos(pi / around))  # of the tube, as far outside as inside
        tube = (self.tube + middle - self.radius) / (cos(pi / across) * cos(pi / around))
        return placed(*_ring(middle, tube, around, across), self.center, self.rotation, 1.0)


def _ring(radius: float, tube: float, around: int, across: int) -> Mesh:
    """A tube, of so many vertices across, around the z axis."""
    theta = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)[None, :]
    psi = np.linspace(0.0, 2.0 * np.pi, across, endpoint=False)[:, None]
    rho = radius + tube * np.cos(psi)
    z = np.broadcast_to(tube * np.sin(psi), (across, around))
    vertices = np.stack([rho * np.cos(theta), rho * np.sin(theta), z], axis=-1).reshape(-1, 3)
    return vertices, strip(across, around, closed=True)


class TorusShape(NamedTuple):
    """A torus about the z axis."""

    radius: float
    tube: float


def _implicit(geometry, x, y, z):
    rho = sqrt(x * x + y * y)
    q = rho - geometry.radius
    ux, uy = 1.0, 0.0
    if rho > TINY:
        ux, uy = x / rho, y / rho
    return q * q + z * z - geometry.tube * geometry.tube, 2.0 * q * ux, 2.0 * q * uy, 2.0 * z


def _distance(geometry, x, y, z):
    rho = sqrt(x * x + y * y)
    q = rho - geometry.radius
    ux, uy = 1.0, 0.0  # on the axis all of the circle is as near
    if rho > TINY:
        ux, uy = x / rho, y / rho
    length = sqrt(q * q + z * z)
    if length < TINY:  # in the middle of the tube
        return -geometry.tube, 0.0, 0.0, 1.0
    return length - geometry.tube, q / length * ux, q / length * uy, z / length


register(TorusShape, implicit=_implicit, distance=_distance)
