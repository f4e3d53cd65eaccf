"""Finite differences on the flat grid, and the links they may cross [002 (29)–(32), 000 §3.1.1].

All differences are in *grid units* (spacing 1): energies put the spacing into their weights. A difference
that reaches over a free edge or over a broken link is zero; kernels multiply by the masks of `Links`
instead of asking, so a cut in the cloth is a change of masks and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.numerics.grid_layout import GridLayout


@kernel(forceinline=True)
def forward(x, p, o):
    """D⁺ along the offset o: x[p+o] − x[p]."""
    a, b = uint(p), uint(p + o)
    return x[0, b] - x[0, a], x[1, b] - x[1, a], x[2, b] - x[2, a]


@kernel(forceinline=True)
def second(x, p, o):
    """Central second difference: x[p+o] − 2 x[p] + x[p−o]."""
    a, b, c = uint(p - o), uint(p), uint(p + o)
    return (
        x[0, c] - 2.0 * x[0, b] + x[0, a],
        x[1, c] - 2.0 * x[1, b] + x[1, a],
        x[2, c] - 2.0 * x[2, b] + x[2, a],
    )


@kernel(forceinline=True)
def cross_difference(x, p, o):
    """D₁₂⁺: x[p] − x[p+o] − x[p+1] + x[p+o+1], with o the offset along m."""
    a, b, c, d = uint(p), uint(p + o), uint(p + 1), uint(p + o + 1)
    return (
        x[0, a] - x[0, b] - x[0, c] + x[0, d],
        x[1, a] - x[1, b] - x[1, c] + x[1, d],
        x[2, a] - x[2, b] - x[2, c] + x[2, d],
    )


@dataclass(frozen=True)
class Links:
    """Which neighbours hold together; all masks are float arrays of 0 and 1, shape (P,).

    `along_1[p]` is the link p → p+W, `along_2[p]` the link p → p+1. `bend_1[p]` says that both links along
    m at node p exist (so that D₁₁ does), `bend_2[p]` likewise along n, and `cell[p]` that all four links
    around the cell whose lowest corner is p exist (so that D₁₂⁺ does).
    """

    along_1: np.ndarray
    along_2: np.ndarray
    bend_1: np.ndarray
    bend_2: np.ndarray
    cell: np.ndarray

    @classmethod
    def build(cls, layout: GridLayout, broken: np.ndarray | None = None) -> Links:
        """Links of a grid; `broken` of shape (2, M, N) is True where the link from [m, n] is cut."""
        m_count, n_count = layout.shape
        along = np.ones((2, m_count, n_count))
        if not layout.periodic[0]:
            along[0, -1, :] = 0
        if not layout.periodic[1]:
            along[1, :, -1] = 0
        if broken is not None:
            along[np.asarray(broken, dtype=bool)] = 0
        along_1, along_2 = layout.spread(along[0]), layout.spread(along[1])
        w = layout.width
        cell = along_1 * np.roll(along_1, -1) * along_2 * np.roll(along_2, -w)
        return cls(
            along_1=along_1,
            along_2=along_2,
            bend_1=along_1 * np.roll(along_1, w),
            bend_2=along_2 * np.roll(along_2, 1),
            cell=cell,
        )
