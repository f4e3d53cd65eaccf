"""Grids of nodes over the parameters of a curve, a surface or a solid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def parameters(grid: Sequence[int], periodic: Sequence[bool]) -> tuple[np.ndarray, ...]:
    """The parameters of the nodes along each axis, all in [0, 1]: for a surface s (M,) and t (N,).

    Along a free axis s = m/(M−1): the last node lies on the far edge. Along a periodic axis s = m/M: the
    far edge is node 0 again, so it gets no node of its own.
    """
    return tuple(_axis(count, wraps) for count, wraps in zip(grid, periodic, strict=True))


def _axis(count: int, wraps: bool) -> np.ndarray:
    return np.linspace(0.0, 1.0, count, endpoint=not wraps)
