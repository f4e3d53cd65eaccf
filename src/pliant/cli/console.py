"""Talking to the person at the terminal: messages and progress bars on stderr, results on stdout."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

Report = Callable[[int, int], None]  # report(done, total)


@cache
def _console(stream: Any) -> Any:
    from rich.console import Console

    return Console(file=stream, markup=False, highlight=False, soft_wrap=True)


def say(line: str) -> None:
    """A line for a person, on stderr, above a progress bar if there is one."""
    _console(sys.stderr).print(line)


def complain(message: str) -> None:
    """What went wrong, in as many lines as it needs."""
    for number, line in enumerate(message.splitlines() or [""]):
        _console(sys.stderr).print(f"error: {line}" if number == 0 else f"       {line}")


def print_json(data: Any) -> None:
    """Data for a program: the only thing on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(title: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table for a person, on stdout; as wide as it needs to be when nobody is looking."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row)
    # Cells may say [m, n], which rich would take for markup.
    Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else 200).print(table)


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Report]:
    """A progress bar on stderr; none when stderr is not a terminal or with `quiet`."""
    announce_compilation(quiet=quiet)
    console = _console(sys.stderr)
    if quiet or not console.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def announce_compilation(*, quiet: bool) -> None:
    """Let kernels that are compiled for the first time be told of here."""
    from pliant.numerics.compile import set_announcer

    set_announcer(None if quiet else say)


class Interruption:
    """Ctrl-C ends a run after the step under way, so that nothing is left half done; twice ends it at once."""

    def __init__(self) -> None:
        self._asked = False

    def __enter__(self) -> Interruption:
        self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _ask(self, *_: object) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True
        say("stopping after this step; Ctrl-C again stops at once")

    def look(self) -> None:
        """Raises KeyboardInterrupt if it was asked for."""
        if self._asked:
            raise KeyboardInterrupt
