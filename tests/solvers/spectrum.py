"""The spectrum that smoothers are tuned to."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import block_diag
from scipy.sparse.linalg import eigs


def largest_eigenvalue(matrix: Any) -> float:
    """Of D⁻¹A with the 3×3 blocks D on the diagonal of A."""
    full = matrix.to_sparse().tocsr()
    count = full.shape[0]
    inverse = block_diag([np.linalg.pinv(full[i : i + 3, i : i + 3].toarray()) for i in range(0, count, 3)])
    start = np.random.default_rng(1).normal(size=count)
    return float(eigs(inverse @ full, k=1, v0=start, return_eigenvectors=False)[0].real)
