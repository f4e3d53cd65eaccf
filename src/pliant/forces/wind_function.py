"""A stream that is a function in Python: velocities [m/s] (n, 3) at points (n, 3) [m] and a time [s].

    pl.Viscous(0.5, lambda points, time: np.cross((0, 0, 2.0), points))

It is asked once a step (explicit schemes: at every evaluation) about all nodes of a body. For a run to be repeatable it
must depend on nothing but its arguments. No file can hold it: scenes with one cannot be saved or checkpointed
(`scene.write.require_writable`); recordings keep its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import ConfigDict, Tag, field_serializer, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from pliant.errors import PliantError
from pliant.forces.streams import StreamSpec


class WindFunction(StreamSpec):
    """What a function makes of points and time."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    kind: Literal["function"] = "function"
    function: Callable[[np.ndarray, float], Any]

    @model_validator(mode="before")
    @classmethod
    def _wrapped(cls, value: Any) -> Any:
        return {"function": value} if callable(value) else value

    @field_validator("function", mode="before")
    @classmethod
    def _is_one(cls, value: Any) -> Any:
        if not callable(value):
            raise ValueError(f"a wind that is a function can only be given in Python (given: {value!r})")
        return value

    @field_serializer("function")
    def _name(self, function: Any) -> str:
        return getattr(function, "__qualname__", type(function).__qualname__)

    def __deepcopy__(self, memo: Any) -> WindFunction:
        """The same: what it may hold on to is the user's."""
        return self

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        name = self._name(self.function)
        try:
            velocities = np.broadcast_to(np.asarray(self.function(points, time), dtype=float), points.shape)
        except Exception as error:  # it is the user's
            raise PliantError(
                f"the wind {name}(points {points.shape}, time) gave no velocities {points.shape}: {error}"
            ) from error
        wrong = np.flatnonzero(~np.isfinite(velocities).all(axis=1))
        if len(wrong):
            there = f"at {points[wrong[0]].tolist()} m and t = {time:g} s"
            raise PliantError(f"the wind {name} is {velocities[wrong[0]].tolist()} m/s {there}")
        return velocities


# In the union of streams; forms do not offer it, and editors do not take it.
FunctionOfPython = SkipJsonSchema[Annotated[WindFunction, Tag("function")]]
