"""Appends frames to a recording, and loses none of them.

Every chunk goes to the file in one write. When a write fails (a full disk, most often) the writer
cuts the partial chunk off again, says so once, keeps the chunk in memory and tries again at the next
frame, so that the simulation goes on and the file stays whole.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from pliant.errors import PliantError, RecordingError
from pliant.recording.files import PathLike, atomic_path
from pliant.recording.format import DONE, MAGIC, META, NOTE, encode_done, encode_frame, encode_json
from pliant.recording.reader import Recording

try:
    import fcntl
except ImportError:  # Windows: two writers on one file are then the user's own care
    fcntl = None


class RecordingWriter:
    """Writes a new recording at `path`; use it as a context manager or call `close`.

    `meta` describes the bodies and obstacles (see `pliant.recording.mesh`) and whatever else is worth
    keeping. An existing file is refused unless `overwrite` is true.
    """

    def __init__(self, path: PathLike, meta: Mapping[str, Any], *, overwrite: bool = False):
        self.path = Path(path)
        if self.path.exists():
            if not overwrite:
                raise RecordingError(
                    f"{self.path}: exists already; choose another name, pass overwrite=True to replace it "
                    "or RecordingWriter.resume(path) to append to it"
                )
            _open_alone(self.path).close()
        start = MAGIC + encode_json(META, meta)
        try:
            # Under a temporary name first: no reader ever meets a recording without its META.
            with atomic_path(self.path) as temporary:
                temporary.write_bytes(start)
        except PliantError as error:
            raise RecordingError(str(error)) from error
        self._start(_open_alone(self.path), len(start), frames=0)

    @classmethod
    def resume(cls, path: PathLike) -> RecordingWriter:
        """Opens an existing recording to append to it; only an incomplete last chunk is cut off."""
        writer = cls.__new__(cls)
        writer.path = Path(path)
        file = _open_alone(writer.path)
        with Recording(path, verify=True) as recording:
            if recording.damage is not None and not recording.incomplete:
                file.close()
                raise RecordingError(
                    f"{path}: {recording.damage}. Appending would lose what follows; "
                    "record to a new file instead"
                )
            file.truncate(recording.end)
            writer._start(file, recording.end, frames=len(recording))
        return writer

    def _start(self, file: BinaryIO, end: int, frames: int) -> None:
        self._file = file
        self._end = end  # up to here every chunk is whole
        self._pending: deque[bytes] = deque()
        self._in_trouble = False
        self._closed = False
        self.frames = frames

    def append(self, step: int, time: float, arrays: Mapping[str, np.ndarray]) -> None:
        """Adds a frame: `time` [s] and arrays such as ``"cloth/positions"`` of shape (nodes, 3)."""
        self._write(encode_frame(int(step), float(time), arrays))
        self.frames += 1

    def note(self, note: Mapping[str, Any]) -> None:
        """Adds a remark (a message, an error, the name of a checkpoint) as JSON."""
        self._write(encode_json(NOTE, note))

    @property
    def unwritten(self) -> int:
        """Chunks that wait in memory because the disk would not take them."""
        return len(self._pending)

    def _write(self, chunk: bytes) -> None:
        if self._closed:
            raise RecordingError(f"{self.path}: the recording is closed; resume(path) opens it again")
        self._pending.append(chunk)
        self._flush()

    def _flush(self) -> None:
        try:
            while self._pending:
                self._put(self._pending[0])
                self._end += len(self._pending.popleft())
            self._in_trouble = False
        except OSError as error:
            self._cut()
            if not self._in_trouble:
                warnings.warn(
                    f"{self.path}: cannot be written: {error.strerror or error}. The simulation goes on; "
                    "frames are kept in memory and written when there is room again.",
                    RuntimeWarning,
                    stacklevel=4,
                )
            self._in_trouble = True

    def _put(self, chunk: bytes) -> None:
        self._file.seek(self._end)
        rest = memoryview(chunk)
        while rest:  # a nearly full disk takes a part and refuses the rest at the next call
            rest = rest[self._file.write(rest) :]

    def _cut(self) -> None:
        """Takes a partial chunk off again. If even that fails, the next write covers it."""
        try:
            self._file.truncate(self._end)
        except OSError:
            return

    def close(self) -> None:
        """Marks the recording as complete; raises `RecordingError` if frames could not be written."""
        if self._closed:
            return
        self._write(encode_done(self.frames))
        self._closed = True
        lost = sum(chunk[:4] != DONE for chunk in self._pending)
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise RecordingError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        finally:
            self._file.close()
        if lost:
            raise RecordingError(
                f"{self.path}: the last {lost} frames could not be written (is the disk full?); "
                "all frames before them are safe"
            )

    def __enter__(self) -> RecordingWriter:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _open_alone(path: Path) -> BinaryIO:
    """The file opened for writing, and locked: two writers would destroy each other's frames."""
    try:
        # Unbuffered: what a write call accepted survives a kill of this process.
        file = open(path, "r+b", buffering=0)  # noqa: SIM115
    except OSError as error:
        raise RecordingError(f"{path}: cannot be written: {error.strerror or error}") from error
    if fcntl is None:
        return file
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise RecordingError(f"{path}: another simulation is writing to it") from None
    except OSError:
        return file  # a file system without locks
    return file
