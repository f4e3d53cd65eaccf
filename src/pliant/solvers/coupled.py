"""Conjugate gradients over several bodies at once: their matrices, and rows that couple them.

    (A + C − D) x = b ,   A = diag(A₁ + D₁, A₂ + D₂, …)                                                       (1)

Each body has a matrix of its own form; C couples bodies (`collision.rows`). Bodies with multigrid are preconditioned
together, with C on every level (`coupled_cycle`). Each other one has a preconditioner that follows its own matrix, on
whose diagonal D ≥ C stands. These may be iterations themselves, so β is that of Polak and Ribière, from
z·(r − r_before) = −α z·q.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.numerics.grid_layout import Layout, copy_halo
from pliant.solvers.cg import Subspace, restrict_to
from pliant.solvers.solver import Outcome, Solver
from pliant.solvers.vectors import dot

Coupling = Callable[[Sequence[np.ndarray], Sequence[np.ndarray]], None]


class Block(NamedTuple):
    """One body: its solver, where it may move, and the vectors (3, P) of the iteration."""

    solver: Solver
    layout: Any
    subspace: Subspace
    r: np.ndarray
    z: np.ndarray
    p: np.ndarray
    q: np.ndarray
    x: np.ndarray  # the solution

    @classmethod
    def room_for(cls, solver: Solver, layout: Layout, subspace: Subspace, x: np.ndarray) -> Block:
        r, z, p, q = (layout.zeros(3) for _ in range(4))
        return cls(solver, layout, subspace, r, z, p, q, x)


class Within(Protocol):
    """Where solutions are to be beside the subspaces of blocks: what a projection P leads to, and its transpose."""

    def inside(self, z: Sequence[np.ndarray]) -> None:
        """z becomes P z."""
        ...

    def outside(self, q: Sequence[np.ndarray]) -> None:
        """q becomes Pᵀ q."""
        ...


def solve_coupled(
    blocks: Sequence[Block],
    couple: Coupling,
    precondition: Callable[[], None],
    tolerance: float,
    limit: int,
    within: Within | None = None,
) -> Outcome:
    """Solve (1) for the right-hand sides that `r` of the blocks hold, until |r| ≤ tolerance |b|.

    `couple(p, q)` adds (C − D) p to q; `precondition` sets z of the blocks, in their subspaces or not. If solutions
    are to be `within` something, so are right-hand sides.
    """
    for block in blocks:
        block.x.fill(0.0)
        block.p.fill(0.0)
    size = np.sqrt(sum(dot(block.r, block.r, block.layout.span) for block in blocks))
    if size == 0.0:
        return Outcome(True, False, 0, 0.0)
    alpha, before, residual = 0.0, 1.0, 1.0
    for k in range(limit):
        precondition()
        if within is not None:
            for block in blocks:
                restrict_to(block.subspace, block.z)
            within.inside([block.z for block in blocks])
        product = along = 0.0
        for block in blocks:
            both = compare(block.subspace, block.r, block.z, block.q, block.layout.span)
            product, along = product + both[0], along + both[1]
        beta = max(0.0, -alpha * along / before) if k else 0.0
        for block in blocks:
            turn(block.z, block.p, beta, block.layout.halo)
            block.solver.matrix.multiply(block.p, block.q)
        couple([block.p for block in blocks], [block.q for block in blocks])
        curvature = 0.0
        for block in blocks:
            curvature += restricted_dot(block.subspace, block.p, block.q, block.layout.span)
        if within is not None:
            within.outside([block.q for block in blocks])
        if not (curvature > 0.0 and product > 0.0):
            if k == 0:
                for block in blocks:
                    block.x[:] = block.p
            return Outcome(False, True, k, residual)
        alpha, before = product / curvature, product
        square = 0.0
        for block in blocks:
            square += advance(block.x, block.r, block.p, block.q, alpha, block.layout.span)
        residual = float(np.sqrt(square) / size)
        if residual <= tolerance:
            return Outcome(True, False, k + 1, residual)
    return Outcome(False, False, limit, residual)


@kernel
def restricted_dot(subspace, a, b, span):
    """b is brought into the subspace; returns a·b."""
    restrict_to(subspace, b)
    return dot(a, b, span)


@kernel
def compare(subspace, r, z, q, span):
    """z is brought into the subspace; returns r·z and z·q."""
    restrict_to(subspace, z)
    return dot(r, z, span), dot(z, q, span)


@kernel
def turn(z, p, beta, halo):
    """p = z + β p."""
    for c in range(3):
        for j in range(p.shape[1]):
            p[c, j] = z[c, j] + beta * p[c, j]
    copy_halo(p, halo)


@kernel
def advance(x, r, p, q, alpha, span):
    """x += α p, r −= α q; returns r·r, summed by rows."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for j in range(span.columns):
            o = uint(start + j)
            for c in range(3):
                x[c, o] += alpha * p[c, o]
                r[c, o] -= alpha * q[c, o]
                part += r[c, o] * r[c, o]
        total += part
    return total
