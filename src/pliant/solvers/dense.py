"""Dense Cholesky factorisation of a small matrix: the coarsest level of multigrid."""

from __future__ import annotations

from pliant.numerics.compile import internal
from pliant.solvers.hierarchy import B, X


@internal
def assemble(values, offsets, slots, span, lower):
    """A, with unknowns 3·node + component, in double precision."""
    columns = span.columns
    size = lower.shape[1]
    for i in range(size):
        for j in range(size):
            lower[i, j] = 0.0
    for row in range(span.rows):
        for column in range(columns):
            p = span.first + row * span.width + column
            i = row * columns + column
            for s in range(slots):
                # flat offsets back to rows and columns, wrapped where the axis is periodic
                dm = (offsets[s] + 2) // span.width
                dn = offsets[s] - dm * span.width
                j = (row + dm) % span.rows * columns + (column + dn) % columns
                for u in range(3):
                    for v in range(3):
                        a = values[s, 3 * u + v, p]
                        lower[3 * i + u, 3 * j + v] += a
                        if s > 0:
                            lower[3 * j + v, 3 * i + u] += a


@internal
def cholesky(lower):
    """A = LLᵀ in place, of the lower triangle; zero pivots (pinned nodes) are skipped."""
    size = lower.shape[1]
    for k in range(size):
        pivot = lower[k, k]
        for t in range(k):
            pivot -= lower[k, t] * lower[k, t]
        if pivot <= 1e-9 * abs(lower[k, k]) or lower[k, k] <= 0.0:
            for i in range(size):
                lower[i, k] = 0.0
            continue
        root = pivot**0.5
        lower[k, k] = root
        for i in range(k + 1, size):
            total = lower[i, k]
            for t in range(k):
                total -= lower[i, t] * lower[k, t]
            lower[i, k] = total / root


@internal
def solve_factorised(lower, span, fields):
    """x = A⁻¹ b on the nodes of the span, in rows B and X of `fields`; the last row of `lower` is scratch memory."""
    size = lower.shape[1]
    y = lower[size]
    for k in range(size):
        node = k // 3
        p = span.first + node // span.columns * span.width + node % span.columns
        y[k] = fields[B + k % 3, p]
    substitute(lower)
    for k in range(size):
        node = k // 3
        fields[X + k % 3, span.first + node // span.columns * span.width + node % span.columns] = y[k]


@internal
def substitute(lower):
    """Solve LLᵀ x = b in the last row of `lower`, in place."""
    size = lower.shape[1]
    y = lower[size]
    for k in range(size):
        total = y[k]
        for t in range(k):
            total -= lower[k, t] * y[t]
        y[k] = total / lower[k, k] if lower[k, k] > 0.0 else 0.0
    for k in range(size - 1, -1, -1):
        total = y[k]
        for t in range(k + 1, size):
            total -= lower[t, k] * y[t]
        y[k] = total / lower[k, k] if lower[k, k] > 0.0 else 0.0
