"""Cholesky's factorisation of a band from both of its ends, for two threads.

Of n unknowns in an order in which coupled ones are at most w apart, w in the middle separate those before from those
after. Each side is eliminated from its end towards the middle, as a band of its own that is followed by the middle's
rows: with the mirrored order J on the second side,

    ( A₁  B₁ )   ( L₁     ) ( L₁ᵀ  M₁ᵀ )
    ( B₁ᵀ S  ) = ( M₁  T₁ ) (      T₁ᵀ )        and for the middle   S' = T₁T₁ᵀ + J T₂T₂ᵀ J − S ,

with all entries of S' of the middle, whose inverse is kept. There is no more fill than from one end; factors have as
many entries, and the sides do not need one another until the middle: a substitution, which reads all of L twice and
does little else, takes half of the time in two threads. The sums do not depend on how many threads there are.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import scipy.linalg as la
from scipy.sparse.csgraph import reverse_cuthill_mckee

from pliant.numerics.compile import kernel, uint
from pliant.numerics.threads import allowed_threads

LARGE = 300_000  # entries of a factor, from which it is kept in single precision and may have two sides


class Band:
    """LLᵀ = A for three right-hand sides at a time: see `solvers.scalar_inverses`.

    Large factors are kept in single precision: half the bytes, and conjugate gradients take care of the rounding.
    """

    def __init__(self, a: Any):
        place_of = np.argsort(narrow_order(a))
        count, width = a.shape[0], band_width(a, place_of)
        large = count * (width + 1) >= LARGE
        self._kind = np.float32 if large else np.float64
        self._width, self._middle = width, None
        if large and count >= 4 * width:
            self._halve(a, place_of)
        else:
            self.place, self._sides, self._starts = place_of, [self._side(a, place_of, count)[0]], [0]
        self.y = np.zeros((3, self._starts[-1] + len(self._sides[-1]) + width), dtype=self._kind)

    def _halve(self, a: Any, place_of: np.ndarray) -> None:
        """Two sides; unknowns of the second follow the middle, in their mirrored order."""
        count, width = a.shape[0], self._width
        first = (count - width) // 2
        second = count - width - first
        (side, t), (other, u) = self._side(a, place_of, first), self._side(a, count - 1 - place_of, second)
        order = np.argsort(place_of)[first : first + width]
        own = a[order][:, order].toarray()
        self._middle = np.linalg.inv(t @ t.T + (u @ u.T)[::-1, ::-1] - own)
        self._sides, self._starts = [side, other], [0, first + width]
        self.place = np.where(place_of < first + width, place_of, first + width + count - 1 - place_of)

    def _side(self, a: Any, place_of: np.ndarray, eliminated: int) -> tuple[np.ndarray, np.ndarray]:
        """Columns of L of the unknowns in the first places (row j: L(j, j), L(j + 1, j), …), and T of the next."""
        count, width = min(eliminated + self._width, a.shape[0]), self._width
        pairs = a.tocoo()
        row, column = place_of[pairs.row], place_of[pairs.col]
        lower = (row >= column) & (row < count)
        bands = np.zeros((width + 1, count), order="F")
        bands[(row - column)[lower], column[lower]] = pairs.data[lower]
        factor = la.cholesky_banded(bands, overwrite_ab=True, lower=True, check_finite=False)
        rest = np.zeros((count - eliminated, count - eliminated))
        for k in range(len(rest)):
            rest[k:, k] = factor[: len(rest) - k, eliminated + k]
        return np.ascontiguousarray(factor[:, :eliminated].T, dtype=self._kind), rest

    def solve(self) -> None:
        self._each(eliminate)
        if self._middle is not None:
            width, end = self._width, self.y.shape[1]
            here, there = self.y[:, self._starts[1] - width : self._starts[1]], self.y[:, end - width :]
            here[:] = (here + there[:, ::-1]) @ self._middle
            there[:] = here[:, ::-1]
        self._each(substitute_back)

    def _each(self, substitution: Any) -> None:
        """For both sides, at the same time if there is more than one thread."""
        sides, y = list(zip(self._sides, self._starts, strict=True)), self.y
        if len(sides) == 2 and allowed_threads() > 1:
            other = _helper().submit(substitution, sides[1][0], y, sides[1][1])
            substitution(sides[0][0], y, sides[0][1])
            other.result()
            return
        for columns, start in sides:
            substitution(columns, y, start)


@cache
def _helper() -> ThreadPoolExecutor:
    """A thread that waits for work; a forked process needs one of its own."""
    return ThreadPoolExecutor(1, thread_name_prefix="pliant-substitution")


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_helper.cache_clear)


def narrow_order(a: Any) -> np.ndarray:
    """Unknowns in an order in which coupled ones are near each other: as they are, if that is as good."""
    order = reverse_cuthill_mckee(a, symmetric_mode=True).astype(np.int64)
    identity = np.arange(a.shape[0])
    return order if band_width(a, np.argsort(order)) < band_width(a, identity) else identity


def band_width(a: Any, place_of: np.ndarray) -> int:
    """How far apart coupled unknowns are at most."""
    pairs = a.tocoo()
    return int(np.abs(place_of[pairs.row] - place_of[pairs.col]).max(initial=0))


@kernel
def eliminate(columns, y, start):
    """L y' = y from a place on; what is beyond the columns collects −M y'."""
    count, width = columns.shape
    for p in range(count):
        own, j = columns[p, 0], uint(start + p)
        a, b, c = y[0, j] / own, y[1, j] / own, y[2, j] / own
        y[0, j], y[1, j], y[2, j] = a, b, c
        for k in range(1, width):
            entry = columns[uint(p), uint(k)]
            y[0, j + uint(k)] -= entry * a
            y[1, j + uint(k)] -= entry * b
            y[2, j + uint(k)] -= entry * c


@kernel
def substitute_back(columns, y, start):
    """Lᵀ y' = y − Mᵀ y, from the end of the columns back to a place."""
    count, width = columns.shape
    for p in range(count - 1, -1, -1):
        j = uint(start + p)
        a, b, c = y[0, j], y[1, j], y[2, j]
        for k in range(1, width):
            entry = columns[uint(p), uint(k)]
            a -= entry * y[0, j + uint(k)]
            b -= entry * y[1, j + uint(k)]
            c -= entry * y[2, j + uint(k)]
        own = columns[p, 0]
        y[0, j], y[1, j], y[2, j] = a / own, b / own, c / own
