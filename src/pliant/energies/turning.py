"""How a chain of nodes turns at a node, as a vector: along the axis of the turn, as long as 2 tan(θ/2).

    k = (2 + η) e×f / Q ,   Q = (1 + η)|e||f| + e·f ,   |k| = 2 tan(θ/2) for η → 0                               (1)

for the edges e and f before and after the node and the angle θ between them. It grows faster than the angle does, so
that sharp turns are resisted; η = 1e-3 keeps it finite where the chain turns back on itself. With

    q_e = (1 + η)|f| e/|e| + f ,   q_f = (1 + η)|e| f/|f| + e                                                   (2)
    ∂k/∂e = −((2 + η)(f)ₓ + k q_eᵀ)/Q ,   ∂k/∂f = ((2 + η)(e)ₓ − k q_fᵀ)/Q                                      (3)

and, for a fixed vector g, ν = (2 + η) g·(e×f), n_e = (2 + η) f×g, n_f = (2 + η) g×e,

    ∂²(g·k)/∂e∂f = −(2 + η)(g)ₓ/Q − (n_e q_fᵀ + q_e n_fᵀ)/Q² + 2ν q_e q_fᵀ/Q³ − ν Q_ef/Q²                        (4)

where Q_ef = (1 + η) e fᵀ/(|e||f|) + I; for e, e likewise without the first term, Q_ee = (1 + η)|f|/|e| (I − eeᵀ/|e|²).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import SIDE, add_identity, add_outer, add_skew
from pliant.energies.small_matrices import cross, dot
from pliant.numerics.compile import inlined

BACK = 1e-3  # η
_TINY = 1e-75  # [m], so that products of four are not zero


class Turn(NamedTuple):
    """k of (1) for two edges, their lengths and directions, Q, q_e and q_f."""

    e: tuple[float, float, float]
    f: tuple[float, float, float]
    k: tuple[float, float, float]
    length_e: float
    length_f: float
    unit_e: tuple[float, float, float]
    unit_f: tuple[float, float, float]
    Q: float
    q_e: tuple[float, float, float]
    q_f: tuple[float, float, float]


@inlined
def scaled(a, s):
    return s * a[0], s * a[1], s * a[2]


@inlined
def combined(s, a, t, b):
    return s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]


@inlined
def turn_of(e, f):
    """(1) and (2)."""
    a, b = np.sqrt(dot(e, e)) + _TINY, np.sqrt(dot(f, f)) + _TINY
    unit_e, unit_f = scaled(e, 1.0 / a), scaled(f, 1.0 / b)
    Q = (1.0 + BACK) * a * b + dot(e, f)
    k = scaled(cross(e, f), (2.0 + BACK) / Q)
    q_e, q_f = combined((1.0 + BACK) * b, unit_e, 1.0, f), combined((1.0 + BACK) * a, unit_f, 1.0, e)
    return Turn(e, f, k, a, b, unit_e, unit_f, Q, q_e, q_f)


@inlined
def pulled_back(t, g):
    """gᵀ∂k/∂e and gᵀ∂k/∂f, from (3)."""
    along = dot(g, t.k) / t.Q
    c = (2.0 + BACK) / t.Q
    return combined(c, cross(t.f, g), -along, t.q_e), combined(c, cross(g, t.e), -along, t.q_f)


@inlined
def add_quadratic(w, i, t, scale, extra, jacobian):
    """Add (∂k)ᵀ(scale I + extra k kᵀ) ∂k to H of the edges i and i + 1; `jacobian` is memory for ∂k, (3, 6)."""
    for u in range(3):
        g = (1.0 if u == 0 else 0.0, 1.0 if u == 1 else 0.0, 1.0 if u == 2 else 0.0)
        by_e, by_f = pulled_back(t, g)
        for v in range(3):
            jacobian[6 * u + v], jacobian[6 * u + 3 + v] = by_e[v], by_f[v]
    along_e, along_f = pulled_back(t, t.k)
    for a in range(6):
        for b in range(6):
            value = 0.0
            for u in range(3):
                value += jacobian[6 * u + a] * jacobian[6 * u + b]
            left = along_e[a] if a < 3 else along_f[a - 3]
            right = along_e[b] if b < 3 else along_f[b - 3]
            w[SIDE * (3 * i + a) + 3 * i + b] += scale * value + extra * left * right


@inlined
def add_second(w, i, t, g):
    """Add ∂²(g·k) of (4) to H of the edges i and i + 1; the block below the diagonal is left to `mirror`."""
    c, Q = 2.0 + BACK, t.Q
    nu = dot(g, t.k) * Q
    n_e, n_f = scaled(cross(t.f, g), c), scaled(cross(g, t.e), c)
    for u in range(2):
        n, q = (n_e, t.q_e) if u == 0 else (n_f, t.q_f)
        unit = t.unit_e if u == 0 else t.unit_f
        ratio = t.length_f / t.length_e if u == 0 else t.length_e / t.length_f
        bulge = (1.0 + BACK) * ratio * nu / (Q * Q)
        add_outer(w, i + u, i + u, -1.0 / (Q * Q), n, q)
        add_outer(w, i + u, i + u, -1.0 / (Q * Q), q, n)
        add_outer(w, i + u, i + u, 2.0 * nu / (Q * Q * Q), q, q)
        add_outer(w, i + u, i + u, bulge, unit, unit)
        add_identity(w, i + u, i + u, -bulge)
    add_skew(w, i, i + 1, -c / Q, g)
    add_outer(w, i, i + 1, -1.0 / (Q * Q), n_e, t.q_f)
    add_outer(w, i, i + 1, -1.0 / (Q * Q), t.q_e, n_f)
    add_outer(w, i, i + 1, 2.0 * nu / (Q * Q * Q), t.q_e, t.q_f)
    add_outer(w, i, i + 1, -(1.0 + BACK) * nu / (Q * Q), t.unit_e, t.unit_f)
    add_identity(w, i, i + 1, -nu / (Q * Q))
