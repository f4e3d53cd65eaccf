"""Reads a recording, whole, growing or cut off.

Opening scans the headers of the chunks; arrays are read, and checked, when they are asked for.
"""

from __future__ import annotations

import json
import os
import threading
import warnings
import weakref
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from pliant.errors import RecordingError
from pliant.recording.files import PathLike
from pliant.recording.format import (
    CHUNK,
    CRC,
    DONE,
    FRAME,
    FRAME_HEAD,
    MAGIC,
    META,
    NOTE,
    Damage,
    FrameHeader,
    decode_frame_header,
    frame_header_size,
)
from pliant.recording.mesh import BodyMesh, ObstacleMesh, read_meshes

VERIFIED_ON_OPENING = 256 * 2**20  # bytes; larger files are checked array by array as they are read
PEEK = 1024  # bytes read at each chunk: nearly always the whole header of a frame
BLOCK = 2**20


@dataclass(frozen=True)
class Frame:
    """One moment: `arrays` maps names such as ``"cloth/positions"`` to arrays, read on first use."""

    step: int
    time: float
    arrays: Mapping[str, np.ndarray]


class _Entry(NamedTuple):
    header: FrameHeader
    data: int  # where in the file the frame's arrays begin


class Recording:
    """The frames of a simulation, readable while they are being written and after a crash.

    `meta` is what the writer was given; `notes` its remarks; `complete` tells whether the writer was
    closed. `damage` is None or says what is wrong with the file: the recording then ends before the
    damage. A file that is no recording is a `RecordingError`.
    """

    def __init__(self, path: PathLike, *, verify: bool | None = None):
        self.path = Path(path)
        self._mutex = threading.RLock()
        try:
            self._file: BinaryIO = open(self.path, "rb", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise RecordingError(
                f"{self.path}: cannot be opened: {error.strerror or error}; expected a recording (.pliant)"
            ) from None
        weakref.finalize(self, self._file.close)
        self._verify = self._size() <= VERIFIED_ON_OPENING if verify is None else verify
        self._start()

    # ---- what is in it

    @property
    def times(self) -> np.ndarray:
        """Times of the frames [s], shape (frames,)."""
        return np.array([entry.header.time for entry in self._entries], dtype=float)

    @property
    def steps(self) -> np.ndarray:
        """Steps of the simulation at the frames, shape (frames,)."""
        return np.array([entry.header.step for entry in self._entries], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bodies(self) -> list[str]:
        """Ids of the bodies."""
        return list(self._bodies)

    @property
    def obstacles(self) -> list[ObstacleMesh]:
        """The obstacles as meshes in world coordinates [m]."""
        return list(self._obstacles)

    def mesh(self, body_id: str) -> BodyMesh:
        """Triangles, texture coordinates, fixed nodes and colour of a body."""
        if body_id not in self._bodies:
            raise RecordingError(f"{self.path}: no body {str(body_id)!r}; it has {', '.join(self._bodies)}")
        return self._bodies[body_id]

    def positions(self, body_id: str, frames: slice | None = None) -> np.ndarray:
        """Positions [m] of a body's nodes, shape (frames, nodes, 3), float64."""
        self.mesh(body_id)
        return self._stack(f"{body_id}/positions", frames).astype(np.float64, copy=False)

    def field(self, body_id: str, name: str, frames: slice | None = None) -> np.ndarray:
        """A quantity at a body's nodes, such as "stretch", shape (frames, nodes)."""
        self.mesh(body_id)
        return self._stack(f"{body_id}/{name}", frames)

    def frame(self, index: int) -> Frame:
        """Frame number `index`, counted from the end if negative."""
        count = len(self._entries)
        if not -count <= index < count:
            raise RecordingError(f"{self.path}: frame {index} asked for; it has {count} frames")
        index %= count
        header = self._entries[index].header
        return Frame(header.step, header.time, _LazyArrays(self, index))

    # ---- what others make of it

    def export(self, path: PathLike, format: str | None = None, **options: Any) -> list[Path]:
        """Writes the recording in another format: see `pliant.export.export`."""
        from pliant.export import export

        return export(self, path, format, **options)

    def picture(self, path: PathLike, frame: int = -1, **options: Any) -> Path:
        """Renders one frame to a PNG: see `pliant.render.picture`."""
        from pliant.render import picture

        return picture(self, path, frame, **options)

    def video(self, path: PathLike, **options: Any) -> Path:
        """Renders all frames to an MP4: see `pliant.render.video`."""
        from pliant.render import video

        return video(self, path, **options)

    # ---- opening and following a file that grows

    def refresh(self) -> Recording:
        """Picks up what was written since; returns itself."""
        with self._mutex:
            if self._size() < self.end:
                self._start()  # somebody shortened the file: what was known of it no longer holds
            elif self.damage is None or self.incomplete:
                self._scan()
        return self

    def close(self) -> None:
        """Closes the file. Not needed, except to remove the file on some systems."""
        self._file.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        end = f"{self._entries[-1].header.time:g} s" if self._entries else "nothing yet"
        return f"<Recording {self.path}: {len(self)} frames, {end}, bodies {', '.join(self._bodies)}>"

    def _start(self) -> None:
        self._entries: list[_Entry] = []
        self.notes: list[dict[str, Any]] = []
        self.damage: str | None = None
        self.incomplete = False  # the damage is no more than an unfinished last chunk
        self.complete = False
        self.end = len(MAGIC)  # up to here every chunk is whole
        self.meta: dict[str, Any] = self._read_meta()
        self._bodies, self._obstacles = read_meshes(self.meta, self.path)
        self._scan()

    def _read_meta(self) -> dict[str, Any]:
        magic = self._read(0, len(MAGIC))
        if magic != MAGIC:
            newer = magic[:6] == MAGIC[:6] and magic[7:] == MAGIC[7:]
            hint = "it was written by another version of pliant" if newer else "it is no recording"
            raise RecordingError(
                f"{self.path}: {hint}: expected a file that begins with {MAGIC!r}, found {magic!r}"
            )
        head = self._read(self.end, CHUNK.size)
        try:
            if len(head) < CHUNK.size or CHUNK.unpack(head)[0] != META:
                raise Damage("it is not there")
            length = CHUNK.unpack(head)[1]
            if self.end + CHUNK.size + length + CRC.size > self._size():
                raise Damage("it is cut off")
            meta = json.loads(self._checked_payload(self.end, length))
            if not isinstance(meta, dict):
                raise Damage("it is not a JSON object")
        except (Damage, ValueError) as error:
            raise RecordingError(
                f"{self.path}: META, the description of the bodies that must be the first chunk of a "
                f"recording, is damaged: {error}. Without it the frames cannot be read"
            ) from None
        self.end += CHUNK.size + length + CRC.size
        return meta

    def _scan(self) -> None:
        size = self._size()
        self.damage, self.incomplete = None, False
        try:
            while self.end < size:
                self._next_chunk(size)
        except Damage as error:
            self.damage = f"{error} (byte {self.end} of {size}); {len(self)} frames before it are readable"

    def _next_chunk(self, size: int) -> None:
        peek = self._read(self.end, PEEK)
        if len(peek) < CHUNK.size:
            raise self._unfinished()
        kind, length = CHUNK.unpack_from(peek)
        after = self.end + CHUNK.size + length + CRC.size
        if kind == FRAME:
            # The header's own checksum tells a chunk that is cut off from one whose length is wrong.
            header = self._frame_header(peek, size)
            if after > size:
                raise self._unfinished()
            if self._verify:
                self._check_chunk(self.end, length)
            self._entries.append(_Entry(header, self.end + CHUNK.size + header.nbytes))
        else:
            if after > size:
                rest = self._read(self.end + CHUNK.size, size - self.end)
                raise Damage("the length of a chunk is wrong") if FRAME in rest else self._unfinished()
            if kind == bytes(4) and not any(self._read(self.end, size - self.end)):
                raise self._unfinished()  # zeros: what some file systems leave after a power cut
            payload = self._checked_payload(self.end, length)
            if kind == NOTE:
                self.notes.append(json.loads(payload))
        self.complete = kind == DONE
        self.end = after

    def _frame_header(self, peek: bytes, size: int) -> FrameHeader:
        at = self.end + CHUNK.size
        if size < at + FRAME_HEAD.size:
            raise self._unfinished()
        nbytes = frame_header_size(peek[CHUNK.size :])
        if nbytes > CHUNK.unpack_from(peek)[1]:
            raise Damage("a frame's header is larger than the frame")
        if at + nbytes > size:
            raise self._unfinished()
        header = peek[CHUNK.size : CHUNK.size + nbytes]
        if len(header) < nbytes:
            header = self._read(at, nbytes)
        return decode_frame_header(peek[: CHUNK.size], header)

    def _unfinished(self) -> Damage:
        self.incomplete = True
        return Damage("the last chunk is incomplete: it is still being written, or the file was cut off")

    # ---- bytes

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def _read(self, offset: int, nbytes: int) -> bytes:
        with self._mutex:
            self._file.seek(offset)
            try:
                return self._file.read(nbytes)
            except OSError as error:
                raise RecordingError(f"{self.path}: cannot be read: {error.strerror or error}") from error

    def _checked_payload(self, offset: int, length: int) -> bytes:
        raw = self._read(offset, CHUNK.size + length + CRC.size)
        if len(raw) < CRC.size or CRC.unpack(raw[-CRC.size :])[0] != zlib.crc32(raw[: -CRC.size]):
            raise Damage("the checksum of a chunk does not match")
        return raw[CHUNK.size : -CRC.size]

    def _check_chunk(self, offset: int, length: int) -> None:
        crc, at, end = 0, offset, offset + CHUNK.size + length
        while at < end:
            block = self._read(at, min(BLOCK, end - at))
            if not block:
                raise Damage("the file ends early")
            crc = zlib.crc32(block, crc)
            at += len(block)
        if CRC.pack(crc) != self._read(end, CRC.size):
            raise Damage("the checksum of a frame does not match")

    # ---- arrays

    def _array(self, index: int, name: str) -> np.ndarray:
        """Array `name` of frame `index`, without reading any other; raises `Damage`."""
        header, data = self._entries[index]
        slot = header.layout.slots.get(name)
        if slot is None:
            known = ", ".join(header.layout.slots) or "none"
            raise RecordingError(f"{self.path}: frame {index} has no array {name!r}; its arrays are {known}")
        raw = self._read(data + slot.offset, slot.nbytes)
        if zlib.crc32(raw) != header.checksums[slot.index]:
            raise Damage(f"the checksum of {name!r} does not match")
        return np.frombuffer(raw, dtype=slot.dtype).reshape(slot.shape)

    def _stack(self, name: str, frames: slice | None) -> np.ndarray:
        with self._mutex:
            chosen = range(*(frames or slice(None)).indices(len(self._entries)))
            if not chosen:
                return self._empty(name)
            slot = self._entries[chosen[0]].header.layout.slots.get(name)
            shape, dtype = (slot.shape, slot.dtype) if slot else ((), np.float64)
            stack = np.empty((len(chosen), *shape), dtype=dtype)
            for row, index in enumerate(chosen):
                try:
                    array = self._array(index, name)
                except Damage as error:
                    self._end_before(index, error)
                    return stack[:row] if frames is None else self._stack(name, frames)
                if array.shape != shape:
                    raise RecordingError(
                        f"{self.path}: {name!r} is {shape} in frame {chosen[0]} and {array.shape} in frame "
                        f"{index}; read such arrays with frame(i)"
                    )
                stack[row] = array
            return stack

    def _empty(self, name: str) -> np.ndarray:
        """No frames, in the shape that they would have."""
        body = self._bodies[name.rpartition("/")[0]]
        nodes = 0 if body.uv is None else len(body.uv)
        return np.empty((0, nodes, 3) if name.endswith("/positions") else (0, nodes))

    def _end_before(self, index: int, error: Damage) -> None:
        """Damage found late, in a file too large to be checked on opening."""
        self.damage = f"{error} in frame {index}; {index} frames before it are readable"
        self.incomplete = False
        del self._entries[index:]
        warnings.warn(f"{self.path}: {self.damage}", RuntimeWarning, stacklevel=4)


class _LazyArrays(Mapping[str, np.ndarray]):
    """The arrays of one frame, each read when it is first asked for."""

    def __init__(self, recording: Recording, index: int):
        self._recording = recording
        self._index = index
        self._layout = recording._entries[index].header.layout
        self._loaded: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._layout.slots:
            raise KeyError(name)
        if name not in self._loaded:
            try:
                self._loaded[name] = self._recording._array(self._index, name)
            except Damage as error:
                raise RecordingError(f"{self._recording.path}: frame {self._index}: {error}") from None
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._layout.slots)

    def __len__(self) -> int:
        return len(self._layout.slots)
