"""Hybrid bodies that flow: their reference shape takes over deformation [002 §4.4].

What the reference absorbs is p per node, in the frame: r + p is the shape without stress. Without a limit this is (2)
of `flow`, for e in place of the strain: all nodes flow alike, and K stays constant up to a factor.

With a limit Y [m] on ξ = e − (1 + H)p, or where temperature makes a share s of the rate, every node returns by itself,

    Δp = s ξ(1 − Y/|ξ|)₊/(s(1 + H) + r) ,                                                                    (1)

but K couples the nodes: stress K(e − p) is no gradient of anything then, and flow follows (6) of `flow`, predicted and
taken anew until it settles. Its rate is ṗ = s ξ(1 − Y/|ξ|)₊/τ.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.heat import Heat
from pliant.energies.hybrid import HybridEnergy
from pliant.energies.stress_points import alike
from pliant.inelastic.flow import GAMMA, FlowingEnergy
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext
from pliant.numerics.compile import internal, kernel
from pliant.numerics.hybrid_matrix import HybridMatrix


class FlowingHybrid(FlowingEnergy):
    """A spline energy with the units that give way in it."""

    def __init__(
        self,
        elastic: HybridEnergy,
        units: list[Unit],
        name: str,
        limit: float,
        bound: float,
        heat: Heat | None,
    ):
        nodes = np.arange(elastic.layout.size)[:, None]
        points = alike(np.ones(elastic.layout.size), numbers=3)
        super().__init__(elastic, points, units, name, limit=limit, bound=bound, heat=heat, nodes=nodes)
        self._by_nodes = self.yields or heat is not None
        self.settles = self.settles or self._by_nodes
        self._size = float(np.abs(elastic.reference.shape).max(initial=0.0))

    def make_matrix(self) -> HybridMatrix:
        return self.elastic.make_matrix()

    def begin_step(self, step: StepContext) -> None:
        """Frames of straight pieces go by what has flown, and by nothing that a checkpoint does not have."""
        self.elastic.rest = self._mean(step.memory[self.name])
        self.elastic.reference.follow(self.elastic.rest)
        super().begin_step(step)

    def _warm_to(self, passed: float) -> None:
        """K has one factor for all nodes: the mean."""
        super()._warm_to(passed)
        self._stiff = float(np.mean(self._stiff))

    def _strains(self, x: np.ndarray, p: np.ndarray | None = None) -> np.ndarray:
        """In frames by what has flown: those of straight pieces go by it."""
        assert self._step is not None
        reference, held = self.elastic.reference, self.elastic.rest
        reference.follow(self._mean(self._step.memory[self.name] if p is None else p))
        found = self.elastic.strains(x)
        reference.follow(held)
        return found

    def _moved(self, d: np.ndarray, time: float) -> np.ndarray:
        if not self._by_nodes:
            return super()._moved(d, time)
        assert self._step is not None
        unit, moved = self.units[0], np.empty_like(self._reference)
        soft = []
        for passed in (GAMMA * time, time):
            self._warm_to(passed)
            soft.append(np.broadcast_to(self._soft, d.shape[1]))
        give_way(
            self._started, d, self._step.memory[self.name][0], np.stack(soft), self._limit[0],
            unit.hardening, unit.time / (GAMMA * time), moved[0],
        )  # fmt: skip
        return moved

    def _rate_beyond(self, d: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, float, float]:
        unit = self.units[0]
        xi = d - (1.0 + unit.hardening) * p
        size = np.sqrt((xi**2).sum(axis=0))
        way = np.maximum(size - self._limit, 0.0) / unit.time
        rate = xi * (way / np.maximum(size, 1e-300))
        return rate, *self._shared_out(self._work(xi, rate), way, unit.time)

    def _spent_beyond(self, d: np.ndarray, p: np.ndarray, flown: np.ndarray) -> tuple[float, float]:
        """By the stress of all nodes, as that of one is not along its flow; shared out by what resists it."""
        assert self._step is not None
        unit, change = self.units[0], p - flown
        work = self._work(0.5 * (self._started + d - (1.0 + unit.hardening) * (p + flown)), change)
        way = np.sqrt((change**2).sum(axis=0))
        return self._shared_out(work, way, unit.time / self._step.dt)

    def _shared_out(self, work: float, way: np.ndarray, drag: float) -> tuple[float, float]:
        """What dashpots and sliders have of the work of all nodes, by what resists the way (n,) of each."""
        dashpots, sliders = drag * float(way @ way), float(self._limit @ way)
        viscous = work * dashpots / max(dashpots + sliders, 1e-300)
        return viscous, work - viscous

    def _work(self, a: np.ndarray, b: np.ndarray) -> float:
        return self.elastic.work(a, b)


@internal
def way_of(e, p, limit, hardening, ratio, soft):
    """(1) of one node, from p on."""
    x0, x1, x2 = (
        e[0] - (1.0 + hardening) * p[0],
        e[1] - (1.0 + hardening) * p[1],
        e[2] - (1.0 + hardening) * p[2],
    )
    size = np.sqrt(x0 * x0 + x1 * x1 + x2 * x2)
    if size <= limit or soft <= 0.0:
        return 0.0, 0.0, 0.0
    share = soft * (1.0 - limit / size) / (soft * (1.0 + hardening) + ratio)
    return share * x0, share * x1, share * x2


@kernel
def give_way(started, e, p, soft, limit, hardening, ratio, out):
    """(6) of `flow` at all nodes: `out` is p at the end of a way of e from `started`; `soft` (2, n) of its parts."""
    for i in range(e.shape[1]):
        p0, p1, p2 = p[0, i], p[1, i], p[2, i]
        a0, a1, a2 = started[0, i], started[1, i], started[2, i]
        b0, b1, b2 = e[0, i], e[1, i], e[2, i]
        between = (a0 + GAMMA * (b0 - a0), a1 + GAMMA * (b1 - a1), a2 + GAMMA * (b2 - a2))
        d0, d1, d2 = way_of(between, (p0, p1, p2), limit, hardening, ratio, soft[0, i])
        more = (1.0 - GAMMA) / GAMMA
        p0, p1, p2 = p0 + more * d0, p1 + more * d1, p2 + more * d2
        d0, d1, d2 = way_of((b0, b1, b2), (p0, p1, p2), limit, hardening, ratio, soft[1, i])
        out[0, i], out[1, i], out[2, i] = p0 + d0, p1 + d1, p2 + d2
