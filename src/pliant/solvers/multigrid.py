"""Geometric multigrid on grids: one symmetric V-cycle as a preconditioner for conjugate gradients.

Bilinear interpolation P, Galerkin's coarse matrices PᵀAP, and as smoother a Chebyshev polynomial of degree two in D⁻¹A, with D
the 3×3 diagonal blocks:

    d₁ = D⁻¹r₀/θ ,   d₂ = ρ₁ρ₀ d₁ + (2ρ₁/δ) D⁻¹(r₀ − A d₁) ,   x ← x + d₁ + d₂                              (1)

for eigenvalues of D⁻¹A between θ − δ and θ + δ. Everything is in single precision: a preconditioner need not be exact, and half
the bytes are half the time. Kernels carry the *negative* residual s = A x − b, so that a product only ever adds.
"""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import inner, kernel, place
from pliant.numerics.layout import Span
from pliant.numerics.matrix import PLACES, GridMatrix, add_blocks
from pliant.numerics.threads import by_rows, make_team
from pliant.solvers.dense import factorise, solve_factorised
from pliant.solvers.hierarchy import make_hierarchy
from pliant.solvers.vectors import dot

_POWER_STEPS = 3  # power iterations for the largest eigenvalue of D⁻¹A
_MARGIN = 1.2  # they estimate it from below
_SMOOTHED = 6.0  # the smoother works on eigenvalues above λmax / this


class Multigrid:
    """The hierarchy of one matrix pattern; `update` follows the matrix's values."""

    def __init__(self, matrix: GridMatrix):
        self.team = make_team(matrix.layout)
        self.hierarchy = make_hierarchy(matrix, self.team.count)

    def update(self, matrix: GridMatrix) -> None:
        """Take over the values of a matrix of the same pattern and form the coarse ones."""
        update(self.hierarchy, self.team, matrix.values)


@inner
def span_of(h, k):
    """Where level k is in the common arrays."""
    return Span(h.shapes[k, 0], h.shapes[k, 1], h.shapes[k, 1] + 4, h.shapes[k, 5])


@inner
def fill_halo(h, k, a):
    """Copy nodes of level k into the halo along periodic axes; a of shape (3, places)."""
    for i in range(h.halo_starts[k], h.halo_starts[k + 1]):
        for c in range(3):
            a[c, h.halo[i, 0]] = a[c, h.halo[i, 1]]


# ---------------------------------------------------------------- setting up


@kernel
def update(h, team, values):
    """Matrices of all levels, inverse diagonals, eigenvalue estimates and the factorised coarsest matrix."""
    levels = h.shapes.shape[0]
    convert_values(team, (values, h.values, h.shapes[0, 1] + 4), h.shapes[0, 0] + 4)
    for k in range(levels):
        if k > 0:
            coarsen_matrix(team, (h, k - 1), h.shapes[k, 0])
            for i in range(h.halo_starts[k], h.halo_starts[k + 1]):
                for s in range(h.shapes[k, 4]):
                    for c in range(9):
                        h.values[s, c, h.halo[i, 0]] = h.values[s, c, h.halo[i, 1]]
        invert_blocks(team, (h.values[0], h.inverse, span_of(h, k)), h.shapes[k, 0])
        h.eigenvalues[k] = _MARGIN * largest_eigenvalue(h, team, k)
    factorise(h.values, h.offsets[levels - 1], h.shapes[levels - 1, 4], span_of(h, levels - 1), h.factor)


@inner
def _convert_rows(arguments, chunk, row_0, row_1):
    """The finest matrix in single precision; a number a of a scalar matrix becomes a I. Rows include those of the halo."""
    values, out, width = arguments
    scalar = values.shape[1] == 1
    for s in range(values.shape[0]):
        for c in range(9):
            e, factor = (0, 1.0 if c % 4 == 0 else 0.0) if scalar else (c, 1.0)
            for p in range(row_0 * width, row_1 * width):
                out[s, c, place(p)] = factor * values[s, e, place(p)]


@inner
def _coarsen_rows(arguments, chunk, row_0, row_1):
    """PᵀAP from level k to rows of level k + 1: along m into a strip one row high, from there along n."""
    h, k = arguments
    fine, coarse = span_of(h, k), span_of(h, k + 1)
    step_m, step_n = 1 + h.shapes[k, 2], 1 + h.shapes[k, 3]
    slots = h.shapes[k + 1, 4]
    strip = h.strip[chunk]
    n = fine.columns
    for row in range(row_0, row_1):
        for s in range(slots):
            for c in range(9):
                for j in range(strip.shape[2]):
                    strip[s, c, j] = 0.0
        p = fine.first + step_m * row * fine.width
        for t in range(h.down_starts[k], h.down_starts[k + 1]):
            target, source, transposed = h.down_terms[t, 0], h.down_terms[t, 1], h.down_terms[t, 2]
            q = p + h.down_terms[t, 3] * fine.width + h.down_terms[t, 4]
            weight = h.down_weights[t]
            for c in range(9):
                e = 3 * (c % 3) + c // 3 if transposed else c
                for j in range(n):
                    strip[target, c, place(2 + j)] += weight * h.values[source, e, place(q + j)]
        if h.shapes[k, 6]:  # columns are periodic
            for s in range(slots):
                for c in range(9):
                    for j in range(2):
                        strip[s, c, j] = strip[s, c, n + j]
                        strip[s, c, n + 2 + j] = strip[s, c, 2 + j]
        p = coarse.first + row * coarse.width
        for s in range(slots):
            for c in range(9):
                for j in range(coarse.columns):
                    h.values[s, c, place(p + j)] = 0.0
        for t in range(h.along_starts[k], h.along_starts[k + 1]):
            target, source, transposed = h.along_terms[t, 0], h.along_terms[t, 1], h.along_terms[t, 2]
            q = 2 + h.along_terms[t, 4]
            weight = h.along_weights[t]
            for c in range(9):
                e = 3 * (c % 3) + c // 3 if transposed else c
                if step_n == 2:
                    for j in range(coarse.columns):
                        h.values[target, c, place(p + j)] += weight * strip[source, e, place(q + 2 * j)]
                else:
                    for j in range(coarse.columns):
                        h.values[target, c, place(p + j)] += weight * strip[source, e, place(q + j)]


@inner
def _invert_rows(arguments, chunk, row_0, row_1):
    """D⁻¹ of every node: six entries of the symmetric 3×3 inverse; 1/trace where D is singular, zero where D is."""
    a, inverse, span = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        for j in range(span.columns):
            p = place(start + j)
            xx, xy, xz, yy, yz, zz = a[0, p], a[1, p], a[2, p], a[4, p], a[5, p], a[8, p]
            cxx, cxy, cxz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
            det = xx * cxx + xy * cxy + xz * cxz
            size = xx + yy + zz
            regular = det > 1e-12 * size * size * size  # not a pinned node, nor one that nothing holds
            f = 1.0 / det if regular else 0.0
            g = 1.0 / size if size > 0.0 and not regular else 0.0
            inverse[0, p], inverse[1, p], inverse[2, p] = cxx * f + g, cxy * f, cxz * f
            inverse[3, p], inverse[4, p] = (xx * zz - xz * xz) * f + g, (xy * xz - xx * yz) * f
            inverse[5, p] = (xx * yy - xy * xy) * f + g


convert_values, coarsen_matrix, invert_blocks = by_rows(_convert_rows), by_rows(_coarsen_rows), by_rows(_invert_rows)


@inner
def largest_eigenvalue(h, team, k):
    """That of D⁻¹A on level k, by power iterations from a fixed vector of rough waves; an estimate from below."""
    span = span_of(h, k)
    one, zero = np.float32(1.0), np.float32(0.0)
    state = 12345
    for row in range(span.rows):
        for column in range(span.columns):
            p = span.first + row * span.width + column
            along, down = 1 - 2 * (row % 2), 1 - 2 * (column % 2)
            for c in range(3):
                state = (state * 1103515245 + 12345) % 2147483648
                weight = 0.4 + state / 2147483648.0
                h.d[c, p] = weight * (along + down + along * down)
                h.b[c, p] = 0.0
    value = 1.0
    for _ in range(_POWER_STEPS):
        fill_halo(h, k, h.d)
        smooth(team, (h, k, True, h.d, h.e, -one, zero), span.rows)
        before, after = dot(h.d, h.d, span), dot(h.e, h.e, span)
        value = np.sqrt(after / before) if before > 0.0 else 0.0
        scale = np.float32(1.0 / value if value > 0.0 else 0.0)
        for row in range(span.rows):
            for c in range(3):
                for j in range(span.columns):
                    p = place(span.first + row * span.width + j)
                    h.d[c, p] = scale * h.e[c, p]
    return value if value > 0.0 else 1.0


# ---------------------------------------------------------------- one cycle


@inner
def cycle(h, team):
    """x ≈ A⁻¹ b on the finest level by one symmetric V-cycle."""
    last = h.shapes.shape[0] - 1
    zero = np.float32(0.0)
    for k in range(last):
        theta, alpha, beta = chebyshev(h.eigenvalues[k])
        rows = h.shapes[k, 0]
        begin(team, (h, k, theta), rows)
        fill_halo(h, k, h.d)
        smooth(team, (h, k, True, h.d, h.e, alpha, beta), rows)
        fill_halo(h, k, h.e)
        smooth(team, (h, k, False, h.e, h.d, zero, zero), rows)
        fill_halo(h, k, h.r)
        restrict(team, (h, k), h.shapes[k + 1, 0])
    solve_factorised(h.factor, span_of(h, last), h.b, h.solution, h.x)
    for k in range(last - 1, -1, -1):
        theta, alpha, beta = chebyshev(h.eigenvalues[k])
        rows = h.shapes[k, 0]
        fill_halo(h, k + 1, h.x)
        prolong(team, (h, k), rows)
        fill_halo(h, k, h.d)
        smooth(team, (h, k, False, h.d, h.e, theta, zero), rows)
        fill_halo(h, k, h.e)
        smooth(team, (h, k, False, h.e, h.d, alpha, beta), rows)


@inner
def chebyshev(eigenvalue):
    """1/θ, 2ρ₁/δ and ρ₁ρ₀ of (1)."""
    low = eigenvalue / _SMOOTHED
    theta, delta = 0.5 * (eigenvalue + low), 0.5 * (eigenvalue - low)
    sigma = theta / delta
    rho = 1.0 / sigma
    rho_next = 1.0 / (2.0 * sigma - rho)
    return np.float32(1.0 / theta), np.float32(2.0 * rho_next / delta), np.float32(rho_next * rho)


@inner
def _begin_rows(arguments, chunk, row_0, row_1):
    """d = x = D⁻¹ b / θ."""
    h, k, factor = arguments
    span = span_of(h, k)
    b, i = h.b, h.inverse
    for j in range(row_0 * span.width, row_1 * span.width - 4):  # with the halo between rows, where D⁻¹ is zero
        p = place(span.first + j)
        b0, b1, b2 = factor * b[0, p], factor * b[1, p], factor * b[2, p]
        d0 = i[0, p] * b0 + i[1, p] * b1 + i[2, p] * b2
        d1 = i[1, p] * b0 + i[3, p] * b1 + i[4, p] * b2
        d2 = i[2, p] * b0 + i[4, p] * b1 + i[5, p] * b2
        h.d[0, p], h.d[1, p], h.d[2, p] = d0, d1, d2
        h.x[0, p], h.x[1, p], h.x[2, p] = d0, d1, d2


@inner
def _smooth_rows(arguments, chunk, row_0, row_1):
    """s = A d − b, or s += A d; then, unless α = 0, e = β d − α D⁻¹ s and x += e: one pass for all."""
    h, k, afresh, d, e, alpha, beta = arguments
    span = span_of(h, k)
    step = max(1, PLACES // span.width)
    for row in range(row_0, row_1, step):
        start = span.first + row * span.width
        n = (min(row + step, row_1) - row - 1) * span.width + span.columns
        if afresh:
            for c in range(3):
                for j in range(n):
                    h.r[c, place(start + j)] = -h.b[c, place(start + j)]
        add_blocks(h.values, h.offsets[k], h.shapes[k, 4], d, h.r, start, n)
        if alpha != 0.0:
            _correct(h.inverse, h.r, alpha, beta, d, e, h.x, start, n)


@inner
def _correct(i, r, alpha, beta, d, e, x, start, n):
    for j in range(n):
        p = place(start + j)
        r0, r1, r2 = alpha * r[0, p], alpha * r[1, p], alpha * r[2, p]
        e0 = beta * d[0, p] - (i[0, p] * r0 + i[1, p] * r1 + i[2, p] * r2)
        e1 = beta * d[1, p] - (i[1, p] * r0 + i[3, p] * r1 + i[4, p] * r2)
        e2 = beta * d[2, p] - (i[2, p] * r0 + i[4, p] * r1 + i[5, p] * r2)
        e[0, p], e[1, p], e[2, p] = e0, e1, e2
        x[0, p] += e0
        x[1, p] += e1
        x[2, p] += e2


@inner
def _restrict_rows(arguments, chunk, row_0, row_1):
    """b = −Pᵀs from level k to rows of level k + 1; the halo of s is zero, or a copy along periodic axes."""
    h, k = arguments
    fine, coarse = span_of(h, k), span_of(h, k + 1)
    step_m, step_n = 1 + h.shapes[k, 2], 1 + h.shapes[k, 3]
    half, quarter = np.float32(0.5), np.float32(0.25)
    for row in range(row_0, row_1):
        q = coarse.first + row * coarse.width
        for c in range(3):
            for j in range(coarse.columns):
                h.b[c, place(q + j)] = 0.0
        for i in range(1 - step_m, step_m):
            p = fine.first + (step_m * row + i) * fine.width
            side = half if i == 0 else quarter
            for c in range(3):
                if step_n == 2:
                    for j in range(coarse.columns):
                        o = p + 2 * j
                        sides = h.r[c, place(o - 1)] + h.r[c, place(o + 1)]
                        h.b[c, place(q + j)] -= side * (sides + h.r[c, place(o)] + h.r[c, place(o)])
                else:
                    for j in range(coarse.columns):
                        h.b[c, place(q + j)] -= (side + side) * h.r[c, place(p + j)]


@inner
def _prolong_rows(arguments, chunk, row_0, row_1):
    """d = P x from level k + 1 to rows of level k, and x += d."""
    h, k = arguments
    fine, coarse = span_of(h, k), span_of(h, k + 1)
    half, quarter = np.float32(0.5), np.float32(0.25)
    for m in range(row_0, row_1):
        p = fine.first + m * fine.width
        upper, lower = (m // 2, (m + 1) // 2) if h.shapes[k, 2] else (m, m)
        q, s = coarse.first + upper * coarse.width, coarse.first + lower * coarse.width
        for c in range(3):
            if h.shapes[k, 3]:
                for j in range((fine.columns + 1) // 2):
                    h.d[c, place(p + 2 * j)] = half * (h.x[c, place(q + j)] + h.x[c, place(s + j)])
                for j in range(fine.columns // 2):
                    left = h.x[c, place(q + j)] + h.x[c, place(s + j)]
                    right = h.x[c, place(q + 1 + j)] + h.x[c, place(s + 1 + j)]
                    h.d[c, place(p + 1 + 2 * j)] = quarter * (left + right)
            else:
                for j in range(fine.columns):
                    h.d[c, place(p + j)] = half * (h.x[c, place(q + j)] + h.x[c, place(s + j)])
            for j in range(fine.columns):
                h.x[c, place(p + j)] += h.d[c, place(p + j)]


begin, smooth = by_rows(_begin_rows), by_rows(_smooth_rows)
restrict, prolong = by_rows(_restrict_rows), by_rows(_prolong_rows)
