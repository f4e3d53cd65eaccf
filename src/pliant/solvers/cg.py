"""Preconditioned conjugate gradients on a grid, as one compiled loop.

Pinned nodes and tied nodes are kept by projection: the iteration runs in the subspace in which pinned nodes do not
move and tied nodes move alike, so constraints hold exactly at every iteration.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import kernel
from pliant.numerics.matrix import multiply
from pliant.solvers.preconditioners import precondition
from pliant.solvers.vectors import add_scaled, average_groups, clear, copy, dot, scale_add

CONVERGED, EXHAUSTED, INDEFINITE = 0, 1, 2


class Subspace(NamedTuple):
    """Where unknowns may move: `free` (P,) is 0 at pinned nodes; groups of tied nodes as in CSR."""

    free: np.ndarray
    starts: np.ndarray
    members: np.ndarray


class Workspace(NamedTuple):
    r: np.ndarray
    z: np.ndarray
    p: np.ndarray
    q: np.ndarray


@kernel
def restrict_to(subspace, a):
    """Project a vector (3, P) onto the subspace, in place."""
    free = subspace.free
    for c in range(3):
        u = a[c]
        for j in range(u.shape[0]):
            u[j] *= free[j]
    average_groups(a, subspace.starts, subspace.members)


@kernel
def conjugate_gradients(matrix, kind, subspace, b, x, tolerance, limit, work):
    """Solve A x = b from x = 0 until |r| ≤ tolerance |b|; returns (status, iterations, |r|/|b|).

    Stops with INDEFINITE at a direction of negative curvature and keeps what it has by then.
    """
    r, z, p, q = work
    span = matrix.span
    clear(x)
    copy(b, r)
    restrict_to(subspace, r)
    size = np.sqrt(dot(r, r, span))
    if size == 0.0:
        return CONVERGED, 0, 0.0
    precondition(kind, matrix, r, z)
    restrict_to(subspace, z)
    copy(z, p)
    rz = dot(r, z, span)
    residual = 1.0
    for k in range(limit):
        multiply(matrix, p, q)
        restrict_to(subspace, q)
        curvature = dot(p, q, span)
        if not curvature > 0.0:
            if k == 0:
                add_scaled(p, 1.0, x)
            return INDEFINITE, k, residual
        alpha = rz / curvature
        add_scaled(p, alpha, x)
        add_scaled(q, -alpha, r)
        residual = np.sqrt(dot(r, r, span)) / size
        if residual <= tolerance:
            return CONVERGED, k + 1, residual
        precondition(kind, matrix, r, z)
        restrict_to(subspace, z)
        rz_next = dot(r, z, span)
        scale_add(z, rz_next / rz, p)
        rz = rz_next
    return EXHAUSTED, limit, residual
