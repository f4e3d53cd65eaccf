"""`sweep`: a scene with parameters varied, every combination a run of its own."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.files import PathLike, atomic_path
from pliant.scene import Scene
from pliant.scene.write import require_writable
from pliant.simulation.run import step_count
from pliant.spec import plain
from pliant.sweeps.store import FAILED, Store
from pliant.sweeps.work import Task, varied

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Run:
    """One combination: `values` by path; `error` says why it failed, if it did."""

    number: int
    values: dict[str, Any]
    path: Path
    error: str | None

    @property
    def recording(self) -> Recording:
        """What was recorded, of one that failed as far as it came."""
        return Recording(self.path)


class Sweep:
    """The results: runs in C order of the values, as `shape` has them."""

    def __init__(self, store: Store, values: dict[str, list[Any]]):
        self._store, self.values, self.folder = store, values, store.folder
        self.shape = tuple(len(options) for options in values.values())

    def __len__(self) -> int:
        return int(np.prod(self.shape))

    def __iter__(self) -> Iterator[Run]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> Run:
        if not -len(self) <= number < len(self):
            raise IndexError(f"run {number} asked for; there are {len(self)}")
        number %= len(self)
        error = self._store.failure(number)
        path = self._store.recording(number) if error is None else self._store.recording(number, FAILED)
        return Run(number, combinations(self.values)[number], path, error)

    @property
    def failures(self) -> list[Run]:
        """The runs that failed."""
        return [run for run in self if run.error is not None]

    def measure(self, function: Callable[[Recording], Any]) -> np.ndarray:
        """What a function makes of the recording of each run, numbers or arrays alike, in the shape of the sweep.

        The axes of one answer come last. NaN where a run has failed.
        """
        found = [None if run.error else np.asarray(function(run.recording), dtype=float) for run in self]
        shapes = {one.shape for one in found if one is not None}
        if len(shapes) > 1:
            raise PliantError(f"what is measured has the same shape in all runs (given: {sorted(shapes)})")
        blank = np.full(shapes.pop() if shapes else (), np.nan)
        return np.array([blank if one is None else one for one in found]).reshape(*self.shape, *blank.shape)

    def csv(self, path: PathLike, **measures: Callable[[Recording], Any]) -> Path:
        """Write a table: the values of each run, numbers that functions make of its recording, its error."""
        columns = {name: self.measure(function).ravel() for name, function in measures.items()}
        with atomic_path(path) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow([*self.values, *columns, "error"])
            for run in self:
                numbers = [float(column[run.number]) for column in columns.values()]
                rows.writerow([*run.values.values(), *numbers, run.error or ""])
        return Path(path)

    def __repr__(self) -> str:
        varied = ", ".join(f"{path} ({len(options)})" for path, options in self.values.items())
        return f"<Sweep over {varied}: {len(self)} runs, {len(self.failures)} failed, in {self.folder}>"


def sweep(
    scene: Scene,
    values: Mapping[str, Any],
    *,
    to: PathLike | None = None,
    seconds: float | None = None,
    steps: int | None = None,
    every: int = 1,
    keep: Sequence[str] = (),
    energy_balance: bool = False,
    workers: int | None = None,
    scheduler: Any = None,
    progress: Progress | None = None,
) -> Sweep:
    """Simulate a scene once for every combination of values of some parameters.

    `values` has, by paths such as "bodies.cloth.material.young", what each takes. Runs are done by `workers` processes
    (by default as many as there are cores), or by the Dask cluster whose address or client is `scheduler`. They are
    stored in the folder `to`: called again after it was stopped, a sweep goes on with what is not stored yet. Without
    a folder they go with the `Sweep`. `progress(done, total)` is called after each run; the other options are those of
    `simulate`. What fails is kept apart, with its scene, and stops no other.
    """
    if not isinstance(scene, Scene):
        raise PliantError(f"a Scene is needed, {type(scene).__name__} given")
    require_writable(scene, "a sweep")
    options = {path: [plain(value) for value in wanted] for path, wanted in values.items()}
    for path, wanted in options.items():
        if not wanted:
            raise PliantError(f"{path}: no values to sweep over")
    if not options:
        raise PliantError("nothing to sweep over: give values, such as {'gravity': ['earth', 'moon']}")
    points = combinations(options)
    scenes = [varied(scene, point) for point in points]  # what does not fit is said before anything runs
    for one in scenes:
        step_count(one, seconds, steps)
    text = scene.model_dump_json()
    how = {
        "seconds": seconds,
        "steps": steps,
        "every": every,
        "keep": list(keep),
        "energy_balance": energy_balance,
    }
    store = Store(_folder(to), {"scene": json.loads(text), "values": options, "simulate": how})
    found = Sweep(store, options)
    if to is None:
        weakref.finalize(found, shutil.rmtree, store.folder, ignore_errors=True)
    tasks = [
        Task(number, text, point, how, None if scheduler is not None else str(store.recording(number)))
        for number, point in enumerate(points)
        if not store.done(number)
    ]
    done = len(points) - len(tasks)
    from pliant.sweeps.workers import on_dask, on_processes  # nobody else needs pools of processes

    results = on_processes(tasks, workers) if scheduler is None else on_dask(tasks, scheduler)
    for result in results if tasks else ():
        store.keep(result, points[result.number], scenes[result.number].model_dump_json())
        done += 1
        if progress is not None:
            progress(done, len(points))
    return found


def combinations(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of values, by path, in C order."""
    return [dict(zip(values, point, strict=True)) for point in product(*values.values())]


def _folder(to: PathLike | None) -> Path:
    return Path(to) if to is not None else Path(tempfile.mkdtemp(prefix="pliant-sweep-"))
