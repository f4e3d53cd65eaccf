"""Tori and supertoroids about the z axis [Barr 1981].

    x = (R + r C₁(η)) C₂(ω),   y = (R + r C₁(η)) S₂(ω),   z = r S₁(η)

ω = 2π·s goes around the axis along the first grid axis, η = 2π·t around the tube along the second. C and S
are the cosine and sine of superellipses (`pliant.shapes.supertrig`): ε₁ shapes the tube, ε₂ the ring.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.fields import Exponents
from pliant.shapes.shape import ParametricSurface
from pliant.shapes.supertrig import super_cos_sin
from pliant.spec import Length, Point


class Torus(ParametricSurface):
    """A torus: `radius` [m] from the centre to the middle of the tube, `tube` [m] the tube's own.

    Make both axes periodic to close it. The normal x_s × x_t points outwards.
    """

    positional: ClassVar = ("radius", "tube")

    kind: Literal["torus"] = "torus"
    radius: Length = 1.0
    tube: Length = 0.35
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _has_a_hole(self) -> Torus:
        check_hole(self.radius, self.tube)
        return self

    closes: ClassVar[tuple[bool, ...]] = (True, True)  # both ways

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return np.asarray(self.center) + ring(s, t, self.radius, np.asarray(self.tube))


class Supertoroid(ParametricSurface):
    """A torus whose tube and ring are superellipses.

    `exponents` are those of the tube and of the ring: (1, 1) is the torus, towards 0 they become square, 2 is
    a diamond. Make both axes periodic to close it.
    """

    positional: ClassVar = ("radius", "tube", "exponents")

    kind: Literal["supertoroid"] = "supertoroid"
    radius: Length = 1.0
    tube: Length = 0.35
    exponents: Exponents = (0.5, 0.5)
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _has_a_hole(self) -> Supertoroid:
        check_hole(self.radius, self.tube)
        return self

    closes: ClassVar[tuple[bool, ...]] = (True, True)  # both ways

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return np.asarray(self.center) + ring(s, t, self.radius, np.asarray(self.tube), self.exponents)


def ring(
    s: np.ndarray,
    t: np.ndarray,
    radius: float,
    tube: np.ndarray,
    exponents: tuple[float, float] = (1.0, 1.0),
) -> np.ndarray:
    """Points about the origin (M, N, *, 3) for the angles 2πs and 2πt, and for each tube radius in `tube` (*)."""
    shape = (-1, 1, *[1] * tube.ndim), (1, -1, *[1] * tube.ndim)
    ring_c, ring_s = super_cos_sin((2.0 * np.pi * s).reshape(shape[0]), exponents[1])
    tube_c, tube_s = super_cos_sin((2.0 * np.pi * t).reshape(shape[1]), exponents[0])
    out = radius + tube * tube_c
    return np.stack(np.broadcast_arrays(out * ring_c, out * ring_s, tube * tube_s), axis=-1)


def check_hole(radius: float, tube: float) -> None:
    """Refuses a tube that would run into itself."""
    if tube >= radius:
        raise FieldError(("tube",), f"the tube ({tube} m) must be thinner than the radius ({radius} m)")


def torus(radius: float = 1.0, tube: float = 0.35, **options) -> Torus:
    """A torus about the z axis; both radii in metres."""
    return Torus(radius=radius, tube=tube, **options)


def supertoroid(
    radius: float = 1.0, tube: float = 0.35, exponents: tuple[float, float] = (0.5, 0.5), **options
) -> Supertoroid:
    """A supertoroid about the z axis; both radii in metres."""
    return Supertoroid(radius=radius, tube=tube, exponents=exponents, **options)
