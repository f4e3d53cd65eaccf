"""Vector operations on flat arrays (3, P), row by row, with sums that do not depend on the number of threads."""

from __future__ import annotations

from pliant.numerics.compile import kernel


@kernel
def dot(a, b, span):
    """Σ a·b over the nodes: one partial sum per row, added in order."""
    total = 0.0
    for row in range(span.rows):
        p = span.first + row * span.width
        n = span.columns
        part = 0.0
        for c in range(3):
            u, v = a[c, p : p + n], b[c, p : p + n]
            for j in range(n):
                part += u[j] * v[j]
        total += part
    return total


@kernel
def clear(a):
    for c in range(a.shape[0]):
        row = a[c]
        for j in range(row.shape[0]):
            row[j] = 0.0


@kernel
def copy(a, out):
    """out = a, converting the precision if they differ."""
    for c in range(a.shape[0]):
        u, v = a[c], out[c]
        for j in range(u.shape[0]):
            v[j] = u[j]


@kernel
def add_scaled(a, factor, out):
    """out += factor · a."""
    for c in range(a.shape[0]):
        u, v = a[c], out[c]
        for j in range(u.shape[0]):
            v[j] += factor * u[j]


@kernel
def scale_add(a, factor, out):
    """out = a + factor · out."""
    for c in range(a.shape[0]):
        u, v = a[c], out[c]
        for j in range(u.shape[0]):
            v[j] = u[j] + factor * v[j]


@kernel
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
