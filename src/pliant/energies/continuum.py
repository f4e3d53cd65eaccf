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
from pliant.energies.samples import (
    BACK,
    F0,
    M0,
    Samples,
    add_forces,
    clear,
    cofactor,
    cofactors,
    connected,
    constants,
    deformation,
    drop_negative,
    find_axes,
    measure_metric,
    metric,
    newton_blocks,
    nine,
    pair_of,
    put,
    put_stress,
    stress,
    stresses,
    turn_gradients,
)
from pliant.energies.small_matrices import cross, dot, image
from pliant.numerics.compile import inlined, uint

TURNING = 0.5  # J₀
_SIZE, _LIMIT = 4.0 / 3.0, 0.75  # κ, b


class Continuum(NamedTuple):
    """Elements of elastic matter, each sampled at the same places.

    Sample i uses the nodes members[starts[i]], …, members[starts[i + 1] − 1] of its element.
    """

    starts: np.ndarray  # (samples + 1,)
    members: np.ndarray  # (r,)
    gradients: np.ndarray  # (r, 3, n) g_k [1/m]
    volume: np.ndarray  # (samples, n) w [m³]; a sample without volume is left out
    shares: np.ndarray  # (samples, 2, n) of the metric energy and of K that a sample has
    moduli: np.ndarray  # (2, n) μ, K [Pa]
    reference: np.ndarray  # (7 · samples, n) G₁₁, G₂₂, G₃₃, G₁₂, G₁₃, G₂₃, J at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return connected(self, nodes)

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
        cof, J = cofactors(F)
        q = 1.0 / np.sqrt(1.0 + (_SIZE / _LIMIT * (J - 1.0)) ** 2)
        beta = np.maximum(BACK * shear - bulk, 0.0)
        p = -_SIZE * q**3 * M + bulk * (J - 1.0) + beta * np.minimum(J - TURNING, 0.0)
        return (1.0 - _SIZE * (J - 1.0) * q) * np.einsum("cin,ijn->cjn", F, S) + p * cof


def moduli_of(young: np.ndarray | float, poisson: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """Shear modulus μ and bulk modulus K [Pa]."""
    young, poisson = np.asarray(young, dtype=float), np.asarray(poisson, dtype=float)
    return young / (2.0 * (1.0 + poisson)), young / (3.0 * (1.0 - 2.0 * poisson))


def poisson_of(shear: np.ndarray, bulk: np.ndarray) -> np.ndarray:
    """Poisson's ratio from both moduli."""
    return (3.0 * bulk - 2.0 * shear) / (2.0 * (3.0 * bulk + shear))


def continuum(samples: list[Samples], shear, bulk) -> Continuum:
    """The law of elements with moduli μ and K [Pa], numbers or one per element."""
    count = len(samples[0].volume)
    return Continuum(
        np.cumsum([0, *(len(sample.members) for sample in samples)]),
        np.concatenate([sample.members for sample in samples]),
        np.concatenate([sample.gradients for sample in samples]),
        np.stack([sample.volume for sample in samples]),
        np.stack([[np.broadcast_to(share, count) for share in (one.metric, one.bulk)] for one in samples]),
        np.stack([np.broadcast_to(modulus, count) for modulus in (shear, bulk)]),
        np.zeros((7 * len(samples), count)),
    )


# ---------------------------------------------------------------- pointwise


@inlined
def size_factor(J):
    """φ, φ′ and φ″ of (2)."""
    d, steep = J - 1.0, (_SIZE / _LIMIT) ** 2
    qq = 1.0 / (1.0 + steep * d * d)
    q = np.sqrt(qq)
    return 1.0 - _SIZE * d * q, -_SIZE * q * qq, 3.0 * _SIZE * steep * d * q * qq * qq


@inlined
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


@inlined
def modes(mu, squares, product, pressure):
    """(7) and (8), as far as they are positive: half their sum and half their difference."""
    turn = max(mu * (squares - product) + pressure, 0.0)
    shear = max(mu * (squares + product) - pressure, 0.0)
    return 0.5 * (turn + shear), 0.5 * (shear - turn)


# ---------------------------------------------------------------- loops over elements


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            f = nine(s.w, F0, j)
            cof = cofactor(f)
            energy, _, t, p, _, _, _ = state(law, i, uint(first + j), f, cof, 1.0)
            total += energy
            put_stress(s.w, F0, j, f, t, p, cof)
        add_forces(law, i, first, n, s, F0)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        if psd:
            split(law, i, first, n, s.w)
            newton_blocks(law, i, n, s)
        if not psd or law.ratio > 0.0:
            true_blocks(law, i, first, n, s, not psd, 1.0)


@inlined
def split(law, i, first, n, w):
    """U, then w N (00, 11, 22, 01, 02, 12) and w times half sums and differences of (7) and (8); Vᵀg of all nodes."""
    find_axes(n, w)
    bad = 0.0
    for j in range(n):
        mu, bulk, back = constants(law, i, uint(first + j))
        a, b, c = w[at(M0, j)], w[at(M0 + 1, j)], w[at(M0 + 2, j)]
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
        put(w, M0, j, (m00, m11, m22))
        put(w, M0 + 3, j, (m01, m02, m12))
        e01, d01 = modes(mu, aa + bb - mean, a * b, p * c)
        e02, d02 = modes(mu, aa + cc - mean, a * c, p * b)
        e12, d12 = modes(mu, bb + cc - mean, b * c, p * a)
        put(w, M0 + 6, j, (e01, e02, e12))
        put(w, M0 + 9, j, (d01, d02, d12))
    if bad > 0.0:
        drop_negative(n, w)
    turn_gradients(law, i, first, n, w)


@inlined
def true_blocks(law, i, first, n, s, whole, share):
    """(6) with a `share` of the metric energy, or unless `whole` what Newton sees of damping, with moduli times τ/h."""
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            in_order = law.members[x] < law.members[y]
            k, m = (x, y) if in_order else (y, x)
            for j in range(n):
                e = uint(first + j)
                a = (law.gradients[k, 0, e], law.gradients[k, 1, e], law.gradients[k, 2, e])
                b = (law.gradients[m, 0, e], law.gradients[m, 1, e], law.gradients[m, 2, e])
                f = nine(s.w, F0, j)
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


register(Continuum, gradient=_gradient, hessian=_hessian, measure=measure_metric)
