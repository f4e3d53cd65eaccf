"""What the machine's memory can do: the STREAM triad, and how many threads kernels use.

Sweeps over grids larger than the caches are bound by memory, so the gain that a second thread can bring is the
gain that it brings to the triad a = b + s·c [McCalpin 1995].
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import numba
import numpy as np
from numba import prange

from pliant.numerics.compile import kernel


def most_threads() -> int:
    """How many threads kernels may use on this machine."""
    return numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]


@contextmanager
def threads(count: int) -> Iterator[None]:
    """Let kernels use `count` threads for a while."""
    before = numba.get_num_threads()
    numba.set_num_threads(count)
    try:
        yield
    finally:
        numba.set_num_threads(before)


@kernel(parallel=True)
def triad(a, b, c, factor):
    """a = b + factor·c."""
    for i in prange(a.shape[0]):
        a[i] = b[i] + factor * c[i]


class Triad:
    """Three arrays of `megabytes` each, filled by the threads that will read them."""

    def __init__(self, megabytes: float = 128.0):
        self.a, self.b, self.c = (np.empty(int(megabytes * 1e6 / 8)) for _ in range(3))
        for array in (self.a, self.b, self.c):
            array.fill(1.0)
        triad(self.a, self.b, self.c, 0.5)

    def seconds(self) -> float:
        """The time of one sweep, with as many threads as are allowed now."""
        begin = perf_counter()
        triad(self.a, self.b, self.c, 0.5)
        return perf_counter() - begin

    @property
    def bytes_moved(self) -> int:
        """Two arrays read, one written."""
        return 3 * self.a.nbytes
