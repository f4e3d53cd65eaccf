"""A scene file as plain data, with the lines it came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pliant.errors import Problem, SceneError
from pliant.problems import Path

# Scenes nest about eight levels deep. The limit keeps hostile files from exhausting the stack.
DEEPEST = 64
TOO_DEEP = f"nested more than {DEEPEST} levels deep"


@dataclass(frozen=True)
class Document:
    """What a file says (`data`) and where it says it (`line_of` a path, counting from 1)."""

    data: Any
    line_of: Callable[[Path], int | None]


def nearest_line(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of `path`, or of the nearest thing around it that has one."""
    for end in range(len(path), -1, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


def bad_syntax(source: str, line: int | None, message: str, path: str = "") -> SceneError:
    """The error for a file that cannot be read as data at all."""
    return SceneError([Problem(path, message, line)], source)


def parsed_path(text: str) -> Path:
    """``bodies[0].material`` as ``("bodies", 0, "material")``."""
    return tuple(int(index) if index else key for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", text))
