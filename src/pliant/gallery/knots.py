"""Whether curves are knotted and linked, from how they cross each other in a projection.

What no motion without passing through itself can change: the determinant of a closed curve (1 of a loop without a knot,
3 of the trefoil, 5 of the figure eight) and the linking number of two (K. Reidemeister, *Knotentheorie*, 1932).
"""

from __future__ import annotations

import numpy as np

# Some plane in which no two crossings of what is drawn here coincide.
_VIEW = np.linalg.qr(np.array([[0.31, -0.74, 0.59], [0.86, 0.12, -0.45], [0.23, 0.67, 0.71]]))[0]


def determinant(points: np.ndarray) -> int:
    """|det| of the colouring matrix of a closed curve (n, 3): the rows of crossings say 2·over = under + under."""
    over, under, _ = _crossings(points, points)
    if len(over) == 0:
        return 1
    passes = np.sort(under)  # an arc ends where it passes below
    count = len(passes)

    def arc(place: np.ndarray) -> np.ndarray:
        return np.searchsorted(passes, place, side="right") % count

    rows = np.arange(count)
    matrix = np.zeros((count, count))
    np.add.at(matrix, (rows, arc(over)), 2.0)
    np.add.at(matrix, (rows, np.searchsorted(passes, under, side="left")), -1.0)
    np.add.at(matrix, (rows, arc(under)), -1.0)
    return round(abs(float(np.linalg.det(matrix[1:, 1:])))) if count > 1 else 1


def linking_number(one: np.ndarray, two: np.ndarray) -> int:
    """How often two closed curves (n, 3), (m, 3) go round each other, signed: half the sum over their crossings."""
    return round(0.5 * float(_crossings(one, two)[2].sum() + _crossings(two, one)[2].sum()))


def closed_far_away(points: np.ndarray) -> np.ndarray:
    """An open curve (n, 3) closed by a wide arc, which adds no knot if its ends point outwards."""
    start, end = points[0], points[-1]
    size = float(np.ptp(points, axis=0).max())
    along = (end - start) / np.linalg.norm(end - start)
    aside = np.cross(along, _VIEW[2])
    aside *= 10.0 * size / np.linalg.norm(aside)
    return np.concatenate(
        [points, [end + 10.0 * size * along, end + aside, start + aside, start - 10.0 * size * along]]
    )


def _crossings(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where `one` passes over `two`: places along both (segment + fraction) and the sign of each crossing."""
    a, b = one @ _VIEW.T, two @ _VIEW.T
    u, v = np.roll(a, -1, axis=0) - a, np.roll(b, -1, axis=0) - b
    across = u[:, None, 0] * v[None, :, 1] - u[:, None, 1] * v[None, :, 0]
    apart = b[None, :] - a[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (apart[..., 0] * v[None, :, 1] - apart[..., 1] * v[None, :, 0]) / across
        t = (apart[..., 0] * u[:, None, 1] - apart[..., 1] * u[:, None, 0]) / across
    hit = (s >= 0.0) & (s < 1.0) & (t >= 0.0) & (t < 1.0)
    if one is two:
        n, k = len(one), np.arange(len(one))
        hit &= ~np.isin((k[:, None] - k[None, :]) % n, (0, 1, n - 1))
    i, j = np.nonzero(hit)
    s, t = s[i, j], t[i, j]
    above = a[i, 2] + s * u[i, 2] > b[j, 2] + t * v[j, 2]
    i, j, s, t = i[above], j[above], s[above], t[above]
    return i + s, j + t, np.sign(across[i, j])
