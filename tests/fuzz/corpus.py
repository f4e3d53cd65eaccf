"""Scenes to start from, the examples' and the gallery's, as plain data, and what values stand under which key."""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pliant as pl
from pliant import gallery
from pliant.scene.write import scene_data
from tests.fuzz.driver import ROOT

# What a number, a word or anything else may be by mistake.
NUMBERS = (
    0, -1, 1, 2, 3, 1000, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.0, -0.0, 0.5, -0.5, 1e-320, 1e-19, 1e-13, 1e-12,
    1e-9, 1e-3, 1e3, 1e6, 1e9, 1.0000001e9, 1e15, 1e16, 1e100, 1e200, 1e308, -1e308, float("inf"), float("nan"),
)  # fmt: skip
OTHERS = (
    None, True, False, "", "a", "0", "1e3", "nan", "kind", "é", "\u202eabc", "a/b", "..", "a\0b", "\U0001f600" * 50,
    "x" * 5000, "١٢٣", [], {}, [[]], [1], [1, 2], [1, 2, 3], [0.0, 0.0, 0.0], {"kind": "sphere"}, {"kind": []}, [None],
    {"": 1}, [[1, 2], [3, 4]], [1] * 1000, "earth", "cotton", "bdf2", "static",
)  # fmt: skip


@cache
def scenes() -> tuple[dict[str, Any], ...]:
    """All of them, as data that JSON can hold."""
    loaded = [pl.load(path) for path in sorted((ROOT / "examples").iterdir())]
    made = [scene for entry in gallery.entries() for scene in entry.scenes().values()]
    found = [scene_data(scene) for scene in (*loaded, *made)]
    return tuple(data for data in found if sum(1 for _ in places(data)) < 3000)  # not those with large tables


@cache
def known() -> dict[str, tuple[Any, ...]]:
    """For every key, what stands under it anywhere; those of lists stand under the list's key, too."""
    found: dict[str, list[Any]] = defaultdict(list)
    for data in scenes():
        for owner, key in places(data):
            if isinstance(key, str):
                found[key].append(owner[key])
                if isinstance(owner[key], list):
                    found[f"{key}[]"].extend(owner[key])
    return {key: tuple(values) for key, values in found.items()}


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the data: the mapping or list that holds it, and its key or index there."""
    open_ = [data]
    while open_:
        owner = open_.pop()
        keys = list(owner) if isinstance(owner, dict) else range(len(owner))
        for key in keys:
            yield owner, key
            if isinstance(owner[key], dict | list):
                open_.append(owner[key])


def some_scene(rng: random.Random) -> dict[str, Any]:
    """A copy of one of the scenes."""
    return copy.deepcopy(rng.choice(scenes()))


def changed(data: dict[str, Any], rng: random.Random) -> None:
    """Changes the data at one place: an absurd value, one from another scene, one too many, one too few."""
    everywhere = list(places(data))
    if not everywhere:  # nothing is left of it
        data["bodies"] = []
        return
    owner, key = rng.choice(everywhere)
    match rng.randrange(9):
        case 0 | 1:
            owner[key] = copy.deepcopy(rng.choice(NUMBERS))
        case 2:
            owner[key] = copy.deepcopy(rng.choice(OTHERS))
        case 3 | 4 | 5 if isinstance(key, str):
            owner[key] = copy.deepcopy(rng.choice(known().get(key, (None,))))
        case 6:
            del owner[key]
        case 7 if isinstance(owner, list):
            count = min(rng.choice((1, 2, 50, 3000)), 30_000 // len(everywhere))
            owner[key:key] = [copy.deepcopy(owner[key])] * count
        case 8 if isinstance(owner, dict):
            owner[rng.choice(list(known()) if rng.random() < 0.7 else ["x", "", "é.b", "kind "])] = owner.pop(
                key
            )
        case _:
            number = owner[key] if isinstance(owner[key], float) else 1.0
            owner[key] = number * 10.0 ** rng.uniform(-12, 12)
