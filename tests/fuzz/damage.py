"""Ways in which a file of chunks is damaged: by accident (its checksums tell), or with checksums that are right."""

from __future__ import annotations

import io
import json
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

from pliant.recording.format import CHUNK, CRC, FRAME, META, encode_chunk

MAGIC = 8  # bytes of it
LENGTHS = (0, 1, 7, 8, 255, 2**16, 2**31 - 1, 2**32 - 1, 2**40, 2**62, 2**63 - 1, 2**64 - 1)
NASTY: tuple[Any, ...] = (
    None, True, 0, -1, 1, 3.5, 1e308, 2**31, 2**63, 10**40, "", "x", "nan", "0x1p+4000", [], {}, [[]], [None], {"a": 1},
    "é\u2028\U0001f600" * 40,
)  # fmt: skip


def pieces(content: bytes) -> list[bytes]:
    """The chunks of a file that is whole."""
    found, at = [], MAGIC
    while at < len(content):
        end = at + CHUNK.size + CHUNK.unpack_from(content, at)[1] + CRC.size
        found.append(content[at:end])
        at = end
    return found


# ---- by accident


def _flip(rng: random.Random, content: bytes) -> bytes:
    broken = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 8, 200))):
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
    return bytes(broken)


def _flip_early(rng: random.Random, content: bytes) -> bytes:
    """In the first bytes, or where a chunk begins: magic, kinds, lengths, headers of frames."""
    starts, at = [0], MAGIC
    for piece in pieces(content):
        starts.append(at)
        at += len(piece)
    at = min(rng.choice(starts) + rng.randrange(48), len(content) - 1)
    return content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]


def _cut_off(rng: random.Random, content: bytes) -> bytes:
    return content[: rng.choice((rng.randrange(len(content)), rng.randrange(64), len(content) - 1))]


def _cut_out(rng: random.Random, content: bytes) -> bytes:
    a, b = sorted(rng.randrange(len(content)) for _ in range(2))
    return content[:a] + content[b:]


def _swap(rng: random.Random, content: bytes) -> bytes:
    size = rng.choice((1, 8, 64, 512, 4096))
    blocks = [content[k : k + size] for k in range(0, len(content), size)]
    a, b = rng.randrange(len(blocks)), rng.randrange(len(blocks))
    blocks[a], blocks[b] = blocks[b], blocks[a]
    return b"".join(blocks)


def _swap_chunks(rng: random.Random, content: bytes) -> bytes:
    parts = pieces(content)
    a, b = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[a], parts[b] = parts[b], parts[a]
    return content[:MAGIC] + b"".join(parts)


def _drop_or_repeat(rng: random.Random, content: bytes) -> bytes:
    parts = pieces(content)
    at = rng.randrange(len(parts))
    return content[:MAGIC] + b"".join(
        [*parts[:at], *([parts[at]] * rng.choice((0, 2, 50))), *parts[at + 1 :]]
    )


def _blank(rng: random.Random, content: bytes) -> bytes:
    at, count = rng.randrange(len(content)), rng.choice((1, 8, 100, 512, len(content)))
    filler = rng.choice((b"\0", b"\xff", b" "))
    return content[:at] + filler * min(count, len(content) - at) + content[at + count :]


def _length(rng: random.Random, content: bytes) -> bytes:
    """The length of a chunk is a lie."""
    at = MAGIC
    parts = pieces(content)
    for piece in parts[: rng.randrange(len(parts))]:
        at += len(piece)
    return content[: at + 4] + struct.pack("<Q", rng.choice(LENGTHS)) + content[at + 12 :]


def _table(rng: random.Random, content: bytes) -> bytes:
    """What a frame says of its table is a lie."""
    at = content.index(FRAME) + CHUNK.size
    sizes = struct.pack("<II", rng.choice(LENGTHS) % 2**32, rng.choice(LENGTHS) % 2**32)
    return content[: at + 16] + sizes + content[at + 24 :]


def _append(rng: random.Random, content: bytes) -> bytes:
    junk = (
        b"\0" * rng.randrange(1, 5000),
        rng.randbytes(rng.randrange(1, 500)),
        content,
        b"PK\5\6" + bytes(18),
    )
    return content + rng.choice(junk)


def _version(rng: random.Random, content: bytes) -> bytes:
    return content[:6] + rng.choice((b"0\n", b"2\n", b"9\n", b"1\r", b"E2", b"E9", b"\0\0")) + content[8:]


def _something_else(rng: random.Random, content: bytes) -> bytes:
    return rng.choice(
        (
            b"",
            b"\n",
            b"PLIANT3",
            b"PLSTATE4",
            b"{}",
            b"\x89HDF\r\n\x1a\n",
            b"%PDF-1.7",
            rng.randbytes(300),
            content[1:],
        )
    )


def _archive(rng: random.Random, content: bytes) -> bytes:
    """Archives, as checkpoints of earlier formats were: that unpack to much, cut off, in front or behind."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "meta.npy",
            b"\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,), }\n",
        )
        archive.writestr("scene.npy", b"\0" * rng.choice((10, 3_000_000)))
        archive.writestr("../../outside", b"?")
    made = file.getvalue()
    return rng.choice(
        (made, made[: rng.randrange(len(made))], content + made, made + content, _flip(rng, made))
    )


ACCIDENTS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip, _flip, _flip_early, _cut_off, _cut_out, _swap, _swap_chunks, _drop_or_repeat, _blank, _length, _table,
    _append, _version, _something_else, _archive,
)  # fmt: skip


# ---- with checksums that are right


def sealed_frame(table: Any, step: int, time: float, data: bytes) -> bytes:
    """A frame that says anything, with checksums of it that are right wherever there is room for them."""
    text = json.dumps(table).encode() if not isinstance(table, bytes) else table
    count = len(table) if isinstance(table, list) else 0
    head = struct.pack("<qdII", step, time, len(text), count) + text
    head += struct.pack(f"<{count}I", *[zlib.crc32(data[: len(data) // max(count, 1)])] * count)
    length = len(head) + CRC.size + len(data)
    head += CRC.pack(zlib.crc32(head, zlib.crc32(CHUNK.pack(FRAME, length))))
    return encode_chunk(FRAME, head, data)


def with_meta(content: bytes, meta: Any) -> bytes:
    """The same file with another META, which may be bytes that are no JSON."""
    payload = meta if isinstance(meta, bytes) else json.dumps(meta).encode()
    return content[:MAGIC] + encode_chunk(META, payload) + b"".join(pieces(content)[1:])


def meta_of(content: bytes) -> Any:
    return json.loads(pieces(content)[0][CHUNK.size : -CRC.size])


def spoil(rng: random.Random, value: Any, depth: int = 6) -> Any:
    """A JSON value with one part of it replaced, dropped or added."""
    if depth and isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.15:
            return {name: item for name, item in value.items() if name != key}
        return {**value, key: spoil(rng, value[key], depth - 1)}
    if depth and isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], spoil(rng, value[at], depth - 1), *value[at + 1 :]]
    return rng.choice(NASTY)


DEEP = b"[" * 200_000
