"""Rigid bodies that bounce off each other.

Contact within an implicit step takes away the speed at which bodies meet, and gives nothing back. Where two rigid
bodies have a restitution, e₁ and e₂, they part by e = √(e₁e₂) times the speed at which they met along the normal n:

    n·(u₁ − u₂)⁺ = −e n·(u₁ − u₂)⁻ ,                                                                        (1)

u the velocities at the centre of pressure p, where opposite impulses j n act on both,

    j = −(1 + e) n·(u₁ − u₂)⁻ / Σ (1/m + (r × n)ᵀJ⁻¹(r × n)) ,     r = p − c .                                 (2)

The velocities before are those where the step begins, with what weight adds in it; of bodies that touch others as
well, which have no restitution, those where it ends without what contact between the two has done. Impulses act one
after the other, always where bodies meet fastest, until nobody meets anybody: so a ball that runs into a row of others
stops, and the last one flies off. Where bodies meet no faster than by what weight gives them in two steps, e is zero:
what lies on something is at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pliant.collision.touches import Touches
from pliant.integrators.rigid_frame import RigidFrame
from pliant.integrators.system import BodyState

_MOST = 1000  # impulses for each pair
_MEET = 1e-9  # of the fastest: a speed at which nobody meets


class _Body:
    """A rigid body in an impact: where a step has ended, but as fast as before it."""

    def __init__(self, frame: RigidFrame, state: BodyState, velocity: np.ndarray, spin: np.ndarray):
        self.frame, self.state, self.velocity, self.spin = frame, state, velocity, spin
        self.turn, self.center = frame.pose(state.x)
        self.inverse = self.turn @ np.linalg.inv(frame.inertia) @ self.turn.T

    def moves(self, p: np.ndarray) -> np.ndarray:
        """The velocity at a point."""
        return self.velocity + np.cross(self.inverse @ self.spin, p - self.center)

    def yields(self, p: np.ndarray, n: np.ndarray) -> float:
        """How much an impulse of 1 N·s along n changes the velocity there."""
        lever = np.cross(p - self.center, n)
        return 1.0 / self.frame.mass + float(lever @ self.inverse @ lever)

    def push(self, p: np.ndarray, impulse: np.ndarray) -> None:
        self.velocity = self.velocity + impulse / self.frame.mass
        self.spin = self.spin + np.cross(p - self.center, impulse)

    def velocities(self) -> np.ndarray:
        """Of all nodes, (3, P)."""
        return self.frame.velocities(self.state.x, self.turn, self.velocity, self.spin)


class _Impact(NamedTuple):
    """Of two bodies: the centre of pressure, the normal from the second to the first, and e."""

    one: _Body
    other: _Body
    point: np.ndarray
    normal: np.ndarray
    restitution: float

    def speed(self) -> float:
        """At which they part."""
        return float(self.normal @ (self.one.moves(self.point) - self.other.moves(self.point)))

    def act(self, impulse: np.ndarray) -> None:
        self.one.push(self.point, impulse)
        self.other.push(self.point, -impulse)

    def bounce(self, slow: float) -> None:
        """(2)."""
        speed = self.speed()
        e = self.restitution if speed < -slow else 0.0
        soft = self.one.yields(self.point, self.normal) + self.other.yields(self.point, self.normal)
        self.act(-(1.0 + e) * speed / soft * self.normal)


def rebound(
    touches: Touches,
    bodies: Mapping[str, tuple[RigidFrame, BodyState, np.ndarray, np.ndarray]],
    slow: float,
    taken: float,
) -> dict[str, np.ndarray]:
    """Velocities (3, P) of bodies that have bounced.

    They are rigid ones by name that have a restitution, with the state where a step has ended and the velocity of the
    centre and the angular momentum before the impact, but for `taken` [s] times the forces between them. What meets no
    faster than `slow` [m/s] stays together.
    """
    lively = {name: _Body(*one) for name, one in bodies.items()}
    impacts = []
    for pair in combinations(lively, 2):
        own = touches.of(pair)
        if len(own.forces):
            impacts.append(_met(own, pair, lively, taken))
    if not any(impact.speed() < -slow for impact in impacts):
        return {}
    fastest = max(-impact.speed() for impact in impacts)
    for _ in range(_MOST * len(impacts)):
        worst = min(impacts, key=_Impact.speed)
        if worst.speed() >= -_MEET * fastest:
            break
        worst.bounce(slow)
    return {name: body.velocities() for name, body in lively.items()}


def _met(own: Touches, pair: tuple[str, str], lively: Mapping[str, _Body], taken: float) -> _Impact:
    """The impact of a pair, without what its forces have done for so long."""
    first, _ = own.hulls[0]
    one, other = pair if own.names[first] == pair[0] else pair[::-1]
    sign = np.where(own.hulls[:, 0] == first, 1.0, -1.0)
    push = (sign * own.forces) @ own.normals
    point = np.zeros(3)
    for hulls, nodes, weights, force in zip(own.hulls, own.nodes, own.weights, own.forces, strict=True):
        for hull, side in zip(hulls, (weights > 0.0, weights < 0.0), strict=True):
            x = lively[own.names[hull]].state.x[:, nodes[side]]
            point += 0.5 * force * (x @ np.abs(weights[side])) / np.abs(weights[side]).sum()
    e = float(np.sqrt(lively[one].frame.restitution * lively[other].frame.restitution))
    normal = push / np.linalg.norm(push)
    impact = _Impact(lively[one], lively[other], point / own.forces.sum(), normal, e)
    impact.act(-taken * push)
    return impact
