"""Loads: forces on chosen nodes, faces or matter, as large as time has it.

    f_i = s_i q(t) ,   E = −Σ f_i·x_i                                                                          (1)

with the shares s_i of the nodes: of a force as a `whole` they sum to one, by area as far as the nodes have faces
between them; per `node` they are one; per `area` those of the faces (per length, of a curve, of its segments) whose
corners are all chosen; per `mass` the masses. Areas are those at rest, and directions stay: a pressure, which follows
what it presses, is in `pressure`. Within a step (1) is an energy, so that it is part of what a step makes least; what
it does is work from outside, and nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.errors import PliantError
from pliant.forces.exposure import CurveExposure
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.over_time import Vector, check_shape, value_at
from pliant.model.protocols import StepContext, changed
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.spec import Shown

_UNITS = {"by": "per", "whole": "N", "node": "N", "area": "Pa", "mass": "m/s²", "": "N"}


class Load(ForceSpec):
    """A `force` on the chosen nodes: as a `whole` [N], per `node` [N], per `area` [Pa] or per `mass` [m/s²].

    Of curves, that per area is per length [N/m]. It is a vector, `Keys` over time, or in Python a function of the time.
    """

    positional: ClassVar = ("force", "per")

    kind: Literal["load"] = "load"
    force: Annotated[Vector, Shown("Force", unit="N")]
    per: Literal["whole", "node", "area", "mass"] = "whole"

    @model_validator(mode="after")
    def _of_vectors(self) -> Load:
        check_shape(self.force, "force", vector=True)
        return self

    def build(self, body: ForcedBody) -> Acting:
        shares = self._shares(body)
        there = shares > 0.0
        return Acting(
            loads=(
                DeadLoad(body.layout, body.nodes[there], shares[there], self.force, f"the load {self.id!r}"),
            )
        )

    def _shares(self, body: ForcedBody) -> np.ndarray:
        """s_i of (1), (k,)."""
        count = len(body.nodes)
        if self.per == "node":
            return np.ones(count)
        if self.per == "mass":
            return body.mass[body.nodes]
        area = _areas(body)[body.nodes]
        if self.per == "whole":
            return area / area.sum() if area.any() else np.full(count, 1.0 / max(count, 1))
        if not area.any():
            raise PliantError(
                f"the load {self.id!r} is per area, but no face of {body.name!r} has all of its corners among the "
                "chosen nodes: choose whole faces, or give the load as a whole or per node"
            )
        return area


def _areas(body: ForcedBody) -> np.ndarray:
    """What the chosen faces, or the chosen segments of a curve, give to their corners, (P,) [m²] or [m]."""
    if (body.chosen[body.layout.nodes] > 0.0).all():
        return body.exposure.area
    parts = body.exposure.edges if isinstance(body.exposure, CurveExposure) else body.triangles
    parts = parts[(body.chosen[parts] > 0.0).all(axis=1)]
    x, area = body.positions[:, parts], body.layout.zeros()
    if parts.shape[1] == 2:
        size = np.linalg.norm(x[..., 1] - x[..., 0], axis=0)
    else:
        size = 0.5 * np.linalg.norm(np.cross(x[..., 1] - x[..., 0], x[..., 2] - x[..., 0], axis=0), axis=0)
    for column in parts.T:
        np.add.at(area, column, size / parts.shape[1])
    return area


@dataclass
class DeadLoad:
    """(1): forces on nodes (k,) with shares (k,) that keep their direction."""

    layout: Layout
    nodes: np.ndarray
    shares: np.ndarray
    course: Any
    cause: str
    time: float = 0.0
    force: np.ndarray | None = None  # (3,) at that time

    pattern = ()
    works = True

    def at(self, time: float, memory: Any) -> DeadLoad:
        return changed(self, time=time, force=value_at(self.course, time, (3,), self.cause))

    def freeze(self, step: StepContext) -> DeadLoad:
        return self.at(step.time, step.memory)

    def _now(self) -> np.ndarray:
        return value_at(self.course, self.time, (3,), self.cause) if self.force is None else self.force

    def loads(self) -> list[tuple[np.ndarray, np.ndarray]]:
        return [(self.nodes, self._now()[:, None] * self.shares)]

    def stored(self, x: np.ndarray) -> float:
        return 0.0  # what it does is work

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        forces = self._now()[:, None] * self.shares
        out[:, self.nodes] -= forces
        return -float(np.sum(forces * x[:, self.nodes]))

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None: ...
