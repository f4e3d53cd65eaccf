"""Bending of triangle meshes: the curvature term of thin shells, right on any mesh.

    E = Σ ½ A ΔB : 𝔻 : ΔB ,   ΔB = n·h − B⁰ ,   h_I = Σ_k w^I_k x_k                                             (1)

over triangles with rest area A. The weights are those of `slopes`, n is the unit normal of the triangle, and 𝔻 is the
bending stiffness [N·m] in axes of the material in its plane at rest. h is linear in the positions of the nodes around,
so that with the frame of the triangle, F = Σ_k x_k g_kᵀ = [a b] as in `triangle`, and its dual vectors a^α, (2) and (3)
of `bending` hold as they are:

    δB = n·(δh − Γ^α δa_α) ,   Γ^α = h·a^α ,   c_k = w_k − Γ^α g_kα                                             (2)

and force and blocks for Newton's method are M^I c^I_k n and c^I_k 𝔻^{IJ} c^J_l nnᵀ, with the moments M = A 𝔻 ΔB.

Damping (Kelvin–Voigt, time τ) adds ½A(τ/Δt)(B − B_ref) : 𝔻 : (B − B_ref).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.elements import at, register
from pliant.energies.small_matrices import cross, dot
from pliant.energies.stress_points import PLATE, Section, StressPoints, mean_at, plate
from pliant.numerics.compile import inlined, uint

ORDER = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))  # of the entries of 𝔻


class MeshBending(NamedTuple):
    """Triangles that resist a change of their curvature; the nodes are those of their stencils."""

    gradients: np.ndarray  # (3, 2, n) g_k [1/m]
    weights: np.ndarray  # (3, K, n) w^I_k [1/m²]
    moduli: np.ndarray  # (6, n) A 𝔻 [N·m³], by `ORDER`
    rest: np.ndarray  # (3, n) B⁰₁₁, B⁰₂₂, B⁰₁₂ [1/m]
    reference: np.ndarray  # (3, n) at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured - self.rest

    def flown(self, p: np.ndarray, scale) -> MeshBending:
        return self._replace(rest=self.rest + p, moduli=self.moduli * scale)

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> MeshBending:
        """With strains p (3, n) that are without stress, and second derivatives (3, 3, n) by them."""
        moduli = [stiffness[i, j] / ((1.0 + (i == 2)) * (1.0 + (j == 2))) for i, j in ORDER]
        return self._replace(rest=self.rest + p, moduli=np.stack(moduli))

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        (a, b), (c, d) = self.gradients[1], self.gradients[2]
        area, corners = 0.5 / np.abs(a * d - b * c), nodes[:, :3]
        points = plate(self.moduli, 3, section.bending, area)
        return StressPoints(points, corners, mean_at(section.moment, corners), skin=PLATE, measure=area)


# ---------------------------------------------------------------- the maths of one triangle


@inlined
def _curved(law, e, s, j):
    """n, the dual vectors, and B; c^I_k into the rows 3k + I of `s.w`."""
    ax, ay, az, bx, by, bz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        p, q = law.gradients[k, 0, e], law.gradients[k, 1, e]
        x0, x1, x2 = s.y[at(3 * k, j)], s.y[at(3 * k + 1, j)], s.y[at(3 * k + 2, j)]
        ax, ay, az = ax + p * x0, ay + p * x1, az + p * x2
        bx, by, bz = bx + q * x0, by + q * x1, bz + q * x2
    a, b = (ax, ay, az), (bx, by, bz)
    nx, ny, nz = cross(a, b)
    size = np.sqrt(nx * nx + ny * ny + nz * nz)
    inverse = 1.0 / size if size > 1e-100 else 0.0
    n = (nx * inverse, ny * inverse, nz * inverse)
    ux, uy, uz = cross(b, n)
    vx, vy, vz = cross(n, a)
    one, two = (ux * inverse, uy * inverse, uz * inverse), (vx * inverse, vy * inverse, vz * inverse)
    b11 = _covariant(law, e, s, j, 0, n, one, two)
    b22 = _covariant(law, e, s, j, 1, n, one, two)
    b12 = _covariant(law, e, s, j, 2, n, one, two)
    return n, one, two, (b11, b22, b12)


@inlined
def _covariant(law, e, s, j, i, n, one, two):
    """B_I; its variations by (2) into `s.w`."""
    hx, hy, hz = 0.0, 0.0, 0.0
    for k in range(law.weights.shape[1]):
        w = law.weights[i, k, e]
        s.w[at(3 * k + i, j)] = w
        hx += w * s.y[at(3 * k, j)]
        hy += w * s.y[at(3 * k + 1, j)]
        hz += w * s.y[at(3 * k + 2, j)]
    h = (hx, hy, hz)
    p, q = dot(h, one), dot(h, two)
    for k in range(3):
        s.w[at(3 * k + i, j)] -= p * law.gradients[k, 0, e] + q * law.gradients[k, 1, e]
    return dot(h, n)


@inlined
def _times(m, e, x, y, z):
    """A 𝔻 of curvatures 11, 22 and 12: the moments, of which the twist counts twice."""
    z = 2.0 * z
    return (
        m[0, e] * x + m[1, e] * y + m[3, e] * z,
        m[1, e] * x + m[2, e] * y + m[4, e] * z,
        2.0 * (m[3, e] * x + m[4, e] * y + m[5, e] * z),
    )


@inlined
def _moments(law, e, b):
    """∂E/∂B and E."""
    x, y, z = b[0] - law.rest[0, e], b[1] - law.rest[1, e], b[2] - law.rest[2, e]
    p, q, r = _times(law.moduli, e, x, y, z)
    energy = 0.5 * (p * x + q * y + r * z)
    if law.ratio > 0.0:
        t = law.ratio
        x, y, z = b[0] - law.reference[0, e], b[1] - law.reference[1, e], b[2] - law.reference[2, e]
        u, v, w = _times(law.moduli, e, x, y, z)
        energy += 0.5 * t * (u * x + v * y + w * z)
        p, q, r = p + t * u, q + t * v, r + t * w
    return (p, q, r), energy


@inlined
def _along(s, j, k, m):
    """M^I c^I_k."""
    return m[0] * s.w[at(3 * k, j)] + m[1] * s.w[at(3 * k + 1, j)] + m[2] * s.w[at(3 * k + 2, j)]


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        normal, _, _, b = _curved(law, e, s, j)
        m, energy = _moments(law, e, b)
        total += energy
        for k in range(law.weights.shape[1]):
            f = _along(s, j, k, m)
            for c in range(3):
                s.f[at(3 * k + c, j)] = f * normal[c]
    return total


@inlined
def _hessian(law, first, n, s, psd):
    count = law.weights.shape[1]
    for j in range(n):
        e = uint(first + j)
        normal, one, two, b = _curved(law, e, s, j)
        pair = 0
        for k in range(count):
            x, y, z = _times(law.moduli, e, s.w[at(3 * k, j)], s.w[at(3 * k + 1, j)], s.w[at(3 * k + 2, j)])
            x, y, z = (1.0 + law.ratio) * x, (1.0 + law.ratio) * y, (1.0 + law.ratio) * z
            for m in range(k + 1, count):
                g = x * s.w[at(3 * m, j)] + y * s.w[at(3 * m + 1, j)] + z * s.w[at(3 * m + 2, j)]
                for u in range(3):
                    for v in range(3):
                        s.h[at(9 * pair + 3 * u + v, j)] = g * normal[u] * normal[v]
                pair += 1
        if not psd:
            m, _ = _moments(law, e, b)
            _add_second(law, e, s, j, normal, one, two, b, m)


@inlined
def _add_second(law, e, s, j, normal, one, two, b, moment):
    """Σ M^I δ²B_I, (3) of `bending`."""
    count = law.weights.shape[1]
    bent = moment[0] * b[0] + moment[1] * b[1] + moment[2] * b[2]
    g11, g12, g22 = dot(one, one), dot(one, two), dot(two, two)
    pair = 0
    for k in range(count):
        p, q = (law.gradients[k, 0, e], law.gradients[k, 1, e]) if k < 3 else (0.0, 0.0)
        ck = _along(s, j, k, moment)
        for m in range(k + 1, count):
            u, v = (law.gradients[m, 0, e], law.gradients[m, 1, e]) if m < 3 else (0.0, 0.0)
            cm = _along(s, j, m, moment)
            g = bent * (g11 * p * u + g22 * q * v + g12 * (p * v + q * u))
            for r in range(3):
                for c in range(3):
                    left = (p * one[c] + q * two[c]) * normal[r] * cm
                    right = (u * one[r] + v * two[r]) * normal[c] * ck
                    s.h[at(9 * pair + 3 * r + c, j)] -= left + right + g * normal[r] * normal[c]
            pair += 1


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        _, _, _, b = _curved(law, uint(first + j), s, j)
        s.f[at(0, j)], s.f[at(1, j)], s.f[at(2, j)] = b


register(MeshBending, gradient=_gradient, hessian=_hessian, measure=_measure)
