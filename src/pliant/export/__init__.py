"""Recordings in the formats of other programs.

One format is one file with one `Exporter`; a line in `EXPORTERS` makes it known everywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pliant.errors import PliantError
from pliant.export.csv import CSV
from pliant.export.exporter import Exporter, Job, Progress
from pliant.export.html import HTML
from pliant.export.npz import NPZ
from pliant.export.obj import OBJ
from pliant.export.pc2 import PC2
from pliant.export.pvd import PVD
from pliant.recording import Recording
from pliant.recording.files import PathLike

EXPORTERS: dict[str, Exporter] = {exporter.name: exporter for exporter in (NPZ, CSV, OBJ, PC2, PVD, HTML)}

__all__ = ["EXPORTERS", "Exporter", "export", "find_exporter"]


def export(
    recording: Recording | PathLike,
    path: PathLike,
    format: str | None = None,
    body: str | None = None,
    *,
    frames: slice | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> list[Path]:
    """Writes a recording in another format and returns what was written.

    Args:
        recording: a `Recording` or the path of one.
        path: the file or folder to write; its extension chooses the format unless `format` does.
        format: "npz", "csv", "obj", "pc2", "pvd" or "html".
        body: the id of one body; all bodies by default.
        frames: a slice of the frames, such as ``slice(0, None, 2)`` for every other one.
        overwrite: whether files that are there already may be replaced.
        progress: called as ``progress(done, total)`` after each frame.
        options: what the format understands: see the `Exporter` of each.
    """
    if not isinstance(recording, Recording):
        recording = Recording(recording)
    exporter = find_exporter(path, format)
    unknown = sorted(set(options) - set(exporter.options))
    if unknown:
        known = ", ".join(exporter.options) or "none"
        raise PliantError(f"{exporter.name}: unknown option {unknown[0]!r}; the options are {known}")
    bodies = recording.bodies if body is None else [recording.mesh(body).id]
    if not bodies:
        raise PliantError(f"{recording.path}: has no bodies to export")
    chosen = range(len(recording))[frames or slice(None)]
    if not chosen:
        raise PliantError(f"{recording.path}: no frames to export; it has {len(recording)}")
    job = Job(recording, Path(path), bodies, chosen, progress, options)
    there = [one for one in exporter.replaces(job) if one.exists()]
    if there and not overwrite:
        raise PliantError(f"{there[0]}: exists already; choose another name or pass overwrite=True")
    return exporter.write(job)


def find_exporter(path: PathLike, format: str | None = None) -> Exporter:
    """The exporter called `format`, or the one that the extension of `path` stands for."""
    name = (format or Path(path).suffix).lower().removeprefix(".")
    if name not in EXPORTERS:
        given = f"format {format!r}" if format else f"extension {Path(path).suffix!r} of {str(path)!r}"
        known = ", ".join(f"{e.name} ({e.description})" for e in EXPORTERS.values())
        raise PliantError(f"{given} is not a known export format; the known ones are {known}")
    return EXPORTERS[name]
