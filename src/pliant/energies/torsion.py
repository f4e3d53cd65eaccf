"""Torsion of a curve: the third term of the primal energy of curves, with respect to rest length.

    E = ∫ ½ GJ (τ − τ⁰)² ds⁰ ≈ Σ C w (1 − cos(φ − φ⁰)) ,   C = GJ/l ,   τ = φ/l                                   (1)

over the edges between two nodes at which the curve turns: φ is the angle between the planes of the two turns
(`dihedral`), l the rest length of the edge [m], GJ the torsional stiffness [N·m²]. For small φ − φ⁰ the cosine is (1)'s
square; farther away it has no second minimum, and no jump at π.

Where the curve is straight its torsion does not exist. So the term is weighted by

    w = z/(z + z_c) ,   z = |k₁|²|k₂|² ,   z_c = z⁰/100                                                        (2)

with the turns k₁, k₂ at the ends of the edge (`turning`): it fades as either of them vanishes, E, ∂E/∂x stay finite and
continuous, and both are zero there. At rest w is one but for 1 %, which C makes up for. Edges that are straight at
rest have no rest torsion and no term; C fades likewise where κ⁰ is below 1 % of the curve's length, inverted.

    ∂E = C [w sin Δ ∂φ + (1 − cos Δ) ∂w] ,   Δ = φ − φ⁰                                                         (3)
    ∂²E = C [w cos Δ ∂φ∂φᵀ + sin Δ (∂w∂φᵀ + ∂φ∂wᵀ) + w sin Δ ∂²φ + (1 − cos Δ) ∂²w]                               (4)
    ∂²w = w′ ∂²z + w″ ∂z∂zᵀ ,   w′ = z_c/(z + z_c)² ,   w″ = −2 z_c/(z + z_c)³                                    (5)

The version for Newton's method is that of the square of r = 2√w sin ½Δ, of which E is ½C r²:  C ∂r∂rᵀ.

Damping (Kelvin–Voigt, time τ) adds the same with φ at the beginning of the step in place of φ⁰, times τ/h.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import (
    SIDE,
    add_force,
    add_outer,
    clear_forces,
    clear_matrix,
    edge,
    mirror,
    put_pairs,
)
from pliant.energies.dihedral import add_dihedral_second, angle_between, by_edges, dihedral_of, turned
from pliant.energies.elements import at, register
from pliant.energies.small_matrices import dot
from pliant.energies.stress_points import ROD, Section, StressPoints, alike, mean_at
from pliant.energies.turning import add_quadratic, add_second, combined, pulled_back, scaled, turn_of
from pliant.numerics.compile import inlined, uint

_JACOBIAN = 81  # where memory for ∂k begins


class Torsion(NamedTuple):
    """Edges of a curve that resist torsion."""

    stiffness: np.ndarray  # (n,) C [N·m]
    rest: np.ndarray  # (2, n) cos φ⁰ and sin φ⁰
    fading: np.ndarray  # (n,) z_c
    reference: np.ndarray  # (2, n) cos φ and sin φ at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return angle_between(measured, self.rest)[None]

    def flown(self, p: np.ndarray, scale):
        return self._replace(rest=turned(self.rest, p[0]), stiffness=self.stiffness * scale)

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = alike(self.stiffness, uneven=True)
        limit = mean_at(2.0 / np.sqrt(3.0) * np.asarray(section.moment), nodes)
        x = section.positions[:, nodes]
        length = np.linalg.norm(x[..., 2] - x[..., 1], axis=0)
        return StressPoints(points, nodes, limit, skin=ROD, twists=True, measure=length)


@inlined
def _geometry(s, j):
    """The dihedral, both turns and z."""
    e, f, g = edge(s.y, 0, j), edge(s.y, 1, j), edge(s.y, 2, j)
    one, two = turn_of(e, f), turn_of(f, g)
    return dihedral_of(e, f, g), one, two, dot(one.k, one.k), dot(two.k, two.k)


@inlined
def _difference(t, c, s):
    """cos Δ and sin Δ from those of φ and of φ⁰."""
    return t.cos * c + t.sin * s, t.sin * c - t.cos * s


@inlined
def _by_weight(one, two, z1, z2):
    """∂z by the three edges, for z = z₁z₂ and z₁ = |k₁|²."""
    e, f = pulled_back(one, scaled(one.k, 2.0 * z2))
    also, g = pulled_back(two, scaled(two.k, 2.0 * z1))
    return e, combined(1.0, f, 1.0, also), g


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        t, one, two, z1, z2 = _geometry(s, j)
        zc, z = law.fading[e], z1 * z2
        w, slope = z / (z + zc), zc / (z + zc) ** 2
        by_angle, by_z = by_edges(t), _by_weight(one, two, z1, z2)
        C, r = law.stiffness[e], law.ratio
        c0, s0 = _difference(t, law.rest[0, e], law.rest[1, e])
        c1, s1 = _difference(t, law.reference[0, e], law.reference[1, e])
        cosine, sine = (1.0 - c0) + r * (1.0 - c1), s0 + r * s1
        total += C * w * cosine
        clear_forces(s.f, 4, j)
        for i in range(3):
            add_force(s.f, i, j, C * w * sine, by_angle[i])
            add_force(s.f, i, j, C * slope * cosine, by_z[i])  # (3)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        t, one, two, z1, z2 = _geometry(s, j)
        zc, z = law.fading[e], z1 * z2
        w, slope = z / (z + zc), zc / (z + zc) ** 2
        by_angle, by_z = by_edges(t), _by_weight(one, two, z1, z2)
        C, r = law.stiffness[e], law.ratio
        clear_matrix(s.w)
        for term in range(2):
            if term == 0:
                scale, (c, d) = C, _difference(t, law.rest[0, e], law.rest[1, e])
            else:
                scale, (c, d) = C * r, _difference(t, law.reference[0, e], law.reference[1, e])
            if psd:
                _add_square(s.w, scale, c, d, w, slope, by_angle, by_z)
            elif scale > 0.0:
                _add_true(s.w, scale, c, d, w, slope, -2.0 * slope / (z + zc), by_angle, by_z)
                add_dihedral_second(s.w, t, scale * w * d)
                _add_weight_second(s.w, scale * (1.0 - c) * slope, one, two, z1, z2)
        mirror(s.w, 3)
        put_pairs(s.w, 4, s.h, j)


@inlined
def _add_square(m, scale, c, d, w, slope, by_angle, by_z):
    """scale · ∂r∂rᵀ with ∂r = √w cos ½Δ ∂φ + sin ½Δ ∂w/√w."""
    cosine, sine = np.sqrt(max(0.5 * (1.0 + c), 0.0)), np.sqrt(max(0.5 * (1.0 - c), 0.0))
    sine = sine if d >= 0.0 else -sine
    root = np.sqrt(w)
    a, b = root * cosine, sine * slope / (root + 1e-200)
    for i in range(3):
        for k in range(i, 3):
            p = combined(a, by_angle[i], b, by_z[i])
            q = combined(a, by_angle[k], b, by_z[k])
            add_outer(m, i, k, scale, p, q)


@inlined
def _add_true(m, scale, c, d, w, slope, second, by_angle, by_z):
    """The terms of (4) and (5) that are products of first derivatives."""
    for i in range(3):
        for k in range(i, 3):
            add_outer(m, i, k, scale * w * c, by_angle[i], by_angle[k])
            add_outer(m, i, k, scale * d * slope, by_z[i], by_angle[k])
            add_outer(m, i, k, scale * d * slope, by_angle[i], by_z[k])
            add_outer(m, i, k, scale * (1.0 - c) * second, by_z[i], by_z[k])


@inlined
def _add_weight_second(m, scale, one, two, z1, z2):
    """scale · ∂²z = scale (z₂ ∂²z₁ + z₁ ∂²z₂ + ∂z₁∂z₂ᵀ + ∂z₂∂z₁ᵀ), with ∂²z₁ = 2 (∂k₁)ᵀ∂k₁ + 2 k₁·∂²k₁."""
    memory = m[SIDE * SIDE :]
    add_quadratic(m, 0, one, 2.0 * scale * z2, 0.0, memory)
    add_second(m, 0, one, scaled(one.k, 2.0 * scale * z2))
    add_quadratic(m, 1, two, 2.0 * scale * z1, 0.0, memory)
    add_second(m, 1, two, scaled(two.k, 2.0 * scale * z1))
    e, f = pulled_back(one, scaled(one.k, 2.0))
    also, g = pulled_back(two, scaled(two.k, 2.0))
    add_outer(m, 0, 1, scale, e, also)
    add_outer(m, 0, 2, scale, e, g)
    add_outer(m, 1, 1, scale, f, also)
    add_outer(m, 1, 1, scale, also, f)
    add_outer(m, 1, 2, scale, f, g)


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        t, _, _, _, _ = _geometry(s, j)
        s.f[at(0, j)], s.f[at(1, j)] = t.cos, t.sin


register(Torsion, gradient=_gradient, hessian=_hessian, measure=_measure, angle=True)
