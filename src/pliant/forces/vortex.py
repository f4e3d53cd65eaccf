"""A vortex: a stream that whirls about an axis, as a solid body near it and ever more slowly far away.

Lamb and Oseen's, without its growth in time. With the distance r from the axis, of direction a, and d from the centre,

    u = Γ/(2πr²) (1 − e^{−r²/R²}) a × d .                                                                     (1)

Near the axis that is a rotation with Γ/(2πR²) [rad/s], far away a speed of Γ/(2πr); it is fastest, with 0.638 Γ/(2πR),
at r = 1.12 R.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import AfterValidator

from pliant.forces.streams import StreamSpec
from pliant.spec import Length, Point, Vec3, measured


def _not_zero(axis: Vec3) -> Vec3:
    if max(map(abs, axis)) < 1e-100:
        raise ValueError("the axis of a vortex must not be zero")
    return axis


class Vortex(StreamSpec):
    """A whirl of `circulation` Γ [m²/s] about an `axis` through `center` [m], with a core of `radius` [m].

    It turns counterclockwise for whom the axis, of any length, points at; a negative circulation turns it round.
    """

    positional: ClassVar = ("circulation", "radius", "center", "axis")

    kind: Literal["vortex"] = "vortex"
    center: Point = (0.0, 0.0, 0.0)
    axis: Annotated[Vec3, AfterValidator(_not_zero)] = (0.0, 0.0, 1.0)
    circulation: Annotated[float, measured("m²/s")] = 1.0
    radius: Length = 0.1

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        axis = np.asarray(self.axis) / np.abs(self.axis).max()  # whose square cannot underflow
        around = np.cross(
            axis / np.linalg.norm(axis), points - np.asarray(self.center)
        )  # a × d, as long as r
        s = np.maximum(np.einsum("ij,ij->i", around, around) / self.radius**2, 1e-30)  # r²/R²
        rate = self.circulation / (2.0 * np.pi * self.radius**2) * (-np.expm1(-s) / s)
        return rate[:, None] * around  # (1)
