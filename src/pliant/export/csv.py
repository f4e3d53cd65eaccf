"""CSV: a table with a row for each frame, for spreadsheets and plots.

Columns are ``time`` [s], ``step``, and of each body what was recorded of it as a whole, as ``<id>/kinetic_energy`` and
``<id>/momentum_x``; of quantities with one number per node, such as the stretch, the least, the mean and the largest:
``<id>/stretch_min``, ``<id>/stretch_mean``, ``<id>/stretch_max``. Vectors and tensors at nodes are in NPZ and PVD.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pliant.export.exporter import Exporter, Job
from pliant.recording.files import atomic_path
from pliant.recording.readings import TOTALS

_ENDS = (("min", np.min), ("mean", np.mean), ("max", np.max))


def _target(job: Job) -> Path:
    return job.path.with_suffix(".csv") if not job.path.suffix else job.path


def _write(job: Job) -> list[Path]:
    path, names = _target(job), list(_row(job, job.frames[0]))
    with atomic_path(path) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(names)
        for done, index in enumerate(job.frames, start=1):
            row = _row(job, index)
            table.writerow([row.get(name, "") for name in names])
            job.report(done, len(job.frames))
    return [path]


def _row(job: Job, index: int) -> dict[str, str]:
    """The columns of a frame by name."""
    frame = job.recording.frame(index)
    row = {"time": f"{frame.time:.9g}", "step": str(frame.step)}
    for key in frame.arrays:
        body, _, name = key.rpartition("/")
        if body in job.bodies and name != "positions":
            values = np.asarray(frame.arrays[key])
            row |= {f"{key}{end}": f"{value:.9g}" for end, value in _numbers(name, values)}
    return row


def _numbers(name: str, values: np.ndarray) -> Iterator[tuple[str, float]]:
    """What a table has of an array: endings of the column's name, and the numbers."""
    if name in TOTALS:
        ends = [""] if values.ndim == 0 else [f"_{axis}" for axis in "xyz"]
        yield from zip(ends, np.ravel(values).tolist(), strict=False)
    elif values.ndim == 1 and values.dtype.kind == "f" and len(values):
        yield from ((f"_{end}", float(of(values))) for end, of in _ENDS)


CSV = Exporter("csv", "a table of numbers, a row for each frame", _write, lambda job: [_target(job)])
