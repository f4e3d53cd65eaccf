"""A flat rectangle: x(u, v) = center + (u − ½)·width·U + (v − ½)·height·V."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.fields import check_spans
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Length, Point, Vec3


class Rectangle(ParametricSurface):
    """A rectangle of `width` [m] along the first grid axis and `height` [m] along the second."""

    positional: ClassVar = ("width", "height")

    kind: Literal["rectangle"] = "rectangle"
    width: Length = 1.0
    height: Length = 1.0
    center: Point = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _spans(self) -> Rectangle:
        check_spans(self.u, self.v)
        return self

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        along_u = (s - 0.5)[:, None, None] * self.width * np.asarray(self.u)
        along_v = (t - 0.5)[None, :, None] * self.height * np.asarray(self.v)
        return np.asarray(self.center) + along_u + along_v


def rectangle(width: float = 1.0, height: float = 1.0, **options) -> Rectangle:
    """A flat rectangle, centred on the origin and horizontal unless told otherwise."""
    return Rectangle(width=width, height=height, **options)
