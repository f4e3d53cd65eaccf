"""Ellipses and superellipses in a plane, circles and arcs among them.

    x(u) = center + a·C(θ)·U + b·S(θ)·V,   θ = angle·u

U and V are unit vectors along `u` and along what of `v` is perpendicular to it; C and S are the cosine and the
sine, for another exponent those of `pliant.shapes.supertrig`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.fields import FULL_TURN, Turn, check_spans, frame, full
from pliant.shapes.shape import ParametricCurve
from pliant.shapes.supertrig import super_cos_sin
from pliant.spec import Length, Point, Positive, Vec3


class Circle(ParametricCurve):
    """A circle of `radius` [m] about `center` [m], or an arc of it that spans `angle` [rad].

    It starts along `u` and turns towards `v`. Make the axis periodic to close a whole circle.
    """

    positional: ClassVar = ("radius",)

    kind: Literal["circle"] = "circle"
    radius: Length = 1.0
    angle: Turn = FULL_TURN
    center: Point = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _spans(self) -> Circle:
        check_spans(self.u, self.v)
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """A circle closes, an arc does not."""
        return (full(self.angle),)

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        U, V, _ = frame(self.u, self.v)
        theta = (self.angle * u)[:, None]
        return np.asarray(self.center) + self.radius * (np.cos(theta) * U + np.sin(theta) * V)


class Ellipse(ParametricCurve):
    """An ellipse with semi-axes `a` along u and `b` along v [m] about `center` [m].

    `exponent` 1 is an ellipse, towards 0 a rectangle, 2 a diamond, above 2 a pinched star: superellipses.
    Make the axis periodic to close it.
    """

    positional: ClassVar = ("a", "b")

    kind: Literal["ellipse"] = "ellipse"
    a: Length = 1.0
    b: Length = 0.5
    exponent: Positive = 1.0
    center: Point = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _spans(self) -> Ellipse:
        check_spans(self.u, self.v)
        return self

    closes: ClassVar[tuple[bool, ...]] = (True,)  # always

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        U, V, _ = frame(self.u, self.v)
        c, s = super_cos_sin((2.0 * np.pi * u)[:, None], self.exponent)
        return np.asarray(self.center) + self.a * c * U + self.b * s * V


def circle(radius: float = 1.0, **options) -> Circle:
    """A circle of `radius` [m], in the x-y plane unless told otherwise."""
    return Circle(radius=radius, **options)


def arc(radius: float = 1.0, angle: float = np.pi, **options) -> Circle:
    """The part of a circle of `radius` [m] that spans `angle` [rad], beginning on the x axis."""
    return Circle(radius=radius, angle=angle, **options)


def arc_degrees(radius: float = 1.0, angle: float = 180.0, **options) -> Circle:
    """The part of a circle of `radius` [m] that spans `angle` [°], beginning on the x axis."""
    return Circle(radius=radius, angle=float(np.radians(angle)), **options)


def ellipse(a: float = 1.0, b: float = 0.5, **options) -> Ellipse:
    """An ellipse with semi-axes a, b [m] along x and y."""
    return Ellipse(a=a, b=b, **options)


def superellipse(a: float = 1.0, b: float = 1.0, exponent: float = 0.5, **options) -> Ellipse:
    """A superellipse [Barr 1981] with semi-axes a, b [m]: 0 < ε < 1 is a rectangle with round corners."""
    return Ellipse(a=a, b=b, exponent=exponent, **options)
