"""Global axial twist [Barr 1984, §3.3]: every slice across the axis turns in its own plane.

    X = x cos θ − y sin θ,   Y = x sin θ + y cos θ,   Z = z,   θ = angle·t,   t = (z − a)/(b − a) in [0, 1]

The Jacobian is 1: a twist keeps volumes.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np

from pliant.shapes.deformers.deformer import Axis, Deformer, Range, around, extent
from pliant.shapes.shape import Bounds
from pliant.spec import Point, measured


class Twist(Deformer):
    """Turns by 0 at the low end of `range` [m] to `angle` [rad] at its high end, and no further beyond.

    The axis passes through `center` [m]; the range is the whole shape unless given.
    """

    positional: ClassVar = ("angle",)

    kind: Literal["twist"] = "twist"
    angle: Annotated[float, measured("rad")]
    axis: Axis = "z"
    range: Annotated[Range | None, measured("m")] = None
    center: Point = (0.0, 0.0, 0.0)

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points turned about the axis."""
        i, j, k = around(self.axis)
        low, high = extent(self.axis, self.range, bounds)
        theta = self.angle * np.clip((points[..., k] - low) / (high - low), 0.0, 1.0)
        x, y = points[..., i] - self.center[i], points[..., j] - self.center[j]
        moved = points.copy()
        moved[..., i] = self.center[i] + x * np.cos(theta) - y * np.sin(theta)
        moved[..., j] = self.center[j] + x * np.sin(theta) + y * np.cos(theta)
        return moved


def twist(angle: float, **options) -> Twist:
    """Twists a shape about z: its low end stays, its high end turns by `angle` [rad]."""
    return Twist(angle=angle, **options)


def twist_degrees(angle: float, **options) -> Twist:
    """Twists a shape about z: its low end stays, its high end turns by `angle` [°]."""
    return Twist(angle=float(np.radians(angle)), **options)
