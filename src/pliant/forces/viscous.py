"""A viscous fluid that streams past a surface: water, air, wind.

    f = c (n · (u − v)) n        [000 (3.5.5)–(3.5.6), 002 (22)]

n is the unit normal, v the velocity of the node and u(x, t) [m/s] that of the stream where the node is: only the part
of the relative velocity that hits the surface squarely pushes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Discriminator, Tag

from pliant.forces.exposure import Exposure
from pliant.forces.sampled_stream import SampledStream
from pliant.forces.streams import Gust, StreamSpec, Table
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.forces.vortex import Vortex
from pliant.forces.wind_function import FunctionOfPython
from pliant.model.protocols import StepContext, changed
from pliant.numerics.compile import inlined, kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.spec import NonNegative, Shown, Velocity

_NOWHERE = np.empty((0, 3))  # a uniform stream does not look at places


def _form(value: Any) -> str | None:
    if isinstance(value, StreamSpec):
        return getattr(value, "kind", None)
    if isinstance(value, dict):
        return str(value["kind"]) if "kind" in value else None
    return "function" if callable(value) else "constant"


Stream = Annotated[
    Annotated[Velocity, Tag("constant")]  # one a line
    | Annotated[Gust, Tag("gust")]
    | Annotated[Vortex, Tag("vortex")]
    | Annotated[SampledStream, Tag("sampled")]
    | FunctionOfPython
    | Annotated[Table, Tag("table")],
    Discriminator(_form),
]


class Viscous(ForceSpec):
    """A fluid of `strength` c that moves with `stream` u [m/s]: constant, or described by a `Gust` or the like.

    For `exact` bodies c is per area [kg/(m²·s)], so that the grid does not matter; for the published variants
    it is per node [kg/s], as printed.
    """

    positional: ClassVar = ("strength", "stream")

    kind: Literal["viscous"] = "viscous"
    strength: NonNegative
    stream: Annotated[Stream, Shown("Wind")] = (0.0, 0.0, 0.0)

    def build(self, body: ForcedBody) -> Acting:
        strength = self.strength * body.area * body.chosen
        return Acting(forces=(StreamForce(body.layout, strength, body.exposure, self.stream),))


def stream_at(stream: Stream, points: np.ndarray, time: float) -> np.ndarray:
    """The velocities [m/s] of a stream at points (n, 3) [m] and a time [s], (n, 3); of a uniform one (3,)."""
    return stream.at(points, time) if isinstance(stream, StreamSpec) else np.asarray(stream, dtype=float)


@inlined
def velocity_at(stream, p):
    """That of the stream at a node, from a velocity (3,) for all or velocities (3, P)."""
    if stream.ndim == 1:  # known when it is compiled: no branch is left in the loop
        return stream[0], stream[1], stream[2]
    return stream[0, p], stream[1, p], stream[2, p]


@kernel
def stream_force(v, normals, strength, stream, out, span):
    """out += c (n·(u − v)) n; returns D = Σ ½ c (n·(u − v))²."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for p in range(start, start + span.columns):
            nx, ny, nz = normals[0, p], normals[1, p], normals[2, p]
            ux, uy, uz = velocity_at(stream, p)
            rate = nx * (ux - v[0, p]) + ny * (uy - v[1, p]) + nz * (uz - v[2, p])
            f = strength[p] * rate
            out[0, p] += f * nx
            out[1, p] += f * ny
            out[2, p] += f * nz
            part += 0.5 * f * rate
        total += part
    return total


@kernel
def stream_jacobian(normals, strength, scale, diagonal, span):
    """diagonal += scale · c nnᵀ."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            for i in range(3):
                for j in range(3):
                    diagonal[3 * i + j, p] += scale * strength[p] * normals[i, p] * normals[j, p]


@kernel
def stream_across(v, tangents, strength, stream, out, span):
    """The same across tangents t: out += c P (u − v) with P = I − ttᵀ; returns D = Σ ½ c |P (u − v)|²."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for p in range(start, start + span.columns):
            tx, ty, tz = tangents[0, p], tangents[1, p], tangents[2, p]
            ux, uy, uz = velocity_at(stream, p)
            rx, ry, rz = ux - v[0, p], uy - v[1, p], uz - v[2, p]
            along = tx * rx + ty * ry + tz * rz
            rx, ry, rz = rx - along * tx, ry - along * ty, rz - along * tz
            out[0, p] += strength[p] * rx
            out[1, p] += strength[p] * ry
            out[2, p] += strength[p] * rz
            part += 0.5 * strength[p] * (rx * rx + ry * ry + rz * rz)
        total += part
    return total


@kernel
def jacobian_across(tangents, strength, scale, diagonal, span):
    """diagonal += scale · c (I − ttᵀ)."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            for i in range(3):
                for j in range(3):
                    unit = 1.0 if i == j else 0.0
                    diagonal[3 * i + j, p] += scale * strength[p] * (unit - tangents[i, p] * tangents[j, p])


@dataclass
class StreamForce:
    """A fluid that streams past a skin [000 (3.5.5), 002 (22)]; `strength` (P,) is c times area [kg/s].

    The normals, and the places where nodes meet the stream, are those at the start of the step, so that within a step
    the force is −∂D/∂v.
    """

    layout: Layout
    strength: np.ndarray
    exposure: Exposure
    stream: Stream
    loss = "damping"

    def __post_init__(self):
        self._normals, self._stream = self.layout.zeros(3), np.zeros(3)
        self._varies = isinstance(self.stream, StreamSpec) and not self.stream.uniform
        self._force, self._jacobian = (
            (stream_across, jacobian_across) if self.exposure.across else (stream_force, stream_jacobian)
        )

    def freeze(self, step: StepContext) -> StreamForce:
        normals = step.zeros(3, self.layout.size)
        self.exposure.normals(step.x, normals)
        if not self._varies:
            return changed(
                self, _normals=normals, _stream=np.array(stream_at(self.stream, _NOWHERE, step.time))
            )
        stream = step.zeros(3, self.layout.size)
        stream[:, self.layout.nodes] = stream_at(self.stream, self.layout.gather(step.x), step.time).T
        return changed(self, _normals=normals, _stream=stream)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        return self._force(v, self._normals, self.strength, self._stream, out, self.layout.span)

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        self._jacobian(self._normals, self.strength, scale, matrix.diagonal, self.layout.span)

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """f·u."""
        return float(np.sum(f.T * self._stream.T))
