"""A viscous fluid that streams past a surface: water, air, wind.

    f = c (n · (u − v)) n        [000 (3.5.5)–(3.5.6), 002 (22)]

n is the unit normal, v the velocity of the node and u(t) [m/s] that of the stream: only the part of the
relative velocity that hits the surface squarely pushes it.
"""

from __future__ import annotations

from math import pi
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Discriminator, Field, Tag, model_validator

from pliant.forces.target import ForceSpec
from pliant.problems import FieldError
from pliant.spec import NonNegative, Seconds, Shown, Spec, Velocity, measured


class Gust(Spec):
    """A wind that swells and falls: u(t) = mean + amplitude·sin(2π t/period + phase); `period` in s."""

    positional: ClassVar = ("mean",)

    kind: Literal["gust"] = "gust"
    mean: Velocity
    amplitude: Velocity = (0.0, 0.0, 0.0)
    period: Seconds = 1.0
    phase: Annotated[float, Shown(unit="rad", span=pi)] = 0.0


class Table(Spec):
    """Velocities `values` [m/s] at `times` [s], straight lines between them, constant before and after."""

    positional: ClassVar = ("times", "values")

    kind: Literal["table"] = "table"
    times: Annotated[list[float], Field(min_length=1), measured("s")]
    values: list[Velocity]

    @model_validator(mode="after")
    def _pairs_in_order(self) -> Table:
        if len(self.values) != len(self.times):
            raise FieldError(
                ("values",), f"{len(self.times)} times need as many values, {len(self.values)} given"
            )
        for k, (before, after) in enumerate(zip(self.times, self.times[1:], strict=False), start=1):
            if after <= before:
                raise FieldError(("times", k), f"times must increase, but {after} follows {before}")
        return self


def _form(value: Any) -> str | None:
    if isinstance(value, Gust | Table):
        return value.kind
    if isinstance(value, dict):
        return str(value["kind"]) if "kind" in value else None
    return "constant"


Stream = Annotated[
    Annotated[Velocity, Tag("constant")] | Annotated[Gust, Tag("gust")] | Annotated[Table, Tag("table")],
    Discriminator(_form),
]


class Viscous(ForceSpec):
    """A fluid of `strength` c that moves with `stream` u [m/s]: constant, a `Gust` or a `Table`.

    For `exact` bodies c is per area [kg/(m²·s)], so that the grid does not matter; for the published variants
    it is per node [kg/s], as printed.
    """

    positional: ClassVar = ("strength", "stream")

    kind: Literal["viscous"] = "viscous"
    strength: NonNegative
    stream: Annotated[Stream, Shown("Wind")] = (0.0, 0.0, 0.0)


def stream_at(stream: Any, t: float) -> np.ndarray:
    """The stream's velocity [m/s] at time `t` [s], (3,)."""
    if isinstance(stream, Gust):
        swing = np.sin(2.0 * np.pi * t / stream.period + stream.phase)
        return np.asarray(stream.mean) + swing * np.asarray(stream.amplitude)
    if isinstance(stream, Table):
        values = np.asarray(stream.values)
        return np.array([np.interp(t, stream.times, values[:, axis]) for axis in range(3)])
    return np.asarray(stream, dtype=float)
