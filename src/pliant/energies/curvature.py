"""Bending of a curve: the second term of the primal energy of curves, with respect to rest length.

    E = ∫ ½ EI (κ − κ⁰)² ds⁰ = Σ ½ B (|k| − k⁰)² ,   B = EI/l ,   κ = |k|/l                                       (1)

over the nodes between two edges; k is the turn there (`turning`), l the mean rest length of the edges [m], EI the
bending stiffness [N·m²].

*In space* only the size of κ counts: a curve without a frame of its own cannot know to which side it should bend. Where
a curved one is straightened, |k| has a kink; it is rounded off by using m = √(k² + δ²) in place of |k|, with δ = k⁰/30
(which takes 0.1 % from the stiffness at rest, and nothing if the curve is straight there):

    ∂E/∂k = B (1 − m⁰/m) k ,   ∂²E/∂k² = B [(1 − m⁰/m) I + m⁰/m³ kkᵀ]                                           (2)

*In a plane* with unit normal n curvature has a sign, and a dent is not mistaken for a bulge:

    E = Σ ½ B |k − k⁰n|² ,   ∂E/∂k = B (k − k⁰n) ,   ∂²E/∂k² = B I .                                            (3)

With J = ∂k/∂x the forces are Jᵀ∂E/∂k; the version of the Hessian for Newton's method is Jᵀ ∂²E/∂k² J without negative
eigenvalues of ∂²E/∂k², the true one has ∂E/∂k · ∂²k/∂x² besides.

Damping (Kelvin–Voigt, time τ) adds ½ B (τ/h)(|k| − k_ref)² in space, rounded off at 10⁻⁴, and likewise (3) in a plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import add_force, clear_forces, clear_matrix, edge, mirror, put_pairs
from pliant.energies.elements import at, register
from pliant.energies.small_matrices import dot
from pliant.energies.stress_points import ROD, Section, StressPoints, alike, mean_at
from pliant.energies.turning import add_quadratic, add_second, pulled_back, scaled, turn_of
from pliant.numerics.compile import inlined, uint

_ROUNDED = 1.0 / 30.0  # δ / k⁰
_KINK = 1e-4  # the same for damping
_JACOBIAN = 81  # where memory for ∂k begins


class Bend(NamedTuple):
    """Nodes at which a curve in space resists bending."""

    stiffness: np.ndarray  # (n,) B [N·m]
    rest: np.ndarray  # (n,) k⁰
    reference: np.ndarray  # (1, n) |k| at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured - self.rest

    def flown(self, p: np.ndarray, scale) -> Bend:
        return self._replace(rest=np.maximum(self.rest + p[0], 0.0), stiffness=self.stiffness * scale)

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = alike(self.stiffness, uneven=True)
        return StressPoints(
            points, nodes, mean_at(section.moment, nodes), skin=ROD, measure=_lengths(section, nodes)
        )


class PlanarBend(NamedTuple):
    """Nodes at which a curve in a plane resists bending."""

    stiffness: np.ndarray  # (n,) B [N·m]
    rest: np.ndarray  # (3, n) k⁰n
    reference: np.ndarray  # (3, n) k at the beginning of a step
    ratio: float = 0.0

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured - self.rest

    def flown(self, p: np.ndarray, scale) -> PlanarBend:
        return self._replace(rest=self.rest + p, stiffness=self.stiffness * scale)

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = alike(self.stiffness, numbers=3)
        return StressPoints(
            points, nodes, mean_at(section.moment, nodes), skin=ROD, measure=_lengths(section, nodes)
        )


def _lengths(section: Section, nodes: np.ndarray) -> np.ndarray:
    """The mean length [m] of the two edges at a node, at rest."""
    x = section.positions[:, nodes]
    one, two = x[..., 1] - x[..., 0], x[..., 2] - x[..., 1]
    return 0.5 * (np.linalg.norm(one, axis=0) + np.linalg.norm(two, axis=0))


# ---------------------------------------------------------------- (2) and (3)


@inlined
def _in_space(law, e, k):
    """E, ∂E/∂k = a k, ∂²E/∂k² = a I + b kkᵀ: returns E, a, b."""
    kk, rest, r = dot(k, k), law.rest[e], law.ratio
    blur = _ROUNDED * rest
    m, m0 = np.sqrt(kk + blur * blur) + 1e-100, np.sqrt(rest * rest + blur * blur)
    stiff = law.stiffness[e]
    d, d0 = np.sqrt(kk + _KINK * _KINK), np.sqrt(law.reference[0, e] ** 2 + _KINK * _KINK)
    damped = r * stiff
    energy = 0.5 * (stiff * (m - m0) ** 2 + damped * (d - d0) ** 2)
    return energy, stiff * (1.0 - m0 / m) + damped * (1.0 - d0 / d), stiff * m0 / m**3 + damped * d0 / d**3


@inlined
def _in_plane(law, e, k):
    """E and ∂E/∂k."""
    B, r = law.stiffness[e], law.ratio
    x, y, z = k[0] - law.rest[0, e], k[1] - law.rest[1, e], k[2] - law.rest[2, e]
    u, v, w = k[0] - law.reference[0, e], k[1] - law.reference[1, e], k[2] - law.reference[2, e]
    energy = 0.5 * B * (x * x + y * y + z * z + r * (u * u + v * v + w * w))
    return energy, (B * (x + r * u), B * (y + r * v), B * (z + r * w))


# ---------------------------------------------------------------- loops


@inlined
def _put_forces(s, j, t, g):
    by_e, by_f = pulled_back(t, g)
    clear_forces(s.f, 3, j)
    add_force(s.f, 0, j, 1.0, by_e)
    add_force(s.f, 1, j, 1.0, by_f)


@inlined
def _put_blocks(s, j, t, a, b, g, psd):
    clear_matrix(s.w)
    add_quadratic(s.w, 0, t, a, b, s.w[_JACOBIAN:])
    if not psd:
        add_second(s.w, 0, t, g)
    mirror(s.w, 2)
    put_pairs(s.w, 3, s.h, j)


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        energy, a, _ = _in_space(law, uint(first + j), t.k)
        total += energy
        _put_forces(s, j, t, scaled(t.k, a))
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        _, a, b = _in_space(law, uint(first + j), t.k)
        g = scaled(t.k, a)
        if psd:
            kk = dot(t.k, t.k)
            along, a = max(a + b * kk, 0.0), max(a, 0.0)
            b = (along - a) / (kk + 1e-200)
        _put_blocks(s, j, t, a, b, g, psd)


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        s.f[at(0, j)] = np.sqrt(dot(t.k, t.k))


@inlined
def _planar_gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        energy, g = _in_plane(law, uint(first + j), t.k)
        total += energy
        _put_forces(s, j, t, g)
    return total


@inlined
def _planar_hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        _, g = _in_plane(law, e, t.k)
        _put_blocks(s, j, t, law.stiffness[e] * (1.0 + law.ratio), 0.0, g, psd)


@inlined
def _planar_measure(law, first, n, s):
    for j in range(n):
        t = turn_of(edge(s.y, 0, j), edge(s.y, 1, j))
        s.f[at(0, j)], s.f[at(1, j)], s.f[at(2, j)] = t.k[0], t.k[1], t.k[2]


register(Bend, gradient=_gradient, hessian=_hessian, measure=_measure)
register(PlanarBend, gradient=_planar_gradient, hessian=_planar_hessian, measure=_planar_measure)
