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


def mean_steps(points: np.ndarray) -> tuple[float, ...]:
    """The mean distance of neighbours [m] along each axis of nodes at points (*grid, 3)."""
    axes = range(points.ndim - 1)
    return tuple(float(np.linalg.norm(np.diff(points, axis=axis), axis=-1).mean()) for axis in axes)


def cell_corners(grid: tuple[int, int], periodic: tuple[bool, bool]) -> np.ndarray:
    """The four corners of every cell of a surface, in turn, shape (*cells, 4)."""
    m, n = np.meshgrid(
        np.arange(grid[0] - (not periodic[0])), np.arange(grid[1] - (not periodic[1])), indexing="ij"
    )
    m1, n1 = (m + 1) % grid[0], (n + 1) % grid[1]
    return np.stack([i * grid[1] + j for i, j in ((m, n), (m1, n), (m1, n1), (m, n1))], axis=-1)


def cell_triangles(grid: tuple[int, int], periodic: tuple[bool, bool]) -> np.ndarray:
    """Two triangles per cell of a surface, shape (T, 3) [000 Listing 3.9]; their normals are x₁ × x₂."""
    cells = cell_corners(grid, periodic)
    # alternate the diagonal, so that drawing favours none
    even = (np.indices(cells.shape[:2]).sum(axis=0) % 2 == 0)[..., None]
    first = np.where(even, cells[..., [0, 1, 2]], cells[..., [0, 1, 3]])
    second = np.where(even, cells[..., [0, 2, 3]], cells[..., [1, 2, 3]])
    return np.concatenate([first.reshape(-1, 3), second.reshape(-1, 3)])
