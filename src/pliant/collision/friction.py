"""Dry friction between features that touch: the law of `contact.friction`, for pairs.

Of pairs that press with N, damping included, the force is that of

    D = μ N (|v_t| − v₀/2)  for  |v_t| ≥ v₀ ,   D = μ N |v_t|²/(2v₀)  below ,                                 (1)

with v_t the velocity between the nearest points, Σ w v, along both features. For one correction of Newton's method N, n
and w are held.
"""

from __future__ import annotations

from math import sqrt

from pliant.numerics.compile import inlined, kernel

SLOWEST = 1e-3  # v₀ [m/s]
NEAR = 0.1  # part of a velocity by which nearly the same one differs at most


@inlined
def between(a, b):
    return max(-a, -b) if min(a, b) < 0.0 else a * b


@kernel
def hold(pairs, active, count, weights, normals, pushes, roots, nodes, held_weights, held_normals, limits):
    """Of the pairs that are near those that press: what (1) holds of them, `limits` μN; returns how many, and Σ μN.

    They press by `pushes` (n,). `roots` (V,) are square roots of the coefficients of vertices: that of a pair is their
    geometric mean. A negative one is a coefficient that holds whatever the other is.
    """
    n, total = 0, 0.0
    for r in range(count):
        k = active[r]
        limit = between(roots[pairs[k, 0]], roots[pairs[k, 3]]) * pushes[r]
        if limit > 0.0:
            for a in range(4):
                nodes[n, a], held_weights[n, a] = pairs[k, a], weights[r, a]
            for c in range(3):
                held_normals[n, c] = normals[r, c]
            limits[n] = limit
            total += limit
            n += 1
    return n, total


@kernel
def limits_of(pairs, active, count, pushes, roots):
    """Σ μN of the pairs that are near."""
    total = 0.0
    for r in range(count):
        k = active[r]
        total += between(roots[pairs[k, 0]], roots[pairs[k, 3]]) * pushes[r]
    return total


@kernel
def rub(nodes, weights, normals, limits, count, x, reference, h, gradient, drag, slide):
    """h D((x − reference)/h) of (1); gradient (3, V) += its derivative.

    For `friction_rows`, `drag` (n,) gets μN/max(|v_t|, v₀) and `slide` (n, 3) the velocity of sliding, zero below v₀.
    """
    total = 0.0
    for r in range(count):
        vx, vy, vz = 0.0, 0.0, 0.0
        for a in range(4):
            i, w = nodes[r, a], weights[r, a]
            vx += w * (x[0, i] - reference[0, i])
            vy += w * (x[1, i] - reference[1, i])
            vz += w * (x[2, i] - reference[2, i])
        vx, vy, vz = vx / h, vy / h, vz / h
        nx, ny, nz = normals[r, 0], normals[r, 1], normals[r, 2]
        along = vx * nx + vy * ny + vz * nz
        vx, vy, vz = vx - along * nx, vy - along * ny, vz - along * nz
        speed = sqrt(vx * vx + vy * vy + vz * vz)
        slides = speed >= SLOWEST
        total += limits[r] * (speed - 0.5 * SLOWEST if slides else 0.5 * speed * speed / SLOWEST)
        drag[r] = limits[r] / max(speed, SLOWEST)
        for a in range(4):
            i, f = nodes[r, a], drag[r] * weights[r, a]
            gradient[0, i] += f * vx
            gradient[1, i] += f * vy
            gradient[2, i] += f * vz
        slide[r, 0], slide[r, 1], slide[r, 2] = (vx, vy, vz) if slides else (0.0, 0.0, 0.0)
    return h * total


@kernel
def friction_rows(normals, count, h, drag, slide, before, made, blocks):
    """Blocks (n, 6) = μN/max(|v_t|, v₀)/h (I − nnᵀ − ttᵀ).

    ttᵀ only where v_t is nearly what it was `before` (n, 3), which is replaced: see `contact.friction`. It must have
    been so with all of the last correction, of which only a part was `made`: where a line search halts at a turn of
    v_t, little has changed, but with ttᵀ the next correction would lead past the turn again.
    """
    near = NEAR * NEAR * made * made
    for r in range(count):
        k = drag[r] / h
        x, y, z = slide[r, 0], slide[r, 1], slide[r, 2]
        square = x * x + y * y + z * z
        change = (x - before[r, 0]) ** 2 + (y - before[r, 1]) ** 2 + (z - before[r, 2]) ** 2
        t = 1.0 / square if square > 0.0 and change < near * square else 0.0
        before[r, 0], before[r, 1], before[r, 2] = x, y, z
        a, b, c = normals[r, 0], normals[r, 1], normals[r, 2]
        blocks[r, 0], blocks[r, 1] = k * (1.0 - a * a - t * x * x), -k * (a * b + t * x * y)
        blocks[r, 2], blocks[r, 3] = -k * (a * c + t * x * z), k * (1.0 - b * b - t * y * y)
        blocks[r, 4], blocks[r, 5] = -k * (b * c + t * y * z), k * (1.0 - c * c - t * z * z)
