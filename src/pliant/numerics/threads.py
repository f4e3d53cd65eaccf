"""Sharing rows among threads.

Kernels work on a range of rows, and each row collects what belongs to it in a fixed order; so results are the same bit
for bit however the rows are shared. A small body is not shared at all: a team that waits for a busy core costs
milliseconds, and its kernels take seconds to compile.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
from numba import prange, types
from numba.core import config
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, inlined, internal, kernel
from pliant.numerics.grid_layout import Layout

SHARED_FROM = 30000  # nodes
_USUAL = [
    "tbb",
    "omp",
    "workqueue",
]  # the order in which Numba tries to start threads, unless somebody has set another
_MERGED: Any = {**OPTIONS, "forceinline": True}


class Serial(NamedTuple):
    """One thread."""

    count: int = 1


class Threads(NamedTuple):
    """A team of threads."""

    count: int


def team_size(layout: Layout) -> int:
    """How many threads work on a body of this size."""
    if layout.count < SHARED_FROM:
        return 1
    _choose_threads()
    return numba.get_num_threads()


def _choose_threads() -> None:
    """Have Numba start its threads, by OpenMP unless somebody has chosen or they run already.

    Of what Numba may fall back on, `workqueue` aborts the process when two Python threads enter it at once.
    """
    settings: Any = config
    chosen = settings.THREADING_LAYER_PRIORITY
    said = "NUMBA_THREADING_LAYER_PRIORITY" in os.environ or list(chosen) != _USUAL
    if said or settings.THREADING_LAYER != "default":
        return
    try:
        settings.THREADING_LAYER_PRIORITY = ["omp", "tbb", "workqueue"]
        numba.get_num_threads()  # starts them
    finally:
        settings.THREADING_LAYER_PRIORITY = chosen


def make_team(layout: Layout) -> Serial | Threads:
    size = team_size(layout)
    return Threads(size) if size > 1 else Serial()


@internal
def rows_of_chunk(k, count, rows):
    """Chunk k of `count`: the range of rows from, to."""
    return rows * k // count, rows * (k + 1) // count


def by_rows(function: Any) -> Callable[..., None]:
    """Let kernels share the rows of `function(team, arguments, chunk, row_0, row_1)` among a team.

    They call the result in the same way, with chunk 0 and all rows. The team's type decides when a kernel is compiled:
    for `Serial` that is `function` itself, for `Threads` each thread gets one chunk of the rows. Either way it is
    `inlined`, so that it rounds alike wherever it comes from, and is compiled once.
    """

    def run(team, arguments, chunk, row_0, row_1):
        raise NotImplementedError("only from compiled code")

    @overload(run, jit_options=_MERGED)
    def choose(team, arguments, chunk, row_0, row_1):
        if team.instance_class is Serial:
            return function
        in_threads = _threaded(function, arguments)
        return lambda team, arguments, chunk, row_0, row_1: in_threads(arguments, row_1, team.count)

    return run


def _threaded(function: Any, arguments: Any) -> Any:
    """A kernel that gives each thread a chunk of rows.

    Numba hands arrays and numbers to threads, but not tuples within tuples; so the kernel is written here for the type
    of the arguments: it takes them apart before the loop and puts them together again in it.
    """
    names: dict[str, Any] = {"each": inlined(function), "prange": prange}
    names |= {"rows_of_chunk": rows_of_chunk, "Serial": Serial}
    parts: list[str] = []

    def take_apart(kind: Any, path: str) -> str:
        if not isinstance(kind, types.BaseTuple):  # an array or a number
            parts.append(path)
            return f"part_{len(parts) - 1}"
        members: Any = kind
        inside = [take_apart(member, f"{path}[{i}]") for i, member in enumerate(members)]
        together = "(" + "".join(f"{name}, " for name in inside) + ")"
        named = getattr(kind, "instance_class", None)
        if named is None:
            return together
        names[named.__name__] = named
        return f"{named.__name__}{together}"

    together = take_apart(arguments, "arguments")
    lines = ["def in_threads(arguments, rows, count):"]
    lines += [f"    part_{i} = {path}" for i, path in enumerate(parts)]
    lines += ["    for k in prange(count):", "        first, last = rows_of_chunk(k, count, rows)"]
    lines += [f"        each(Serial(1), {together}, k, first, last)"]
    exec("\n".join(lines), names)
    return kernel(parallel=True, cache=False)(names["in_threads"])
