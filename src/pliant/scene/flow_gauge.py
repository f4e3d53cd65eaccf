"""How far matter has flown, as one number for pictures: the strain of stretching that would store as much energy.

At a point with the elastic energy ½ Σ z²/Λ of what has flown (`energies.flow_points`), the stiffness c of stretching
and the area or length a,

    |p| = √(f Σ z²/Λ / (c a))                                                                                 (1)

with f = 1 for stretching. Bending strains the skin most: f = 3 for plates and 4 for round rods make (1) the strain
there, κt/2 and κr. Of springs it is the elongation over the length; of what has no stretching, Σ z²/Λ over its own
stiffness.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.bending import BendingEnergy
from pliant.energies.curvature import Bend, PlanarBend
from pliant.energies.elements import ElementEnergy
from pliant.energies.flow_points import Points
from pliant.energies.hinge import Hinges
from pliant.energies.metric import MetricEnergy
from pliant.energies.springs import Springs
from pliant.energies.stretch import Stretch
from pliant.energies.torsion import Torsion
from pliant.energies.triangle import Triangles
from pliant.scene.rest import RestShape

_PLATE, _ROD = 3.0, 4.0


class FlowGauge:
    """Factors of √(Σ z²/Λ) in (1) for the energies of one body, the stretching first."""

    def __init__(self, rest: RestShape):
        self._x = rest.positions
        self._stiffness = 0.0  # c

    def scale(self, energy: Any, points: Points, area: Any) -> np.ndarray | float:
        """(n,); `area` (n,) [m²] is that of the points of bending on a grid."""
        law = energy.law if isinstance(energy, ElementEnergy) else None
        top = points.modulus.max(axis=0)
        if isinstance(energy, MetricEnergy) or isinstance(law, Stretch | Triangles):
            there = points.weight > 0.0
            self._stiffness = float(np.mean(top[there])) if there.any() else 0.0
        elif isinstance(law, Springs):
            return 1.0 / np.sqrt(np.maximum(top, 1e-300)) / np.maximum(law.length, 1e-12)
        elif self._stiffness > 0.0:
            factor, measure = self._measure(energy, law, area)
            return np.sqrt(factor / (self._stiffness * np.maximum(measure, 1e-300)))
        return 1.0 / np.sqrt(np.maximum(top, 1e-300))

    def _measure(self, energy: Any, law: Any, area: Any) -> tuple[float, Any]:
        """f of (1), and the area or length of the points."""
        if isinstance(energy, BendingEnergy):
            return _PLATE, area
        x = self._x[:, energy.nodes]
        match law:
            case Bend() | PlanarBend():
                return _ROD, 0.5 * (_length(x[..., 1] - x[..., 0]) + _length(x[..., 2] - x[..., 1]))
            case Torsion():
                return _ROD, _length(x[..., 2] - x[..., 1])
            case Hinges():
                edge = x[..., 2] - x[..., 1]
                sides = (np.cross(edge, x[..., k] - x[..., 1], axis=0) for k in (0, 3))
                return _PLATE, sum(_length(side) for side in sides) / 6.0
        return 1.0, np.ones(energy.nodes.shape[0])


def _length(a: np.ndarray) -> np.ndarray:
    return np.linalg.norm(a, axis=0)
