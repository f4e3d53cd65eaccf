"""Frames on their way to the page: one binary message each.

    4 bytes   "PLF1"
    4 bytes   length of the header, little-endian, a multiple of 4
    header    JSON, padded with spaces: {"revision", "frame", "step", "time", "live",
              "arrays": [{"body", "name", "components", "count"}, …]}
    arrays    little-endian float32, one after the other: count × components each

`frame` is the number of the recorded frame, `live` whether it is what happens now (or was scrubbed to).
"positions" have three components; what else there is to read at nodes is listed in `pliant.recording.readings`. "cut"
are the numbers of the triangles of a body that are gone; what takes their place along cracks of a surface is described
in `torn_links`. Frames that were scrubbed to say where obstacles were, live ones where those are that move by
themselves: body "@" and its id, name "vertices". What touches is of the body "!contacts", see `recording.contacts`;
what holds and loads bodies of "!held", see `simulation.marks`, and how hard "!reactions", see `recording.reactions`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

import numpy as np

from pliant.recording import contacts
from pliant.recording.reactions import KEY, REACTIONS
from pliant.simulation.marks import HELD, PREFIX
from pliant.studio.torn_links import PREFIX as OF_TEARS

MAGIC = b"PLF1"
# Arrays of no body, by how their names begin, and what is asked for to have them.
BESIDE = ((contacts.PREFIX, contacts.CONTACTS), (KEY, REACTIONS), (PREFIX, HELD))


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


def only(data: bytes, extras: Collection[str], seen: dict[str, tuple[int, bytes]] | None = None) -> bytes:
    """The frame without arrays that are neither places nor among `extras`.

    What does not change as long as no other links break is left out for who has `seen` it: of which bodies, with the
    revision and the broken links, is brought up to date.
    """
    header, arrays = decode(data)
    known = _seen_again(header["revision"], arrays, {} if seen is None else seen)
    kept = {
        key: array
        for key, array in arrays.items()
        if (name := key.rpartition("/")[2]) in ("positions", "vertices", "cut", "broken", *extras)
        or (name.startswith(OF_TEARS) and key.rpartition("/")[0] not in known)
        or any(key.startswith(prefix) and asked in extras for prefix, asked in BESIDE)
    }
    if len(kept) == len(arrays):
        return data
    return encode(
        header["revision"], header["frame"], header["step"], header["time"], kept, live=header["live"]
    )


def _seen_again(
    revision: int, arrays: Mapping[str, np.ndarray], seen: dict[str, tuple[int, bytes]]
) -> set[str]:
    """The bodies whose broken links were seen before; those that are seen now are noted."""
    now = {
        key.rpartition("/")[0]: (revision, links.tobytes())
        for key, links in arrays.items()
        if key.endswith("/broken")
    }
    again = {body for body, links in now.items() if seen.get(body) == links}
    seen.clear()
    seen.update(now)
    return again


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
        arrays[f"{item['body']}/{item['name']}".removeprefix("/")] = array.reshape(shape)
    return header, arrays
