"""A coarse space for many bodies that touch: each of them moved as a whole.

In a pile of n layers, what presses on one is felt by all others. Preconditioners of single bodies hand that on by one
layer an iteration. With R, whose columns move one body each along one axis (where it is free), and the matrix H of all,

    z ← z + R (Rᵀ H R)⁻¹ Rᵀ r                                                                                (1)

is added to what they find: it hands on all at once what moves bodies as wholes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from pliant.numerics.compile import kernel
from pliant.solvers.coupled import Block

_LITTLE = 1e-9  # of the mean of the diagonal, added to it


class Wholes:
    """(1) of some blocks; the vertices of contact are numbered one after the other, block by block."""

    def __init__(self, blocks: Sequence[Block], owners: np.ndarray, free: np.ndarray):
        """`owners` (V,) are the numbers of the blocks of vertices, −1 for none; `free` is 0 where they cannot move."""
        self.blocks, self._owners, self._free = blocks, owners, free
        self._shapes = [np.where(block.subspace.free > 0.0, 1.0, 0.0) for block in blocks]
        self._factor: tuple[np.ndarray, bool] | None = None

    def prepare(self, nodes: np.ndarray, weights: np.ndarray, rows: np.ndarray, diagonal: np.ndarray) -> None:
        """Factorise Rᵀ H R, of rows of contact and of the blocks' matrices, which have its `diagonal` (6, V)."""
        count = len(self.blocks)
        coarse = np.zeros((count, 3, count, 3))
        add_rows(nodes, weights, rows, len(nodes), self._owners, self._free, coarse)
        sums = np.zeros((count, 6))
        there = np.flatnonzero((self._owners >= 0) & (self._free > 0.0))
        np.add.at(sums, self._owners[there], diagonal[:, there].T)
        for b, (block, shape) in enumerate(zip(self.blocks, self._shapes, strict=True)):
            inside = block.layout.nodes
            for c in range(3):
                block.p.fill(0.0)
                block.p[c] = shape
                block.solver.matrix.multiply(block.p, block.q)
                for d in range(3):
                    coarse[b, d, b, c] += block.q[d, inside] @ shape[inside] - sums[b, _ENTRY[d][c]]
        whole = coarse.reshape(3 * count, 3 * count)
        whole = 0.5 * (whole + whole.T)
        whole += _LITTLE * np.trace(whole) / len(whole) * np.eye(len(whole))
        try:
            self._factor = cho_factor(whole)
        except np.linalg.LinAlgError:
            self._factor = None

    def add(self) -> None:
        """Add (1) to z of the blocks."""
        if self._factor is None:
            return
        pulls = np.zeros((len(self.blocks), 3))
        for block, shape, pull in zip(self.blocks, self._shapes, pulls, strict=True):
            sum_over(block.r, shape, block.layout.span, pull)
        moves = cho_solve(self._factor, pulls.ravel(), check_finite=False).reshape(-1, 3)
        for block, shape, move in zip(self.blocks, self._shapes, moves, strict=True):
            shift(block.z, shape, move)


_ENTRY = [[0, 1, 2], [1, 3, 4], [2, 4, 5]]


@kernel
def sum_over(r, shape, span, out):
    """out (3,) = Σ r over what may move."""
    for row in range(span.rows):
        for p in range(span.first + row * span.width, span.first + row * span.width + span.columns):
            for c in range(3):
                out[c] += shape[p] * r[c, p]


@kernel
def shift(z, shape, move):
    """z += the same for all that may move."""
    for c in range(3):
        for p in range(z.shape[1]):
            z[c, p] += move[c] * shape[p]


@kernel
def add_rows(nodes, weights, rows, count, owners, free, out):
    """out (B, 3, B, 3) += Rᵀ C R of rows over vertices."""
    for r in range(count):
        for a in range(4):
            i = nodes[r, a]
            if owners[i] < 0 or free[i] == 0.0:
                continue
            for b in range(4):
                j = nodes[r, b]
                if owners[j] < 0 or free[j] == 0.0:
                    continue
                f, m, n = weights[r, a] * weights[r, b], owners[i], owners[j]
                out[m, 0, n, 0] += f * rows[r, 0]
                out[m, 0, n, 1] += f * rows[r, 1]
                out[m, 0, n, 2] += f * rows[r, 2]
                out[m, 1, n, 0] += f * rows[r, 1]
                out[m, 1, n, 1] += f * rows[r, 3]
                out[m, 1, n, 2] += f * rows[r, 4]
                out[m, 2, n, 0] += f * rows[r, 2]
                out[m, 2, n, 1] += f * rows[r, 4]
                out[m, 2, n, 2] += f * rows[r, 5]
