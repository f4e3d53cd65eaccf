"""Chains of nodes y₀, y₁, …: from derivatives by their edges e_i = y_{i+1} − y_i to those by the nodes.

    ∂E/∂y_a = ∂E/∂e_{a−1} − ∂E/∂e_a
    H_ab = H[e_{a−1}, e_{b−1}] − H[e_{a−1}, e_b] − H[e_a, e_{b−1}] + H[e_a, e_b]                                 (1)

where edges before the first and after the last node count as nothing. Laws of curves work on one element at a time; the
memory `w` that they share holds the second derivatives by up to three edges as a 9×9 matrix, row by row, and then
whatever else they need.
"""

from __future__ import annotations

from pliant.energies.elements import at
from pliant.numerics.compile import inlined

SIDE = 9  # rows and columns of the matrix


@inlined
def edge(y, i, j):
    """e_i of element j."""
    return (
        y[at(3 * i + 3, j)] - y[at(3 * i, j)],
        y[at(3 * i + 4, j)] - y[at(3 * i + 1, j)],
        y[at(3 * i + 5, j)] - y[at(3 * i + 2, j)],
    )


@inlined
def clear_forces(f, nodes, j):
    for i in range(3 * nodes):
        f[at(i, j)] = 0.0


@inlined
def add_force(f, i, j, scale, g):
    """Add scale·g to ∂E/∂e_i of element j."""
    for c in range(3):
        f[at(3 * i + c, j)] -= scale * g[c]
        f[at(3 * i + 3 + c, j)] += scale * g[c]


@inlined
def clear_matrix(w):
    for i in range(SIDE * SIDE):
        w[i] = 0.0


@inlined
def add_outer(w, i, k, scale, a, b):
    """Add scale · a bᵀ to H[e_i, e_k]."""
    for u in range(3):
        for v in range(3):
            w[SIDE * (3 * i + u) + 3 * k + v] += scale * a[u] * b[v]


@inlined
def add_skew(w, i, k, scale, a):
    """Add scale · (a)ₓ to H[e_i, e_k], the matrix that takes b to a×b."""
    o = SIDE * 3 * i + 3 * k
    w[o + 1] -= scale * a[2]
    w[o + 2] += scale * a[1]
    w[o + SIDE] += scale * a[2]
    w[o + SIDE + 2] -= scale * a[0]
    w[o + 2 * SIDE] -= scale * a[1]
    w[o + 2 * SIDE + 1] += scale * a[0]


@inlined
def add_identity(w, i, k, scale):
    """Add scale · I to H[e_i, e_k]."""
    for u in range(3):
        w[SIDE * (3 * i + u) + 3 * k + u] += scale


@inlined
def mirror(w, edges):
    """Fill H[e_k, e_i] = H[e_i, e_k]ᵀ below the diagonal blocks."""
    for i in range(3 * edges):
        for k in range(3 * (i // 3)):
            w[SIDE * i + k] = w[SIDE * k + i]


@inlined
def put_pairs(w, nodes, h, j):
    """(1) for the pairs of nodes of element j."""
    pair = 0
    for a in range(nodes):
        for b in range(a + 1, nodes):
            for u in range(3):
                for v in range(3):
                    value = 0.0
                    for p in range(2):
                        for q in range(2):
                            i, k = a - p, b - q
                            if i >= 0 and k < nodes - 1:
                                entry = w[SIDE * (3 * i + u) + 3 * k + v]
                                value += entry if p == q else -entry
                    h[at(9 * pair + 3 * u + v, j)] = value
            pair += 1
