"""Runs an entry: simulates its scenes, puts its claims to the test, draws its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from pliant.checks import Check, holds
from pliant.errors import PliantError, SimulationError
from pliant.gallery.crossings import nothing_crosses
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.recording import Recording
from pliant.simulation import simulate

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Result:
    """What came of an entry. `passed` means that all checks did."""

    name: str
    passed: bool
    checks: list[Check]
    recordings: Mapping[str, Recording] = field(default_factory=dict)
    pictures: list[Path] = field(default_factory=list)
    seconds: float = 0.0  # of computing; drawing not counted

    def as_dict(self) -> dict[str, Any]:
        """For JSON: `name`, `passed` and `checks`."""
        return {
            "name": self.name,
            "passed": self.passed,
            "checks": [check.as_dict() for check in self.checks],
        }


def run(
    entry: Entry,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    size: tuple[int, int] = (1280, 720),
) -> Result:
    """Simulate an entry's scenes for their own `seconds` and test its claims.

    With a `folder` the picture is drawn there as ``<name>.png``. `progress(scene, done, steps)` is called after
    every step. A scene that fails without being meant to is a failed check, not an exception.
    """
    begin = perf_counter()
    outcomes: dict[str, Recording | SimulationError] = {}
    failures: list[Check] = []
    scenes = entry.scenes()
    for name, scene in scenes.items():
        try:
            outcomes[name] = simulate(scene, every=entry.every, progress=_named(progress, name))
        except SimulationError as error:
            outcomes[name] = error
            if name not in entry.explodes:
                failures.append(holds(f"{name}: runs to its end", False, str(error), "no SimulationError"))
    checks = failures or [*_checked(entry, outcomes), *_apart(scenes, outcomes)]
    seconds = perf_counter() - begin
    recordings = {name: recording_of(outcome) for name, outcome in outcomes.items()}
    pictures = []
    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        pictures.append(_draw(entry, recordings, Path(folder) / f"{entry.name}.png", size))
    return Result(entry.name, all(check.passed for check in checks), checks, recordings, pictures, seconds)


def _draw(entry: Entry, recordings: Mapping[str, Recording], path: Path, size: tuple[int, int]) -> Path:
    if entry.plot is not None:
        from pliant.validation.page import draw as draw_plot

        draw_plot(entry.plot(recordings), path)
        return path
    from pliant.gallery.sheet import draw

    return draw(entry, recordings, path, size)


def recording_of(outcome: Recording | SimulationError) -> Recording:
    """What was recorded, also of a simulation that exploded."""
    if isinstance(outcome, Recording):
        return outcome
    recording = getattr(outcome, "recording", None)
    if recording is None:  # stopped before its first frame
        raise PliantError(f"nothing was recorded: {outcome}") from outcome
    return recording


def _checked(entry: Entry, outcomes: Recordings) -> list[Check]:
    checks = entry.check(outcomes)
    if not checks:
        raise PliantError(f"gallery entry {entry.name!r} checks nothing")
    return checks


def _apart(scenes: Scenes, outcomes: Recordings) -> list[Check]:
    """What every scene with contact claims: in no frame does anything cross."""
    checks: list[Check] = []
    for name, outcome in outcomes.items():
        claim = "nothing crosses" if len(scenes) == 1 else f"{name}: nothing crosses"
        checks += nothing_crosses(recording_of(outcome), scenes[name], claim)
    return checks


def _named(progress: Progress | None, scene: str) -> Callable[[int, int, Any], None] | None:
    if progress is None:
        return None
    return lambda done, steps, _: progress(scene, done, steps)
