"""A B-spline curve: x(u) = Σ_k N_k(u) P[k], smooth to degree − 1 derivatives (see `splines.b_spline`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.fields import ControlPoints, Order, check_apart, check_enough
from pliant.shapes.shape import ParametricCurve
from pliant.shapes.splines import b_spline, product


class BSplineCurve(ParametricCurve):
    """A curve of `degree` over any number of `control_points` [m].

    It begins in the first point and ends in the last; `closed`, it runs smoothly around them.
    """

    positional: ClassVar = ("control_points", "degree")

    kind: Literal["b_spline_curve"] = "b_spline_curve"
    control_points: ControlPoints
    degree: Order = 3
    closed: bool = False

    @model_validator(mode="after")
    def _has_length(self) -> BSplineCurve:
        check_enough(len(self.control_points), self.degree, self.closed, ("control_points",))
        check_apart(self.control_points, "control_points")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """Closed if it was told to be."""
        return (self.closed,)

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        return product(self.control_points, [b_spline(u, len(self.control_points), self.degree, self.closed)])


def b_spline_curve(
    control_points: Sequence[Sequence[float]] | np.ndarray, degree: int = 3, closed: bool = False
) -> BSplineCurve:
    """A B-spline curve of `degree` over `control_points` [m]."""
    return BSplineCurve(control_points=control_points, degree=degree, closed=closed)
