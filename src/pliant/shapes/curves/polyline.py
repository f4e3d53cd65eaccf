"""Straight segments from corner to corner, with nodes spread evenly over the whole length.

A corner gets a node only if the even spacing happens to meet it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.shapes.fields import ControlPoints, check_apart
from pliant.shapes.shape import ParametricCurve
from pliant.spec import Shown


class Polyline(ParametricCurve):
    """Segments through `corners` [m]; `closed` adds the one from the last corner back to the first."""

    positional: ClassVar = ("corners",)

    kind: Literal["polyline"] = "polyline"
    corners: Annotated[ControlPoints, Field(min_length=2), Shown(item="Corner")]
    closed: bool = False

    @model_validator(mode="after")
    def _has_length(self) -> Polyline:
        check_apart(self.corners, "corners")
        return self

    @property
    def closes(self) -> tuple[bool, ...]:
        """Closed if it was told to be."""
        return (self.closed,)

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        corners = np.asarray([*self.corners, self.corners[0]] if self.closed else self.corners)
        lengths = np.linalg.norm(np.diff(corners, axis=0), axis=1)
        along = np.concatenate([[0.0], np.cumsum(lengths)])
        at = u * along[-1]
        return np.stack([np.interp(at, along, corners[:, k]) for k in range(3)], axis=-1)


def polyline(corners: Sequence[Sequence[float]] | np.ndarray, closed: bool = False) -> Polyline:
    """Straight segments through `corners` [m]."""
    return Polyline(corners=corners, closed=closed)
