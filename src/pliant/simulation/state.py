"""Everything that changes while a simulation runs.

A state is arrays and plain values only, so a checkpoint is one write and a restart goes on bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pliant.collision.exempt import Exempt
from pliant.collision.touches import Pair, Touches, none_touch
from pliant.integrators.system import BodyState
from pliant.simulation.energy_balance.entries import Account, PairAccount
from pliant.simulation.joints import JointStates
from pliant.simulation.lags import Lags

_QUIET = 10  # steps after which a change of parameters counts as the first of a kind

Point = tuple[float, float, float]


@dataclass
class Grip:
    """Nodes (numbers in C order) that a hand holds where they were relative to it, and their shares of its spring."""

    nodes: tuple[int, ...]
    shares: tuple[float, ...]  # sum to 1
    offsets: tuple[Point, ...]  # [m]


@dataclass
class Hold:
    """One grab: a spot of a body (nodes with weights) that is moved along a straight line."""

    body: str
    nodes: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    start: Point
    goal: Point
    begin: float  # [s]
    end: float
    stiffness: float | None  # None: its one node is held exactly
    damping: float = 0.0  # [kg/s]
    pinned: bool = False  # whether the node is held by a pin as well, and stays so when it is let go
    grip: Grip | None = None  # a patch around the spot; None: the spot alone

    def place(self, time: float) -> np.ndarray:
        """Where the hand is at a time, (3,)."""
        a, b = np.asarray(self.start), np.asarray(self.goal)
        if time >= self.end:
            return b
        return a + (b - a) * max(time - self.begin, 0.0) / (self.end - self.begin)

    def velocity(self, time: float) -> np.ndarray:
        """How fast the hand comes to where it is at a time, (3,); a jump is no motion."""
        if not self.begin < time <= self.end:
            return np.zeros(3)
        return (np.asarray(self.goal) - np.asarray(self.start)) / (self.end - self.begin)


@dataclass
class Shove:
    """One push: a force along a unit vector that grows, shared by nodes (numbers in C order)."""

    body: str
    nodes: tuple[int, ...]
    shares: tuple[float, ...]  # sum to 1
    direction: Point
    rate: float  # [N/s]
    begin: float  # [s]

    def forces(self, time: float) -> np.ndarray:
        """The forces (3, k) [N] on the nodes at a time."""
        size = self.rate * max(time - self.begin, 0.0)
        return size * np.outer(self.direction, self.shares)


@dataclass
class State:
    """Time, step and the state of every body; `events_done` counts the events that have happened.

    The time is `since` + (step − `since_step`)·dt: counted from when dt was last changed, it does not drift.
    """

    time: float
    step: int
    bodies: dict[str, BodyState]
    events_done: int = 0
    holds: dict[str, Hold] = field(default_factory=dict)
    shoves: dict[str, Shove] = field(default_factory=dict)
    since: float = 0.0  # [s]
    since_step: int = 0
    level: int = 0  # how often the step is halved at present, if `Adaptive` decides
    last_jolt: int | None = (
        None  # the step at which a change of parameters made second-order schemes start anew
    )
    released: dict[str, float] = field(default_factory=dict)  # by body: what breaking has set free [J]
    energy_balance: dict[str, Account] = field(
        default_factory=dict
    )  # by body, if somebody keeps the energy balance
    pair_balance: dict[Pair, PairAccount] = field(default_factory=dict)  # likewise, of those that touch
    touches: Touches = field(default_factory=none_touch)  # as the last step has left it
    joints: JointStates = field(default_factory=dict)  # by id
    exempt: Exempt | None = None  # pairs that began at no distance and are not apart yet; None: all that did
    lags: Lags = field(default_factory=dict)  # of meshes that an event has put somewhere else
    origin: dict[str, dict[str, Any]] | None = None  # of which scene it is: see `pliant.simulation.origin`

    def tick(self, dt: float) -> None:
        """Count one step of length dt."""
        self.step += 1
        self.time = self.since + (self.step - self.since_step) * dt

    def change_step(self) -> None:
        """From now on steps have another length."""
        self.since, self.since_step = self.time, self.step
        self._start_anew()

    def jolt(self) -> None:
        """Parameters have changed, and forces with them at once.

        Second-order schemes start anew, or else the old force would go on for half a step. Of the many changes while a
        slider is dragged all but a few are let go on: starting anew at every step would take the second order away.
        """
        if self.last_jolt is None or self.step - self.last_jolt >= _QUIET:
            self.last_jolt = self.step
            self._start_anew()

    def _start_anew(self) -> None:
        for body in self.bodies.values():
            start_anew(body)


def start_anew(body: BodyState) -> None:
    """After a jump, second-order schemes do not look back."""
    body.history[0] = 0.0
