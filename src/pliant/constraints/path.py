"""A point that is led along a path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, ConfigDict, model_validator
from pydantic.json_schema import SkipJsonSchema

from pliant.constraints.joint import SAMPLES, Joint, Rows, equal
from pliant.model.functions import Function, ask, name_of, numbers
from pliant.model.place import BodyPoint, SomePoint
from pliant.problems import FieldError
from pliant.problems import Path as Place
from pliant.shapes.curves import AnyCurve
from pliant.spec import NonNegative, Seconds, Vec3, measured, plain


class Path(Joint):
    """Leads a `point` of a body, or its centre of mass, along a path in time.

    The path is one of three: `positions` [m] at `times` [s]; a `curve` that is run through within so many `seconds`
    from the time `start` [s] on; a `function` of the time [s] that answers with a position (3,) [m], in Python only.
    Before and after it the point rests. Between keys, and along a curve, `ease` says how time passes: "smooth" begins
    and ends each way at rest, "linear" goes at constant speed, and "spline" leads through keys without kinks.
    """

    positional: ClassVar = ("point",)
    model_config = ConfigDict(arbitrary_types_allowed=True)

    kind: Literal["path"] = "path"
    point: SomePoint
    times: Annotated[tuple[NonNegative, ...], BeforeValidator(plain), measured("s")] = ()
    positions: Annotated[tuple[Vec3, ...], BeforeValidator(plain), measured("m")] = ()
    curve: AnyCurve | None = None
    seconds: Seconds | None = None
    start: Annotated[NonNegative, measured("s")] = 0.0
    ease: Literal["smooth", "linear", "spline"] = "smooth"
    function: SkipJsonSchema[Function] | None = None

    @model_validator(mode="after")
    def _leads(self) -> Path:
        given = [bool(self.positions), self.curve is not None, self.function is not None]
        if sum(given) != 1:
            many = "none" if not any(given) else "several"
            raise FieldError(
                ("positions",), f"give one of positions with times, a curve, a function ({many} given)"
            )
        if len(self.times) != len(self.positions):
            raise FieldError(("times",), f"there is one for each of the {len(self.positions)} positions")
        if len(self.positions) == 1:
            raise FieldError(("positions",), "a path has two or more; one is a nail")
        for k, (a, b) in enumerate(zip(self.times, self.times[1:], strict=False)):
            if b == a and self.positions[k] != self.positions[k + 1]:
                raise FieldError(("times", k + 1), f"the path jumps at {a:g} s: give the way there some time")
            if b <= a:
                raise FieldError(("times", k + 1), "must increase")
        if (self.seconds is None) != (self.curve is None):
            raise FieldError(("seconds",), "a curve is run through in so many seconds, and nothing else is")
        if self.ease == "spline" and not self.positions:
            raise FieldError(("ease",), "'spline' is for keys: a curve is one already")
        return self

    def __deepcopy__(self, memo: Any) -> Path:
        """The same: what a function may hold on to is the user's."""
        return self

    def named(self) -> Iterator[tuple[Place, BodyPoint]]:
        yield ("point",), self.point

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        return equal(p, self.at(time)[None])

    def at(self, time: float) -> np.ndarray:
        """Where the point is to be, (3,) [m]."""
        if self.function is not None:
            what = f"the path {name_of(self.function)}"
            return numbers(ask(self.function, what, time), (3,), f"{what} at t = {time:g} s")
        if self.curve is not None:
            assert self.seconds is not None
            w = min(max((time - self.start) / self.seconds, 0.0), 1.0)
            return self.curve.at(np.array([self._eased(w)]))[0]
        times, keys = np.asarray(self.times), np.asarray(self.positions)
        if time <= times[0] or time >= times[-1]:
            return keys[0] if time <= times[0] else keys[-1]
        k = int(np.searchsorted(times, time, side="right") - 1)
        h = times[k + 1] - times[k]
        w = float((time - times[k]) / h)
        if self.ease != "spline":
            return keys[k] + self._eased(w) * (keys[k + 1] - keys[k])
        bends = _bends(times, keys)  # the cubic of which second derivatives are known
        cubic = (1.0 - w) * keys[k] + w * keys[k + 1]
        for v, bend in ((1.0 - w, bends[k]), (w, bends[k + 1])):
            cubic = cubic + (v**3 - v) * h * h / 6.0 * bend
        return cubic

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        """The whole way; of a function nobody knows it before."""
        if self.curve is not None:
            return [self.curve.at(SAMPLES)]
        if not self.positions:
            return []
        times = np.unique(
            np.concatenate([self.times, self.times[0] + SAMPLES * (self.times[-1] - self.times[0])])
        )
        return [np.array([self.at(time) for time in times])]

    def _eased(self, w: float) -> float:
        return w if self.ease == "linear" else w * w * (3.0 - 2.0 * w)


def _bends(times: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Second derivatives at the keys of the spline through them that begins and ends at rest."""
    n, h = len(times), np.diff(times)
    a, b = np.zeros((n, n)), np.zeros((n, 3))
    slopes = np.diff(keys, axis=0) / h[:, None]
    for k in range(n - 1):
        a[k, k] += h[k] / 3.0
        a[k + 1, k + 1] += h[k] / 3.0
        a[k, k + 1] = a[k + 1, k] = h[k] / 6.0
        b[k] += slopes[k]
        b[k + 1] -= slopes[k]
    return np.linalg.solve(a, b)
