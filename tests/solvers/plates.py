"""A matrix to be factorised, and how to ask for an answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp


def plate(rows: int, columns: int) -> Any:
    """(D²)ᵀD² of a grid with uneven weights, and a mass."""
    line = [sp.csr_matrix(np.eye(n, k=-1) - 2.0 * np.eye(n) + np.eye(n, k=1)) for n in (rows, columns)]
    bend = sp.kron(line[0], sp.eye(columns)) + sp.kron(sp.eye(rows), line[1])
    weight = sp.diags(np.random.default_rng(3).uniform(0.5, 2.0, rows * columns))
    return sp.csr_matrix(bend.T @ weight @ bend + 0.5 * sp.eye(rows * columns))


def answer(inverse: Any, b: np.ndarray) -> np.ndarray:
    """A⁻¹b by an inverse of `solvers.scalar_inverses`."""
    inverse.y.fill(0.0)
    inverse.y[:, inverse.place] = b
    inverse.solve()
    return inverse.y[:, inverse.place].astype(np.float64)
