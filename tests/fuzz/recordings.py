"""Damaged recordings: only frames that are as they were written are read, or the file is refused."""

from __future__ import annotations

import math
import random
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import ENERGY_BALANCE, Recording, RecordingWriter, cut_key, obstacle_key
from pliant.recording.format import NOTE, encode_chunk, encode_frame
from tests.fuzz import damage
from tests.fuzz.fuzzer import Fuzzer, Nonsense

FRAMES, NODES = 6, 12
SHEET = {
    "id": "sheet",
    "kind": "surface",
    "grid": [3, 4],
    "periodic": [False, False],
    "triangles": [[0, 1, 4], [1, 5, 4], [1, 2, 5], [2, 6, 5], [4, 5, 8], [5, 9, 8], [5, 6, 9], [6, 10, 9]],
    "uv": [[m / 2, n / 3] for m in range(3) for n in range(4)],
    "rest": [[m / 2, n / 3, 0.0] for m in range(3) for n in range(4)],
    "fixed": [0],
    "color": [0.7, 0.2, 0.2],
}
ROPE = {"id": "rope", "kind": "curve", "grid": [5], "triangles": [], "radius": 0.01, "closed": False}
BALL = {
    "id": "ball",
    "kind": "sphere",
    "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
    "triangles": [[0, 1, 2]],
}
DESCRIPTION = {
    "bodies": [SHEET, ROPE],
    "obstacles": [BALL],
    ENERGY_BALANCE: ["initial", "work"],
    "scene": {"id": "fuzzed"},
}


def _arrays(frame: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(frame)
    return {
        "sheet/positions": rng.random((NODES, 3)),
        "sheet/stretch": rng.random(NODES).astype(np.float32),
        "rope/positions": rng.random((5, 3)),
        cut_key("sheet"): np.arange(frame, dtype=np.int32),
        obstacle_key("ball"): rng.random((3, 3)).astype(np.float32),
        ENERGY_BALANCE: rng.random((3, 2)),
    }


@cache
def whole() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.pliant"
        with RecordingWriter(path, DESCRIPTION) as writer:
            for frame in range(FRAMES):
                writer.append(frame, 0.1 * frame, _arrays(frame))
            writer.note({"message": "the end"})
        return path.read_bytes()


def _sealed(rng: random.Random, content: bytes) -> bytes:
    """Nonsense with checksums that are right: somebody wrote it."""
    match rng.randrange(4):
        case 0:
            return damage.with_meta(content, damage.spoil(rng, damage.meta_of(content)))
        case 1:
            return damage.with_meta(
                content, rng.choice((b"", b"[]", b"NaN", b"\xff\xfe", damage.DEEP, b'{"bodies":[]}'))
            )
        case 2:
            table = damage.spoil(rng, [["sheet/positions", "<f8", [NODES, 3]], ["x", "<i4", [2]]])
            table = rng.choice(
                (table, damage.DEEP, [["sheet/positions", code, [3]] for code in ("O", "V8", "<U9", "M8")])
            )
            frame = damage.sealed_frame(
                table, rng.choice((7, -1, 2**62)), rng.choice((1.0, math.nan)), bytes(304)
            )
            return content + frame
        case _:
            strange = (
                encode_frame(
                    9, 0.9, {"sheet/positions": np.zeros((4, 3)), "rope/positions": np.zeros((5, 2))}
                ),
                encode_frame(9, 0.9, {}),
                encode_frame(9, 0.9, {**_arrays(1), cut_key("sheet"): np.array([10**6, -5])}),
                encode_frame(9, 0.9, {**_arrays(1), ENERGY_BALANCE: np.zeros((1, 1))}),
                encode_frame(9, 0.9, {**_arrays(1), obstacle_key("ball"): np.zeros((1, 7))}),
                encode_chunk(NOTE, b"[]"),
                encode_chunk(NOTE, damage.DEEP),
                encode_chunk(b"NEW!", b"?"),
            )
            return content + rng.choice(strange) + encode_frame(10, 1.0, _arrays(2))


def case(rng: random.Random, folder: Path) -> str:
    """One recording, damaged, read in all the ways there are."""
    kind = rng.choices(("accident", "sealed", "whole"), (6, 3, 1))[0]
    sealed, content = kind == "sealed", whole()
    if kind != "whole":
        content = _sealed(rng, content) if sealed else rng.choice(damage.ACCIDENTS)(rng, content)
    path = folder / "damaged.pliant"
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Recording(path, verify=rng.choice((None, True, False))) as recording:
            count = _use(recording, folder, sealed=sealed)
            said = count < len(recording) or recording.damage is not None or not recording.complete
    if not sealed and count != FRAMES and not said:
        raise Nonsense(f"{count} frames of {FRAMES}, and nothing said")
    if kind == "whole" and (count, said) != (FRAMES, False):
        raise Nonsense(f"{count} frames of {FRAMES} of a recording that nothing has happened to")
    _resume(path, content, 0 if sealed else count)
    return "some frames" if count < FRAMES else "all frames"


def _use(recording: Recording, folder: Path, *, sealed: bool) -> int:
    read, step = 0, -1
    for index in range(len(recording)):
        frame = recording.frame(index)
        if frame.step < step:
            raise Nonsense(f"frame {index} is of step {frame.step}, after one of step {step}")
        step = frame.step
        try:
            arrays = dict(frame.arrays)
            recording.obstacles_at(index)
            for body in recording.bodies:
                recording.cut(body, index)
        except PliantError:  # found when the array is read, as in a large file
            break
        if not sealed and not _same(frame.step, arrays):
            raise Nonsense(f"frame {index} is not as it was written")
        read += 1
    for use in _uses(recording, folder):
        try:
            use()
        except PliantError:
            pass
    return read


def _uses(recording: Recording, folder: Path) -> list[Any]:
    each = [lambda body=body: recording.positions(body) for body in recording.bodies]
    return [
        *each,
        lambda: recording.field("sheet", "stretch"),
        recording.energy_balance,
        recording.energy_pairs,
        recording.moving_obstacles,
        recording.refresh,
        lambda: repr(recording),
        lambda: recording.export(folder / "out.npz", overwrite=True),
        lambda: recording.export(folder / "out.obj", overwrite=True),
        lambda: recording.export(folder / "out.pc2", body="sheet", overwrite=True),
    ]


def _same(step: int, arrays: dict[str, np.ndarray]) -> bool:
    if not 0 <= step < FRAMES:
        return False
    expected = _arrays(step)
    return set(arrays) == set(expected) and all(
        np.array_equal(arrays[name], expected[name]) for name in expected
    )


def _resume(path: Path, content: bytes, count: int) -> None:
    """Appending to it keeps what is whole, or leaves the file alone; and what is appended is there."""
    try:
        with RecordingWriter.resume(path) as writer:
            writer.append(1000, 1e9, _arrays(1))
    except PliantError:
        if path.read_bytes() != content:
            raise Nonsense("a file that was refused has been changed") from None
        return
    with Recording(path, verify=True) as recording:
        if len(recording) < count + 1 or recording.frame(len(recording) - 1).time != 1e9:
            raise Nonsense(f"{len(recording)} frames, where one was appended to {count}")


FUZZER = Fuzzer("recordings", case, gate=120, long=2000)
