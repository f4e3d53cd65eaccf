"""Energies and forces on single nodes, as the integrators see them: gravity, springs, streams.

The specs that users write are in the files beside this one. Everything here acts on each node alone, so that
its matrices are diagonal blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.forces.skins import Skin
from pliant.forces.viscous import stream_at
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.layout import Layout
from pliant.numerics.matrix import Matrix


@kernel
def linear_energy(x, force, out, span):
    """E = −Σ f·x; out −= f."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for c in range(3):
            for p in range(start, start + span.columns):
                out[c, p] -= force[c, p]
                part -= force[c, p] * x[c, p]
        total += part
    return total


@dataclass
class GravityEnergy:
    """E = −Σ μ g·x [000 (3.5.3)]; `weight` (3, P) is μ g [N]."""

    layout: Layout
    weight: np.ndarray

    pattern = ()

    def __post_init__(self):
        self._discard = self.layout.zeros(3)
        self._along = [c for c in range(3) if self.weight[c].any()]

    cause = "gravity"

    def begin_step(self, step: StepContext) -> None: ...

    def loads(self) -> list[tuple[np.ndarray, np.ndarray]]:
        nodes = self.layout.nodes
        return [(nodes, self.weight[:, nodes])]

    def stored(self, x: np.ndarray) -> float:
        return linear_energy(x, self.weight, self._discard, self.layout.span)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return linear_energy(x, self.weight, out, self.layout.span)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        for c in self._along:
            out[c] += self.weight[c]

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None: ...


@kernel
def spring_energy(x, nodes, stiffness, anchors, out):
    """E = Σ ½ k |x − r₀|²; out += k (x − r₀)."""
    total = 0.0
    for i in range(nodes.shape[0]):
        p = nodes[i]
        for c in range(3):
            d = x[c, p] - anchors[i, c]
            out[c, p] += stiffness[i] * d
            total += 0.5 * stiffness[i] * d * d
    return total


@kernel
def spring_hessian(nodes, stiffness, diagonal):
    step = 4 if diagonal.shape[0] == 9 else 1
    for i in range(nodes.shape[0]):
        for c in range(0, diagonal.shape[0], step):
            diagonal[c, nodes[i]] += stiffness[i]


@dataclass
class SpringEnergy:
    """Springs of zero length from nodes (k,) to anchors (k, 3) with stiffnesses (k,) [000 (3.5.11)]."""

    layout: Layout
    nodes: np.ndarray
    stiffness: np.ndarray
    anchors: np.ndarray

    pattern = ()

    def __post_init__(self):
        self._discard = self.layout.zeros(3)

    def begin_step(self, step: StepContext) -> None: ...

    def holds(self) -> np.ndarray:
        return self.nodes

    def stored(self, x: np.ndarray) -> float:
        return spring_energy(x, self.nodes, self.stiffness, self.anchors, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        if not len(self.nodes):  # nobody pulls: nothing to compile or to call
            return 0.0
        return spring_energy(x, self.nodes, self.stiffness, self.anchors, out)

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        if len(self.nodes):
            spring_hessian(self.nodes, self.stiffness, matrix.diagonal)


@kernel
def stream_force(v, normals, strength, stream, out, span):
    """out += c (n·(u − v)) n; returns D = Σ ½ c (n·(u − v))²."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for p in range(start, start + span.columns):
            nx, ny, nz = normals[0, p], normals[1, p], normals[2, p]
            rate = nx * (stream[0] - v[0, p]) + ny * (stream[1] - v[1, p]) + nz * (stream[2] - v[2, p])
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
            rx, ry, rz = stream[0] - v[0, p], stream[1] - v[1, p], stream[2] - v[2, p]
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

    The normals are those at the start of the step, so that within a step the force is −∂D/∂v.
    """

    layout: Layout
    strength: np.ndarray
    skin: Skin
    stream: Any

    def __post_init__(self):
        self._normals = self.layout.zeros(3)
        self._stream = np.zeros(3)
        self._force, self._jacobian = (
            (stream_across, jacobian_across) if self.skin.across else (stream_force, stream_jacobian)
        )

    def begin_step(self, step: StepContext) -> None:
        self.skin.normals(step.x, self._normals)
        self._stream[:] = stream_at(self.stream, step.time)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        return self._force(v, self._normals, self.strength, self._stream, out, self.layout.span)

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        self._jacobian(self._normals, self.strength, scale, matrix.diagonal, self.layout.span)
