"""Stretching and shearing of triangles by a law of the principal stretches (`plane_stress`).

F = [a b] is that of `triangle`; E = Σ A ψ with the rest area A, and the nodes' forces and blocks follow from those of a
and b by (2) of `triangle`,

    ∂E/∂x_k = g_k¹ ∂E/∂a + g_k² ∂E/∂b ,   H_kl = Σ_ij g_kⁱ g_lʲ H_ij .                                       (1)

Damping (Kelvin–Voigt) is that of `triangle`. Matter of these laws can break; it does not flow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.energies.cells import stress
from pliant.energies.elements import at, register
from pliant.energies.plane_stress import blocks_of, stress_of
from pliant.energies.triangle import frame, products, triangles
from pliant.numerics.compile import inlined, kernel, uint


class StretchedTriangles(NamedTuple):
    """Triangles that resist stretch by a law."""

    gradients: np.ndarray  # (3, 2, n) g_k [1/m]
    moduli: np.ndarray  # (6, n) A C [N·m] of damping, as in `triangle`
    matter: np.ndarray  # (2, n) A t μ, A t K [N·m]
    stretches: Any
    area: np.ndarray  # (n,) [m²]
    reference: np.ndarray  # (3, n) G₁₁, G₂₂, G₁₂ at the beginning of a step
    ratio: float = 0.0  # τ/h

    @property
    def name(self) -> str:
        return type(self.stretches).__name__

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes]

    def nominal_stress(self, F: np.ndarray) -> np.ndarray:
        """∂ψ/∂F (3, 2, n) [N/m]."""
        out = np.empty((3, 2, F.shape[2]))
        nominal(self.stretches, self.matter / self.area, np.ascontiguousarray(F), out)
        return out


def stretched_triangles(
    gradients: np.ndarray, area: np.ndarray, stiffness: np.ndarray, matter: np.ndarray, stretches: Any
) -> StretchedTriangles:
    """As `triangles`, with t μ and t K [N/m] in `matter` (2,) or (2, n), and the law; `stiffness` is for damping."""
    plain = triangles(gradients, area, stiffness)
    own = np.broadcast_to(np.reshape(matter, (2, -1)), (2, len(area))) * area
    return StretchedTriangles(
        plain.gradients, plain.moduli, np.ascontiguousarray(own), stretches, area, plain.reference
    )


@kernel
def nominal(law, matter, F, out):
    """∂ψ/∂F (3, 2, n) for t μ and t K in `matter` (2, n)."""
    for e in range(F.shape[2]):
        a, b = (F[0, 0, e], F[1, 0, e], F[2, 0, e]), (F[0, 1, e], F[1, 1, e], F[2, 1, e])
        _, p, q = stress_of(law, matter[0, e], matter[1, e], a, b)
        for c in range(3):
            out[c, 0, e], out[c, 1, e] = p[c], q[c]


@inlined
def _resisted(law, e, a, b):
    """The work of damping, and S."""
    gaa, gbb, gab = products(a, b)
    r, o = law.ratio, law.reference
    daa, dbb, dab = gaa - o[0, e], gbb - o[1, e], gab - o[2, e]
    t11, t22, t12 = stress(law.moduli, 0, e, daa, dbb, dab)
    work = r * (0.25 * (t11 * daa + t22 * dbb) + 0.5 * t12 * dab)
    return work, (r * t11, r * t22, r * t12)


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        a, b = frame(law, e, s, j)
        energy, p, q = stress_of(law.stretches, law.matter[0, e], law.matter[1, e], a, b)
        work, (s11, s22, s12) = _resisted(law, e, a, b)
        total += energy + work
        for k in range(3):
            x, y = law.gradients[k, 0, e], law.gradients[k, 1, e]
            u, v = x * s11 + y * s12, x * s12 + y * s22
            for c in range(3):
                s.f[at(3 * k + c, j)] = x * p[c] + y * q[c] + u * a[c] + v * b[c]
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        a, b = frame(law, e, s, j)
        aa, ab, bb = blocks_of(law.stretches, law.matter[0, e], law.matter[1, e], a, b, psd)
        pair = 0
        for k in range(3):
            p, q = law.gradients[k, 0, e], law.gradients[k, 1, e]
            for m in range(k + 1, 3):
                u, v = law.gradients[m, 0, e], law.gradients[m, 1, e]
                for i in range(3):
                    for o in range(3):
                        x, y = ab[3 * i + o], ab[3 * o + i]
                        value = p * u * aa[3 * i + o] + p * v * x + q * u * y + q * v * bb[3 * i + o]
                        s.h[at(9 * pair + 3 * i + o, j)] = value
                pair += 1
        if law.ratio > 0.0:
            _add_damping(law, e, s, j, a, b, psd)


@inlined
def _add_damping(law, e, s, j, a, b, psd):
    """(4)–(6) of `metric` with τ/h times the moduli; without the stress for Newton's method."""
    r = law.ratio
    _, (s11, s22, s12) = _resisted(law, e, a, b)
    if psd:
        s11, s22, s12 = 0.0, 0.0, 0.0
    c11, c12, c13 = r * law.moduli[0, e], r * law.moduli[1, e], r * law.moduli[2, e]
    c22, c23, c33 = r * law.moduli[3, e], r * law.moduli[4, e], r * law.moduli[5, e]
    pair = 0
    for k in range(3):
        p, q = law.gradients[k, 0, e], law.gradients[k, 1, e]
        for m in range(k + 1, 3):
            u, v = law.gradients[m, 0, e], law.gradients[m, 1, e]
            along = p * u * s11 + (p * v + q * u) * s12 + q * v * s22
            aa = p * u * c11 + (p * v + q * u) * c13 + q * v * c33
            ab = p * u * c13 + p * v * c12 + q * u * c33 + q * v * c23
            ba = p * u * c13 + p * v * c33 + q * u * c12 + q * v * c23
            bb = p * u * c33 + (p * v + q * u) * c23 + q * v * c22
            for i in range(3):
                x, y = aa * a[i] + ba * b[i], ab * a[i] + bb * b[i]
                for o in range(3):
                    value = x * a[o] + y * b[o] + (along if i == o else 0.0)
                    s.h[at(9 * pair + 3 * i + o, j)] += value
            pair += 1


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        a, b = frame(law, uint(first + j), s, j)
        s.f[at(0, j)], s.f[at(1, j)], s.f[at(2, j)] = products(a, b)


register(StretchedTriangles, gradient=_gradient, hessian=_hessian, measure=_measure)
