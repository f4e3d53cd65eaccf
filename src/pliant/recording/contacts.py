"""What touches what in a frame: points, forces and gaps, as simulations give them and recordings keep them.

A frame that has contacts has five arrays: of all n places, in the order of the pairs of names,

    !contacts/points, normals, frictions (n, 3), !contacts/forces, gaps (n,), !contacts/pairs (n, 2)

the last one numbers of names: those of the bodies of the recording, then those of its obstacles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

CONTACTS = "contacts"  # what is asked for, beside the names of readings
PREFIX = "!contacts/"
_VALUES = {"points": 3, "normals": 3, "forces": 1, "frictions": 3, "gaps": 1}


@dataclass(frozen=True, eq=False)
class Contacts:
    """Where `first` touches `second`, both names of bodies (or of the same one), or `second` an obstacle; n places."""

    first: str
    second: str
    points: np.ndarray  # (n, 3) [m]: between both, or nodes that touch an obstacle
    normals: np.ndarray  # (n, 3): from the second to the first
    forces: np.ndarray  # (n,) [N]: how hard they press; on the first along its normal
    frictions: np.ndarray  # (n, 3) [N]: on the first
    gaps: np.ndarray  # (n,) [m]: between both; negative is how deep a node is in an obstacle


Found = Mapping[tuple[str, str], Contacts]


def as_arrays(found: Found, names: Sequence[str]) -> dict[str, np.ndarray]:
    """The arrays of a frame; contacts of what is not among the `names` are left out."""
    known = [one for pair, one in found.items() if set(pair) <= set(names)]
    arrays: dict[str, np.ndarray] = {}
    for name, components in _VALUES.items():
        empty = np.zeros((0, 3) if components == 3 else 0)
        arrays[PREFIX + name] = np.concatenate([empty, *(getattr(one, name) for one in known)]).astype(
            np.float32
        )
    numbers = [
        np.tile([names.index(one.first), names.index(one.second)], (len(one.points), 1)) for one in known
    ]
    arrays[PREFIX + "pairs"] = np.concatenate([np.zeros((0, 2)), *numbers]).astype(np.int32)
    return arrays


def from_arrays(arrays: Mapping[str, np.ndarray], names: Sequence[str]) -> dict[tuple[str, str], Contacts]:
    """What `as_arrays` was given."""
    pairs = arrays[PREFIX + "pairs"]
    found = {}
    for numbers in dict.fromkeys(map(tuple, pairs.tolist())):
        chosen = (pairs == numbers).all(axis=1)
        first, second = (names[int(k)] for k in numbers)
        found[first, second] = Contacts(
            first, second, **{name: arrays[PREFIX + name][chosen] for name in _VALUES}
        )
    return found


def fits(shapes: Mapping[str, tuple[int, ...]], names: int) -> bool:
    """Whether a frame has all of these arrays, in the same length, or none of them."""
    wanted = {PREFIX + name: 3 if components == 3 else 0 for name, components in _VALUES.items()}
    wanted[PREFIX + "pairs"] = 2
    there = [name for name in shapes if name.startswith(PREFIX)]
    if not there:
        return True
    if set(there) != set(wanted):
        return False
    count = shapes[PREFIX + "gaps"][:1]
    return names > 0 and all(
        shapes[name] == (*count, *((size,) if size else ())) for name, size in wanted.items()
    )
