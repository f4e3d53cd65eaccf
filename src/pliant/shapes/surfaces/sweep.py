"""Surfaces that a curve sweeps: along a straight line, around an axis.

    extrusion    x(s, t) = c(s) + t·direction          the curve along the first grid axis
    revolution   x(s, t) = R(angle·s) c(t)             the curve along the second, as meridians are

R turns about the line through `center` along `axis`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.curves import AnyCurve, CurveShape
from pliant.shapes.fields import FULL_TURN, Turn, full
from pliant.shapes.pose import rotation_matrix
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Point, Vec3


class Extrusion(ParametricSurface):
    """A `curve` drawn out by `direction` [m]. The first axis is periodic if the curve is closed."""

    positional: ClassVar = ("curve", "direction")

    kind: Literal["extrusion"] = "extrusion"
    curve: AnyCurve
    direction: Point = (0.0, 0.0, 1.0)

    @model_validator(mode="after")
    def _has_width(self) -> Extrusion:
        if not any(self.direction):
            raise FieldError(("direction",), "has no length")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """Along the curve, if that is closed."""
        return self.curve.closes[0], False

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return self.curve.at(s)[:, None, :] + t[None, :, None] * np.asarray(self.direction)


class Revolution(ParametricSurface):
    """A `curve` turned by `angle` [rad] about the line through `center` [m] along `axis`.

    The first axis goes around, the second along the curve; either is periodic if it closes. The normal
    x_s × x_t points outwards if the curve runs upwards along the axis.
    """

    positional: ClassVar = ("curve",)

    kind: Literal["revolution"] = "revolution"
    curve: AnyCurve
    angle: Turn = FULL_TURN
    axis: Vec3 = (0.0, 0.0, 1.0)
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _turns(self) -> Revolution:
        if not any(self.axis):
            raise FieldError(("axis",), "has no length")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around, if it is a whole turn; along the curve, if that is closed."""
        return full(self.angle), self.curve.closes[0]

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        axis = np.asarray(self.axis) / np.linalg.norm(self.axis)
        local = self.curve.at(t) - np.asarray(self.center)
        R = np.stack([rotation_matrix(angle * axis) for angle in self.angle * s])
        return np.asarray(self.center) + np.einsum("mij,nj->mni", R, local)


def extrude(curve: CurveShape, direction: Vec3 = (0.0, 0.0, 1.0)) -> Extrusion:
    """The surface that a curve sweeps when it is drawn out by `direction` [m]."""
    return Extrusion(curve=curve, direction=direction)


def revolve(curve: CurveShape, angle: float = FULL_TURN, **options) -> Revolution:
    """The surface that a curve sweeps when it turns by `angle` [rad] about the z axis."""
    return Revolution(curve=curve, angle=angle, **options)
