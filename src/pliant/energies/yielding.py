"""The law of matter in space that gives way within a step: what a step costs, least over how far it flows.

Of the deformation only F_e = F Q D meets with stress. Q = F_p⁻¹ is what had flown when the step began, and is part of the
gradients g_k here as in `flow_solid`; D = exp(−p), p symmetric without trace, is what the step adds. Per volume

    w(F) = ½K(J − 1)² + … + min over p of  φ(J) M(D FᵀF D) + R(p) ,   R = c|p| + μr|p|² ,   r = τ/h                (1)

with φ, M and the volume terms of `continuum`, which do not depend on p since det D = 1. c = √(2/3) Y for von Mises'
limit Y; for Tresca's c|p| becomes Y max|p_i|. All of it is isotropic, so that p has the principal axes of G = FᵀF. With
principal values G_i = g_i exp(−2p_i), Ḡ their mean, and in units of φμ,

    −∂M/∂p_i = t_i = dev G_i(G_i − Ḡ) ,   ∂²M/∂p_i∂p_j = K_ij = 2G_i(2G_i − Ḡ)δ_ij − ⅔G_iG_j                    (2)

t is Mandel's stress, in small strain 2 dev ε. Where |t| ≤ c nothing flows. Else the minimum is found by Newton's method
in the plane Σp_i = 0 (von Mises), along the direction of the largest shear (a side of Tresca's hexagon) or where two
sides meet. By the envelope theorem ∂w/∂F is the elastic one at the p that is found:

    S = Σ_i μE_i(G_i − Ḡ) v_i v_iᵀ ,   E_i = exp(−2p_i)                                                      (3)

*Second derivatives.* w is a function of the singular values σ_i of F, w_i = φμσ_iE_i(G_i − Ḡ) + P J_i, P = φ′M + … . In
the plane of turns and shears (7), (8) of `continuum` are (w_i ± w_j)/(σ_i ± σ_j), and (9) becomes

    N = f_σσ − f_σp f_pp⁻¹ f_pσ ,   f_pp = φμK + ∂²R ,   f_σp = −φ′μt_k J_i − φμK_ki/σ_i ,                      (4)
    f_σσ = φμ(E_i(3G_i − Ḡ)δ_ij − ⅔σ_iE_iσ_jE_j) + φ′(m_iJ_j + m_jJ_i) + (φ″M + …)J_iJ_j + P ∂J_i/∂σ_j .
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.energies.continuum import (
    TURNING,
    add_forces,
    clear,
    cofactor,
    constants,
    deformation,
    measure_metric,
    metric,
    newton_blocks,
    nine,
    put,
    put_stress,
    size_factor,
    split,
    state,
    true_blocks,
)
from pliant.energies.elements import ROW, at, register
from pliant.energies.small_matrices import dot, image, principal, without_negative
from pliant.numerics.compile import merged, place

_ITERATIONS = 60
_ALIKE = 1e-8  # of the singular values: then differences are derivatives


class Yielding(NamedTuple):
    """Elements of `continuum`, with the stress at which they give way and how they resist then."""

    starts: np.ndarray
    members: np.ndarray
    gradients: np.ndarray
    volume: np.ndarray
    shares: np.ndarray
    moduli: np.ndarray
    reference: np.ndarray
    limit: np.ndarray  # (n,) |dev τ| below which nothing flows [Pa]: √(2/3) Y, or Y/√2 for Tresca's; infinite: never
    drag: np.ndarray  # (n,) r
    tresca: bool
    ratio: float = 0.0


def yielding(law: Any, limit: np.ndarray, drag: np.ndarray, tresca: bool) -> Yielding:
    """From the elastic law of a `Continuum`."""
    return Yielding(*law[:7], limit, drag, tresca, law.ratio)


# ---------------------------------------------------------------- one sample


@merged
def drive(g):
    """|t| of (2) from G = FᵀF, before anything flows."""
    mean = (g[0] + g[1] + g[2]) / 3.0
    x, y, z = g[0] - mean, g[1] - mean, g[2] - mean
    xx = g[0] * x + g[3] * g[3] + g[4] * g[4]
    yy = g[3] * g[3] + g[1] * y + g[5] * g[5]
    zz = g[4] * g[4] + g[5] * g[5] + g[2] * z
    xy = g[0] * g[3] + g[3] * y + g[4] * g[5]
    xz = g[0] * g[4] + g[3] * g[5] + g[4] * z
    yz = g[3] * g[4] + g[1] * g[5] + g[5] * z
    third = (xx + yy + zz) / 3.0
    xx, yy, zz = xx - third, yy - third, zz - third
    return np.sqrt(xx * xx + yy * yy + zz * zz + 2.0 * (xy * xy + xz * xz + yz * yz))


@merged
def stresses_of(g):
    """G_i(G_i − Ḡ) of (2) without its mean, from principal values G_i."""
    mean = (g[0] + g[1] + g[2]) / 3.0
    t = (g[0] * (g[0] - mean), g[1] * (g[1] - mean), g[2] * (g[2] - mean))
    third = (t[0] + t[1] + t[2]) / 3.0
    return t[0] - third, t[1] - third, t[2] - third


@merged
def flown(g, p):
    """G_i = g_i exp(−2p_i)."""
    return g[0] * np.exp(-2.0 * p[0]), g[1] * np.exp(-2.0 * p[1]), g[2] * np.exp(-2.0 * p[2])


@merged
def times(g, u):
    """K u of (2)."""
    mean = (g[0] + g[1] + g[2]) / 3.0
    less = (2.0 / 3.0) * dot(g, u)
    return (
        g[0] * (2.0 * (2.0 * g[0] - mean) * u[0] - less),
        g[1] * (2.0 * (2.0 * g[1] - mean) * u[1] - less),
        g[2] * (2.0 * (2.0 * g[2] - mean) * u[2] - less),
    )


@merged
def along(a, u, b, v):
    return a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]


@merged
def axis(i):
    return 1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0


@merged
def resistance(u, v, p, c, k):
    """u·(∂²R)v, in units of φμ."""
    size = np.sqrt(dot(p, p))
    across = dot(u, v) * size * size - dot(u, p) * dot(v, p)
    return 2.0 * k * dot(u, v) + (c * across / (size * size * size) if size > 0.0 else 0.0)


@merged
def give_way(g, limit, k, tresca):
    """p of (1) for principal values g of FᵀF, R in units of φμ with μr|p|² as k|p|²; what R is.

    Also in how many directions it flows, and these: p is a sum of them.
    """
    t = stresses_of(g)
    size = np.sqrt(dot(t, t))
    p, dimensions, extra = (0.0, 0.0, 0.0), 0, 0.0
    u, v = (np.sqrt(0.5), -np.sqrt(0.5), 0.0), (np.sqrt(1.0 / 6.0), np.sqrt(1.0 / 6.0), -np.sqrt(2.0 / 3.0))
    a, b, c, level = 0.0, 0.0, limit, 0.0
    going = size > limit
    if going and tresca:
        c, level = 0.0, np.sqrt(2.0) * limit  # Y
        high = 0 if t[0] >= t[1] and t[0] >= t[2] else (1 if t[1] >= t[2] else 2)
        low = 2 if t[2] <= t[1] and t[2] <= t[0] else (1 if t[1] <= t[0] else 0)
        between = 3 - high - low
        one, two, three = axis(high), axis(between), axis(low)
        u = along(1.0, one, -1.0, three)
        going = dot(u, t) > level
        dimensions = 1
    elif going:
        dimensions = 2
        stiff = max(dot(t, times(g, t)) / (size * size), 0.5 * size) + 2.0 * k
        a, b = dot(u, t) * (1.0 - c / size) / stiff, dot(v, t) * (1.0 - c / size) / stiff
    if not going:
        return p, extra, 0, u, v
    while True:
        value, slope, fraction, da, db = np.inf, 0.0, 1.0, 0.0, 0.0
        for _ in range(_ITERATIONS):
            p = along(a, u, b, v)
            size = np.sqrt(dot(p, p))
            h = flown(g, p)
            mean = (h[0] + h[1] + h[2]) / 3.0
            d = (h[0] - mean, h[1] - mean, h[2] - mean)
            now = 0.25 * dot(d, d) + level * (a + b) + (c + k * size) * size
            if now > value + 1e-4 * fraction * slope + 1e-12 * value and fraction > 1e-6:
                fraction *= 0.5
                a, b = a - fraction * da, b - fraction * db
                continue
            value = now
            t = (h[0] * d[0], h[1] * d[1], h[2] * d[2])
            pull = 2.0 * k + (c / size if size > 0.0 else 0.0)
            ga, gb = level - dot(u, t) + pull * dot(u, p), level - dot(v, t) + pull * dot(v, p)
            ku, kv = times(h, u), times(h, v)
            aa, bb = dot(u, ku) + resistance(u, u, p, c, k), dot(v, kv) + resistance(v, v, p, c, k)
            ab = dot(v, ku) + resistance(u, v, p, c, k)
            if dimensions == 1:
                gb, bb, ab = 0.0, abs(aa), 0.0
            lowest = 0.5 * (aa + bb) - np.sqrt(0.25 * (aa - bb) ** 2 + ab * ab)
            if lowest < 1e-6 * (abs(aa) + abs(bb)):  # not convex here: downhill
                more = 0.1 * (abs(aa) + abs(bb)) - lowest
                aa, bb = aa + more, bb + more
            det = aa * bb - ab * ab
            da, db = (ab * gb - bb * ga) / det, (ab * ga - aa * gb) / det
            way = along(da, u, db, v)
            length = np.sqrt(dot(way, way))
            if length > 1.0:
                da, db = da / length, db / length
            slope, fraction = ga * da + gb * db, 1.0
            a, b = a + da, b + db
            if length <= 1e-14 * size + 1e-18:
                break
        p = along(a, u, b, v)
        if not tresca or dimensions == 2:
            break
        t = stresses_of(flown(g, p))
        t = (t[0] - 2.0 * k * p[0], t[1] - 2.0 * k * p[1], t[2] - 2.0 * k * p[2])
        if dot(t, two) > dot(t, one):
            v = along(1.0, two, -1.0, three)
        elif dot(t, two) < dot(t, three):
            v = along(1.0, one, -1.0, two)
        else:
            break
        dimensions = 2
    size = np.sqrt(dot(p, p))
    return p, level * (a + b) + (c + k * size) * size, dimensions, u, v


@merged
def flow_at(law, i, e, j, w, row):
    """Energy and stress of element j at sample i, where it flows: into `row` and those after it."""
    f = nine(w, 0, j)
    g, cof = metric(f), cofactor(f)
    values, v0, v1, v2 = principal(g[0], g[1], g[2], g[3], g[4], g[5])
    phi, by_J, _ = size_factor(f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2])
    stiff = phi * law.moduli[0, e]
    p, extra, dimensions, _, _ = give_way(values, law.limit[e] / stiff, law.drag[e] / phi, law.tresca)
    if dimensions == 0:
        return
    mu, _, _ = constants(law, i, e)
    h = flown(values, p)
    mean = (h[0] + h[1] + h[2]) / 3.0
    x, y, z = h[0] - mean, h[1] - mean, h[2] - mean
    shape = 0.25 * mu * (x * x + y * y + z * z)
    x, y, z = mu * x * np.exp(-2.0 * p[0]), mu * y * np.exp(-2.0 * p[1]), mu * z * np.exp(-2.0 * p[2])  # (3)
    energy, _, t, pressure, _, _, _ = state(law, i, e, f, cof, 0.0)
    t = (
        t[0] + phi * (x * v0[0] * v0[0] + y * v1[0] * v1[0] + z * v2[0] * v2[0]),
        t[1] + phi * (x * v0[1] * v0[1] + y * v1[1] * v1[1] + z * v2[1] * v2[1]),
        t[2] + phi * (x * v0[2] * v0[2] + y * v1[2] * v1[2] + z * v2[2] * v2[2]),
        t[3] + phi * (x * v0[0] * v0[1] + y * v1[0] * v1[1] + z * v2[0] * v2[1]),
        t[4] + phi * (x * v0[0] * v0[2] + y * v1[0] * v1[2] + z * v2[0] * v2[2]),
        t[5] + phi * (x * v0[1] * v0[2] + y * v1[1] * v1[2] + z * v2[1] * v2[2]),
    )
    w[at(row, j)] = energy + phi * (shape + mu * extra)
    put_stress(w, row + 1, j, f, t, pressure + by_J * shape, cof)


@merged
def soften(law, i, e, j, w, psd):
    """(4) and the modes of turns and shears of element j at sample i, in the frame that `split` has found."""
    f = nine(w, 0, j)
    u, v = nine(w, _U, j), nine(w, _V, j)
    a = dot((u[0], u[1], u[2]), image(f, (v[0], v[1], v[2])))
    b = dot((u[3], u[4], u[5]), image(f, (v[3], v[4], v[5])))
    c = dot((u[6], u[7], u[8]), image(f, (v[6], v[7], v[8])))
    J, g = a * b * c, (a * a, b * b, c * c)
    phi, by_J, twice = size_factor(J)
    mu, bulk, back = constants(law, i, e)
    k = law.drag[e] / phi
    limit = law.limit[e] / (phi * law.moduli[0, e])
    p, _, dimensions, x, y = give_way(g, limit, k, law.tresca)
    if dimensions == 0 and psd:
        return
    e0, e1, e2 = np.exp(-2.0 * p[0]), np.exp(-2.0 * p[1]), np.exp(-2.0 * p[2])
    h = (g[0] * e0, g[1] * e1, g[2] * e2)
    mean = (h[0] + h[1] + h[2]) / 3.0
    d = (h[0] - mean, h[1] - mean, h[2] - mean)
    shape = 0.25 * mu * dot(d, d)
    pressure, slope = by_J * shape, twice * shape
    if psd:  # else volume comes with `true_blocks`
        pressure += bulk * (J - 1.0) + back * min(J - TURNING, 0.0)
        slope += bulk + (back if J < TURNING else 0.0)
    r0, r1, r2 = a * e0, b * e1, c * e2
    m0, m1, m2 = mu * r0 * d[0], mu * r1 * d[1], mu * r2 * d[2]
    j0, j1, j2 = b * c, a * c, a * b
    stiff, less = phi * mu, (2.0 / 3.0) * phi * mu
    n00 = stiff * e0 * (3.0 * h[0] - mean) - less * r0 * r0 + slope * j0 * j0 + 2.0 * by_J * m0 * j0
    n11 = stiff * e1 * (3.0 * h[1] - mean) - less * r1 * r1 + slope * j1 * j1 + 2.0 * by_J * m1 * j1
    n22 = stiff * e2 * (3.0 * h[2] - mean) - less * r2 * r2 + slope * j2 * j2 + 2.0 * by_J * m2 * j2
    n01 = slope * j0 * j1 - less * r0 * r1 + pressure * c + by_J * (m0 * j1 + m1 * j0)
    n02 = slope * j0 * j2 - less * r0 * r2 + pressure * b + by_J * (m0 * j2 + m2 * j0)
    n12 = slope * j1 * j2 - less * r1 * r2 + pressure * a + by_J * (m1 * j2 + m2 * j1)
    if dimensions > 0:
        rate = 0.0 if law.tresca else limit
        t = (h[0] * d[0], h[1] * d[1], h[2] * d[2])
        kx, ky = times(h, x), times(h, y)
        xx = stiff * (dot(x, kx) + resistance(x, x, p, rate, k))
        xy = stiff * (dot(x, ky) + resistance(x, y, p, rate, k))
        yy = stiff * (dot(y, ky) + resistance(y, y, p, rate, k))
        # K u/σ, without dividing by σ
        tx, sx, lx = mu * by_J * dot(t, x), 2.0 * stiff, less * dot(h, x)
        ty, ly = mu * by_J * dot(t, y), less * dot(h, y)
        bx0 = tx * j0 + r0 * (sx * (2.0 * h[0] - mean) * x[0] - lx)
        bx1 = tx * j1 + r1 * (sx * (2.0 * h[1] - mean) * x[1] - lx)
        bx2 = tx * j2 + r2 * (sx * (2.0 * h[2] - mean) * x[2] - lx)
        by0 = ty * j0 + r0 * (sx * (2.0 * h[0] - mean) * y[0] - ly)
        by1 = ty * j1 + r1 * (sx * (2.0 * h[1] - mean) * y[1] - ly)
        by2 = ty * j2 + r2 * (sx * (2.0 * h[2] - mean) * y[2] - ly)
        if dimensions == 1:
            xy, yy, by0, by1, by2 = 0.0, 1.0, 0.0, 0.0, 0.0
        det = xx * yy - xy * xy
        ix, ixy, iy = yy / det, -xy / det, xx / det
        n00 -= ix * bx0 * bx0 + 2.0 * ixy * bx0 * by0 + iy * by0 * by0
        n11 -= ix * bx1 * bx1 + 2.0 * ixy * bx1 * by1 + iy * by1 * by1
        n22 -= ix * bx2 * bx2 + 2.0 * ixy * bx2 * by2 + iy * by2 * by2
        n01 -= ix * bx0 * bx1 + ixy * (bx0 * by1 + by0 * bx1) + iy * by0 * by1
        n02 -= ix * bx0 * bx2 + ixy * (bx0 * by2 + by0 * bx2) + iy * by0 * by2
        n12 -= ix * bx1 * bx2 + ixy * (bx1 * by2 + by1 * bx2) + iy * by1 * by2
    e01, d01 = pair_modes(phi * m0, phi * m1, a, b, pressure * c, n00, n11, n01, psd)
    e02, d02 = pair_modes(phi * m0, phi * m2, a, c, pressure * b, n00, n22, n02, psd)
    e12, d12 = pair_modes(phi * m1, phi * m2, b, c, pressure * a, n11, n22, n12, psd)
    if psd:
        n00, n11, n22, n01, n02, n12 = without_negative(n00, n11, n22, n01, n02, n12)
    put(w, _M, j, (n00, n11, n22))
    put(w, _M + 3, j, (n01, n02, n12))
    put(w, _M + 6, j, (e01, e02, e12))
    put(w, _M + 9, j, (d01, d02, d12))


@merged
def pair_modes(wi, wj, a, b, pressure, ii, jj, ij, psd):
    """Half the sum and half the difference of shear and turn, (w_i ∓ w_j)/(σ_i ∓ σ_j)."""
    near = _ALIKE * (abs(a) + abs(b))
    shear = (wi - wj) / (a - b) - pressure if abs(a - b) > near else 0.5 * (ii + jj) - ij
    turn = (wi + wj) / (a + b) + pressure if abs(a + b) > near else 0.5 * (ii + jj) + ij
    if psd:
        shear, turn = max(shear, 0.0), max(turn, 0.0)
    return 0.5 * (shear + turn), 0.5 * (shear - turn)


# ---------------------------------------------------------------- loops over elements

_U, _M, _V = 9, 18, 30  # rows of `continuum`
_ENERGY, _STRESS, _OVER = 9, 10, 19  # of the gradient


@merged
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        beyond = 0.0
        for j in range(n):
            e = place(first + j)
            f = nine(s.w, 0, j)
            cof = cofactor(f)
            energy, _, t, p, _, phi, _ = state(law, i, e, f, cof, 1.0)
            s.w[at(_ENERGY, j)] = energy
            put_stress(s.w, _STRESS, j, f, t, p, cof)
            over = phi * law.moduli[0, e] * drive(metric(f)) - law.limit[e]
            s.w[at(_OVER, j)] = over
            beyond += 1.0 if over > 0.0 else 0.0
        if beyond > 0.0:
            for j in range(n):
                if s.w[at(_OVER, j)] > 0.0:
                    flow_at(law, i, place(first + j), j, s.w, _ENERGY)
        for j in range(n):
            total += s.w[at(_ENERGY, j)]
        add_forces(law, i, first, n, s, _STRESS)
    return total


@merged
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        split(law, i, first, n, s.w)
        for j in range(n):
            soften(law, i, place(first + j), j, s.w, psd)
        newton_blocks(law, i, n, s)
        if not psd or law.ratio > 0.0:
            true_blocks(law, i, first, n, s, not psd, 0.0)


register(Yielding, gradient=_gradient, hessian=_hessian, measure=measure_metric)
