"""Restitution: a node that meets an obstacle with a speed u across it leaves with e·u.

    v·n → e u ,   v_t → v_t − min(μ (u + e u), |v_t|) v_t/|v_t|                                              (1)

with Coulomb's friction of the same blow. A step ends past the moment of the blow or finds the node stopped there, so
u is what it was at the surface: from a height y above it (or a depth −y below), accelerated by a along the normal n,

    u² = (v·n)² − 2 a y .                                                                                  (2)

A node that did not come with a speed before the step is not thrown back: it rests, whatever presses on it, without
jitter, and (1) with e = 0 is its friction.

* Explicit schemes have no other contact then: nodes are put back on the surface and get (1), each for itself. What
  rubs on a node that rests acts over the whole step, and not at its end: where the step has moved the node by `lag`
  times Δt Δv_t too far, it is moved back, so that what sticks does not creep.
* In implicit steps a penalty has stopped the node, and friction has taken its part of that. The rest of the body
  follows as far as its stiffness carries a blow within a step h: with A = M/h² + ∂²E/∂x² and κ large,

    A Δv = Σ p n − μ p t ,   p = κ (e u − n·(v + Δv)) ,   t = v_t/|v_t|                                    (3)

  over the nodes that are struck: the impulse h²p makes each of them leave with e u, and rubs as it does so, but no
  longer than the node slides. A stiff body is thrown back as a whole, of a soft one only what touches. No more of Δv is
  added than the body has lost energy in the step.

Nodes are blown at one by one, as they are in 003; a soft body bounces by its elasticity even where e = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pliant.contact.dispatch import distance
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout

_RESTING = 1e-3  # [m/s]: who comes slower has not come at all
_PRESSED = 2.0  # nor has who gains half of its speed in one step
_TOUCHING = 1e-9  # [m]: what was put on the surface is there, whatever was rounded


@kernel
def rebound(u, e, mu, n, v):
    """The velocity (1) of a node with velocity v that came with a speed u ≥ 0 against the normal n."""
    along = n[0] * v[0] + n[1] * v[1] + n[2] * v[2]
    tx, ty, tz = v[0] - along * n[0], v[1] - along * n[1], v[2] - along * n[2]
    sliding = sqrt(tx * tx + ty * ty + tz * tz)
    kept = 1.0
    if sliding > 0.0:
        kept -= min(mu * (1.0 + e) * u / sliding, 1.0)
    return e * u * n[0] + kept * tx, e * u * n[1] + kept * ty, e * u * n[2] + kept * tz


@kernel
def throw_back(geometry, margin, e, mu, nodes, free, before, dt, lag, x, v):
    """Put nodes (n,) back on the surface, with the velocities (1); returns how many were thrown back.

    `before` (3, P) are the velocities before the step of length dt, which tell the acceleration in it.
    """
    count = 0
    for p in nodes:
        if free[p] == 0.0:
            continue
        d, nx, ny, nz = distance(geometry, x[0, p], x[1, p], x[2, p])
        d -= margin
        if d > _TOUCHING:
            continue
        x[0, p] -= d * nx
        x[1, p] -= d * ny
        x[2, p] -= d * nz
        along = nx * v[0, p] + ny * v[1, p] + nz * v[2, p]
        if along >= 0.0:
            continue
        began = nx * before[0, p] + ny * before[1, p] + nz * before[2, p]
        u, share = -along, 0.0
        if began < min(-_RESTING, _PRESSED * (along - began)):
            pull = (along - began) / dt
            u, share = sqrt(max(along * along - 2.0 * pull * d, 0.0)), e  # (2)
            count += 1
        a, b, c = rebound(u, share, mu, (nx, ny, nz), (v[0, p], v[1, p], v[2, p]))
        if u == -along:  # it did not come, so that nothing happened at once
            x[0, p] += lag * dt * (a - v[0, p] + along * nx)
            x[1, p] += lag * dt * (b - v[1, p] + along * ny)
            x[2, p] += lag * dt * (c - v[2, p] + along * nz)
        v[0, p], v[1, p], v[2, p] = a, b, c
    return count


@kernel
def find_struck(geometry, margin, e, nodes, free, earlier_x, earlier_v, fall, x, struck, normals, speeds):
    """Nodes (n,) that the obstacle has stopped in a step; returns how many.

    They are entered in `struck`, with the normals there in `normals` (n, 3) and the speeds e u of (1) in `speeds`.
    """
    count = 0
    for p in nodes:
        if free[p] == 0.0:
            continue
        d, nx, ny, nz = distance(geometry, x[0, p], x[1, p], x[2, p])
        along = nx * earlier_v[0, p] + ny * earlier_v[1, p] + nz * earlier_v[2, p]
        if d >= margin or along >= -_RESTING:
            continue
        above, _, _, _ = distance(geometry, earlier_x[0, p], earlier_x[1, p], earlier_x[2, p])
        pull = nx * fall[0, p] + ny * fall[1, p] + nz * fall[2, p]
        u = sqrt(max(along * along - 2.0 * pull * max(above - margin, 0.0), 0.0))  # (2)
        struck[count], speeds[count] = p, e * u
        normals[count, 0], normals[count, 1], normals[count, 2] = nx, ny, nz
        count += 1
    return count


class Struck(NamedTuple):
    """Nodes (n,) that have been stopped, the normals (n, 3) there, the speeds e u of (1) and μ (n,)."""

    nodes: np.ndarray
    normals: np.ndarray
    speeds: np.ndarray
    friction: np.ndarray


@dataclass
class Bounce:
    """Restitution of one body at one obstacle, from `margin` [m] above the surface on."""

    layout: Layout
    geometry: Any
    margin: float
    restitution: float  # e
    friction: float  # μ
    fall: np.ndarray  # (3, P): gravity [m/s²]
    name: str = ""  # of the obstacle

    def throw_back(
        self, x: np.ndarray, v: np.ndarray, before: np.ndarray, free: np.ndarray, dt: float, lag: float
    ) -> int:
        """Put nodes back on the surface, and reflect their velocities; returns how many were thrown back."""
        return throw_back(
            self.geometry, self.margin, self.restitution, self.friction, self.layout.nodes, free, before,
            dt, lag, x, v,
        )  # fmt: skip

    def find_struck(self, state: Any) -> Struck:
        """Which nodes a step has stopped. The state knows where they were before it."""
        nodes = self.layout.nodes
        struck, normals, speeds = (
            np.zeros(len(nodes), np.int64),
            np.zeros((len(nodes), 3)),
            np.zeros(len(nodes)),
        )
        count = find_struck(
            self.geometry, self.margin, self.restitution, nodes, state.free, state.earlier_x, state.earlier_v,
            self.fall, state.x, struck, normals, speeds,
        )  # fmt: skip
        return Struck(struck[:count], normals[:count], speeds[:count], np.full(count, self.friction))
