"""The user's hands, as the integrators see them: springs that pull at spots of a body, and pushes.

A spot is a point of a triangle of nodes, Σ wᵢ xᵢ with barycentric weights w; one node alone is a spot, too. With
the hand at a and a spring of stiffness k,

    E = ½ k |d|² ,   d = Σ wᵢ xᵢ − a ,   ∂E/∂xᵢ = k wᵢ d ,   ∂²E/∂xᵢ∂xⱼ = k wᵢ wⱼ I .                          (1)

A damper beside the spring resists the motion of the spot relative to the hand, f = −∂D/∂v [003: MKS is k, MKD is c]:

    D = ½ c |u|² ,   u = Σ wᵢ vᵢ − ȧ ,   ∂D/∂vᵢ = c wᵢ u .                                                   (2)

A hand that grips a patch of nodes shares the spring among them by weights that sum to 1. Each node is held where it was
relative to the hand, at rᵢ, so that the patch is not drawn together and nothing is stored when it is taken hold of:

    E = ½ k Σ wᵢ |dᵢ|² ,   dᵢ = xᵢ − rᵢ − a ,   D = ½ c Σ wᵢ |vᵢ − ȧ|² .                                         (3)

The force on the hand is that of (1) for the mean of the patch; nodes that are torn off stay in the hand. A spot is (3)
with the same d for all of its nodes.

Hands touch few nodes, so all this is plain NumPy: a kernel would keep the user waiting for its compilation at the
very first touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pliant.model.protocols import Steady
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix


@dataclass(frozen=True)
class Spot:
    """A point of a body: flat indices of nodes with weights."""

    nodes: np.ndarray  # (k,)
    weights: np.ndarray  # (k,)

    @classmethod
    def of(cls, layout: Layout, nodes: Sequence[tuple[int, ...]], weights: Sequence[float]) -> Spot:
        """The spot Σ wᵢ xᵢ of nodes that are corners of one cell or element."""
        return cls(np.array([layout.index(*node) for node in nodes]), np.array(weights) / sum(weights))

    def position(self, x: np.ndarray) -> np.ndarray:
        """Where the spot is, (3,), for positions x (3, P)."""
        return x[:, self.nodes] @ self.weights

    def drawn(self, x: np.ndarray, hand: np.ndarray) -> np.ndarray:
        """d of (1), (3, 1): how far the spot is from the hand (3,)."""
        return (self.position(x) - hand)[:, None]

    def moved(self, v: np.ndarray, hand: np.ndarray) -> np.ndarray:
        """u of (2), (3, 1), for the velocity of the hand."""
        return self.drawn(v, hand)

    def add_to(self, matrix: Matrix, scale: float) -> None:
        """The second derivatives of ½ scale |d|²."""
        matrix.add_outer(self.nodes, scale, self.weights)


@dataclass(frozen=True)
class Patch:
    """Nodes that a hand grips (3): flat indices, weights that sum to 1, and where they are held relative to it."""

    nodes: np.ndarray  # (k,)
    weights: np.ndarray  # (k,)
    offsets: np.ndarray  # (3, k) [m]

    def drawn(self, x: np.ndarray, hand: np.ndarray) -> np.ndarray:
        """dᵢ of (3), (3, k)."""
        return x[:, self.nodes] - self.offsets - hand[:, None]

    def moved(self, v: np.ndarray, hand: np.ndarray) -> np.ndarray:
        """vᵢ − ȧ of (3), (3, k)."""
        return v[:, self.nodes] - hand[:, None]

    def add_to(self, matrix: Matrix, scale: float) -> None:
        """The second derivatives of ½ scale Σ wᵢ|dᵢ|²."""
        matrix.add_shares(self.nodes, scale, self.weights)


def energy_of(held: Spot | Patch, stiffness: float, d: np.ndarray) -> float:
    """E of (3) for d (3, k), or (3, 1) of a spot."""
    return 0.5 * stiffness * float(np.sum(held.weights * d**2))


class Pull(NamedTuple):
    """A spring of stiffness [N/m] from what is held to an anchor (3,) [m]."""

    held: Spot | Patch
    stiffness: float
    anchor: np.ndarray


@dataclass(frozen=True)
class GrabEnergy(Steady):
    """The springs (1), (3) of all hands at one body."""

    pulls: tuple[Pull, ...] = ()

    pattern = ()  # the corners of a cell are coupled in every matrix anyway

    def holds(self) -> np.ndarray:
        return np.concatenate([np.zeros(0, dtype=np.int64), *(pull.held.nodes for pull in self.pulls)])

    def stored(self, x: np.ndarray) -> float:
        return sum(energy_of(held, k, held.drawn(x, anchor)) for held, k, anchor in self.pulls)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for held, k, anchor in self.pulls:
            d = held.drawn(x, anchor)
            out[:, held.nodes] += k * d * held.weights
            total += energy_of(held, k, d)
        return total

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        for held, k, anchor in self.pulls:
            out[:, held.nodes] -= k * held.drawn(x, anchor) * held.weights

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        for held, k, _ in self.pulls:
            held.add_to(matrix, k)


class Damper(NamedTuple):
    """A damper [kg/s] from what is held to a hand that moves with a velocity (3,) [m/s]."""

    held: Spot | Patch
    damping: float
    velocity: np.ndarray


@dataclass(frozen=True)
class GrabDamping(Steady):
    """The dampers (2), (3) of all hands at one body."""

    dampers: tuple[Damper, ...] = ()
    loss = "damping"

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for held, c, velocity in self.dampers:
            u = held.moved(v, velocity)
            out[:, held.nodes] -= c * u * held.weights
            total += energy_of(held, c, u)
        return total

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None:
        for held, c, _ in self.dampers:
            held.add_to(matrix, scale * c)

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """Hands give the force of their dampers times their own velocities."""
        return sum(
            -c * float((held.moved(v, velocity) * held.weights).sum(axis=1) @ velocity)
            for held, c, velocity in self.dampers
        )


class Thrust(NamedTuple):
    """Forces (3, k) [N] on nodes, flat indices (k,)."""

    nodes: np.ndarray
    forces: np.ndarray


@dataclass(frozen=True)
class PushForce(Steady):
    """All pushes at one body. A push does work and stores none, hence a force with D = −Σ f·v and no energy."""

    thrusts: tuple[Thrust, ...] = ()
    loss = "damping"

    cause = "a push"

    def loads(self) -> tuple[Thrust, ...]:
        return self.thrusts

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        total = 0.0
        for nodes, forces in self.thrusts:
            out[:, nodes] += forces
            total -= float(np.sum(forces * v[:, nodes]))
        return total

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None: ...

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        return float(np.vdot(f, along))


@dataclass(frozen=True)
class Hands:
    """All that hands do to one body in a step, or at a moment."""

    grabs: GrabEnergy = GrabEnergy()
    dampers: GrabDamping = GrabDamping()
    pushes: PushForce = PushForce()

    @cached_property
    def energies(self) -> tuple[GrabEnergy, ...]:
        return (self.grabs,) if self.grabs.pulls else ()

    @cached_property
    def forces(self) -> tuple[GrabDamping | PushForce, ...]:
        dampers = (self.dampers,) if self.dampers.dampers else ()
        return (*dampers, self.pushes) if self.pushes.thrusts else dampers


NO_HANDS = Hands()
