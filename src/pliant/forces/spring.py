"""A spring of zero length to a fixed point: f = k (r₀ − r) on each node [000 (3.5.11)]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.protocols import Steady
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.spec import NonNegative, Point, measured


class Spring(ForceSpec):
    """Pulls nodes towards `anchor` r₀ [m] with `stiffness` k [N/m] per node."""

    positional: ClassVar = ("stiffness", "anchor")

    kind: Literal["spring"] = "spring"
    stiffness: Annotated[NonNegative, measured("N/m")]
    anchor: Point = (0.0, 0.0, 0.0)

    def build(self, body: ForcedBody) -> Acting:
        nodes = body.nodes
        anchors = np.tile(np.asarray(self.anchor, dtype=float), (len(nodes), 1))
        return Acting(loads=(SpringEnergy(body.layout, nodes, np.full(len(nodes), self.stiffness), anchors),))


@kernel
def spring_energy(x, nodes, stiffness, anchors, out):
    """E = Σ ½ k |x − r₀|²; out += k (x − r₀)."""
    total = 0.0
    for i in range(nodes.shape[0]):
        p = nodes[i]
        for c in range(3):
            d = x[c, p] - anchors[i, c]
            out[c, p] += stiffness[i] * d
            total += 0.5 * stiffness[i] * d * d
    return total


@kernel
def spring_hessian(nodes, stiffness, diagonal):
    step = 4 if diagonal.shape[0] == 9 else 1
    for i in range(nodes.shape[0]):
        for c in range(0, diagonal.shape[0], step):
            diagonal[c, nodes[i]] += stiffness[i]


@dataclass
class SpringEnergy(Steady):
    """Springs of zero length from nodes (k,) to anchors (k, 3) with stiffnesses (k,) [000 (3.5.11)]."""

    layout: Layout
    nodes: np.ndarray
    stiffness: np.ndarray
    anchors: np.ndarray

    pattern = ()

    def __post_init__(self):
        self._discard = self.layout.zeros(3)

    def holds(self) -> np.ndarray:
        return self.nodes

    def stored(self, x: np.ndarray) -> float:
        return spring_energy(x, self.nodes, self.stiffness, self.anchors, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        if not len(self.nodes):  # nobody pulls: nothing to compile or to call
            return 0.0
        return spring_energy(x, self.nodes, self.stiffness, self.anchors, out)

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        if len(self.nodes):
            spring_hessian(self.nodes, self.stiffness, matrix.diagonal)
