"""What the cells of a grid measure, and the quadratic form that elastic matter makes of it.

A cell has the edges a₀, a₁ along the first axis and b₀, b₁ along the second. It measures five numbers,

    y = (a₀², a₁², b₀², b₁², a·b) ,   a = ½(a₀ + a₁) ,  b = ½(b₀ + b₁) .                   (1)

Every edge is resisted, so that no mode of the nodes is free, and there is one shear, that of the middle: with one
at every corner, cells that bend in their plane would shear, and curved sheets could not bend without stretching.

With the changes m₁ = ½Δ(a₀² + a₁²), d₁ = ½Δ(a₁² − a₀²), and m₂, d₂ of b, since the rest shape, the strain ΔG of the
cell as a whole, and what varies across it, are

    E₁₁ = ((1 − β²) m₁ + β² m₂ − c)/D ,  E₂₂ = (α² m₁ + (1 − α²) m₂ − c)/D ,  E₁₂ = Δ(a·b) ,
    H₁ = d₁ − 2(α E₁₁ + β E₁₂) ,  H₂ = d₂ − 2(α E₁₂ + β E₂₂) ,                               (2)
    c = α d₁ + β d₂ − 2αβ E₁₂ ,  D = 1 − α² − β² .

α and β say how far the cell is from a parallelogram: ½(a₁ − a₀) = α a + β b at rest. A homogeneous strain of any
flat cell gives just that E, and H = 0: the patch test. The energy is sampled at four points, Gauss's, each with the
area of the corner that it is near to, where

    ΔG = E + t₁ H₁ v₁ + t₂ H₂ v₂ ,   t = ±1/√3 less its mean over the area.                  (3)

v₁ = (1, …) and v₂ = (…, 1, …) are the strains of a tension along one axis alone: what is bent in its plane is free to
become narrower where it is longer. All this is linear in Δy, so that a cell is ½ Δyᵀ K Δy, less q·Δy where strains at
the points are without stress.

A link that is broken, or has no length (the pole of an ellipsoid), is left out: if only b₁ is there, b is b₁, H = 0 and

    E₁₁ = (m₁ − β² m₂ − 2αβ E₁₂)/(1 + α²) ,  E₂₂ = m₂ .                                      (4)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import inlined, internal, kernel, uint

MEASURES = 5  # of a cell, (1)
POINTS = 4  # of a cell, in the order of the corners a₀b₀, a₀b₁, a₁b₀, a₁b₁


class Cells(NamedTuple):
    """What the cells of a grid are at rest.

    `share` (2, P): how much of a is a₁ and of b is b₁, ½ where there are both. `skew` (2, P): α and β. `offset`
    (4, P): t₁ at a₀ and a₁, t₂ at b₀ and b₁. `beside` (4, P): components 22 and 12 of v₁, 11 and 12 of v₂. `area`
    (4, P): of the corners [m²]. `metric` (3, P): a², b² and a·b [m²]. `rest` (5, P): y [m²].
    """

    share: np.ndarray
    skew: np.ndarray
    offset: np.ndarray
    beside: np.ndarray
    area: np.ndarray
    metric: np.ndarray
    rest: np.ndarray


# ---------------------------------------------------------------- pointwise


@internal
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def between(x, p, q):
    """x_q − x_p."""
    return x[0, q] - x[0, p], x[1, q] - x[1, p], x[2, q] - x[2, p]


@inlined
def mix(t, a, b):
    """(1 − t) a + t b."""
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])


@inlined
def edges(x, w, p):
    """a₀, a₁, b₀, b₁ of the cell at p."""
    here, right, down, across = uint(p), uint(p + 1), uint(p + w), uint(p + w + 1)
    return (
        between(x, here, down),
        between(x, right, across),
        between(x, here, right),
        between(x, down, across),
    )


@inlined
def change(rest, s, c, a0, a1, b0, b1, a, b):
    """s y − y⁰ of a cell."""
    return (
        s * dot(a0, a0) - rest[0, c],
        s * dot(a1, a1) - rest[1, c],
        s * dot(b0, b0) - rest[2, c],
        s * dot(b1, b1) - rest[3, c],
        s * dot(a, b) - rest[4, c],
    )


@internal
def stress(c, k, p, ga, gb, gab):
    """½ C:ΔG from ΔG₁₁, ΔG₂₂, ΔG₁₂; moduli from row k on in the order 11, 12, 13, 22, 23, 33."""
    c12, c13, c23 = c[k + 1, p], c[k + 2, p], c[k + 4, p]
    s11 = 0.5 * (c[k, p] * ga + c12 * gb) + c13 * gab
    s22 = 0.5 * (c12 * ga + c[k + 3, p] * gb) + c23 * gab
    s12 = 0.5 * (c13 * ga + c23 * gb) + c[k + 5, p] * gab
    return s11, s22, s12


@inlined
def mean_strain(cells, c):
    """p₁₁, p₁₂, p₂₁, p₂₂, q, r₁, r₂ of (2) or (4): E₁₁ = p₁₁m₁ + p₁₂m₂ + r₁E₁₂ − q(αd₁ + βd₂), E₂₂ likewise."""
    al, be = cells.skew[0, c], cells.skew[1, c]
    a, b = al * al, be * be
    both = 2.0 * al * be
    if cells.share[0, c] == 0.5 and cells.share[1, c] == 0.5:
        d = 1.0 / (1.0 - a - b)
        return d * (1.0 - b), d * b, d * a, d * (1.0 - a), d, d * both, d * both
    if cells.share[0, c] == 0.5:
        d = 1.0 / (1.0 + a)
        return d, -d * b, 0.0, 1.0, 0.0, -d * both, 0.0
    if cells.share[1, c] == 0.5:
        d = 1.0 / (1.0 + b)
        return 1.0, 0.0, -d * a, d, 0.0, 0.0, -d * both
    return 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0


@inlined
def strain(cells, c, y):
    """E₁₁, E₂₂, E₁₂, H₁, H₂ of (2) from Δy."""
    m1 = y[0] + cells.share[0, c] * (y[1] - y[0])
    m2 = y[2] + cells.share[1, c] * (y[3] - y[2])
    d1, d2, g = 0.5 * (y[1] - y[0]), 0.5 * (y[3] - y[2]), y[4]
    al, be = cells.skew[0, c], cells.skew[1, c]
    p11, p12, p21, p22, q, r1, r2 = mean_strain(cells, c)
    k = q * (al * d1 + be * d2)
    e11, e22 = p11 * m1 + p12 * m2 + r1 * g - k, p21 * m1 + p22 * m2 + r2 * g - k
    return e11, e22, g, d1 - 2.0 * (al * e11 + be * g), d2 - 2.0 * (al * g + be * e22)


@inlined
def strain_dual(cells, c, n):
    """∂E/∂y from the derivatives by what `strain` returns: its transpose."""
    al, be = cells.skew[0, c], cells.skew[1, c]
    p11, p12, p21, p22, q, r1, r2 = mean_strain(cells, c)
    n11, n22 = n[0] - 2.0 * al * n[3], n[1] - 2.0 * be * n[4]
    m1, m2, k = p11 * n11 + p21 * n22, p12 * n11 + p22 * n22, q * (n11 + n22)
    d1, d2 = 0.5 * (n[3] - al * k), 0.5 * (n[4] - be * k)
    t1, t2 = cells.share[0, c], cells.share[1, c]
    g = n[2] - 2.0 * (be * n[3] + al * n[4]) + r1 * n11 + r2 * n22
    return (1.0 - t1) * m1 - d1, t1 * m1 + d1, (1.0 - t2) * m2 - d2, t2 * m2 + d2, g


@inlined
def at_points(cells, moduli, c, e, p):
    """What the stresses at the points do on what `strain` returns, from that, less the strains p (12, P) if any."""
    t, v = cells.offset, cells.beside
    n11 = n22 = n12 = n1 = n2 = 0.0
    for point in range(4):
        t1, t2 = t[point // 2, c], t[2 + point % 2, c]
        g1, g2 = t1 * e[3], t2 * e[4]
        ga, gb, gab = e[0] + g1 + v[2, c] * g2, e[1] + v[0, c] * g1 + g2, e[2] + v[1, c] * g1 + v[3, c] * g2
        if p.shape[0]:
            ga, gb, gab = ga - p[point, c], gb - p[4 + point, c], gab - p[8 + point, c]
        s11, s22, s12 = stress(moduli, 6 * point, c, ga, gb, gab)
        n11, n22, n12 = n11 + 0.5 * s11, n22 + 0.5 * s22, n12 + s12
        n1 += t1 * (0.5 * s11 + 0.5 * v[0, c] * s22 + v[1, c] * s12)
        n2 += t2 * (0.5 * s22 + 0.5 * v[2, c] * s11 + v[3, c] * s12)
    return strain_dual(cells, c, (n11, n22, n12, n1, n2))


# ---------------------------------------------------------------- loops


@kernel
def measure_cells(x, share, span, weight, base, out):
    """out = base + weight · y of (1) for every cell, (5, P)."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            c = uint(p)
            a0, a1, b0, b1 = edges(x, w, p)
            a, b = mix(share[0, c], a0, a1), mix(share[1, c], b0, b1)
            out[0, c] = base[0, c] + weight * dot(a0, a0)
            out[1, c] = base[1, c] + weight * dot(a1, a1)
            out[2, c] = base[2, c] + weight * dot(b0, b0)
            out[3, c] = base[3, c] + weight * dot(b1, b1)
            out[4, c] = base[4, c] + weight * dot(a, b)


@kernel
def strains_at_points(cells, y, span, out):
    """(3) from changes y (5, P) of what cells measure: ΔG₁₁, ΔG₂₂ and ΔG₁₂ at the points, (3, 4, P)."""
    t, v = cells.offset, cells.beside
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            c = uint(p)
            e11, e22, e12, h1, h2 = strain(cells, c, (y[0, c], y[1, c], y[2, c], y[3, c], y[4, c]))
            for point in range(4):
                g1, g2 = t[point // 2, c] * h1, t[2 + point % 2, c] * h2
                out[0, point, c] = e11 + g1 + v[2, c] * g2
                out[1, point, c] = e22 + v[0, c] * g1 + g2
                out[2, point, c] = e12 + v[1, c] * g1 + v[3, c] * g2


@kernel
def stiffness_cells(cells, moduli, span, nothing, K):
    """The quadratic form of every cell, K (15, P), from moduli times area at the points."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            c = uint(p)
            f = at_points(cells, moduli, c, strain(cells, c, (1.0, 0.0, 0.0, 0.0, 0.0)), nothing)
            K[0, c], K[1, c], K[2, c], K[3, c], K[4, c] = f
            f = at_points(cells, moduli, c, strain(cells, c, (0.0, 1.0, 0.0, 0.0, 0.0)), nothing)
            K[5, c], K[6, c], K[7, c], K[8, c] = f[1], f[2], f[3], f[4]
            f = at_points(cells, moduli, c, strain(cells, c, (0.0, 0.0, 1.0, 0.0, 0.0)), nothing)
            K[9, c], K[10, c], K[11, c] = f[2], f[3], f[4]
            f = at_points(cells, moduli, c, strain(cells, c, (0.0, 0.0, 0.0, 1.0, 0.0)), nothing)
            K[12, c], K[13, c] = f[3], f[4]
            f = at_points(cells, moduli, c, strain(cells, c, (0.0, 0.0, 0.0, 0.0, 1.0)), nothing)
            K[14, c] = f[4]


@kernel
def pull_cells(cells, moduli, span, flown, pull):
    """q, and the energy of the strains `flown` (12, P) themselves, (6, P)."""
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            c = uint(p)
            f = at_points(cells, moduli, c, (0.0, 0.0, 0.0, 0.0, 0.0), flown)
            pull[0, c], pull[1, c], pull[2, c], pull[3, c], pull[4, c] = -f[0], -f[1], -f[2], -f[3], -f[4]
            pull[5, c] = 0.0
            for point in range(4):
                ga, gb, gab = flown[point, c], flown[4 + point, c], flown[8 + point, c]
                s11, s22, s12 = stress(moduli, 6 * point, c, ga, gb, gab)
                pull[5, c] += 0.25 * (s11 * ga + s22 * gb) + 0.5 * s12 * gab
