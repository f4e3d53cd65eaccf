"""A stream that is sampled: velocities on a grid in space, and in time if it changes.

Between the points of the grid velocities are linear along every axis, and so they are between two times; beyond the
grid stands what its nearest point has, before the first time and after the last what they have.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.forces.streams import StreamSpec
from pliant.model.arrays import Places
from pliant.problems import FieldError
from pliant.spec import Point, Shown, measured, plain


class SampledStream(StreamSpec):
    """Velocities `values` [m/s] on a grid from `low` to `high` [m], at `times` [s] if there are any.

    In Python they may be an array (i, j, k, 3), or (times, i, j, k, 3). In files they are rows of three in that
    order, with the numbers of points along x, y and z in `counts`.
    """

    positional: ClassVar = ("values", "low", "high", "times")

    kind: Literal["sampled"] = "sampled"
    values: Annotated[Places, Shown(unit="m/s")]
    low: Point
    high: Point
    times: Annotated[tuple[float, ...], BeforeValidator(plain), measured("s")] = ()
    counts: Annotated[tuple[int, int, int], Field()] | None = None

    @model_validator(mode="before")
    @classmethod
    def _as_rows(cls, data: Any) -> Any:
        if not isinstance(data, dict) or isinstance(data.get("values"), str):
            return data
        try:
            values = np.asarray(data.get("values"), dtype=float)
        except (TypeError, ValueError):
            return data
        if values.ndim in (4, 5) and values.shape[-1] == 3:
            data = {**data, "values": values.reshape(-1, 3), "counts": values.shape[-4:-1]}
        return data

    @model_validator(mode="after")
    def _fits(self) -> SampledStream:
        if self.counts is None:
            raise FieldError(("counts",), "rows of velocities need the numbers of points along x, y and z")
        if min(self.counts) < 1:
            raise FieldError(("counts",), f"must be 1 or more (given: {list(self.counts)})")
        for axis, count in enumerate(self.counts):
            if not (self.high[axis] > self.low[axis] or (count == 1 and self.high[axis] == self.low[axis])):
                raise FieldError(("high", axis), f"must be more than low ({self.low[axis]:g} m)")
        wanted = int(np.prod(self.counts)) * max(len(self.times), 1)
        if len(self.values) != wanted:
            what = f"{' × '.join(map(str, self.counts))} points" + (
                f" at {len(self.times)} times" if len(self.times) else ""
            )
            raise FieldError(("values",), f"{what} are {wanted} velocities, {len(self.values)} given")
        for k, (before, after) in enumerate(zip(self.times, self.times[1:], strict=False), start=1):
            if after <= before:
                raise FieldError(("times", k), f"times must increase, but {after} follows {before}")
        return self

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        assert self.counts is not None
        table = np.asarray(self.values).reshape(-1, *self.counts, 3)
        k, share = _between(np.array([time]), np.asarray(self.times)) if len(self.times) > 1 else ([0], [0.0])
        now = table[k[0]]
        if share[0] > 0.0:
            now = (1.0 - share[0]) * now + share[0] * table[k[0] + 1]
        places, shares = [], []
        for axis, count in enumerate(self.counts):
            at, part = _between(points[:, axis], np.linspace(self.low[axis], self.high[axis], count))
            places.append(at)
            shares.append(part)
        found = np.zeros((len(points), 3))
        for corner in np.ndindex(2, 2, 2):
            index = tuple(
                np.minimum(at + end, count - 1)
                for at, end, count in zip(places, corner, self.counts, strict=True)
            )
            weight = np.prod([s if end else 1.0 - s for s, end in zip(shares, corner, strict=True)], axis=0)
            found += weight[:, None] * now[index]
        return found


def _between(values: np.ndarray, marks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mark before each value, and how far it is on the way to the next, 0 to 1."""
    if len(marks) < 2:
        return np.zeros(len(values), dtype=np.int64), np.zeros(len(values))
    k = np.clip(np.searchsorted(marks, values, side="right") - 1, 0, len(marks) - 2)
    return k, np.clip((values - marks[k]) / (marks[k + 1] - marks[k]), 0.0, 1.0)
