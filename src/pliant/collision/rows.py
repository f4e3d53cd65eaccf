"""What pairs add to the matrices of bodies: rows over four vertices, which couple whatever bodies these belong to.

A row has weights w and a symmetric block K (3×3), and acts as C = Σ (w ⊗ I) K (w ⊗ I)ᵀ. Preconditioners see of it what
each vertex has to do with itself, no less than all of C:

    D = Σ |w| Σ|w| K ≥ C ,                                                                                     (1)

so that a body's own matrix with D added bounds what it has to be with contact.
"""

from __future__ import annotations

from pliant.numerics.compile import kernel, uint


@kernel
def add_product(nodes, weights, blocks, count, x, y):
    """y += C x, vectors (3, V); nodes and weights (n, 4), blocks (n, 6) as xx, xy, xz, yy, yz, zz."""
    for r in range(count):
        i0, i1, i2, i3 = uint(nodes[r, 0]), uint(nodes[r, 1]), uint(nodes[r, 2]), uint(nodes[r, 3])
        w0, w1, w2, w3 = weights[r, 0], weights[r, 1], weights[r, 2], weights[r, 3]
        a = w0 * x[0, i0] + w1 * x[0, i1] + w2 * x[0, i2] + w3 * x[0, i3]
        b = w0 * x[1, i0] + w1 * x[1, i1] + w2 * x[1, i2] + w3 * x[1, i3]
        c = w0 * x[2, i0] + w1 * x[2, i1] + w2 * x[2, i2] + w3 * x[2, i3]
        p = blocks[r, 0] * a + blocks[r, 1] * b + blocks[r, 2] * c
        q = blocks[r, 1] * a + blocks[r, 3] * b + blocks[r, 4] * c
        s = blocks[r, 2] * a + blocks[r, 4] * b + blocks[r, 5] * c
        y[0, i0] += w0 * p
        y[1, i0] += w0 * q
        y[2, i0] += w0 * s
        y[0, i1] += w1 * p
        y[1, i1] += w1 * q
        y[2, i1] += w1 * s
        y[0, i2] += w2 * p
        y[1, i2] += w2 * q
        y[2, i2] += w2 * s
        y[0, i3] += w3 * p
        y[1, i3] += w3 * q
        y[2, i3] += w3 * s


@kernel
def bound_diagonal(nodes, weights, blocks, count, out):
    """out (6, V) = D of (1)."""
    out[:] = 0.0
    for r in range(count):
        size = abs(weights[r, 0]) + abs(weights[r, 1]) + abs(weights[r, 2]) + abs(weights[r, 3])
        for a in range(4):
            i, f = nodes[r, a], size * abs(weights[r, a])
            for c in range(6):
                out[c, i] += f * blocks[r, c]


@kernel
def normal_rows(pairs, active, count, weights, normals, terms, nodes, out_weights, blocks):
    """The rows of pairs that are near: κ m ψ″ nnᵀ of `barrier`, from the first row on."""
    for r in range(count):
        k = active[r]
        x, y, z, s = normals[r, 0], normals[r, 1], normals[r, 2], terms[r, 3]
        for a in range(4):
            nodes[r, a], out_weights[r, a] = pairs[k, a], weights[r, a]
        blocks[r, 0], blocks[r, 1], blocks[r, 2] = s * x * x, s * x * y, s * x * z
        blocks[r, 3], blocks[r, 4], blocks[r, 5] = s * y * y, s * y * z, s * z * z
