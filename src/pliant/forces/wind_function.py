"""A stream that is a function in Python: velocities [m/s] (n, 3) at points (n, 3) [m] and a time [s].

    pl.Viscous(0.5, lambda points, time: np.cross((0, 0, 2.0), points))

It is asked once a step (explicit schemes: at every evaluation) about all nodes of a body; see `functions`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Tag, model_validator
from pydantic.json_schema import SkipJsonSchema

from pliant.forces.streams import StreamSpec
from pliant.model.functions import Function, OfPython, ask, name_of, numbers


class WindFunction(OfPython, StreamSpec):
    """What a function makes of points and time."""

    kind: Literal["function"] = "function"
    function: Function

    @model_validator(mode="before")
    @classmethod
    def _wrapped(cls, value: Any) -> Any:
        return {"function": value} if callable(value) else value

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        what = f"the wind {name_of(self.function)}"
        return numbers(ask(self.function, what, points, time), points.shape, f"{what} at t = {time:g} s")


# In the union of streams; forms do not offer it, and editors do not take it.
FunctionOfPython = SkipJsonSchema[Annotated[WindFunction, Tag("function")]]
