"""Velocities of a fluid that streams past bodies: what a `Viscous` force takes as its `stream`.

To add one, write a file with its spec and put that into `Stream` (`viscous.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from math import pi
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.problems import FieldError
from pliant.spec import Seconds, Shown, Spec, Velocity, measured


class StreamSpec(Spec):
    """A velocity field u(x, t) [m/s]; one that is `uniform` has the same velocity everywhere."""

    uniform: ClassVar[bool] = False

    @abstractmethod
    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        """The velocities [m/s] at points (n, 3) [m] and a time [s], (n, 3); of a uniform stream (3,)."""


class Gust(StreamSpec):
    """A wind that swells and falls: u(t) = mean + amplitude·sin(2π t/period + phase); `period` in s."""

    positional: ClassVar = ("mean",)
    uniform: ClassVar = True

    kind: Literal["gust"] = "gust"
    mean: Velocity
    amplitude: Velocity = (0.0, 0.0, 0.0)
    period: Seconds = 1.0
    phase: Annotated[float, Shown(unit="rad", span=pi)] = 0.0

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        swing = np.sin(2.0 * np.pi * time / self.period + self.phase)
        return np.asarray(self.mean) + swing * np.asarray(self.amplitude)


class Table(StreamSpec):
    """Velocities `values` [m/s] at `times` [s], straight lines between them, constant before and after."""

    positional: ClassVar = ("times", "values")
    uniform: ClassVar = True

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

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        values = np.asarray(self.values)
        return np.array([np.interp(time, self.times, values[:, axis]) for axis in range(3)])
