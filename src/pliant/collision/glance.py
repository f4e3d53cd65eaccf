"""What is seen at a glance not to touch: sheets that are nearly flat as a whole, and hulls whose boxes are apart.

Most bodies touch nothing most of the time. That shows before any list of pairs is made: a sheet is one flat patch if
(1) of `flat` holds with one Q for all of its triangles, at both ends of a motion; then it does not touch itself on the
way. Two hulls do not touch if the boxes around all that they sweep are farther apart than they are thick.

All of it is NumPy's: as long as nothing comes near, no kernel of contact has to be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.collision.hull import Hull, offsets


class Glance:
    """The same for a fixed set of hulls."""

    def __init__(self, hulls: Sequence[Hull], meets: Sequence[tuple[int, int]] | np.ndarray):
        """`meets`: which hulls meet, (i, i) itself."""
        pairs = np.array(meets, np.int64).reshape(-1, 2)
        own = pairs[:, 0] == pairs[:, 1]
        self._hulls, self._first = list(hulls), offsets(hulls)
        self._half = np.array([0.5 * np.max(hull.thickness, initial=0.0) for hull in hulls])
        self._alone, self._pairs = pairs[own, 0].tolist(), pairs[~own].T
        self._sheets = {h: _is_sheet(hulls[h]) for h in self._alone}

    def sees_nothing_near(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Whether it is certain that nothing touches on the straight ways x → x + q, (3, V)."""
        ends = np.stack([x, x + q])
        return self._are_apart(ends) and all(self._is_flat(ends, h) for h in self._alone)

    def _are_apart(self, ends: np.ndarray) -> bool:
        if self._pairs.size == 0:
            return True
        first = self._first[:-1]
        if np.any(np.diff(self._first) == 0):
            return False
        low = np.minimum.reduceat(ends.min(axis=0), first, axis=1) - self._half
        high = np.maximum.reduceat(ends.max(axis=0), first, axis=1) + self._half
        a, b = self._pairs
        return bool(np.all(((low[:, a] > high[:, b]) | (low[:, b] > high[:, a])).any(axis=0)))

    def _is_flat(self, ends: np.ndarray, h: int) -> bool:
        grid = self._hulls[h].grid
        if grid is None or not self._sheets[h]:
            return False
        h_u, h_v = grid.spacing
        y = ends[:, :, self._first[h] : self._first[h + 1]].reshape(2, 3, grid.rows, grid.columns)
        along = (y[:, :, -1] - y[:, :, 0]).sum(axis=(0, 2))
        across = (y[..., -1] - y[..., 0]).sum(axis=(0, 2))
        frame = _frame(along, across)
        if frame is None:
            return False
        seen = np.tensordot(frame, y, axes=(1, 1))  # (p or q, end, row, column)
        u, v = np.diff(seen, axis=2), np.diff(seen, axis=3)
        u /= h_u
        v /= h_v
        least = min(u[0].min(), v[1].min()) - 0.5 * (np.abs(u[1]).max() + np.abs(v[0]).max())
        return bool(least > 2.0 * self._half[h] * np.hypot(h_u, h_v) / (h_u * h_v))


def _is_sheet(hull: Hull) -> bool:
    """Whether it is a grid of cells that is open, and its spacing means something."""
    grid = hull.grid
    if grid is None or any(grid.periodic) or min(grid.rows, grid.columns) < 2 or not len(hull.faces):
        return False
    beside = all(np.ptp(part, axis=1).max() <= 1 for part in np.divmod(hull.faces, grid.columns))
    return beside and all(np.isfinite(h) and h > 0.0 for h in grid.spacing)


def _frame(a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """The orthonormal pair (2, 3) nearest to the directions of two vectors; None if these are nearly parallel."""
    lengths = np.linalg.norm(a), np.linalg.norm(b)
    if not min(lengths) > 0.0:
        return None
    a, b = a / lengths[0], b / lengths[1]
    both, odd = a + b, a - b  # which are at right angles
    sizes = np.linalg.norm(both), np.linalg.norm(odd)
    if not min(sizes) > 0.4:
        return None
    s, t = both / sizes[0], odd / sizes[1]
    return np.stack([s + t, s - t]) * np.sqrt(0.5)
