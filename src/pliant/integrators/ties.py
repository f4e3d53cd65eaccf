"""Nodes that move as one."""

from __future__ import annotations

from pliant.numerics.compile import kernel


@kernel
def bring_along(x, starts, members):
    """Nodes that are tied go where the first of their group is."""
    for g in range(starts.shape[0] - 1):
        for k in range(starts[g] + 1, starts[g + 1]):
            for c in range(3):
                x[c, members[k]] = x[c, members[starts[g]]]
