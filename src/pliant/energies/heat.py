"""Temperature of the nodes of a thermoplastic body, and how soft it makes them.

Within a step it goes on from T, that at its beginning, to a goal T∞ at a rate a (see `simulation.heating`):

    T(t) = T∞ + (T − T∞) exp(−a t)                                                                          (1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.model.flow import Thermoplastic

TEMPERATURE = "temperature"  # in the memory: T (P,) [°C] when a step begins,
GOAL, RATE = "temperature/goal", "temperature/rate"  # and T∞ [°C] and a [1/s] during it


class Heat:
    """From temperatures of nodes (P,) to rates of flow and stiffness, as shares of their own, at elements."""

    def __init__(self, law: Thermoplastic):
        self.law = law

    def memory(self, layout: Any) -> dict[str, np.ndarray]:
        """Temperatures at the start."""
        start = np.full(layout.size, self.law.temperature)
        return {TEMPERATURE: start, GOAL: start.copy(), RATE: np.zeros(layout.size)}

    def soft(self, temperature: np.ndarray) -> np.ndarray:
        """0 where it is cold and elastic, 1 where it is molten; straight between."""
        law = self.law
        return np.clip((temperature - law.softening) / (law.melting - law.softening), 0.0, 1.0)

    def at(
        self, memory: Mapping[str, np.ndarray], nodes: np.ndarray, passed: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """The rate of flow and the stiffness (n,), as shares of their own, of points with nodes (n, k).

        When a time [s] has `passed` since the step began.
        """
        soft = self.soft(temperatures(memory, passed))[nodes].mean(axis=1)
        return soft, 1.0 - (1.0 - self.law.softness) * soft


def temperatures(memory: Mapping[str, np.ndarray], passed: float) -> np.ndarray:
    """(1) of all nodes (P,)."""
    now, goal = memory[TEMPERATURE], memory[GOAL]
    return goal + (now - goal) * np.exp(-memory[RATE] * passed) if passed != 0.0 else now
