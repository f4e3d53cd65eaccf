"""The law of matter in space that gives way within a step: what a step costs, least over how far it flows.

Of the deformation only F_e = F Q D meets with stress. Q = F_p⁻¹ is what had flown when the step began (see
`inelastic.solid`), and here part of F; D = exp(−p), p symmetric without trace, is what the step adds. Per volume

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

from pliant.energies.continuum import TURNING, size_factor, split, state, true_blocks
from pliant.energies.elements import ROW, at, register
from pliant.energies.samples import (
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
)
from pliant.energies.small_matrices import dot, image, principal, without_negative
from pliant.inelastic.return_map_solid import (
    ACROSS,
    ALONG,
    GOING,
    VALUES,
    WAYS,
    A,
    B,
    C,
    begin_flow,
    flow_of,
    flown,
    less_mean,
    product,
    resistance,
    settle,
    three,
    times,
)
from pliant.numerics.compile import inlined, uint

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
    limit: (
        np.ndarray
    )  # (n,) |dev τ| below which nothing flows [Pa]: √(2/3) Y, for Tresca's Y/√2; infinite: never
    drag: np.ndarray  # (n,) r
    tresca: bool
    ratio: float = 0.0


def yielding(law: Any, limit: np.ndarray, drag: np.ndarray, tresca: bool) -> Yielding:
    """From the elastic law, a `Continuum`."""
    return Yielding(**law._asdict(), limit=limit, drag=drag, tresca=tresca)


@inlined
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


# ---------------------------------------------------------------- one sample of n elements

_U, _M, _V, _FLOW = 9, 18, 30, 69  # rows of `continuum`, and how far samples flow
_STRESS, _AXES = 9, 18  # of the gradient


@inlined
def flow_gradient(law, i, first, n, w):
    """∂w/∂F into the rows from _STRESS on; returns the energy."""
    for j in range(n):
        e = uint(first + j)
        f = nine(w, 0, j)
        g, cof = metric(f), cofactor(f)
        values, v0, v1, v2 = principal(g[0], g[1], g[2], g[3], g[4], g[5])
        phi, _, _ = size_factor(f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2])
        begin_flow(
            w, _FLOW, j, values, law.limit[e] / (phi * law.moduli[0, e]), law.drag[e] / phi, law.tresca
        )
        put(w, _AXES, j, v0)
        put(w, _AXES + 3, j, v1)
        put(w, _AXES + 6, j, v2)
    settle(w, _FLOW, n, law.tresca)
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        f, v = nine(w, 0, j), nine(w, _AXES, j)
        cof = cofactor(f)
        energy, _, t, pressure, _, phi, by_J = state(law, i, e, f, cof, 0.0)
        mu, _, _ = constants(law, i, e)
        p = flow_of(w, _FLOW, j)
        h, ratio = flown(three(w, _FLOW + VALUES, j), p)
        d = less_mean(h)
        shape, size = 0.25 * mu * dot(d, d), np.sqrt(dot(p, p))
        s = product(ratio, d)  # (3)
        x, y, z = phi * mu * s[0], phi * mu * s[1], phi * mu * s[2]
        t = (
            t[0] + x * v[0] * v[0] + y * v[3] * v[3] + z * v[6] * v[6],
            t[1] + x * v[1] * v[1] + y * v[4] * v[4] + z * v[7] * v[7],
            t[2] + x * v[2] * v[2] + y * v[5] * v[5] + z * v[8] * v[8],
            t[3] + x * v[0] * v[1] + y * v[3] * v[4] + z * v[6] * v[7],
            t[4] + x * v[0] * v[2] + y * v[3] * v[5] + z * v[6] * v[8],
            t[5] + x * v[1] * v[2] + y * v[4] * v[5] + z * v[7] * v[8],
        )
        c, level, k = three(w, _FLOW + C, j)
        resisted = level * (w[at(_FLOW + A, j)] + w[at(_FLOW + B, j)]) + (c + k * size) * size
        flows = w[at(_FLOW + WAYS, j)] > 0.0
        total += energy + phi * (shape + (mu * resisted if flows else 0.0))
        put_stress(w, _STRESS, j, f, t, pressure + by_J * shape, cof)
    return total


@inlined
def soften(law, i, first, n, w, psd):
    """(4) and the modes of turns and shears, in the frame that `split` has found."""
    beyond = 0.0
    for j in range(n):
        e = uint(first + j)
        f = nine(w, 0, j)
        u, v = nine(w, _U, j), nine(w, _V, j)
        a = dot((u[0], u[1], u[2]), image(f, (v[0], v[1], v[2])))
        b = dot((u[3], u[4], u[5]), image(f, (v[3], v[4], v[5])))
        c = dot((u[6], u[7], u[8]), image(f, (v[6], v[7], v[8])))
        phi, _, _ = size_factor(a * b * c)
        limit = law.limit[e] / (phi * law.moduli[0, e])
        begin_flow(w, _FLOW, j, (a * a, b * b, c * c), limit, law.drag[e] / phi, law.tresca)
        beyond += w[at(_FLOW + GOING, j)]
    if beyond == 0.0 and psd:
        return
    settle(w, _FLOW, n, law.tresca)
    for j in range(n):
        soften_one(law, i, uint(first + j), j, w, psd)


@inlined
def soften_one(law, i, e, j, w, psd):
    f, u, v = nine(w, 0, j), nine(w, _U, j), nine(w, _V, j)
    a = dot((u[0], u[1], u[2]), image(f, (v[0], v[1], v[2])))
    b = dot((u[3], u[4], u[5]), image(f, (v[3], v[4], v[5])))
    c = dot((u[6], u[7], u[8]), image(f, (v[6], v[7], v[8])))
    J, volume = a * b * c, 1.0 if psd else 0.0  # else volume comes with `true_blocks`
    phi, by_J, twice = size_factor(J)
    mu, bulk, back = constants(law, i, e)
    bulk, back = volume * bulk, volume * back
    p = flow_of(w, _FLOW, j)
    h, ratio = flown((a * a, b * b, c * c), p)
    mean, d = (h[0] + h[1] + h[2]) / 3.0, less_mean(h)
    shape = 0.25 * mu * dot(d, d)
    pressure = by_J * shape + bulk * (J - 1.0) + back * min(J - TURNING, 0.0)
    slope = twice * shape + bulk + (back if J < TURNING else 0.0)
    q = (b * c, a * c, a * b)  # J_i
    r = (a * ratio[0], b * ratio[1], c * ratio[2])
    m = (mu * r[0] * d[0], mu * r[1] * d[1], mu * r[2] * d[2])
    stiff, less = phi * mu, (2.0 / 3.0) * phi * mu
    n00 = stiff * ratio[0] * (3.0 * h[0] - mean) - less * r[0] * r[0] + slope * q[0] * q[0]
    n11 = stiff * ratio[1] * (3.0 * h[1] - mean) - less * r[1] * r[1] + slope * q[1] * q[1]
    n22 = stiff * ratio[2] * (3.0 * h[2] - mean) - less * r[2] * r[2] + slope * q[2] * q[2]
    n00, n11 = n00 + 2.0 * by_J * m[0] * q[0], n11 + 2.0 * by_J * m[1] * q[1]
    n22 += 2.0 * by_J * m[2] * q[2]
    n01 = slope * q[0] * q[1] - less * r[0] * r[1] + pressure * c + by_J * (m[0] * q[1] + m[1] * q[0])
    n02 = slope * q[0] * q[2] - less * r[0] * r[2] + pressure * b + by_J * (m[0] * q[2] + m[2] * q[0])
    n12 = slope * q[1] * q[2] - less * r[1] * r[2] + pressure * a + by_J * (m[1] * q[2] + m[2] * q[1])
    x, y = three(w, _FLOW + ALONG, j), three(w, _FLOW + ACROSS, j)
    rate, _, k = three(w, _FLOW + C, j)
    ways = w[at(_FLOW + WAYS, j)] if mu > 0.0 else 0.0  # what is torn has no stiffness
    kx, ky = times(h, x), times(h, y)
    xx = stiff * (dot(x, kx) + resistance(x, x, p, rate, k))
    xy = stiff * (dot(x, ky) + resistance(x, y, p, rate, k))
    yy = stiff * (dot(y, ky) + resistance(y, y, p, rate, k))
    xy, yy = xy if ways > 1.5 else 0.0, yy if ways > 1.5 else 1.0
    det = xx * yy - xy * xy
    ix, ixy = yy / det if ways > 0.0 else 0.0, -xy / det if ways > 1.5 else 0.0
    iy = xx / det if ways > 1.5 else 0.0
    bx, by = coupling(x, h, d, r, q, stiff, mu * by_J), coupling(y, h, d, r, q, stiff, mu * by_J)
    n00 -= ix * bx[0] * bx[0] + 2.0 * ixy * bx[0] * by[0] + iy * by[0] * by[0]
    n11 -= ix * bx[1] * bx[1] + 2.0 * ixy * bx[1] * by[1] + iy * by[1] * by[1]
    n22 -= ix * bx[2] * bx[2] + 2.0 * ixy * bx[2] * by[2] + iy * by[2] * by[2]
    n01 -= ix * bx[0] * bx[1] + ixy * (bx[0] * by[1] + by[0] * bx[1]) + iy * by[0] * by[1]
    n02 -= ix * bx[0] * bx[2] + ixy * (bx[0] * by[2] + by[0] * bx[2]) + iy * by[0] * by[2]
    n12 -= ix * bx[1] * bx[2] + ixy * (bx[1] * by[2] + by[1] * bx[2]) + iy * by[1] * by[2]
    e01, d01 = pair_modes(phi * m[0], phi * m[1], a, b, pressure * c, n00, n11, n01, psd)
    e02, d02 = pair_modes(phi * m[0], phi * m[2], a, c, pressure * b, n00, n22, n02, psd)
    e12, d12 = pair_modes(phi * m[1], phi * m[2], b, c, pressure * a, n11, n22, n12, psd)
    s00, s11, s22, s01, s02, s12 = without_negative(n00, n11, n22, n01, n02, n12)
    put(w, _M, j, (s00 if psd else n00, s11 if psd else n11, s22 if psd else n22))
    put(w, _M + 3, j, (s01 if psd else n01, s02 if psd else n02, s12 if psd else n12))
    put(w, _M + 6, j, (e01, e02, e12))
    put(w, _M + 9, j, (d01, d02, d12))


@inlined
def coupling(u, h, d, r, q, stiff, by_size):
    """−f_σp u of (4)."""
    mean, less, size = (h[0] + h[1] + h[2]) / 3.0, (2.0 / 3.0) * dot(h, u), by_size * dot(product(h, d), u)
    return (
        size * q[0] + stiff * r[0] * (2.0 * (2.0 * h[0] - mean) * u[0] - less),
        size * q[1] + stiff * r[1] * (2.0 * (2.0 * h[1] - mean) * u[1] - less),
        size * q[2] + stiff * r[2] * (2.0 * (2.0 * h[2] - mean) * u[2] - less),
    )


@inlined
def pair_modes(wi, wj, a, b, pressure, ii, jj, ij, psd):
    """Half the sum and half the difference of shear and turn, (w_i ∓ w_j)/(σ_i ∓ σ_j)."""
    near = _ALIKE * (abs(a) + abs(b))
    shear = (wi - wj) / (a - b) - pressure if abs(a - b) > near else 0.5 * (ii + jj) - ij
    turn = (wi + wj) / (a + b) + pressure if abs(a + b) > near else 0.5 * (ii + jj) + ij
    shear, turn = max(shear, 0.0) if psd else shear, max(turn, 0.0) if psd else turn
    return 0.5 * (shear + turn), 0.5 * (shear - turn)


# ---------------------------------------------------------------- loops over elements


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        beyond, held = 0.0, 0.0
        for j in range(n):
            e = uint(first + j)
            f = nine(s.w, 0, j)
            cof = cofactor(f)
            energy, _, t, p, _, phi, _ = state(law, i, e, f, cof, 1.0)
            held += energy
            put_stress(s.w, _STRESS, j, f, t, p, cof)
            over = phi * law.moduli[0, e] * drive(metric(f)) - law.limit[e]
            beyond += 1.0 if over > 0.0 else 0.0
        if beyond > 0.0:
            held = flow_gradient(law, i, first, n, s.w)
        total += held
        add_forces(law, i, first, n, s, _STRESS)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        split(law, i, first, n, s.w)
        soften(law, i, first, n, s.w, psd)
        newton_blocks(law, i, n, s)
        if not psd or law.ratio > 0.0:
            true_blocks(law, i, first, n, s, not psd, 0.0)


register(Yielding, gradient=_gradient, hessian=_hessian, measure=measure_metric)
