"""The layout of a ``.pliant`` file, in bytes.

A recording is the magic ``PLIANT3\\n`` followed by chunks, all little endian::

    type      4 bytes    META | FRAM | NOTE | DONE
    length    u64        bytes of payload
    payload
    crc32     u32        of type, length and payload

The first chunk is META (UTF-8 JSON). NOTE is JSON too, DONE a mark that the writer was closed: the number of frames up
to here as a u64 (nothing in recordings of earlier versions).
The payload of FRAM begins with a header of its own, so that an index needs only the first bytes of a
chunk and one array can be read, and checked, without the others::

    step i64, time f64, table bytes u32, arrays u32
    table     JSON [[name, dtype, shape], …], padded with blanks
    crc32     u32 for each array
    crc32     u32 of the chunk's type and length and of the header up to here
    arrays    in the order of the table, each padded to 8 bytes

Chunks are only ever appended, each by one write: whatever was complete before a kill stays readable.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pliant.errors import RecordingError

MAGIC = b"PLIANT3\n"
META, FRAME, NOTE, DONE = b"META", b"FRAM", b"NOTE", b"DONE"
CHUNK = struct.Struct("<4sQ")
CRC = struct.Struct("<I")
COUNT = struct.Struct("<Q")
FRAME_HEAD = struct.Struct("<qdII")
ALIGNMENT = 8


class Damage(Exception):
    """Bytes that are not what they should be; carries the reason. Never leaves this package."""


@dataclass(frozen=True)
class Slot:
    """Where one array of a frame lies, relative to the frame's first array."""

    index: int
    dtype: np.dtype
    shape: tuple[int, ...]
    offset: int
    nbytes: int


@dataclass(frozen=True)
class Layout:
    """The arrays of a frame by name. Frames of one recording nearly always share one layout."""

    slots: dict[str, Slot]
    nbytes: int


class FrameHeader(NamedTuple):
    """The header of a FRAM payload; `nbytes` is its own size, so that the arrays follow it."""

    step: int
    time: float
    layout: Layout
    checksums: tuple[int, ...]
    nbytes: int


def encode_chunk(kind: bytes, *parts: bytes) -> bytes:
    """One chunk, ready to be appended by a single write."""
    head = CHUNK.pack(kind, sum(len(part) for part in parts))
    crc = zlib.crc32(head)
    for part in parts:
        crc = zlib.crc32(part, crc)
    return b"".join((head, *parts, CRC.pack(crc)))


def encode_json(kind: bytes, value: Mapping[str, Any]) -> bytes:
    """A chunk of UTF-8 JSON; NumPy arrays become lists."""
    try:
        text = json.dumps(value, default=_plain, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise RecordingError(f"{kind.decode()} of a recording must be finite JSON values: {error}") from None
    return encode_chunk(kind, text.encode())


def encode_frame(step: int, time: float, arrays: Mapping[str, np.ndarray]) -> bytes:
    """A FRAM chunk with `arrays` at `time` [s]."""
    if not math.isfinite(time):
        raise RecordingError(f"time of step {step}: {time} given, a finite number of seconds expected")
    table, checksums, data = [], [], []
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array)
        if plain.dtype.kind not in "biuf":
            raise RecordingError(f"array {name!r}: dtype {plain.dtype} given, numbers or booleans expected")
        plain = plain.astype(plain.dtype.newbyteorder("<"), copy=False).reshape(np.shape(array))
        raw = plain.tobytes()
        table.append([str(name), plain.dtype.str, list(plain.shape)])
        checksums.append(zlib.crc32(raw))
        data += [raw, bytes(-len(raw) % ALIGNMENT)]
    text = json.dumps(table, separators=(",", ":")).encode()
    text += b" " * (-(FRAME_HEAD.size + len(text) + 4 * len(table) + CRC.size) % ALIGNMENT)
    head = FRAME_HEAD.pack(step, time, len(text), len(table)) + text
    head += struct.pack(f"<{len(table)}I", *checksums)
    length = len(head) + CRC.size + sum(len(part) for part in data)
    head += CRC.pack(zlib.crc32(head, zlib.crc32(CHUNK.pack(FRAME, length))))
    return encode_chunk(FRAME, head, *data)


def encode_done(frames: int) -> bytes:
    """A DONE chunk after so many frames."""
    return encode_chunk(DONE, COUNT.pack(frames))


def frame_header_size(start: bytes) -> int:
    """Bytes of the header of a FRAM payload whose first `FRAME_HEAD.size` bytes are `start`."""
    _, _, table_bytes, count = FRAME_HEAD.unpack_from(start)
    return FRAME_HEAD.size + table_bytes + 4 * count + CRC.size


def decode_frame_header(chunk_head: bytes, header: bytes) -> FrameHeader:
    """Reads and checks the header of a FRAM payload; raises `Damage`."""
    body = header[: -CRC.size]
    if CRC.unpack(header[-CRC.size :])[0] != zlib.crc32(body, zlib.crc32(chunk_head)):
        raise Damage("the checksum of a frame's header does not match")
    step, time, table_bytes, count = FRAME_HEAD.unpack_from(body)
    layout = _layout(body[FRAME_HEAD.size : FRAME_HEAD.size + table_bytes])
    checksums = struct.unpack_from(f"<{count}I", body, FRAME_HEAD.size + table_bytes)
    if not math.isfinite(time):
        raise Damage("a frame's time is not finite")
    if len(layout.slots) != count or len(header) + layout.nbytes != CHUNK.unpack(chunk_head)[1]:
        raise Damage("a frame's header does not describe its arrays")
    return FrameHeader(step, time, layout, checksums, len(header))


@lru_cache(maxsize=256)
def _layout(table: bytes) -> Layout:
    try:
        slots: dict[str, Slot] = {}
        offset = 0
        for index, (name, code, shape) in enumerate(json.loads(table)):
            if not isinstance(name, str) or name in slots or not isinstance(code, str) or len(code) > 4:
                raise ValueError("a name or a type that is none")
            dtype = np.dtype(code)
            if dtype.kind not in "biuf" or not all(type(n) is int and 0 <= n < 2**60 for n in shape):
                raise ValueError("numbers of a size expected")
            nbytes = math.prod(shape) * dtype.itemsize
            slots[name] = Slot(index, dtype, tuple(shape), offset, nbytes)
            offset += nbytes + -nbytes % ALIGNMENT
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        raise Damage(f"a frame's table of arrays cannot be read ({error})") from None
    return Layout(slots, offset)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a JSON value")
