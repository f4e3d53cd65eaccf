"""Sharing rows among threads.

Kernels work on a range of rows, and each row collects what belongs to it in a fixed order; so results are the same bit
for bit however the rows are shared. A small body is not shared at all: a team that waits for a busy core costs
milliseconds, and its kernels take seconds to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
from numba import prange
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, inner, kernel
from pliant.numerics.layout import GridLayout

SHARED_FROM = 30000  # nodes


class Serial(NamedTuple):
    """One thread."""

    count: int = 1


class Threads(NamedTuple):
    """A team of threads."""

    count: int


def team_size(layout: GridLayout) -> int:
    """How many threads work on a body of this size."""
    return numba.get_num_threads() if layout.count >= SHARED_FROM else 1


def make_team(layout: GridLayout) -> Serial | Threads:
    size = team_size(layout)
    return Threads(size) if size > 1 else Serial()


@inner
def rows_of_chunk(k, count, rows):
    """Chunk k of `count`: the range of rows from, to."""
    return rows * k // count, rows * (k + 1) // count


def by_rows(function: Any) -> Callable[..., None]:
    """Let kernels share the rows of `function(team, arguments, chunk, row_0, row_1)` among a team.

    They call the result in the same way, with chunk 0 and all rows. The team's type decides when a kernel is compiled:
    for `Serial` that is `function` itself, for `Threads` each thread gets one chunk of the rows.
    """

    def run(team, arguments, chunk, row_0, row_1):
        raise NotImplementedError("only from compiled code")

    @overload(run, jit_options=OPTIONS)
    def choose(team, arguments, chunk, row_0, row_1):
        if team.instance_class is Serial:
            return function
        each = inner(function)

        @kernel(parallel=True, cache=False)
        def in_threads(team, arguments, rows):
            for k in prange(team.count):
                first, last = rows_of_chunk(k, team.count, rows)
                each(team, arguments, k, first, last)

        return lambda team, arguments, chunk, row_0, row_1: in_threads(team, arguments, row_1)

    return run
