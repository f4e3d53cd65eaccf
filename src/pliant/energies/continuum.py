"""The law of elastic matter in space: the metric term of the primal energy, and a volume term that turns cells back.

At a sample with rest volume w the deformation gradient F = Σ_k x_k g_kᵀ is linear in the positions of a few nodes (four
of a tetrahedron, eight for the mean of a cell). With G = FᵀF, ΔG = G − I and J = det F

    E = Σ w ψ ,   ψ = φ(J) M + ½K (J − 1)² + ½β min(J − J₀, 0)² ,   M = ¼μ (ΔG:ΔG − ⅓(tr ΔG)²)                   (1)

M is the metric energy ⅛ ΔG:C:ΔG of SPEC §1.1 with the deviatoric part of the elasticity, the second term is the rest of
it, in terms of volume. In small strain ΔG ≈ 2ε and J − 1 ≈ tr ε: together they are μ dev ε:dev ε + ½K(tr ε)², linear
elasticity with exactly E and ν for −1 < ν < ½; μ = E/2(1 + ν) and K = E/3(1 − 2ν) are positive.

*Size and shape.* M grows with the fourth power of size, so that a body under a large strain would shrink to be cheaper:
rubber (ν = 0.49) squashed to half its height, by 2.3 % of its volume. The factor φ takes that back to first order,

    φ = 1 − κd q ,   q = 1/√(1 + (κd/b)²) ,   d = J − 1 ,   κ = 4/3 ,   b = ¾ ;   φ′ = −κq³ ,   φ″ = 3κ(κ/b)² d q⁵   (2)

and what is left is 1 %, what linear K allows. It falls from 1 + b to 1 − b and is finite and smooth for any J.

*Inside out.* The metric alone does not know left from right: J = −1 costs as little as J = 1. With the volume term no
state but the rest shape is in equilibrium. For the principal stretches σ_i, with p = ∂ψ/∂J,

    ∂ψ/∂σ_i = 0   ⇔   φμσ_i²(σ_i² − σ̄²) = −pJ ,   σ̄² = ⅓Σσ_i² ;   summed up:   φμΣ(σ_i² − σ̄²)² = −3pJ .         (3)

The left sum is not negative, so pJ > 0 is ruled out; for pJ < 0 the first equation has but one positive root σ_i², so
that all are alike and the left sides zero, which they are not. With pJ = 0 all σ_i² are alike, hence M = 0 and p the
slope of the volume terms, which is zero for J = 1 only; what is left is σ_i = 1, and F = 0: a sample shrunk to a
point, from which energy falls as J grows. All terms are finite for any J, and so are their forces. Where a sample has
no share of K (`solid`), or little, the third term takes its place, with β = max(μ − K, 0), but only below J₀ = ½:
small strains do not feel it.

    S = μ (ΔG − ⅓ tr ΔG I) ,   p = φ′M + K(J − 1) + β min(J − J₀, 0) ,   ∂ψ/∂F = φ F S + p cof F                 (4)
    f_k = w (φ F S g_k + p c_k) ,   y_k = F g_k ,   z_k = F S g_k ,   c_k = cof(F) g_k                          (5)
    H_kl = w [φ((g_k·S g_l) I + μ(y_l y_kᵀ + (g_k·g_l) FFᵀ − ⅔ y_k y_lᵀ)) + p′ c_k c_lᵀ − p (F(g_k×g_l))ₓ
              + φ′(c_k z_lᵀ + z_k c_lᵀ)] ,   p′ = φ″M + K + (β if J < J₀)                                      (6)

*Without negative eigenvalues.* With F = U Σ Vᵀ the second variation falls apart into modes (Smith, de Goes, Kim 2019):
for each pair i, j a turn and a shear, for k the third axis,

    t_ij = φμ(σ_i² − σ_iσ_j + σ_j² − σ̄²) + p σ_k                                                             (7)
    s_ij = φμ(σ_i² + σ_iσ_j + σ_j² − σ̄²) − p σ_k                                                             (8)

and a symmetric 3×3 matrix of stretches, with J_i = σ_jσ_k and m_i = μσ_i(σ_i² − σ̄²),

    N_ii = φμ(7/3 σ_i² − σ̄²) + p′J_i² + 2φ′m_iJ_i
    N_ij = −⅔ φμσ_iσ_j + p σ_k + p′J_iJ_j + φ′(m_iJ_j + m_jJ_i) .                                            (9)

Negative t, s and the negative part of N are left out; with G' = Vᵀg the blocks in the frame U are

    h_ii = N_ii G'_ki G'_li + Σ_j ½(t_ij + s_ij) G'_kj G'_lj
    h_ij = N_ij G'_ki G'_lj + ½(s_ij − t_ij) G'_kj G'_li .                                                  (10)

Damping (Kelvin–Voigt, time τ) resists the rates of G and J with the same moduli: within a step of length h it adds
ψ with G and J at the beginning of the step in place of I and 1, φ = 1 and β = 0, times τ/h. Its part in (6) is kept as
far as it is of the form JᵀCJ.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.elements import ROW, at, register
from pliant.energies.small_matrices import cross, dot, image, singular, without_negative
from pliant.numerics.compile import merged, place

TURNING = 0.5  # J₀
_BACK = 1.0  # β + K is at least this many μ
_SIZE, _LIMIT = 4.0 / 3.0, 0.75  # κ, b


class Continuum(NamedTuple):
    """Elements of elastic matter, each sampled at the same places.

    Sample i uses the nodes members[starts[i]], …, members[starts[i + 1] − 1] of its element.
    """

    starts: np.ndarray  # (samples + 1,)
    members: np.ndarray  # (r,)
    gradients: np.ndarray  # (r, 3, n) g_k [1/m]
    volume: np.ndarray  # (samples, n) w [m³]; a sample without volume is left out
    shares: np.ndarray  # (samples, 2) of the metric energy and of K that a sample has
    moduli: np.ndarray  # (2, n) μ, K [Pa]
    reference: np.ndarray  # (7 · samples, n) G₁₁, G₂₂, G₃₃, G₁₂, G₁₃, G₂₃, J at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        parts = [slice(*ends) for ends in zip(self.starts[:-1], self.starts[1:], strict=True)]
        return [nodes[w > 0.0][:, self.members[part]] for w, part in zip(self.volume, parts, strict=True)]

    def arm(self, share: float, keeps_volume: bool) -> Continuum:
        """With a share of the shear modulus, and the bulk modulus or none."""
        shear, bulk = self.moduli
        moduli = np.stack([share * shear, bulk if keeps_volume else 0.0 * bulk])
        return self._replace(moduli=moduli, reference=np.zeros_like(self.reference))

    def nominal_stress(self, F: np.ndarray) -> np.ndarray:
        """∂ψ/∂F of (4), (3, 3, n) [Pa], of deformation gradients (3, 3, n)."""
        shear, bulk = self.moduli
        d = np.einsum("cin,cjn->ijn", F, F) - np.eye(3)[:, :, None]
        third = np.trace(d) / 3.0
        S = shear * (d - third * np.eye(3)[:, :, None])
        M = 0.25 * shear * ((d * d).sum(axis=(0, 1)) - 3.0 * third * third)
        cof = np.stack([np.cross(F[(i + 1) % 3], F[(i + 2) % 3], axis=0) for i in range(3)])
        J = (F[0] * cof[0]).sum(axis=0)
        q = 1.0 / np.sqrt(1.0 + (_SIZE / _LIMIT * (J - 1.0)) ** 2)
        beta = np.maximum(_BACK * shear - bulk, 0.0)
        p = -_SIZE * q**3 * M + bulk * (J - 1.0) + beta * np.minimum(J - TURNING, 0.0)
        return (1.0 - _SIZE * (J - 1.0) * q) * np.einsum("cin,ijn->cjn", F, S) + p * cof


class Samples(NamedTuple):
    """One place in all elements where F is taken: its nodes, their gradients (k, 3, n), the volume (n,), its shares."""

    members: list[int]
    gradients: np.ndarray
    volume: np.ndarray
    metric: float = 1.0
    bulk: float = 1.0


def moduli_of(young: np.ndarray | float, poisson: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """Shear modulus μ and bulk modulus K [Pa]."""
    young, poisson = np.asarray(young, dtype=float), np.asarray(poisson, dtype=float)
    return young / (2.0 * (1.0 + poisson)), young / (3.0 * (1.0 - 2.0 * poisson))


def continuum(samples: list[Samples], shear, bulk) -> Continuum:
    """The law of elements with moduli μ and K [Pa], numbers or one per element."""
    count = len(samples[0].volume)
    return Continuum(
        np.cumsum([0, *(len(sample.members) for sample in samples)]),
        np.concatenate([sample.members for sample in samples]),
        np.concatenate([sample.gradients for sample in samples]),
        np.stack([sample.volume for sample in samples]),
        np.array([(sample.metric, sample.bulk) for sample in samples]),
        np.stack([np.broadcast_to(modulus, count) for modulus in (shear, bulk)]),
        np.zeros((7 * len(samples), count)),
    )


# ---------------------------------------------------------------- pointwise


@merged
def metric(f):
    """G = FᵀF in the order 11, 22, 33, 12, 13, 23."""
    return (
        f[0] * f[0] + f[3] * f[3] + f[6] * f[6],
        f[1] * f[1] + f[4] * f[4] + f[7] * f[7],
        f[2] * f[2] + f[5] * f[5] + f[8] * f[8],
        f[0] * f[1] + f[3] * f[4] + f[6] * f[7],
        f[0] * f[2] + f[3] * f[5] + f[6] * f[8],
        f[1] * f[2] + f[4] * f[5] + f[7] * f[8],
    )


@merged
def cofactor(f):
    """cof F row by row; its rows are cross products of the rows of F."""
    a = cross((f[3], f[4], f[5]), (f[6], f[7], f[8]))
    b = cross((f[6], f[7], f[8]), (f[0], f[1], f[2]))
    c = cross((f[0], f[1], f[2]), (f[3], f[4], f[5]))
    return a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]


@merged
def stress(mu, d):
    """¼μ (ΔG:ΔG − ⅓(tr ΔG)²) of (1), and S of (4), from ΔG."""
    third = (d[0] + d[1] + d[2]) / 3.0
    x, y, z = d[0] - third, d[1] - third, d[2] - third
    square = x * x + y * y + z * z + 2.0 * (d[3] * d[3] + d[4] * d[4] + d[5] * d[5])
    return 0.25 * mu * square, (mu * x, mu * y, mu * z, mu * d[3], mu * d[4], mu * d[5])


@merged
def constants(law, i, e):
    """μ, K and β of sample i, times its volume."""
    w = law.volume[i, e]
    mu, bulk = w * law.shares[i, 0] * law.moduli[0, e], w * law.shares[i, 1] * law.moduli[1, e]
    return mu, bulk, max(_BACK * mu - bulk, 0.0)


@merged
def size_factor(J):
    """φ, φ′ and φ″ of (2)."""
    d, steep = J - 1.0, (_SIZE / _LIMIT) ** 2
    qq = 1.0 / (1.0 + steep * d * d)
    q = np.sqrt(qq)
    return 1.0 - _SIZE * d * q, -_SIZE * q * qq, 3.0 * _SIZE * steep * d * q * qq * qq


@merged
def state(law, i, e, f, cof, share):
    """w ψ with what damping adds; of (4) w S, of elasticity alone and with φ and damping; w p, w p′, φ and φ′.

    With a `share` of the metric energy: 1, or 0 where it is found elsewhere.
    """
    mu, bulk, back = constants(law, i, e)
    g = metric(f)
    J = f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2]
    shape, s = stress(share * mu, (g[0] - 1.0, g[1] - 1.0, g[2] - 1.0, g[3], g[4], g[5]))
    phi, by_J, twice = size_factor(J)
    deep = min(J - TURNING, 0.0)
    r, o, k = law.ratio, law.reference, 7 * i
    work, t = stress(
        r * mu,
        (
            g[0] - o[k, e], g[1] - o[k + 1, e], g[2] - o[k + 2, e],
            g[3] - o[k + 3, e], g[4] - o[k + 4, e], g[5] - o[k + 5, e],
        ),
    )  # fmt: skip
    change = J - o[k + 6, e]
    energy = phi * shape + work
    energy += 0.5 * (bulk * ((J - 1.0) ** 2 + r * change * change) + back * deep * deep)
    p = by_J * shape + bulk * (J - 1.0 + r * change) + back * deep
    slope = twice * shape + bulk * (1.0 + r) + (back if deep < 0.0 else 0.0)
    total = (
        phi * s[0] + t[0], phi * s[1] + t[1], phi * s[2] + t[2],
        phi * s[3] + t[3], phi * s[4] + t[4], phi * s[5] + t[5],
    )  # fmt: skip
    return energy, s, total, p, slope, phi, by_J


@merged
def modes(mu, squares, product, pressure):
    """(7) and (8), as far as they are positive: half their sum and half their difference."""
    turn = max(mu * (squares - product) + pressure, 0.0)
    shear = max(mu * (squares + product) - pressure, 0.0)
    return 0.5 * (turn + shear), 0.5 * (shear - turn)


# ---------------------------------------------------------------- loops over elements
#
# Rows of `s.w`: F or ∂ψ/∂F, U, the matrices of (7)–(9), V, Vᵀg of up to eight nodes.

_F, _U, _M, _V, _G = 0, 9, 18, 30, 39


@merged
def nine(w, i, j):
    """Nine numbers of element j, from row i on."""
    return (
        w[at(i, j)], w[at(i + 1, j)], w[at(i + 2, j)], w[at(i + 3, j)], w[at(i + 4, j)],
        w[at(i + 5, j)], w[at(i + 6, j)], w[at(i + 7, j)], w[at(i + 8, j)],
    )  # fmt: skip


@merged
def put(w, i, j, a):
    """Three numbers of element j into the rows from i on."""
    w[at(i, j)], w[at(i + 1, j)], w[at(i + 2, j)] = a[0], a[1], a[2]


@merged
def add(w, i, j, a):
    w[at(i, j)] += a[0]
    w[at(i + 1, j)] += a[1]
    w[at(i + 2, j)] += a[2]


@merged
def clear(w, rows, n):
    for i in range(rows):
        for j in range(n):
            w[at(i, j)] = 0.0


@merged
def deformation(law, i, first, n, y, w):
    """F = Σ y_k g_kᵀ at sample i, row by row."""
    clear(w, 9, n)
    for r in range(law.starts[i], law.starts[i + 1]):
        k = 3 * law.members[r]
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for j in range(n):
            e = place(first + j)
            a, b, c = g0[e], g1[e], g2[e]
            y0, y1, y2 = y[at(k, j)], y[at(k + 1, j)], y[at(k + 2, j)]
            add(w, _F, j, (y0 * a, y0 * b, y0 * c))
            add(w, _F + 3, j, (y1 * a, y1 * b, y1 * c))
            add(w, _F + 6, j, (y2 * a, y2 * b, y2 * c))


@merged
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            f = nine(s.w, _F, j)
            cof = cofactor(f)
            energy, _, t, p, _, _, _ = state(law, i, place(first + j), f, cof, 1.0)
            total += energy
            put_stress(s.w, _F, j, f, t, p, cof)
        add_forces(law, i, first, n, s, _F)
    return total


@merged
def put_stress(w, row, j, f, t, p, cof):
    """∂ψ/∂F of (4) into the rows from `row` on."""
    put(w, row, j, stresses(f[0], f[1], f[2], t, p, cof[0], cof[1], cof[2]))
    put(w, row + 3, j, stresses(f[3], f[4], f[5], t, p, cof[3], cof[4], cof[5]))
    put(w, row + 6, j, stresses(f[6], f[7], f[8], t, p, cof[6], cof[7], cof[8]))


@merged
def add_forces(law, i, first, n, s, row):
    """(5) from ∂ψ/∂F at sample i, in the rows from `row` on."""
    for r in range(law.starts[i], law.starts[i + 1]):
        k = 3 * law.members[r]
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for j in range(n):
            e = place(first + j)
            p0, p1, p2, p3, p4, p5, p6, p7, p8 = nine(s.w, row, j)
            a, b, c = g0[e], g1[e], g2[e]
            add(s.f, k, j, (p0 * a + p1 * b + p2 * c, p3 * a + p4 * b + p5 * c, p6 * a + p7 * b + p8 * c))


@merged
def stresses(a, b, c, t, p, x, y, z):
    """A row of F S + p cof F, (4), from those of F and cof F."""
    return (
        a * t[0] + b * t[3] + c * t[4] + p * x,
        a * t[3] + b * t[1] + c * t[5] + p * y,
        a * t[4] + b * t[5] + c * t[2] + p * z,
    )


@merged
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        if psd:
            split(law, i, first, n, s.w)
            newton_blocks(law, i, n, s)
        if not psd or law.ratio > 0.0:
            true_blocks(law, i, first, n, s, not psd, 1.0)


@merged
def pair_of(law, s, x, y):
    """First row in `s.h` of the pair of nodes of two members."""
    a, b = law.members[x], law.members[y]
    low, high = min(a, b), max(a, b)
    nodes = s.y.shape[0] // (3 * ROW)
    return 9 * (low * (2 * nodes - low - 1) // 2 + high - low - 1)


@merged
def split(law, i, first, n, w):
    """U, then w N (00, 11, 22, 01, 02, 12) and w times half sums and differences of (7) and (8); Vᵀg of all nodes."""
    for j in range(n):
        (a, b, c), (u0, u1, u2), (v0, v1, v2) = singular(nine(w, _F, j))
        put(w, _U, j, u0)
        put(w, _U + 3, j, u1)
        put(w, _U + 6, j, u2)
        put(w, _V, j, v0)
        put(w, _V + 3, j, v1)
        put(w, _V + 6, j, v2)
        put(w, _M, j, (a, b, c))
    bad = 0.0
    for j in range(n):
        mu, bulk, back = constants(law, i, place(first + j))
        a, b, c = w[at(_M, j)], w[at(_M + 1, j)], w[at(_M + 2, j)]
        J = a * b * c
        aa, bb, cc = a * a, b * b, c * c
        mean = (aa + bb + cc) / 3.0
        phi, by_J, twice = size_factor(J)
        shape = 0.25 * mu * ((aa - mean) ** 2 + (bb - mean) ** 2 + (cc - mean) ** 2)
        p = by_J * shape + bulk * (J - 1.0) + back * min(J - TURNING, 0.0)
        slope = twice * shape + bulk + (back if J < TURNING else 0.0)
        s0, s1, s2 = by_J * mu * a * (aa - mean), by_J * mu * b * (bb - mean), by_J * mu * c * (cc - mean)
        mu *= phi
        less = (2.0 / 3.0) * mu
        m00 = mu * (7.0 / 3.0 * aa - mean) + slope * bb * cc + 2.0 * s0 * b * c  # (9)
        m11 = mu * (7.0 / 3.0 * bb - mean) + slope * aa * cc + 2.0 * s1 * a * c
        m22 = mu * (7.0 / 3.0 * cc - mean) + slope * aa * bb + 2.0 * s2 * a * b
        m01 = (slope * cc - less) * a * b + (p + s0 * a + s1 * b) * c
        m02 = (slope * bb - less) * a * c + (p + s0 * a + s2 * c) * b
        m12 = (slope * aa - less) * b * c + (p + s1 * b + s2 * c) * a
        minor = m00 * m11 - m01 * m01
        det = m22 * minor - m00 * m12 * m12 + 2.0 * m01 * m02 * m12 - m11 * m02 * m02
        bad += 0.0 if m00 > 0.0 and minor > 0.0 and det > 0.0 else 1.0
        put(w, _M, j, (m00, m11, m22))
        put(w, _M + 3, j, (m01, m02, m12))
        e01, d01 = modes(mu, aa + bb - mean, a * b, p * c)
        e02, d02 = modes(mu, aa + cc - mean, a * c, p * b)
        e12, d12 = modes(mu, bb + cc - mean, b * c, p * a)
        put(w, _M + 6, j, (e01, e02, e12))
        put(w, _M + 9, j, (d01, d02, d12))
    if bad > 0.0:
        for j in range(n):
            m00, m11, m22, m01, m02, m12, _, _, _ = nine(w, _M, j)
            m00, m11, m22, m01, m02, m12 = without_negative(m00, m11, m22, m01, m02, m12)
            put(w, _M, j, (m00, m11, m22))
            put(w, _M + 3, j, (m01, m02, m12))
    for r in range(law.starts[i], law.starts[i + 1]):
        k = _G + 3 * (r - law.starts[i])
        g0, g1, g2 = law.gradients[r, 0], law.gradients[r, 1], law.gradients[r, 2]
        for c in range(3):
            for j in range(n):
                e = place(first + j)
                a, b, d = w[at(_V + 3 * c, j)], w[at(_V + 3 * c + 1, j)], w[at(_V + 3 * c + 2, j)]
                w[at(k + c, j)] = a * g0[e] + b * g1[e] + d * g2[e]


@merged
def turned(u, h, x, y, z):
    """(x, y, z) h Uᵀ, with the columns of U one after the other: a row of U h Uᵀ if (x, y, z) is one of U."""
    a = x * h[0][0] + y * h[1][0] + z * h[2][0]
    b = x * h[0][1] + y * h[1][1] + z * h[2][1]
    c = x * h[0][2] + y * h[1][2] + z * h[2][2]
    return a * u[0] + b * u[3] + c * u[6], a * u[1] + b * u[4] + c * u[7], a * u[2] + b * u[5] + c * u[8]


@merged
def newton_blocks(law, i, n, s):
    """(10) in the frame U, turned back."""
    w = s.w
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            in_order = law.members[x] < law.members[y]
            k = _G + 3 * ((x if in_order else y) - law.starts[i])
            m = _G + 3 * ((y if in_order else x) - law.starts[i])
            for j in range(n):
                g0, g1, g2 = w[at(k, j)], w[at(k + 1, j)], w[at(k + 2, j)]
                o0, o1, o2 = w[at(m, j)], w[at(m + 1, j)], w[at(m + 2, j)]
                m00, m11, m22, m01, m02, m12, e01, e02, e12 = nine(w, _M, j)
                d01, d02, d12 = w[at(_M + 9, j)], w[at(_M + 10, j)], w[at(_M + 11, j)]
                p, q, r = g0 * o0, g1 * o1, g2 * o2
                h00, h11 = m00 * p + e01 * q + e02 * r, m11 * q + e01 * p + e12 * r
                h22 = m22 * r + e02 * p + e12 * q
                h01, h10 = m01 * g0 * o1 + d01 * g1 * o0, m01 * g1 * o0 + d01 * g0 * o1
                h02, h20 = m02 * g0 * o2 + d02 * g2 * o0, m02 * g2 * o0 + d02 * g0 * o2
                h12, h21 = m12 * g1 * o2 + d12 * g2 * o1, m12 * g2 * o1 + d12 * g1 * o2
                u = nine(w, _U, j)
                rows = ((h00, h01, h02), (h10, h11, h12), (h20, h21, h22))
                add(s.h, pair, j, turned(u, rows, u[0], u[3], u[6]))
                add(s.h, pair + 3, j, turned(u, rows, u[1], u[4], u[7]))
                add(s.h, pair + 6, j, turned(u, rows, u[2], u[5], u[8]))


@merged
def true_blocks(law, i, first, n, s, whole, share):
    """(6) with a `share` of the metric energy, or unless `whole` what Newton sees of damping, with moduli times τ/h."""
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            in_order = law.members[x] < law.members[y]
            k, m = (x, y) if in_order else (y, x)
            for j in range(n):
                e = place(first + j)
                a = (law.gradients[k, 0, e], law.gradients[k, 1, e], law.gradients[k, 2, e])
                b = (law.gradients[m, 0, e], law.gradients[m, 1, e], law.gradients[m, 2, e])
                f = nine(s.w, _F, j)
                cof = cofactor(f)
                mu, bulk, _ = constants(law, i, e)
                scale, slope, p, by_J = law.ratio, law.ratio * bulk, 0.0, 0.0
                own, t = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                if whole:
                    _, own, t, p, slope, phi, by_J = state(law, i, e, f, cof, share)
                    scale += share * phi
                mu *= scale
                less = -(2.0 / 3.0) * mu
                tb = stresses(b[0], b[1], b[2], t, 0.0, 0.0, 0.0, 0.0)
                ya, yb, ca, cb, q = (
                    image(f, a),
                    image(f, b),
                    image(cof, a),
                    image(cof, b),
                    image(f, cross(a, b)),
                )
                along, both, r = dot(a, tb), mu * dot(a, b), (p * q[0], p * q[1], p * q[2])
                za = image(f, stresses(a[0], a[1], a[2], own, 0.0, 0.0, 0.0, 0.0))
                zb = image(f, stresses(b[0], b[1], b[2], own, 0.0, 0.0, 0.0, 0.0))
                twist = (along, r[2], -r[1], -r[2], along, r[0], r[1], -r[0], along)
                for u in range(3):
                    for v in range(3):
                        square = (
                            f[3 * u] * f[3 * v] + f[3 * u + 1] * f[3 * v + 1] + f[3 * u + 2] * f[3 * v + 2]
                        )
                        value = (
                            mu * yb[u] * ya[v] + both * square + less * ya[u] * yb[v] + slope * ca[u] * cb[v]
                        )
                        value += by_J * (ca[u] * zb[v] + za[u] * cb[v])
                        s.h[at(pair + 3 * u + v, j)] += value + twist[3 * u + v]


@merged
def measure_metric(law, first, n, s):
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            f = nine(s.w, _F, j)
            g, cof = metric(f), cofactor(f)
            put(s.f, 7 * i, j, (g[0], g[1], g[2]))
            put(s.f, 7 * i + 3, j, (g[3], g[4], g[5]))
            s.f[at(7 * i + 6, j)] = f[0] * cof[0] + f[1] * cof[1] + f[2] * cof[2]


register(Continuum, gradient=_gradient, hessian=_hessian, measure=measure_metric)
