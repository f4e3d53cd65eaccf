"""A shape gone through deformers: one model per dimension, since a curve bends into a curve.

A deformer that is not told its range takes the box around what it is given. That box is found on a fixed fine
sample of the shape, not on the body's nodes, so that the resolution does not change the shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from pliant.errors import Problem, SceneError
from pliant.shapes.deformers import AnyDeformer, Deformer
from pliant.shapes.shape import (
    ParametricCurve,
    ParametricSolid,
    ParametricSurface,
    Shape,
    bounds_of,
    sampled,
)

if TYPE_CHECKING:
    from pliant.shapes.curves import CurveShape
    from pliant.shapes.solids import SolidShape
    from pliant.shapes.surfaces import SurfaceShape

By = Annotated[tuple[AnyDeformer, ...], Field(min_length=1)]


class DeformedCurve(ParametricCurve):
    """A curve `shape` that the deformers in `by` move, the first of them first."""

    positional: ClassVar = ("shape", "by")

    kind: Literal["deformed"] = "deformed"
    shape: Annotated[CurveShape, Field(discriminator="kind")]
    by: By

    @property
    def closes(self) -> tuple[bool, ...]:
        """As the shape itself."""
        return self.shape.closes

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        return _moved(self.shape, self.by, u)

    def __or__(self, deformer: Deformer) -> DeformedCurve:
        return DeformedCurve(shape=self.shape, by=(*self.by, deformer))


class DeformedSurface(ParametricSurface):
    """A surface `shape` that the deformers in `by` move, the first of them first."""

    positional: ClassVar = ("shape", "by")

    kind: Literal["deformed"] = "deformed"
    shape: Annotated[SurfaceShape, Field(discriminator="kind")]
    by: By

    @property
    def closes(self) -> tuple[bool, ...]:
        """As the shape itself."""
        return self.shape.closes

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        return _moved(self.shape, self.by, s, t)

    def __or__(self, deformer: Deformer) -> DeformedSurface:
        return DeformedSurface(shape=self.shape, by=(*self.by, deformer))


class DeformedSolid(ParametricSolid):
    """A solid `shape` that the deformers in `by` move, the first of them first."""

    positional: ClassVar = ("shape", "by")

    kind: Literal["deformed"] = "deformed"
    shape: Annotated[SolidShape, Field(discriminator="kind")]
    by: By

    @property
    def closes(self) -> tuple[bool, ...]:
        """As the shape itself."""
        return self.shape.closes

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        return _moved(self.shape, self.by, s, t, w)

    def __or__(self, deformer: Deformer) -> DeformedSolid:
        return DeformedSolid(shape=self.shape, by=(*self.by, deformer))


def _moved(shape: Shape, by: tuple[Deformer, ...], *axes: np.ndarray) -> np.ndarray:
    points, sample = shape.at(*axes), sampled(shape)
    for k, deformer in enumerate(by):
        bounds = bounds_of(sample)
        try:
            points, sample = deformer.moved(points, bounds), deformer.moved(sample, bounds)
        except SceneError as error:
            raise SceneError([Problem(f"by[{k}]", error.problems[0].message)]) from None
    return points
