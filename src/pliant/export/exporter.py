"""What an export format is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pliant.recording import Recording

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Job:
    """One export: what to write and where."""

    recording: Recording
    path: Path
    bodies: list[str]
    frames: range
    progress: Progress | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def positions(self, body: str, frame: int) -> np.ndarray:
        """Positions [m] of one body in one frame, (nodes, 3), read alone."""
        return self.recording.positions(body, slice(frame, frame + 1))[0]

    def report(self, done: int, total: int) -> None:
        """Tells whoever asked how far the export is."""
        if self.progress is not None:
            self.progress(done, total)


@dataclass(frozen=True)
class Exporter:
    """A format: its name is also its extension. `replaces` tells what a job would write over, were it there."""

    name: str
    description: str
    write: Callable[[Job], list[Path]]
    replaces: Callable[[Job], list[Path]]
    options: tuple[str, ...] = ()
