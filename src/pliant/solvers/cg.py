"""Preconditioned conjugate gradients on a grid, as one compiled loop.

Pinned nodes and tied nodes are kept by projection: the iteration runs in the subspace in which pinned nodes do not
move and tied nodes move alike, so constraints hold exactly at every iteration. Within it p·q and r·z are the same
before and after the average over tied nodes, so that sums are taken in the same pass as the products.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.numerics.grid_layout import Layout, copy_halo
from pliant.numerics.matrix import PLACES, multiply_rows, prepare_product
from pliant.numerics.threads import by_rows
from pliant.solvers.preconditioners import precondition
from pliant.solvers.vectors import average_groups, clear, copy, total

CONVERGED, EXHAUSTED, INDEFINITE = 0, 1, 2

Cycle = Callable[[np.ndarray, np.ndarray], None]


_ANYWHERE = np.zeros((0, 0))


class Subspace(NamedTuple):
    """Where unknowns may move: `free` (P,) is 0 at pinned nodes; groups of tied nodes as in CSR.

    Each component of the motion of a rigid body is a sum of the orthonormal rows (4, P) of `basis`; others have none.
    """

    free: np.ndarray
    starts: np.ndarray
    members: np.ndarray
    basis: np.ndarray = _ANYWHERE


class Workspace(NamedTuple):
    """Vectors (3, P) of the iteration, one partial sum per row of the grid, what goes from call to call."""

    r: np.ndarray
    z: np.ndarray
    p: np.ndarray
    q: np.ndarray
    parts: np.ndarray
    state: np.ndarray  # |b| and the last r·z

    @classmethod
    def for_layout(cls, layout: Layout) -> Workspace:
        r, z, p, q = (layout.zeros(3) for _ in range(4))
        return cls(r, z, p, q, np.zeros(layout.span.rows), np.zeros(2))


@kernel
def restrict_to(subspace, a):
    """Project a vector (3, P) onto the subspace, in place."""
    free = subspace.free
    for c in range(3):
        for j in range(free.shape[0]):
            a[c, j] *= free[j]
    average_groups(a, subspace.starts, subspace.members)
    if subspace.basis.shape[0]:
        project(a, subspace.basis)


@kernel
def project(a, basis):
    """a becomes what of it is a sum of the orthonormal rows of `basis`."""
    share = np.zeros(basis.shape[0])
    for c in range(a.shape[0]):
        for k in range(basis.shape[0]):
            total = 0.0
            for j in range(basis.shape[1]):
                total += basis[k, j] * a[c, j]
            share[k] = total
        for j in range(basis.shape[1]):
            total = 0.0
            for k in range(basis.shape[0]):
                total += share[k] * basis[k, j]
            a[c, j] = total


def conjugate_gradients(
    matrix, kind, subspace, b, x, tolerance, limit, work, cycle: Cycle | None = None
) -> tuple[int, int, float]:
    """Solve A x = b from x = 0 until |r| ≤ tolerance |b|; returns (status, iterations, |r|/|b|).

    Stops with INDEFINITE at a direction of negative curvature and keeps what it has by then. For the preconditioner
    `External`, `cycle(r, z)` sets z ≈ A⁻¹ r once per iteration: a kernel of its own.
    """
    if cycle is None:
        return iterate(matrix, kind, subspace, b, x, tolerance, -1, limit, work)
    status, k, residual = iterate(matrix, kind, subspace, b, x, tolerance, -1, 0, work)
    while status == EXHAUSTED and k < limit:
        cycle(work.r, work.z)
        status, k, residual = iterate(matrix, kind, subspace, b, x, tolerance, k, k + 1, work)
    return status, k, residual


@kernel
def iterate(matrix, kind, subspace, b, x, tolerance, first, last, work):
    """Iterations first ≤ k < last of `conjugate_gradients`; −1 is what comes before the first."""
    r, z, p, q, parts, state = work
    rows, team, free = matrix.span.rows, kind.team, subspace.free
    if first < 0:
        clear(x)
        clear(p)
        copy(b, r)
        restrict_to(subspace, r)
        advance(team, (matrix.span, 0.0, p, p, x, r, parts), 0, 0, rows)
        state[0], state[1] = np.sqrt(total(parts, rows)), 1.0
        if state[0] == 0.0:
            return CONVERGED, 0, 0.0
    residual = 1.0
    for k in range(max(first, 0), last):
        precondition(kind, matrix, r, z)
        turn(team, (matrix.span, free, r, z, parts), 0, 0, rows)
        average_groups(z, subspace.starts, subspace.members)
        rz = total(parts, rows)
        beta = rz / state[1] if k > 0 else 0.0
        state[1] = rz
        follow(team, (matrix.span, beta, z, p), 0, 0, rows)
        copy_halo(p, matrix.halo)
        prepare_product(matrix, p)
        multiply(team, (matrix, free, p, q, parts), 0, 0, rows)
        average_groups(q, subspace.starts, subspace.members)
        curvature = total(parts, rows)
        if not curvature > 0.0:
            if k == 0:
                copy(p, x)
            return INDEFINITE, k, residual
        advance(team, (matrix.span, rz / curvature, p, q, x, r, parts), 0, 0, rows)
        residual = np.sqrt(total(parts, rows)) / state[0]
        if residual <= tolerance:
            return CONVERGED, k + 1, residual
    return EXHAUSTED, last, residual


def _multiply_rows(team, arguments, chunk, row_0, row_1):
    """q = A p, zero at pinned nodes; parts = p·q."""
    matrix, free, p, q, parts = arguments
    span = matrix.span
    step = max(1, PLACES // span.width)
    for first in range(row_0, row_1, step):
        last = min(first + step, row_1)
        multiply_rows(matrix, p, q, first, last)
        for row in range(first, last):
            start = span.first + row * span.width
            part = 0.0
            for j in range(span.columns):
                o = uint(start + j)
                q0, q1, q2 = free[o] * q[0, o], free[o] * q[1, o], free[o] * q[2, o]
                q[0, o], q[1, o], q[2, o] = q0, q1, q2
                part += p[0, o] * q0 + p[1, o] * q1 + p[2, o] * q2
            parts[row] = part


def _advance_rows(team, arguments, chunk, row_0, row_1):
    """x += α p, r −= α q; parts = r·r."""
    span, alpha, p, q, x, r, parts = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        part = 0.0
        for j in range(span.columns):
            o = uint(start + j)
            x[0, o] += alpha * p[0, o]
            x[1, o] += alpha * p[1, o]
            x[2, o] += alpha * p[2, o]
            r0, r1, r2 = r[0, o] - alpha * q[0, o], r[1, o] - alpha * q[1, o], r[2, o] - alpha * q[2, o]
            r[0, o], r[1, o], r[2, o] = r0, r1, r2
            part += r0 * r0 + r1 * r1 + r2 * r2
        parts[row] = part


def _turn_rows(team, arguments, chunk, row_0, row_1):
    """z is zero at pinned nodes; parts = r·z."""
    span, free, r, z, parts = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        part = 0.0
        for j in range(span.columns):
            o = uint(start + j)
            z0, z1, z2 = free[o] * z[0, o], free[o] * z[1, o], free[o] * z[2, o]
            z[0, o], z[1, o], z[2, o] = z0, z1, z2
            part += r[0, o] * z0 + r[1, o] * z1 + r[2, o] * z2
        parts[row] = part


def _follow_rows(team, arguments, chunk, row_0, row_1):
    """p = z + β p."""
    span, beta, z, p = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        for j in range(span.columns):
            o = uint(start + j)
            p[0, o] = z[0, o] + beta * p[0, o]
            p[1, o] = z[1, o] + beta * p[1, o]
            p[2, o] = z[2, o] + beta * p[2, o]


multiply, advance = by_rows(_multiply_rows), by_rows(_advance_rows)
turn, follow = by_rows(_turn_rows), by_rows(_follow_rows)
