"""Dry friction between a body and an obstacle: Coulomb's law, smoothed near rest.

    |f| ≤ μ N ,   f = −μ N v_t/|v_t|  for  |v_t| ≥ v₀ ,   f = −μ N v_t/v₀  below                          (1)

N is the normal force of the penalty, with what damps it, and v_t the velocity along the surface, relative to it. Of a
sticky obstacle μN is the grip (2) of `adhesion`. For one correction of Newton's method N and the normal are held, so
that f = −∂D/∂v with

    D = μ N (|v_t| − v₀/2)  for  |v_t| ≥ v₀ ,   D = μ N |v_t|²/(2v₀)  below.                               (2)

They are first those at the start of the step, and then those where the last correction has led (`follow`), until ΣN
stays: what friction takes is μ times what the obstacle gives in the same step, also where contact begins or ends.

Along t = v_t/|v_t| D is straight beyond v₀: Newton's method, which sees no resistance there, jumps past rest and back.
A node therefore counts as sliding only if v_t is nearly what it was when the Jacobian was last asked for, or at the
start of the step. If not, ttᵀ is left in: that is the parabola about rest that touches D at v_t, and lies above D
elsewhere.

A body that should stick creeps at less than v₀. Schemes that only evaluate forces would jitter: for them v₀ is so large
at each node that a force below the limit takes half of its velocity in a step, v₀ ≥ 2μN Δt/m.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from pliant.contact.damping import ContactDamping
from pliant.contact.fields import evaluate, field_at
from pliant.contact.motion import Motion
from pliant.contact.responses import grip
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix

SLOWEST = 1e-3  # v₀ [m/s]
NEAR = 0.1  # part of a velocity by which nearly the same one differs at most
_STEADY = 0.1  # part of ΣN by which it may differ from that before the last correction, to be believed
_SETTLED = 0.01  # part of ΣN by which nearly the same one differs at most, or the tolerance of the step


@kernel
def normal_forces(field, terms, x, nodes, weights, normals, forces):
    """The unit normals (n, 3) and normal forces N (n,) [N] of the nodes."""
    for k in range(nodes.shape[0]):
        p = nodes[k]
        f, fx, fy, fz = evaluate(field, x[0, p], x[1, p], x[2, p])
        size = sqrt(fx * fx + fy * fy + fz * fz)
        forces[k] = grip(terms, f) * weights[p] * size
        inverse = 1.0 / size if size > 0.0 else 0.0
        normals[k, 0], normals[k, 1], normals[k, 2] = fx * inverse, fy * inverse, fz * inverse


@kernel
def friction_force(v, drift, nodes, normals, limits, slowest, drag, slide, out):
    """out += f of (1) with `limits` μN and `slowest` v₀ (n,); returns D of (2). The obstacle has the velocity `drift`.

    For the Jacobian, `drag` (n,) gets μN/max(|v_t|, v₀) and `slide` (n, 3) the direction of sliding, zero below v₀.
    """
    total = 0.0
    for k in range(nodes.shape[0]):
        drag[k] = 0.0
        if limits[k] <= 0.0:
            continue
        p = nodes[k]
        nx, ny, nz = normals[k, 0], normals[k, 1], normals[k, 2]
        vx, vy, vz = v[0, p] - drift[0], v[1, p] - drift[1], v[2, p] - drift[2]
        along = vx * nx + vy * ny + vz * nz
        tx, ty, tz = vx - along * nx, vy - along * ny, vz - along * nz
        speed, slow = sqrt(tx * tx + ty * ty + tz * tz), slowest[k]
        drag[k] = limits[k] / max(speed, slow)
        out[0, p] -= drag[k] * tx
        out[1, p] -= drag[k] * ty
        out[2, p] -= drag[k] * tz
        inverse = 1.0 / speed if speed > slow else 0.0
        slide[k, 0], slide[k, 1], slide[k, 2] = tx * inverse, ty * inverse, tz * inverse
        if speed >= slow:
            total += limits[k] * (speed - 0.5 * slow)
        else:
            total += 0.5 * limits[k] * speed * speed / slow
    return total


@kernel
def friction_jacobian(nodes, normals, limits, drag, slide, before, near, scale, diagonal):
    """diagonal −= scale · ∂f/∂v = scale · μN/max(|v_t|, v₀) (I − nnᵀ − ttᵀ), with t = 0 below v₀.

    `before` (n, 3) is v_t of the last time, zero below v₀, and is replaced; where it has changed by more than the part
    `near`, ttᵀ is left in.
    """
    for k in range(nodes.shape[0]):
        if drag[k] == 0.0:
            continue
        p, speed, change = nodes[k], limits[k] / drag[k], 0.0
        for i in range(3):
            change += (speed * slide[k, i] - before[k, i]) ** 2
            before[k, i] = speed * slide[k, i]
        settled = 1.0 if change < (near * speed) ** 2 else 0.0
        for i in range(3):
            diagonal[4 * i, p] += scale * drag[k]
            for j in range(3):
                held = normals[k, i] * normals[k, j] + settled * slide[k, i] * slide[k, j]
                diagonal[3 * i + j, p] -= scale * drag[k] * held


@dataclass
class FrictionForce:
    """Friction of one body on one obstacle, with the penalty's field, terms and weights.

    The obstacle may be in `motion`. Explicit schemes need the `mass` (P,) of the nodes. It is `sticky` if it grips.
    """

    layout: Layout
    field: Any
    terms: Any
    weights: np.ndarray
    coefficient: float  # μ
    motion: Motion | None = None
    mass: np.ndarray | None = None
    sticky: bool = False
    cushion: ContactDamping | None = None  # what damps the penalty
    name: str = ""  # of the obstacle
    loss = "friction"

    def __post_init__(self):
        self._nodes = self.layout.nodes.astype(np.int64)

    def freeze(self, step: StepContext) -> SlidingForce:
        return SlidingForce(self, step)


class SlidingForce:
    """Friction within one step."""

    loss = "friction"

    def __init__(self, force: FrictionForce, step: StepContext):
        self._nodes, self._sticky, self._coefficient = force._nodes, force.sticky, force.coefficient
        self.name = force.name
        self._terms, self._weights, self._field = force.terms, force.weights, force.field
        count = len(self._nodes)
        self._slide, self._before = np.zeros((count, 3)), np.zeros((count, 3))
        self._drag, self._slowest, self._drift = np.zeros(count), np.full(count, SLOWEST), np.zeros(3)
        if force.motion is not None:
            self._field = field_at(force.field, force.motion, step.time)
            self._drift[:] = force.motion.velocity(step.time, step.dt)
        self._reference, self._interval = step.reference, step.interval
        self._dashpots = None if force.cushion is None else force.cushion.freeze(step)
        self._normals, self._limits = self._pressed(step.x, step.v)
        self._seen, self._change = float(self._limits.sum()), 0.0
        if force.mass is not None and not step.implicit:
            inertia = np.maximum(force.mass[self._nodes], 1e-300)
            np.maximum(2.0 * self._limits * step.dt / inertia, SLOWEST, out=self._slowest)
        if step.implicit:
            self.add_force(step.x, step.v, np.zeros_like(step.x))
            sliding = self._drag > 0.0
            speeds = self._limits[sliding] / self._drag[sliding]
            self._before[sliding] = speeds[:, None] * self._slide[sliding]

    def _pressed(self, x: np.ndarray, v: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Normals (n, 3), and μN (n,) at x, with the velocities v or those that lead there."""
        normals, limits = np.zeros((len(self._nodes), 3)), np.zeros(len(self._nodes))
        normal_forces(self._field, self._terms, x, self._nodes, self._weights, normals, limits)
        if self._dashpots is not None:
            v = (x - self._reference) / self._interval if v is None else v
            limits = np.where(limits > 0.0, np.maximum(limits - self._dashpots.pulls(v), 0.0), 0.0)
        limits *= self._coefficient
        return normals, limits

    def follow(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether N is, in sum, what it is at x, within a part `tolerance`; if not, take it from there, once steady."""
        if self._sticky:  # whose grip is no reaction
            return True
        normals, limits = self._pressed(x)
        held, seen, now = float(self._limits.sum()), self._seen, float(limits.sum())
        self._seen = now
        if abs(now - seen) > _STEADY * max(now, seen) and now > (1.0 - _STEADY) * held:
            return False
        if abs(now - held) <= max(_SETTLED, tolerance) * max(now, held):
            return True
        if (now - held) * self._change < 0.0:  # to and fro: the truth is between
            limits += self._limits
            limits *= 0.5
        self._change = now - held
        self._normals, self._limits = normals, limits
        return False

    @property
    def rubbed(self) -> float:
        return 0.0 if self._sticky else float(self._limits.sum())

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        return friction_force(
            v,
            self._drift,
            self._nodes,
            self._normals,
            self._limits,
            self._slowest,
            self._drag,
            self._slide,
            out,
        )

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        friction_jacobian(
            self._nodes, self._normals, self._limits, self._drag, self._slide, self._before,
            NEAR, scale, matrix.diagonal,
        )  # fmt: skip

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """Nothing: what an obstacle in motion gives is counted by its impulses (`energy_balance.impulses`)."""
        return 0.0
