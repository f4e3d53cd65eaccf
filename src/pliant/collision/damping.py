"""Damping of contact: features that touch are held back across, as by a dashpot, where they come nearer or part.

Where the gap grows at the rate v_n = n·Σ w v, the force is that of

    C = ½ c v_n²  for  v_n ≤ N/c ,   C = N v_n − N²/(2c)  beyond ,   c = 2 ζ √(k m̄) ,                        (1)

a part ζ of what is critical for the stiffness k = κ m ψ″ and the mass m̄ of `barrier`, (3). It is at most N where
features part, as nothing holds them together. Pairs, N, c, n and w are those where the step begins: what begins to
touch within it is stopped by the barrier alone, and the damping of a step never makes it harder to solve.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.collision.friction import between
from pliant.numerics.compile import kernel


@kernel
def hold(
    pairs, active, count, weights, normals, terms, ratios, mass, nodes, held_weights, held_normals, laws
):  # fmt: skip
    """Of the pairs that are near those that (1) damps, with c and N as `laws` (n, 2); returns how many.

    `ratios` (V,) are square roots of ζ of vertices: that of a pair is their geometric mean.
    """
    n = 0
    for r in range(count):
        k = active[r]
        ratio, heavy, norm = between(ratios[pairs[k, 0]], ratios[pairs[k, 3]]), 0.0, 0.0
        if not ratio * terms[r, 2] > 0.0:
            continue
        for a in range(4):
            square = weights[r, a] * weights[r, a]
            heavy += square * mass[pairs[k, a]]
            norm += square
            nodes[n, a], held_weights[n, a] = pairs[k, a], weights[r, a]
        for c in range(3):
            held_normals[n, c] = normals[r, c]
        laws[n, 0] = 2.0 * ratio * sqrt(max(terms[r, 3], 0.0) * heavy / norm)
        laws[n, 1] = terms[r, 2]
        n += 1
    return n


@kernel
def damp(nodes, weights, normals, laws, count, x, reference, h, gradient, drag, pulls):
    """h C((x − reference)/h) of (1); gradient (3, V) += its derivative.

    `pulls` (n,) get the forces that hold features together, and `drag` (n,) the same over v_n.
    """
    total = 0.0
    for r in range(count):
        nx, ny, nz, c, push, v = normals[r, 0], normals[r, 1], normals[r, 2], laws[r, 0], laws[r, 1], 0.0
        for a in range(4):
            i = nodes[r, a]
            along = nx * (x[0, i] - reference[0, i]) + ny * (x[1, i] - reference[1, i])
            v += weights[r, a] * (along + nz * (x[2, i] - reference[2, i])) / h
        if v * c > push:
            drag[r] = push / v
            total += push * (v - 0.5 * push / c)
        else:
            drag[r] = c
            total += 0.5 * c * v * v
        pulls[r] = drag[r] * v
        for a in range(4):
            i, f = nodes[r, a], pulls[r] * weights[r, a]
            gradient[0, i] += f * nx
            gradient[1, i] += f * ny
            gradient[2, i] += f * nz
    return h * total


@kernel
def damping_rows(normals, count, h, drag, blocks):
    """Blocks (n, 6) = d/h nnᵀ with d the force of (1) over v_n: where that is at its limit, of a parabola above C."""
    for r in range(count):
        d, x, y, z = drag[r] / h, normals[r, 0], normals[r, 1], normals[r, 2]
        blocks[r, 0], blocks[r, 1], blocks[r, 2] = d * x * x, d * x * y, d * x * z
        blocks[r, 3], blocks[r, 4], blocks[r, 5] = d * y * y, d * y * z, d * z * z


def damping_forces(slip: np.ndarray, normals: np.ndarray, laws: np.ndarray) -> np.ndarray:
    """Forces (n, 3) [N] of (1) on the first features, whose nearest points move by `slip` (n, 3) [m/s]."""
    along = (slip * normals).sum(axis=1)
    return -np.minimum(laws[:, 0] * along, laws[:, 1])[:, None] * normals
