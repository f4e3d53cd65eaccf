"""How coarse unknowns determine fine ones, as sparse matrices P: one per level of Galerkin multigrid.

On a grid P is linear along each axis: coarse grids keep every second node, and the last one where the axis does not
close upon itself. On a mesh the nodes are gathered into aggregates of neighbours, one coarse node each (Vaněk, Mandel,
Brezina 1996), and the resulting steps are smoothed once, P ← (I − ⅔ D⁻¹L) P with the graph's Laplacian L.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import scipy.sparse as sp

from pliant.numerics.blocks import BlockMatrix

_SHORTEST = 4  # an axis with no more nodes is not coarsened
_COARSEST = 60  # a mesh with no more nodes is not coarsened


def interpolations(matrix: BlockMatrix) -> list[sp.csr_matrix]:
    """P of all levels, from fine to coarse, for the nodes of a matrix."""
    layout = matrix.layout
    if layout.periodic is not None:
        return on_grid(layout.shape, layout.periodic)
    starts = matrix.starts[: layout.count + 1]
    pairs = (np.ones(len(matrix.columns)), matrix.columns, starts)
    return on_mesh(sp.csr_matrix(pairs, shape=(layout.count, layout.count)))


def linear(count: int, periodic: bool) -> sp.csr_matrix:
    """Linear interpolation along one axis, shape (count, coarse)."""
    coarse = (count + 1) // 2 if periodic else count // 2 + 1
    fine = np.arange(count)
    left, right = fine // 2, (fine + 1) // 2
    if periodic:
        right = right % coarse
    elif count % 2 == 0:  # the last node is kept though its number is odd
        left = np.where(fine == count - 1, right, left)
    entries = (np.full(2 * count, 0.5), (np.tile(fine, 2), np.concatenate([left, right])))
    return sp.csr_matrix(sp.coo_matrix(entries, shape=(count, coarse)))  # equal ends add up to one


def on_grid(shape: tuple[int, ...], periodic: tuple[bool, ...]) -> list[sp.csr_matrix]:
    """P of all levels, linear along each axis."""
    levels = []
    while any(count > _SHORTEST for count in shape):
        axes: list[Any] = [
            linear(count, wraps) if count > _SHORTEST else sp.identity(count, format="csr")
            for count, wraps in zip(shape, periodic, strict=True)
        ]
        levels.append(sp.csr_matrix(reduce(lambda a, b: sp.kron(a, b, format="csr"), axes)))
        shape = tuple(axis.shape[1] for axis in axes)
    return levels


def on_mesh(graph: Any) -> list[sp.csr_matrix]:
    """P of all levels for a graph of neighbours, a matrix of ones without a diagonal."""
    levels = []
    while graph.shape[0] > _COARSEST:
        owner = _aggregates(graph)
        count = int(owner.max()) + 1
        if count > 0.7 * len(owner):  # hardly any neighbours: nothing to gain
            break
        steps = sp.csr_matrix(
            (np.ones(len(owner)), (np.arange(len(owner)), owner)), shape=(len(owner), count)
        )
        degree = np.asarray(graph.sum(axis=1)).ravel()
        laplacian = sp.diags(degree) - graph
        p = sp.csr_matrix(steps - sp.diags((2.0 / 3.0) / np.maximum(degree, 1.0)) @ laplacian @ steps)
        p.eliminate_zeros()
        levels.append(p)
        graph = sp.csr_matrix(p.T @ graph @ p)
        graph.data[:] = 1.0
        graph.setdiag(0)
        graph.eliminate_zeros()
    return levels


def _aggregates(graph: Any) -> np.ndarray:
    """Number of the aggregate of every node: a node and its neighbours, then whoever is left joins a neighbour's."""
    starts, columns = graph.indptr, graph.indices
    owner = np.full(graph.shape[0], -1)
    count = 0
    for i in range(len(owner)):
        near = columns[starts[i] : starts[i + 1]]
        if owner[i] < 0 and np.all(owner[near] < 0):
            owner[i] = count
            owner[near] = count
            count += 1
    rest = np.flatnonzero(owner < 0)
    before = owner.copy()
    for i in rest:
        near = before[columns[starts[i] : starts[i + 1]]]
        near = near[near >= 0]
        owner[i] = near[0] if len(near) else count
        count += len(near) == 0
    return owner
