"""The stable neo-Hookean law of elastic matter in space (Smith, de Goes, Kim 2018): rubber that is pulled far.

With the deformation gradient F, I = tr FᵀF and J = det F

    ψ = ½m (I − 3) − ½m log ¼(I + 1) + ½l (J − α)² + const ,   m = 4/3 μ ,   l = λ + 5/6 μ ,   α = 1 + ¾ m/l       (1)

in which m and l are chosen so that small strains cost μ ε:ε + ½λ(tr ε)², and α so that the rest shape is without
stress. It is finite for any F, also inside out, from where the force on J leads back. With K = λ + ⅔μ it is the same as

    ψ = ⅔μ [I − 3 − log ¼(I + 1)] − μ(J − 1) + ½(K + μ/6)(J − 1)² ,                                            (2)

of which the term of K costs what small strains cost by volume, the rest by shape: samples have shares of both as those
of `continuum`, and cells bend and do not lock as they do there (`solid`). With y_k = F g_k and c_k = cof(F) g_k

    P = ∂ψ/∂F = a F + p cof F ,   a = 4/3 μ I/(I + 1) ,   p = −μ + p′(J − 1) ,   p′ = K + μ/6                    (3)
    H_kl = w [a (g_k·g_l) I + b y_k y_lᵀ + p′ c_k c_lᵀ − p (F(g_k×g_l))ₓ] ,   b = 8/3 μ/(I + 1)²                  (4)

and the modes of turns, shears and stretches, (7)–(9) of `continuum`, are

    t_ij = a + pσ_k ,   s_ij = a − pσ_k ,   N_ii = a + bσ_i² + p′J_i² ,   N_ij = bσ_iσ_j + p′J_iJ_j + pσ_k .       (5)

Damping is that of `continuum`. Matter of this law can break, by P; it does not flow: `yield_law` is for another energy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.continuum import continuum, true_blocks
from pliant.energies.elements import ROW, at, register
from pliant.energies.samples import (
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
    newton_blocks,
    nine,
    pair_of,
    put,
    put_stress,
    turn_gradients,
)
from pliant.energies.small_matrices import cross, dot, image
from pliant.energies.solid_damping import add_stressed, resisted
from pliant.numerics.compile import inlined, uint


class NeoHookean(NamedTuple):
    """Elements of elastic matter, with the fields of `Continuum`."""

    starts: np.ndarray
    members: np.ndarray
    gradients: np.ndarray
    volume: np.ndarray
    shares: np.ndarray
    moduli: np.ndarray
    reference: np.ndarray
    ratio: float = 0.0

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return connected(self, nodes)

    def nominal_stress(self, F: np.ndarray) -> np.ndarray:
        """P of (3), (3, 3, n) [Pa], of deformation gradients (3, 3, n)."""
        shear, bulk = self.moduli
        square, (cof, J) = (F * F).sum(axis=(0, 1)), cofactors(F)
        p = -shear + (bulk + shear / 6.0) * (J - 1.0)
        return 4.0 / 3.0 * shear * square / (square + 1.0) * F + p * cof


def neo_hookean(samples: list[Samples], shear, bulk) -> NeoHookean:
    """The law of elements with moduli μ and K [Pa], numbers or one per element."""
    return NeoHookean(**continuum(samples, shear, bulk)._asdict())


@inlined
def state(law, i, e, square, J):
    """w ψ of (2), and of (3) and (4) w a, w b, w p and w p′, for I and J at sample i."""
    mu, bulk, _ = constants(law, i, e)
    inverse, d, slope = 1.0 / (square + 1.0), J - 1.0, bulk + mu / 6.0
    energy = 2.0 / 3.0 * mu * (square - 3.0 - np.log(0.25 * (square + 1.0))) - mu * d + 0.5 * slope * d * d
    a, b = 4.0 / 3.0 * mu * square * inverse, 8.0 / 3.0 * mu * inverse * inverse
    return energy, a, b, slope * d - mu, slope


@inlined
def squares(f):
    """I."""
    return dot((f[0], f[1], f[2]), (f[0], f[1], f[2])) + (
        dot((f[3], f[4], f[5]), (f[3], f[4], f[5])) + dot((f[6], f[7], f[8]), (f[6], f[7], f[8]))
    )


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        for j in range(n):
            e, f = uint(first + j), nine(s.w, F0, j)
            cof = cofactor(f)
            energy, a, _, p, _ = state(law, i, e, squares(f), dot((f[0], f[1], f[2]), cof))
            work, t, more = resisted(law, i, e, f, cof)
            total += energy + work
            put_stress(s.w, F0, j, f, (a + t[0], a + t[1], a + t[2], t[3], t[4], t[5]), p + more, cof)
        add_forces(law, i, first, n, s, F0)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        if psd:
            _split(law, i, first, n, s.w)
            newton_blocks(law, i, n, s)
        else:
            _elastic_blocks(law, i, first, n, s)
            add_stressed(law, i, first, n, s)
        if law.ratio > 0.0:
            true_blocks(law, i, first, n, s, False, 0.0)


@inlined
def _elastic_blocks(law, i, first, n, s):
    """(4)."""
    for x in range(law.starts[i], law.starts[i + 1]):
        for y in range(x + 1, law.starts[i + 1]):
            pair = pair_of(law, s, x, y)
            k, m = (x, y) if law.members[x] < law.members[y] else (y, x)
            for j in range(n):
                e, f = uint(first + j), nine(s.w, F0, j)
                one = (law.gradients[k, 0, e], law.gradients[k, 1, e], law.gradients[k, 2, e])
                two = (law.gradients[m, 0, e], law.gradients[m, 1, e], law.gradients[m, 2, e])
                cof = cofactor(f)
                _, a, b, p, slope = state(law, i, e, squares(f), dot((f[0], f[1], f[2]), cof))
                y1, y2, c1, c2 = image(f, one), image(f, two), image(cof, one), image(cof, two)
                along, q = a * dot(one, two), image(f, cross(one, two))
                r = (p * q[0], p * q[1], p * q[2])
                twist = (along, r[2], -r[1], -r[2], along, r[0], r[1], -r[0], along)
                for u in range(3):
                    for v in range(3):
                        value = b * y1[u] * y2[v] + slope * c1[u] * c2[v]
                        s.h[at(pair + 3 * u + v, j)] += value + twist[3 * u + v]


@inlined
def _split(law, i, first, n, w):
    """U, then w N and w times half sums and differences of turns and shears, (5); Vᵀg of all nodes."""
    find_axes(n, w)
    bad = 0.0
    for j in range(n):
        x, y, z = w[at(M0, j)], w[at(M0 + 1, j)], w[at(M0 + 2, j)]
        xx, yy, zz = x * x, y * y, z * z
        _, a, b, p, slope = state(law, i, uint(first + j), xx + yy + zz, x * y * z)
        m00, m11, m22 = (
            a + b * xx + slope * yy * zz,
            a + b * yy + slope * xx * zz,
            a + b * zz + slope * xx * yy,
        )
        m01, m02, m12 = (
            (b + slope * zz) * x * y + p * z,
            (b + slope * yy) * x * z + p * y,
            (b + slope * xx) * y * z + p * x,
        )
        minor = m00 * m11 - m01 * m01
        det = m22 * minor - m00 * m12 * m12 + 2.0 * m01 * m02 * m12 - m11 * m02 * m02
        bad += 0.0 if m00 > 0.0 and minor > 0.0 and det > 0.0 else 1.0
        put(w, M0, j, (m00, m11, m22))
        put(w, M0 + 3, j, (m01, m02, m12))
        (e01, d01), (e02, d02), (e12, d12) = _modes(a, p * z), _modes(a, p * y), _modes(a, p * x)
        put(w, M0 + 6, j, (e01, e02, e12))
        put(w, M0 + 9, j, (d01, d02, d12))
    if bad > 0.0:
        drop_negative(n, w)
    turn_gradients(law, i, first, n, w)


@inlined
def _modes(a, pressure):
    """Half the sum and half the difference of a shear and a turn, as far as they are positive."""
    turn, shear = max(a + pressure, 0.0), max(a - pressure, 0.0)
    return 0.5 * (turn + shear), 0.5 * (shear - turn)


register(NeoHookean, gradient=_gradient, hessian=_hessian, measure=measure_metric)
