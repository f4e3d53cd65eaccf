"""A Bézier patch of any order p [000 §4.5.1.1].

    x(s, t) = Σ_i Σ_j B_i(t) B_j(s) P[i·(p+1) + j],    B_k(u) = C(p, k) u^k (1−u)^(p−k)

j counts along the first grid axis and i along the second, which is how the scene files of document 000
number their control points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.fields import ControlPoints, Order
from pliant.shapes.shape import ParametricSurface
from pliant.shapes.splines import bernstein, product


class Bezier(ParametricSurface):
    """A patch of `order` p over (p + 1)² `control_points` [m]; point i·(p+1) + j has j along the first axis.

    A periodic axis changes nothing in the shape: the patch ends where its control points end, and the link
    that closes the surface joins those ends.
    """

    positional: ClassVar = ("control_points", "order")

    kind: Literal["bezier"] = "bezier"
    order: Order
    control_points: ControlPoints

    @model_validator(mode="after")
    def _enough_points(self) -> Bezier:
        wanted = (self.order + 1) ** 2
        if len(self.control_points) != wanted:
            raise ValueError(
                f"a Bézier patch of order {self.order} has {wanted} control points, "
                f"{len(self.control_points)} given"
            )
        return self

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return product(self.control_points, [bernstein(s, self.order), bernstein(t, self.order)])


def bezier(control_points: Sequence[Sequence[float]] | np.ndarray, order: int | None = None) -> Bezier:
    """A Bézier patch; the order follows from the number of control points unless it is given."""
    if order is None:
        order = max(1, round(len(control_points) ** 0.5) - 1)
    return Bezier(control_points=control_points, order=order)
