"""Warmth from a hot obstacle, or into a cold one: which nodes touch it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.contact.dispatch import distance
from pliant.contact.motion import Motion, moved
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout


@dataclass(frozen=True)
class WarmContact:
    """One body and one obstacle: nodes nearer than `reach` [m] take on its `temperature` [°C] within `time` [s]."""

    layout: Layout
    geometry: Any
    reach: float
    temperature: float
    time: float
    motion: Motion | None = None

    def touching(self, x: np.ndarray, time: float) -> np.ndarray:
        """1 at nodes that touch the obstacle at positions x at a time, else 0, (P,)."""
        out = self.layout.zeros()
        mark_near(moved(self.geometry, self.motion, time), self.reach, x, self.layout.nodes, out)
        return out


@kernel
def mark_near(geometry, reach, x, nodes, out):
    for p in nodes:
        d, _, _, _ = distance(geometry, x[0, p], x[1, p], x[2, p])
        if d <= reach:
            out[p] = 1.0
