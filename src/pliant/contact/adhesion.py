"""Sticky obstacles: a pull towards the surface with a finite range and strength, and a grip along it.

Per area, at the height f above where contact begins, with u = f/reach and the strength σ [Pa],

    traction  t = σ (27/4) u (1 − u)² ,    E = −∫ t df from f to the reach                                    (1)

towards the surface for 0 < u < 1. It is zero on the surface, where the response holds nodes off, largest (σ) at a
third of the reach, and zero again at its end: more than σ pulls matter off, and that costs σ·reach·9/16 [J/m²].
Against sliding the surface holds as friction does (`friction`), with a limit that needs no pressure,

    σ (1 − u)² (1 + 2u) ,   σ in contact, nothing beyond the reach .                                          (2)

To schemes that only evaluate forces it is a spring of up to (27/4)σ/reach per area; their step must be short enough.
"""

from __future__ import annotations

from typing import NamedTuple

_SHAPE = 6.75


class AdhesionTerms(NamedTuple):
    """σ [Pa], reach [m], and the margin [m] above the surface where it begins."""

    stress: float
    reach: float
    margin: float


def adhesion(terms, f):
    """E, E′ and E″ of (1)."""
    u = (f - terms.margin) / terms.reach
    if u >= 1.0:
        return 0.0, 0.0, 0.0
    whole = _SHAPE * terms.stress * terms.reach
    if u <= 0.0:
        return -whole / 12.0, 0.0, 0.0
    E = whole * (u * u * (0.5 - u * (2.0 / 3.0 - 0.25 * u)) - 1.0 / 12.0)
    slope = _SHAPE * terms.stress
    return E, slope * u * (1.0 - u) ** 2, slope / terms.reach * (1.0 - u) * (1.0 - 3.0 * u)


def adhesive_grip(terms, f):
    """(2)."""
    u = min(max((f - terms.margin) / terms.reach, 0.0), 1.0)
    return terms.stress * (1.0 - u) ** 2 * (1.0 + 2.0 * u)
