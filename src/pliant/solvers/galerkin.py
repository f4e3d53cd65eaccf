"""Multigrid on any graph of nodes: one symmetric V-cycle with a given interpolation, as a preconditioner.

The interpolation P of every level is fixed (`interpolation`); coarse matrices are Galerkin's products PᵀAP, formed anew
for every matrix in two steps,

    T = A P   row by row of A,        A_c = PᵀT   row by row of A_c ,                                              (1)

whose patterns are found once (`levels`). Each row collects what belongs to it alone, so rows can be shared among
threads. Smoother, cycle and precision are those of `multigrid`: Chebyshev of degree two over the 3×3 diagonal blocks,
everything in single precision.
"""

from __future__ import annotations

import numpy as np

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.threads import by_rows, make_team
from pliant.solvers.dense import cholesky, substitute
from pliant.solvers.hierarchy import (
    BEGIN,
    COARSEN,
    CONVERT,
    INVERT,
    PROLONG,
    RESTRICT,
    ROUGH,
    SCALE,
    SMOOTH,
    SOLVE,
    cycle_steps,
    preparation_steps,
)
from pliant.solvers.interpolation import interpolations
from pliant.solvers.levels import B, D, E, R, X, make_levels
from pliant.solvers.multigrid import MARGIN, chebyshev

_POWER_STEPS = 4  # from a random vector; a grid's rough waves would need fewer


class Galerkin:
    """The hierarchy of one matrix pattern; `update` follows the matrix's values."""

    def __init__(self, matrix: BlockMatrix):
        self.team = make_team(matrix.layout)
        self.levels = make_levels(matrix, interpolations(matrix), self.team.count)
        count = len(self.levels.firsts) - 1
        self._preparation = np.array(preparation_steps(count, _POWER_STEPS))
        self._cycle = np.array(cycle_steps(count))
        self._unused = matrix.layout.zeros(3)
        self._stencil = matrix.stencil

    def update(self, matrix: BlockMatrix) -> None:
        """Take over the values of a matrix of the same pattern and form the coarse ones."""
        run(self.levels, self.team, self._preparation, matrix.stencil, self._unused, self._unused)

    def cycle(self, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r."""
        run(self.levels, self.team, self._cycle, self._stencil, r, z)


# ---------------------------------------------------------------- all steps


@kernel
def run(h, team, steps, a, r, z):
    """Go through a list of steps: the preparation for the matrices of all levels, the cycle for z ≈ A⁻¹ r."""
    firsts = h.firsts
    enter(team, (r, h.fields), 0, 0, firsts[1])
    for step in range(steps.shape[0]):
        op, k, variant = steps[step, 0], steps[step, 1], steps[step, 2]
        first, rows = firsts[k], firsts[k + 1] - firsts[k]
        alpha, beta = chebyshev(h.eigenvalues[k], variant)
        if op == SMOOTH:
            smooth(team, (h.matrix, h.values, h.inverse, h.fields, variant, alpha, beta, first), 0, 0, rows)
        elif op == BEGIN:
            begin(team, (h.inverse, h.fields, alpha, first), 0, 0, rows)
        elif op == RESTRICT:
            rows = firsts[k + 2] - firsts[k + 1]
            restrict(team, (h.down, h.down_weights, h.fields, first + firsts[k + 1] - firsts[k]), 0, 0, rows)
        elif op == PROLONG:
            rows = firsts[k] - firsts[k - 1]
            prolong(team, (h.up, h.up_weights, h.fields, firsts[k - 1]), 0, 0, rows)
        elif op == SOLVE:
            solve_coarsest(h.dense, h.fields, first)
        elif op == CONVERT:
            convert(team, (a, h.matrix.starts, h.values), 0, 0, rows)
        elif op == COARSEN:
            parts = (h.matrix, h.values, h.product, h.products, h.markers)
            multiply_up(team, (parts, h.up, h.up_weights, first), 0, 0, rows)
            rows = firsts[k + 2] - firsts[k + 1]
            multiply_down(team, (parts, h.down, h.down_weights, firsts[k + 1]), 0, 0, rows)
        elif op == INVERT:
            invert(team, (h.matrix.starts, h.values, h.inverse, first), 0, 0, rows)
        elif op == ROUGH:
            rough_vector(h.fields, first, rows)
        elif op == SCALE:
            h.eigenvalues[k] = MARGIN * scale_vector(h.fields, first, rows)
        else:
            assemble_coarsest(h.matrix, h.values, first, rows, h.dense)
            cholesky(h.dense)
    leave(team, (h.fields, z), 0, 0, firsts[1])


# ---------------------------------------------------------------- preparing


def _convert_rows(team, arguments, chunk, row_0, row_1):
    """The finest matrix in single precision, the diagonal before each row; a number a becomes a I."""
    a, starts, values = arguments
    scalar = a.values.shape[1] == 1
    for i in range(row_0, row_1):
        shift = starts[i] + 1 - a.starts[i]
        for c in range(9):
            factor = 1.0 if c % 4 == 0 or not scalar else 0.0
            values[starts[i], c] = factor * a.diagonal[0 if scalar else c, i]
        for q in range(a.starts[i], a.starts[i + 1]):
            for c in range(9):
                if scalar:
                    values[uint(q + shift), c] = a.values[uint(q), 0] if c % 4 == 0 else 0.0
                else:
                    values[uint(q + shift), c] = a.values[uint(q), c]


def _multiply_up_rows(team, arguments, chunk, row_0, row_1):
    """Rows of T = A P of (1)."""
    (matrix, values, product, products, markers), up, weights, first = arguments
    marker = markers[chunk]
    for i in range(first + row_0, first + row_1):
        for t in range(product.starts[i], product.starts[i + 1]):
            marker[uint(product.columns[t])] = t
            for c in range(9):
                products[uint(t), c] = 0.0
        for k in range(matrix.starts[i], matrix.starts[i + 1]):
            j = matrix.columns[k]
            for q in range(up.starts[j], up.starts[j + 1]):
                add_block(weights[q], values, k, products, marker[uint(up.columns[q])])


def _multiply_down_rows(team, arguments, chunk, row_0, row_1):
    """Rows of A_c = PᵀT of (1)."""
    (matrix, values, product, products, markers), down, weights, first = arguments
    marker = markers[chunk]
    for i in range(first + row_0, first + row_1):
        for k in range(matrix.starts[i], matrix.starts[i + 1]):
            marker[uint(matrix.columns[k])] = k
            for c in range(9):
                values[uint(k), c] = 0.0
        for q in range(down.starts[i], down.starts[i + 1]):
            j = down.columns[q]
            for t in range(product.starts[j], product.starts[j + 1]):
                add_block(weights[q], products, t, values, marker[uint(product.columns[t])])


@internal
def add_block(weight, a, k, b, t):
    """b[t] += weight · a[k]."""
    for c in range(9):
        b[uint(t), c] += weight * a[uint(k), c]


def _invert_rows(team, arguments, chunk, row_0, row_1):
    """D⁻¹ of every node: six entries of the symmetric 3×3 inverse; 1/trace where D is singular, zero where D is."""
    starts, values, inverse, first = arguments
    for i in range(first + row_0, first + row_1):
        k = starts[i]
        xx, xy, xz = 1.0 * values[k, 0], 1.0 * values[k, 1], 1.0 * values[k, 2]
        yy, yz, zz = 1.0 * values[k, 4], 1.0 * values[k, 5], 1.0 * values[k, 8]
        cxx, cxy, cxz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
        det = xx * cxx + xy * cxy + xz * cxz
        size = xx + yy + zz
        regular = det > 1e-12 * size * size * size
        f = 1.0 / det if regular else 0.0
        g = 1.0 / size if size > 0.0 and not regular else 0.0
        inverse[i, 0], inverse[i, 1], inverse[i, 2] = cxx * f + g, cxy * f, cxz * f
        inverse[i, 3], inverse[i, 4] = (xx * zz - xz * xz) * f + g, (xy * xz - xx * yz) * f
        inverse[i, 5] = (xx * yy - xy * xy) * f + g


@internal
def rough_vector(fields, first, rows):
    """d: a fixed random vector to start the power iteration from; b = 0."""
    state = 12345
    for i in range(first, first + rows):
        for c in range(3):
            state = (state * 1103515245 + 12345) % 2147483648
            fields[D, i, c] = state / 1073741824.0 - 1.0
            fields[B, i, c] = 0.0


@internal
def scale_vector(fields, first, rows):
    """|e|/|d|, the estimate of the largest eigenvalue; d = e scaled to the size of d."""
    before, after = 0.0, 0.0
    for i in range(first, first + rows):
        for c in range(3):
            before += fields[D, i, c] ** 2
            after += fields[E, i, c] ** 2
    value = np.sqrt(after / before) if after > 0.0 else 1.0
    scale = np.float32(1.0 / value)
    for i in range(first, first + rows):
        for c in range(3):
            fields[D, i, c] = scale * fields[E, i, c]
    return value


@internal
def assemble_coarsest(matrix, values, first, rows, lower):
    for i in range(3 * rows):
        for j in range(3 * rows):
            lower[i, j] = 0.0
    for i in range(rows):
        for k in range(matrix.starts[first + i], matrix.starts[first + i + 1]):
            j = matrix.columns[k] - first
            for u in range(3):
                for v in range(3):
                    lower[3 * i + u, 3 * j + v] = values[k, 3 * u + v]


convert, invert = by_rows(_convert_rows), by_rows(_invert_rows)
multiply_up, multiply_down = by_rows(_multiply_up_rows), by_rows(_multiply_down_rows)


# ---------------------------------------------------------------- the cycle


def _enter_rows(team, arguments, chunk, row_0, row_1):
    """b = r on the finest level, which comes first."""
    r, fields = arguments
    for i in range(row_0, row_1):
        for c in range(3):
            fields[B, i, c] = r[c, i]


def _leave_rows(team, arguments, chunk, row_0, row_1):
    """z = x on the finest level."""
    fields, z = arguments
    for i in range(row_0, row_1):
        for c in range(3):
            z[c, i] = fields[X, i, c]


def _begin_rows(team, arguments, chunk, row_0, row_1):
    """d = x = D⁻¹ b / θ."""
    inverse, f, factor, first = arguments
    for p in range(first + row_0, first + row_1):
        i = uint(p)
        b0, b1, b2 = factor * f[B, i, 0], factor * f[B, i, 1], factor * f[B, i, 2]
        xy, xz, yz = inverse[i, 1], inverse[i, 2], inverse[i, 4]
        d0 = inverse[i, 0] * b0 + xy * b1 + xz * b2
        d1 = xy * b0 + inverse[i, 3] * b1 + yz * b2
        d2 = xz * b0 + yz * b1 + inverse[i, 5] * b2
        f[D, i, 0], f[D, i, 1], f[D, i, 2] = d0, d1, d2
        f[X, i, 0], f[X, i, 1], f[X, i, 2] = d0, d1, d2


def _smooth_rows(team, arguments, chunk, row_0, row_1):
    """s = A d − b, or s += A d; then, unless α = 0, e = β d − α D⁻¹ s and x += e: one pass for all."""
    matrix, v, inverse, f, variant, alpha, beta, first = arguments
    swapped = variant % 2 == 1
    d, e = f[E if swapped else D], f[D if swapped else E]
    r, x = f[R], f[X]
    for p in range(first + row_0, first + row_1):
        i = uint(p)
        if variant % 4 == 0:
            r0, r1, r2 = -f[B, i, 0], -f[B, i, 1], -f[B, i, 2]
        else:
            r0, r1, r2 = r[i, 0], r[i, 1], r[i, 2]
        for q in range(matrix.starts[i], matrix.starts[uint(p + 1)]):
            k = uint(q)
            j = uint(matrix.columns[k])
            d0, d1, d2 = d[j, 0], d[j, 1], d[j, 2]
            r0 += v[k, 0] * d0 + v[k, 1] * d1 + v[k, 2] * d2
            r1 += v[k, 3] * d0 + v[k, 4] * d1 + v[k, 5] * d2
            r2 += v[k, 6] * d0 + v[k, 7] * d1 + v[k, 8] * d2
        r[i, 0], r[i, 1], r[i, 2] = r0, r1, r2
        if alpha != 0.0:
            r0, r1, r2 = alpha * r0, alpha * r1, alpha * r2
            xy, xz, yz = inverse[i, 1], inverse[i, 2], inverse[i, 4]
            e0 = beta * d[i, 0] - (inverse[i, 0] * r0 + xy * r1 + xz * r2)
            e1 = beta * d[i, 1] - (xy * r0 + inverse[i, 3] * r1 + yz * r2)
            e2 = beta * d[i, 2] - (xz * r0 + yz * r1 + inverse[i, 5] * r2)
            e[i, 0], e[i, 1], e[i, 2] = e0, e1, e2
            x[i, 0] += e0
            x[i, 1] += e1
            x[i, 2] += e2


def _restrict_rows(team, arguments, chunk, row_0, row_1):
    """b = −Pᵀs on rows of the coarser level."""
    down, weights, f, first = arguments
    for i in range(first + row_0, first + row_1):
        b0, b1, b2 = np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for q in range(down.starts[i], down.starts[i + 1]):
            j, w = uint(down.columns[q]), weights[q]
            b0 -= w * f[R, j, 0]
            b1 -= w * f[R, j, 1]
            b2 -= w * f[R, j, 2]
        f[B, i, 0], f[B, i, 1], f[B, i, 2] = b0, b1, b2


def _prolong_rows(team, arguments, chunk, row_0, row_1):
    """d = P x on rows of the finer level, and x += d there."""
    up, weights, f, first = arguments
    for i in range(first + row_0, first + row_1):
        d0, d1, d2 = np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for q in range(up.starts[i], up.starts[i + 1]):
            j, w = uint(up.columns[q]), weights[q]
            d0 += w * f[X, j, 0]
            d1 += w * f[X, j, 1]
            d2 += w * f[X, j, 2]
        f[D, i, 0], f[D, i, 1], f[D, i, 2] = d0, d1, d2
        f[X, i, 0] += d0
        f[X, i, 1] += d1
        f[X, i, 2] += d2


@internal
def solve_coarsest(lower, f, first):
    """x = A⁻¹ b; the last row of `lower` is scratch memory."""
    y = lower[lower.shape[1]]
    for k in range(lower.shape[1]):
        y[k] = f[B, first + k // 3, k % 3]
    substitute(lower)
    for k in range(lower.shape[1]):
        f[X, first + k // 3, k % 3] = y[k]


enter, leave = by_rows(_enter_rows), by_rows(_leave_rows)
begin, smooth = by_rows(_begin_rows), by_rows(_smooth_rows)
restrict, prolong = by_rows(_restrict_rows), by_rows(_prolong_rows)
