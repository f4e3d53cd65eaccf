"""Pressure on the faces of a body, which follows them: f = p A n.

On a closed surface it derives from E = −pV. On an open one V is the volume of the cone over it with a fixed apex o,

    V = ⅙ Σ (a − o)·((b − o) × (c − o)) ,   E = −p (V + r·x) ,                                                (1)

whose sides, over the rim, must not be pressed on: r are the forces that take that away. They are on the nodes of the
rim, where they depend on its place alone; they are taken where the step leads to as far as is known when it begins.
Where the rim is held nothing depends on them, and the pressure derives from an energy exactly.

A gas has P·V = N with its amount N = nRT [J], for which the surface has to be closed: E = −N ln V, p = N/V.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.errors import PliantError
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.over_time import Number, check_shape, value_at
from pliant.model.protocols import StepContext, changed
from pliant.numerics.boundary import is_closed, merged
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.problems import FieldError
from pliant.spec import Shown

_CRUSHED = 0.05  # of the volume at rest: a gas presses no more than as if it had this


class Pressure(ForceSpec):
    """A `pressure` [Pa] on the chosen faces of a body, along their normals; of what is closed, from within.

    Faces count if all of their corners are chosen. Surfaces on grids are pressed along x₁ × x₂, meshes along the
    normals of their triangles; a negative pressure turns that round. Instead of a pressure `gas` [J] is an amount nRT
    of gas inside, which presses the less the larger the volume is: for that the surface has to be closed.
    """

    positional: ClassVar = ("pressure",)

    kind: Literal["pressure"] = "pressure"
    pressure: Annotated[Number, Shown("Pressure", unit="Pa")] = 0.0
    gas: Annotated[float, Field(gt=0), Shown("Gas inside", unit="J", none="none")] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Pressure:
        check_shape(self.pressure, "pressure", vector=False)
        if self.gas is not None and self.pressure != 0.0:
            raise FieldError(("gas",), "give either a pressure or an amount of gas")
        return self

    def build(self, body: ForcedBody) -> Acting:
        faces = body.faces()
        if not len(faces):
            raise PliantError(
                f"the pressure {self.id!r} finds no face of {body.name!r} with all corners chosen; a curve has none"
            )
        whole = merged(faces, list(body.ties), body.layout.size)
        closed = is_closed(whole)
        if self.gas is not None and not closed:
            raise PliantError(
                f"the gas {self.id!r} would leak out of {body.name!r}: its surface has holes, or is not chosen as a "
                "whole. Close it, or give a pressure"
            )
        faces = np.ascontiguousarray(faces, dtype=np.int32)
        volume = cone_volume(
            body.positions, faces, body.positions[:, faces[0, 0]].copy(), body.layout.zeros(3)
        )
        if closed and volume < 0.0:  # wound inwards
            faces, volume = np.ascontiguousarray(faces[:, [0, 2, 1]]), -volume
        what = f"the pressure {self.id!r}"
        return Acting(
            loads=(PressureLoad(body.layout, faces, self.pressure, self.gas, abs(volume), closed, what),)
        )


@kernel
def cone_volume(x, faces, o, gradient):
    """V of (1) over faces (n, 3) and o (3,); adds ∂V/∂x to the gradient."""
    total = 0.0
    for f in range(faces.shape[0]):
        for k in range(3):
            a, b, c = faces[f, k], faces[f, (k + 1) % 3], faces[f, (k + 2) % 3]
            bx, by, bz = x[0, b] - o[0], x[1, b] - o[1], x[2, b] - o[2]
            cx, cy, cz = x[0, c] - o[0], x[1, c] - o[1], x[2, c] - o[2]
            nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
            gradient[0, a] += nx / 6.0
            gradient[1, a] += ny / 6.0
            gradient[2, a] += nz / 6.0
            if k == 0:
                total += (x[0, a] - o[0]) * nx + (x[1, a] - o[1]) * ny + (x[2, a] - o[2]) * nz
    return total / 6.0


@kernel
def add_normals(x, faces, out):
    """Add a third of n A of every face to each of its corners."""
    for f in range(faces.shape[0]):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        ux, uy, uz = x[0, b] - x[0, a], x[1, b] - x[1, a], x[2, b] - x[2, a]
        vx, vy, vz = x[0, c] - x[0, a], x[1, c] - x[1, a], x[2, c] - x[2, a]
        nx, ny, nz = (uy * vz - uz * vy) / 6.0, (uz * vx - ux * vz) / 6.0, (ux * vy - uy * vx) / 6.0
        for k in range(3):
            out[0, faces[f, k]] += nx
            out[1, faces[f, k]] += ny
            out[2, faces[f, k]] += nz


@dataclass
class PressureLoad:
    """(1) of faces (n, 3), flat indices; `rest` [m³] is what they enclose at rest, if they are `closed`."""

    layout: Layout
    faces: np.ndarray
    course: Any
    gas: float | None
    rest: float
    closed: bool
    cause: str
    time: float = 0.0
    rim: np.ndarray | None = None  # r (3, P)
    apex: np.ndarray | None = None

    pattern = ()
    works = True

    def __post_init__(self):
        self._gradient = self.layout.zeros(3)

    def at(self, time: float, memory: Any) -> PressureLoad:
        return changed(self, time=time, rim=None, apex=None)

    def freeze(self, step: StepContext) -> PressureLoad:
        x = step.ahead() if step.implicit else step.x
        if self.closed:
            return changed(self, time=step.time, apex=x[:, self.faces[0, 0]].copy())
        return changed(self, time=step.time, **self._rim_at(x))

    def _rim_at(self, x: np.ndarray) -> dict[str, np.ndarray]:
        apex, rim = x[:, np.unique(self.faces)].mean(axis=1), self.layout.zeros(3)
        self._gradient.fill(0.0)
        cone_volume(x, self.faces, apex, self._gradient)
        add_normals(x, self.faces, rim)
        rim -= self._gradient
        return {"rim": rim, "apex": apex}

    def stored(self, x: np.ndarray) -> float:
        return 0.0  # what it does is work

    def volume(self, x: np.ndarray) -> float:
        """V; leaves its gradient, without the sides of the cone, in `_gradient`."""
        apex, rim = self.apex, self.rim
        if apex is None and not self.closed:
            here = self._rim_at(x)
            apex, rim = here["apex"], here["rim"]
        elif apex is None:
            apex = x[:, self.faces[0, 0]].copy()
        self._gradient.fill(0.0)
        volume = cone_volume(x, self.faces, apex, self._gradient)
        if rim is None:
            return volume
        self._gradient += rim
        return volume + float(np.sum(rim * (x - apex[:, None])))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        energy, p = self._pressed(self.volume(x))
        out -= p * self._gradient
        return energy

    def _pressed(self, volume: float) -> tuple[float, float]:
        """E and p."""
        if self.gas is None:
            p = float(value_at(self.course, self.time, (), self.cause))
            return -p * volume, p
        least = _CRUSHED * self.rest  # below, the logarithm goes on as its tangent
        at = max(volume, least)
        return -self.gas * (float(np.log(at / self.rest)) + min(volume - least, 0.0) / least), self.gas / at

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None: ...
