"""A straight line: x(u) = start + u·(end − start)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.shape import ParametricCurve
from pliant.spec import Point, Vec3


class Line(ParametricCurve):
    """The segment from `start` to `end` [m]."""

    positional: ClassVar = ("start", "end")

    kind: Literal["line"] = "line"
    start: Point = (0.0, 0.0, 0.0)
    end: Point = (1.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _has_length(self) -> Line:
        if self.start == self.end:
            raise FieldError(("end",), f"the line has no length: it starts and ends at {list(self.start)}")
        return self

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        return (1.0 - u)[:, None] * np.asarray(self.start) + u[:, None] * np.asarray(self.end)


def line(start: Vec3 = (0.0, 0.0, 0.0), end: Vec3 = (1.0, 0.0, 0.0)) -> Line:
    """The straight line from `start` to `end` [m]."""
    return Line(start=start, end=end)
