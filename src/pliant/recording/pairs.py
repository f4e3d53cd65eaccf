"""The energy balance of what touches, pair by pair, as recordings keep it.

A frame with an energy balance has two arrays, in the same order:

    !energy_pairs/names (n, 2), !energy_pairs/entries (n, 4)

numbers of names as of contacts, and what META has under "energy_pairs" [J].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

PAIRS = "energy_pairs"
PREFIX = "!energy_pairs/"
_NAMES, _ENTRIES = PREFIX + "names", PREFIX + "entries"

Table = Mapping[tuple[str, str], Sequence[float]]


def as_arrays(table: Table, names: Sequence[str]) -> dict[str, np.ndarray]:
    """The arrays of a frame; pairs with what is not among the `names` are left out."""
    known = {pair: row for pair, row in table.items() if set(pair) <= set(names)}
    numbers = [[names.index(one) for one in pair] for pair in known]
    return {
        _NAMES: np.array(numbers, dtype=np.int32).reshape(-1, 2),
        _ENTRIES: np.array(list(known.values()), dtype=float).reshape(len(known), -1 if known else 0),
    }


def from_arrays(arrays: Mapping[str, np.ndarray], names: Sequence[str]) -> dict[tuple[str, str], np.ndarray]:
    """The rows of entries by pair; numbers that stand for nothing are an IndexError."""
    if _NAMES not in arrays:
        return {}
    if (arrays[_NAMES] < 0).any():
        raise IndexError("a negative number of a name")
    return {
        (names[int(a)], names[int(b)]): row
        for (a, b), row in zip(arrays[_NAMES], arrays[_ENTRIES], strict=True)
    }


def fits(shapes: Mapping[str, tuple[int, ...]], entries: int) -> bool:
    """Whether a frame has both arrays, in the same length, or neither."""
    there = [name for name in shapes if name.startswith(PREFIX)]
    if not there:
        return True
    if set(there) != {_NAMES, _ENTRIES} or len(shapes[_NAMES]) != 2:
        return False
    count = shapes[_NAMES][0]
    return shapes[_NAMES] == (count, 2) and shapes[_ENTRIES] == (count, entries if count else 0)
