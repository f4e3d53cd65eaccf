"""Every error a user can cause is a `PliantError`.

A message says what was given, what was expected and what to do. Nothing else is raised on purpose,
so `except pliant.PliantError` catches bad input, bad files and simulations that cannot go on.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST_PROBLEMS = 100  # that are looked for: nobody reads more, and a damaged file may have a million
_LONGEST = 1000  # letters of one line of a message


class PliantError(Exception):
    """Base class of all errors that pliant raises on purpose."""

    def __str__(self) -> str:
        return "\n".join(_printable(line) for line in super().__str__().split("\n"))


def _printable(line: str) -> str:
    """A line that every terminal and log can show: messages quote what stands in files and in their names."""
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"
    if line.isprintable():
        return line
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in line
    )


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a scene: where it is and what was expected there."""

    path: str  # such as "bodies[0].material.young"
    message: str
    line: int | None = None


class SceneError(PliantError):
    """A scene that cannot be built; `problems` lists what is wrong with it: the first hundred, if there are more."""

    def __init__(self, problems: Sequence[Problem], source: str | None = None, more: bool = False):
        self.problems = list(problems[:MOST_PROBLEMS])
        self.more = more or len(problems) > MOST_PROBLEMS
        self.source = source
        lines = [self._describe(p) for p in self.problems]
        if self.more:
            lines.append(f"{source or 'scene'}: there are more problems than these {MOST_PROBLEMS}")
        super().__init__("\n".join(lines))

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
    """An optional part of pliant that is not installed, or is and cannot be loaded.

    `cause` is what importing it raised: a package may be there and still lack a system library, or have been built for
    another version of NumPy. Broken packages raise errors of every kind when they are imported.
    """

    def __init__(self, feature: str, extra: str, cause: Exception | None = None):
        self.extra = extra
        super().__init__(f"{feature} needs {_wanting(extra, cause)}")


def _wanting(extra: str, cause: Exception | None) -> str:
    """What is missing, and what to do about it."""
    if cause is None:
        return f"an optional package: pip install 'pliant[{extra}]'"
    if isinstance(cause, ModuleNotFoundError) and cause.name and "." not in cause.name:
        return f"the optional package {cause.name!r}, which is not installed: pip install 'pliant[{extra}]'"
    reason = f"{type(cause).__name__}: {cause}".strip().splitlines()[0]
    where = _importing(cause)
    tried = f"importing {where} gave {reason}" if where else reason
    library = re.search(r"(lib[\w+-]+\.(?:so|dylib)[\w.]*): cannot open shared object", reason)
    if library is None:
        advice = f"pip install --upgrade --force-reinstall 'pliant[{extra}]' may mend it"
    else:
        package = _DEBIAN.get(library[1])
        named = f" (Debian, Ubuntu: apt-get install {package})" if package else ""
        advice = f"install the system library {library[1]}{named}"
    return f"the extra {extra!r}, which is installed but cannot be loaded: {tried}; {advice}"


# Debian's names of the system libraries that packages of the extras load.
_DEBIAN = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLU.so.1": "libglu1-mesa",
    "libX11.so.6": "libx11-6",
    "libXcursor.so.1": "libxcursor1",
    "libXrender.so.1": "libxrender1",
    "libXt.so.6": "libxt6",
    "libgomp.so.1": "libgomp1",
}


def _importing(error: Exception) -> str:
    """The module that was being imported when it was raised; "" if that cannot be told."""
    found = error.name if isinstance(error, ImportError) and error.name else ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if trace.tb_frame.f_code.co_name == "<module>" and name.partition(".")[0] not in (
            "pliant",
            "__main__",
        ):
            found = name
        trace = trace.tb_next
    return found


class PliantWarning(RuntimeWarning):
    """Something that is not wrong but should be known: what a model cannot do, and that it was asked to."""


_GIVEN: dict[Any, Any] = {}  # by which Python gives the same warning once


def warn(message: str) -> None:
    """Warn the user, by default once of the same: `pliant check`, loading, running and the studio all come here."""
    warnings.warn_explicit(message, PliantWarning, "pliant", 1, "pliant", _GIVEN)


def by_new_names(given: Any, names: dict[str, str], whose: str) -> Any:
    """Arguments by the names that they have now, by those that they had; an old name is told in a warning."""
    if not isinstance(given, dict):
        return given
    for old in names.keys() & given.keys():
        warn(f"{whose}: {old!r} is called {names[old]!r} now; the old name goes with the next minor version")
        given = {**{name: value for name, value in given.items() if name != old}, names[old]: given[old]}
    return given


def problem_in_body(index: int, path: str, message: str) -> SceneError:
    """The error for something wrong at `path` of the body with that index, which only shows when its model is built."""
    return SceneError([Problem(f"bodies[{index}].{path}", message)])
