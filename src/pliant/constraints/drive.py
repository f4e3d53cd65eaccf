"""Nodes that go a prescribed way: they are pinned, and their places are

    x(t) = R(r(t)) (x⁰ − c) + c + s(t)                                                                       (1)

from where they start, with a displacement s, a rotation vector r and a point c; or those that were given, straight on
between two times.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, model_validator

from pliant.model.arrays import Places
from pliant.model.over_time import Vector, check_shape, value_at
from pliant.model.selection import Selection
from pliant.problems import FieldError
from pliant.shapes.pose import rotation_matrix
from pliant.spec import Point, Shown, measured, plain


class Drive(Selection):
    """Moves the chosen nodes of `body`, or all, along a prescribed way: exactly, as pins that move.

    `shift` [m] displaces them from where they start and `turn`, a rotation vector [rad], turns them `about` a point
    [m] (None: their middle): vectors, `Keys` over time, or in Python functions of the time; both begin with zero. Or
    `positions` (times, nodes, 3) [m] of the chosen nodes, such as those of a recording, say where they are at `times`
    [s]: of these the change from the first ones is taken.
    """

    positional: ClassVar = ("body", "shift", "turn")

    kind: Literal["drive"] = "drive"
    id: str = ""
    body: str
    shift: Annotated[Vector, Shown(unit="m")] = (0.0, 0.0, 0.0)
    turn: Annotated[Vector, Shown(unit="rad")] = (0.0, 0.0, 0.0)
    about: Point | None = None
    positions: Annotated[Places | None, measured("m")] = None
    times: Annotated[tuple[float, ...], BeforeValidator(plain), measured("s")] = ()

    @model_validator(mode="before")
    @classmethod
    def _as_rows(cls, data: Any) -> Any:
        if isinstance(data, dict) and getattr(data.get("positions"), "ndim", 0) == 3:
            data = {**data, "positions": np.asarray(data["positions"], dtype=float).reshape(-1, 3)}
        return data

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Drive:
        for name in ("shift", "turn"):
            check_shape(getattr(self, name), name, vector=True)
            if self.way(name, 0.0).any():
                raise FieldError(
                    (name,), "begins with a jump: it must be zero at t = 0; start the body there instead"
                )
        if (self.positions is None) != (not self.times):
            raise FieldError(("times",), "positions need times, and times need positions")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise FieldError(("times",), "must increase")
        if self.positions is not None and len(self.positions) % len(self.times):
            raise FieldError(
                ("positions",), f"{len(self.positions)} places are not as many for each of the times"
            )
        return self

    def way(self, name: str, time: float) -> np.ndarray:
        """`shift` or `turn` at a time, (3,)."""
        return value_at(getattr(self, name), time, (3,), f"the {name} of the drive {self.id!r}")

    def places(self, start: np.ndarray, time: float, points: np.ndarray | None = None) -> np.ndarray:
        """Where nodes are at a time that start at (n, 3); or `points` (k, 3) that go with them."""
        if self.positions is not None:
            start = start + self._change(time, len(start))
        about = start.mean(axis=0) if self.about is None else np.asarray(self.about, dtype=float)
        start = start if points is None else points
        turn = self.way("turn", time)
        if turn.any():
            start = (start - about) @ rotation_matrix(tuple(turn)).T + about
        return start + self.way("shift", time)

    def _change(self, time: float, count: int) -> np.ndarray:
        frames, times = np.asarray(self.positions).reshape(len(self.times), -1, 3), np.asarray(self.times)
        if frames.shape[1] != count:
            raise ValueError(f"positions of {frames.shape[1]} nodes are given, and {count} are chosen")
        k = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 1))
        now = frames[k]
        if times[0] < time and k < len(times) - 1:
            w = (time - times[k]) / (times[k + 1] - times[k])
            now = now + w * (frames[k + 1] - now)
        return now - frames[0]

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)
