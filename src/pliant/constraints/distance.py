"""Points that keep their distance, and edges and normals that keep a direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, model_validator

from pliant.constraints.joint import Joint, Rows
from pliant.constraints.of_nodes import across, unit
from pliant.model.place import BodyPoint, SomePoint
from pliant.problems import FieldError, Path
from pliant.spec import Length, NonNegative, Vec3, measured, plain


class Distance(Joint):
    """Keeps two points `a` and `b` at a distance of `length` [m] (None: that at the start): a rod without mass."""

    positional: ClassVar = ("a", "b", "length")

    kind: Literal["distance"] = "distance"
    a: SomePoint
    b: SomePoint
    length: Length | None = None

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        yield ("a",), self.a
        yield ("b",), self.b

    @property
    def holds(self) -> bool:
        return False

    def begin(self, p: np.ndarray) -> np.ndarray:
        away = np.linalg.norm(p[0] - p[1])
        if not away > 0.0:
            raise ValueError(
                "its points are at one place, so that their distance has no direction: use a join"
            )
        return np.array([away if self.length is None else self.length])

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        d = p[0] - p[1]
        away = np.linalg.norm(d)
        n = d / max(away, 1e-300)
        return Rows(away - kept, np.stack([n, -n])[None])

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        return [p]


class Direction(Joint):
    """Keeps the edge from `a` to `b` along a direction, or with a point `c` the normal of the triangle of all three.

    `directions` are those that it is led through at `times` [s]; one is kept, none is that at the start. Only their
    directions count, and the edge may still slide and change its length.
    """

    positional: ClassVar = ("a", "b", "directions")

    kind: Literal["direction"] = "direction"
    a: SomePoint
    b: SomePoint
    c: SomePoint | None = None
    directions: Annotated[tuple[Vec3, ...], BeforeValidator(plain)] = ()
    times: Annotated[tuple[NonNegative, ...], BeforeValidator(plain), measured("s")] = ()

    @model_validator(mode="after")
    def _leads(self) -> Direction:
        for k, one in enumerate(self.directions):
            try:
                unit(one, "directions")
            except FieldError:
                raise FieldError(("directions", k), "must not be zero") from None
        if len(self.times) != (len(self.directions) if len(self.directions) > 1 else 0):
            raise FieldError(("times",), "there is one for each of two directions or more")
        for k, (one, two) in enumerate(zip(self.times, self.times[1:], strict=False)):
            if two <= one:
                raise FieldError(("times", k + 1), "must increase")
            if np.dot(unit(self.directions[k], ""), unit(self.directions[k + 1], "")) < -0.999:
                raise FieldError(("directions", k + 1), "is opposite to the one before: say which way round")
        return self

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        yield ("a",), self.a
        yield ("b",), self.b
        if self.c is not None:
            yield ("c",), self.c

    def begin(self, p: np.ndarray) -> np.ndarray:
        along = np.cross(p[1] - p[0], p[2] - p[0]) if self.c is not None else p[1] - p[0]
        if not np.linalg.norm(along) > 0.0:
            raise ValueError("its points are at one place or in a line, which has no direction")
        return along / np.linalg.norm(along)

    def _at(self, time: float, kept: np.ndarray) -> np.ndarray:
        if not self.directions:
            return kept
        each = np.array([unit(one, "directions") for one in self.directions])
        if len(each) == 1:
            return each[0]
        k = int(np.clip(np.searchsorted(self.times, time) - 1, 0, len(each) - 2))
        w = float(np.clip((time - self.times[k]) / (self.times[k + 1] - self.times[k]), 0.0, 1.0))
        w = w * w * (3.0 - 2.0 * w)
        angle = np.arccos(np.clip(each[k] @ each[k + 1], -1.0, 1.0))
        if angle < 1e-9:
            return each[k]
        both = np.sin((1.0 - w) * angle) * each[k] + np.sin(w * angle) * each[k + 1]
        return both / np.linalg.norm(both)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        d = self._at(time, kept)
        if self.c is not None:
            zero = np.zeros(3)
            return Rows(
                np.array([d @ (p[1] - p[0]), d @ (p[2] - p[0])]), np.array([[-d, d, zero], [-d, zero, d]])
            )
        normals = across(d)
        return Rows(normals @ (p[1] - p[0]), np.stack([-normals, normals], axis=1))

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        if self.c is None:
            return [p]
        normal = np.cross(p[1] - p[0], p[2] - p[0])
        normal /= max(float(np.linalg.norm(normal)), 1e-300)
        return [p.mean(axis=0) + 0.1 * size * np.outer((0.0, 1.0), normal)]
