"""Frames on their way to the page: one binary message each.

    4 bytes   "PLF1"
    4 bytes   length of the header, little-endian, a multiple of 4
    header    JSON, padded with spaces: {"revision", "frame", "step", "time", "live",
              "arrays": [{"body", "name", "components", "count"}, …]}
    arrays    little-endian float32, one after the other: count × components each

`frame` is the number of the recorded frame, `live` whether it is what happens now (or was scrubbed to).
"positions" have three components, as have "normal", "external" and "elastic"; "stretch", "bending", "speed", "flown",
"temperature" and "damage" have one. "cut" are the numbers of the triangles of a body that are gone. Frames that were
scrubbed to say where obstacles were, live ones where those are that move by themselves: body "@" and its id, name
"vertices".
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

import numpy as np

MAGIC = b"PLF1"


def encode(
    revision: int,
    frame: int,
    step: int,
    time: float,
    arrays: Mapping[str, np.ndarray],
    *,
    live: bool,
) -> bytes:
    """A frame as bytes; `arrays` maps names such as "cloth/positions" to (count,) or (count, components)."""
    listed, parts = [], []
    for key, array in arrays.items():
        body, _, name = key.rpartition("/")
        components = 1 if array.ndim == 1 else array.shape[1]
        listed.append({"body": body, "name": name, "components": components, "count": len(array)})
        parts.append(np.ascontiguousarray(array, dtype="<f4").tobytes())
    header = {
        "revision": revision,
        "frame": frame,
        "step": step,
        "time": time,
        "live": live,
        "arrays": listed,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    return b"".join([MAGIC, len(text).to_bytes(4, "little"), text, *parts])


def only(data: bytes, extras: Collection[str]) -> bytes:
    """The frame without arrays that are neither places nor among `extras`."""
    header, arrays = decode(data)
    kept = {
        key: array
        for key, array in arrays.items()
        if key.rpartition("/")[2] in ("positions", "vertices", "cut", *extras)
    }
    if len(kept) == len(arrays):
        return data
    return encode(
        header["revision"], header["frame"], header["step"], header["time"], kept, live=header["live"]
    )


def decode(data: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """The header and the arrays of a frame, for clients in Python."""
    if data[:4] != MAGIC:
        raise ValueError("not a frame")
    length = int.from_bytes(data[4:8], "little")
    header = json.loads(data[8 : 8 + length])
    arrays, at = {}, 8 + length
    for item in header["arrays"]:
        count = item["count"] * item["components"]
        array = np.frombuffer(data, dtype="<f4", count=count, offset=at)
        at += 4 * count
        shape = (item["count"],) if item["components"] == 1 else (item["count"], item["components"])
        arrays[f"{item['body']}/{item['name']}"] = array.reshape(shape)
    return header, arrays
