"""Two points that stay together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np

from pliant.constraints.joint import Joint, Rows
from pliant.model.place import BodyPoint, SomePoint
from pliant.problems import Path


class Join(Joint):
    """Keeps two points `a` and `b` together, of two bodies or of one: a ball joint."""

    positional: ClassVar = ("a", "b")

    together: ClassVar = True

    kind: Literal["join"] = "join"
    a: SomePoint
    b: SomePoint

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        yield ("a",), self.a
        yield ("b",), self.b

    @property
    def holds(self) -> bool:
        return False

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        return [p]  # as long as it is not met

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        eye = np.eye(3)
        return Rows(p[0] - p[1], np.stack([eye, -eye], axis=1))
