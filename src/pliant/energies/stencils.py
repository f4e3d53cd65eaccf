"""Curvature on any small patch of a grid: the general and slow way.

For skew grids, where bending and twist are coupled and the patch has nine nodes, and for the true Hessian with the
second variation of curvature. Loops over the nodes of a patch take the place of the written-out formulas of
`bending`, whose docstring has the equations; results go through the same scratch memory.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.patches import (
    BLOCKS,
    CURVATURE,
    FORCE,
    FORCES,
    NORMAL,
    POINTS,
    ROW,
    WEIGHT,
    add_blocks,
    add_forces,
)
from pliant.numerics.compile import internal, kernel

# ---------------------------------------------------------------- pointwise


@internal
def frame(ax, ay, az, bx, by, bz):
    """The unit normal and the dual vectors a¹ = b×n/|a×b|, a² = n×a/|a×b|; zeros where a and b are parallel."""
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    area = np.sqrt(nx * nx + ny * ny + nz * nz)
    inverse = 1.0 / area if area > 1e-100 else 0.0
    nx, ny, nz = nx * inverse, ny * inverse, nz * inverse
    return (
        (nx, ny, nz),
        ((by * nz - bz * ny) * inverse, (bz * nx - bx * nz) * inverse, (bx * ny - by * nx) * inverse),
        ((ny * az - nz * ay) * inverse, (nz * ax - nx * az) * inverse, (nx * ay - ny * ax) * inverse),
    )


@internal
def node_stencil(tangent, p, count, local):
    """Fill local[i, k]: the coefficients of node k of the patch in D₁, D₂, D₁₁, D₂₂, D₁₂ at node p.

    `tangent` holds the weights of the two links along each axis: ½ and ½, or 1 and 0 at an edge.
    """
    f1, b1, f2, b2 = tangent[0, p], tangent[1, p], tangent[2, p], tangent[3, p]
    for i in range(5):
        for k in range(count):
            local[i, k] = 0.0
    local[0, 0], local[0, 1], local[0, 2] = b1 - f1, f1, -b1
    local[1, 0], local[1, 3], local[1, 4] = b2 - f2, f2, -b2
    local[2, 0], local[2, 1], local[2, 2] = -2.0, 1.0, 1.0
    local[3, 0], local[3, 3], local[3, 4] = -2.0, 1.0, 1.0
    if count == 9:
        u0, v0 = b1 - f1, b2 - f2
        local[4, 0], local[4, 1], local[4, 2] = u0 * v0, f1 * v0, -b1 * v0
        local[4, 3], local[4, 4] = u0 * f2, -u0 * b2
        local[4, 5], local[4, 6], local[4, 7], local[4, 8] = f1 * f2, -f1 * b2, -b1 * f2, b1 * b2


@internal
def apply_stencil(x, local, i, index, count):
    """Σ_k local[i, k] x[index[k]]."""
    sx, sy, sz = 0.0, 0.0, 0.0
    for k in range(count):
        q = index[k]
        sx += local[i, k] * x[0, q]
        sy += local[i, k] * x[1, q]
        sz += local[i, k] * x[2, q]
    return sx, sy, sz


@internal
def dot3(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@internal
def covariant(x, local, index, count, kinds, curvature):
    """Curvatures B_I (into `curvature`) and c^I_k of (2) (over local[2 + I]); returns n and the dual vectors."""
    a = apply_stencil(x, local, 0, index, count)
    b = apply_stencil(x, local, 1, index, count)
    n, dual_1, dual_2 = frame(a[0], a[1], a[2], b[0], b[1], b[2])
    for i in range(kinds):
        d = apply_stencil(x, local, 2 + i, index, count)
        curvature[i] = dot3(n, d)
        gamma_1, gamma_2 = dot3(d, dual_1), dot3(d, dual_2)
        for k in range(count):
            local[2 + i, k] -= gamma_1 * local[0, k] + gamma_2 * local[1, k]  # (2)
    return n, dual_1, dual_2


@internal
def load_point(x, tangent, p, w, nodes, index, local, curvature):
    """Set up the stencil of a node or a cell; returns how many curvatures it has, n and the dual vectors."""
    count = nodes.shape[0]
    for k in range(count):
        index[k] = p + nodes[k, 0] * w + nodes[k, 1]
    if count == 4:
        for k in range(4):
            u, v = nodes[k, 0], nodes[k, 1]
            local[0, k], local[1, k] = u - 0.5, v - 0.5
            local[2, k] = 1.0 if u == v else -1.0
        kinds = 1
    else:
        node_stencil(tangent, p, count, local)
        kinds = 3 if count == 9 else 2
    n, dual_1, dual_2 = covariant(x, local, index, count, kinds, curvature)
    return kinds, n, dual_1, dual_2


@internal
def moments(stiffness, rest, p, kinds, s, curvature, moment):
    """M = 𝔻 ΔB (into `moment`); returns ½ M·ΔB/s. Stiffness in the order 11, 12, 22, 13, 23, 33 (or 33 alone)."""
    d0 = s * curvature[0] - rest[0, p]
    if kinds == 1:
        moment[0] = stiffness[0, p] * d0
        return 0.5 * moment[0] * d0 / s
    d1 = s * curvature[1] - rest[1, p]
    moment[0] = stiffness[0, p] * d0 + stiffness[1, p] * d1
    moment[1] = stiffness[1, p] * d0 + stiffness[2, p] * d1
    energy = moment[0] * d0 + moment[1] * d1
    if kinds == 3:
        d2 = 2.0 * (s * curvature[2] - rest[2, p])
        moment[2] = 2.0 * (stiffness[3, p] * d0 + stiffness[4, p] * d1 + stiffness[5, p] * d2)
        energy += (stiffness[3, p] * d0 + stiffness[4, p] * d1) * 2.0 * d2 + stiffness[5, p] * d2 * d2
        moment[0] += stiffness[3, p] * d2
        moment[1] += stiffness[4, p] * d2
    return 0.5 * energy / s


@internal
def _quadratic(stiffness, p, kinds, local, k, m):
    """Σ c^I_k 𝔻^{IJ} c^J_m."""
    ck, cm = local[2, k], local[2, m]
    if kinds == 1:
        return stiffness[0, p] * ck * cm
    dk, dm = local[3, k], local[3, m]
    total = stiffness[0, p] * ck * cm + stiffness[1, p] * (ck * dm + dk * cm) + stiffness[2, p] * dk * dm
    if kinds == 3:
        ek, em = 2.0 * local[4, k], 2.0 * local[4, m]
        total += stiffness[3, p] * (ck * em + ek * cm) + stiffness[4, p] * (dk * em + ek * dm)
        total += stiffness[5, p] * ek * em
    return total


@internal
def _add_geometric(values, slot, q, local, k, m, kinds, curvature, moment, n, dual_1, dual_2):
    """The block of Σ M^I δ²B_I, equation (3)."""
    mb, ck, cm = 0.0, 0.0, 0.0
    for i in range(kinds):
        mb += moment[i] * curvature[i]
        ck += moment[i] * local[2 + i, k]
        cm += moment[i] * local[2 + i, m]
    a1k, a2k, a1m, a2m = local[0, k], local[1, k], local[0, m], local[1, m]
    g = dot3(dual_1, dual_1) * a1k * a1m + dot3(dual_2, dual_2) * a2k * a2m
    g = mb * (g + dot3(dual_1, dual_2) * (a1k * a2m + a2k * a1m))
    for u in range(3):
        for v in range(3):
            left = (a1k * dual_1[v] + a2k * dual_2[v]) * n[u] * cm
            right = (a1m * dual_1[u] + a2m * dual_2[u]) * n[v] * ck
            values[slot, 3 * u + v, q] -= left + right + g * n[u] * n[v]


# ---------------------------------------------------------------- loops


@kernel
def patch_rows(x, tangent, stiffness, rest, s, span, task, patch, row_0, row_1, out, values, row_energy, h):
    """What `bending_rows` does, for any patch."""
    index, local = np.zeros(9, dtype=np.int64), np.zeros((5, 9))
    curvature, moment = np.zeros(3), np.zeros(3)
    count = patch.nodes.shape[0]
    for row in range(max(row_0 - 1, 0), min(row_1 + 1, span.rows)):
        energy = 0.0
        for column in range(0, span.columns, POINTS):
            size = min(POINTS, span.columns - column)
            start = span.first + row * span.width + column
            for j in range(size):
                p = start + j
                kinds, n, _, _ = load_point(x, tangent, p, span.width, patch.nodes, index, local, curvature)
                energy += moments(stiffness, rest, p, kinds, s, curvature, moment)
                for c in range(3):
                    h[(NORMAL + c) * ROW + j] = n[c]
                    h[(CURVATURE + c) * ROW + j] = curvature[c]
                pair = WEIGHT
                for k in range(count):
                    f = 0.0
                    for i in range(kinds):
                        f += moment[i] * local[2 + i, k]
                    h[(FORCE + k) * ROW + j] = f
                    for m in range(k, count):
                        h[pair * ROW + j] = s * _quadratic(stiffness, p, kinds, local, k, m)
                        pair += 1
            if task == BLOCKS:
                add_blocks(h, patch.pairs, span, row, start, size, row_0, row_1, values)
            elif task == FORCES:
                add_forces(h, patch.nodes, span, row, start, size, row_0, row_1, out)
            else:
                for i in range(rest.shape[0]):
                    for j in range(size):
                        out[i, start + j] = rest[i, start + j] + s * h[(CURVATURE + i) * ROW + j]
        if task == FORCES:
            row_energy[row] = energy


@kernel
def true_hessian(x, tangent, stiffness, rest, s, span, patch, slots, values):
    """Add the blocks of Σ M^I δ²B_I, which the version for Newton's method leaves out."""
    index, local = np.zeros(9, dtype=np.int64), np.zeros((5, 9))
    curvature, moment = np.zeros(3), np.zeros(3)
    count = patch.nodes.shape[0]
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            kinds, n, dual_1, dual_2 = load_point(
                x, tangent, p, span.width, patch.nodes, index, local, curvature
            )
            moments(stiffness, rest, p, kinds, s, curvature, moment)
            for k in range(count):
                for m in range(count):
                    if slots[k, m] >= 0:
                        _add_geometric(
                            values,
                            slots[k, m],
                            index[k],
                            local,
                            k,
                            m,
                            kinds,
                            curvature,
                            moment,
                            n,
                            dual_1,
                            dual_2,
                        )
