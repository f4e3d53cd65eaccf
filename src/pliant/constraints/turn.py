"""Nodes that are turned about an axis and shifted together, as a motor or a vice on a lathe does."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.constraints.joint import Rows, equal
from pliant.constraints.of_nodes import JointOfNodes, unit
from pliant.problems import FieldError
from pliant.shapes.pose import rotation_matrix
from pliant.spec import NonNegative, Point, Vec3, measured, plain


class Turn(JointOfNodes):
    """Turns points together about an `axis` through a `center` [m], by `angles` [rad] at `times` [s] from their start.

    `shifts` [m], one for each time, move them besides. Between keys motion begins and ends at rest.
    """

    positional: ClassVar = ("body", "axis")

    kind: Literal["turn"] = "turn"
    axis: Vec3
    center: Point = (0.0, 0.0, 0.0)
    times: Annotated[tuple[NonNegative, ...], Field(min_length=1), BeforeValidator(plain), measured("s")]
    angles: Annotated[tuple[float, ...], BeforeValidator(plain), measured("rad")]
    shifts: Annotated[tuple[Vec3, ...], BeforeValidator(plain), measured("m")] = ()

    @model_validator(mode="after")
    def _in_order(self) -> Turn:
        unit(self.axis, "axis")
        if len(self.angles) != len(self.times):
            raise FieldError(("angles",), f"there is one for each of the {len(self.times)} times")
        if self.shifts and len(self.shifts) != len(self.times):
            raise FieldError(("shifts",), f"there is one for each of the {len(self.times)} times")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise FieldError(("times",), "must increase")
        return self

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        k = int(np.clip(np.searchsorted(self.times, time, side="right") - 1, 0, max(len(self.times) - 2, 0)))
        last = min(k + 1, len(self.times) - 1)
        span = self.times[last] - self.times[k]
        w = min(max((time - self.times[k]) / span, 0.0), 1.0) if span else 0.0
        w = w * w * (3.0 - 2.0 * w)
        angle = (1.0 - w) * self.angles[k] + w * self.angles[last]
        turned = (kept - self.center) @ rotation_matrix(angle * unit(self.axis, "axis")).T + self.center
        if self.shifts:
            turned = turned + (1.0 - w) * np.array(self.shifts[k]) + w * np.array(self.shifts[last])
        return equal(p, turned)

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        axis = unit(self.axis, "axis")
        middle = self.center + ((p.mean(axis=0) - self.center) @ axis) * axis
        return [middle + 0.3 * size * np.outer((-1.0, 1.0), axis)]
