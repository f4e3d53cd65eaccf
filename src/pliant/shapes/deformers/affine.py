"""Scaling, turning and moving, for the pieces of a larger shape; a body has its own position and rotation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator

from pliant.shapes.deformers.deformer import Deformer
from pliant.shapes.fields import Factors
from pliant.shapes.pose import transform
from pliant.shapes.shape import Bounds
from pliant.spec import Point, Rotation


def _three(value: Any) -> Any:
    """One factor for all directions as three."""
    return (value,) * 3 if isinstance(value, int | float) and not isinstance(value, bool) else value


class Scale(Deformer):
    """Multiplies distances from `center` [m] by `factors` along x, y, z; one number is the same for all."""

    positional: ClassVar = ("factors",)

    kind: Literal["scale"] = "scale"
    factors: Annotated[Factors, BeforeValidator(_three, json_schema_input_type=Factors | float)]
    center: Point = (0.0, 0.0, 0.0)

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points nearer to or farther from the centre."""
        return np.asarray(self.center) + np.asarray(self.factors) * (points - np.asarray(self.center))


class Rotate(Deformer):
    """Turns by the rotation vector `rotation` [rad] about `center` [m]."""

    positional: ClassVar = ("rotation",)

    kind: Literal["rotate"] = "rotate"
    rotation: Rotation
    center: Point = (0.0, 0.0, 0.0)

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points turned."""
        return transform(points - np.asarray(self.center), self.center, self.rotation)


class Move(Deformer):
    """Moves everything by `offset` [m]."""

    positional: ClassVar = ("offset",)

    kind: Literal["move"] = "move"
    offset: Point

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points moved."""
        return points + np.asarray(self.offset)


def scale(factors: float | Sequence[float], **options) -> Scale:
    """Scales a shape by one factor, or by three along x, y, z."""
    return Scale(factors=factors, **options)


def rotate(rotation: Sequence[float], **options) -> Rotate:
    """Turns a shape about the origin by a rotation vector: axis times angle [rad]."""
    return Rotate(rotation=rotation, **options)


def rotate_degrees(rotation: Sequence[float], **options) -> Rotate:
    """Turns a shape about the origin by a rotation vector: axis times angle [°]."""
    return Rotate(rotation=np.radians(np.asarray(rotation, dtype=float)), **options)


def move(offset: Sequence[float]) -> Move:
    """Moves a shape by `offset` [m]."""
    return Move(offset=offset)
