"""Obstacles for bodies that are moved by constraints: at every node that comes near, the plane it must not cross.

Where a step would put a node, at x, the obstacle's signed distance d and normal n give a half-space

    C = n·x − level ≥ 0 ,   level = n·x − d + margin                                                        (1)

which holds for the rest of the step: a convex obstacle is behind all of its tangent planes. Its multiplier λ is never
negative. Friction takes back what the node has slid since the beginning of the step, up to μ times what it has been
pushed out by: Coulomb's law for displacements,

    |Δx_t| ≤ μ w λ                                                                                           (2)

with the inverse mass w. A node that could stick does so without creeping. A sticky obstacle pulls as well, with up to
σA at a node of the area A: within its reach λ ≥ −σA Δt², and the node slides only if (2) and σA Δt² w together do not
keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pliant.contact.dispatch import distance
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout

_REACH = 2.0  # times the way of a step: nodes nearer than this may be moved into the obstacle


class Planes(NamedTuple):
    """Half-spaces (1) of single nodes; the first `count[0]` are in use."""

    count: np.ndarray  # (1,)
    node: np.ndarray  # (k,)
    normal: np.ndarray  # (3, k)
    level: np.ndarray  # (k,) [m]
    compliance: np.ndarray  # (k,) [m/N]
    friction: np.ndarray  # (k,) μ
    hold: np.ndarray  # (k,) σA Δt² [kg·m]
    push: np.ndarray  # (k,) λ
    slid: np.ndarray  # (k,) what friction has taken back [m]

    @classmethod
    def room_for(cls, most: int) -> Planes:
        numbers = (np.zeros(most) for _ in range(6))
        return cls(np.zeros(1, dtype=np.int64), np.zeros(most, dtype=np.int64), np.zeros((3, most)), *numbers)


@dataclass(frozen=True)
class TangentContact:
    """One body and one obstacle; `compliance` [m/N] is 1/k of a penalty with a stiffness of its own.

    `strength` (P,) [N] is σA of a sticky obstacle, within `reach` [m].
    """

    layout: Layout
    geometry: Any
    margin: float
    compliance: float
    friction: float
    strength: np.ndarray
    reach: float

    def collect(
        self, x: np.ndarray, before: np.ndarray, weights: np.ndarray, dt: float, planes: Planes
    ) -> None:
        """Adds the planes of the nodes at x that come near; they were at `before` when the step Δt began."""
        collect(
            self.geometry,
            self.margin,
            self.compliance,
            self.friction,
            self.strength,
            self.reach,
            dt,
            x,
            before,
            self.layout.nodes,
            weights,
            planes,
        )


@kernel
def collect(
    geometry, margin, compliance, friction, strength, reach, dt, x, before, nodes, weights, planes
):  # fmt: skip
    k = planes.count[0]
    for p in nodes:
        if weights[p] == 0.0:
            continue
        px, py, pz = x[0, p], x[1, p], x[2, p]
        d, nx, ny, nz = distance(geometry, px, py, pz)
        sx, sy, sz = px - before[0, p], py - before[1, p], pz - before[2, p]
        sticks = strength[p] > 0.0 and d < margin + reach
        if (
            strength[p] > 0.0 and not sticks
        ):  # or it did when the step began: a free fall is not what takes it off
            sticks = distance(geometry, before[0, p], before[1, p], before[2, p])[0] < margin + reach
        if d > margin + _REACH * sqrt(sx * sx + sy * sy + sz * sz) and not sticks:
            continue
        planes.node[k] = p
        planes.normal[0, k], planes.normal[1, k], planes.normal[2, k] = nx, ny, nz
        planes.level[k] = nx * px + ny * py + nz * pz - d + margin
        planes.compliance[k], planes.friction[k] = compliance, friction
        planes.hold[k] = strength[p] * dt * dt if sticks else 0.0
        planes.push[k] = planes.slid[k] = 0.0
        k += 1
    planes.count[0] = k
