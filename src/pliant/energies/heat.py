"""Temperature of the nodes of a thermoplastic body, and how soft it makes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.model.flow import Thermoplastic

TEMPERATURE = "temperature"  # in the memory: (P,) [°C]


class Heat:
    """From temperatures of nodes (P,) to rates of flow and stiffness, as shares of their own, at elements."""

    def __init__(self, law: Thermoplastic):
        self.law = law

    def memory(self, layout: Any) -> dict[str, np.ndarray]:
        """Temperatures at the start."""
        return {TEMPERATURE: np.full(layout.size, self.law.temperature)}

    def soft(self, temperature: np.ndarray) -> np.ndarray:
        """0 where it is cold and elastic, 1 where it is molten; straight between."""
        law = self.law
        return np.clip((temperature - law.softening) / (law.melting - law.softening), 0.0, 1.0)

    def at(self, memory: Mapping[str, np.ndarray], nodes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rate of flow and the stiffness (n,), as shares of their own, of points with nodes (n, k)."""
        soft = self.soft(memory[TEMPERATURE])[nodes].mean(axis=1)
        return soft, 1.0 - (1.0 - self.law.softness) * soft
