"""A helix: x(u) = center + r cos θ U + r sin θ V + (u − ½)·turns·pitch·W, with θ = 2π·turns·u and W = U × V."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.fields import check_spans, frame
from pliant.shapes.shape import ParametricCurve
from pliant.spec import Length, Point, Positive, Vec3, measured


class Helix(ParametricCurve):
    """A helix of `radius` [m] that rises by `pitch` [m] in each of its `turns`, about the axis u × v.

    It is centred on `center` [m]. A negative pitch makes it left-handed.
    """

    positional: ClassVar = ("radius", "pitch", "turns")

    kind: Literal["helix"] = "helix"
    radius: Length = 0.5
    pitch: Annotated[float, measured("m")] = 0.25
    turns: Positive = 4.0
    center: Point = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _rises(self) -> Helix:
        check_spans(self.u, self.v)
        if self.pitch == 0.0:
            raise FieldError(("pitch",), "a helix that does not rise is a circle; use kind: circle")
        return self

    def at(self, u: np.ndarray) -> np.ndarray:
        """Positions [m], shape (K, 3)."""
        U, V, W = frame(self.u, self.v)
        theta = (2.0 * np.pi * self.turns * u)[:, None]
        rise = ((u - 0.5) * self.turns * self.pitch)[:, None]
        return np.asarray(self.center) + self.radius * (np.cos(theta) * U + np.sin(theta) * V) + rise * W


def helix(radius: float = 0.5, pitch: float = 0.25, turns: float = 4.0, **options) -> Helix:
    """A helix about the z axis: `radius` and `pitch` (the rise in one turn) in metres."""
    return Helix(radius=radius, pitch=pitch, turns=turns, **options)
