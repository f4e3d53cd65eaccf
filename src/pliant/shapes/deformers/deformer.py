"""What all deformers share: they move points of space, knowing only the box around the shape."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import AfterValidator

from pliant.errors import Problem, SceneError
from pliant.shapes.shape import Bounds
from pliant.spec import Spec

Axis = Literal["x", "y", "z"]
_AXES = "xyz"


def _ordered(value: tuple[float, float]) -> tuple[float, float]:
    if not value[0] < value[1]:
        raise ValueError(f"a range goes from low to high (given: {list(value)})")
    return value


Range = Annotated[tuple[float, float], AfterValidator(_ordered)]


class Deformer(Spec):
    """A map of space, x ↦ X(x)."""

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """Where the points (..., 3) of a shape with the box `bounds` go, all in metres."""
        raise NotImplementedError


def index(axis: Axis) -> int:
    """0, 1 or 2 for x, y or z."""
    return _AXES.index(axis)


def around(axis: Axis) -> tuple[int, int, int]:
    """The coordinates (i, j, k) of a right-handed frame whose k is `axis`."""
    k = index(axis)
    return (k + 1) % 3, (k + 2) % 3, k


def extent(axis: Axis, range: Range | None, bounds: Bounds) -> tuple[float, float]:
    """The range along an axis [m], by default all of the shape."""
    if range is not None:
        return range
    low, high = float(bounds.low[index(axis)]), float(bounds.high[index(axis)])
    size = float(np.max(bounds.high - bounds.low))
    if not high - low > 1e-9 * size:
        raise SceneError([Problem("", f"the shape has no extent along {axis}; give the deformer a range")])
    return low, high
