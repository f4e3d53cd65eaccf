"""Stretching and shearing of triangles: the metric energy of surfaces on any mesh.

    E = Σ ⅛ A ΔG : C : ΔG ,   G = FᵀF ,   F = Σ_k x_k g_kᵀ = [a b]                                              (1)

over triangles with rest area A. The gradients g_k [1/m] of the three nodes are taken in orthonormal axes of the
material in the plane of the triangle at rest, so that G⁰ = I, and C is the plane-stress elasticity times thickness
[N/m] in these axes. F is constant in a triangle. Stress, forces and blocks by a and b are those of `metric`, (2)–(6),
and so is the damping, (7); the nodes' forces and blocks follow from

    ∂E/∂x_k = g_k¹ ∂E/∂a + g_k² ∂E/∂b ,   H_kl = Σ_ij g_kⁱ g_lʲ H_ij .                                          (2)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.cells import stress
from pliant.energies.elements import at, register
from pliant.energies.metric import positive_part, voigt_moduli
from pliant.energies.stress_points import NOTHING, Section, StressPoints, mean_at, sheet
from pliant.numerics.compile import inlined, uint


class Triangles(NamedTuple):
    """Triangles that resist a change of their metric."""

    gradients: np.ndarray  # (3, 2, n) g_k [1/m]
    moduli: np.ndarray  # (6, n) A C [N·m] in the order 11, 12, 13, 22, 23, 33
    rest: np.ndarray  # (3, n) G⁰: 1, 1, 0 unless it has flown
    reference: np.ndarray  # (3, n) G₁₁, G₂₂, G₁₂ at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes]

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured - self.rest

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> Triangles:
        """With strains p (3, n) that are without stress, and second derivatives (3, 3, n) by them."""
        return self._replace(rest=self.rest + p, moduli=voigt_moduli(stiffness))

    def flown(self, p: np.ndarray, scale) -> Triangles:
        return self._replace(rest=self.rest + p, moduli=self.moduli * scale)

    def nominal_stress(
        self, F: np.ndarray, p: np.ndarray = NOTHING, stiff: np.ndarray | float = 1.0
    ) -> np.ndarray:
        """P = F S (3, 2, n) [N/m]; strains p (3, n) are without stress, the stiffness is `stiff` times its own."""
        (a, b), (c, d) = self.gradients[1], self.gradients[2]
        moduli = stiff * self.moduli * 2.0 * np.abs(a * d - b * c)  # over the area
        G = np.einsum("cin,cjn->ijn", F, F)
        g11, g22, g12 = G[0, 0] - 1.0 - p[0], G[1, 1] - 1.0 - p[1], G[0, 1] - p[2]
        s11 = 0.5 * (moduli[0] * g11 + moduli[1] * g22) + moduli[2] * g12
        s22 = 0.5 * (moduli[1] * g11 + moduli[3] * g22) + moduli[4] * g12
        s12 = 0.5 * (moduli[2] * g11 + moduli[4] * g22) + moduli[5] * g12
        return np.einsum("cin,ijn->cjn", F, np.array([[s11, s12], [s12, s22]]))

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = sheet(self.moduli, self.rest, self.area)
        return StressPoints(points, nodes, mean_at(section.force, nodes), stretches=True)

    @property
    def area(self) -> np.ndarray:
        """(n,) [m²] at rest."""
        (a, b), (c, d) = self.gradients[1], self.gradients[2]
        return 0.5 / np.abs(a * d - b * c)


def triangles(gradients: np.ndarray, area: np.ndarray, stiffness: np.ndarray) -> Triangles:
    """The law of triangles: gradients (n, 3, 2), rest area (n,) [m²], stiffness (3, 3) or (n, 3, 3) [N/m]."""
    full = np.broadcast_to(stiffness, (len(area), 3, 3)) * area[:, None, None]
    moduli = np.stack([full[:, i, j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))])
    columns = np.ascontiguousarray(np.moveaxis(gradients, 0, -1))
    rest = np.repeat([[1.0], [1.0], [0.0]], len(area), axis=1)
    return Triangles(columns, np.ascontiguousarray(moduli), rest, np.zeros((3, len(area))))


@inlined
def frame(law, e, s, j):
    """a and b."""
    g, y = law.gradients, s.y
    ax, ay, az, bx, by, bz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        p, q = g[k, 0, e], g[k, 1, e]
        x0, x1, x2 = y[at(3 * k, j)], y[at(3 * k + 1, j)], y[at(3 * k + 2, j)]
        ax, ay, az = ax + p * x0, ay + p * x1, az + p * x2
        bx, by, bz = bx + q * x0, by + q * x1, bz + q * x2
    return (ax, ay, az), (bx, by, bz)


@inlined
def products(a, b):
    return (
        a[0] * a[0] + a[1] * a[1] + a[2] * a[2],
        b[0] * b[0] + b[1] * b[1] + b[2] * b[2],
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
    )


@inlined
def _state(law, e, a, b):
    """The energy with the work of damping, and S."""
    gaa, gbb, gab = products(a, b)
    r, o, g0 = law.ratio, law.reference, law.rest
    daa, dbb, dab = gaa - g0[0, e], gbb - g0[1, e], gab - g0[2, e]
    s11, s22, s12 = stress(law.moduli, 0, e, daa, dbb, dab)
    t11, t22, t12 = stress(law.moduli, 0, e, gaa - o[0, e], gbb - o[1, e], gab - o[2, e])
    energy = 0.25 * (s11 * daa + s22 * dbb) + 0.5 * s12 * dab
    energy += r * (0.25 * (t11 * (gaa - o[0, e]) + t22 * (gbb - o[1, e])) + 0.5 * t12 * (gab - o[2, e]))
    return energy, (s11 + r * t11, s22 + r * t22, s12 + r * t12)


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        a, b = frame(law, e, s, j)
        energy, (s11, s22, s12) = _state(law, e, a, b)
        total += energy
        for k in range(3):
            p, q = law.gradients[k, 0, e], law.gradients[k, 1, e]
            u, v = p * s11 + q * s12, p * s12 + q * s22  # (3) of `metric`, and (2)
            s.f[at(3 * k, j)] = u * a[0] + v * b[0]
            s.f[at(3 * k + 1, j)] = u * a[1] + v * b[1]
            s.f[at(3 * k + 2, j)] = u * a[2] + v * b[2]
    return total


@inlined
def _hessian(law, first, n, s, psd):
    scale = 1.0 + law.ratio
    for j in range(n):
        e = uint(first + j)
        a, b = frame(law, e, s, j)
        _, (s11, s22, s12) = _state(law, e, a, b)
        if psd:
            s11, s22, s12 = positive_part(s11, s22, s12)
        c11, c12, c13 = scale * law.moduli[0, e], scale * law.moduli[1, e], scale * law.moduli[2, e]
        c22, c23, c33 = scale * law.moduli[3, e], scale * law.moduli[4, e], scale * law.moduli[5, e]
        pair = 0
        for k in range(3):
            p, q = law.gradients[k, 0, e], law.gradients[k, 1, e]
            for m in range(k + 1, 3):
                u, v = law.gradients[m, 0, e], law.gradients[m, 1, e]
                # (4)–(6) of `metric` with (2): coefficients of I, aaᵀ, abᵀ, baᵀ, bbᵀ
                along = p * u * s11 + (p * v + q * u) * s12 + q * v * s22
                aa = p * u * c11 + (p * v + q * u) * c13 + q * v * c33
                ab = p * u * c13 + p * v * c12 + q * u * c33 + q * v * c23
                ba = p * u * c13 + p * v * c33 + q * u * c12 + q * v * c23
                bb = p * u * c33 + (p * v + q * u) * c23 + q * v * c22
                for i in range(3):
                    x, y = aa * a[i] + ba * b[i], ab * a[i] + bb * b[i]
                    for o in range(3):
                        value = x * a[o] + y * b[o]
                        s.h[at(9 * pair + 3 * i + o, j)] = value + (along if i == o else 0.0)
                pair += 1


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        a, b = frame(law, uint(first + j), s, j)
        s.f[at(0, j)], s.f[at(1, j)], s.f[at(2, j)] = products(a, b)


register(Triangles, gradient=_gradient, hessian=_hessian, measure=_measure)
