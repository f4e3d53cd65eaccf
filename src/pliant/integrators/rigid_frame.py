"""The nodes of a rigid body, all of which go where four of them go.

A rigid body is a body like others: nodes of its skin, without mass, and four nodes inside that have its mass, centre
and inertia (`model.inertia`). Nodes may move by affine maps only, x = A X + c: `basis` has four orthonormal vectors
over the nodes that span these, so that Q Qᵀ leads there, as averages do where nodes are tied. That the map turns and
shifts, and does nothing else, is what the six distances between the four points of mass say, kept as joints are:

    c = |pᵢ − pⱼ| − ℓᵢⱼ = 0 ,     ∂c/∂pᵢ = (pᵢ − pⱼ)/|pᵢ − pⱼ| = −∂c/∂pⱼ .                                       (1)

Nothing turns by more than a right angle within a correction, so the body is never mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from pliant.constraints import Rows

_PAIRS = np.array(list(combinations(range(4), 2)))


@dataclass(frozen=True, eq=False)
class RigidFrame:
    """Of one rigid body what does not change; rest positions are those of its shape."""

    layout: Any
    positions: np.ndarray  # (3, P) at rest [m]
    skin: np.ndarray  # (V,) nodes
    points: np.ndarray  # (4,) nodes that bear the mass
    mass: float  # [kg]
    center: np.ndarray  # (3,) at rest [m]
    inertia: np.ndarray  # (3, 3) at rest [kg·m²]
    restitution: float = 0.0

    @cached_property
    def arms(self) -> np.ndarray:
        """From the centre of mass to the nodes at rest, (3, P); zero where there is no node."""
        arms = np.zeros_like(self.positions)
        nodes = self.layout.nodes
        arms[:, nodes] = self.positions[:, nodes] - self.center[:, None]
        return arms

    @cached_property
    def basis(self) -> np.ndarray:
        """Q, (4, P)."""
        nodes, found = self.layout.nodes, np.zeros((4, self.layout.size))
        found[:, nodes] = np.linalg.qr(np.vstack([np.ones(len(nodes)), self.arms[:, nodes]]).T)[0].T
        return found

    @cached_property
    def _of_skin(self) -> np.ndarray:
        """Weights (4, V) of the skin's nodes with which the points of mass follow them."""
        affine = np.vstack([np.ones(self.layout.size), self.arms])
        return affine[:, self.points].T @ np.linalg.pinv(affine[:, self.skin].T)

    def follow_skin(self, a: np.ndarray) -> None:
        """Let the points of mass go where the skin goes, whose values in a (3, P) are affine."""
        a[:, self.points] = a[:, self.skin] @ self._of_skin.T

    @cached_property
    def lengths(self) -> np.ndarray:
        """ℓ of (1)."""
        p = self.positions[:, self.points].T
        return np.linalg.norm(p[_PAIRS[:, 0]] - p[_PAIRS[:, 1]], axis=1)

    @cached_property
    def felt(self) -> np.ndarray:
        """How much mass a push at a node feels, (P,) [kg], in the mean over all directions; none at points of mass.

        1/m + the mean of (r × n)ᵀJ⁻¹(r × n) over unit vectors n.
        """
        r, inverse = self.arms[:, self.skin], np.linalg.inv(self.inertia)
        turning = np.sum(r * r, axis=0) * np.trace(inverse) - np.einsum("in,ij,jn->n", r, inverse, r)
        found = self.layout.zeros()
        found[self.skin] = 1.0 / (1.0 / self.mass + turning / 3.0)
        return found

    # ------------------------------------------------------------ where it is, and how it moves

    def pose(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The turn (3, 3) and the centre of mass (3,) at positions x (3, P) [Kabsch 1976]."""
        p = x[:, self.points]
        center = p.mean(axis=1)
        u, _, vt = np.linalg.svd((p - center[:, None]) @ self.arms[:, self.points].T)
        u[:, 2] *= np.sign(np.linalg.det(u) * np.linalg.det(vt))
        return u @ vt, center

    def placed(self, turn: np.ndarray, center: np.ndarray) -> np.ndarray:
        """Positions (3, P)."""
        x, nodes = self.layout.zeros(3), self.layout.nodes
        x[:, nodes] = turn @ self.arms[:, nodes] + center[:, None]
        return x

    def momenta(self, x: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The velocity of the centre [m/s], and the angular momentum about it [kg·m²/s]."""
        p, u = x[:, self.points], v[:, self.points]
        arms = p - p.mean(axis=1, keepdims=True)
        return u.mean(axis=1), 0.25 * self.mass * np.cross(arms.T, u.T).sum(axis=0)

    def velocities(
        self, x: np.ndarray, turn: np.ndarray, velocity: np.ndarray, spin: np.ndarray
    ) -> np.ndarray:
        """Of all nodes, (3, P), from that of the centre and the angular momentum about it."""
        v, nodes = self.layout.zeros(3), self.layout.nodes
        rate = turn @ np.linalg.solve(self.inertia, turn.T @ spin)
        v[:, nodes] = velocity[:, None] + np.cross(rate, (turn @ self.arms[:, nodes]).T).T
        return v


class Rigidity:
    """(1), as the law of a joint between the four points of mass."""

    def __init__(self, lengths: np.ndarray):
        self._lengths = lengths

    def begin(self, p: np.ndarray) -> np.ndarray:
        return np.zeros(0)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        i, j = _PAIRS.T
        d = p[i] - p[j]
        length = np.linalg.norm(d, axis=1)
        jacobian = np.zeros((6, 4, 3))
        rows = np.arange(6)
        jacobian[rows, i] = d / length[:, None]
        jacobian[rows, j] = -jacobian[rows, i]
        return Rows(length - self._lengths, jacobian)
