"""A few symmetric terms that couple all nodes with all others: Σ wₖ uₖuₖᵀ, kept as its vectors u.

With B the rest of a matrix, the inverse of the whole needs only B⁻¹ (Sherman, Morrison and Woodbury):

    (B + UWUᵀ)⁻¹ b = z − Y (W⁻¹ + UᵀY)⁻¹ Uᵀz ,   z = B⁻¹b ,   Y = B⁻¹U                                          (1)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

from pliant.numerics.point_layout import PointLayout


@dataclass
class LowRank:
    """Vectors u (r, 3, P) and weights w (r,); `add` fills them in turn, those that are left have weight zero."""

    layout: PointLayout
    vectors: np.ndarray
    weights: np.ndarray
    _used: int = field(default=0, init=False)

    @classmethod
    def zeros(cls, layout: PointLayout, ranks: int) -> LowRank:
        return cls(layout, layout.zeros(ranks, 3), np.zeros(ranks))

    def clear(self) -> None:
        self.vectors.fill(0.0)
        self.weights.fill(0.0)
        self._used = 0

    def add(self, weight: float, vector: np.ndarray) -> None:
        """Add weight · uuᵀ for u (3, P)."""
        self.vectors[self._used] = vector
        self.weights[self._used] = weight
        self._used += 1

    def remove(self, free: np.ndarray) -> None:
        """Take out nodes with free = 0, shape (P,)."""
        self.vectors *= free

    def columns(self) -> tuple[np.ndarray, np.ndarray]:
        """U (3·nodes, r) with unknowns 3·node + component, and the weights, of the terms that are not zero."""
        there = np.flatnonzero(self.weights)
        rows = self.vectors[there][:, :, self.layout.nodes]
        return np.moveaxis(rows, 0, -1).swapaxes(0, 1).reshape(-1, len(there)), self.weights[there]

    def to_sparse(self) -> sp.csr_matrix:
        u, w = self.columns()
        return sp.csr_matrix((u * w) @ u.T)


def solve_with(
    solve: Callable[[np.ndarray], np.ndarray], u: np.ndarray, w: np.ndarray, b: np.ndarray
) -> np.ndarray:
    """(B + UWUᵀ)⁻¹ b by (1), for a function that solves with B."""
    z: Any = solve(b)
    y = np.stack([solve(column) for column in u.T], axis=1)
    return z - y @ np.linalg.solve(np.diag(1.0 / w) + u.T @ y, u.T @ z)
