"""The angle between two planes that share an edge: torsion of a curve.

For a chain of edges e, f, g with A = e×f and B = f×g,

    cos φ = A·B/(|A||B|) ,   sin φ = f·(A×B)/(|f||A||B|)                                                       (1)
    ∂φ/∂e = |f| A/A² ,   ∂φ/∂g = |f| B/B² ,   ∂φ/∂f = −(e·f) A/(|f|A²) − (g·f) B/(|f|B²)                         (2)

φ is positive for a right-handed turn about f. Differentiating (2) with dA = de×f + e×df and dB = df×g + f×dg gives the
second derivatives (as Blondel & Karplus 1996 have them, for other signs of the edges),

    φ_ee = −|f| ((f)ₓ/A² + 2 A (f×A)ᵀ/A⁴) ,   φ_gg = |f| ((f)ₓ/B² − 2 B (B×f)ᵀ/B⁴) ,   φ_eg = 0                    (3)
    φ_ef = A fᵀ/(|f|A²) + |f| a ,   φ_gf = B fᵀ/(|f|B²) + |f| b ,                                              (4)
    a = (e)ₓ/A² − 2 A (A×e)ᵀ/A⁴ ,   b = −(g)ₓ/B² − 2 B (g×B)ᵀ/B⁴
    φ_ff = −A ē^T/A² − (e·f/|f|) a − B ḡ^T/B² − (g·f/|f|) b ,   ē = e/|f| − (e·f) f/|f|³ and likewise ḡ .        (5)

Where e and f are parallel there is no angle; A² is kept above a tiny fraction of e²f², so that all is finite there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import add_outer, add_skew
from pliant.energies.small_matrices import cross, dot
from pliant.energies.turning import combined, scaled
from pliant.numerics.compile import inlined

_PARALLEL = 1e-24  # sin²θ below which two edges have no plane
_TINY = 1e-150


class Dihedral(NamedTuple):
    """cos φ, sin φ and what (2)–(5) are made of."""

    cos: float
    sin: float
    e: tuple[float, float, float]
    f: tuple[float, float, float]
    g: tuple[float, float, float]
    A: tuple[float, float, float]
    B: tuple[float, float, float]
    A2: float
    B2: float
    length: float  # |f|


@inlined
def dihedral_of(e, f, g):
    """(1)."""
    A, B, ff = cross(e, f), cross(f, g), dot(f, f) + _TINY
    A2 = dot(A, A) + _PARALLEL * dot(e, e) * ff + _TINY
    B2 = dot(B, B) + _PARALLEL * dot(g, g) * ff + _TINY
    length = np.sqrt(ff)
    scale = 1.0 / (np.sqrt(A2) * np.sqrt(B2))
    return Dihedral(dot(A, B) * scale, dot(f, cross(A, B)) * scale / length, e, f, g, A, B, A2, B2, length)


@inlined
def by_edges(t):
    """∂φ/∂e, ∂φ/∂f and ∂φ/∂g of (2)."""
    a, b = dot(t.e, t.f) / (t.length * t.A2), dot(t.g, t.f) / (t.length * t.B2)
    return scaled(t.A, t.length / t.A2), combined(-a, t.A, -b, t.B), scaled(t.B, t.length / t.B2)


@inlined
def add_dihedral_second(w, t, scale):
    """Add scale · ∂²φ of (3)–(5) to H of the edges 0, 1, 2; the blocks below the diagonal are left to `mirror`."""
    e, f, g, A, B, length = t.e, t.f, t.g, t.A, t.B, t.length
    p, q = scale / t.A2, scale / t.B2
    pp, qq = 2.0 * p / t.A2, 2.0 * q / t.B2
    add_skew(w, 0, 0, -length * p, f)
    add_outer(w, 0, 0, -length * pp, A, cross(f, A))
    add_skew(w, 2, 2, length * q, f)
    add_outer(w, 2, 2, -length * qq, B, cross(B, f))
    add_outer(w, 0, 1, p / length, A, f)
    add_skew(w, 0, 1, length * p, e)
    add_outer(w, 0, 1, -length * pp, A, cross(A, e))
    add_outer(w, 1, 2, q / length, f, B)  # φ_fg = φ_gfᵀ
    add_skew(w, 1, 2, length * q, g)
    add_outer(w, 1, 2, -length * qq, cross(g, B), B)
    a, b = dot(e, f) / length, dot(g, f) / length
    add_outer(w, 1, 1, -p, A, combined(1.0 / length, e, -a / (length * length), f))
    add_skew(w, 1, 1, -a * p, e)
    add_outer(w, 1, 1, a * pp, A, cross(A, e))
    add_outer(w, 1, 1, -q, B, combined(1.0 / length, g, -b / (length * length), f))
    add_skew(w, 1, 1, b * q, g)
    add_outer(w, 1, 1, b * qq, B, cross(g, B))


def angle_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The angles (n,) from b to a, each given by cosine and sine (2, n); between −π and π."""
    return np.arctan2(a[1] * b[0] - a[0] * b[1], a[0] * b[0] + a[1] * b[1])


def turned(a: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Angles by cosine and sine (2, n), larger by `angle` (n,)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([a[0] * c - a[1] * s, a[1] * c + a[0] * s])
