"""Cholesky's factorisation of some hundred unknowns, all of them coupled, in one thread.

Libraries share such matrices among threads that wait for one another: on a machine that has something else to do, for
longer than the work takes. Here tiles of four rows and four columns stay in registers; a matrix has a multiple of four
rows (`room_for`).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.numerics.compile import inlined, kernel, uint

_TILE = 4


def room_for(count: int) -> np.ndarray:
    """The unit matrix of so many rows, and as many more as tiles need."""
    return np.eye(-(-count // _TILE) * _TILE)


@kernel
def factorise(a):
    """A = LLᵀ in place of the lower triangle; False if A has an eigenvalue that is not positive."""
    n = a.shape[0]
    for j in range(0, n, _TILE):
        for i in range(j, n, _TILE):
            _subtract_tile(a, i, j)
        for c in range(j, j + _TILE):
            own = a[c, c]
            for k in range(j, c):
                own -= a[c, k] * a[c, k]
            if not own > 0.0:
                return False
            own = sqrt(own)
            a[c, c] = own
            for i in range(c + 1, n):
                s = a[i, c]
                for k in range(j, c):
                    s -= a[i, k] * a[c, k]
                a[i, c] = s / own
    return True


@kernel
def substitute(a, b):
    """b = (LLᵀ)⁻¹ b in place, for as many rows as b has."""
    for i in range(b.shape[0]):
        s = b[i]
        for k in range(i):
            s -= a[i, uint(k)] * b[uint(k)]
        b[i] = s / a[i, i]
    for i in range(b.shape[0] - 1, -1, -1):
        x = b[i] / a[i, i]
        b[i] = x
        for k in range(i):
            b[uint(k)] -= a[i, uint(k)] * x


@inlined
def _subtract_tile(a, i, j):
    """A −= LLᵀ in the tile of the rows i … i + 3 and the columns j … j + 3, from the columns of L before j."""
    s00 = s01 = s02 = s03 = s10 = s11 = s12 = s13 = 0.0
    s20 = s21 = s22 = s23 = s30 = s31 = s32 = s33 = 0.0
    p, q = uint(i), uint(j)
    one, two, three = uint(1), uint(2), uint(3)
    for n in range(j):
        k = uint(n)
        u0, u1, u2, u3 = a[p, k], a[p + one, k], a[p + two, k], a[p + three, k]
        v0, v1, v2, v3 = a[q, k], a[q + one, k], a[q + two, k], a[q + three, k]
        s00 += u0 * v0
        s01 += u0 * v1
        s02 += u0 * v2
        s03 += u0 * v3
        s10 += u1 * v0
        s11 += u1 * v1
        s12 += u1 * v2
        s13 += u1 * v3
        s20 += u2 * v0
        s21 += u2 * v1
        s22 += u2 * v2
        s23 += u2 * v3
        s30 += u3 * v0
        s31 += u3 * v1
        s32 += u3 * v2
        s33 += u3 * v3
    a[p, q] -= s00
    a[p, q + one] -= s01
    a[p, q + two] -= s02
    a[p, q + three] -= s03
    a[p + one, q] -= s10
    a[p + one, q + one] -= s11
    a[p + one, q + two] -= s12
    a[p + one, q + three] -= s13
    a[p + two, q] -= s20
    a[p + two, q + one] -= s21
    a[p + two, q + two] -= s22
    a[p + two, q + three] -= s23
    a[p + three, q] -= s30
    a[p + three, q + one] -= s31
    a[p + three, q + two] -= s32
    a[p + three, q + three] -= s33
