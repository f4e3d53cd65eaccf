"""The published variants of solids, `terzopoulos` [002 §2.1, (26)–(33)] and `kelager` [000 §3.4.1]: the metric alone.

    e = K(x) x ,   K(x) = Σ_ij D_iᵀ diag(α_ij) D_j ,   α_ij = η_ij (D_i⁺x·D_j⁺x − G⁰_ij)                          (1)

with forward differences along the three axes and h_i = 1/(N_i − 1) on the unit cube, as for surfaces (`secant`). A
difference over a free face is zero. `kelager` sets entries of K below 2⁻¹³ to zero. The metric does not know inside
from outside: a solid that is pushed flat stays flat, and one turned inside out stays so [000 §6.1.4, §7.1.2].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.energies.secant import SMALLEST
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import kernel
from pliant.numerics.point_layout import PointLayout


@kernel
def products(x, nodes, out):
    """D_i⁺x·D_j⁺x of every node in grid units, into out (9, n)."""
    for p in range(nodes.shape[0]):
        for i in range(3):
            for j in range(3):
                a, b, total = nodes[p, i + 1], nodes[p, j + 1], 0.0
                for c in range(3):
                    total += (x[c, a] - x[c, p]) * (x[c, b] - x[c, p])
                out[3 * i + j, p] = total


@kernel
def stiffness(metric, rest, weights, nodes, slots, smallest, diagonal, values):
    """K of (1), node by node: α_ij couples a node and its neighbours along i and j."""
    for p in range(nodes.shape[0]):
        for i in range(3):
            for j in range(3):
                alpha = weights[3 * i + j, p] * (metric[3 * i + j, p] - rest[3 * i + j, p])
                if alpha == 0.0:
                    continue
                diagonal[0, p] += alpha
                values[slots[p, 0, j + 1], 0] -= alpha
                values[slots[p, i + 1, 0], 0] -= alpha
                if i == j:
                    diagonal[0, nodes[p, i + 1]] += alpha
                else:
                    values[slots[p, i + 1, j + 1], 0] += alpha
    for k in range(values.shape[0]):
        if abs(values[k, 0]) < smallest:
            values[k, 0] = 0.0
    for p in range(diagonal.shape[1]):
        if abs(diagonal[0, p]) < smallest:
            diagonal[0, p] = 0.0


@dataclass
class PublishedSolid:
    """A solid by the published scheme; `tension` (3, 3, P) is η per node."""

    layout: PointLayout
    rest_positions: np.ndarray  # (3, P)
    tension: np.ndarray
    variant: Literal["terzopoulos", "kelager"]
    cutoff: float = SMALLEST

    def __post_init__(self):
        layout = self.layout
        self._nodes = _neighbours(layout)
        self.pattern = (self._nodes,)
        h = np.array([1.0 / max(n - 1, 1) for n in layout.shape])
        eta = 0.5 * (self.tension + self.tension.transpose(1, 0, 2))
        # Differences are in grid units: G carries h_i h_j, and so do D_iᵀ…D_j in K.
        self._weights = (eta / (h[:, None] * h[None, :])[:, :, None] ** 2).reshape(9, -1)
        self._smallest = self.cutoff if self.variant == "kelager" else 0.0
        self._metric, self._rest = np.zeros((9, layout.count)), np.zeros((9, layout.count))
        products(self.rest_positions, self._nodes, self._rest)

    def connects(self) -> list[np.ndarray]:
        """Neighbours (n, 4) on the grid."""
        return [self._nodes]

    def assemble(self, x: np.ndarray, matrix: BlockMatrix) -> None:
        """matrix = K(x)."""
        products(x, self._nodes, self._metric)
        matrix.clear()
        stiffness(
            self._metric, self._rest, self._weights, self._nodes, matrix.slots_of(self._nodes), self._smallest,
            matrix.diagonal, matrix.values,
        )  # fmt: skip


def _neighbours(layout: PointLayout) -> np.ndarray:
    """Every node with the next ones along the three axes, shape (count, 4); itself where there is none."""
    number = np.arange(layout.count).reshape(layout.shape)
    columns = [number]
    for axis, wraps in enumerate(layout.periodic or (False, False, False)):
        ahead = np.roll(number, -1, axis)
        if not wraps:
            last = tuple(slice(None) if a != axis else -1 for a in range(3))
            ahead[last] = number[last]
        columns.append(ahead)
    return np.stack([column.ravel() for column in columns], axis=1).astype(np.int32)
