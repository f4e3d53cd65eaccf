"""Symmetric matrices that need not be positive: factors, and a direction in which a matrix is negative.

    PAPᵀ = L D Lᵀ                                                                                              (1)

by SciPy's sparse LU on the diagonal. A has as many negative eigenvalues as D has negative entries (Sylvester). Of one
of them, dᵢ,

    v = PᵀL⁻ᵀeᵢ = dᵢ A⁻¹PᵀLeᵢ ,   vᵀAv = dᵢ < 0 ,                                                              (2)

is such a direction. Some steps of v ← A⁻¹Mv bring it nearer to the softest of the shapes, as long as it stays one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from pliant.errors import SimulationError
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.low_rank import solve_with
from pliant.numerics.matrix import Matrix
from pliant.solvers.cg import Subspace
from pliant.solvers.direct import Reduction, symmetric_lu

_STEPS = 4  # of inverse iteration


class Factors:
    """(1) of a matrix whose terms of low rank stand beside it."""

    def __init__(self, matrix: Matrix, subspace: Subspace):
        self.layout = matrix.layout
        self._a, self._basis = Reduction(self.layout, subspace).reduce(matrix)
        try:
            self._lu: Any = symmetric_lu(self._a)
        except (RuntimeError, ValueError) as error:  # what SciPy says
            raise SimulationError(f"the system of equations is singular ({error})") from None
        terms = matrix.low_rank if isinstance(matrix, BlockMatrix) else None
        self._low_rank = None
        if terms is not None and terms.weights.any():
            u, w = terms.columns()
            self._low_rank = np.asarray(self._basis.T @ u), w

    def solve(self, b: np.ndarray) -> np.ndarray:
        """A⁻¹b (3, P) of a vector (3, P)."""
        right = self._basis.T @ self.layout.gather(b).ravel()
        found = self._solve(right)
        return self._spread(found)

    def falling(self, mass: np.ndarray) -> np.ndarray | None:
        """v (3, P) of (2) if there is one, its longest vector of length 1; `mass` (P,) is M."""
        lu = self._lu
        pivots = lu.U.diagonal()
        if not len(pivots):  # nothing is free
            return None
        lowest = int(np.argmin(pivots))
        if not pivots[lowest] < 0.0 or not np.array_equal(lu.perm_r, lu.perm_c):
            return None
        column = np.asarray(lu.L[:, [lowest]].todense()).ravel()
        v = lu.solve(pivots[lowest] * column[lu.perm_c])
        v /= np.linalg.norm(v)
        if not self._curvature(v) < 0.0:  # with the terms of low rank it is positive
            return None
        weights = np.asarray(abs(self._basis).T @ np.repeat(mass[self.layout.nodes], 3)).ravel()
        for _ in range(_STEPS):
            softer = self._solve(weights * v)
            softer /= np.linalg.norm(softer)
            if not self._curvature(softer) < 0.0:
                break
            v = softer
        found = self._spread(v)
        longest = np.linalg.norm(found[:, self.layout.nodes], axis=0).max()
        first = v[int(np.argmax(np.abs(v)))]  # of v and −v, always the same
        return found / (longest if first > 0.0 else -longest)

    def _solve(self, right: np.ndarray) -> np.ndarray:
        if self._low_rank is None:
            return self._lu.solve(right)
        return solve_with(self._lu.solve, *self._low_rank, right)

    def _curvature(self, v: np.ndarray) -> float:
        """vᵀAv."""
        value = float(v @ (sp.csr_matrix(self._a) @ v))
        if self._low_rank is not None:
            u, w = self._low_rank
            value += float(w @ (u.T @ v) ** 2)
        return value

    def _spread(self, y: np.ndarray) -> np.ndarray:
        return self.layout.spread((self._basis @ y).reshape(*self.layout.shape, 3))
