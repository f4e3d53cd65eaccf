"""The models against theory: `pliant validate`.

One file per topic: the theory in its docstring, the comparison below it. A topic is a function without arguments
that returns a `Result`; to add one, write its file and put its name into `topics.NAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pliant.checks import Check
from pliant.errors import PliantError
from pliant.problems import did_you_mean
from pliant.validation.result import Curve, Plot, Result
from pliant.validation.topics import TOPICS

Progress = Callable[[int, int], None]

__all__ = ["TOPICS", "Curve", "Plot", "Result", "results", "run", "write"]


def run(progress: Progress | None = None, only: Iterable[str] | None = None) -> list[Check]:
    """All checks, or those of some topics."""
    return [check for result in results(progress, only) for check in result.checks]


def results(progress: Progress | None = None, only: Iterable[str] | None = None) -> list[Result]:
    """The topics with checks and curves; `progress(done, total)` is called after each."""
    names = list(only or TOPICS)
    for name in names:
        if name not in TOPICS:
            raise PliantError(f"there is no topic {name!r}; {did_you_mean(name, TOPICS)}")
    found = []
    for name in names:
        found.append(TOPICS[name]())
        if progress is not None:
            progress(len(found), len(names))
    return found


def write(found: Iterable[Result], folder: Path) -> list[Path]:
    """A page with the table and the theory, and a PNG for every plot; returns what was written."""
    from pliant.validation.page import write_page

    return write_page(list(found), folder)
