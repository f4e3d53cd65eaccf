"""Global tapering [Barr 1984, §3.2]: across the axis everything is scaled by f, which varies along it.

    X = f·x,   Y = f·y,   Z = z,   f = 1 + (to − 1)·t,   t = (z − a)/(b − a) clamped to [0, 1]

The Jacobian is f².
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np

from pliant.shapes.deformers.deformer import Axis, Deformer, Range, around, extent
from pliant.shapes.shape import Bounds
from pliant.spec import NonNegative, Point, measured


class Taper(Deformer):
    """Scales across `axis` by 1 at the low end of `range` [m] to `to` at its high end, and evenly beyond.

    The axis passes through `center` [m]; the range is the whole shape unless given.
    """

    positional: ClassVar = ("to",)

    kind: Literal["taper"] = "taper"
    to: NonNegative
    axis: Axis = "z"
    range: Annotated[Range | None, measured("m")] = None
    center: Point = (0.0, 0.0, 0.0)

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points nearer to or farther from the axis."""
        i, j, k = around(self.axis)
        low, high = extent(self.axis, self.range, bounds)
        f = 1.0 + (self.to - 1.0) * np.clip((points[..., k] - low) / (high - low), 0.0, 1.0)
        moved = points.copy()
        for across in (i, j):
            moved[..., across] = self.center[across] + f * (points[..., across] - self.center[across])
        return moved


def taper(to: float, **options) -> Taper:
    """Tapers a shape along z: its low end stays, its high end is scaled by `to`."""
    return Taper(to=to, **options)
