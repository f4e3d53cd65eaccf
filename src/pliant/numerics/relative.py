"""Products with matrices of what does not change when everything is shifted, from differences between nodes alone.

The blocks of such a matrix sum to zero in every row, so that

    (A u)ᵢ = Σⱼ Aᵢⱼ (uⱼ − uᵢ) .                                                                                (1)

Summed up as it stands, A u is wrong by rounding of stiffness times displacement; by (1) it is of stiffness times the
*difference* of displacements between neighbours. A thin shell needs that: it is 10¹⁰ times as stiff against being
stretched as against being bent.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.matrix import DIAGONAL, GridMatrix


def pairs(matrix: GridMatrix | BlockMatrix) -> list[tuple[np.ndarray, np.ndarray]]:
    """Places (i, j) of the nodes that blocks beside the diagonal couple, in the order in which they are stored."""
    layout: Any = matrix.layout
    if isinstance(matrix, BlockMatrix):
        return [(np.repeat(np.arange(layout.size), np.diff(matrix.starts)), matrix.columns.astype(np.int64))]
    node_of = np.full(layout.size, -1)
    node_of[layout.nodes] = layout.nodes
    if len(layout.halo):
        node_of[layout.halo[:, 0]] = node_of[layout.halo[:, 1]]
    found = []
    for slot, offset in enumerate(matrix.pattern):
        if slot != DIAGONAL:
            j = node_of[layout.nodes + layout.offset(*offset)]
            found.append((layout.nodes[j >= 0], j[j >= 0]))
    return found


def multiply_differences(matrix: GridMatrix | BlockMatrix, coupled: list, u: np.ndarray) -> np.ndarray:
    """(1) for u of shape (3, P), with its `pairs`; terms of low rank as they are."""
    out = np.zeros_like(u)
    if isinstance(matrix, BlockMatrix):
        ((i, j),) = coupled
        along = apply(matrix.values.T, u[:, j] - u[:, i])
        for c in range(3):
            out[c] += np.bincount(i, along[c], minlength=u.shape[1])
        if matrix.low_rank is not None:
            for vector, weight in zip(matrix.low_rank.vectors, matrix.low_rank.weights, strict=True):
                out += weight * float((vector * u).sum()) * vector
        return out
    slots = [slot for slot in range(len(matrix.pattern)) if slot != DIAGONAL]
    for slot, (i, j) in zip(slots, coupled, strict=True):
        blocks = matrix.values[slot][:, i]
        out[:, i] += apply(blocks, u[:, j] - u[:, i])  # no node is twice among i, or among j
        out[:, j] += apply(blocks[[0, 3, 6, 1, 4, 7, 2, 5, 8]], u[:, i] - u[:, j])
    return out


def apply(blocks: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Blocks (9, n), row by row, times vectors (3, n)."""
    return np.einsum("ijn,jn->in", blocks.reshape(3, 3, -1), d)
