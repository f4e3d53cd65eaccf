"""Damping between a body and an obstacle: what a barrier or a penalty stops is held back as by a dashpot.

A node that goes away from the obstacle at v_n = n·(v − V), which has the velocity V, feels the force of

    C = ½ c v_n²  for  v_n ≤ N/c ,   C = N v_n − N²/(2c)  beyond ,   c = 2 ζ √(k m) ,                        (1)

k = w E″ being the stiffness of its response and m its mass, as features of bodies that meet (`collision.damping`):
c, N and n are those where the step begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from pliant.contact.fields import evaluate, field_at
from pliant.contact.motion import Motion
from pliant.contact.responses import penalty_terms
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix


@kernel
def dashpots(field, terms, x, nodes, weights, mass, ratio, normals, laws):
    """Of the nodes that are pushed the unit normals (n, 3), and c and N of (1) as `laws` (n, 2)."""
    for k in range(nodes.shape[0]):
        p = nodes[k]
        f, fx, fy, fz = evaluate(field, x[0, p], x[1, p], x[2, p])
        size = sqrt(fx * fx + fy * fy + fz * fz)
        _, dE, d2E = penalty_terms(terms, f)
        laws[k, 1] = -dE * weights[p] * size
        laws[k, 0] = (
            2.0 * ratio * size * sqrt(max(d2E * weights[p], 0.0) * mass[p]) if laws[k, 1] > 0.0 else 0.0
        )
        inverse = 1.0 / size if size > 0.0 else 0.0
        normals[k, 0], normals[k, 1], normals[k, 2] = fx * inverse, fy * inverse, fz * inverse


@kernel
def damp(v, drift, nodes, normals, laws, drag, out):
    """out += the forces of (1); returns Σ C. `drag` (n,) gets the force over v_n."""
    total = 0.0
    for k in range(nodes.shape[0]):
        p, c, push = nodes[k], laws[k, 0], laws[k, 1]
        drag[k] = 0.0
        if c == 0.0:
            continue
        nx, ny, nz = normals[k, 0], normals[k, 1], normals[k, 2]
        away = nx * (v[0, p] - drift[0]) + ny * (v[1, p] - drift[1]) + nz * (v[2, p] - drift[2])
        if away * c > push:
            drag[k] = push / away
            total += push * (away - 0.5 * push / c)
        else:
            drag[k] = c
            total += 0.5 * c * away * away
        f = drag[k] * away
        out[0, p] -= f * nx
        out[1, p] -= f * ny
        out[2, p] -= f * nz
    return total


@kernel
def add_dashpots(nodes, normals, drag, scale, diagonal):
    """diagonal += scale · d nnᵀ, d being the force of (1) over v_n."""
    for k in range(nodes.shape[0]):
        for i in range(3):
            for j in range(3):
                diagonal[3 * i + j, nodes[k]] += scale * drag[k] * normals[k, i] * normals[k, j]


@dataclass
class ContactDamping:
    """Damping of one body at one obstacle, with the response's field, terms and weights; only in implicit steps."""

    layout: Layout
    field: Any
    terms: Any
    weights: np.ndarray
    mass: np.ndarray
    ratio: float  # ζ
    motion: Motion | None = None
    name: str = ""  # of the obstacle

    def __post_init__(self):
        self._nodes = self.layout.nodes.astype(np.int64)

    def freeze(self, step: StepContext) -> Dashpots:
        field, drift = self.field, np.zeros(3)
        x = step.x if step.start is None else step.start
        if self.motion is not None:
            begin = step.time - step.dt if step.implicit else step.time
            field = field_at(field, self.motion, begin)
            drift[:] = self.motion.velocity(step.time, step.dt)
        normals, laws = np.zeros((len(self._nodes), 3)), np.zeros((len(self._nodes), 2))
        dashpots(field, self.terms, x, self._nodes, self.weights, self.mass, self.ratio, normals, laws)
        return Dashpots(self._nodes, normals, laws, drift)


class Dashpots:
    """Damping within one step."""

    loss = "contact"

    def __init__(self, nodes: np.ndarray, normals: np.ndarray, laws: np.ndarray, drift: np.ndarray):
        self._nodes, self._normals, self._laws, self._drift = nodes, normals, laws, drift
        self._drag = np.zeros(len(nodes))

    def pulls(self, v: np.ndarray) -> np.ndarray:
        """The forces (n,) on all nodes towards the obstacle at velocities (3, P)."""
        away = np.einsum("in,ni->n", v[:, self._nodes] - self._drift[:, None], self._normals)
        return np.minimum(self._laws[:, 0] * away, self._laws[:, 1])

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        return damp(v, self._drift, self._nodes, self._normals, self._laws, self._drag, out)

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        add_dashpots(self._nodes, self._normals, self._drag, scale, matrix.diagonal)

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """Nothing: what an obstacle in motion gives is counted by its impulses (`energy_balance.impulses`)."""
        return 0.0
