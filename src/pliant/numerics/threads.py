"""Sharing rows among threads.

Kernels work on a range of rows, and each row of nodes collects what belongs to it in a fixed order; so results are the
same bit for bit however the rows are shared. A small body is not shared at all: starting a team costs some
microseconds, and compiling its kernels some seconds.
"""

from __future__ import annotations

import numba

from pliant.numerics.compile import kernel
from pliant.numerics.layout import GridLayout

SHARED_FROM = 8000  # nodes


def team_size(layout: GridLayout) -> int:
    """How many threads work on a body of this size."""
    return numba.get_num_threads() if layout.count >= SHARED_FROM else 1


@kernel
def rows_of_chunk(k, count, rows):
    """Chunk k of `count`: the range of rows from, to."""
    return rows * k // count, rows * (k + 1) // count
