"""The levels of Galerkin multigrid: which there are, where they are in memory, the patterns of their matrices.

All levels share common arrays: their matrices are one large matrix in compressed rows with one block per level, and so
are the interpolations. A level is a range of rows, so that one compiled kernel serves any number of levels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.blocks import BlockMatrix

B, X, R, D, E = range(5)  # rows of `fields`: right-hand side, solution, residual, two corrections


class Rows(NamedTuple):
    """The pattern of a sparse matrix in compressed rows."""

    starts: np.ndarray
    columns: np.ndarray


class Levels(NamedTuple):
    """What kernels see of all levels; rows and columns are numbered through all of them."""

    firsts: np.ndarray  # (levels + 1,) first row of each level
    matrix: Rows  # A; the diagonal comes first in every row
    values: np.ndarray  # (entries, 9)
    product: Rows  # T of (1)
    products: np.ndarray  # (entries, 9)
    up: Rows  # P: rows are fine, columns coarse
    up_weights: np.ndarray
    down: Rows  # Pᵀ
    down_weights: np.ndarray
    inverse: np.ndarray  # (rows, 6) of the diagonal blocks
    fields: np.ndarray  # (5, rows, 3)
    markers: np.ndarray  # (threads, rows): where a column is in the row that is being summed
    eigenvalues: np.ndarray  # (levels,) largest one of D⁻¹A
    dense: np.ndarray  # Cholesky factor of the coarsest matrix; the last row is for solutions


def make_levels(matrix: BlockMatrix, ups: list, threads: int = 1) -> Levels:
    """Allocate all levels for a matrix of this pattern."""
    count = matrix.layout.count
    pairs = (np.ones(len(matrix.columns)), matrix.columns, matrix.starts[: count + 1])
    graphs: list[Any] = [sp.csr_matrix(pairs, shape=(count, count))]
    products = []
    for p in ups:
        whole = graphs[-1] + sp.identity(graphs[-1].shape[0], format="csr")
        products.append(_pattern(whole @ p))
        coarse = _pattern(_pattern(p).T @ products[-1])
        coarse.setdiag(0)
        coarse.eliminate_zeros()
        graphs.append(coarse)
    sizes = [graph.shape[0] for graph in graphs]
    firsts = np.cumsum([0, *sizes]).astype(np.int64)
    rows = int(firsts[-1])
    matrices = _stack([_diagonal_first(graph) for graph in graphs], firsts[:-1])
    product, _ = _stacked_pairs(products, firsts[1:-1], rows)
    up, up_weights = _stacked_pairs(ups, firsts[1:-1], rows)
    nothing = sp.csr_matrix((sizes[0], 1))
    down, down_weights = _stacked_pairs([nothing, *[sp.csr_matrix(p.T) for p in ups]], firsts, rows, shift=-1)
    return Levels(
        firsts,
        matrices,
        np.zeros((len(matrices.columns), 9), dtype=np.float32),
        product,
        np.zeros((len(product.columns), 9), dtype=np.float32),
        up,
        up_weights,
        down,
        down_weights,
        np.zeros((rows, 6), dtype=np.float32),
        np.zeros((5, rows, 3), dtype=np.float32),
        np.zeros((threads, rows), dtype=np.int64),
        np.ones(len(sizes)),
        np.zeros((3 * sizes[-1] + 1, 3 * sizes[-1])),
    )


def _pattern(a) -> Any:
    a = sp.csr_matrix(a)
    a.data = np.ones(len(a.data))
    return a


def _diagonal_first(graph: Any) -> tuple[np.ndarray, np.ndarray]:
    """Compressed rows of a graph without its diagonal, with the diagonal put before each row."""
    graph.sort_indices()
    count = graph.shape[0]
    starts = graph.indptr.astype(np.int64) + np.arange(count + 1)
    columns = np.empty(starts[-1], dtype=np.int64)
    own = np.zeros(starts[-1], dtype=bool)
    own[starts[:-1]] = True
    columns[own] = np.arange(count)
    columns[~own] = graph.indices
    return starts, columns


def _stack(parts: list[tuple[np.ndarray, np.ndarray]], shifts) -> Rows:
    """Patterns below each other, their columns moved by `shifts`."""
    starts, columns, total = [np.zeros(1, dtype=np.int64)], [], 0
    for (part, inside), shift in zip(parts, shifts, strict=True):
        starts.append(part[1:].astype(np.int64) + total)
        columns.append(inside.astype(np.int64) + shift)
        total += int(part[-1])
    return Rows(np.concatenate(starts), np.concatenate([*columns, np.zeros(0, np.int64)]).astype(np.int32))


def _stacked_pairs(matrices, firsts, rows: int, shift: int = 0) -> tuple[Rows, np.ndarray]:
    """Matrices below each other, with empty rows for the levels that have none, and their weights."""
    shifts = [firsts[max(k + shift, 0)] for k in range(len(matrices))]
    stacked = _stack([(m.indptr, m.indices) for m in matrices], shifts)
    missing = rows + 1 - len(stacked.starts)
    starts = np.concatenate([stacked.starts, np.full(missing, stacked.starts[-1])])
    weights = np.concatenate([*[m.data for m in matrices], np.zeros(0)]).astype(np.float32)
    return Rows(starts, stacked.columns), weights
