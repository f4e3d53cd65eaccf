"""A Bézier curve of any order p: x(u) = Σ_k B_k(u) P[k], with the Bernstein polynomials B_k of order p."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.shapes.fields import ControlPoints, check_apart
from pliant.shapes.shape import ParametricCurve
from pliant.shapes.splines import bernstein, product


class BezierCurve(ParametricCurve):
    """A curve over p + 1 `control_points` [m]; it begins in the first and ends in the last."""

    positional: ClassVar = ("control_points",)

    kind: Literal["bezier_curve"] = "bezier_curve"
    control_points: Annotated[ControlPoints, Field(min_length=2)]

    @model_validator(mode="after")
    def _has_length(self) -> BezierCurve:
        check_apart(self.control_points, "control_points")
        return self

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        return product(self.control_points, [bernstein(u, len(self.control_points) - 1)])


def bezier_curve(control_points: Sequence[Sequence[float]] | np.ndarray) -> BezierCurve:
    """A Bézier curve; its order is one less than the number of its control points [m]."""
    return BezierCurve(control_points=control_points)
