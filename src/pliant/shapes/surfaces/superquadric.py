"""A superquadric ellipsoid [Barr 1981].

    x = a S₁(φ) C₂(θ),   y = b S₁(φ) S₂(θ),   z = c C₁(φ)

C and S are the cosine and sine of a superellipse (`pliant.shapes.supertrig`), C₁, S₁ with the exponent
ε₁ from pole to pole and C₂, S₂ with ε₂ around. It satisfies

    ((x/a)^(2/ε₂) + (y/b)^(2/ε₂))^(ε₂/ε₁) + (z/c)^(2/ε₁) = 1
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.fields import Exponents, SemiAxes
from pliant.shapes.shape import ParametricSurface
from pliant.shapes.supertrig import super_cos_sin
from pliant.spec import Point


class Superquadric(ParametricSurface):
    """A superquadric with `semi_axes` [m] along x, y, z about `center` [m].

    `exponents` are those from pole to pole and around: (1, 1) is the ellipsoid, (ε, ε) towards 0 a box,
    (ε, 1) a cylinder, (2, 2) an octahedron, above 2 pinched. Axes and poles are those of the ellipsoid: make
    the first axis periodic.
    """

    positional: ClassVar = ("semi_axes", "exponents")

    kind: Literal["superquadric"] = "superquadric"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    exponents: Exponents = (0.5, 0.5)
    center: Point = (0.0, 0.0, 0.0)
    closes: ClassVar[tuple[bool, ...]] = (True, False)  # around, not from pole to pole

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return np.asarray(self.center) + np.asarray(self.semi_axes) * unit_superquadric(s, t, self.exponents)


def unit_superquadric(s: np.ndarray, t: np.ndarray, exponents: Exponents) -> np.ndarray:
    """A superquadric with semi-axes 1 about the origin, shape (M, N, 3)."""
    theta, phi = np.meshgrid(2.0 * np.pi * s, np.pi * t, indexing="ij")
    up, out = super_cos_sin(phi, exponents[0])
    c, s_ = super_cos_sin(theta, exponents[1])
    return np.stack([out * c, out * s_, up], axis=-1)


def superquadric(
    a: float = 1.0, b: float = 1.0, c: float = 1.0, exponents: tuple[float, float] = (0.5, 0.5), **options
) -> Superquadric:
    """A superquadric ellipsoid with semi-axes a, b, c [m] along x, y, z."""
    return Superquadric(semi_axes=(a, b, c), exponents=exponents, **options)
