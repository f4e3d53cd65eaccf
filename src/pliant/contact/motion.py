"""Obstacles that move as prescribed.

At key times tₖ the obstacle is displaced by sₖ from its place; between, with w = (t − tₖ)/(tₖ₊₁ − tₖ),

    s = sₖ + (sₖ₊₁ − sₖ) w²(3 − 2w) ,   or with w alone if it is not `smooth`.                               (1)

Likewise it is turned by rotation vectors rₖ about a point c that goes along: x = R(r)(x⁰ − c) + c + s.

In a step the obstacle is where it is at its end, and its velocity is the mean over the step. What turns has another one
everywhere: it is met as a body is, whose vertices have theirs (`shell`).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.contact.dispatch import distance, implicit, register, to_local, to_world
from pliant.problems import FieldError
from pliant.shapes.pose import rotation_matrix
from pliant.spec import NonNegative, Point, Spec, Vec3, measured, plain


class Motion(Spec):
    """At `times` [s] an obstacle is displaced by `shifts` [m] from its place, and turned by `turns` [rad].

    Before the first time and after the last it rests there. `smooth` motion begins and ends each way at rest, else it
    goes at a constant speed. Turns are rotation vectors, also of many revolutions, `about` a point [m] at its place, by
    default its own centre; bodies meet what turns as they meet each other.
    """

    positional: ClassVar = ("times", "shifts", "turns")

    times: Annotated[tuple[NonNegative, ...], Field(min_length=1), BeforeValidator(plain), measured("s")]
    shifts: Annotated[tuple[Vec3, ...], BeforeValidator(plain), measured("m")] = ()
    turns: Annotated[tuple[Vec3, ...], BeforeValidator(plain), measured("rad")] = ()
    about: Point | None = None
    smooth: bool = True

    @model_validator(mode="after")
    def _in_order(self) -> Motion:
        if not self.shifts and not self.turns:
            raise FieldError(("shifts",), f"there is one for each of the {len(self.times)} times, or a turn")
        for name, values in (("shifts", self.shifts), ("turns", self.turns)):
            if values and len(values) != len(self.times):
                raise FieldError((name,), f"there is one for each of the {len(self.times)} times")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise FieldError(("times",), "must increase")
        return self

    def at(self, time: float) -> np.ndarray:
        """The displacement (1) [m], (3,)."""
        return self._between(self.shifts, time) if self.shifts else np.zeros(3)

    @property
    def does_turn(self) -> bool:
        return any(any(turn) for turn in self.turns)

    def carry(self, points: np.ndarray, time: float, center: Any) -> np.ndarray:
        """Where points (n, 3) of the obstacle are at a time; `center` is its own."""
        if not self.does_turn:
            return points + self.at(time)
        R, c = self._pose(time, center)
        return points @ R.T + c

    def _pose(self, time: float, center: Any) -> tuple[np.ndarray, np.ndarray]:
        """R and c of x = R x⁰ + c."""
        R = rotation_matrix(tuple(self._between(self.turns, time)))
        about = np.asarray(center if self.about is None else self.about, dtype=float)
        return R, about + self.at(time) - R @ about

    def _between(self, values: Any, time: float) -> np.ndarray:
        times, shifts = np.asarray(self.times), np.asarray(values)
        k = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 1))
        if time <= times[0] or k == len(times) - 1:
            return shifts[k]
        w = (time - times[k]) / (times[k + 1] - times[k])
        if self.smooth:
            w = w * w * (3.0 - 2.0 * w)
        return shifts[k] + w * (shifts[k + 1] - shifts[k])

    def velocity(self, time: float, dt: float) -> np.ndarray:
        """The mean [m/s] over a step that ends at `time`, (3,)."""
        return (self.at(time) - self.at(time - dt)) / dt


class Turned(NamedTuple):
    """A geometry that is turned, and displaced: world point = rotation · its point + center."""

    rotation: tuple[float, ...]
    center: tuple[float, float, float]
    geometry: Any


class Moved(NamedTuple):
    """A geometry that is displaced."""

    shift: tuple[float, float, float]
    geometry: Any


def moved(geometry: Any, motion: Motion | None, time: float) -> Any:
    """A geometry, displaced already or not, where a motion has it at a time."""
    if motion is None:
        return geometry
    if motion.does_turn:
        still = geometry.geometry if isinstance(geometry, Turned) else geometry
        R, c = motion._pose(time, getattr(still, "center", (0.0, 0.0, 0.0)))
        return Turned(tuple(R.ravel().tolist()), tuple(c.tolist()), still)  # pyright: ignore
    shift = tuple(float(s) for s in motion.at(time))
    return geometry._replace(shift=shift) if isinstance(geometry, Moved) else Moved(shift, geometry)  # pyright: ignore


def _implicit(geometry, x, y, z):
    a, b, c = geometry.shift
    return implicit(geometry.geometry, x - a, y - b, z - c)


def _distance(geometry, x, y, z):
    a, b, c = geometry.shift
    return distance(geometry.geometry, x - a, y - b, z - c)


def _turned_implicit(geometry, x, y, z):
    x, y, z = to_local(geometry.rotation, geometry.center, x, y, z)
    f, fx, fy, fz = implicit(geometry.geometry, x, y, z)
    fx, fy, fz = to_world(geometry.rotation, fx, fy, fz)
    return f, fx, fy, fz


def _turned_distance(geometry, x, y, z):
    x, y, z = to_local(geometry.rotation, geometry.center, x, y, z)
    d, nx, ny, nz = distance(geometry.geometry, x, y, z)
    nx, ny, nz = to_world(geometry.rotation, nx, ny, nz)
    return d, nx, ny, nz


register(Moved, implicit=_implicit, distance=_distance)
register(Turned, implicit=_turned_implicit, distance=_turned_distance)
