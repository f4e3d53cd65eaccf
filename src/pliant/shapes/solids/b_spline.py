"""A B-spline solid: x(s, t, w) = Σ_i Σ_j Σ_k N_i(s) N_j(t) N_k(w) P[i + a·(j + b·k)], for a×b×c control points."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.shapes.fields import ControlPoints, Order, as_net, check_count, check_enough
from pliant.shapes.shape import ParametricSolid
from pliant.shapes.splines import b_spline as basis
from pliant.shapes.splines import product

Count = Annotated[int, Field(ge=2)]


class BSplineSolid(ParametricSolid):
    """A solid over `counts` (a, b, c) `control_points` [m] of `degrees` along the three axes.

    The index along the first axis runs fastest: point i + a·(j + b·k). An axis is clamped or, where `closed`,
    runs smoothly around its points; make that axis of the body periodic.
    """

    positional: ClassVar = ("control_points", "counts", "degrees")

    kind: Literal["b_spline_solid"] = "b_spline_solid"
    counts: tuple[Count, Count, Count]
    control_points: ControlPoints
    degrees: tuple[Order, Order, Order] = (3, 3, 3)
    closed: tuple[bool, bool, bool] = (False, False, False)

    @model_validator(mode="after")
    def _fits(self) -> BSplineSolid:
        a, b, c = self.counts
        for axis in range(3):
            check_enough(self.counts[axis], self.degrees[axis], self.closed[axis], ("counts", axis))
        check_count(self.control_points, a * b * c, f"a net of {a}×{b}×{c}")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """The axes that were told to close."""
        return self.closed

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        options = zip((s, t, w), self.counts, self.degrees, self.closed, strict=True)
        return product(self.control_points, [basis(*each) for each in options])


def b_spline_solid(net: np.ndarray, degrees: tuple[int, int, int] = (3, 3, 3), **options) -> BSplineSolid:
    """A B-spline solid over control points net[i, j, k] = (x, y, z) [m], with i along the first axis."""
    points = as_net(net, 3)
    flat = points.transpose(2, 1, 0, 3).reshape(-1, 3)
    return BSplineSolid(counts=points.shape[:3], control_points=flat, degrees=degrees, **options)
