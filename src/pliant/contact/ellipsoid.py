"""A solid ellipsoid [000 (4.5.1); 001 App. A, with f − 1 so that inside is negative].

    f(p) = x²/a² + y²/b² + z²/c² − 1      without unit

The distance has no closed form. The nearest surface point x of a point y satisfies

    xᵢ = eᵢ² yᵢ/(t + eᵢ²),   Σ (xᵢ/eᵢ)² = 1

for the largest root t [D. Eberly, *Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid*].
It is found by Newton's method on 1/√Σ(xᵢ/eᵢ)² − 1, which is concave and almost linear in t, inside a bracket
that is halved whenever Newton stalls: a handful of iterations, for every point.
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.enclosing import SMOOTH, ball
from pliant.contact.mesh import Mesh, placed, unit_sphere
from pliant.contact.obstacle import ObstacleSpec
from pliant.numerics.compile import kernel
from pliant.shapes.fields import SemiAxes
from pliant.spec import Point


class Ellipsoid(ObstacleSpec):
    """An ellipsoid with `semi_axes` [m] along x, y, z (turned by `rotation`) about `center` [m]."""

    positional: ClassVar = ("semi_axes", "center")

    kind: Literal["ellipsoid"] = "ellipsoid"
    center: Point = (0.0, 0.0, 0.0)
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)

    def geometry(self) -> Posed:
        """The ellipsoid as kernels see it."""
        # Sorted here, once: the root search wants the longest axis first.
        order = np.argsort(self.semi_axes, kind="stable")[::-1]
        shape = EllipsoidShape(
            tuple(self.semi_axes[i] for i in order),  # pyright: ignore[reportArgumentType]
            tuple(int(i) for i in order),  # pyright: ignore[reportArgumentType]
        )
        return posed(shape, self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw; a finite obstacle does not need `extent`."""
        vertices, triangles = unit_sphere()
        return placed(vertices * self.semi_axes, triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return min(self.semi_axes) ** 2 / max(self.semi_axes)

    def enclosing(self) -> Mesh:
        """Triangles around it."""
        vertices, triangles = ball(SMOOTH)
        return placed(vertices * self.semi_axes, triangles, self.center, self.rotation, 1.0)


# Closer than this to a plane of symmetry (in semi-axes) a point counts as on it: squares would underflow.
_TINY = 1e-100


class EllipsoidShape(NamedTuple):
    """An ellipsoid about the origin: semi-axes from long to short, and which coordinate each belongs to."""

    semi_axes: tuple[float, float, float]
    order: tuple[int, int, int]


@kernel
def _pick(x, y, z, i):
    return x if i == 0 else (y if i == 1 else z)


@kernel
def _unsorted(order, a, b, c):
    """Components along the sorted axes as components along x, y, z."""
    i, j, _ = order
    x = a if i == 0 else (b if j == 0 else c)
    y = a if i == 1 else (b if j == 1 else c)
    z = a if i == 2 else (b if j == 2 else c)
    return x, y, z


def _implicit(geometry, x, y, z):
    e0, e1, e2 = geometry.semi_axes
    a, b, c = (
        _pick(x, y, z, geometry.order[0]),
        _pick(x, y, z, geometry.order[1]),
        _pick(x, y, z, geometry.order[2]),
    )
    f = (a / e0) ** 2 + (b / e1) ** 2 + (c / e2) ** 2 - 1.0
    fx, fy, fz = _unsorted(geometry.order, 2.0 * a / e0**2, 2.0 * b / e1**2, 2.0 * c / e2**2)
    return f, fx, fy, fz


def _distance(geometry, x, y, z):
    e0, e1, e2 = geometry.semi_axes
    a, b, c = (
        _pick(x, y, z, geometry.order[0]),
        _pick(x, y, z, geometry.order[1]),
        _pick(x, y, z, geometry.order[2]),
    )
    y0, y1, y2 = abs(a), abs(b), abs(c)  # by symmetry all happens in one octant
    x0, x1, x2 = _nearest(e0, e1, e2, y0, y1, y2)
    d = sqrt((y0 - x0) ** 2 + (y1 - x1) ** 2 + (y2 - x2) ** 2)
    if (y0 / e0) ** 2 + (y1 / e1) ** 2 + (y2 / e2) ** 2 < 1.0:
        d = -d
    # The normal of the surface at the nearest point, not (y − x)/d: it is as accurate when d is zero.
    n0, n1, n2 = x0 / e0 / e0, x1 / e1 / e1, x2 / e2 / e2
    length = sqrt(n0 * n0 + n1 * n1 + n2 * n2)
    n0 = n0 / length if a >= 0.0 else -n0 / length
    n1 = n1 / length if b >= 0.0 else -n1 / length
    n2 = n2 / length if c >= 0.0 else -n2 / length
    nx, ny, nz = _unsorted(geometry.order, n0, n1, n2)
    return d, nx, ny, nz


@kernel(fastmath=False)
def _nearest(e0, e1, e2, y0, y1, y2):
    """The nearest surface point for e0 ≥ e1 ≥ e2 > 0 and y ≥ 0; one of them where there are several."""
    if y2 > _TINY * e2:
        u = _root(e0, e1, e2, y0, y1, y2)
        m0, m1 = (e0 / e2) ** 2, (e1 / e2) ** 2
        return m0 * y0 / (u + (m0 - 1.0)), m1 * y1 / (u + (m1 - 1.0)), y2 / u
    # In the plane of the two longer axes. Near enough to its middle, the nearest points lie off it, one on
    # either side.
    p0, p1 = 0.0, 0.0
    off = True
    if y0 > 0.0:
        off = e0 * y0 < e0 * e0 - e2 * e2
        p0 = e0 * y0 / (e0 * e0 - e2 * e2) if off else 0.0
    if off and y1 > 0.0:
        off = e1 * y1 < e1 * e1 - e2 * e2
        p1 = e1 * y1 / (e1 * e1 - e2 * e2) if off else 0.0
    rest = 1.0 - p0 * p0 - p1 * p1
    if off and rest > 0.0:
        return e0 * p0, e1 * p1, e2 * sqrt(rest)
    if y1 > _TINY * e1:
        x0, x1 = on_ellipse(e0, e1, y0, y1)
        return x0, x1, 0.0
    if e0 * y0 < e0 * e0 - e1 * e1:
        p0 = e0 * y0 / (e0 * e0 - e1 * e1)
        return e0 * p0, e1 * sqrt(1.0 - p0 * p0), 0.0
    return e0, 0.0, 0.0


@kernel(fastmath=False)
def on_ellipse(e0, e1, y0, y1):
    """The nearest point of an ellipse with the semi-axes e0 ≥ e1 > 0, for y0 ≥ 0 and y1 > 0."""
    u = _root(e0, e1, e1, y0, y1, 0.0)
    m0 = (e0 / e1) ** 2
    return m0 * y0 / (u + (m0 - 1.0)), y1 / u


@kernel(fastmath=False)
def _root(e0, e1, e2, y0, y1, y2):
    """The root u > 0 of Σ (qᵢ/(u + mᵢ − 1))² = 1 with mᵢ = (eᵢ/e2)², qᵢ = mᵢ yᵢ/eᵢ; that is u = 1 + t/e2².

    Counted from the pole at u = 0, so that u keeps its digits even when y2 is tiny.
    """
    m0, m1 = (e0 / e2) ** 2, (e1 / e2) ** 2
    q0, q1, q2 = m0 * y0 / e0, m1 * y1 / e1, y2 / e2
    k0, k1 = m0 - 1.0, m1 - 1.0
    # One term alone is 1 at the lower end; with all poles moved to zero the sum is 1 at the upper end.
    low = max(q2, q0 - k0, q1 - k1)
    high = max(low, sqrt(q0 * q0 + q1 * q1 + q2 * q2))
    u = low
    for iteration in range(200):
        a, b, c = q0 / (u + k0), q1 / (u + k1), q2 / u
        total = a * a + b * b + c * c
        if total >= 1.0:
            low = u
        else:
            high = u
        slope = a * a / (u + k0) + b * b / (u + k1) + c * c / u  # −½ d(total)/du
        candidate = u + total * (sqrt(total) - 1.0) / slope
        if not low <= candidate <= high or (iteration > 8 and iteration % 2 == 0):
            # Halve the exponent while the ends differ in size, the interval afterwards.
            candidate = sqrt(low * high) if high > 4.0 * low else 0.5 * (low + high)
        if abs(candidate - u) <= 1e-15 * u or high - low <= 1e-15 * low:
            return candidate
        u = candidate
    return u


register(EllipsoidShape, implicit=_implicit, distance=_distance)
