"""Several runs by `pliant run SCENE --set PATH=A:B:N`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pliant.cli.console import progress, say

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

_RANGE = re.compile(r"([^:]+):([^:]+):(\d{1,6})(:log)?")
_NUMBERS = re.compile(r"[-+.\deE]*\d(:[-+.\deE]*\d)+")


def ranges_in(changes: list[str]) -> dict[str, list[float]]:
    """The values of changes such as PATH=A:B:N and PATH=A:B:N:log, by path."""
    found: dict[str, list[float]] = {}
    for text in changes:
        path, _, value = text.partition("=")
        match = _RANGE.fullmatch(value.strip())
        if match is None and _NUMBERS.fullmatch(value.strip()):
            raise typer.BadParameter(f"--set {text}: expected one number, or PATH=A:B:N")
        if match:
            found[path.strip()] = _values(text, *match.groups())
    return found


def _values(text: str, first: str, last: str, count: str, log: str | None) -> list[float]:
    try:
        a, b, n = float(first), float(last), int(count)
    except ValueError:
        raise typer.BadParameter(f"--set {text}: expected PATH=A:B:N with numbers") from None
    if n < 2 or (log and not (a > 0.0 and b > 0.0)):
        raise typer.BadParameter(f"--set {text}: needs two values at least, and positive ones with log")
    parts = [k / (n - 1) for k in range(n)]
    return [a * (b / a) ** s if log else a + (b - a) * s for s in parts[:-1]] + [b]


def sweep_over(
    scene: Scene,
    ranges: dict[str, list[float]],
    folder: Path,
    seconds: float | None,
    steps: int | None,
    every: int,
    keep: list[str],
    workers: int | None,
    scheduler: str | None,
) -> None:
    """Simulate all combinations and say where they are; what is stored in the folder is not simulated again."""
    from pliant.sweeps.sweep import sweep

    with progress("simulating") as report:
        found = sweep(
            scene, ranges, to=folder, seconds=seconds, steps=steps, every=every, keep=keep,
            workers=workers, scheduler=scheduler, progress=report,
        )  # fmt: skip
    for run in found:
        print(f"{run.path}  {', '.join(f'{path} = {value:g}' for path, value in run.values.items())}")
    for run in found.failures:
        say(f"run {run.number} failed: {run.error}")
    if found.failures:
        raise typer.Exit(1)
