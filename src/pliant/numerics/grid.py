"""Grids of nodes over a surface's two parameters."""

from __future__ import annotations

import numpy as np


def parameters(grid: tuple[int, int], periodic: tuple[bool, bool]) -> tuple[np.ndarray, np.ndarray]:
    """The parameters s (M,) and t (N,) of the nodes, both in [0, 1].

    Along a free axis s = m/(M−1): the last node lies on the far edge. Along a periodic axis s = m/M: the
    far edge is node 0 again, so it gets no node of its own.
    """
    (along_m, along_n), (wraps_m, wraps_n) = grid, periodic
    return _axis(along_m, wraps_m), _axis(along_n, wraps_n)


def _axis(count: int, wraps: bool) -> np.ndarray:
    return np.linspace(0.0, 1.0, count, endpoint=not wraps)
