"""A curve run through at constant speed: the same points, with nodes spread evenly along its length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from pliant.shapes.shape import ParametricCurve

if TYPE_CHECKING:
    from pliant.shapes.curves import CurveShape

_SAMPLES = 4097  # spacings are then even to about 1e-6 of the length


class Even(ParametricCurve):
    """Any `curve` with its nodes evenly spaced along it."""

    positional: ClassVar = ("curve",)

    kind: Literal["even"] = "even"
    curve: Annotated[CurveShape, Field(discriminator="kind")]

    @property
    def closes(self) -> tuple[bool, ...]:
        """As the curve itself."""
        return self.curve.closes

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        t = np.linspace(0.0, 1.0, _SAMPLES)
        steps = np.linalg.norm(np.diff(self.curve.at(t), axis=0), axis=1)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        return self.curve.at(np.interp(u * along[-1], along, t))


def even(curve: CurveShape) -> Even:
    """The same curve with its nodes evenly spaced along its length."""
    return Even(curve=curve)
