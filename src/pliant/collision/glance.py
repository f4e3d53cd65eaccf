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
        # Room, so that a step allocates none: both ends, their least and largest, and sheets as seen in Q.
        count = int(self._first[-1])
        self._ends, self._low, self._high = (
            np.empty((2, 3, count)),
            np.empty((3, count)),
            np.empty((3, count)),
        )
        self._seen = {h: _seen_room(hulls[h]) for h in self._alone if self._sheets[h]}

    def sees_nothing_near(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Whether it is certain that nothing touches on the straight ways x → x + q, (3, V)."""
        self._ends[0] = x
        np.add(x, q, out=self._ends[1])
        return self._are_apart() and all(self._is_flat(h) for h in self._alone)

    def _are_apart(self) -> bool:
        if self._pairs.size == 0:
            return True
        first = self._first[:-1]
        if np.any(np.diff(self._first) == 0):
            return False
        np.minimum(*self._ends, out=self._low)
        np.maximum(*self._ends, out=self._high)
        low = np.minimum.reduceat(self._low, first, axis=1) - self._half
        high = np.maximum.reduceat(self._high, first, axis=1) + self._half
        a, b = self._pairs
        return bool(np.all(((low[:, a] > high[:, b]) | (low[:, b] > high[:, a])).any(axis=0)))

    def _is_flat(self, h: int) -> bool:
        grid = self._hulls[h].grid
        if grid is None or not self._sheets[h]:
            return False
        h_u, h_v = grid.spacing
        part = self._ends[:, :, self._first[h] : self._first[h + 1]]
        y = part.reshape(2, 3, grid.rows, grid.columns)
        along = (y[:, :, -1] - y[:, :, 0]).sum(axis=(0, 2))
        across = (y[..., -1] - y[..., 0]).sum(axis=(0, 2))
        frame = _frame(along, across)
        if frame is None:
            return False
        flat, seen, u, v, in_rows = self._seen[h]
        np.matmul(frame, part, out=flat)  # (end, p or q, node)
        np.subtract(seen[:, :, 1:], seen[:, :, :-1], out=u)
        np.subtract(flat[..., 1:], flat[..., :-1], out=v[..., :-1])
        in_rows[..., -1] = in_rows[..., -2]  # there it leads to the next row
        least = min(u[:, 0].min() / h_u, v[:, 1].min() / h_v)
        aside = _largest(u[:, 1]) / h_u + _largest(v[:, 0]) / h_v
        return bool(least - 0.5 * aside > 2.0 * self._half[h] * np.hypot(h_u, h_v) / (h_u * h_v))


def _largest(a: np.ndarray) -> float:
    return max(a.max(), -a.min())


def _seen_room(hull: Hull) -> tuple[np.ndarray, ...]:
    grid = hull.grid
    assert grid is not None
    shape = 2, 2, grid.rows, grid.columns
    flat, v = np.empty((2, 2, hull.count)), np.empty((2, 2, hull.count))
    u = np.empty((2, 2, grid.rows - 1, grid.columns))
    return flat, flat.reshape(shape), u, v, v.reshape(shape)


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
