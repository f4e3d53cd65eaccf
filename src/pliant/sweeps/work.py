"""One run of a sweep, wherever it is done. What a worker imports before it knows its task is little: this file."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple


class Task(NamedTuple):
    """What a worker needs to know; plain values, so that it can be sent anywhere."""

    number: int
    scene: str  # JSON, as it is before anything is varied
    values: dict[str, Any]  # by path
    options: dict[str, Any]  # of `simulate`
    target: str | None  # where to write the recording; None: it is sent back


class Result(NamedTuple):
    """How it went; `error` None: well."""

    number: int
    error: str | None
    seconds: float  # that it took
    content: bytes | None = None  # of the recording, if it was not written


def varied(scene: Any, values: dict[str, Any]) -> Any:
    """The scene with other parameters; what does not fit is a `SceneError`."""
    from pliant.scene import set_parameter

    for path, value in values.items():
        scene = set_parameter(scene, path, value)
    return scene


def run(task: Task) -> Result:
    """Simulate; what a scene does wrong is part of the result."""
    import tempfile

    import numba

    from pliant.errors import PliantError
    from pliant.scene import Scene
    from pliant.simulation import simulate

    numba.set_num_threads(1)  # workers share the machine
    begin, error = time.perf_counter(), None
    with tempfile.TemporaryDirectory(prefix="pliant-") as folder:
        path = Path(folder) / "run.pliant" if task.target is None else part_of(Path(task.target))
        try:
            simulate(
                varied(Scene(**json.loads(task.scene)), task.values), to=path, overwrite=True, **task.options
            )
        except PliantError as problem:
            error = str(problem)
        if task.target is None:
            content = path.read_bytes() if path.exists() else b""
            return Result(task.number, error, time.perf_counter() - begin, content)
        if path.exists():
            os.replace(path, task.target)
    return Result(task.number, error, time.perf_counter() - begin)


def part_of(path: Path) -> Path:
    """Where a recording is until it is whole."""
    return path.with_name(f".{path.stem}.part{path.suffix}")
