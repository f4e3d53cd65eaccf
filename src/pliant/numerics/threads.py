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

from pliant.numerics.compile import inner, kernel
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


def by_rows(function: Any) -> Callable[[Any, tuple, int], None]:
    """From `function(arguments, chunk, row_0, row_1)` make `run(team, arguments, rows)` for use in kernels.

    The team's type decides when a kernel is compiled: `Serial` is a plain call, `Threads` one chunk of rows for each thread.
    """

    def run(team, arguments, rows):
        raise NotImplementedError("only from compiled code")

    @overload(run)
    def choose(team, arguments, rows):
        if team.instance_class is Serial:
            return lambda team, arguments, rows: function(arguments, 0, 0, rows)

        @kernel(parallel=True, cache=False)
        def in_threads(arguments, rows, count):
            for k in prange(count):
                row_0, row_1 = rows_of_chunk(k, count, rows)
                function(arguments, k, row_0, row_1)

        return lambda team, arguments, rows: in_threads(arguments, rows, team.count)

    return run
