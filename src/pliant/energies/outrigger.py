"""Outriggers: points beside the edges of a rod with a material frame, which show how its cross-section is turned.

An edge e of a rod carries a point at its middle + d, a distance R away. Only the direction of d across the edge means
anything (`twist`); that it stays across and as long as it was at rest is seen to by

    E = ½ K [¼ (d·d/R² − 1)² + (d·t)²/R²] ,   t = e/|e|                                                        (1)

with K [N·m] near the stiffness against twist, so that neither small steps nor linear systems mind it. With b = d·t and
d_⊥ = d − bt,

    ∂b/∂d = t ,   ∂b/∂e = d_⊥/|e| ,   ∂²b/∂e∂d = (I − ttᵀ)/|e| ,
    ∂²b/∂e² = −(t d_⊥ᵀ + d_⊥ tᵀ + b (I − ttᵀ))/|e|² .                                                           (2)

The version of the Hessian for Newton's method drops a negative d·d/R² − 1, and ∂²b. Damping (Kelvin–Voigt, time τ)
resists the change of d·d/R² and of b/R.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.elements import at, register
from pliant.energies.small_matrices import dot
from pliant.energies.stress_points import Section, StressPoints
from pliant.energies.turning import combined
from pliant.numerics.compile import inlined, uint

_TINY = 1e-200


class Outrigger(NamedTuple):
    """Edges with a point beside them: the nodes at both ends, and the point."""

    stiffness: np.ndarray  # (n,) K [N·m]
    reach: np.ndarray  # (n,) R [m]
    reference: np.ndarray  # (2, n) d·d/R² and b/R at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes[self.stiffness > 0.0]]

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints | None:
        return None  # it is no matter


@inlined
def _geometry(s, j):
    """d, t and |e|."""
    y = s.y
    x = (y[at(3, j)] - y[at(0, j)], y[at(4, j)] - y[at(1, j)], y[at(5, j)] - y[at(2, j)])
    length = np.sqrt(dot(x, x)) + _TINY
    d = (
        y[at(6, j)] - 0.5 * (y[at(0, j)] + y[at(3, j)]),
        y[at(7, j)] - 0.5 * (y[at(1, j)] + y[at(4, j)]),
        y[at(8, j)] - 0.5 * (y[at(2, j)] + y[at(5, j)]),
    )
    return d, (x[0] / length, x[1] / length, x[2] / length), length


@inlined
def _terms(law, e, d, t):
    """E, and its derivatives by d·d and by b."""
    k, square, r = law.stiffness[e], law.reach[e] ** 2, law.ratio
    long, along = dot(d, d) / square, dot(d, t)
    more, lean = long - law.reference[0, e], along - law.reference[1, e] * law.reach[e]
    energy = (
        0.5 * k * (0.25 * ((long - 1.0) ** 2 + r * more * more) + (along * along + r * lean * lean) / square)
    )
    return energy, 0.25 * k * (long - 1.0 + r * more) / square, k * (along + r * lean) / square


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        d, t, length = _geometry(s, j)
        energy, by_square, by_b = _terms(law, e, d, t)
        total += energy
        b = dot(d, t)
        on_d = combined(2.0 * by_square, d, by_b, t)
        on_e = combined(by_b / length, d, -by_b * b / length, t)  # (2)
        for c in range(3):
            s.f[at(c, j)] = -on_e[c] - 0.5 * on_d[c]
            s.f[at(3 + c, j)] = on_e[c] - 0.5 * on_d[c]
            s.f[at(6 + c, j)] = on_d[c]
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        d, t, length = _geometry(s, j)
        _, by_square, by_b = _terms(law, e, d, t)
        k = law.stiffness[e] * (1.0 + law.ratio) / law.reach[e] ** 2
        more = k / law.reach[e] ** 2
        if psd:
            by_square, by_b = max(by_square, 0.0), 0.0
        b = dot(d, t)
        for u in range(3):
            for v in range(3):
                one = 1.0 if u == v else 0.0
                du, dv = (d[u] - b * t[u]) / length, (d[v] - b * t[v]) / length
                across = (one - t[u] * t[v]) / length
                dd = more * d[u] * d[v] + 2.0 * by_square * one + k * t[u] * t[v]
                ed = k * du * t[v] + by_b * across
                de = k * t[u] * dv + by_b * across
                ee = k * du * dv - by_b * (t[u] * dv + du * t[v] + b * across) / length
                # e = x₁ − x₀, d = x₂ − ½(x₀ + x₁)
                s.h[at(3 * u + v, j)] = -ee + 0.5 * ed - 0.5 * de + 0.25 * dd
                s.h[at(9 + 3 * u + v, j)] = -ed - 0.5 * dd
                s.h[at(18 + 3 * u + v, j)] = ed - 0.5 * dd


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        e = uint(first + j)
        d, t, _ = _geometry(s, j)
        s.f[at(0, j)], s.f[at(1, j)] = dot(d, d) / law.reach[e] ** 2, dot(d, t) / law.reach[e]


register(Outrigger, gradient=_gradient, hessian=_hessian, measure=_measure)
