"""Ways of nodes that lead into no obstacle: the swept test.

A signed distance changes along a way by no more than the way is long. So a point with the distance d can go d without
meeting the surface, look again, and so on (conservative advancement): it ends where the distance is no less than

    d_stop = ½ r  if it began beyond the margin r, else  ⅕ of the distance where it began,                     (1)

which a barrier then feels, or at the end of its way. What is as near as 10⁻⁴ r, where rounding might put it inside, can
only go away. Nodes that are inside already may go where they like.

An obstacle in motion is at the end of its way within a step, and takes along what it would run over: nodes are seen
from there, and begin as far before it as they were.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pliant.contact.dispatch import distance
from pliant.contact.motion import Motion, moved
from pliant.numerics.compile import inlined, kernel

_STOP = 0.5
_KEEP = 0.2
_ENOUGH = 1.2  # times d_stop: near enough to it
_NEAREST = 1e-4  # of the margin
_ENDLESS = 1e12  # margins: a way that is none, but an explosion, which others look for
_MOST = 200  # looks along one way


class Sweep(NamedTuple):
    """An obstacle that no node (n,) of a body passes, felt within `margin` [m], perhaps in `motion`."""

    name: str
    geometry: Any
    margin: float
    nodes: np.ndarray
    motion: Motion | None = None

    def guard(self, time: float, dt: float) -> Guard:
        """For a step of length dt that ends at `time`."""
        if self.motion is None:
            return Guard(self.name, self.geometry, self.margin, self.nodes, np.zeros(3))
        geometry = moved(self.geometry, self.motion, time)
        return Guard(self.name, geometry, self.margin, self.nodes, dt * self.motion.velocity(time, dt))


class Guard(NamedTuple):
    """The same within a step, in which it moves by `drift` (3,) [m]."""

    name: str
    geometry: Any
    margin: float
    nodes: np.ndarray
    drift: np.ndarray

    def limit(self, x: np.ndarray, free: np.ndarray, q: np.ndarray) -> int:
        """Cut the ways q (3, P) from x where they lead into the obstacle; returns how many."""
        return limit(self.geometry, self.margin, self.nodes, free, x, q)

    def limit_guess(self, before: np.ndarray, free: np.ndarray, x: np.ndarray) -> int:
        """Cut ways from where a step begins to x, in place; returns how many."""
        return limit_guess(self.geometry, self.margin, self.nodes, free, before, self.drift, x)

    def change(self, x: np.ndarray, q: np.ndarray) -> float:
        """The largest part of its gap by which a correction q (3, P) to x has moved a node that is pushed."""
        return change(self.geometry, self.margin, self.nodes, x, q)

    def entered(self, before: np.ndarray, x: np.ndarray) -> int:
        """How many nodes have come from outside, where a step began, to x inside."""
        return entered(self.geometry, self.nodes, before, self.drift, x)

    def stop(self, before: np.ndarray, free: np.ndarray, x: np.ndarray, v: np.ndarray) -> int:
        """Stop nodes at the surface that a step has brought inside or to the other side; returns how many."""
        return stop(self.geometry, self.margin, self.nodes, free, before, self.drift, x, v)


@inlined
def _share(geometry, margin, px, py, pz, qx, qy, qz):
    """The part of the way q from p up to which (1) holds."""
    length = sqrt(qx * qx + qy * qy + qz * qz)
    d, nx, ny, nz = distance(geometry, px, py, pz)
    if not d > 0.0 or not length < _ENDLESS * margin:
        return 1.0
    least, s = _STOP * margin if d >= margin else max(_KEEP * d, _NEAREST * margin), 0.0
    if d <= least:
        if nx * qx + ny * qy + nz * qz <= 0.0:
            return 0.0
        least = 0.5 * d
    for _ in range(_MOST):
        s += (d - least) / max(length, 1e-300)
        if s >= 1.0:
            return 1.0
        d, _, _, _ = distance(geometry, px + s * qx, py + s * qy, pz + s * qz)
        if d <= _ENOUGH * least:
            break
    return s


@kernel
def limit(geometry, margin, nodes, free, x, q):
    count = 0
    for p in nodes:
        if free[p] == 0.0:
            continue
        s = _share(geometry, margin, x[0, p], x[1, p], x[2, p], q[0, p], q[1, p], q[2, p])
        if s < 1.0:
            q[0, p] *= s
            q[1, p] *= s
            q[2, p] *= s
            count += 1
    return count


@kernel
def limit_guess(geometry, margin, nodes, free, before, drift, x):
    count = 0
    for p in nodes:
        if free[p] == 0.0:
            continue
        px, py, pz = before[0, p] + drift[0], before[1, p] + drift[1], before[2, p] + drift[2]
        qx, qy, qz = x[0, p] - px, x[1, p] - py, x[2, p] - pz
        s = _share(geometry, margin, px, py, pz, qx, qy, qz)
        if s < 1.0:
            x[0, p], x[1, p], x[2, p] = px + s * qx, py + s * qy, pz + s * qz
            count += 1
    return count


@kernel
def change(geometry, margin, nodes, x, q):
    largest = 0.0
    for p in nodes:
        d, nx, ny, nz = distance(geometry, x[0, p], x[1, p], x[2, p])
        if 0.0 < d < margin:
            largest = max(largest, abs(nx * q[0, p] + ny * q[1, p] + nz * q[2, p]) / d)
    return largest


@kernel
def entered(geometry, nodes, before, drift, x):
    count = 0
    for p in nodes:
        d, _, _, _ = distance(geometry, x[0, p], x[1, p], x[2, p])
        if d > 0.0:
            continue
        px, py, pz = before[0, p] + drift[0], before[1, p] + drift[1], before[2, p] + drift[2]
        d, _, _, _ = distance(geometry, px, py, pz)
        if d > 0.0:
            count += 1
    return count


@kernel
def stop(geometry, margin, nodes, free, before, drift, x, v):
    """Put back what was outside and is inside, or where the nearest way to the surface leads back."""
    count = 0
    for p in nodes:
        if free[p] == 0.0:
            continue
        px, py, pz = before[0, p] + drift[0], before[1, p] + drift[1], before[2, p] + drift[2]
        qx, qy, qz = x[0, p] - px, x[1, p] - py, x[2, p] - pz
        d, _, _, _ = distance(geometry, px, py, pz)
        if d <= 0.0 or d * d > qx * qx + qy * qy + qz * qz:
            continue
        d, nx, ny, nz = distance(geometry, x[0, p], x[1, p], x[2, p])
        if d > 0.0 and nx * qx + ny * qy + nz * qz <= 0.0:
            continue
        s = _share(geometry, margin, px, py, pz, qx, qy, qz)
        if s >= 1.0:
            continue
        x[0, p], x[1, p], x[2, p] = px + s * qx, py + s * qy, pz + s * qz
        _, nx, ny, nz = distance(geometry, x[0, p], x[1, p], x[2, p])
        along = nx * v[0, p] + ny * v[1, p] + nz * v[2, p]
        if along < 0.0:
            v[0, p], v[1, p], v[2, p] = v[0, p] - along * nx, v[1, p] - along * ny, v[2, p] - along * nz
            count += 1
    return count
