"""Which hulls come near on straight ways, each vertex going its own: what decides who touches whom.

The distance d(t) of two features changes no faster than L, the largest of |q_i − q_j| over a vertex of each. So from a
time at which they are d apart they stay farther than r until (d − r)/L later, and time goes on by that much
[conservative advancement]. A certificate would be cheaper, but it also fails for pairs that turn past each other.
"""

from __future__ import annotations

from math import sqrt

from pliant.collision.barrier import nearer_by
from pliant.collision.distance import edge_weights, face_weights
from pliant.numerics.compile import internal, kernel

_SHORT = 2e-3  # part of r: pairs that stay farther apart than r less that have not met
_MOST = 1000  # times; a pair that is not told by then counts as met


@kernel
def find_meeting(x, q, length, reach, pairs, faces, count, apart, far, hull_of, seen):
    """Mark as `seen` (H, H) which two hulls, the lower first, come nearer than r on the ways x → x + q.

    `apart`, `far` and `reach` are as in `barrier.evaluate`, and `length` (V,) how long the ways are: both may be of a
    piece of the ways, on which a pair that cannot be near is not looked at. What is found of a pair depends on x and q
    alone, and not on pieces or lists. Of hulls that were seen no pair is looked at.
    """
    for k in range(count):
        is_face = k < faces
        i0, i1, i2, i3 = pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3]
        a, b = min(hull_of[i0], hull_of[i3]), max(hull_of[i0], hull_of[i3])
        if seen[a, b]:
            continue
        nearer = nearer_by(far, i0, i1, i2, i3, is_face) + nearer_by(length, i0, i1, i2, i3, is_face)
        if apart[k] - nearer <= reach[k] and _meets(x, q, i0, i1, i2, i3, is_face, reach[k]):
            seen[a, b] = True


@internal
def _meets(x, q, i0, i1, i2, i3, is_face, r):
    if is_face:
        speed = max(_apart(q, i0, i1), _apart(q, i0, i2), _apart(q, i0, i3))
    else:
        speed = max(_apart(q, i0, i2), _apart(q, i0, i3), _apart(q, i1, i2), _apart(q, i1, i3))
    t = 0.0
    for _ in range(_MOST):
        d = _distance(x, q, t, i0, i1, i2, i3, is_face)
        if d < r:
            return True
        if t >= 1.0 or d - r >= speed * (1.0 - t):
            return False
        t = min(t + (d - (1.0 - _SHORT) * r) / speed, 1.0)
    return True


@internal
def _apart(q, i, j):
    x, y, z = q[0, i] - q[0, j], q[1, i] - q[1, j], q[2, i] - q[2, j]
    return sqrt(x * x + y * y + z * z)


@internal
def _distance(x, q, t, i0, i1, i2, i3, is_face):
    """How far apart two features are at a time."""
    c = x[0, i3] + t * q[0, i3], x[1, i3] + t * q[1, i3], x[2, i3] + t * q[2, i3]
    ux, uy, uz = (
        x[0, i0] + t * q[0, i0] - c[0],
        x[1, i0] + t * q[1, i0] - c[1],
        x[2, i0] + t * q[2, i0] - c[2],
    )
    vx, vy, vz = (
        x[0, i1] + t * q[0, i1] - c[0],
        x[1, i1] + t * q[1, i1] - c[1],
        x[2, i1] + t * q[2, i1] - c[2],
    )
    wx, wy, wz = (
        x[0, i2] + t * q[0, i2] - c[0],
        x[1, i2] + t * q[1, i2] - c[1],
        x[2, i2] + t * q[2, i2] - c[2],
    )
    if is_face:
        a, b, _ = face_weights(ux, uy, uz, vx, vy, vz, wx, wy, wz, 0.0, 0.0, 0.0)
        ux, uy, uz = ux - a * vx - b * wx, uy - a * vy - b * wy, uz - a * vz - b * wz
    else:
        a, b, _ = edge_weights(ux, uy, uz, vx, vy, vz, wx, wy, wz, 0.0, 0.0, 0.0)
        b = 1.0 - b
        ux, uy, uz = ux + a * (vx - ux) - b * wx, uy + a * (vy - uy) - b * wy, uz + a * (vz - uz) - b * wz
    return sqrt(ux * ux + uy * uy + uz * uz)
