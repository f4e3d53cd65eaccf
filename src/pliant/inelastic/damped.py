"""Internal damping of matter that flows within an implicit step: it is that of the whole stiffness, whatever gives way.

Within a step flow makes an elastic body of other stiffness and rest state: S C and d⁰ by (2) of `flow`, or for Newton's
method the tangent T of (4) and the d⁰ for which T(d − d⁰) is the stress. Damping adds ρC(d − d_ref), ρ = τ/h. Energies
that damp by the stiffness T they are given make (1 + ρ)T of it, and not T + ρC: by a part 1 − S = O(h) too little, an
error of first order, and where matter yields, far too little for Newton's method. So they are given

    T′ = (T + ρC)/(1 + ρ) ,   T′(d − d⁰′) + ρT′(d − d_ref) = T(d − d⁰) + ρC(d − d_ref)                        (1)

which for T = S C is S′ = (S + ρ)/(1 + ρ) and S′d⁰′ = S d⁰ + ρ(1 − S′)d_ref, the same for all d.

Sheets on a grid make one square of both, ½C(s d − p − ρ d_ref)²/s with s = 1 + ρ, which lacks ½(ρ/s)C(p − d_ref)²: a
constant, unless p is part of what the step solves for. Where matter yields it is added.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.stress_points import Points

LEAST = 1e-12  # of the stiffness, in directions in which a point has none


def condensed(scale: Any, rest: np.ndarray, damping: float, past: np.ndarray) -> tuple[Any, np.ndarray]:
    """S′ and S′d⁰′ of (1), from S, S d⁰, ρ and d_ref."""
    whole = (scale + damping) / (1.0 + damping)
    return whole, rest + damping * (1.0 - whole) * past


def tangent(
    points: Points, d: np.ndarray, rest: np.ndarray, stiffness: np.ndarray, damping: float, past: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """d⁰′ (m, n) and T′ (m, m, n) of (1) at strains d, from d⁰ and T."""
    own = points.stiffness
    whole = (stiffness + damping * own) / (1.0 + damping)
    stress = np.einsum("ijn,jn->in", stiffness, d - rest)
    stress += damping * np.einsum("ijn,jn->in", own - whole, d - past)
    return d - solve(whole, stress), whole


def solve(stiffness: np.ndarray, stress: np.ndarray) -> np.ndarray:
    """The strains (m, n) that lead to stress, also where a point at a free edge has none in some directions."""
    whole = np.moveaxis(stiffness, -1, 0)
    least = LEAST * np.trace(whole, axis1=1, axis2=2)[:, None, None] * np.eye(len(stress))
    return np.linalg.solve(whole + least, stress.T[:, :, None])[:, :, 0].T
