"""The user's hands, as the integrators see them: springs that pull at spots of a body, and pushes.

A spot is a point of a triangle of nodes, Σ wᵢ xᵢ with barycentric weights w; one node alone is a spot, too. With
the hand at a and a spring of stiffness k,

    E = ½ k |d|² ,   d = Σ wᵢ xᵢ − a ,   ∂E/∂xᵢ = k wᵢ d ,   ∂²E/∂xᵢ∂xⱼ = k wᵢ wⱼ I .                          (1)

A damper beside the spring resists the motion of the spot relative to the hand, f = −∂D/∂v [003: MKS is k, MKD is c]:

    D = ½ c |u|² ,   u = Σ wᵢ vᵢ − ȧ ,   ∂D/∂vᵢ = c wᵢ u .                                                   (2)

Hands touch few nodes, so all this is plain NumPy: a kernel would keep the user waiting for its compilation at the
very first touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pliant.model.protocols import StepContext
from pliant.numerics.layout import Layout
from pliant.numerics.matrix import Matrix


@dataclass(frozen=True)
class Spot:
    """A point of a body: flat indices of nodes with weights."""

    nodes: np.ndarray  # (k,)
    weights: np.ndarray  # (k,)

    @classmethod
    def of(cls, layout: Layout, nodes: Sequence[tuple[int, ...]], weights: Sequence[float]) -> Spot:
        """The spot Σ wᵢ xᵢ of nodes that are corners of one cell or element."""
        return cls(np.array([layout.index(*node) for node in nodes]), np.array(weights))

    def position(self, x: np.ndarray) -> np.ndarray:
        """Where the spot is, (3,), for positions x (3, P)."""
        return x[:, self.nodes] @ self.weights


class Pull(NamedTuple):
    """A spring of stiffness [N/m] from a spot to an anchor (3,) [m]."""

    spot: Spot
    stiffness: float
    anchor: np.ndarray


@dataclass
class GrabEnergy:
    """The springs (1) of all hands at one body; whoever moves the hands rewrites `pulls`."""

    pulls: list[Pull] = field(default_factory=list)

    pattern = ()  # the corners of a cell are coupled in every matrix anyway

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

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        for spot, k, anchor in self.pulls:
            out[:, spot.nodes] -= k * (spot.position(x) - anchor)[:, None] * spot.weights

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        for spot, k, _ in self.pulls:
            matrix.add_outer(spot.nodes, k, spot.weights)


class Damper(NamedTuple):
    """A damper [kg/s] from a spot to a hand that moves with a velocity (3,) [m/s]."""

    spot: Spot
    damping: float
    velocity: np.ndarray


@dataclass
class GrabDamping:
    """The dampers (2) of all hands at one body; whoever moves the hands rewrites `dampers`."""

    dampers: list[Damper] = field(default_factory=list)

    def begin_step(self, step: StepContext) -> None: ...

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for spot, c, velocity in self.dampers:
            u = spot.position(v) - velocity
            out[:, spot.nodes] -= c * u[:, None] * spot.weights
            total += 0.5 * c * float(u @ u)
        return total

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        for spot, c, _ in self.dampers:
            matrix.add_outer(spot.nodes, scale * c, spot.weights)


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

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None: ...
