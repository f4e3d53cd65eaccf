"""Certified motions: straight ways on which no pair of features crosses.

Let n be the direction between the nearest points of two features at x, a distance d apart. Along n they are d apart
(nearest points have supporting planes). When all vertices go straight, the gap along n is a minimum of linear functions
of time, so it is concave: if it is at least keep·d at the end it is so all the way, and nothing has crossed. That takes
four dot products; there is no root to be found and nothing that rounding could upset, keep being far from zero. Parts
of a certified way are certified.

A pair that fails is cut back by a plane between the features, at right angles to n: each vertex stops where it would
come too near to the plane, each by itself. The plane divides the gap as the features approach it. Other pairs of a
vertex that was cut are looked at again, until none fails. Ways are as seen from a frame that moves with all that may
touch; so what falls together is not cut.

Features of length L that are d apart have n only to εL/d, and the gap along it to εL²/d, which must be less than d.
So of a distance d what is kept is d itself below δ = 3·10⁻⁷ L (`floor`), and δ²/d a little above: nothing comes
nearer than δ/√5, where the gap is known to some thousandths.
"""

from __future__ import annotations

import numpy as np

from pliant.collision.distance import separation
from pliant.collision.pairs import BLOCK, nearest_in_block
from pliant.numerics.compile import inlined, internal, kernel, uint

KEEP = 0.2  # of the distance remains
FLOOR = 3e-7  # of the longest edge: δ
_MORE = 1.01  # times what is kept: what is left when a pair is cut, so that it passes when looked at again


@inlined
def nearer_by(far, i0, i1, i2, i3, is_face):
    """How much nearer two features can have come when their vertices have moved by `far`."""
    if is_face:
        return far[i0] + max(far[i1], far[i2], far[i3])
    return max(far[i0], far[i1]) + max(far[i2], far[i3])


@kernel
def pack(x, way, length, far, out):
    """Position, length, way and `far` of each vertex side by side (V, 8), as a pair needs them."""
    for v in range(x.shape[1]):
        for c in range(3):
            out[v, c], out[v, 4 + c] = x[c, v], way[c, v]
        out[v, 3], out[v, 7] = length[v], far[v]


@kernel
def certify(x, going, t, pairs, face_count, count, apart, live, whole, floor, changed):
    """Look at pairs, and cut those that fail: t (V,) is how much of its way each vertex goes.

    going (V, 8): positions, lengths of ways, ways, and how far vertices are from where `apart` was measured. Ways are
    cut as t is. `live` are the pairs to look at, in order, or all of them if `whole`. `floor` is δ [m]. Marks vertices
    that were cut as `changed`; returns how many pairs failed.
    """
    at, go, n, w = np.zeros((9, BLOCK)), np.zeros((12, BLOCK)), np.zeros((3, BLOCK)), np.zeros((3, BLOCK))
    which, fails = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.uint8)
    failed, size = 0, 0
    for m in range(count):
        k = m if whole else live[m]
        is_face = k < face_count
        i0, i1, i2, i3 = uint(pairs[k, 0]), uint(pairs[k, 1]), uint(pairs[k, 2]), uint(pairs[k, 3])
        l0, l1, l2, l3 = going[i0, 3], going[i1, 3], going[i2, 3], going[i3, 3]
        f0, f1, f2, f3 = going[i0, 7], going[i1, 7], going[i2, 7], going[i3, 7]
        if is_face:
            nearer, length = f0 + max(f1, f2, f3), l0 + max(l1, l2, l3)
        else:
            nearer, length = max(f0, f1) + max(f2, f3), max(l0, l1) + max(l2, l3)
        left = apart[k] - nearer
        if (1.0 - KEEP) * left <= length or left < 3.0 * floor:
            which[size] = k
            for c in range(3):
                at[c, size] = going[i0, uint(c)] - going[i3, uint(c)]
                at[3 + c, size] = going[i1, uint(c)] - going[i3, uint(c)]
                at[6 + c, size] = going[i2, uint(c)] - going[i3, uint(c)]
                go[c, size], go[3 + c, size] = going[i0, uint(4 + c)], going[i1, uint(4 + c)]
                go[6 + c, size], go[9 + c, size] = going[i2, uint(4 + c)], going[i3, uint(4 + c)]
            size += 1
        last = m + 1 == count or (is_face and (m + 1 if whole else live[m + 1]) >= face_count)
        if size == BLOCK or (last and size > 0):
            _look(at, go, n, w, is_face, floor * floor, fails)
            for j in range(size):
                if fails[j]:
                    p = pairs[which[j]]
                    failed += _cut(x, going, t, changed, p[0], p[1], p[2], p[3], is_face, floor * floor)
            size = 0
    return failed


@inlined
def _look(at, go, n, w, is_face, floor, fails):
    """Which of 32 pairs fail: vertices at at[3 v + c], the last at 0, go by go[3 v + c]."""
    nearest_in_block(at, is_face, n, w)
    for j in range(BLOCK):
        k = uint(j)
        x, y, z = n[0, k], n[1, k], n[2, k]
        square = x * x + y * y + z * z
        least = square * max(KEEP, min(1.0, floor / square))
        x0, q0 = x * at[0, k] + y * at[1, k] + z * at[2, k], x * go[0, k] + y * go[1, k] + z * go[2, k]
        x1, q1 = x * at[3, k] + y * at[4, k] + z * at[5, k], x * go[3, k] + y * go[4, k] + z * go[5, k]
        x2, q2 = x * at[6, k] + y * at[7, k] + z * at[8, k], x * go[6, k] + y * go[7, k] + z * go[8, k]
        q3 = x * go[9, k] + y * go[10, k] + z * go[11, k]
        above, below = x0, max(x2, 0.0)
        above_1, below_1 = x0 + q0, max(x2 + q2, q3)
        start = above - max(below, x1) if is_face else min(above, x1) - below
        end = above_1 - max(below_1, x1 + q1) if is_face else min(above_1, x1 + q1) - below_1
        fails[k] = (start < least) | (end < least)


@inlined
def _along(nx, ny, nz, x, i, j):
    return nx * (x[0, i] - x[0, j]) + ny * (x[1, i] - x[1, j]) + nz * (x[2, i] - x[2, j])


@inlined
def _gone(nx, ny, nz, going, i):
    return nx * going[i, 4] + ny * going[i, 5] + nz * going[i, 6]


@internal
def _cut(x, going, t, changed, i0, i1, i2, i3, is_face, floor):
    """Cut the ways of a pair, if it fails as ways are now; whether any was."""
    nx, ny, nz = separation(x, i0, i1, i2, i3, is_face)
    square = nx * nx + ny * ny + nz * nz
    q0, q1 = _gone(nx, ny, nz, going, i0), _gone(nx, ny, nz, going, i1)
    q2, q3 = _gone(nx, ny, nz, going, i2), _gone(nx, ny, nz, going, i3)
    x0, x1, x2 = _along(nx, ny, nz, x, i0, i3), _along(nx, ny, nz, x, i1, i3), _along(nx, ny, nz, x, i2, i3)
    if is_face:
        base, top = x0, max(x1, x2, 0.0)
        end = x0 + q0 - max(x1 + q1, x2 + q2, q3)
        first, second = max(-q0, 0.0), max(q1, q2, q3, 0.0)
    else:
        base, top = min(x0, x1), max(x2, 0.0)
        end = min(x0 + q0, x1 + q1) - max(x2 + q2, q3)
        first, second = max(-q0, -q1, 0.0), max(q2, q3, 0.0)
    start = base - top
    least = square * max(KEEP, min(1.0, floor / square))
    if start >= least and end >= least:
        return False
    share = 0.5
    if first + second > 0.0:
        share = min(max(second / (first + second), 0.05), 0.95)
    free = max(start - _MORE * least, 0.0)  # nothing if they are so near that rounding hides where they are
    lower, upper = base - (1.0 - share) * free, top + share * free
    cut = _stop(going, t, changed, i0, -x0, -q0, -lower)
    if is_face:
        cut |= _stop(going, t, changed, i1, x1, q1, upper)
    else:
        cut |= _stop(going, t, changed, i1, -x1, -q1, -lower)
    cut |= _stop(going, t, changed, i2, x2, q2, upper)
    cut |= _stop(going, t, changed, i3, 0.0, q3, upper)
    return cut


@inlined
def _stop(going, t, changed, i, here, gone, limit):
    """Cut the way of vertex i, from `here` by `gone`, at the limit if it goes beyond."""
    if gone > 0.0 and here + gone > limit:
        f = max((limit - here) / gone, 0.0)
        t[i] *= f
        for c in range(3, 7):
            going[i, c] *= f
        if f < 1.0 - 1e-9:  # else it was cut here before: what rounding leaves is no reason to look again
            changed[i] = 1
            return True
    return False


@kernel
def pairs_of(pairs, count, changed, live):
    """The pairs that have a changed vertex; returns how many."""
    n = 0
    for k in range(count):
        if changed[pairs[k, 0]] | changed[pairs[k, 1]] | changed[pairs[k, 2]] | changed[pairs[k, 3]]:
            live[n] = k
            n += 1
    return n


@kernel
def hold(pairs, live, count, going, t, changed):
    """Vertices of these pairs do not move at all."""
    for m in range(count):
        for v in range(4):
            i = pairs[live[m], v]
            t[i] = going[i, 3] = going[i, 4] = going[i, 5] = going[i, 6] = 0.0
            changed[i] = 1
