"""Ellipsoids and superquadrics, filled: the EllipsoidSolid of 000 §4.4.5.

    x(s, t, w) = center + ρ·(a S₁(φ) C₂(θ), b S₁(φ) S₂(θ), c C₁(φ)),   θ = 2π·s, φ = π·t, ρ = 1 − (1 − hollow)·w

The first axis goes around, the second from the north pole to the south pole, and the third from the surface
inwards, as in the program of document 000: at w = 0 lies the patch of (4.5.2), at w = 1 the centre. (That
program runs through θ backwards, which makes its cells left-handed; here they are right-handed.)

C and S are the cosine and sine, or those of a superellipse (`pliant.shapes.supertrig`).
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.fields import Exponents, Fraction, SemiAxes
from pliant.shapes.shape import ParametricSolid
from pliant.shapes.surfaces.superquadric import unit_superquadric
from pliant.spec import Point, Vec3


class EllipsoidSolid(ParametricSolid):
    """An ellipsoid with `semi_axes` [m] about `center` [m]; the part `hollow` of each radius is left empty.

    Make the first axis periodic to close it. Poles and centre are many nodes in one place, and the cells there
    are wedges. `ball` has neither.
    """

    positional: ClassVar = ("semi_axes",)

    kind: Literal["ellipsoid_solid"] = "ellipsoid_solid"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    hollow: Fraction = 0.0
    center: Point = (0.0, 0.0, 0.0)
    closes: ClassVar[tuple[bool, ...]] = (True, False, False)  # around only

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        return _filled(s, t, w, self.semi_axes, (1.0, 1.0), self.hollow, self.center)


class SuperquadricSolid(ParametricSolid):
    """A superquadric with `semi_axes` [m] and `exponents` (pole to pole, around) about `center` [m].

    Axes, `hollow` and poles are those of the ellipsoid solid, the exponents those of the superquadric surface.
    """

    positional: ClassVar = ("semi_axes", "exponents")

    kind: Literal["superquadric_solid"] = "superquadric_solid"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    exponents: Exponents = (0.5, 0.5)
    hollow: Fraction = 0.0
    center: Point = (0.0, 0.0, 0.0)
    closes: ClassVar[tuple[bool, ...]] = (True, False, False)  # around only

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        return _filled(s, t, w, self.semi_axes, self.exponents, self.hollow, self.center)


def _filled(
    s: np.ndarray,
    t: np.ndarray,
    w: np.ndarray,
    semi_axes: SemiAxes,
    exponents: Exponents,
    hollow: float,
    center: Vec3,
) -> np.ndarray:
    surface = np.asarray(semi_axes) * unit_superquadric(s, t, exponents)
    rho = 1.0 - (1.0 - hollow) * w
    return np.asarray(center) + rho[:, None] * surface[:, :, None, :]


def ellipsoid_solid(a: float = 1.0, b: float = 1.0, c: float = 1.0, **options) -> EllipsoidSolid:
    """A filled ellipsoid with semi-axes a, b, c [m] along x, y, z."""
    return EllipsoidSolid(semi_axes=(a, b, c), **options)


def superquadric_solid(
    a: float = 1.0, b: float = 1.0, c: float = 1.0, exponents: tuple[float, float] = (0.5, 0.5), **options
) -> SuperquadricSolid:
    """A filled superquadric with semi-axes a, b, c [m] along x, y, z."""
    return SuperquadricSolid(semi_axes=(a, b, c), exponents=exponents, **options)
