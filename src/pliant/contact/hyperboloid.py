"""A hyperboloid of one sheet about the z axis, cut off at z = ±h/2 [001 (A.2), with f − 1 so that inside is negative].

    f(p) = max(x²/a² + y²/b² − z²/c² − 1, (2z/h)² − 1)      without unit

It is a solid with a waist, an ellipse with the semi-axes a and b, that widens to both ends. The point x of the side
that is nearest to a point y satisfies

    x₁ = a² y₁/(a² + t) ,   x₂ = b² y₂/(b² + t) ,   x₃ = c² y₃/(c² − t)                                      (1)

for the one root t of f(x) = 0 between the poles −min(a, b)² and c²: there f(x(t)) falls from ∞ to −∞. It is found by
Newton's method inside a bracket that is halved whenever Newton leaves it, and counted from the nearer pole, so that it
keeps its digits there. A point in a plane of symmetry may have two nearest points; it is taken as lying beside the
plane by a rounding error. Outside, where x would lie beyond an end, the nearest point is on the end or on its rim: an
ellipse (`ellipsoid.on_ellipse`).
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.ellipsoid import on_ellipse
from pliant.contact.enclosing import drum
from pliant.contact.mesh import Mesh, placed, strip
from pliant.contact.obstacle import ObstacleSpec
from pliant.numerics.compile import kernel
from pliant.shapes.fields import SemiAxes
from pliant.spec import Length, Point

_BESIDE = 1e-13  # of the semi-axis: how far beside a plane of symmetry a point lies at least
_RINGS, _AROUND = 25, 48


class Hyperboloid(ObstacleSpec):
    """A solid with a waist, of `height` [m] about `center` [m]; its axis is z, turned by `rotation`.

    Of its `semi_axes` a, b, c [m] the first two are those of the waist; far from it x/a, y/b and z/c grow alike.
    """

    positional: ClassVar = ("semi_axes", "height", "center")

    kind: Literal["hyperboloid"] = "hyperboloid"
    center: Point = (0.0, 0.0, 0.0)
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    height: Length = 2.0

    def geometry(self) -> Posed:
        """The hyperboloid as kernels see it."""
        return posed(HyperboloidShape(*self.semi_axes, 0.5 * self.height), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface with its ends to draw; a finite obstacle does not need `extent`."""
        a, b, c = self.semi_axes
        along = np.linspace(-1.0, 1.0, _RINGS) * np.arcsinh(0.5 * self.height / c)
        angle = np.linspace(0.0, 2.0 * np.pi, _AROUND, endpoint=False)
        wide, height = np.cosh(along)[:, None], c * np.sinh(along)
        height[[0, -1]] = -0.5 * self.height, 0.5 * self.height
        high = np.broadcast_to(height[:, None], (_RINGS, _AROUND))
        side = np.stack([a * wide * np.cos(angle), b * wide * np.sin(angle), high], axis=-1)
        # The ends have vertices of their own, so that smooth shading keeps the rims sharp.
        middles = [[0.0, 0.0, height[0]], [0.0, 0.0, height[-1]]]
        vertices = np.concatenate([side.reshape(-1, 3), side[0], side[-1], middles])
        i, first = np.arange(_AROUND), _RINGS * _AROUND
        j, low = (i + 1) % _AROUND, np.full(_AROUND, first + 2 * _AROUND)
        ends = [np.stack([low, first + j, first + i], 1)]
        ends += [np.stack([low + 1, first + _AROUND + i, first + _AROUND + j], 1)]
        triangles = np.concatenate([strip(_RINGS, _AROUND), *ends])
        return placed(vertices, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its rims

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        (a, b, c), (points, place, triangles) = self.semi_axes, drum(_RINGS - 1)
        along = place * np.arcsinh(0.5 * self.height / c)
        vertices = np.cosh(along)[:, None] * points * (a, b, 0.0)
        vertices[:, 2] = c * np.sinh(along)
        return placed(vertices, triangles, self.center, self.rotation, 1.0)


class HyperboloidShape(NamedTuple):
    """A hyperboloid about the z axis, with its waist at the origin."""

    a: float
    b: float
    c: float
    half_height: float


def _implicit(geometry, x, y, z):
    a, b, c, h = geometry.a, geometry.b, geometry.c, geometry.half_height
    side = (x / a) ** 2 + (y / b) ** 2 - (z / c) ** 2 - 1.0
    end = (z / h) ** 2 - 1.0
    if side >= end:
        return side, 2.0 * x / a**2, 2.0 * y / b**2, -2.0 * z / c**2
    return end, 0.0, 0.0, 2.0 * z / h**2


def _distance(geometry, x, y, z):
    a, b, c, h = geometry.a, geometry.b, geometry.c, geometry.half_height
    px, py, pz = max(abs(x), _BESIDE * a), max(abs(y), _BESIDE * b), max(abs(z), _BESIDE * c)
    end, wide = pz - h, sqrt(1.0 + (h / c) ** 2)
    inside = (px / a) ** 2 + (py / b) ** 2 - (pz / c) ** 2 < 1.0
    u, v, w = _denominators(a, b, c, px, py, pz, inside)
    qx, qy, qz = px * a * a / u, py * b * b / v, pz * c * c / w  # (1)
    d = sqrt((px - qx) ** 2 + (py - qy) ** 2 + (pz - qz) ** 2)
    # The normal of the surface at the nearest point, not (p − q)/d: it is as accurate when d is zero.
    nx, ny, nz = qx / (a * a), qy / (b * b), -qz / (c * c)
    if inside:
        d = -d
    beyond = end > 0.0
    if (beyond and (px / a) ** 2 + (py / b) ** 2 <= wide * wide) or (inside and not beyond and end > d):
        d, nx, ny, nz = end, 0.0, 0.0, 1.0
    elif beyond or (not inside and qz > h):
        if a >= b:
            qx, qy = on_ellipse(wide * a, wide * b, px, py)
        else:
            qy, qx = on_ellipse(wide * b, wide * a, py, px)
        nx, ny, nz = px - qx, py - qy, end
        d = sqrt(nx * nx + ny * ny + nz * nz)
    length = sqrt(nx * nx + ny * ny + nz * nz)
    nx = nx / length if x >= 0.0 else -nx / length
    ny = ny / length if y >= 0.0 else -ny / length
    nz = nz / length if z >= 0.0 else -nz / length
    return d, nx, ny, nz


@kernel(fastmath=False)
def _denominators(a, b, c, x, y, z, inside):
    """a² + t, b² + t and c² − t of (1) for x, y, z > 0; t < 0 inside."""
    least = min(a, b) ** 2
    sign, reach = (1.0, least) if inside else (-1.0, c * c)
    low, high, s = 0.0, reach, reach  # s = t + min(a, b)² inside, c² − t outside
    u, v, w = 1.0, 1.0, 1.0
    for _ in range(200):
        u = (a * a - least) + s if inside else (a * a + c * c) - s
        v = (b * b - least) + s if inside else (b * b + c * c) - s
        w = (c * c + least) - s if inside else s
        i, j, k = a * x / u, b * y / v, c * z / w
        value = i * i + j * j - k * k - 1.0  # falls with t
        if (value > 0.0) == inside:
            low = s
        else:
            high = s
        after = s + sign * value / (2.0 * (i * i / u + j * j / v + k * k / w))
        if not low < after < high:
            after = 0.5 * (low + high)
        if abs(after - s) <= 1e-16 * s or after in (low, high):
            break
        s = after
    return u, v, w


register(HyperboloidShape, implicit=_implicit, distance=_distance)
