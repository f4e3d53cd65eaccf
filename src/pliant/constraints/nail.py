"""A point that is nailed to a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np

from pliant.constraints.joint import Joint, Rows, equal
from pliant.model.place import BodyPoint, SomePoint
from pliant.problems import Path
from pliant.spec import Point


class Nail(Joint):
    """Holds any `point` of a body, also one between nodes, at a `position` [m] (None: where it starts)."""

    positional: ClassVar = ("point", "position")

    kind: Literal["nail"] = "nail"
    point: SomePoint
    position: Point | None = None

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        yield ("point",), self.point

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p[0] if self.position is None else np.array(self.position)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        return equal(p, kept)
