"""What a fuzzer is, and which there are."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# Modules of this folder, in the order in which they run.
MODULES = ("scenes", "runs", "meetings", "states", "recordings", "checkpoints")


class Nonsense(Exception):
    """Raised by a case whose result is silently wrong: NaN, or other numbers than the file had."""


@dataclass(frozen=True)
class Fuzzer:
    """Cases that differ by their random numbers alone.

    ``case(rng, folder)`` makes one damaged input and uses it as a user would; `folder` is empty and its own.
    It returns a word for the table of outcomes ("read", "run"). A `PliantError` that it lets through counts as
    "refused", which is right as well; every other exception, death of the process, more than `seconds` of time
    or more than `megabytes` of memory is a fault.
    """

    name: str
    case: Callable[[random.Random, Path], str]
    gate: int  # cases in the gate's short run; all fuzzers together take about 30 s
    long: int  # cases of `make fuzz`
    seconds: float = 20.0  # for one case, compilation included
    megabytes: int = 2048  # above what the process has when its first case begins


def fuzzer(name: str) -> Fuzzer:
    """The fuzzer of the module `name`."""
    return importlib.import_module(f"tests.fuzz.{name}").FUZZER


def random_of(seed: int, name: str, case: int) -> random.Random:
    """The random numbers of one case: the same for every run, whatever ran before."""
    return random.Random(f"{seed}/{name}/{case}")
