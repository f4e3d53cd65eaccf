"""Bending of a mesh: the angle at which two triangles meet in an edge.

    E = Σ ½ k (θ − θ⁰)² ,   k = D |e|²/(A₁ + A₂)                                                               (1)

over the edges e between two triangles of areas A₁ and A₂, with the bending stiffness D [N·m] (Grinspun et al. 2003).
θ is zero where the triangles lie in one plane. Bent round a cylinder whose axis runs along edges of the mesh, with κ
the curvature, (1) is ½Dκ² per area exactly: in strips of width h between parallel edges θ = κh. Across other meshes it
is right on average only, and Poisson's ratio is the mesh's own.

The angle between the planes is that of `dihedral` for the chain from one far corner along the edge to the other, less
π. ∂E = kΔ ∂θ with Δ = θ − θ⁰, ∂²E = k ∂θ∂θᵀ + kΔ ∂²θ, of which Newton's method gets the first term. Damping
(Kelvin–Voigt, time τ) adds ½k(τ/h)(θ − θ_ref)².
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import add_force, add_outer, clear_forces, clear_matrix, edge, mirror, put_pairs
from pliant.energies.dihedral import add_dihedral_second, angle_between, by_edges, dihedral_of, turned
from pliant.energies.elements import at, register
from pliant.energies.stress_points import PLATE, Section, StressPoints, alike, mean_at
from pliant.numerics.compile import inlined, uint


class Hinges(NamedTuple):
    """Edges of a mesh that resist folding; their nodes are: far corner, edge, edge, other far corner."""

    stiffness: np.ndarray  # (n,) k [N·m]
    rest: np.ndarray  # (2, n) cos φ⁰ and sin φ⁰ of the dihedral
    reference: np.ndarray  # (2, n) the same at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return angle_between(measured, self.rest)[None]

    def flown(self, p: np.ndarray, scale):
        return self._replace(rest=turned(self.rest, p[0]), stiffness=self.stiffness * scale)

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        """With a third of the triangles on both sides for the area."""
        x = section.positions[:, nodes]
        edge = x[..., 2] - x[..., 1]
        sides = (np.cross(edge, x[..., k] - x[..., 1], axis=0) for k in (0, 3))
        area = sum(np.linalg.norm(side, axis=0) for side in sides) / 6.0
        limit = mean_at(section.moment, nodes) * np.linalg.norm(edge, axis=0)
        return StressPoints(alike(self.stiffness), nodes, limit, skin=PLATE, measure=area)


@inlined
def _angle(t, c, s):
    """φ − φ⁰ between −π and π."""
    return np.arctan2(t.sin * c - t.cos * s, t.cos * c + t.sin * s)


@inlined
def _moment(law, e, t):
    """∂E/∂θ and E."""
    d = _angle(t, law.rest[0, e], law.rest[1, e])
    c = _angle(t, law.reference[0, e], law.reference[1, e]) if law.ratio > 0.0 else 0.0
    return law.stiffness[e] * (d + law.ratio * c), 0.5 * law.stiffness[e] * (d * d + law.ratio * c * c)


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        t = dihedral_of(edge(s.y, 0, j), edge(s.y, 1, j), edge(s.y, 2, j))
        moment, energy = _moment(law, uint(first + j), t)
        total += energy
        by_angle = by_edges(t)
        clear_forces(s.f, 4, j)
        for i in range(3):
            add_force(s.f, i, j, moment, by_angle[i])
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        t = dihedral_of(edge(s.y, 0, j), edge(s.y, 1, j), edge(s.y, 2, j))
        by_angle = by_edges(t)
        clear_matrix(s.w)
        for i in range(3):
            for k in range(i, 3):
                add_outer(s.w, i, k, law.stiffness[e] * (1.0 + law.ratio), by_angle[i], by_angle[k])
        if not psd:
            moment, _ = _moment(law, e, t)
            add_dihedral_second(s.w, t, moment)
        mirror(s.w, 3)
        put_pairs(s.w, 4, s.h, j)


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        t = dihedral_of(edge(s.y, 0, j), edge(s.y, 1, j), edge(s.y, 2, j))
        s.f[at(0, j)], s.f[at(1, j)] = t.cos, t.sin


register(Hinges, gradient=_gradient, hessian=_hessian, measure=_measure, angle=True)
