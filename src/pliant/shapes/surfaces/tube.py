"""A tube around a curve: x(s, t) = c(t) + r(t) (cos φ N₁(t) + sin φ N₂(t)), φ = 2π·s.

N₁ and N₂ are perpendicular to the curve and turn about it as little as they can (`pliant.shapes.frames`), so
that the tube does not wring itself where the curve's own normal flips. The first grid axis goes around the
section, the second along the curve.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np

from pliant.shapes.curves import AnyCurve, CurveShape
from pliant.shapes.frames import normals_along
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Length, NonNegative, measured


class Tube(ParametricSurface):
    """A tube of `radius` [m] around a `curve`, open at its ends; `end` [m] is the radius at the far end.

    Make the first axis periodic to close the section, and the second if the curve is closed. The normal
    x_s × x_t points outwards. A curve that bends more sharply than the radius makes the tube fold.
    """

    positional: ClassVar = ("curve", "radius")

    kind: Literal["tube"] = "tube"
    curve: AnyCurve
    radius: Length = 0.1
    end: Annotated[NonNegative | None, measured("m")] = None

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around; along the curve, if that is closed."""
        return True, self.curve.closes[0]

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return around(self.curve, s, t, radii(self.radius, self.end, t))


def around(curve: CurveShape, s: np.ndarray, t: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """Points (M, N, *, 3) at the angle 2πs about the curve at t, at the distances `radius` (N, *)."""
    N1, N2 = normals_along(curve, t)
    phi = 2.0 * np.pi * s[:, None, None]
    ray = np.cos(phi) * N1 + np.sin(phi) * N2  # (M, N, 3)
    extra = (1,) * (radius.ndim - 1)
    ray = ray.reshape(*ray.shape[:2], *extra, 3)
    return curve.at(t).reshape(1, -1, *extra, 3) + radius[None, ..., None] * ray


def radii(start: float, end: float | None, t: np.ndarray) -> np.ndarray:
    """The radius [m] at t, going evenly from `start` to `end` (None: the same)."""
    return np.full(len(t), start) if end is None else (1.0 - t) * start + t * end


def tube(curve: CurveShape, radius: float = 0.1, **options) -> Tube:
    """An open tube of `radius` [m] around a curve."""
    return Tube(curve=curve, radius=radius, **options)
