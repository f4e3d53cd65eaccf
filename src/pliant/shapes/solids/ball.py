"""A ball made of a cube, without poles and without a centre where nodes meet.

With x, y, z in [−1, 1] over the cube, the shells of the cube go to the spheres of the ball:

    X = x √(1 − y²/2 − z²/2 + y²z²/3),   and so on in turn

(Nowell 2005, "Mapping a cube to a sphere"): |X|² = 1 wherever one coordinate is ±1. The twelve edges of the cube come
to lie flat on the sphere, so the cells along them are flatter than the others.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.fields import SemiAxes
from pliant.shapes.shape import ParametricSolid
from pliant.spec import Point


class Ball(ParametricSolid):
    """A filled ellipsoid with `semi_axes` [m] along x, y, z about `center` [m]; no axis closes."""

    positional: ClassVar = ("semi_axes",)

    kind: Literal["ball"] = "ball"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    center: Point = (0.0, 0.0, 0.0)

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        ball = rounded(2.0 * s - 1.0, 2.0 * t - 1.0, 2.0 * w - 1.0)
        return np.asarray(self.center) + np.asarray(self.semi_axes) * ball


def rounded(*axes: np.ndarray) -> np.ndarray:
    """Where the points of a cube with these coordinates in [−1, 1] along its axes go, (L, M, N, 3)."""
    cube = np.meshgrid(*axes, indexing="ij")
    squares = [c * c for c in cube]
    ball = []
    for k in range(3):
        y2, z2 = squares[(k + 1) % 3], squares[(k + 2) % 3]
        ball.append(cube[k] * np.sqrt(1.0 - 0.5 * y2 - 0.5 * z2 + y2 * z2 / 3.0))
    return np.stack(ball, axis=-1)


def ball(radius: float = 1.0, **options) -> Ball:
    """A filled sphere of `radius` [m] whose cells have no poles."""
    return Ball(semi_axes=(radius,) * 3, **options)
