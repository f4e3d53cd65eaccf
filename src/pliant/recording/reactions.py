"""What holds bodies, and how hard: forces and moments of constraints and obstacles.

A frame that has reactions has an array `!reactions`, (n, 9): force, moment and center of each of the names that META
has under "reactions".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

REACTIONS = "reactions"  # what is asked for, beside the names of readings
KEY = "!reactions"


@dataclass(frozen=True, eq=False)
class Reaction:
    """What a constraint or an obstacle does to a body: `force` [N], and `moment` [N·m] about `center` [m]."""

    force: np.ndarray  # (3,)
    moment: np.ndarray  # (3,)
    center: np.ndarray  # (3,): the mean of the points at which it acts

    def moment_about(self, point: Sequence[float] | np.ndarray) -> np.ndarray:
        """Its moment about another point [N·m]."""
        return self.moment + np.cross(self.center - np.asarray(point, dtype=float), self.force)

    @classmethod
    def of(cls, points: np.ndarray, forces: np.ndarray) -> Reaction:
        """Of forces (n, 3) at points (n, 3)."""
        if not len(points):
            return cls(np.zeros(3), np.zeros(3), np.zeros(3))
        center = points.mean(axis=0)
        return cls(forces.sum(axis=0), np.cross(points - center, forces).sum(axis=0), center)


def as_array(found: Mapping[str, Reaction], names: Sequence[str]) -> np.ndarray:
    """The array of a frame; what has no reaction by then is NaN."""
    none = np.full(9, np.nan)
    rows = [
        np.concatenate([found[name].force, found[name].moment, found[name].center]) if name in found else none
        for name in names
    ]
    return np.array(rows).reshape(-1, 9)


def from_array(array: np.ndarray, names: Sequence[str]) -> dict[str, Reaction]:
    """What `as_array` was given."""
    return {
        name: Reaction(row[:3], row[3:6], row[6:])
        for name, row in zip(names, array, strict=True)
        if np.isfinite(row).all()
    }
