"""Finds the chunks of a recording: whole, growing or damaged.

Only the headers of frames are read; their arrays stay on disk until somebody asks for them.
"""

from __future__ import annotations

import json
import os
import threading
import weakref
import zlib
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from pliant.errors import RecordingError
from pliant.recording.format import (
    CHUNK,
    COUNT,
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

VERIFIED_ON_OPENING = 256 * 2**20  # bytes; larger files are checked array by array as they are read
PEEK = 1024  # bytes read at each chunk: nearly always the whole header of a frame
BLOCK = 2**20


class FileKind(NamedTuple):
    """A kind of file that is made of chunks: how it begins, and what it is called."""

    magic: bytes
    name: str


RECORDING = FileKind(MAGIC, "recording")


class Entry(NamedTuple):
    """A frame: its header, and where in the file its arrays begin."""

    header: FrameHeader
    data: int


class Index:
    """The chunks of one file, up to its end or to the first damage.

    `end` is the place up to which every chunk is whole; `damage` says what follows it, if anything;
    `incomplete` tells that this is no more than an unfinished last chunk. With `verify` the checksums of
    all frames are checked, by default in files that are not large.
    """

    def __init__(self, path: Path, verify: bool | None = None, kind: FileKind = RECORDING):
        self.path = path
        self._kind = kind
        self._mutex = threading.RLock()
        try:
            self._file: BinaryIO = open(path, "rb", buffering=0)  # noqa: SIM115
        except (OSError, ValueError) as error:  # names with a zero in them are a ValueError
            reason = getattr(error, "strerror", None) or error
            raise RecordingError(
                f"{path}: cannot be opened: {reason}; expected a recording (.pliant)"
            ) from None
        weakref.finalize(self, self._file.close)
        self._verify = self._size() <= VERIFIED_ON_OPENING if verify is None else verify
        self._start()

    def refresh(self) -> None:
        """Looks for what was written since."""
        with self._mutex:
            if self._size() < self.end:
                self._start()  # somebody shortened the file: what was known of it no longer holds
            elif self.damage is None or self.incomplete:
                self._scan()

    def close(self) -> None:
        self._file.close()

    def array(self, frame: int, name: str) -> np.ndarray:
        """One array of one frame, without reading any other; raises `Damage`."""
        header, data = self.entries[frame]
        slot = header.layout.slots.get(name)
        if slot is None:
            known = ", ".join(header.layout.slots) or "none"
            raise RecordingError(f"{self.path}: frame {frame} has no array {name!r}; its arrays are {known}")
        raw = self._read(data + slot.offset, slot.nbytes)
        if zlib.crc32(raw) != header.checksums[slot.index]:
            raise Damage(f"the checksum of {name!r} does not match")
        return np.frombuffer(raw, dtype=slot.dtype).reshape(slot.shape)

    def end_before(self, frame: int, error: Exception) -> None:
        """Leaves out a frame that turned out to be damaged, and all after it."""
        with self._mutex:
            self.damage = f"{error} in frame {frame}; {frame} frames before it are readable"
            self.incomplete = False
            del self.entries[frame:]

    # ---- chunk after chunk

    def _start(self) -> None:
        self.entries: list[Entry] = []
        self.notes: list[dict[str, Any]] = []
        self.damage: str | None = None
        self.incomplete = False
        self.complete = False
        self.end = len(self._kind.magic)
        self.meta = self._read_meta()
        self._scan()

    def _read_meta(self) -> dict[str, Any]:
        expected, name = self._kind
        magic = self._read(0, len(expected))
        if magic != expected:
            newer = magic[:6] == expected[:6] and magic[7:] == expected[7:]
            hint = (
                "it was written by another version of pliant, with other names for what it holds"
                if newer
                else f"it is no {name}"
            )
            raise RecordingError(
                f"{self.path}: {hint}: expected a file that begins with {expected!r}, found {magic!r}"
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
        except (Damage, ValueError, RecursionError) as error:
            raise RecordingError(
                f"{self.path}: META, the description of the bodies that must be the first chunk of a "
                f"{name}, is damaged: {error}. Without it nothing else can be read"
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
            count = len(self.entries)
            self.damage = f"{error} (byte {self.end} of {size}); {count} frames before it are readable"

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
            if self.entries and header.step < self.entries[-1].header.step:
                raise Damage("a frame is of an earlier step than the one before it")
            self.entries.append(Entry(header, self.end + CHUNK.size + header.nbytes))
        else:
            if after > size:
                rest = self._read(self.end + CHUNK.size, size - self.end)
                raise Damage("the length of a chunk is wrong") if FRAME in rest else self._unfinished()
            if kind == bytes(4) and not any(self._read(self.end, size - self.end)):
                raise self._unfinished()  # zeros: what some file systems leave after a power cut
            payload = self._checked_payload(self.end, length)
            if kind == NOTE:
                self.notes.append(_note(payload))
            if kind == DONE and length and payload != COUNT.pack(len(self.entries)):
                raise Damage("frames are missing, or there are some that were not written here")
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


def _note(payload: bytes) -> dict[str, Any]:
    try:
        note = json.loads(payload)
    except (ValueError, RecursionError):
        raise Damage("a note is not JSON") from None
    if not isinstance(note, dict):
        raise Damage("a note is not a JSON object")
    return note
