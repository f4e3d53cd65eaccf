"""Nearest points of two features: a vertex and a face, or two edges.

Both are given as weights of the four vertices, Σ w x being the vector from the second feature to the first:

    vertex–face  (1, −a, −b, −c) ,    edge–edge  (1 − s, s, t − 1, −t) .                                           (1)

There are no branches, so that loops over pairs become vector instructions. All quotients are of triple products of
differences, n = u × v:

    face  b = (p × v)·n / n² ,  c = (u × p)·n / n² ,    edges  s = (r × v)·n / n² ,                                (2)

which lose eps/sin of the angle where Gram's a·e − b² loses eps/sin². Degenerate features need no case of their own: a
triangle without area is as near as the nearest of its sides, an edge of no length is a point.
"""

from __future__ import annotations

from math import sqrt

from pliant.numerics.compile import inlined, kernel

_TINY = 1e-300


@inlined
def clamp(value):
    return min(max(value, 0.0), 1.0)


@inlined
def on_segment(px, py, pz, ux, uy, uz):
    """The nearest point of the segment from 0 to u as a fraction of it, and its squared distance from p."""
    t = clamp((px * ux + py * uy + pz * uz) / max(ux * ux + uy * uy + uz * uz, _TINY))
    x, y, z = px - t * ux, py - t * uy, pz - t * uz
    return t, x * x + y * y + z * z


@inlined
def face_weights(px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz):
    """Barycentric weights of the point of the triangle abc that is nearest to p."""
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    px, py, pz = px - ax, py - ay, pz - az
    t, d_ab = on_segment(px, py, pz, ux, uy, uz)
    w_a, w_b, w_c, least = 1.0 - t, t, 0.0, d_ab
    t, d_ac = on_segment(px, py, pz, vx, vy, vz)
    nearer = d_ac < least
    w_a = 1.0 - t if nearer else w_a
    w_b = 0.0 if nearer else w_b
    w_c = t if nearer else w_c
    least = d_ac if nearer else least
    t, d_bc = on_segment(px - ux, py - uy, pz - uz, vx - ux, vy - uy, vz - uz)
    nearer = d_bc < least
    w_a = 0.0 if nearer else w_a
    w_b = 1.0 - t if nearer else w_b
    w_c = t if nearer else w_c
    least = d_bc if nearer else least
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    square = nx * nx + ny * ny + nz * nz
    b = (py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz
    c = (uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz
    b, c = b / max(square, _TINY), c / max(square, _TINY)
    x, y, z = px - b * ux - c * vx, py - b * uy - c * vy, pz - b * uz - c * vz
    inside = (square > _TINY) & (b > 0.0) & (c > 0.0) & (b + c < 1.0) & (x * x + y * y + z * z < least)
    w_a = 1.0 - b - c if inside else w_a
    w_b = b if inside else w_b
    w_c = c if inside else w_c
    return w_a, w_b, w_c


@inlined
def edge_weights(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz):
    """Fractions s of the edge ab and t of cd where they are nearest, and the squared sine of the angle between them.

    The nearest point on the first line, clamped; what is nearest to it on the second, clamped; and back. In exact
    arithmetic that is the minimum; parallel edges begin at their first ends, and one way there and back suffices.
    """
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = dx - cx, dy - cy, dz - cz
    rx, ry, rz = cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    square = nx * nx + ny * ny + nz * nz
    uu, vv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
    s = (ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz
    s = clamp(s / max(square, _TINY))
    t = clamp(((s * ux - rx) * vx + (s * uy - ry) * vy + (s * uz - rz) * vz) / max(vv, _TINY))
    s = clamp(((rx + t * vx) * ux + (ry + t * vy) * uy + (rz + t * vz) * uz) / max(uu, _TINY))
    return s, t, square / max(uu * vv, _TINY)


@inlined
def weights(x, i0, i1, i2, i3, is_face):
    """The weights (1) of a pair of features whose vertices are columns of x (3, V)."""
    if is_face:
        a, b, c = face_weights(
            x[0, i0], x[1, i0], x[2, i0], x[0, i1], x[1, i1], x[2, i1],
            x[0, i2], x[1, i2], x[2, i2], x[0, i3], x[1, i3], x[2, i3],
        )  # fmt: skip
        return 1.0, -a, -b, -c
    s, t, _ = edge_weights(
        x[0, i0], x[1, i0], x[2, i0], x[0, i1], x[1, i1], x[2, i1],
        x[0, i2], x[1, i2], x[2, i2], x[0, i3], x[1, i3], x[2, i3],
    )  # fmt: skip
    return 1.0 - s, s, t - 1.0, -t


@inlined
def between(x, i0, i1, i2, i3, w0, w1, w2, w3):
    """Σ w x. The weights sum to zero, so differences are summed: nothing is lost far from the origin."""
    a, b, c = x[0, i3], x[1, i3], x[2, i3]
    return (
        w0 * (x[0, i0] - a) + w1 * (x[0, i1] - a) + w2 * (x[0, i2] - a),
        w0 * (x[1, i0] - b) + w1 * (x[1, i1] - b) + w2 * (x[1, i2] - b),
        w0 * (x[2, i0] - c) + w1 * (x[2, i1] - c) + w2 * (x[2, i2] - c),
    )


@inlined
def separation(x, i0, i1, i2, i3, is_face):
    """The vector from the second feature to the first, between their nearest points."""
    w0, w1, w2, w3 = weights(x, i0, i1, i2, i3, is_face)
    return between(x, i0, i1, i2, i3, w0, w1, w2, w3)


@kernel
def distances(x, pairs, face_count, out):
    """The distances of pairs (n, 4): the first `face_count` are of a vertex and a face, the others of edges."""
    for k in range(pairs.shape[0]):
        a, b, c = separation(x, pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3], k < face_count)
        out[k] = sqrt(a * a + b * b + c * c)
