"""A Bézier solid of any order p: the GenericBezierSolid of 000 §4.4.5.

    x(s, t, w) = Σ_i Σ_j Σ_k B_i(w) B_j(t) B_k(s) P[i·(p+1)² + j·(p+1) + k]

Document 000 gives only the number of control points, (n+1)^d (4.4.2). Their order here is that of its patches and
of GenericBezierSolid in its program (OpenTissue): the index along the *first* axis runs fastest. The program's
LinearBezierSolid counts the other way round, with the index along the *last* axis fastest: whoever reads
such a file reverses the order of the three indices (`reversed_indices`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.fields import ControlPoints, Order, check_count
from pliant.shapes.shape import ParametricSolid
from pliant.shapes.splines import bernstein, product


class BezierSolid(ParametricSolid):
    """A solid of `order` p over (p + 1)³ `control_points` [m].

    Point i·(p+1)² + j·(p+1) + k has k along the first axis, j along the second, i along the third. A periodic
    axis changes nothing in the shape; the link that closes the solid joins its ends.
    """

    positional: ClassVar = ("control_points", "order")

    kind: Literal["bezier_solid"] = "bezier_solid"
    order: Order
    control_points: ControlPoints

    @model_validator(mode="after")
    def _fits(self) -> BezierSolid:
        check_count(self.control_points, (self.order + 1) ** 3, f"a Bézier solid of order {self.order}")
        return self

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        return product(self.control_points, [bernstein(u, self.order) for u in (s, t, w)])


def bezier_solid(
    control_points: Sequence[Sequence[float]] | np.ndarray, order: int | None = None
) -> BezierSolid:
    """A Bézier solid; the order follows from the number of control points [m] unless it is given."""
    if order is None:
        order = max(1, round(len(control_points) ** (1 / 3)) - 1)
    return BezierSolid(control_points=control_points, order=order)


def reversed_indices(control_points: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Control points of order 1 with the last index fastest as ours, with the first fastest, or back."""
    points = np.asarray(control_points, dtype=float).reshape(2, 2, 2, 3)
    return [tuple(point) for point in points.transpose(2, 1, 0, 3).reshape(-1, 3).tolist()]
