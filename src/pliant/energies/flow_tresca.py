"""Sheets that yield by Tresca's condition: where the largest shear, in the sheet or across it, is half the limit.

    T = max(|σ₁|, |σ₂|, |σ₁ − σ₂|) ≤ limit                                                                  (1)

for the principal stresses of a sheet in plane stress. Its limit has corners, at which flow along the normal is not one
direction; here stress is brought back straight towards its centre, at the end of a step: with ξ = d − (1 + H)p

    Δp = ξ (1 − limit/T)₊/(1 + H + r) .                                                                     (2)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.elements import ElementEnergy
from pliant.energies.flow import FlowingEnergy
from pliant.energies.flow_points import full_matrix
from pliant.energies.metric import MetricEnergy, corners
from pliant.model.protocols import StepContext


class TrescaEnergy(FlowingEnergy):
    """The metric energy of a sheet, on a grid or of triangles, with one unit that yields."""

    def __init__(self, elastic: Any, *arguments: Any, **options: Any):
        super().__init__(elastic, *arguments, **options)
        self._stiffness, self._root = _frame(elastic, self.points.weight)

    def begin_step(self, step: StepContext) -> None:
        self._step = step
        self._ratios[0] = self.units[0].time / step.dt if np.isfinite(step.dt) else np.inf
        self._reference[:] = step.memory[self.name]
        self.elastic.flow(self._shaped(self._reference[0]), 1.0)
        self.elastic.begin_step(step)

    @property
    def yields_within(self) -> bool:
        return False

    def _yield_to(self, x: np.ndarray) -> float:
        unit, p = self.units[0], self._reference[0]
        driven = self._strains(x) - (1.0 + unit.hardening) * p
        size = self.equivalent(driven)
        beyond = np.where(size > self._limit, 1.0 - self._limit / np.maximum(size, 1e-300), 0.0)
        change = driven * beyond / (1.0 + unit.hardening + self._ratios[0])
        self._now[:] = p + change
        self._spent = (0.0, self._work(driven - 0.5 * (1.0 + unit.hardening) * change, change))
        return 0.0

    def equivalent(self, strain: np.ndarray) -> np.ndarray:
        """T of (1) for ΔG (3, n)."""
        half = strain * np.array([[0.5], [0.5], [1.0]])
        s = np.einsum("nij,jn->in", self._stiffness, half)
        stress = np.swapaxes(self._root, 1, 2) @ np.moveaxis(s[[[0, 2], [2, 1]]], -1, 0) @ self._root
        mean = 0.5 * (stress[:, 0, 0] + stress[:, 1, 1])
        radius = np.hypot(0.5 * (stress[:, 0, 0] - stress[:, 1, 1]), stress[:, 0, 1])
        return np.maximum(np.abs(mean) + radius, 2.0 * radius)


def _frame(elastic: Any, area: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """C (n, 3, 3) [N/m], and L of G⁰ = LLᵀ (n, 2, 2), so that LᵀSL is the stress in an orthonormal frame."""
    if isinstance(elastic, MetricEnergy):
        moduli = np.moveaxis(elastic.moduli.reshape(4, 6, -1), 0, 1).reshape(6, -1)
        g = corners(elastic.rest).reshape(3, -1)
    else:
        assert isinstance(elastic, ElementEnergy)
        moduli, g = elastic.law.moduli, elastic.law.rest
    there = area > 0.0
    stiffness = full_matrix(np.where(there, moduli / np.where(there, area, 1.0), 0.0))
    metric = np.moveaxis(g[[[0, 2], [2, 1]]], -1, 0)
    return stiffness, np.linalg.cholesky(np.where(there[:, None, None], metric, np.eye(2)))
