"""Vector operations on flat arrays (3, P), row by row, with sums that do not depend on the number of threads."""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import internal, kernel, uint


@kernel
def dot(a, b, span):
    """Σ a·b over the nodes: one partial sum per row, added in order."""
    total = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part = 0.0
        for j in range(span.columns):
            p = uint(start + j)
            part += a[0, p] * b[0, p] + a[1, p] * b[1, p] + a[2, p] * b[2, p]
        total += part
    return total


@internal
def clear(a):
    for c in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[c, j] = 0.0


@internal
def copy(a, out):
    """out = a, converting the precision if they differ; `out` may be longer."""
    for c in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[c, j] = a[c, j]


@internal
def total(parts, rows):
    """The sum of one number per row, in order."""
    value = 0.0
    for row in range(rows):
        value += parts[row]
    return value


@internal
def average_groups(a, starts, members):
    """Replace the entries of each group of tied nodes by their mean; groups as in CSR."""
    for g in range(starts.shape[0] - 1):
        count = starts[g + 1] - starts[g]
        for c in range(3):
            mean = 0.0
            for k in range(starts[g], starts[g + 1]):
                mean += a[c, members[k]]
            mean /= count
            for k in range(starts[g], starts[g + 1]):
                a[c, members[k]] = mean


@kernel
def farthest(x, before, span):
    """How far the node went that moved most [m]; infinite if one is nowhere."""
    most = 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            dx, dy, dz = x[0, p] - before[0, p], x[1, p] - before[1, p], x[2, p] - before[2, p]
            square = dx * dx + dy * dy + dz * dz
            if not square <= np.inf:  # not a number
                return np.inf
            most = max(most, square)
    return np.sqrt(most)


@kernel
def bounds(x, span):
    """The box (2, 3) around the nodes."""
    out = np.empty((2, 3))
    for c in range(3):
        low, high = np.inf, -np.inf
        for row in range(span.rows):
            start = span.first + row * span.width
            for p in range(start, start + span.columns):
                low, high = min(low, x[c, p]), max(high, x[c, p])
        out[0, c], out[1, c] = low, high
    return out
