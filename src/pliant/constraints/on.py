"""Points that stay on a line, a plane, a curve or the surface of an obstacle, and pins of single axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.constraints.joint import SAMPLES, Law, Rows
from pliant.constraints.of_nodes import JointOfNodes, across, unit
from pliant.constraints.track import Track
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.problems import FieldError
from pliant.shapes.curves import AnyCurve
from pliant.spec import Point, Vec3, measured

_MANY = 16  # points that have guides of their own


class OnLine(JointOfNodes):
    """Keeps points on straight lines along `direction`, `through` a point [m] (None: each where it starts).

    A bead on a wire. What is chosen are `nodes`, `corners` and `edges` of `body`, and further points, `more`.
    """

    positional: ClassVar = ("body",)

    kind: Literal["on_line"] = "on_line"
    direction: Vec3
    through: Point | None = None

    @model_validator(mode="after")
    def _leads_somewhere(self) -> OnLine:
        unit(self.direction, "direction")
        return self

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p if self.through is None else np.broadcast_to(self.through, p.shape).copy()

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        normals = across(unit(self.direction, "direction"))
        return _along(normals[None].repeat(len(p), axis=0), p - kept)

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        along = unit(self.direction, "direction")
        near = kept + ((p - kept) @ along)[:, None] * along
        return [
            place + 0.3 * size * np.outer((-1.0, 1.0), along) for place in np.unique(near, axis=0)[:_MANY]
        ]


class OnPlane(JointOfNodes):
    """Keeps points in planes across `normal`, `through` a point [m] (None: each where it starts): rollers, symmetry."""

    positional: ClassVar = ("body",)

    kind: Literal["on_plane"] = "on_plane"
    normal: Vec3
    through: Point | None = None

    @model_validator(mode="after")
    def _has_a_side(self) -> OnPlane:
        unit(self.normal, "normal")
        return self

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p if self.through is None else np.broadcast_to(self.through, p.shape).copy()

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        normal = unit(self.normal, "normal")
        return _along(normal[None, None].repeat(len(p), axis=0), p - kept)

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        corners = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1), (1, 1)]) @ across(unit(self.normal, "normal"))
        return [p.mean(axis=0) + 0.2 * size * corners]


class Axes(JointOfNodes):
    """Pins single `axes`, such as "z" or "xy": the coordinates of points along them stay as they start."""

    positional: ClassVar = ("body", "axes")

    kind: Literal["axes"] = "axes"
    axes: Literal["x", "y", "z", "xy", "xz", "yz", "xyz"]

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        return _along(self._held[None].repeat(len(p), axis=0), p - kept)

    @property
    def _held(self) -> np.ndarray:
        return np.eye(3)[["xyz".index(axis) for axis in self.axes]]

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        return [place + 0.04 * size * np.outer((-1, 1), axis) for place in p[:_MANY] for axis in self._held]


class OnCurve(JointOfNodes):
    """Keeps points on a `curve`, along which they slide; beyond ends it goes on straight."""

    positional: ClassVar = ("body", "curve")

    kind: Literal["on_curve"] = "on_curve"
    curve: AnyCurve

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        return _on_track(self.curve, p)

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        return [self.curve.at(SAMPLES)]


class Belt(JointOfNodes):
    """Keeps a loop of a body on a `girdle`, a curve that closes, along which it slides."""

    positional: ClassVar = ("body", "girdle")

    kind: Literal["belt"] = "belt"
    girdle: AnyCurve

    @model_validator(mode="after")
    def _closes(self) -> Belt:
        if not self.girdle.closes[0]:
            raise FieldError(
                ("girdle",), "must close: a belt goes around; use on_curve for one that does not"
            )
        return self

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        return _on_track(self.girdle, p)

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        return [self.girdle.at(SAMPLES)]


class OnSurface(JointOfNodes):
    """Keeps points on the surface of an `obstacle`, by its id, or at an `offset` [m] from it."""

    positional: ClassVar = ("body", "obstacle")

    kind: Literal["on_surface"] = "on_surface"
    obstacle: str
    offset: Annotated[float, measured("m")] = 0.0

    def law(self, obstacle: Callable[[str], Any]) -> Law:
        return SurfaceLaw(obstacle(self.obstacle), self.offset)


class SurfaceLaw:
    """The rows of `OnSurface`: the distance to the surface."""

    def __init__(self, obstacle: Any, offset: float):
        self._obstacle, self._offset = obstacle, offset

    def begin(self, p: np.ndarray) -> np.ndarray:
        return np.zeros(0)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        found = sample_distance(
            moved(self._obstacle.geometry(), self._obstacle.motion, time), np.ascontiguousarray(p)
        )
        return _rows(found[:, None, 1:], found[:, :1] - self._offset)


def _on_track(curve: Any, p: np.ndarray) -> Rows:
    places, tangents = Track.of(curve).nearest(p)
    return _along(np.array([across(tangent) for tangent in tangents]), p - places)


def _along(normals: np.ndarray, d: np.ndarray) -> Rows:
    """How far n points are off by d (n, 3), along k normals each, (n, k, 3)."""
    return _rows(normals, np.einsum("nkc,nc->nk", normals, d))


def _rows(normals: np.ndarray, c: np.ndarray) -> Rows:
    """Of n points, each for itself: k numbers c (n, k) and their gradients (n, k, 3)."""
    n, k, _ = normals.shape
    jacobian = np.zeros((n, k, n, 3))
    jacobian[np.arange(n), :, np.arange(n)] = normals
    return Rows(c.ravel(), jacobian.reshape(n * k, n, 3))
