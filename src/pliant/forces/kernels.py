"""Energies and forces on single nodes, as the integrators see them: gravity, springs, streams.

The specs that users write are in the files beside this one. Everything here acts on each node alone, so that
its matrices are diagonal blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.forces.viscous import stream_at
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel, place
from pliant.numerics.differences import forward
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

    def begin_step(self, step: StepContext) -> None: ...

    def stored(self, x: np.ndarray) -> float:
        return linear_energy(x, self.weight, self._discard, self.layout.span)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return linear_energy(x, self.weight, out, self.layout.span)

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
def surface_normals(x, tangent, span, out):
    """Unit normals from the mean differences along both axes [000 (3.7.8)]; zero where they are parallel."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for j in range(span.columns):
            p = place(start + j)
            f1, b1, f2, b2 = tangent[0, p], tangent[1, p], tangent[2, p], tangent[3, p]
            fx, fy, fz = forward(x, start + j, w)
            gx, gy, gz = forward(x, start + j - w, w)
            ax, ay, az = f1 * fx + b1 * gx, f1 * fy + b1 * gy, f1 * fz + b1 * gz
            fx, fy, fz = forward(x, start + j, 1)
            gx, gy, gz = forward(x, start + j - 1, 1)
            bx, by, bz = f2 * fx + b2 * gx, f2 * fy + b2 * gy, f2 * fz + b2 * gz
            nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            size = np.sqrt(nx * nx + ny * ny + nz * nz)
            inverse = 1.0 / size if size > 1e-100 else 0.0
            out[0, p], out[1, p], out[2, p] = nx * inverse, ny * inverse, nz * inverse


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


@dataclass
class StreamForce:
    """A fluid that streams past a surface [000 (3.5.5), 002 (22)]; `strength` (P,) is c times area [kg/s].

    The normals are those at the start of the step, so that within a step the force is −∂D/∂v.
    """

    layout: Layout
    strength: np.ndarray
    tangent: np.ndarray
    stream: Any

    def __post_init__(self):
        self._normals = self.layout.zeros(3)
        self._stream = np.zeros(3)

    def begin_step(self, step: StepContext) -> None:
        surface_normals(step.x, self.tangent, self.layout.span, self._normals)
        self._stream[:] = stream_at(self.stream, step.time)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        return stream_force(v, self._normals, self.strength, self._stream, out, self.layout.span)

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        stream_jacobian(self._normals, self.strength, scale, matrix.diagonal, self.layout.span)
