"""Contact of one body with one obstacle, as the integrators see it: an energy, or a projection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pliant.contact import kernels
from pliant.contact.fields import field_at
from pliant.contact.motion import Motion
from pliant.contact.responses import BarrierTerms, PenaltyTerms
from pliant.model.protocols import StepContext, changed
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix


@dataclass
class ContactEnergy:
    """A penalty E(f(x)) of the nodes of a body [000 §3.6.1]; see `responses` for the kinds.

    `weights` (P,) are factors of each node's energy. With `threshold` given, nodes that are already on their
    way out at the start of a step feel nothing during it [000 Listing 3.4]. The obstacle may be in `motion`.
    """

    layout: Layout
    field: Any
    terms: Any
    weights: np.ndarray
    threshold: float | None = None
    name: str = ""  # of the obstacle
    motion: Motion | None = None
    restitution: float = 0.0  # with which rigid bodies bounce off it

    pattern = ()

    def __post_init__(self):
        self._all = self._nodes = self.layout.nodes.astype(np.int64)
        self._blocks = self.layout.zeros(6)

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> ContactEnergy:
        if self.motion is None:
            return self
        return changed(self, field=field_at(self.field, self.motion, time))

    def freeze(self, step: StepContext) -> ContactEnergy:
        there = self.at(step.time, step.memory)
        if self.threshold is None:
            return there
        entering = np.empty_like(self._all)
        count = kernels.still_entering(there.field, self.threshold, step.x, step.v, self._all, entering)
        return changed(there, _nodes=entering[:count])

    def depth(self, x: np.ndarray) -> float:
        """How deep the deepest node is inside the obstacle [m]; known for barriers and linear penalties, else 0."""
        if not isinstance(self.terms, BarrierTerms | PenaltyTerms):
            return 0.0
        heavy = self._all[self.weights[self._all] > 0.0]
        return max(-kernels.nearest(self.field, x, heavy), -self.terms.margin)

    def stored(self, x: np.ndarray) -> float:
        return kernels.energy(self.field, self.terms, x, self._all, self.weights)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return kernels.add_gradient(self.field, self.terms, x, self._nodes, self.weights, out)

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        self._blocks.fill(0.0)
        kernels.add_hessian_diagonal(self.field, self.terms, x, self._nodes, self.weights, self._blocks)
        if not psd:
            kernels.add_field_curvature(self.field, self.terms, x, self._nodes, self.weights, self._blocks)
        add_symmetric(self._blocks, matrix.diagonal)


@kernel
def add_symmetric(blocks, diagonal):
    """Add blocks (6, P) in the order xx, xy, xz, yy, yz, zz to full ones (9, P)."""
    for p in range(blocks.shape[1]):
        diagonal[0, p] += blocks[0, p]
        diagonal[1, p] += blocks[1, p]
        diagonal[2, p] += blocks[2, p]
        diagonal[3, p] += blocks[1, p]
        diagonal[4, p] += blocks[3, p]
        diagonal[5, p] += blocks[4, p]
        diagonal[6, p] += blocks[2, p]
        diagonal[7, p] += blocks[4, p]
        diagonal[8, p] += blocks[5, p]


@dataclass
class ContactProjection:
    """Nodes inside an obstacle are put back on its surface after the step [000 Listing 3.5]."""

    layout: Layout
    geometry: Any
    strength: float
    name: str = ""  # of the obstacle
    margin: ClassVar[float] = 0.0  # it begins at the surface

    def apply(self, x: np.ndarray, free: np.ndarray) -> int:
        """Move nodes in place; returns how many."""
        return kernels.project(self.geometry, self.strength, x, self.layout.nodes, free)
