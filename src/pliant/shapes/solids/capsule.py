"""A capsule made of a cube: a ball cut in two, and a rod between the halves.

The third axis runs along it: a third of the parameter through each end, as in `ball`, and one through the rod.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.shape import ParametricSolid
from pliant.shapes.solids.ball import rounded
from pliant.spec import Length, Point


class CapsuleSolid(ParametricSolid):
    """A filled rod of `radius` [m] with round ends about the z axis through `center` [m]; no axis closes.

    `length` [m] is that of the segment between the centres of its ends; the whole is 2·radius longer. Make the cells
    along the third axis a multiple of three, so that nodes lie where the ends begin.
    """

    positional: ClassVar = ("radius", "length")

    kind: Literal["capsule_solid"] = "capsule_solid"
    radius: Length = 0.5
    length: Length = 1.0
    center: Point = (0.0, 0.0, 0.0)

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        along = 3.0 * w - 1.5
        ends = np.sign(along) * np.maximum(2.0 * np.abs(along) - 1.0, 0.0) / 2.0
        points = self.radius * rounded(2.0 * s - 1.0, 2.0 * t - 1.0, ends)
        points[..., 2] += self.length * np.clip(along, -0.5, 0.5)
        return np.asarray(self.center) + points


def capsule_solid(radius: float = 0.5, length: float = 1.0, **options) -> CapsuleSolid:
    """A filled rod of `radius` [m] with round ends, `length` [m] between their centres."""
    return CapsuleSolid(radius=radius, length=length, **options)
