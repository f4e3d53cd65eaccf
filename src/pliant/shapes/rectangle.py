"""A flat rectangle: x(u, v) = center + (u − ½)·width·U + (v − ½)·height·V."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.numerics.grid import parameters
from pliant.problems import FieldError
from pliant.spec import Positive, Spec, Vec3


class Rectangle(Spec):
    """A rectangle of `width` [m] along the first grid axis and `height` [m] along the second."""

    positional: ClassVar = ("width", "height")

    kind: Literal["rectangle"] = "rectangle"
    width: Positive = 1.0
    height: Positive = 1.0
    center: Vec3 = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _spans(self) -> Rectangle:
        area = np.linalg.norm(np.cross(self.u, self.v))
        if not area > 1e-9 * np.linalg.norm(self.u) * np.linalg.norm(self.v):
            raise FieldError(("v",), f"u and v span no area: u = {list(self.u)}, v = {list(self.v)}")
        return self

    def points(self, grid: tuple[int, int], periodic: tuple[bool, bool]) -> np.ndarray:
        """Positions [m] of the nodes, shape (M, N, 3)."""
        s, t = parameters(grid, (False, False))
        along_u = (s - 0.5)[:, None, None] * self.width * np.asarray(self.u)
        along_v = (t - 0.5)[None, :, None] * self.height * np.asarray(self.v)
        return np.asarray(self.center) + along_u + along_v


def rectangle(width: float = 1.0, height: float = 1.0, **options) -> Rectangle:
    """A flat rectangle, centred on the origin and horizontal unless told otherwise."""
    return Rectangle(width=width, height=height, **options)
