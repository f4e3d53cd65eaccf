"""A Bézier patch of any order p [000 §4.5.1.1].

    x(s, t) = Σ_i Σ_j B_i(t) B_j(s) P[i·(p+1) + j],    B_k(u) = C(p, k) u^k (1−u)^(p−k)

j counts along the first grid axis and i along the second, which is how the scene files of document 000
number their control points.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.numerics.grid import parameters
from pliant.spec import Spec, Vec3


def _rows(value: Any) -> Any:
    """A NumPy array as the list of points that it holds."""
    return value.tolist() if isinstance(value, np.ndarray) else value


ControlPoints = Annotated[tuple[Vec3, ...], BeforeValidator(_rows)]


class Bezier(Spec):
    """A patch of `order` p over (p + 1)² `control_points` [m]; point i·(p+1) + j has j along the first axis.

    A periodic axis changes nothing in the shape: the patch ends where its control points end, and the link
    that closes the surface joins those ends.
    """

    positional: ClassVar = ("control_points", "order")

    kind: Literal["bezier"] = "bezier"
    order: Annotated[int, Field(ge=1)]
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

    def points(self, grid: tuple[int, int], periodic: tuple[bool, bool]) -> np.ndarray:
        """Positions [m] of the nodes, shape (M, N, 3)."""
        s, t = parameters(grid, (False, False))
        count = self.order + 1
        control = np.asarray(self.control_points, dtype=float).reshape(count, count, 3)
        rows = _de_casteljau(control.transpose(1, 0, 2), s)  # (M, i, 3)
        return _de_casteljau(rows.transpose(1, 0, 2), t).transpose(1, 0, 2)


def bezier(control_points: Sequence[Sequence[float]] | np.ndarray, order: int | None = None) -> Bezier:
    """A Bézier patch; the order follows from the number of control points unless it is given."""
    if order is None:
        order = max(1, round(len(control_points) ** 0.5) - 1)
    return Bezier(control_points=control_points, order=order)


def _de_casteljau(control: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The curves with control points control[k], shape (p + 1, L, 3), at each u (K,): (K, L, 3).

    Repeated linear interpolation only averages the points, so it is stable at any order, where the
    binomial coefficients of the explicit form would lose digits.
    """
    u = u[:, None, None]
    layer = [np.broadcast_to(p, (u.shape[0], *p.shape)) for p in control]
    while len(layer) > 1:
        layer = [(1.0 - u) * a + u * b for a, b in pairwise(layer)]
    return np.array(layer[0])
