"""Symmetric 3×3 matrices inside kernels: eigenvalues, and the nearest one without negative ones."""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import inlined


@inlined
def rotate(app, aqq, apq):
    """cos, sin and tan·a_pq of the Jacobi rotation that makes the entry a_pq vanish (Golub & Van Loan §8.5)."""
    d = aqq - app
    t = 2.0 * apq / (abs(d) + np.sqrt(d * d + 4.0 * apq * apq) + 1e-300)
    t = t if d >= 0.0 else -t
    c = 1.0 / np.sqrt(t * t + 1.0)
    return c, t * c, t * apq


@inlined
def eigen(xx, yy, zz, xy, xz, yz):
    """Eigenvalues and eigenvectors (a, b, c), (v_a), (v_b), (v_c) of a symmetric matrix, by Jacobi's rotations.

    Always three sweeps of them, without a branch or a loop, so that loops over it become vector instructions. The
    vectors are orthonormal to rounding, and at right angles in the matrix to about 1e-6: enough for Newton's method.
    """
    values = (xx, yy, zz, xy, xz, yz)
    vectors = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    return (values[0], values[1], values[2]), vectors[0], vectors[1], vectors[2]


@inlined
def principal(xx, yy, zz, xy, xz, yz):
    """The same to rounding, by five sweeps."""
    values = (xx, yy, zz, xy, xz, yz)
    vectors = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    values, vectors = sweep(values, vectors)
    return (values[0], values[1], values[2]), vectors[0], vectors[1], vectors[2]


@inlined
def sweep(values, vectors):
    xx, yy, zz, xy, xz, yz = values
    a, b, c = vectors
    k, s, d = rotate(xx, yy, xy)
    xx, yy, xz, yz = xx - d, yy + d, k * xz - s * yz, s * xz + k * yz
    a, b = turn(k, s, a, b)
    k, s, d = rotate(xx, zz, xz)
    xx, zz, xy, yz = xx - d, zz + d, -s * yz, k * yz
    a, c = turn(k, s, a, c)
    k, s, d = rotate(yy, zz, yz)
    yy, zz, xy, xz = yy - d, zz + d, k * xy, s * xy
    b, c = turn(k, s, b, c)
    return (xx, yy, zz, xy, xz, 0.0), (a, b, c)


@inlined
def turn(k, s, a, b):
    return (
        (k * a[0] - s * b[0], k * a[1] - s * b[1], k * a[2] - s * b[2]),
        (s * a[0] + k * b[0], s * a[1] + k * b[1], s * a[2] + k * b[2]),
    )


@inlined
def without_negative(xx, yy, zz, xy, xz, yz):
    """The same matrix with its negative eigenvalues set to zero, in the same order of entries."""
    (a, b, c), u, v, w = eigen(xx, yy, zz, xy, xz, yz)
    a, b, c = max(a, 0.0), max(b, 0.0), max(c, 0.0)
    return (
        a * u[0] * u[0] + b * v[0] * v[0] + c * w[0] * w[0],
        a * u[1] * u[1] + b * v[1] * v[1] + c * w[1] * w[1],
        a * u[2] * u[2] + b * v[2] * v[2] + c * w[2] * w[2],
        a * u[0] * u[1] + b * v[0] * v[1] + c * w[0] * w[1],
        a * u[0] * u[2] + b * v[0] * v[2] + c * w[0] * w[2],
        a * u[1] * u[2] + b * v[1] * v[2] + c * w[1] * w[2],
    )


@inlined
def perpendicular(x, y, z):
    """Some unit vector at right angles to a unit vector."""
    if abs(x) < 0.6:
        s = 1.0 / np.sqrt(y * y + z * z)
        return 0.0, -s * z, s * y
    s = 1.0 / np.sqrt(x * x + z * z)
    return s * z, 0.0, -s * x


@inlined
def image(f, v):
    """F v for F row by row."""
    return (
        f[0] * v[0] + f[1] * v[1] + f[2] * v[2],
        f[3] * v[0] + f[4] * v[1] + f[5] * v[2],
        f[6] * v[0] + f[7] * v[1] + f[8] * v[2],
    )


@inlined
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inlined
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def singular(f):
    """F = U Σ Vᵀ with rotations U and V: σ (3,), then the columns of U and those of V. Only σ₃ can be negative."""
    return _from_right(f, eigen(*metric(f)))


@inlined
def singular_exactly(f):
    """The same to rounding."""
    return _from_right(f, principal(*metric(f)))


@inlined
def metric(f):
    """FᵀF in the order 11, 22, 33, 12, 13, 23, as `eigen` takes it."""
    return (
        f[0] * f[0] + f[3] * f[3] + f[6] * f[6],
        f[1] * f[1] + f[4] * f[4] + f[7] * f[7],
        f[2] * f[2] + f[5] * f[5] + f[8] * f[8],
        f[0] * f[1] + f[3] * f[4] + f[6] * f[7],
        f[0] * f[2] + f[3] * f[5] + f[6] * f[8],
        f[1] * f[2] + f[4] * f[5] + f[7] * f[8],
    )


@inlined
def _from_right(f, axes):
    """U Σ Vᵀ of F from the eigenvalues and eigenvectors of FᵀF."""
    (a, b, c), v0, v1, v2 = axes
    if a < b:
        a, b, v0, v1 = b, a, v1, v0
    if a < c:
        a, c, v0, v2 = c, a, v2, v0
    if b < c:
        v1 = v2
    v2 = cross(v0, v1)
    u0, u1 = image(f, v0), image(f, v1)
    s0 = np.sqrt(dot(u0, u0))
    u0 = (u0[0] / s0, u0[1] / s0, u0[2] / s0) if s0 > 1e-150 else (1.0, 0.0, 0.0)
    along = dot(u0, u1)
    u1 = (u1[0] - along * u0[0], u1[1] - along * u0[1], u1[2] - along * u0[2])
    s1 = np.sqrt(dot(u1, u1))
    u1 = (u1[0] / s1, u1[1] / s1, u1[2] / s1) if s1 > 1e-12 * s0 else perpendicular(u0[0], u0[1], u0[2])
    u2 = cross(u0, u1)
    return (s0, s1, dot(u2, image(f, v2))), (u0, u1, u2), (v0, v1, v2)
