"""The user's hands, as the integrators see them: springs that pull at spots of a surface, and pushes.

A spot is a point of a triangle of nodes, Σ wᵢ xᵢ with barycentric weights w; one node alone is a spot, too. With
the hand at a and a spring of stiffness k,

    E = ½ k |d|² ,   d = Σ wᵢ xᵢ − a ,   ∂E/∂xᵢ = k wᵢ d ,   ∂²E/∂xᵢ∂xⱼ = k wᵢ wⱼ I .                          (1)

Hands touch few nodes, so all this is plain NumPy: a kernel would keep the user waiting for its compilation at the
very first touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pliant.model.protocols import StepContext
from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import WIDE, GridMatrix


@dataclass(frozen=True)
class Spot:
    """A point of a surface: flat indices of nodes with weights, and where the blocks of their pairs are stored."""

    nodes: np.ndarray  # (k,)
    weights: np.ndarray  # (k,)
    slots: np.ndarray  # (pairs,) of the matrix
    places: np.ndarray  # (pairs,) the node that stores the block
    products: np.ndarray  # (pairs,) wᵢ wⱼ

    @classmethod
    def of(cls, layout: GridLayout, nodes: Sequence[tuple[int, int]], weights: Sequence[float]) -> Spot:
        """The spot Σ wᵢ xᵢ of nodes [m, n] that are corners of one cell, which may lie across a seam."""
        pairs = []
        for i, a in enumerate(nodes):
            for b, other in zip(nodes[i:], weights[i:], strict=True):
                ahead = step_between(layout, a, b)
                if ahead in WIDE:
                    slot, owner = WIDE.index(ahead), a
                else:  # the matrix stores half of the pairs; this block is symmetric, so its transpose is itself
                    slot, owner = WIDE.index((-ahead[0], -ahead[1])), b
                pairs.append((slot, layout.index(*owner), weights[i] * other))
        slots, places, products = zip(*pairs, strict=True)
        indices = np.array([layout.index(*node) for node in nodes])
        return cls(indices, np.array(weights), np.array(slots), np.array(places), np.array(products))

    def position(self, x: np.ndarray) -> np.ndarray:
        """Where the spot is, (3,), for positions x (3, P)."""
        return x[:, self.nodes] @ self.weights


def step_between(layout: GridLayout, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The steps (dm, dn) from node a to node b, the short way round where an axis is periodic."""
    steps = []
    for i, j, count, wraps in zip(a, b, layout.shape, layout.periodic, strict=True):
        steps.append((j - i + count // 2) % count - count // 2 if wraps else j - i)
    return steps[0], steps[1]


class Pull(NamedTuple):
    """A spring of stiffness [N/m] from a spot to an anchor (3,) [m]."""

    spot: Spot
    stiffness: float
    anchor: np.ndarray


@dataclass
class GrabEnergy:
    """The springs (1) of all hands at one body; whoever moves the hands rewrites `pulls`."""

    pulls: list[Pull] = field(default_factory=list)

    pattern = ()  # the corners of a cell are coupled in every surface's matrix anyway

    def begin_step(self, step: StepContext) -> None: ...

    def stored(self, x: np.ndarray) -> float:
        return sum(0.5 * k * float(np.sum((spot.position(x) - a) ** 2)) for spot, k, a in self.pulls)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for spot, k, anchor in self.pulls:
            d = spot.position(x) - anchor
            out[:, spot.nodes] += k * d[:, None] * spot.weights
            total += 0.5 * k * float(d @ d)
        return total

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        for spot, k, _ in self.pulls:
            for entry in range(
                0, matrix.values.shape[1], 4
            ):  # the diagonal of a 3×3 block, or its one number
                matrix.values[spot.slots, entry, spot.places] += k * spot.products


class Thrust(NamedTuple):
    """Forces (3, k) [N] on nodes, flat indices (k,)."""

    nodes: np.ndarray
    forces: np.ndarray


@dataclass
class PushForce:
    """All pushes at one body. A push does work and stores none, hence a force with D = −Σ f·v and no energy."""

    thrusts: list[Thrust] = field(default_factory=list)

    def begin_step(self, step: StepContext) -> None: ...

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for nodes, forces in self.thrusts:
            out[:, nodes] += forces
            total -= float(np.sum(forces * v[:, nodes]))
        return total

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: GridMatrix) -> None: ...
