"""Geometric multigrid on grids: one symmetric V-cycle as a preconditioner for conjugate gradients.

Bilinear interpolation P, Galerkin's coarse matrices PᵀAP, and as smoother a Chebyshev polynomial of degree two in D⁻¹A,
with D the 3×3 diagonal blocks:

    d₁ = D⁻¹r₀/θ ,   d₂ = ρ₁ρ₀ d₁ + (2ρ₁/δ) D⁻¹(r₀ − A d₁) ,   x ← x + d₁ + d₂                              (1)

for eigenvalues of D⁻¹A between θ − δ and θ + δ. Everything is in single precision: a preconditioner need not be exact,
and half the bytes are half the time. Both the cycle and what prepares it are lists of steps, made in `hierarchy`: one
loop over them contains every operation once, which keeps the compiled code small. Kernels carry the *negative*
residual s = A x − b, so that a product only ever adds.
"""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.grid_layout import Span
from pliant.numerics.matrix import PLACES, GridMatrix, add_blocks
from pliant.numerics.threads import by_rows, make_team
from pliant.solvers.dense import assemble, cholesky, solve_factorised
from pliant.solvers.hierarchy import (
    ALONG,
    ALONG_END,
    BEGIN,
    COARSEN,
    COLUMNS,
    CONVERT,
    DOWN,
    DOWN_END,
    FIRST,
    HALO,
    HALO_END,
    HALVE_COLUMNS,
    HALVE_ROWS,
    INVERSE,
    INVERT,
    OFFSETS,
    PERIODIC,
    PROLONG,
    RESTRICT,
    ROUGH,
    ROWS,
    SCALE,
    SLOTS,
    SMOOTH,
    SOLVE,
    B,
    D,
    E,
    R,
    X,
    make_hierarchy,
)  # fmt: skip

MARGIN = 1.2  # power iterations estimate the largest eigenvalue from below
_SMOOTHED = 6.0  # the smoother works on eigenvalues above λmax / this


class Multigrid:
    """The hierarchy of one matrix pattern; `update` follows the matrix's values."""

    def __init__(self, matrix: GridMatrix):
        self.team = make_team(matrix.layout)
        self.hierarchy = make_hierarchy(matrix, self.team.count)
        self._values = matrix.values
        self._unused = matrix.layout.zeros(3)

    def update(self, matrix: GridMatrix) -> None:
        """Take over the values of a matrix of the same pattern and form the coarse ones."""
        h = self.hierarchy
        run_steps(h, self.team, h.preparation, matrix.values, self._unused, self._unused)

    def cycle(self, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r."""
        h = self.hierarchy
        run_steps(h, self.team, h.cycle, self._values, r, z)


@internal
def span_of(levels, k):
    """Where level k is in the common arrays."""
    return Span(levels[k, ROWS], levels[k, COLUMNS], levels[k, COLUMNS] + 4, levels[k, FIRST])


@kernel
def run_steps(h, team, steps, values, r, z):
    """Go through a list of steps: `h.preparation` for the matrices of all levels, `h.cycle` for z ≈ A⁻¹ r."""
    levels, fields = h.levels, h.fields
    enter(team, (span_of(levels, 0), r, fields), 0, 0, levels[0, ROWS])
    for step in range(steps.shape[0]):
        op, k, variant = steps[step, 0], steps[step, 1], steps[step, 2]
        rows, span = levels[k, ROWS], span_of(levels, k)
        for i in range(levels[k, HALO], levels[k, HALO_END]):
            for c in range(INVERSE):
                fields[c, h.halo[i, 0]] = fields[c, h.halo[i, 1]]
        alpha, beta = chebyshev(h.eigenvalues[k], variant)
        if op == SMOOTH:
            smooth(team, (levels, k, variant, alpha, beta, h.values, fields), 0, 0, rows)
        elif op == BEGIN:
            begin(team, (span, alpha, fields), 0, 0, rows)
        elif op == RESTRICT:
            restrict(team, (levels, k, fields), 0, 0, levels[k + 1, ROWS])
        elif op == PROLONG:
            prolong(team, (levels, k - 1, fields), 0, 0, levels[k - 1, ROWS])
        elif op == SOLVE:
            solve_factorised(h.dense, span, fields)
        elif op == CONVERT:
            convert(team, (values, h.values, span.width), 0, 0, rows + 4)
        elif op == COARSEN:
            coarsen(team, (levels, k, h.terms, h.strips, h.values), 0, 0, levels[k + 1, ROWS])
            for i in range(levels[k + 1, HALO], levels[k + 1, HALO_END]):
                for s in range(h.values.shape[0]):
                    for c in range(9):
                        h.values[s, c, h.halo[i, 0]] = h.values[s, c, h.halo[i, 1]]
        elif op == INVERT:
            invert_blocks(team, (h.values[0], fields, INVERSE, span), 0, 0, rows)
        elif op == ROUGH:
            rough_vector(span, fields)
        elif op == SCALE:
            h.eigenvalues[k] = MARGIN * scale_vector(span, fields)
        else:
            assemble(h.values, levels[k, OFFSETS:], levels[k, SLOTS], span, h.dense)
            cholesky(h.dense)
    leave(team, (span_of(levels, 0), fields, z), 0, 0, levels[0, ROWS])


@internal
def chebyshev(eigenvalue, variant):
    """Factors of D⁻¹r and of the last step in (1): 1/θ and 0 (variant 2), 2ρ₁/δ and ρ₁ρ₀ (0 and 3), or none (1).

    Variant 4 is a step of the power iteration, e = D⁻¹A d.
    """
    low = eigenvalue / _SMOOTHED
    theta, delta = 0.5 * (eigenvalue + low), 0.5 * (eigenvalue - low)
    sigma = theta / delta
    rho = 1.0 / (2.0 * sigma - 1.0 / sigma)
    alpha, beta = 2.0 * rho / delta, rho / sigma
    if variant == 2:
        alpha, beta = 1.0 / theta, 0.0
    elif variant == 1:
        alpha, beta = 0.0, 0.0
    elif variant == 4:
        alpha, beta = -1.0, 0.0
    return np.float32(alpha), np.float32(beta)


# ---------------------------------------------------------------- preparing


def _convert_rows(team, arguments, chunk, row_0, row_1):
    """The finest matrix in single precision; a number a of a scalar matrix becomes a I. Rows include the halo's."""
    values, out, width = arguments
    scalar = values.shape[1] == 1
    for s in range(values.shape[0]):
        for c in range(9):
            e, factor = (0, 1.0 if c % 4 == 0 else 0.0) if scalar else (c, 1.0)
            for p in range(row_0 * width, row_1 * width):
                out[s, c, uint(p)] = factor * values[s, e, uint(p)]


def _coarsen_rows(team, arguments, chunk, row_0, row_1):
    """PᵀAP from level k to rows of level k + 1: along m into a strip one row high, from there along n."""
    levels, k, terms, strips, values = arguments
    fine, coarse = span_of(levels, k), span_of(levels, k + 1)
    step_m, step_n = 1 + levels[k, HALVE_ROWS], 1 + levels[k, HALVE_COLUMNS]
    strip = strips[chunk]
    n, begin, one = fine.columns, 2 + 0 * chunk, 1 + 0 * chunk
    for row in range(row_0, row_1):
        p = fine.first + step_m * row * fine.width
        fill(strip, 0 * chunk, n + 4)
        for t in range(levels[k, DOWN], levels[k, DOWN_END]):
            q = p + terms[t, 3] * fine.width + terms[t, 4]
            add_term(terms, t, values, q, one, strip, begin, n)
        if levels[k, PERIODIC]:
            for s in range(strip.shape[0]):
                for c in range(9):
                    for j in range(2):
                        strip[s, c, j] = strip[s, c, n + j]
                        strip[s, c, n + 2 + j] = strip[s, c, 2 + j]
        p = coarse.first + row * coarse.width
        fill(values, p, coarse.columns)
        for t in range(levels[k, ALONG], levels[k, ALONG_END]):
            add_term(terms, t, strip, 2 + terms[t, 4], step_n, values, p, coarse.columns)


@internal
def fill(values, p, n):
    """Zero n places from p on."""
    for s in range(values.shape[0]):
        for c in range(9):
            for j in range(n):
                values[s, c, uint(p + j)] = 0.0


@internal
def add_term(terms, t, values, q, step, out, p, n):
    """out[p + j] += weight · values[q + step j], block by block, transposed if the term says so."""
    target, source = terms[t, 0], terms[t, 1]
    weight = np.float32(0.25 * terms[t, 5])
    for c in range(9):
        e = 3 * (c % 3) + c // 3 if terms[t, 2] else c
        if step == 2:
            for j in range(n):
                out[target, c, uint(p + j)] += weight * values[source, e, uint(q + 2 * j)]
        else:
            for j in range(n):
                out[target, c, uint(p + j)] += weight * values[source, e, uint(q + j)]


def _invert_rows(team, arguments, chunk, row_0, row_1):
    """D⁻¹ of every node: six entries of the symmetric 3×3 inverse; 1/trace where D is singular, zero where D is."""
    a, inverse, i, span = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        for j in range(span.columns):
            p = uint(start + j)
            xx, xy, xz, yy, yz, zz = a[0, p], a[1, p], a[2, p], a[4, p], a[5, p], a[8, p]
            cxx, cxy, cxz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
            det = xx * cxx + xy * cxy + xz * cxz
            size = xx + yy + zz
            regular = det > 1e-12 * size * size * size  # not a pinned node, nor one that nothing holds
            f = 1.0 / det if regular else 0.0
            g = 1.0 / size if size > 0.0 and not regular else 0.0
            inverse[i, p], inverse[i + 1, p], inverse[i + 2, p] = cxx * f + g, cxy * f, cxz * f
            inverse[i + 3, p], inverse[i + 4, p] = (xx * zz - xz * xz) * f + g, (xy * xz - xx * yz) * f
            inverse[i + 5, p] = (xx * yy - xy * xy) * f + g


convert, coarsen, invert_blocks = by_rows(_convert_rows), by_rows(_coarsen_rows), by_rows(_invert_rows)


@internal
def rough_vector(span, fields):
    """d: a fixed vector of rough waves, to start the power iteration from; b = 0."""
    state = 12345
    for row in range(span.rows):
        for column in range(span.columns):
            p = span.first + row * span.width + column
            along, down = 1 - 2 * (row % 2), 1 - 2 * (column % 2)
            for c in range(3):
                state = (state * 1103515245 + 12345) % 2147483648
                fields[D + c, p] = (0.4 + state / 2147483648.0) * (along + down + along * down)
                fields[B + c, p] = 0.0


@internal
def scale_vector(span, fields):
    """|e|/|d|, the estimate of the largest eigenvalue; d = e scaled to the size of d."""
    before, after = 0.0, 0.0
    for row in range(span.rows):
        start = span.first + row * span.width
        part_d, part_e = 0.0, 0.0
        for c in range(3):
            for j in range(span.columns):
                d, e = fields[D + c, uint(start + j)], fields[E + c, uint(start + j)]
                part_d += d * d
                part_e += e * e
        before += part_d
        after += part_e
    value = np.sqrt(after / before) if after > 0.0 else 1.0
    scale = np.float32(1.0 / value)
    for c in range(3):
        for j in range(span.rows * span.width - 4):
            fields[D + c, uint(span.first + j)] = scale * fields[E + c, uint(span.first + j)]
    return value


# ---------------------------------------------------------------- the cycle


def _enter_rows(team, arguments, chunk, row_0, row_1):
    """b = r on the finest level, which comes first in all arrays."""
    span, r, fields = arguments
    for c in range(3):
        for j in range(row_0 * span.width, row_1 * span.width - 4):
            fields[B + c, uint(span.first + j)] = r[c, uint(span.first + j)]


def _leave_rows(team, arguments, chunk, row_0, row_1):
    """z = x on the finest level."""
    span, fields, z = arguments
    for c in range(3):
        for j in range(row_0 * span.width, row_1 * span.width - 4):
            z[c, uint(span.first + j)] = fields[X + c, uint(span.first + j)]


def _begin_rows(team, arguments, chunk, row_0, row_1):
    """d = x = D⁻¹ b / θ."""
    span, factor, f = arguments
    for j in range(row_0 * span.width, row_1 * span.width - 4):
        p = uint(span.first + j)
        b0, b1, b2 = factor * f[B, p], factor * f[B + 1, p], factor * f[B + 2, p]
        xy, xz, yz = f[INVERSE + 1, p], f[INVERSE + 2, p], f[INVERSE + 4, p]
        d0 = f[INVERSE, p] * b0 + xy * b1 + xz * b2
        d1 = xy * b0 + f[INVERSE + 3, p] * b1 + yz * b2
        d2 = xz * b0 + yz * b1 + f[INVERSE + 5, p] * b2
        f[D, p], f[D + 1, p], f[D + 2, p] = d0, d1, d2
        f[X, p], f[X + 1, p], f[X + 2, p] = d0, d1, d2


def _smooth_rows(team, arguments, chunk, row_0, row_1):
    """s = A d − b, or s += A d; then, unless α = 0, e = β d − α D⁻¹ s and x += e: one pass for all."""
    levels, k, variant, alpha, beta, values, f = arguments
    span = span_of(levels, k)
    d, e = (E, D) if variant % 2 == 1 else (D, E)
    step = max(1, PLACES // span.width)
    for row in range(row_0, row_1, step):
        start = span.first + row * span.width
        n = (min(row + step, row_1) - row - 1) * span.width + span.columns
        if variant % 4 == 0:
            for c in range(3):
                for j in range(n):
                    f[R + c, uint(start + j)] = -f[B + c, uint(start + j)]
        add_blocks(values, levels[k, OFFSETS:], levels[k, SLOTS], f[d : d + 3], f[R : R + 3], start, n)
        if alpha != 0.0:
            for j in range(n):
                p = uint(start + j)
                r0, r1, r2 = alpha * f[R, p], alpha * f[R + 1, p], alpha * f[R + 2, p]
                xy, xz, yz = f[INVERSE + 1, p], f[INVERSE + 2, p], f[INVERSE + 4, p]
                e0 = beta * f[d, p] - (f[INVERSE, p] * r0 + xy * r1 + xz * r2)
                e1 = beta * f[d + 1, p] - (xy * r0 + f[INVERSE + 3, p] * r1 + yz * r2)
                e2 = beta * f[d + 2, p] - (xz * r0 + yz * r1 + f[INVERSE + 5, p] * r2)
                f[e, p], f[e + 1, p], f[e + 2, p] = e0, e1, e2
                f[X, p] += e0
                f[X + 1, p] += e1
                f[X + 2, p] += e2


def _restrict_rows(team, arguments, chunk, row_0, row_1):
    """b = −Pᵀs from level k to rows of the next; the halo of s is zero, or a copy along periodic axes."""
    levels, k, fields = arguments
    fine, coarse = span_of(levels, k), span_of(levels, k + 1)
    step_m, step_n = 1 + levels[k, HALVE_ROWS], 1 + levels[k, HALVE_COLUMNS]
    for row in range(row_0, row_1):
        q = coarse.first + row * coarse.width
        for c in range(3):
            for j in range(coarse.columns):
                fields[B + c, uint(q + j)] = 0.0
        for i in range(1 - step_m, step_m):
            for o in range(1 - step_n, step_n):
                weight = np.float32((1.0 if i == 0 else 0.5) * (1.0 if o == 0 else 0.5))
                p = fine.first + (step_m * row + i) * fine.width + o
                for c in range(3):
                    for j in range(coarse.columns):
                        fields[B + c, uint(q + j)] -= weight * fields[R + c, uint(p + step_n * j)]


def _prolong_rows(team, arguments, chunk, row_0, row_1):
    """d = P x from level k + 1 to rows of level k, and x += d there."""
    levels, k, fields = arguments
    fine, coarse = span_of(levels, k), span_of(levels, k + 1)
    halved = levels[k, HALVE_COLUMNS]
    quarter = np.float32(0.25)
    for m in range(row_0, row_1):
        p = fine.first + m * fine.width
        upper, lower = (m // 2, (m + 1) // 2) if levels[k, HALVE_ROWS] else (m, m)
        q, s = coarse.first + upper * coarse.width, coarse.first + lower * coarse.width
        for c in range(3):
            for odd in range(1 + halved):  # with columns halved: even columns, then odd ones between two
                for j in range((fine.columns + 1 - odd) // 2 if halved else fine.columns):
                    left = fields[X + c, uint(q + j)] + fields[X + c, uint(s + j)]
                    right = fields[X + c, uint(q + odd + j)] + fields[X + c, uint(s + odd + j)]
                    o = uint(p + odd + (1 + halved) * j)
                    fields[D + c, o] = quarter * (left + right)
                    fields[X + c, o] += quarter * (left + right)


enter, leave = by_rows(_enter_rows), by_rows(_leave_rows)
begin, smooth = by_rows(_begin_rows), by_rows(_smooth_rows)
restrict, prolong = by_rows(_restrict_rows), by_rows(_prolong_rows)
