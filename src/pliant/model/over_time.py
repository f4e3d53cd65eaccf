"""Numbers and vectors that change with time: how large a load is, or where something goes.

Each is a constant, a table of `Keys`, or in Python a function of the time [s].
"""

from __future__ import annotations

from math import pi
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator
from pydantic.json_schema import SkipJsonSchema

from pliant.model.functions import Function, OfPython, ask, name_of, numbers
from pliant.problems import FieldError
from pliant.spec import Spec, Vec3, measured, plain

Ease = Literal["linear", "smooth", "gentle", "step"]
_EASES = {
    "linear": lambda w: w,
    "smooth": lambda w: w * w * (3.0 - 2.0 * w),
    "gentle": lambda w: 0.5 - 0.5 * np.cos(pi * w),
    "step": lambda w: 0.0 * w,
}


class Keys(Spec):
    """`values` at `times` [s], numbers or vectors; constant before the first and after the last.

    Between two of them `ease` goes "linear", "smooth" (at rest at each, w²(3 − 2w)), "gentle" (a half wave of a
    cosine), or as a "step", which keeps each until the next. With `repeat` the table begins anew when it is over.
    """

    positional: ClassVar = ("times", "values")

    kind: Literal["keys"] = "keys"
    times: Annotated[tuple[float, ...], Field(min_length=1), BeforeValidator(plain), measured("s")]
    values: Annotated[tuple[float, ...] | tuple[Vec3, ...], Field(min_length=1), BeforeValidator(plain)]
    ease: Ease = "linear"
    repeat: bool = False

    @model_validator(mode="after")
    def _in_order(self) -> Keys:
        if len(self.values) != len(self.times):
            raise FieldError(("values",), f"there is one for each of the {len(self.times)} times")
        for k, (before, after) in enumerate(zip(self.times, self.times[1:], strict=False), start=1):
            if after <= before:
                raise FieldError(("times", k), f"times must increase, but {after} follows {before}")
        if self.repeat and len(self.times) < 2:
            raise FieldError(("repeat",), "what begins anew needs two times at least")
        return self

    def at(self, time: float) -> np.ndarray:
        """() or (3,)."""
        times, values = np.asarray(self.times), np.asarray(self.values)
        if self.repeat:
            time = times[0] + (time - times[0]) % (times[-1] - times[0])
        k = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 1))
        if time <= times[0] or k == len(times) - 1:
            return values[k]
        w = _EASES[self.ease]((time - times[k]) / (times[k + 1] - times[k]))
        return values[k] + w * (values[k + 1] - values[k])


class OfTime(OfPython):
    """What a `function` of the time [s] answers."""

    kind: Literal["function"] = "function"
    function: Function

    @model_validator(mode="before")
    @classmethod
    def _wrapped(cls, value: Any) -> Any:
        return {"function": value} if callable(value) else value


def _form(value: Any) -> str:
    if isinstance(value, Keys | OfTime):
        return value.kind
    if isinstance(value, dict):
        return str(value.get("kind", "keys"))
    return "function" if callable(value) else "constant"


_Keys = Annotated[Keys, Tag("keys")]
_Function = SkipJsonSchema[Annotated[OfTime, Tag("function")]]
Number = Annotated[Annotated[float, Tag("constant")] | _Keys | _Function, Discriminator(_form)]
Vector = Annotated[Annotated[Vec3, Tag("constant")] | _Keys | _Function, Discriminator(_form)]


def value_at(course: Any, time: float, shape: tuple[int, ...], what: str) -> np.ndarray:
    """A `Number`, shape (), or a `Vector`, (3,), at a time [s]; `what` names it in errors."""
    if isinstance(course, Keys):
        return numbers(course.at(time), shape, what)
    if isinstance(course, OfTime):
        what = f"{what}, by {name_of(course.function)},"
        return numbers(ask(course.function, what, time), shape, f"{what} at t = {time:g} s")
    return np.asarray(course, dtype=float)


def check_shape(course: Any, field: str, *, vector: bool) -> None:
    """Refuses keys of numbers where vectors are wanted, and the other way round."""
    if isinstance(course, Keys) and isinstance(course.values[0], tuple) != vector:
        raise FieldError(
            (field, "values"), "vectors are wanted here" if vector else "numbers are wanted here"
        )
