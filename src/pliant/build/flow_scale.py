"""How far matter has flown, as one number for pictures: the strain of stretching that would store as much energy.

At a point with the elastic energy ½ Σ z²/Λ of what has flown (`energies.stress_points`), the stiffness c of stretching
and the area or length a,

    |p| = √(f Σ z²/Λ / (c a))                                                                                 (1)

with f = 1 for stretching. Bending strains the skin most: f = 3 for plates and 4 for round rods make (1) the strain
there, κt/2 and κr. Of springs it is the elongation over the length; of what has no stretching, Σ z²/Λ over its own
stiffness.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.stress_points import StressPoints

_LEAST = 1e-300


class FlowGauge:
    """Factors of √(Σ z²/Λ) in (1) for the energies of one body, the stretching first."""

    def __init__(self) -> None:
        self._stiffness = 0.0  # c

    def scale(self, where: StressPoints) -> np.ndarray | float:
        """(n,)."""
        points = where.points
        top = points.modulus.max(axis=0)
        if where.measure is not None and self._stiffness > 0.0:
            return np.sqrt(where.skin / (self._stiffness * np.maximum(where.measure, _LEAST)))
        if where.stretches:
            there = points.weight > 0.0
            self._stiffness = float(np.mean(top[there])) if there.any() else 0.0
        return 1.0 / np.sqrt(np.maximum(top, _LEAST)) / where.length
