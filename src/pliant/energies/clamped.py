"""A clamped edge: the half cell of bending between the direction that is held and the first row of free nodes.

A clamp holds the nodes of an edge, and there the direction of the body. The curvature between the edge and the middle
of the first cell, half a cell of height h away, is that direction's turn θ over h/2; with the bending stiffness D
[N·m] and the area A [m²] that belong to a node of the edge it stores

    E = ½ D (2θ/h)² A ≈ K (1 − cos θ) ,   K = 4DA/h² ,   cos θ = d·u/|u| ,                                     (1)

θ being the turn of the edge e from a held node to the one beside it, away from d. A sheet turns about its edge c, a
unit vector, and shears without bending: u = e − (c·e)c. A curve (EI [N·m²] and half an edge of length in place of D
and A) turns about any axis: c = 0, u = e. With û = u/|u| and C = d·û

    ∂E/∂u = −K (d − Cû)/|u| ,   ∂²E/∂u² = K [dûᵀ + ûdᵀ + C(1 − 3ûûᵀ)]/|u|² ,                                     (2)

of which Newton's method gets C(1 − ûûᵀ), where it is not negative. So the edge of the body is where it is clamped, and
the error is of second order in h: holding two rows instead would clamp the body half a cell farther in.

Damping (Kelvin–Voigt, time τ) adds ½K(τ/Δt)|û − û_ref|²: d + (τ/Δt)û_ref stands in place of d.

Held nodes do not move, so that (2) is needed at the nodes beside them alone. An edge has few nodes: this is NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.model.protocols import StepContext, changed
from pliant.numerics.grid_layout import Layout

PREFIX = "clamp/"


@dataclass
class ClampEnergy:
    """(1) along one edge of a body. What is held there, d and c (6, n), is in its memory; d = 0 holds nothing."""

    layout: Layout
    edge: str  # "m0"
    held: np.ndarray  # (n,) flat indices of the edge's nodes,
    beside: np.ndarray  # and of those in the next row
    stiffness: np.ndarray  # (n,) K [N·m]
    damping_time: float = 0.0

    pattern = ()  # blocks of single nodes

    def __post_init__(self):
        self._direction = self._wanted = np.zeros((3, len(self.held)))
        self._axis, self._ratio, self._used = self._direction, 0.0, np.zeros(len(self.held))

    @property
    def name(self) -> str:
        return PREFIX + self.edge

    @property
    def turns(self) -> np.ndarray:
        """Flat indices of the nodes that it turns about those that are held."""
        return self.beside

    def memory(self) -> dict[str, np.ndarray]:
        return {self.name: np.zeros((6, len(self.held)))}

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> ClampEnergy:
        if self.name not in memory:
            return self
        direction, axis = memory[self.name][:3], memory[self.name][3:]
        used = self.stiffness * direction.any(axis=0)
        return changed(self, _direction=direction, _wanted=direction, _axis=axis, _used=used)

    def freeze(self, step: StepContext) -> ClampEnergy:
        held = self.at(step.time, step.memory)
        if not self.damping_time or step.interval == np.inf:
            return held
        ratio = self.damping_time / step.interval
        past = sum(weight * held._unit(x)[0] for weight, x in step.past())
        return changed(held, _ratio=ratio, _wanted=held._direction + ratio * past)

    def _unit(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """û (3, n) and |u| (n,)."""
        e = x[:, self.beside] - x[:, self.held]
        u = e - self._axis * (self._axis * e).sum(axis=0)
        size = np.sqrt((u * u).sum(axis=0)) + 1e-200
        return u / size, size

    def stored(self, x: np.ndarray) -> float:
        unit, _ = self._unit(x)
        return float(self._used @ (1.0 - (self._direction * unit).sum(axis=0)))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        unit, size = self._unit(x)
        d = self._wanted
        along = (d * unit).sum(axis=0)
        pull = (self._used / size) * (along * unit - d)  # (2)
        pull -= self._axis * (self._axis * pull).sum(axis=0)
        out[:, self.beside] += pull
        out[:, self.held] -= pull
        # ½|d|² + ½(τ/Δt)|û_ref|² is the same within a step
        return float(self._used @ (1.0 + self._ratio - along))

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        unit, size = self._unit(x)
        d, c = self._wanted, self._axis
        along, scale = (d * unit).sum(axis=0), self._used / size**2
        inside = np.eye(3)[:, :, None] - c[:, None] * c[None]
        both = unit[:, None] * unit[None]
        if psd:
            block = np.maximum(along, 0.0) * (inside - both)
        else:
            d = d - c * (c * d).sum(axis=0)
            mixed = d[:, None] * unit[None]
            block = mixed + mixed.swapaxes(0, 1) + along * (inside - 3.0 * both)
        matrix.diagonal[:, self.beside] += (scale * block).reshape(9, -1)


def held_direction(
    rest: tuple[np.ndarray, ...], now: tuple[np.ndarray, ...], closed: bool
) -> tuple[np.ndarray, np.ndarray]:
    """d and c (3, n) that a clamp holds from now on, from the first rows (n, 3) of nodes at an edge at rest and now.

    The direction of the body at the edge itself is that of the first cell less half the turn to the second one; what
    is without stress has half the turn at rest more.
    """
    c, e = edge_axis(now, closed), now[1] - now[0]
    d = _across(e, c)
    if len(now) > 2 and len(rest) > 2:
        turn = 0.5 * (_turn(rest, edge_axis(rest, closed), c) - _turn(now, c, c))
        axis = c
        if not c.any():  # a curve turns about the axis it is bent about, as far as there is one
            k = np.cross(e, now[2] - now[1])
            size = np.linalg.norm(k, axis=1, keepdims=True)
            axis = np.divide(
                k, size, out=np.zeros_like(k), where=size > 1e-9 * (e * e).sum(axis=1, keepdims=True)
            )
        turn = turn[:, None]
        d = d * np.cos(turn) + np.cross(axis, d) * np.sin(turn) if axis.any() else d
    size = np.linalg.norm(d, axis=1, keepdims=True)
    return np.divide(d, size, out=np.zeros_like(d), where=size > 0.0).T, c.T


def edge_axis(rows: tuple[np.ndarray, ...], closed: bool) -> np.ndarray:
    """Unit vectors (n, 3) along an edge; of a curve's end, or where the edge and its neighbour are points, zero."""
    out = np.zeros_like(rows[0])
    if len(out) < 2:
        return out
    for row in rows[:2][::-1]:
        along = np.roll(row, -1, axis=0) - np.roll(row, 1, axis=0) if closed else np.gradient(row, axis=0)
        size = np.linalg.norm(along, axis=1, keepdims=True)
        out = np.where(size > 1e-9 * size.max(initial=1e-300), along / np.maximum(size, 1e-300), out)
    return out


def _across(e: np.ndarray, axis: np.ndarray) -> np.ndarray:
    return e - axis * (axis * e).sum(axis=1, keepdims=True)


def _turn(rows: tuple[np.ndarray, ...], axis: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """The angle (n,) from the first cell to the second one, about the axis; of a curve its size."""
    one, two = _across(rows[1] - rows[0], axis), _across(rows[2] - rows[1], axis)
    normal = np.cross(one, two)
    sine = (axis * normal).sum(axis=1) if kind.any() else np.linalg.norm(normal, axis=1)
    return np.arctan2(sine, (one * two).sum(axis=1))
