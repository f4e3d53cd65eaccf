"""What matter remembers, integrated along with its motion by the stages of a Runge–Kutta scheme.

Flow has a rate that is a function of positions and of what has flown, ṗ = g(x, p), if there is a dashpot in it. An
energy that knows it is evaluated at stage i with

    p_i = p_n + Δt Σ_{j<i} a_ij ṗ_j ,   ṗ_i = g(x_i, p_i) ,   p_{n+1} = p_n + Δt Σ b_i ṗ_i                    (1)

and what it dissipates is one more quantity with a rate, W = Δt Σ b_i w_i: positions, flow and the energy balance are
all of the order of the scheme. (1) is explicit, and stable only for rates that are slow beside the step (`SLOW`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.model.protocols import Stage

SLOW = 0.5  # Δt times the rate at which flow decays, at most: Runge–Kutta schemes bear 2 and more


class Stages:
    """The rates of one step, as far as its stages have been evaluated."""

    def __init__(self):
        self._rates: list[np.ndarray] = []
        self._powers: list[np.ndarray] = []

    def at(self, stage: Stage, start: np.ndarray, dt: float) -> np.ndarray:
        """p_i of (1)."""
        return start + dt * _sum(stage.row, self._rates)

    def note(self, stage: Stage, rate: np.ndarray, power: np.ndarray) -> None:
        """ṗ_i and w_i [W] (k,), for the energy balance. A stage that is evaluated again says the same again."""
        number = len(stage.row)
        self._rates[number:], self._powers[number:] = [rate], [power]

    def end(self, stage: Stage, start: np.ndarray, dt: float) -> tuple[np.ndarray, np.ndarray]:
        """p_{n+1} and W [J] (k,), after the last stage."""
        weights = stage.weights
        return start + dt * _sum(weights, self._rates), dt * _sum(weights, self._powers)


def _sum(shares: tuple[float, ...], rates: list[np.ndarray]) -> Any:
    return sum(share * rate for share, rate in zip(shares, rates, strict=False) if share)
