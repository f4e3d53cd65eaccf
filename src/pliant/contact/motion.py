"""Obstacles that move as prescribed.

At key times tₖ the obstacle is displaced by sₖ from its place; between, with w = (t − tₖ)/(tₖ₊₁ − tₖ),

    s = sₖ + (sₖ₊₁ − sₖ) w²(3 − 2w) ,   or with w alone if it is not `smooth`.                               (1)

In a step the obstacle is where it is at its end, and its velocity is the mean over the step.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.contact.dispatch import distance, implicit, register
from pliant.problems import FieldError
from pliant.spec import NonNegative, Spec, Vec3, measured, plain


class Motion(Spec):
    """At `times` [s] an obstacle is displaced by `shifts` [m] from its place.

    Before the first time and after the last it rests there. `smooth` motion begins and ends each way at rest, else it
    goes at a constant speed.
    """

    positional: ClassVar = ("times", "shifts")

    times: Annotated[tuple[NonNegative, ...], Field(min_length=1), BeforeValidator(plain), measured("s")]
    shifts: Annotated[tuple[Vec3, ...], Field(min_length=1), BeforeValidator(plain), measured("m")]
    smooth: bool = True

    @model_validator(mode="after")
    def _in_order(self) -> Motion:
        if len(self.shifts) != len(self.times):
            raise FieldError(("shifts",), f"there is one for each of the {len(self.times)} times")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise FieldError(("times",), "must increase")
        return self

    def at(self, time: float) -> np.ndarray:
        """The displacement (1) [m], (3,)."""
        times, shifts = np.asarray(self.times), np.asarray(self.shifts)
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


class Moved(NamedTuple):
    """A geometry that is displaced."""

    shift: tuple[float, float, float]
    geometry: Any


def moved(geometry: Any, motion: Motion | None, time: float) -> Any:
    """A geometry, displaced already or not, where a motion has it at a time."""
    if motion is None:
        return geometry
    shift = tuple(float(s) for s in motion.at(time))
    return geometry._replace(shift=shift) if isinstance(geometry, Moved) else Moved(shift, geometry)  # pyright: ignore


def _implicit(geometry, x, y, z):
    a, b, c = geometry.shift
    return implicit(geometry.geometry, x - a, y - b, z - c)


def _distance(geometry, x, y, z):
    a, b, c = geometry.shift
    return distance(geometry.geometry, x - a, y - b, z - c)


register(Moved, implicit=_implicit, distance=_distance)
