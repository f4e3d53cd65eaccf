"""Recorded frames as tabs see them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.errors import RecordingError
from pliant.recording import Frame, Recording, anchor_key, broken_key, cut_key, obstacle_key
from pliant.recording.mesh import vertex_normals
from pliant.recording.reader import NOTHING
from pliant.studio import frames
from pliant.studio.tabs import Picture
from pliant.studio.takes import TapeReader, speed
from pliant.studio.torn_links import Tears


class Scrubber:
    """Looks frames up on the tape."""

    def __init__(self, folder: Path):
        self._reader = TapeReader(folder)
        self._tears = Tears()

    def picture(self, revision: int, number: int, extras: tuple[str, ...]) -> Picture | None:
        """The recorded frame nearest to `number`, or None if there is none (any more)."""
        try:
            found = self._reader.read(revision, number)
            if found is None:
                return None
            number, frame, before = found
            recording = self._reader.recording
            arrays = _arrays(recording, frame, before, extras)
            self._tears.add_to(arrays, {body: recording.mesh(body) for body in recording.bodies})
        except (RecordingError, OSError):  # the segment was dropped at this very moment
            return None
        data = frames.encode(revision, number, frame.step, frame.time, arrays, live=False)
        return Picture(data, revision, number, live=False)


def _arrays(
    recording: Recording, frame: Frame, before: Frame | None, extras: tuple[str, ...]
) -> dict[str, np.ndarray]:
    """Positions, of the extras what was recorded or can be told from positions, and where obstacles were."""
    arrays: dict[str, np.ndarray] = {}
    for obstacle in recording.obstacles:
        key = obstacle_key(obstacle.id)
        arrays[key] = frame.arrays.get(key, obstacle.vertices)
    for springs in recording.springs:
        if springs.force is not None and (moved := anchor_key(springs.force)) in frame.arrays:
            arrays[moved] = frame.arrays[moved]
    for prefix, asked in frames.BESIDE:
        if asked in extras:
            arrays |= {key: values for key, values in frame.arrays.items() if key.startswith(prefix)}
    for body in recording.bodies:
        place = f"{body}/positions"
        x = arrays[place] = frame.arrays[place]
        gone = frame.arrays.get(cut_key(body), NOTHING)
        for key in (cut_key(body), broken_key(body)):
            if len(numbers := frame.arrays.get(key, NOTHING)):
                arrays[key] = numbers
        for name in extras:
            if f"{body}/{name}" in frame.arrays:
                arrays[f"{body}/{name}"] = frame.arrays[f"{body}/{name}"]
            elif name == "normals":
                arrays[f"{body}/{name}"] = vertex_normals(
                    x, np.delete(recording.mesh(body).triangles, gone, axis=0)
                )
            elif name == "speed":
                arrays[f"{body}/{name}"] = speed(body, frame, before)
    return arrays
