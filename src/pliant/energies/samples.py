"""Matter in space, sampled where its deformation gradient F is taken: what the laws of solids and tetrahedra share.

A law is a named tuple with the fields of `continuum.Continuum`. Its energy is one of F at every sample; what is its own
are the numbers that a sample has of it, the rest is here: F itself, forces from ∂ψ/∂F, and from the second variation in
the frames of F = U Σ Vᵀ, as `continuum` explains with the equations that are named below, the blocks of the Hessian.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.energies.elements import ROW, at
from pliant.energies.small_matrices import cross, metric, singular, singular_exactly, without_negative
from pliant.numerics.compile import inlined, uint

# Rows of `s.w`: F or ∂ψ/∂F, U, the matrices of (7)–(9), V, Vᵀg of up to ten nodes.
F0, U0, M0, V0, G0 = 0, 9, 18, 30, 39
BACK = 1.0  # β + K is at least this many μ


class Samples(NamedTuple):
    """One place in all elements where F is taken: its nodes, their gradients (k, 3, n), the volume (n,), its shares."""

    members: list[int]
    gradients: np.ndarray
    volume: np.ndarray
    metric: float | np.ndarray = 1.0
    bulk: float | np.ndarray = 1.0


def connected(law: Any, nodes: np.ndarray) -> list[np.ndarray]:
    """The nodes (n, k) that samples with a volume hold together."""
    parts = [slice(*ends) for ends in zip(law.starts[:-1], law.starts[1:], strict=True)]
    return [nodes[w > 0.0][:, law.members[part]] for w, part in zip(law.volume, parts, strict=True)]


def cofactors(F: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """cof F (3, 3, n) and J (n,) of deformation gradients (3, 3, n)."""
    cof = np.stack([np.cross(F[(i + 1) % 3], F[(i + 2) % 3], axis=0) for i in range(3)])
    return cof, (F[0] * cof[0]).sum(axis=0)


# ---------------------------------------------------------------- pointwise


@inlined
def cofactor(f):
    """cof F row by row; its rows are cross products of the rows of F."""
    a = cross((f[3], f[4], f[5]), (f[6], f[7], f[8]))
    b = cross((f[6], f[7], f[8]), (f[0], f[1], f[2]))
    c = cross((f[0], f[1], f[2]), (f[3], f[4], f[5]))
    return a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]


@inlined
def stress(mu, d):
    """¼μ (ΔG:ΔG − ⅓(tr ΔG)²) of (1), and S of (4), from ΔG."""
    third = (d[0] + d[1] + d[2]) / 3.0
    x, y, z = d[0] - third, d[1] - third, d[2] - third
    square = x * x + y * y + z * z + 2.0 * (d[3] * d[3] + d[4] * d[4] + d[5] * d[5])
    return 0.25 * mu * square, (mu * x, mu * y, mu * z, mu * d[3], mu * d[4], mu * d[5])


@inlined
def stresses(a, b, c, t, p, x, y, z):
    """A row of F S + p cof F, (4), from those of F and cof F."""
    return (
        a * t[0] + b * t[3] + c * t[4] + p * x,
        a * t[3] + b * t[1] + c * t[5] + p * y,
        a * t[4] + b * t[5] + c * t[2] + p * z,
    )


@inlined
def constants(law, i, e):
    """μ, K and β of sample i, times its volume."""
    w = law.volume[i, e]
    mu, bulk = w * law.shares[i, 0, e] * law.moduli[0, e], w * law.shares[i, 1, e] * law.moduli[1, e]
    return mu, bulk, max(BACK * mu - bulk, 0.0)


# ---------------------------------------------------------------- n elements at once


@inlined
def nine(w, i, j):
    """Nine numbers of element j, from row i on."""
    return (
        w[at(i, j)], w[at(i + 1, j)], w[at(i + 2, j)], w[at(i + 3, j)], w[at(i + 4, j)],
        w[at(i + 5, j)], w[at(i + 6, j)], w[at(i + 7, j)], w[at(i + 8, j)],
    )  # fmt: skip


@inlined
def put(w, i, j, a):
    """Three numbers of element j into the rows from i on."""
    w[at(i, j)], w[at(i + 1, j)], w[at(i + 2, j)] = a[0], a[1], a[2]


@inlined
def add(w, i, j, a):
    w[at(i, j)] += a[0]
    w[at(i + 1, j)] += a[1]
    w[at(i + 2, j)] += a[2]


@inlined
def clear(w, rows, n):
    for i in range(rows):
        for j in range(n):
            w[at(i, j)] = 0.0


@inlined
def deformation(law, i, first, n, y, w):
    """F = Σ y_k g_kᵀ at sample i, row by row."""
    clear(w, 9, n)
    for r in range(law.starts[i], law.starts[i + 1]):
        k = 3 * law.members[r]
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for j in range(n):
            e = uint(first + j)
            a, b, c = g0[e], g1[e], g2[e]
            y0, y1, y2 = y[at(k, j)], y[at(k + 1, j)], y[at(k + 2, j)]
            add(w, F0, j, (y0 * a, y0 * b, y0 * c))
            add(w, F0 + 3, j, (y1 * a, y1 * b, y1 * c))
            add(w, F0 + 6, j, (y2 * a, y2 * b, y2 * c))


@inlined
def put_stress(w, row, j, f, t, p, cof):
    """∂ψ/∂F of (4) into the rows from `row` on."""
    put(w, row, j, stresses(f[0], f[1], f[2], t, p, cof[0], cof[1], cof[2]))
    put(w, row + 3, j, stresses(f[3], f[4], f[5], t, p, cof[3], cof[4], cof[5]))
    put(w, row + 6, j, stresses(f[6], f[7], f[8], t, p, cof[6], cof[7], cof[8]))


@inlined
def add_forces(law, i, first, n, s, row):
    """(5) from ∂ψ/∂F at sample i, in the rows from `row` on."""
    for r in range(law.starts[i], law.starts[i + 1]):
        k = 3 * law.members[r]
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for j in range(n):
            e = uint(first + j)
            p0, p1, p2, p3, p4, p5, p6, p7, p8 = nine(s.w, row, j)
            a, b, c = g0[e], g1[e], g2[e]
            add(s.f, k, j, (p0 * a + p1 * b + p2 * c, p3 * a + p4 * b + p5 * c, p6 * a + p7 * b + p8 * c))


@inlined
def measure_metric(law, first, n, s):
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            f = nine(s.w, F0, j)
            g, cof = metric(f), cofactor(f)
            put(s.f, 7 * i, j, (g[0], g[1], g[2]))
            put(s.f, 7 * i + 3, j, (g[3], g[4], g[5]))
            s.f[at(7 * i + 6, j)] = f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2]


# ---------------------------------------------------------------- second variation


@inlined
def find_axes(n, w):
    """U, σ and V of F = U Σ Vᵀ into the rows from U, M and V on."""
    for j in range(n):
        _put_axes(w, j, singular(nine(w, F0, j)))


@inlined
def find_axes_exactly(n, w):
    """The same to rounding."""
    for j in range(n):
        _put_axes(w, j, singular_exactly(nine(w, F0, j)))


@inlined
def _put_axes(w, j, found):
    sigma, (u0, u1, u2), (v0, v1, v2) = found
    put(w, U0, j, u0)
    put(w, U0 + 3, j, u1)
    put(w, U0 + 6, j, u2)
    put(w, V0, j, v0)
    put(w, V0 + 3, j, v1)
    put(w, V0 + 6, j, v2)
    put(w, M0, j, sigma)


@inlined
def drop_negative(n, w):
    """Stretches N without negative eigenvalues."""
    for j in range(n):
        m00, m11, m22, m01, m02, m12, _, _, _ = nine(w, M0, j)
        m00, m11, m22, m01, m02, m12 = without_negative(m00, m11, m22, m01, m02, m12)
        put(w, M0, j, (m00, m11, m22))
        put(w, M0 + 3, j, (m01, m02, m12))


@inlined
def turn_gradients(law, i, first, n, w):
    """Vᵀg of all nodes into the rows from G on."""
    for r in range(law.starts[i], law.starts[i + 1]):
        k = G0 + 3 * (r - law.starts[i])
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for c in range(3):
            for j in range(n):
                e = uint(first + j)
                a, b, d = w[at(V0 + 3 * c, j)], w[at(V0 + 3 * c + 1, j)], w[at(V0 + 3 * c + 2, j)]
                w[at(k + c, j)] = a * g0[e] + b * g1[e] + d * g2[e]


@inlined
def pair_of(law, s, x, y):
    """First row in `s.h` of the pair of nodes of two members."""
    a, b = law.members[x], law.members[y]
    low, high = min(a, b), max(a, b)
    nodes = s.y.shape[0] // (3 * ROW)
    return 9 * (low * (2 * nodes - low - 1) // 2 + high - low - 1)


@inlined
def turned(u, h, x, y, z):
    """(x, y, z) h Uᵀ, with the columns of U one after the other: a row of U h Uᵀ if (x, y, z) is one of U."""
    a = x * h[0][0] + y * h[1][0] + z * h[2][0]
    b = x * h[0][1] + y * h[1][1] + z * h[2][1]
    c = x * h[0][2] + y * h[1][2] + z * h[2][2]
    return a * u[0] + b * u[3] + c * u[6], a * u[1] + b * u[4] + c * u[7], a * u[2] + b * u[5] + c * u[8]


@inlined
def newton_blocks(law, i, n, s):
    """(10) in the frame U, turned back."""
    w = s.w
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            in_order = law.members[x] < law.members[y]
            k = G0 + 3 * ((x if in_order else y) - law.starts[i])
            m = G0 + 3 * ((y if in_order else x) - law.starts[i])
            for j in range(n):
                g0, g1, g2 = w[at(k, j)], w[at(k + 1, j)], w[at(k + 2, j)]
                o0, o1, o2 = w[at(m, j)], w[at(m + 1, j)], w[at(m + 2, j)]
                m00, m11, m22, m01, m02, m12, e01, e02, e12 = nine(w, M0, j)
                d01, d02, d12 = w[at(M0 + 9, j)], w[at(M0 + 10, j)], w[at(M0 + 11, j)]
                p, q, r = g0 * o0, g1 * o1, g2 * o2
                h00, h11 = m00 * p + e01 * q + e02 * r, m11 * q + e01 * p + e12 * r
                h22 = m22 * r + e02 * p + e12 * q
                h01, h10 = m01 * g0 * o1 + d01 * g1 * o0, m01 * g1 * o0 + d01 * g0 * o1
                h02, h20 = m02 * g0 * o2 + d02 * g2 * o0, m02 * g2 * o0 + d02 * g0 * o2
                h12, h21 = m12 * g1 * o2 + d12 * g2 * o1, m12 * g2 * o1 + d12 * g1 * o2
                u = nine(w, U0, j)
                rows = ((h00, h01, h02), (h10, h11, h12), (h20, h21, h22))
                add(s.h, pair, j, turned(u, rows, u[0], u[3], u[6]))
                add(s.h, pair + 3, j, turned(u, rows, u[1], u[4], u[7]))
                add(s.h, pair + 6, j, turned(u, rows, u[2], u[5], u[8]))
