"""What pairs add to the matrices of bodies: rows over four vertices, which couple whatever bodies these belong to.

A row has weights w and a symmetric block K (3×3), and acts as C = Σ (w ⊗ I) K (w ⊗ I)ᵀ. Preconditioners see of it what
each vertex has to do with itself, D = Σ w² K; who wants no less than all of C,

    D = Σ |w| Σ|w| K ≥ C .                                                                                     (1)
"""

from __future__ import annotations

from math import sqrt

from pliant.collision.barrier import barrier, fade
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
def subtract_diagonal(blocks, v, out):
    """out = −D v."""
    for i in range(v.shape[1]):
        x, y, z = v[0, i], v[1, i], v[2, i]
        out[0, i] = -(blocks[0, i] * x + blocks[1, i] * y + blocks[2, i] * z)
        out[1, i] = -(blocks[1, i] * x + blocks[3, i] * y + blocks[4, i] * z)
        out[2, i] = -(blocks[2, i] * x + blocks[4, i] * y + blocks[5, i] * z)


@kernel
def find_diagonal(nodes, weights, blocks, count, out):
    """out (6, V) = Σ w² K."""
    out[:] = 0.0
    for r in range(count):
        for a in range(4):
            i, f = nodes[r, a], weights[r, a] * weights[r, a]
            for c in range(6):
                out[c, i] += f * blocks[r, c]


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


@kernel
def turning_rows(
    x, pairs, faces, active, count, kappa, weights, normals, terms, nodes, out_weights, blocks
):  # fmt: skip
    """Rows of pairs of edges that are near, for what turns them against each other; returns how many.

    With u and v the edges, at an angle θ, s = sin²θ, the Hessian of their distance d = |p + a u − q − b v| has

        −d c A⁻¹ cᵀ ,   c = (∂w/∂a, ∂w/∂b) ⊗ n ,   A⁻¹ = (v², u·v; u·v, u²)/(u²v² s)                              (2)

    besides what mixes it with sliding, if their nearest points are within both. Times dE/dd < 0 this is stiff, the more
    so the nearer the edges are to parallel; then it is nearly one row of weights (∂w/∂a)/|u| ± (∂w/∂b)/|v|. For the
    same weights, what fades E of edges that are nearly parallel is

        κ ψ m′ ∇²s ≈ 2 κ ψ m′ (1 − v vᵀ/v²) .                                                                    (3)
    """
    n = 0
    for r in range(count):
        k = active[r]
        i0, i1, i2, i3 = pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3]
        if k < faces or i0 == i1 or i2 == i3:
            continue
        ux, uy, uz = x[0, i1] - x[0, i0], x[1, i1] - x[1, i0], x[2, i1] - x[2, i0]
        vx, vy, vz = x[0, i3] - x[0, i2], x[1, i3] - x[1, i2], x[2, i3] - x[2, i2]
        uu, vv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
        if uu == 0.0 or vv == 0.0:
            continue
        cosine = (ux * vx + uy * vy + uz * vz) / sqrt(uu * vv)
        s = max(1.0 - cosine * cosine, 0.0)
        fading = 2.0 * kappa[k] * barrier(terms[r, 0], terms[r, 1])[0] * fade(s)[1] / uu
        within = weights[r, 0] > 0.0 and weights[r, 1] > 0.0 and weights[r, 2] < 0.0 and weights[r, 3] < 0.0
        turning = terms[r, 2] * terms[r, 0] / (uu * s) if within and s > 0.0 else 0.0
        if fading <= 0.0 and turning <= 0.0:
            continue
        a, b, c = normals[r, 0], normals[r, 1], normals[r, 2]
        q, f = (1.0 if cosine >= 0.0 else -1.0) * sqrt(uu / vv), fading / vv
        nodes[n, 0], nodes[n, 1], nodes[n, 2], nodes[n, 3] = i0, i1, i2, i3
        out_weights[n, 0], out_weights[n, 1], out_weights[n, 2], out_weights[n, 3] = -1.0, 1.0, q, -q
        blocks[n, 0], blocks[n, 1] = turning * a * a + fading - f * vx * vx, turning * a * b - f * vx * vy
        blocks[n, 2], blocks[n, 3] = turning * a * c - f * vx * vz, turning * b * b + fading - f * vy * vy
        blocks[n, 4], blocks[n, 5] = turning * b * c - f * vy * vz, turning * c * c + fading - f * vz * vz
        n += 1
    return n
