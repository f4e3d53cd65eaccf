"""Hybrid bodies that flow: their reference shape takes over deformation [002 §4.4].

What the reference absorbs is p per node, in the frame: r + p is the shape without stress. Without a limit this is (2)
of `flow`, for e in place of the strain: all nodes flow alike, and K stays constant up to a factor.

With a limit Y [m] on ξ = e − (1 + H)p, or where temperature makes a share s of the rate, every node returns by itself,

    Δp = s ξ(1 − Y/|ξ|)₊/(s(1 + H) + r) ,                                                                    (1)

but K couples the nodes: stress K(e − p) is no gradient of anything then, and flow follows (5) of `flow`, predicted and
taken anew until it settles.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.energies.heat import Heat
from pliant.energies.hybrid import HybridEnergy, Reference
from pliant.energies.stress_points import alike
from pliant.inelastic.flow import GAMMA, FlowingEnergy, Share
from pliant.model.flow import Unit
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
        self.size = float(np.abs(elastic.reference.shape).max(initial=0.0))

    def make_matrix(self) -> HybridMatrix:
        return self.elastic.make_matrix()

    def reference_at(self, memory: Mapping[str, np.ndarray]) -> Reference:
        """The shape in whose frame the body is seen: that of straight pieces goes by what has flown."""
        return self.unstrained(memory[self.name]).reference

    def unstrained(self, p: np.ndarray) -> HybridEnergy:
        return self.elastic.flowed(self.mean(p))

    def strains(self, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        return self.unstrained(p).strains(x)

    def softness(self, memory: Mapping[str, np.ndarray], passed: float = 0.0) -> tuple[Share, Share]:
        """K has one factor for all nodes: the mean."""
        soft, stiff = super().softness(memory, passed)
        return soft, float(np.mean(stiff))

    def moved(
        self,
        started: np.ndarray,
        d: np.ndarray,
        flown: np.ndarray,
        time: float,
        soft: tuple[Share, Share],
        limits: np.ndarray,
    ) -> np.ndarray:
        if not self._by_nodes:
            return super().moved(started, d, flown, time, soft, limits)
        unit, moved = self.units[0], np.empty_like(flown)
        both = np.stack([np.broadcast_to(one, d.shape[1]) for one in soft])
        give_way(
            started, d, flown[0], both, limits[0, 0],
            unit.hardening, unit.time / (GAMMA * time), moved[0],
        )  # fmt: skip
        return moved

    def resistance(self, p: np.ndarray, limit: np.ndarray) -> tuple[float, float]:
        way = np.sqrt((p**2).sum(axis=0))
        return float(way @ way), float(limit @ way)

    def work(self, a: np.ndarray, b: np.ndarray) -> float:
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
    """(5) of `flow` at all nodes: `out` is p at the end of a way of e from `started`; `soft` (2, n) of its parts."""
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
