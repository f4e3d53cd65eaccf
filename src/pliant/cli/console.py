"""Talking to the person at the terminal: messages and progress bars on stderr, results on stdout."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

Report = Callable[[int, int], None]  # report(done, total)


@cache
def _console(stream: Any) -> Any:
    from rich.console import Console

    return Console(file=stream, markup=False, highlight=False, soft_wrap=True)


def _errors() -> Any:
    """That of stderr: the one that draws a progress bar, which puts something in front of the stream meanwhile."""
    return _console(getattr(sys.stderr, "rich_proxied_file", sys.stderr))


def say(line: str) -> None:
    """A line for a person, on stderr, above a progress bar if there is one."""
    _errors().print(line)


def complain(message: str) -> None:
    """What went wrong, in as many lines as it needs."""
    for number, line in enumerate(message.splitlines() or [""]):
        _errors().print(f"error: {line}" if number == 0 else f"       {line}")


def print_json(data: Any) -> None:
    """Data for a program: the only thing on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def narrow_width() -> int:
    """Columns of a table that has to fit on a screen and into a mail: those of the terminal, from 80 to 100."""
    return min(max(shutil.get_terminal_size((100, 24)).columns, 80), 100)


def print_table(
    title: str,
    headings: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    width: int | None = None,
    firm: Collection[int] = (),
) -> None:
    """A table for a person, on stdout; as wide as it needs to be when nobody is looking, unless `width` is given.

    The columns with the numbers in `firm` are never broken into lines.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", no_wrap=number in firm)
    for row in rows:
        table.add_row(*row)
    # Cells may say [m, n], which rich would take for markup.
    width = width or (None if sys.stdout.isatty() else 200)
    Console(markup=False, highlight=False, width=width).print(table)


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Report]:
    """A progress bar on stderr; none when stderr is not a terminal or with `quiet`."""
    announce_compilation(quiet=quiet)
    console = _errors()
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
