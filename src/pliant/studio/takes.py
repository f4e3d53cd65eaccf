"""Everything that was shown, on disk and within bounds.

A take begins when a scene starts or starts anew. Its frames are numbered from 0 and lie in segments, ordinary
recordings named ``<take>-<first frame>.pliant``, so that another process finds a frame by the names alone. When a take
outgrows the limit its oldest segment goes; when another take begins, all of the one before.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import RecordingError
from pliant.recording import Frame, Recording, RecordingWriter

LIMIT = 2 * 2**30  # bytes of all segments
SEGMENT = 32 * 2**20  # bytes after which another segment begins …
SEGMENT_FRAMES = 3000  # … or frames: a reader indexes one segment at a time
_ANY = "??????-??????????.pliant"  # the names of segments
_MOST_UNWRITTEN = 4  # frames that may wait in memory for a disk that is full


@dataclass
class Segment:
    """A file of the take."""

    path: Path
    first: int
    time: float  # of its first frame [s]
    bytes: int = 0
    frames: int = 0


class Tape:
    """Writes takes into a folder."""

    def __init__(self, folder: Path, limit: int = LIMIT, segment: int = SEGMENT):
        self._folder = folder
        self._limit = min(limit, shutil.disk_usage(folder).free // 2)
        self._segment = min(segment, self._limit // 4)
        self._segments: list[Segment] = []
        self._writer: RecordingWriter | None = None
        self._describe: Callable[[], Mapping[str, Any]] = dict
        self._take = 0
        self._last = (-1, 0.0)

    def start(self, take: int, describe: Callable[[], Mapping[str, Any]]) -> None:
        """Begin a take; `describe` gives the META of a recording as of now."""
        self.close()
        for path in self._folder.glob(_ANY):  # of the take before, be it that of an engine that died
            path.unlink(missing_ok=True)
        self._segments = []
        self._describe = describe
        self._take = take
        self._last = (-1, 0.0)

    def go_on(self, take: int, describe: Callable[[], Mapping[str, Any]]) -> None:
        """Go on with a take of an engine that was ended: what it kept stays."""
        self._segments, self._describe, self._take = [], describe, take
        for path in sorted(self._folder.glob(f"{take:06d}-*.pliant")):
            with contextlib.suppress(RecordingError), Recording(path, verify=False) as recording:
                if len(recording):
                    first, times = _first_of(path), recording.times
                    size = path.stat().st_size
                    self._segments.append(Segment(path, first, float(times[0]), size, len(times)))
                    self._last = (first + len(times) - 1, float(times[-1]))

    def append(self, step: int, time: float, arrays: Mapping[str, np.ndarray]) -> int:
        """Keep a frame; returns its number. A disk that is full is a warning, and the frame is not kept."""
        number = self._last[0] + 1
        self._last = (number, time)
        if self._writer is None or self._is_full():
            self._begin_segment(number, time)
        if self._writer is not None:
            self._writer.append(step, time, arrays)
            segment = self._segments[-1]
            segment.frames += 1
            segment.bytes += sum(array.nbytes for array in arrays.values()) + 200
            if self._writer.unwritten > _MOST_UNWRITTEN:
                self._give_up()
            self._drop_old()
        return number

    def adopt(self, take: int, path: Path) -> None:
        """Have a finished recording as a take: nothing is added to it."""
        recording = Recording(path, verify=False)
        self.start(take, dict)
        target = self._folder / f"{take:06d}-{0:010d}.pliant"
        path.replace(target)
        times = recording.times
        recording.close()
        self._segments = [Segment(target, 0, float(times[0]), target.stat().st_size, len(times))]
        self._last = (len(times) - 1, float(times[-1]))

    # ---- what is on it

    @property
    def first(self) -> tuple[int, float]:
        """Number and time [s] of the first frame that is still there."""
        return (self._segments[0].first, self._segments[0].time) if self._segments else self._last

    @property
    def last(self) -> tuple[int, float]:
        """Number and time [s] of the last frame."""
        return self._last

    @property
    def bytes(self) -> int:
        return sum(segment.bytes for segment in self._segments)

    def link(self, folder: Path, first: int | None, last: int | None) -> list[Path]:
        """Keep the segments with frames `first`..`last` in a folder for somebody else, whatever happens here."""
        wanted = [
            segment.path
            for segment in self._segments
            if (first is None or segment.first + segment.frames > first)
            and (last is None or segment.first <= last)
        ]
        linked = []
        for path in wanted:
            target = folder / path.name
            try:
                os.link(path, target)
            except OSError:  # a file system without links
                shutil.copyfile(path, target)
            linked.append(target)
        return linked

    def close(self) -> None:
        """End the segment under way."""
        if self._writer is not None:
            with contextlib.suppress(RecordingError):  # a full disk, which has been told already
                self._writer.close()
        self._writer = None

    # ---- segments

    def _is_full(self) -> bool:
        segment = self._segments[-1]
        return segment.bytes >= self._segment or segment.frames >= SEGMENT_FRAMES

    def _begin_segment(self, number: int, time: float) -> None:
        self.close()
        path = self._folder / f"{self._take:06d}-{number:010d}.pliant"
        try:
            self._writer = RecordingWriter(path, self._describe())
        except RecordingError as error:
            warnings.warn(
                f"{error}. The simulation goes on without being recorded.", RuntimeWarning, stacklevel=2
            )
            return
        self._segments.append(Segment(path, number, time, path.stat().st_size))

    def _drop_old(self) -> None:
        while len(self._segments) > 1 and self.bytes > self._limit:
            self._segments.pop(0).path.unlink(missing_ok=True)

    def _give_up(self) -> None:
        """The disk is full: make room with what is oldest and begin anew with the next frame."""
        self.close()
        for segment in self._segments[: max(1, len(self._segments) // 4)]:
            segment.path.unlink(missing_ok=True)
            self._segments.remove(segment)


# ---------------------------------------------------------------- reading


def _first_of(path: Path) -> int:
    return int(path.stem.rpartition("-")[2])


class TapeReader:
    """Frames of a take by their numbers, read by another process while it is being written."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._open: Recording | None = None

    def read(self, take: int, number: int) -> tuple[int, Frame, Frame | None] | None:
        """The frame nearest to `number`: its true number, the frame, and the one before it in the same segment.

        None if nothing of that take is there.
        """
        paths = sorted(self._folder.glob(f"{take:06d}-*.pliant"))
        if not paths:
            return None
        path = next((p for p in reversed(paths) if _first_of(p) <= number), paths[0])
        recording = self._recording(path)
        if not len(recording):
            return None
        index = min(max(number - _first_of(path), 0), len(recording) - 1)
        before = recording.frame(index - 1) if index > 0 else None
        return _first_of(path) + index, recording.frame(index), before

    @property
    def recording(self) -> Recording:
        """The segment that was read last."""
        assert self._open is not None
        return self._open

    def _recording(self, path: Path) -> Recording:
        if self._open is None or self._open.path != path:
            self.close()
            self._open = Recording(path, verify=False)
        return self._open.refresh()

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None


def speed(body: str, frame: Frame, before: Frame | None) -> np.ndarray:
    """The mean speed [m/s] of the nodes of a body since the frame before."""
    key = f"{body}/positions"
    x = frame.arrays[key]
    if before is None or not frame.time > before.time:
        return np.zeros(len(x))
    return np.linalg.norm(x - before.arrays[key], axis=1) / (frame.time - before.time)


def join(
    segments: Iterable[Path],
    first: int | None,
    last: int | None,
    to: Path,
    progress: Callable[[int, int], None] | None = None,
    extras: Sequence[str] = (),
) -> Recording:
    """One recording of the frames `first`..`last` (None: all), described as the newest segment is.

    Of the `extras` it also has what was not recorded, but can be told from positions.
    """
    opened = [(_first_of(path), Recording(path, verify=False)) for path in segments]
    opened = sorted(
        ((start, recording) for start, recording in opened if len(recording)), key=lambda item: item[0]
    )
    if not opened:
        raise RecordingError("there are no frames to export")
    end = opened[-1][0] + len(opened[-1][1])
    low = max(first or 0, opened[0][0])
    high = min(end, end if last is None else last + 1)
    with RecordingWriter(to, opened[-1][1].meta, overwrite=True) as writer:
        for start, recording in opened:
            for index in range(max(low - start, 0), min(high - start, len(recording))):
                frame = recording.frame(index)
                arrays = dict(frame.arrays)
                if "speed" in extras:
                    before = recording.frame(index - 1) if index > 0 else None
                    arrays |= {f"{body}/speed": speed(body, frame, before) for body in recording.bodies}
                writer.append(frame.step, frame.time, arrays)
                if progress is not None:
                    progress(start + index + 1 - low, high - low)
            recording.close()
    return Recording(to, verify=False)
