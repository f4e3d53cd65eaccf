"""Everything that changes while a simulation runs, and how it is kept on disk.

A state is arrays and plain values only, so a checkpoint is one write and a restart goes on bit for bit.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.integrators.system import BodyState
from pliant.recording.files import atomic_path
from pliant.simulation.accounts import Account

_ARRAYS = tuple(item.name for item in fields(BodyState) if item.name != "memory")
_QUIET = 10  # steps after which a change of parameters counts as the first of a kind

_DAMAGED = (
    OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, zlib.error
)  # fmt: skip

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
    last_jolt: int | None = (
        None  # the step at which a change of parameters made second-order schemes start anew
    )
    released: dict[str, float] = field(default_factory=dict)  # by body: what breaking has set free [J]
    books: dict[str, Account] = field(default_factory=dict)  # by body, if somebody keeps books

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

    def save(self, path: str | Path, scene: str, now: str) -> None:
        """Write a checkpoint; the file appears whole or not at all.

        `scene` is the scene from the start with all events, `now` the one with the parameters of this moment (JSON).
        """
        meta = {
            "pliant": 2,
            "time": self.time.hex(),
            "step": self.step,
            "since": self.since.hex(),
            "since_step": self.since_step,
            "last_jolt": self.last_jolt,
            "events_done": self.events_done,
            "holds": {name: asdict(hold) for name, hold in self.holds.items()},
            "shoves": {name: asdict(shove) for name, shove in self.shoves.items()},
            "released": {name: energy.hex() for name, energy in self.released.items()},
            "books": {name: asdict(account) for name, account in self.books.items()},
            "bodies": list(self.bodies),
        }
        arrays = {}
        for index, body in enumerate(self.bodies.values()):
            arrays |= {f"{index}/{name}": getattr(body, name) for name in _ARRAYS}
            arrays |= {f"{index}/memory/{name}": values for name, values in body.memory.items()}
        texts = {"meta": np.array(json.dumps(meta)), "scene": np.array(scene), "now": np.array(now)}
        with atomic_path(Path(path)) as temporary, open(temporary, "wb") as file:
            np.savez(file, **texts, **arrays)

    @classmethod
    def load(cls, path: str | Path) -> tuple[State, str, str | None]:
        """A state, and the scenes it was saved with; the second is None in checkpoints of the first format."""
        try:
            with np.load(path, allow_pickle=False) as file:
                meta = json.loads(str(file["meta"]))
                scene, now = str(file["scene"]), str(file["now"]) if "now" in file else None
                bodies = {name: _body(file, f"{k}/") for k, name in enumerate(meta["bodies"])}
            state = _state(meta, bodies)
        except FileNotFoundError:
            raise PliantError(f"{path}: there is no such checkpoint") from None
        except _DAMAGED:  # what NumPy says of it is about files of its own
            raise PliantError(f"{path}: not a pliant checkpoint, or a damaged one") from None
        return state, scene, now


def _body(file: Any, prefix: str) -> BodyState:
    """The state of one body from the arrays of a checkpoint."""
    remembered = prefix + "memory/"
    memory = {key.removeprefix(remembered): file[key] for key in file if key.startswith(remembered)}
    return BodyState(**{name: file[prefix + name] for name in _ARRAYS}, memory=memory)


def _state(meta: dict[str, Any], bodies: dict[str, BodyState]) -> State:
    return State(
        float.fromhex(meta["time"]),
        meta["step"],
        bodies,
        meta["events_done"],
        {name: _hold(data) for name, data in meta["holds"].items()},
        {name: Shove(**data) for name, data in meta.get("shoves", {}).items()},
        float.fromhex(meta.get("since", "0x0.0p+0")),
        meta.get("since_step", 0),
        meta.get("last_jolt"),
        {name: float.fromhex(energy) for name, energy in meta.get("released", {}).items()},
        books={name: Account(**data) for name, data in meta.get("books", {}).items()},
    )


def _hold(data: dict[str, Any]) -> Hold:
    """A hold from JSON; in the first format it has one `node`."""
    if "node" in data:
        others = {name: value for name, value in data.items() if name != "node"}
        data = {**others, "nodes": [data["node"]], "weights": [1.0]}
    grip = data.get("grip") and Grip(**data["grip"])
    return Hold(**{**data, "nodes": tuple(tuple(node) for node in data["nodes"]), "grip": grip})


def start_anew(body: BodyState) -> None:
    """After a jump, second-order schemes do not look back."""
    body.history[0] = 0.0
