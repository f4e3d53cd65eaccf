"""Matter in space by a law of its principal stretches (`stretches`): solids and tetrahedra.

With F = U Σ Vᵀ at a sample, ψ_i = ∂ψ/∂σ_i and ψ_ij the second derivatives, the stress is

    ∂ψ/∂F = Σ ψ_i u_i v_iᵀ                                                                                  (1)

and the second variation falls apart into turns, shears and stretches, as (7)–(9) of `continuum` do for its law:

    t_ij = (ψ_i + ψ_j)/(σ_i + σ_j) ,   s_ij = (ψ_i − ψ_j)/(σ_i − σ_j) ,   N_ij = ψ_ij .                       (2)

Where σ_i + σ_j or σ_i − σ_j vanish so do the numerators, by symmetry, and ½(ψ_ii + ψ_jj) ± ψ_ij are left. Blocks
are (10) of `continuum`, for the true Hessian as they are, for Newton's method without what is negative.

A sample without a share of K, or with little, gets ½β min(J − ½, 0)² as there, that crushed cells turn back. Damping is
that of `continuum`. Matter of these laws can break, by (1); it does not flow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pliant.energies.continuum import TURNING, continuum, true_blocks
from pliant.energies.elements import ROW, at, register
from pliant.energies.samples import (
    F0,
    M0,
    U0,
    V0,
    Samples,
    add_forces,
    clear,
    cofactor,
    connected,
    constants,
    deformation,
    drop_negative,
    find_axes_exactly,
    measure_metric,
    newton_blocks,
    nine,
    put,
    stresses,
    turn_gradients,
)
from pliant.energies.small_matrices import singular_exactly
from pliant.energies.solid_damping import add_stressed, resisted
from pliant.energies.stretches import of_volume, stretched, together
from pliant.numerics.compile import inlined, kernel, uint

_ALIKE = 1e-5  # stretches that differ by no more than this count as alike: an error of 1e-10


class Isotropic(NamedTuple):
    """Elements of elastic matter, with the fields of `Continuum` and a law of stretches."""

    starts: np.ndarray
    members: np.ndarray
    gradients: np.ndarray
    volume: np.ndarray
    shares: np.ndarray
    moduli: np.ndarray
    reference: np.ndarray
    stretches: Any
    ratio: float = 0.0

    @property
    def name(self) -> str:
        return type(self.stretches).__name__

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return connected(self, nodes)

    def nominal_stress(self, F: np.ndarray) -> np.ndarray:
        """(1), (3, 3, n) [Pa], of deformation gradients (3, 3, n)."""
        out = np.empty_like(F, order="C")
        _stress_of(self.stretches, self.moduli, np.ascontiguousarray(F), out)
        return out


def isotropic(stretches: Any) -> Callable[..., Isotropic]:
    """Makes the law of elements with moduli μ and K [Pa], numbers or one per element, from one of stretches."""

    def law(samples: list[Samples], shear, bulk) -> Isotropic:
        return Isotropic(**{**continuum(samples, shear, bulk)._asdict(), "stretches": stretches})

    return law


# ---------------------------------------------------------------- pointwise


@inlined
def _cost(law, mu, bulk, back, a, b, c):
    """w ψ with its derivatives by the stretches."""
    d = a * b * c - TURNING
    deep = min(d, 0.0)
    turning = of_volume(0.5 * back * deep * deep, back * deep, back if d < 0.0 else 0.0, a, b, c)
    return together(stretched(law, mu, bulk, a, b, c), turning)


@inlined
def _outer(s, u, v):
    """Σ s_i u_i v_iᵀ, row by row."""
    (a, b, c), (u0, u1, u2), (v0, v1, v2) = s, u, v
    return (
        (a * u0[0] * v0[0] + b * u1[0] * v1[0] + c * u2[0] * v2[0]),
        (a * u0[0] * v0[1] + b * u1[0] * v1[1] + c * u2[0] * v2[1]),
        (a * u0[0] * v0[2] + b * u1[0] * v1[2] + c * u2[0] * v2[2]),
        (a * u0[1] * v0[0] + b * u1[1] * v1[0] + c * u2[1] * v2[0]),
        (a * u0[1] * v0[1] + b * u1[1] * v1[1] + c * u2[1] * v2[1]),
        (a * u0[1] * v0[2] + b * u1[1] * v1[2] + c * u2[1] * v2[2]),
        (a * u0[2] * v0[0] + b * u1[2] * v1[0] + c * u2[2] * v2[0]),
        (a * u0[2] * v0[1] + b * u1[2] * v1[1] + c * u2[2] * v2[1]),
        (a * u0[2] * v0[2] + b * u1[2] * v1[2] + c * u2[2] * v2[2]),
    )


@inlined
def turn_and_shear(a, b, one, two, own, other, both):
    """t and s of (2) of two stretches with slopes ψ₁, ψ₂ and second derivatives ψ₁₁, ψ₂₂, ψ₁₂."""
    mean, size = 0.5 * (own + other), _ALIKE * (abs(a) + abs(b) + 1e-300)
    turn = (one + two) / (a + b) if abs(a + b) > size else mean + both
    shear = (one - two) / (a - b) if abs(a - b) > size else mean - both
    return turn, shear


# ---------------------------------------------------------------- loops over elements


@inlined
def _columns(w, i, j):
    x = nine(w, i, j)
    return (x[0], x[1], x[2]), (x[3], x[4], x[5]), (x[6], x[7], x[8])


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    clear(s.f, s.f.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        find_axes_exactly(n, s.w)
        for j in range(n):
            e, f = uint(first + j), nine(s.w, F0, j)
            a, b, c = s.w[at(M0, j)], s.w[at(M0 + 1, j)], s.w[at(M0 + 2, j)]
            u, v = _columns(s.w, U0, j), _columns(s.w, V0, j)
            mu, bulk, back = constants(law, i, e)
            energy, slopes, _ = _cost(law.stretches, mu, bulk, back, a, b, c)
            p, cof = _outer(slopes, u, v), cofactor(f)
            work, t, more = resisted(law, i, e, f, cof)
            total += energy + work
            for k in range(3):
                x, y, z = stresses(
                    f[3 * k], f[3 * k + 1], f[3 * k + 2], t, more, cof[3 * k], cof[3 * k + 1], cof[3 * k + 2]
                )
                put(s.w, F0 + 3 * k, j, (p[3 * k] + x, p[3 * k + 1] + y, p[3 * k + 2] + z))
        add_forces(law, i, first, n, s, F0)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    clear(s.h, s.h.shape[0] // ROW, n)
    for i in range(law.volume.shape[0]):
        deformation(law, i, first, n, s.y, s.w)
        _split(law, i, first, n, s.w, psd)
        newton_blocks(law, i, n, s)
        if not psd:
            add_stressed(law, i, first, n, s)
        if law.ratio > 0.0:
            true_blocks(law, i, first, n, s, False, 0.0)


@inlined
def _split(law, i, first, n, w, psd):
    """U, then w N and w times half sums and differences of turns and shears, (2); Vᵀg of all nodes."""
    find_axes_exactly(n, w)
    bad = 0.0
    for j in range(n):
        a, b, c = w[at(M0, j)], w[at(M0 + 1, j)], w[at(M0 + 2, j)]
        mu, bulk, back = constants(law, i, uint(first + j))
        _, (p, q, r), (m00, m11, m22, m01, m02, m12) = _cost(law.stretches, mu, bulk, back, a, b, c)
        minor = m00 * m11 - m01 * m01
        det = m22 * minor - m00 * m12 * m12 + 2.0 * m01 * m02 * m12 - m11 * m02 * m02
        bad += 0.0 if m00 > 0.0 and minor > 0.0 and det > 0.0 else 1.0
        put(w, M0, j, (m00, m11, m22))
        put(w, M0 + 3, j, (m01, m02, m12))
        t01, s01 = turn_and_shear(a, b, p, q, m00, m11, m01)
        t02, s02 = turn_and_shear(a, c, p, r, m00, m22, m02)
        t12, s12 = turn_and_shear(b, c, q, r, m11, m22, m12)
        if psd:
            t01, t02, t12 = max(t01, 0.0), max(t02, 0.0), max(t12, 0.0)
            s01, s02, s12 = max(s01, 0.0), max(s02, 0.0), max(s12, 0.0)
        put(w, M0 + 6, j, (0.5 * (t01 + s01), 0.5 * (t02 + s02), 0.5 * (t12 + s12)))
        put(w, M0 + 9, j, (0.5 * (s01 - t01), 0.5 * (s02 - t02), 0.5 * (s12 - t12)))
    if psd and bad > 0.0:
        drop_negative(n, w)
    turn_gradients(law, i, first, n, w)


register(Isotropic, gradient=_gradient, hessian=_hessian, measure=measure_metric)


@kernel
def _stress_of(law, moduli, F, out):
    for e in range(F.shape[2]):
        f = (F[0, 0, e], F[0, 1, e], F[0, 2, e], F[1, 0, e], F[1, 1, e], F[1, 2, e], F[2, 0, e], F[2, 1, e],
             F[2, 2, e])  # fmt: skip
        (a, b, c), u, v = singular_exactly(f)
        mu, bulk = moduli[0, e], moduli[1, e]
        _, slopes, _ = _cost(law, mu, bulk, max(mu - bulk, 0.0), a, b, c)
        p = _outer(slopes, u, v)
        for k in range(9):
            out[k // 3, k % 3, e] = p[k]
