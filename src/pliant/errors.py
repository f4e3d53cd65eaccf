"""Every error a user can cause is a `PliantError`.

A message says what was given, what was expected and what to do. Nothing else is raised on purpose,
so `except pliant.PliantError` catches bad input, bad files and simulations that cannot go on.
"""

from __future__ import annotations

from dataclasses import dataclass


class PliantError(Exception):
    """Base class of all errors that pliant raises on purpose."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a scene: where it is and what was expected there."""

    path: str  # such as "bodies[0].material.young"
    message: str
    line: int | None = None


class SceneError(PliantError):
    """A scene that cannot be built; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[Problem], source: str | None = None):
        self.problems = problems
        self.source = source
        super().__init__("\n".join(self._describe(p) for p in problems))

    def _describe(self, problem: Problem) -> str:
        place = self.source or "scene"
        if problem.line is not None:
            place += f":{problem.line}"
        where = f"{problem.path}: " if problem.path else ""
        return f"{place}: {where}{problem.message}"


class SimulationError(PliantError):
    """A simulation that stopped for reasons of health; what was recorded so far is kept."""

    def __init__(self, message: str, *, body: str | None = None, step: int | None = None):
        self.body = body
        self.step = step
        super().__init__(message)


class RecordingError(PliantError):
    """A recording that cannot be read or written."""


class MissingExtraError(PliantError):
    """An optional part of pliant that is not installed."""

    def __init__(self, feature: str, extra: str):
        self.extra = extra
        super().__init__(f"{feature} needs an optional package: pip install 'pliant[{extra}]'")
