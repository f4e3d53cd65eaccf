"""Shear: slices across an axis slide over each other, X = x + amount·(z − z₀). The Jacobian is 1."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.deformers.deformer import Axis, Deformer, index
from pliant.shapes.shape import Bounds
from pliant.spec import Point


class Shear(Deformer):
    """Slides along `towards` by `amount` (the tangent of the angle) per metre along `axis`.

    What lies level with `center` [m] stays.
    """

    positional: ClassVar = ("amount",)

    kind: Literal["shear"] = "shear"
    amount: float
    axis: Axis = "z"
    towards: Axis = "x"
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _two_directions(self) -> Shear:
        if self.axis == self.towards:
            raise FieldError(("towards",), f"must be another direction than the axis ({self.axis})")
        return self

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points slid along `towards`."""
        along, across = index(self.axis), index(self.towards)
        moved = points.copy()
        moved[..., across] += self.amount * (points[..., along] - self.center[along])
        return moved


def shear(amount: float, **options) -> Shear:
    """Shears a shape: each metre of height (z) slides by `amount` metres along x."""
    return Shear(amount=amount, **options)
