"""Hybrid bodies that flow: their reference shape takes over deformation [002 §4.4].

What the reference absorbs is p per node, in the frame: r + p is the shape without stress. Without a limit this is (2)
of `flow`, for e in place of the strain: all nodes flow alike, and K stays constant up to a factor. With a limit
[m] on |e − (1 + H)p|, or where temperature varies, p is moved at the end of a step, by (3) of `flow` node by node, and
lags behind by one step: K couples the nodes, so that an implicit return would not be one node's own affair.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.flow import DISSIPATED, FlowingEnergy
from pliant.energies.flow_points import alike
from pliant.energies.heat import Heat
from pliant.energies.spline import SplineEnergy
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext


class FlowingSpline(FlowingEnergy):
    """A spline energy with the units that give way in it."""

    def __init__(
        self,
        elastic: SplineEnergy,
        units: list[Unit],
        name: str,
        limit: float,
        bound: float,
        heat: Heat | None,
    ):
        nodes = np.arange(elastic.layout.size)[:, None]
        points = alike(np.ones(elastic.layout.size), numbers=3)
        super().__init__(elastic, points, units, name, limit=limit, bound=bound, heat=heat, nodes=nodes)
        self._lags = self.yields or heat is not None

    def begin_step(self, step: StepContext) -> None:
        if not self._lags:
            super().begin_step(step)
            return
        self._step = step
        self._ratios[:] = [unit.time / step.dt if np.isfinite(step.dt) else np.inf for unit in self.units]
        if self._heat is not None and self.nodes is not None:
            self._soft, self._stiff = self._heat.at(step.memory, self.nodes)
        self._reference[:] = step.memory[self.name]
        self.elastic.flow(self._reference[0].copy(), float(np.mean(self._stiff)))
        self.elastic.begin_step(step)

    @property
    def yields_within(self) -> bool:
        return False

    def stored(self, x: np.ndarray) -> float:
        self._stiff = float(np.mean(self._stiff))
        return super().stored(x)

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        if not self.yields:
            super().end_step(x, memory)
            return
        flown, before = memory[self.name], memory[f"{self.name}/before"]
        before[:] = flown
        super()._yield_to(x)
        driven = self._strains(x) - 0.5 * (1.0 + self.units[0].hardening) * (flown[0] + self._now)
        memory[f"{self.name}/{DISSIPATED}"][1] += self._work(driven, self._now - flown[0])
        flown[0] = self._now

    def _energy_of(self, p: np.ndarray) -> float:
        return 0.5 * self.elastic.work(p, p)

    def _work(self, d: np.ndarray, p: np.ndarray) -> float:
        return self.elastic.work(d, p)
