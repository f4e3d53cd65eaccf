"""A B-spline patch: x(s, t) = Σ_i Σ_j N_i(s) N_j(t) P[i + a·j], for a×b control points."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.shapes.fields import ControlPoints, Order, as_net, check_count, check_enough
from pliant.shapes.shape import ParametricSurface
from pliant.shapes.splines import b_spline as basis
from pliant.shapes.splines import product

Count = Annotated[int, Field(ge=2)]


class BSpline(ParametricSurface):
    """A patch over `counts` (a, b) `control_points` [m] of `degrees` (p, q) along the first and second axis.

    The index along the first axis runs fastest: point i + a·j. An axis is clamped (it begins and ends in its
    first and last points) or, where `closed`, runs smoothly around them; make that axis of the body periodic.
    """

    positional: ClassVar = ("control_points", "counts", "degrees")

    kind: Literal["b_spline"] = "b_spline"
    counts: tuple[Count, Count]
    control_points: ControlPoints
    degrees: tuple[Order, Order] = (3, 3)
    closed: tuple[bool, bool] = (False, False)

    @model_validator(mode="after")
    def _fits(self) -> BSpline:
        a, b = self.counts
        for axis in range(2):
            check_enough(self.counts[axis], self.degrees[axis], self.closed[axis], ("counts", axis))
        check_count(self.control_points, a * b, f"a net of {a}×{b}")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """The axes that were told to close."""
        return self.closed

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        options = zip((s, t), self.counts, self.degrees, self.closed, strict=True)
        return product(self.control_points, [basis(*each) for each in options])


def b_spline(net: np.ndarray, degrees: tuple[int, int] = (3, 3), **options) -> BSpline:
    """A B-spline patch over control points net[i, j] = (x, y, z) [m], with i along the first axis."""
    points = as_net(net, 2)
    flat = points.transpose(1, 0, 2).reshape(-1, 3)
    return BSpline(counts=points.shape[:2], control_points=flat, degrees=degrees, **options)
