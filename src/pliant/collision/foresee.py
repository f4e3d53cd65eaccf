"""Pairs that a correction would bring too near, as rows that hold them apart while it is solved for again.

A correction of Newton's method knows nothing of features that are not near yet, and would lead through them; cut back
vertex by vertex it may lead nowhere. So a pair of distance d whose features it brings nearer than g along the normal n,

    g = min(0.9 r, d/2) ,                                                                                      (1)

gets ½k (n·Σw x − g)²: the next solution ends about where the barrier begins, with all that are held back by it.
"""

from __future__ import annotations

from math import sqrt

from pliant.collision.barrier import nearer_by, stiffness
from pliant.collision.distance import weights
from pliant.numerics.compile import kernel

_FIRM = 4.0  # times κ: k
_REACH = 0.9  # of r, and
_LEFT = 0.5  # of the distance, in (1)
_PRESENT = 0.2  # of the distance: a pair that stays so far apart as seen along n needs no row


@kernel
def foresee(
    x, q, reach, mass, blocks, inertia, pairs, faces, count, apart, far, length, known, nodes, out, rows, pull
):
    """Rows of the pairs that the ways q from x bring too near, and of which the marks `known` (count,) are not set.

    nodes and out (n, 4): vertices and weights; rows (n, 6): blocks; pull (n, 3): what the row adds to the right-hand
    side, times its weights. `length` (V,) is that of the ways. Returns n, which may be more than there is room for.
    """
    n = 0
    for k in range(count):
        is_face = k < faces
        i0, i1, i2, i3 = pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3]
        r = reach[k]
        near = apart[k] - nearer_by(far, i0, i1, i2, i3, is_face)
        if known[k] or near - nearer_by(length, i0, i1, i2, i3, is_face) > _PRESENT * near:
            continue
        w0, w1, w2, w3 = weights(x, i0, i1, i2, i3, is_face)
        dx = w0 * x[0, i0] + w1 * x[0, i1] + w2 * x[0, i2] + w3 * x[0, i3]
        dy = w0 * x[1, i0] + w1 * x[1, i1] + w2 * x[1, i2] + w3 * x[1, i3]
        dz = w0 * x[2, i0] + w1 * x[2, i1] + w2 * x[2, i2] + w3 * x[2, i3]
        square = dx * dx + dy * dy + dz * dz
        if square == 0.0:
            continue
        d = sqrt(square)
        nx, ny, nz = dx / d, dy / d, dz / d
        # where the vertices are along n at the end, less where those of the second feature are now at most
        a = nx * (x[0, i0] + q[0, i0]) + ny * (x[1, i0] + q[1, i0]) + nz * (x[2, i0] + q[2, i0])
        b = nx * (x[0, i1] + q[0, i1]) + ny * (x[1, i1] + q[1, i1]) + nz * (x[2, i1] + q[2, i1])
        c = nx * (x[0, i2] + q[0, i2]) + ny * (x[1, i2] + q[1, i2]) + nz * (x[2, i2] + q[2, i2])
        e = nx * (x[0, i3] + q[0, i3]) + ny * (x[1, i3] + q[1, i3]) + nz * (x[2, i3] + q[2, i3])
        gap = a - max(b, c, e) if is_face else min(a, b) - max(c, e)
        if gap >= _PRESENT * d:
            continue
        if n < nodes.shape[0]:
            known[k] = 1
            s = _FIRM * stiffness(mass, blocks, i0, i1, i2, i3, w0, w1, w2, w3, nx, ny, nz, inertia)
            g = min(_REACH * r, _LEFT * d)
            nodes[n, 0], nodes[n, 1], nodes[n, 2], nodes[n, 3] = i0, i1, i2, i3
            out[n, 0], out[n, 1], out[n, 2], out[n, 3] = w0, w1, w2, w3
            rows[n, 0], rows[n, 1], rows[n, 2] = s * nx * nx, s * nx * ny, s * nx * nz
            rows[n, 3], rows[n, 4], rows[n, 5] = s * ny * ny, s * ny * nz, s * nz * nz
            f = s * (g - d)
            pull[n, 0], pull[n, 1], pull[n, 2] = f * nx, f * ny, f * nz
        n += 1
    return n


@kernel
def add_pull(nodes, weights, pull, count, out):
    """out (3, V) += Σ w pull."""
    for r in range(count):
        for a in range(4):
            for c in range(3):
                out[c, nodes[r, a]] += weights[r, a] * pull[r, c]
