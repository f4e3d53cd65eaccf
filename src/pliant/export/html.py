"""HTML: one page with the recording in it and a player, to be sent to somebody or shown in a notebook.

``"drape.html"`` needs nothing but a browser: no network, no server. Drag to turn, wheel to come nearer, drag with the
right button to move, double-click to see all of it again; the space bar plays, arrow keys go frame by frame.

Positions are kept to 1/65535 of what a body sweeps over, quantities to 1/255 of their range, packed by gzip:
a 64×64 cloth takes some 1 MB for a second of 60 frames. Option
``values``: whether quantities to colour by are in it (on).
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from pliant.export.exporter import Exporter, Job
from pliant.export.pvd import Drawn, Piece
from pliant.recording import ObstacleMesh
from pliant.recording.files import atomic_path
from pliant.recording.readings import READINGS

_DATA, _TITLE = "/*DATA*/", "<!--TITLE-->"


class Blob:
    """Arrays one after the other; of each the header has where it begins and how many numbers it has."""

    def __init__(self):
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, values: np.ndarray) -> list[int]:
        raw = np.ascontiguousarray(values).tobytes()
        raw += b"\0" * (-len(raw) % 4)  # views in the browser begin at multiples of their size
        self._parts.append(raw)
        begin, self._size = self._size, self._size + len(raw)
        return [begin, values.size]

    def packed(self) -> str:
        return b64encode(gzip.compress(b"".join(self._parts), 6)).decode()


def page(job: Job) -> str:
    """The whole page."""
    recording, blob = job.recording, Blob()
    things = []
    for number, body in enumerate(job.bodies):
        drawn, pieces = Drawn(job, body, "tube"), []
        for done, index in enumerate(job.frames, start=1):
            pieces.append(drawn.at(index))
            job.report(number * len(job.frames) + done, len(job.bodies) * len(job.frames))
        wanted = bool(job.options.get("values", True))
        things.append(
            _thing(blob, body, recording.mesh(body).color, pieces, values=wanted, sharp=drawn.is_block)
        )
    moving = recording.moving_obstacles()
    places = {index: {one.id: one for one in recording.obstacles_at(index)} for index in job.frames if moving}
    for obstacle in recording.obstacles:
        if obstacle.visible:
            at = [places[index][obstacle.id] for index in job.frames] if obstacle.id in moving else [obstacle]
            still = list(map(_still, at))
            things.append(_thing(blob, obstacle.id, obstacle.color, still, values=False, sharp=True))
    title = str(recording.meta.get("scene", {}).get("title") or recording.path.stem)
    units = {
        name: {"label": one.label, "unit": one.unit, "floor": one.floor} for name, one in READINGS.items()
    }
    times = [float(recording.times[index]) for index in job.frames]
    data = {"times": times, "things": things, "readings": units, "blob": blob.packed()}
    text = files("pliant.export").joinpath("player.html").read_text(encoding="utf-8")
    return text.replace(_TITLE, escape(title)).replace(_DATA, json.dumps(data).replace("</", "<\\/"))


def _still(mesh: ObstacleMesh) -> Piece:
    return Piece(np.asarray(mesh.vertices, dtype=float), mesh.triangles, np.zeros((0, 2), dtype=np.int64), {})


def _thing(
    blob: Blob, name: str, colour: Any, pieces: list[Piece], *, values: bool, sharp: bool
) -> dict[str, Any]:
    """A body or an obstacle: what it is in each frame; `sharp`, if it may have edges to be seen."""
    low = np.min([piece.points.min(axis=0, initial=np.inf) for piece in pieces], axis=0)
    high = np.max([piece.points.max(axis=0, initial=-np.inf) for piece in pieces], axis=0)
    low, high = np.where(np.isfinite(low), low, 0.0), np.where(np.isfinite(high), high, 0.0)
    step = np.maximum(high - low, 1e-12) / 65535.0
    names = [n for n, v in pieces[0].values.items() if np.ndim(v) == 1] if values else []
    ranges = {n: _range([piece.values.get(n) for piece in pieces]) for n in names}
    frames, before = [], None
    for piece in pieces:
        one: dict[str, Any] = {"p": blob.add(np.round((piece.points - low) / step).astype("<u2"))}
        if before is None or not np.array_equal(piece.triangles, before):
            one["t"] = blob.add(piece.triangles.astype("<u4"))
            before = piece.triangles
        for n, (a, b) in ranges.items():
            shares = np.nan_to_num((np.asarray(piece.values[n], dtype=float) - a) / (b - a))
            one[n] = blob.add(np.round(255.0 * np.clip(shares, 0.0, 1.0)).astype(np.uint8))
        frames.append(one)
    return {
        "id": name,
        "colour": [float(c) for c in colour],
        "low": low.tolist(),
        "step": step.tolist(),
        "ranges": ranges,
        "sharp": sharp,
        "frames": frames,
    }


def _range(arrays: list[Any]) -> tuple[float, float]:
    """Least and largest of a quantity over all frames; they differ."""
    found = [np.asarray(one, dtype=float) for one in arrays if one is not None]
    values = np.concatenate([one[np.isfinite(one)].ravel() for one in found])
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    return (low, high) if high > low else (low, low + 1.0)


def _target(job: Job) -> Path:
    return (
        job.path
        if job.path.suffix.lower() in (".html", ".htm")
        else job.path.with_name(job.path.name + ".html")
    )


def _write(job: Job) -> list[Path]:
    text = page(job)
    with atomic_path(_target(job)) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return [_target(job)]


HTML = Exporter("html", "one page with a player", _write, lambda job: [_target(job)], options=("values",))
