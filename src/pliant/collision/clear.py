"""Whether it is plain that nothing touches on straight ways: a test that costs little, and is enough but not needed.

Of two hulls the boxes of all that they go through are apart, and a sheet that may touch itself is one flat patch, (1)
of `flat`, which it often is. What this does not tell is left to the list of pairs.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.numerics.compile import internal, kernel, uint


@kernel
def is_clear(x, q, firsts, meets, thickness, sheets):
    """Whether nothing that `meets` (M, 2) can touch on the ways x → x + q; never if something is not finite.

    `firsts` (H + 1,) are the first vertices of hulls, and `thickness` (H,) the greatest of each.
    """
    low, high = np.empty((3, thickness.shape[0])), np.empty((3, thickness.shape[0]))
    if not _find_boxes(x, q, firsts, low, high):
        return False
    for m in range(meets.shape[0]):
        i, j = meets[m, 0], meets[m, 1]
        if i == j:
            if not _is_flat(x, q, sheets.table[i], sheets.sizes[i]):
                return False
            continue
        gap, reach = 0.0, 0.5 * (thickness[i] + thickness[j])
        for c in range(3):
            gap = max(gap, low[c, i] - high[c, j], low[c, j] - high[c, i])
        if not gap > reach:
            return False
    return True


@internal
def _find_boxes(x, q, firsts, low, high):
    """The boxes of all that hulls go through; whether all of it is finite."""
    total = 0.0
    for h in range(low.shape[1]):
        for c in range(3):
            a, b, least, most = x[c], q[c], np.inf, -np.inf
            for v in range(firsts[h], firsts[h + 1]):
                begin, end = a[uint(v)], a[uint(v)] + b[uint(v)]
                least, most = min(least, begin, end), max(most, begin, end)
                total += end
            low[c, h], high[c, h] = least, most
    return np.isfinite(total)


@internal
def _is_flat(x, q, sheet, sizes):
    """Whether (1) of `flat` holds on all of a sheet at x and at x + q, with one Q. Those that close are not flat."""
    base, rows, columns = sheet[0], sheet[1], sheet[2]
    if sheet[4] == 0 or sheet[8] > 0 or sheet[9] > 0:
        return False
    frame = np.empty((2, 3))
    if not _find_frame(x, q, base, rows, columns, frame):
        return False
    seen, bound = np.empty((2, 2, columns)), np.empty((4, columns))
    bound[0], bound[1], bound[2], bound[3] = np.inf, np.inf, 0.0, 0.0
    per_u, per_v = sizes[0], sizes[1]
    for end in range(2):
        share = 1.0 * end
        for i in range(rows):
            now, before = seen[i % 2], seen[1 - i % 2]
            for k in range(2):
                a, b, c = frame[k, 0], frame[k, 1], frame[k, 2]
                for j in range(columns):
                    v = uint(base + i * columns + j)
                    now[k, uint(j)] = (
                        a * (x[0, v] + share * q[0, v])
                        + b * (x[1, v] + share * q[1, v])
                        + c * (x[2, v] + share * q[2, v])
                    )
            if i > 0:
                for j in range(columns):
                    m = uint(j)
                    along, aside = per_u * (now[0, m] - before[0, m]), abs(per_u * (now[1, m] - before[1, m]))
                    bound[0, m] = along if along < bound[0, m] else bound[0, m]
                    bound[2, m] = aside if aside > bound[2, m] else bound[2, m]
            for j in range(columns - 1):
                m, n = uint(j), uint(j + 1)
                along, aside = per_v * (now[1, n] - now[1, m]), abs(per_v * (now[0, n] - now[0, m]))
                bound[1, m] = along if along < bound[1, m] else bound[1, m]
                bound[3, m] = aside if aside > bound[3, m] else bound[3, m]
    least = min(bound[0].min(), bound[1].min())
    return least - 0.5 * (bound[2].max() + bound[3].max()) > sizes[2]


@internal
def _find_frame(x, q, base, rows, columns, frame):
    """The columns of Q: the orthonormal pair nearest to the mean directions of both axes; whether there is one."""
    along, across = np.zeros(3), np.zeros(3)
    a, b = base, base + columns - 1
    d, e = base + (rows - 1) * columns, base + rows * columns - 1
    for c in range(3):
        y_a, y_b, y_d, y_e = (
            2.0 * x[c, a] + q[c, a],
            2.0 * x[c, b] + q[c, b],
            2.0 * x[c, d] + q[c, d],
            2.0 * x[c, e] + q[c, e],
        )
        along[c], across[c] = (y_d - y_a) + (y_e - y_b), (y_b - y_a) + (y_e - y_d)
    along /= sqrt((along * along).sum()) + 1e-300
    across /= sqrt((across * across).sum()) + 1e-300
    cosine = (along * across).sum()
    if not abs(cosine) < 0.9:
        return False
    # the bisectors of two unit vectors are at right angles
    f, g = 0.5 / sqrt(1.0 + cosine), 0.5 / sqrt(1.0 - cosine)
    frame[0] = f * (along + across) + g * (along - across)
    frame[1] = f * (along + across) - g * (along - across)
    return True
