"""Cylinders and cones about the z axis, open at their ends.

    x = ρ cos θ,   y = ρ sin θ,   z = (t − ½)·height,   ρ = (1 − t)·radius + t·top

θ = angle·s goes around along the first grid axis, t upwards along the second.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np

from pliant.shapes.fields import FULL_TURN, Turn, full
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Length, NonNegative, Point, measured


class Cylinder(ParametricSurface):
    """An open cylinder of `radius` and `height` [m] about `center` [m], or the `angle` [rad] of it.

    Make the first axis periodic to close a whole one. The normal x_s × x_t points outwards.
    """

    positional: ClassVar = ("radius", "height")

    kind: Literal["cylinder"] = "cylinder"
    radius: Length = 0.5
    height: Length = 1.0
    angle: Turn = FULL_TURN
    center: Point = (0.0, 0.0, 0.0)

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around, if it is a whole one."""
        return full(self.angle), False

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return np.asarray(self.center) + _mantle(s, t, self.radius, self.radius, self.height, self.angle)


class Cone(ParametricSurface):
    """An open cone of `radius` [m] below and `top` [m] above, `height` [m] high; or the `angle` [rad] of it.

    With `top` zero the last row of nodes is all in the tip. Make the first axis periodic to close a whole one.
    The normal x_s × x_t points outwards.
    """

    positional: ClassVar = ("radius", "height", "top")

    kind: Literal["cone"] = "cone"
    radius: Length = 0.5
    height: Length = 1.0
    top: Annotated[NonNegative, measured("m")] = 0.0
    angle: Turn = FULL_TURN
    center: Point = (0.0, 0.0, 0.0)

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around, if it is a whole one."""
        return full(self.angle), False

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return np.asarray(self.center) + _mantle(s, t, self.radius, self.top, self.height, self.angle)


def _mantle(
    s: np.ndarray, t: np.ndarray, radius: float, top: float, height: float, angle: float
) -> np.ndarray:
    theta, rho = (angle * s)[:, None], ((1.0 - t) * radius + t * top)[None, :]
    z = ((t - 0.5) * height)[None, :]
    return np.stack(np.broadcast_arrays(rho * np.cos(theta), rho * np.sin(theta), z), axis=-1)


def cylinder(radius: float = 0.5, height: float = 1.0, **options) -> Cylinder:
    """An open cylinder about the z axis; `angle=np.pi` is half of one."""
    return Cylinder(radius=radius, height=height, **options)


def cone(radius: float = 0.5, height: float = 1.0, top: float = 0.0, **options) -> Cone:
    """An open cone about the z axis with its tip above, or cut off where its radius is `top`."""
    return Cone(radius=radius, height=height, top=top, **options)
