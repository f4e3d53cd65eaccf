"""Everything that changes while a simulation runs, and how it is kept on disk.

A state is arrays and plain values only, so a checkpoint is one write and a restart goes on bit for bit.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import numpy as np

from pliant.errors import PliantError
from pliant.integrators.system import BodyState
from pliant.recording.files import atomic_path


@dataclass
class Hold:
    """One grab: a node of a body that is moved along a straight line."""

    body: str
    node: tuple[int, int]
    start: tuple[float, float, float]
    goal: tuple[float, float, float]
    begin: float  # [s]
    end: float
    stiffness: float | None
    pinned: bool = False  # whether the node is held by a pin as well, and stays so when it is let go

    def place(self, time: float) -> np.ndarray:
        """Where the hand is at a time, (3,)."""
        a, b = np.asarray(self.start), np.asarray(self.goal)
        if time >= self.end:
            return b
        return a + (b - a) * max(time - self.begin, 0.0) / (self.end - self.begin)


@dataclass
class State:
    """Time, step and the state of every body; `events_done` counts the scene's events that have happened."""

    time: float
    step: int
    bodies: dict[str, BodyState]
    events_done: int = 0
    holds: dict[str, Hold] = field(default_factory=dict)

    def save(self, path: str | Path, scene_json: str) -> None:
        """Write a checkpoint; the file appears whole or not at all."""
        meta = {
            "pliant": 1,
            "time": self.time.hex(),
            "step": self.step,
            "events_done": self.events_done,
            "holds": {name: asdict(hold) for name, hold in self.holds.items()},
            "bodies": list(self.bodies),
        }
        arrays = {
            f"{index}/{item.name}": getattr(body, item.name)
            for index, body in enumerate(self.bodies.values())
            for item in fields(body)
        }
        with atomic_path(Path(path)) as temporary, open(temporary, "wb") as file:
            np.savez(file, meta=np.array(json.dumps(meta)), scene=np.array(scene_json), **arrays)

    @classmethod
    def load(cls, path: str | Path) -> tuple[State, str]:
        """A state and the scene it belongs to, as JSON."""
        try:
            with np.load(path, allow_pickle=False) as file:
                meta = json.loads(str(file["meta"]))
                scene = str(file["scene"])
                bodies = {
                    name: BodyState(**{item.name: file[f"{k}/{item.name}"] for item in fields(BodyState)})
                    for k, name in enumerate(meta["bodies"])
                }
        except FileNotFoundError:
            raise PliantError(f"{path}: there is no such checkpoint") from None
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise PliantError(f"{path}: not a pliant checkpoint, or a damaged one ({error})") from None
        holds = {name: Hold(**{**h, "node": tuple(h["node"])}) for name, h in meta["holds"].items()}
        return cls(float.fromhex(meta["time"]), meta["step"], bodies, meta["events_done"], holds), scene
