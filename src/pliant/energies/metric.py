"""Stretching and shearing of a surface: the metric term of the primal energy, in its exact form.

    E = ∫ ⅛ ΔG : C : ΔG dA⁰ ,   ΔG_ij = x_i·x_j − G⁰_ij                                  (1)

with respect to rest *area*; C is the plane-stress elasticity times thickness [N/m]. In an orthonormal rest
frame ΔG ≈ 2ε, so that (1) is the usual ½ ε:C:ε. Everything is written in grid coordinates: x_i are differences
between neighbours, and the components C^{ijkl} carry the rest metric, so size, resolution and
parameterisation do not matter.

Of the numbers y that a cell measures (`cells`) it is a quadratic form, with q where strains are without stress:

    E = ½ Δyᵀ K Δy − q·Δy ,   δE = f·δy ,  f = K Δy − q ,                                   (2)
    H = Σ K_rs ∂y_r ∂y_sᵀ + f_r ∂²y_r .                                                  (3)

The second, geometric part is positive semi-definite if at all corners the 2×2 matrix of what f gives to a_i², b_k² and
a_i·b_k is, so the version for Newton's method takes their positive parts.

Damping in proportion to stiffness (Kelvin–Voigt, time τ) adds τ K ẏ to f. Within a step of length h, ẏ = (y − y_ref)/h,
and f is that of a material with s = 1 + τ/h times the stiffness and another rest metric:

    f = K (s y − y⁰ − (τ/h) y_ref) − q .                                                  (4)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numba import prange

from pliant.energies.cells import (
    MEASURES,
    POINTS,
    Cells,
    change,
    dot,
    edges,
    measure_cells,
    mix,
    pull_cells,
    stiffness_cells,
    strains_at_points,
)
from pliant.energies.corners import CELLS, ROW, collect_forces, symmetric_entry
from pliant.energies.stress_points import Section, StressPoints, sheet
from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.compile import inlined, internal, kernel, uint
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import DIAGONAL, DOWN, DOWN_LEFT, DOWN_RIGHT, NARROW, RIGHT, GridMatrix
from pliant.numerics.threads import rows_of_chunk, team_size

# ---------------------------------------------------------------- pointwise


@internal
def positive_part(s11, s22, s12):
    """The 2×2 symmetric matrix with its negative eigenvalue set to zero: S⁺ = λ₊ (S − λ₋ I)/(λ₊ − λ₋)."""
    mean = 0.5 * (s11 + s22)
    radius = np.sqrt(0.25 * (s11 - s22) ** 2 + s12 * s12)
    low = min(mean - radius, 0.0)
    high = max(mean + radius, 0.0)
    scale = high / (high - low) if high > low else 0.0
    return scale * (s11 - low), scale * (s22 - low), scale * s12


# K_rs, r ≤ s, are fifteen rows: those of K row by row.
@inlined
def forces(K, pull, c, y):
    """f of (2)."""
    f0 = K[0, c] * y[0] + K[1, c] * y[1] + K[2, c] * y[2] + K[3, c] * y[3] + K[4, c] * y[4]
    f1 = K[1, c] * y[0] + K[5, c] * y[1] + K[6, c] * y[2] + K[7, c] * y[3] + K[8, c] * y[4]
    f2 = K[2, c] * y[0] + K[6, c] * y[1] + K[9, c] * y[2] + K[10, c] * y[3] + K[11, c] * y[4]
    f3 = K[3, c] * y[0] + K[7, c] * y[1] + K[10, c] * y[2] + K[12, c] * y[3] + K[13, c] * y[4]
    f4 = K[4, c] * y[0] + K[8, c] * y[1] + K[11, c] * y[2] + K[13, c] * y[3] + K[14, c] * y[4]
    if pull.shape[0]:
        return f0 - pull[0, c], f1 - pull[1, c], f2 - pull[2, c], f3 - pull[3, c], f4 - pull[4, c]
    return f0, f1, f2, f3, f4


# ---------------------------------------------------------------- loops, as `corners` explains them

_SCRATCH = 78  # rows


@kernel
def gradient_rows(x, share, rest, K, pull, s, span, row_0, row_1, out, row_energy, f):
    """Add ∂E/∂x to the rows row_0 ≤ m < row_1 of nodes (row M is the halo's); set the energy of their rows of cells.

    A row of nodes collects from the cells above and then from those below it, so it does not matter how rows are
    shared among threads. `f` (12 rows) holds the forces of the edges a₀, a₁, b₀, b₁.
    """
    w = span.width
    for row in range(max(row_0 - 1, 0), min(row_1, span.rows)):
        energy = 0.0
        for column in range(0, span.columns, CELLS):
            n = min(CELLS, span.columns - column)
            p = span.first + row * w + column
            for k in range(12):
                f[k * ROW] = f[k * ROW + n + 1] = 0.0
            energy += cell_forces(x, share, rest, K, pull, s, w, p, n, f[1:])
            for side in range(2):  # the nodes above the cells, then those below
                if row_0 <= row + side < row_1:
                    collect_forces(f, side, n, out, p + side * w)
        if row >= row_0 and row < span.rows:
            row_energy[row] = energy / s


@inlined
def put(f, row, j, t, u, v, w):
    """t u + v w into three rows."""
    f[row * ROW + j] = t * u[0] + v * w[0]
    f[(row + 1) * ROW + j] = t * u[1] + v * w[1]
    f[(row + 2) * ROW + j] = t * u[2] + v * w[2]


@inlined
def cell_forces(x, share, rest, K, pull, s, w, p, n, f):
    """Set the forces of the edges of n cells; returns their energy."""
    energy = 0.0
    for j in range(n):
        c = uint(p + j)
        a0, a1, b0, b1 = edges(x, w, p + j)
        ta, tb = share[0, c], share[1, c]
        a, b = mix(ta, a0, a1), mix(tb, b0, b1)
        y = change(rest, s, c, a0, a1, b0, b1, a, b)
        f0, f1, f2, f3, f4 = forces(K, pull, c, y)
        energy += 0.5 * (f0 * y[0] + f1 * y[1] + f2 * y[2] + f3 * y[3] + f4 * y[4])
        if pull.shape[0]:  # ½ yᵀKy − q·y, and what is stored at y = 0
            energy += pull[5, c] - 0.5 * (
                pull[0, c] * y[0]
                + pull[1, c] * y[1]
                + pull[2, c] * y[2]
                + pull[3, c] * y[3]
                + pull[4, c] * y[4]
            )
        a0_, a1_, b0_, b1_ = 2.0 * f0, 2.0 * f1, 2.0 * f2, 2.0 * f3
        to_a0, to_a1, to_b0, to_b1 = (1.0 - ta) * f4, ta * f4, (1.0 - tb) * f4, tb * f4
        put(f, 0, j, a0_, a0, to_a0, b)
        put(f, 3, j, a1_, a1, to_a1, b)
        put(f, 6, j, b0_, b0, to_b0, a)
        put(f, 9, j, b1_, b1, to_b1, a)
    return energy


@kernel
def hessian_rows(x, share, rest, K, pull, s, psd, span, row_0, row_1, values, h):
    """Add the blocks of (3) to what the rows row_0 ≤ m < row_1 of nodes store in the matrix.

    `h` (78 rows): six entries each for the nodes 00, 01, 10, 11 of the cells, then nine each for the pairs 00–01,
    10–11, 00–10, 01–11, 00–11 and 01–10.
    """
    w = span.width
    for row in range(max(row_0 - 1, 0), min(row_1, span.rows)):
        for column in range(0, span.columns, CELLS):
            n = min(CELLS, span.columns - column)
            p = span.first + row * w + column
            for k in range(_SCRATCH):
                h[k * ROW] = h[k * ROW + n + 1] = 0.0
            cell_blocks(x, share, rest, K, pull, s, psd, w, p, n, h[1:])
            for u in range(3):
                for v in range(3):
                    e, m = (24 + 3 * u + v) * ROW, symmetric_entry(u, v) * ROW
                    if row >= row_0:
                        collect_upper(h, m, e, n, values, 3 * u + v, p)
                    if row + 1 < row_1:
                        collect_lower(h, m, e, n, values, 3 * u + v, p + w)


@inlined
def combined(r, a, s, b, t, c):
    """r a + s b + t c."""
    return r * a[0] + s * b[0] + t * c[0], r * a[1] + s * b[1] + t * c[1], r * a[2] + s * b[2] + t * c[2]


@inlined
def own_block(h, row, j, k, a, b, t, g):
    """Σ K_rs v_r v_sᵀ + g I of a node with the vectors a, b, t: its six entries. `k` has K_rs row by row."""
    u, v = combined(k[0], a, k[1], b, k[2], t), combined(k[1], a, k[3], b, k[4], t)
    w = combined(k[2], a, k[4], b, k[5], t)
    h[row * ROW + j] = a[0] * u[0] + b[0] * v[0] + t[0] * w[0] + g
    h[(row + 1) * ROW + j] = a[0] * u[1] + b[0] * v[1] + t[0] * w[1]
    h[(row + 2) * ROW + j] = a[0] * u[2] + b[0] * v[2] + t[0] * w[2]
    h[(row + 3) * ROW + j] = a[1] * u[1] + b[1] * v[1] + t[1] * w[1] + g
    h[(row + 4) * ROW + j] = a[1] * u[2] + b[1] * v[2] + t[1] * w[2]
    h[(row + 5) * ROW + j] = a[2] * u[2] + b[2] * v[2] + t[2] * w[2] + g


@inlined
def pair_block(h, row, j, k, a, b, t, c, d, r, g):
    """Σ K_rs v_r w_sᵀ + g I of two nodes with the vectors a, b, t and c, d, r. `k` has K_rs row by row."""
    u, v = combined(k[0], c, k[1], d, k[2], r), combined(k[3], c, k[4], d, k[5], r)
    w = combined(k[6], c, k[7], d, k[8], r)
    h[row * ROW + j] = a[0] * u[0] + b[0] * v[0] + t[0] * w[0] + g
    h[(row + 1) * ROW + j] = a[0] * u[1] + b[0] * v[1] + t[0] * w[1]
    h[(row + 2) * ROW + j] = a[0] * u[2] + b[0] * v[2] + t[0] * w[2]
    h[(row + 3) * ROW + j] = a[1] * u[0] + b[1] * v[0] + t[1] * w[0]
    h[(row + 4) * ROW + j] = a[1] * u[1] + b[1] * v[1] + t[1] * w[1] + g
    h[(row + 5) * ROW + j] = a[1] * u[2] + b[1] * v[2] + t[1] * w[2]
    h[(row + 6) * ROW + j] = a[2] * u[0] + b[2] * v[0] + t[2] * w[0]
    h[(row + 7) * ROW + j] = a[2] * u[1] + b[2] * v[1] + t[2] * w[1]
    h[(row + 8) * ROW + j] = a[2] * u[2] + b[2] * v[2] + t[2] * w[2] + g


@inlined
def corner_part(psd, fa, fb, shear, ta, tb):
    """What f gives to a_i², b_k² and a_i·b_k at a corner, of which a_i and b_k have the shares ta and tb."""
    s11, s22, s12 = 2.0 * tb * fa, 2.0 * ta * fb, ta * tb * shear
    if psd:
        return positive_part(s11, s22, s12)
    return s11, s22, s12


@inlined
def sum_of(t, u, v, w):
    """t u + v w."""
    return t * u[0] + v * w[0], t * u[1] + v * w[1], t * u[2] + v * w[2]


@inlined
def vectors(x, share, w, p, c):
    """Edges, means, and the derivatives of a·b by the nodes 00, 01, 10, 11."""
    a0, a1, b0, b1 = edges(x, w, p)
    ta, tb = share[0, c], share[1, c]
    a, b = mix(ta, a0, a1), mix(tb, b0, b1)
    t00, t01 = sum_of(ta - 1.0, b, tb - 1.0, a), sum_of(-ta, b, 1.0 - tb, a)
    return a0, a1, b0, b1, a, b, t00, t01, sum_of(1.0 - ta, b, -tb, a), sum_of(ta, b, tb, a)


@inlined
def cell_blocks(x, share, rest, K, pull, s, psd, w, p, n, h):
    """Set the blocks of the nodes of n cells and of their pairs."""
    for j in range(n):  # the geometric parts first, each to where the loops below take it from
        c = uint(p + j)
        a0, a1, b0, b1, a, b, _, _, _, _ = vectors(x, share, w, p + j, c)
        f0, f1, f2, f3, f4 = forces(K, pull, c, change(rest, s, c, a0, a1, b0, b1, a, b))
        ta, tb = share[0, c], share[1, c]
        p00, q00, c00 = corner_part(psd, f0, f2, f4, 1.0 - ta, 1.0 - tb)
        p01, q01, c01 = corner_part(psd, f0, f3, f4, 1.0 - ta, tb)
        p10, q10, c10 = corner_part(psd, f1, f2, f4, ta, 1.0 - tb)
        p11, q11, c11 = corner_part(psd, f1, f3, f4, ta, tb)
        g0, g1, g2, g3 = p00 + p01, p10 + p11, q00 + q10, q01 + q11  # of a₀, a₁, b₀, b₁
        h[j], h[6 * ROW + j] = g0 + g2 + 2.0 * c00, g1 + g2 - 2.0 * c10
        h[12 * ROW + j], h[18 * ROW + j] = g0 + g3 - 2.0 * c01, g1 + g3 + 2.0 * c11
        h[24 * ROW + j], h[33 * ROW + j] = c10 - c00 - g2, c01 - c11 - g3
        h[42 * ROW + j], h[51 * ROW + j] = c01 - c00 - g0, c10 - c11 - g1
        h[60 * ROW + j], h[69 * ROW + j] = -c01 - c10, c00 + c11
    # The nodes' own vectors, in the order of y: 00: −2a₀, −2b₀; 01: −2a₁, 2b₀; 10: 2a₀, −2b₁; 11: 2a₁, 2b₁; and ∂(a·b).
    q, d = 4.0 * s, 2.0 * s
    for j in range(n):
        c = uint(p + j)
        a0, a1, b0, b1, _, _, t00, t01, t10, t11 = vectors(x, share, w, p + j, c)
        k00, k11, k22, k33, k44 = q * K[0, c], q * K[5, c], q * K[9, c], q * K[12, c], s * K[14, c]
        k02, k03, k12, k13 = q * K[2, c], q * K[3, c], q * K[6, c], q * K[7, c]
        k04, k14, k24, k34 = d * K[4, c], d * K[8, c], d * K[11, c], d * K[13, c]
        own_block(h, 0, j, (k00, k02, -k04, k22, -k24, k44), a0, b0, t00, h[j])
        own_block(h, 6, j, (k11, -k12, -k14, k22, k24, k44), a1, b0, t01, h[6 * ROW + j])
        own_block(h, 12, j, (k00, -k03, k04, k33, -k34, k44), a0, b1, t10, h[12 * ROW + j])
        own_block(h, 18, j, (k11, k13, k14, k33, k34, k44), a1, b1, t11, h[18 * ROW + j])
    for j in range(n):
        c = uint(p + j)
        a0, a1, b0, b1, _, _, t00, t01, t10, t11 = vectors(x, share, w, p + j, c)
        k00, k11, k22, k33, k44 = q * K[0, c], q * K[5, c], q * K[9, c], q * K[12, c], s * K[14, c]
        k01, k02, k03, k12, k13, k23 = (
            q * K[1, c],
            q * K[2, c],
            q * K[3, c],
            q * K[6, c],
            q * K[7, c],
            q * K[10, c],
        )
        k04, k14, k24, k34 = d * K[4, c], d * K[8, c], d * K[11, c], d * K[13, c]
        k = (k01, -k02, -k04, k12, -k22, -k24, -k14, k24, k44)
        pair_block(h, 24, j, k, a0, b0, t00, a1, b0, t01, h[24 * ROW + j])
        k = (k01, k03, k04, -k13, -k33, -k34, k14, k34, k44)
        pair_block(h, 33, j, k, a0, b1, t10, a1, b1, t11, h[33 * ROW + j])
        k = (-k00, k03, -k04, -k02, k23, -k24, k04, -k34, k44)
        pair_block(h, 42, j, k, a0, b0, t00, a0, b1, t10, h[42 * ROW + j])
        k = (-k11, -k13, -k14, k12, k23, k24, k14, k34, k44)
        pair_block(h, 51, j, k, a1, b0, t01, a1, b1, t11, h[51 * ROW + j])
        k = (-k01, -k03, -k04, -k12, -k23, -k24, k14, k34, k44)
        pair_block(h, 60, j, k, a0, b0, t00, a1, b1, t11, h[60 * ROW + j])
        k = (-k01, k13, -k14, k02, -k23, k24, k04, -k34, k44)
        pair_block(h, 69, j, k, a1, b0, t01, a0, b1, t10, h[69 * ROW + j])


@inlined
def collect_upper(h, m, e, n, values, entry, p):
    """One entry from cells to the nodes in the row above them; m and e are its rows in own blocks and in pairs."""
    for j in range(n + 1):
        q, i = uint(p + j), j + 1  # the cell to the right of the node; j is the one to its left
        values[DIAGONAL, entry, q] += h[uint(m + i)] + h[uint(6 * ROW + m + j)]
        values[RIGHT, entry, q] += h[uint(e + i)]
        values[DOWN, entry, q] += h[uint(18 * ROW + e + i)] + h[uint(27 * ROW + e + j)]
        values[DOWN_RIGHT, entry, q] += h[uint(36 * ROW + e + i)]
        values[DOWN_LEFT, entry, q] += h[uint(45 * ROW + e + j)]


@inlined
def collect_lower(h, m, e, n, values, entry, p):
    """One entry from the cells to the nodes in the row below them."""
    for j in range(n + 1):
        q, i = uint(p + j), j + 1
        values[DIAGONAL, entry, q] += h[uint(12 * ROW + m + i)] + h[uint(18 * ROW + m + j)]
        values[RIGHT, entry, q] += h[uint(9 * ROW + e + i)]


@kernel
def tensions_at_corners(x, share, rest, K, pull, span, out):
    """f·a and f·b of the edges at the corners of every cell, (4, 2, P), from the force f on each edge.

    The two corners that an edge has share its pull; all together are how the energy grows with the size of the cell.
    """
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            c = uint(p)
            a0, a1, b0, b1 = edges(x, span.width, p)
            ta, tb = share[0, c], share[1, c]
            a, b = mix(ta, a0, a1), mix(tb, b0, b1)
            f0, f1, f2, f3, f4 = forces(K, pull, c, change(rest, 1.0, c, a0, a1, b0, b1, a, b))
            pull_a0, pull_a1 = 2.0 * f0 * dot(a0, a0), 2.0 * f1 * dot(a1, a1)
            pull_b0, pull_b1 = 2.0 * f2 * dot(b0, b0), 2.0 * f3 * dot(b1, b1)
            pull_a0, pull_a1 = pull_a0 + (1.0 - ta) * f4 * dot(a0, b), pull_a1 + ta * f4 * dot(a1, b)
            pull_b0, pull_b1 = pull_b0 + (1.0 - tb) * f4 * dot(b0, a), pull_b1 + tb * f4 * dot(b1, a)
            out[0, 0, c], out[0, 1, c] = (1.0 - tb) * pull_a0, (1.0 - ta) * pull_b0
            out[1, 0, c], out[1, 1, c] = tb * pull_a0, (1.0 - ta) * pull_b1
            out[2, 0, c], out[2, 1, c] = (1.0 - tb) * pull_a1, ta * pull_b0
            out[3, 0, c], out[3, 1, c] = tb * pull_a1, ta * pull_b1


@kernel(parallel=True)
def gradient_team(x, share, rest, K, pull, s, span, out, row_energy, scratch):
    for k in prange(scratch.shape[0]):
        row_0, row_1 = rows_of_chunk(k, scratch.shape[0], span.rows + 1)
        gradient_rows(x, share, rest, K, pull, s, span, row_0, row_1, out, row_energy, scratch[k])


@kernel(parallel=True)
def hessian_team(x, share, rest, K, pull, s, psd, span, values, scratch):
    for k in prange(scratch.shape[0]):
        row_0, row_1 = rows_of_chunk(k, scratch.shape[0], span.rows + 1)
        hessian_rows(x, share, rest, K, pull, s, psd, span, row_0, row_1, values, scratch[k])


# ---------------------------------------------------------------- the energy


def voigt_moduli(stiffness: np.ndarray) -> np.ndarray:
    """C of (1) (6, n) in the order 11, 12, 13, 22, 23, 33, from the second derivatives by G₁₁, G₂₂, G₁₂, (3, 3, n)."""
    h = stiffness
    return np.stack([4.0 * h[0, 0], 4.0 * h[0, 1], 2.0 * h[0, 2], 4.0 * h[1, 1], 2.0 * h[1, 2], h[2, 2]])


def _scaled(moduli: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Moduli (24, P) times one number per point, (4 P,)."""
    return (moduli.reshape(4, 6, -1) * scale.reshape(4, 1, -1)).reshape(moduli.shape)


@dataclass
class MetricEnergy(Steady):
    """The metric energy (1) of one grid.

    `moduli` (24, P): C in grid coordinates times the area of the point, at the four points of every cell [N/m³].
    """

    layout: GridLayout
    cells: Cells
    moduli: np.ndarray
    damping_time: float = 0.0  # τ [s]

    pattern = NARROW

    def __post_init__(self):
        self._rest_now, self._stiffening = self.cells.rest, 1.0
        self._nothing = np.zeros((0, self.layout.size))
        self._K, self._pull = self._form(self.moduli), self._nothing
        self._scratch = np.zeros((team_size(self.layout), _SCRATCH * ROW))
        self._row_energy = np.zeros(self.layout.shape[0])
        self._discard = self.layout.zeros(3)

    def _form(self, moduli: np.ndarray) -> np.ndarray:
        K = self.layout.zeros(15)
        stiffness_cells(self.cells, moduli, self.layout.span, self._nothing, K)
        return K

    def freeze(self, step: StepContext) -> MetricEnergy:
        if not self.damping_time:
            return self
        ratio, viscous = self.damping_time / step.interval, step.zeros(MEASURES, self.layout.size)  # (4)
        for weight, x in step.past():
            measure_cells(x, self.cells.share, self.layout.span, ratio * weight, viscous, viscous)
        now = np.add(self.cells.rest, viscous, out=step.empty(MEASURES, self.layout.size))
        return changed(self, _stiffening=1.0 + ratio, _rest_now=now)

    def flowed(self, p: np.ndarray, scale: np.ndarray | float = 1.0) -> MetricEnergy:
        """The same with G⁰ larger by p (3, 4 P) at the points, and moduli that are `scale` times their own."""
        if isinstance(scale, np.ndarray):
            moduli = _scaled(self.moduli, scale)
            return self._from(p, moduli, self._form(moduli))
        return self._from(p, scale * self.moduli, scale * self._K)

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> MetricEnergy:
        """The same with strains p (3, 4 P) that are without stress, and ∂²E/∂G∂G (3, 3, 4 P) at the points."""
        moduli = np.moveaxis(voigt_moduli(stiffness).reshape(6, 4, -1), 1, 0)
        moduli = np.ascontiguousarray(moduli).reshape(24, -1)
        return self._from(p, moduli, self._form(moduli))

    def _from(self, p: np.ndarray, moduli: np.ndarray, K: np.ndarray) -> MetricEnergy:
        pull = self.layout.zeros(MEASURES + 1)
        flown = np.ascontiguousarray(p, dtype=float).reshape(12, -1)
        pull_cells(self.cells, moduli, self.layout.span, flown, pull)
        return changed(self, _K=K, _pull=pull)

    def strains(self, x: np.ndarray) -> np.ndarray:
        """G − G⁰ at the points, (3, 4 P), with G⁰ as it was at first."""
        return self._strains(self.cells, x)

    def _strains(self, cells: Cells, x: np.ndarray) -> np.ndarray:
        change = self.layout.zeros(MEASURES)
        measure_cells(x, cells.share, self.layout.span, 1.0, -cells.rest, change)
        found = np.zeros((3, POINTS, self.layout.size))
        strains_at_points(cells, change, self.layout.span, found)
        return found.reshape(3, -1)

    def stress_points(self, section: Section) -> StressPoints:
        """Four in every cell, near its corners."""
        area = self.cells.area.reshape(-1)
        c = np.moveaxis(self.moduli.reshape(POINTS, 6, -1), 0, 1).reshape(6, -1)
        points = sheet(c, np.tile(self.cells.metric, (1, POINTS)), area, one_square=True)
        size, w = self.layout.size, self.layout.width
        around = [(np.arange(size) + j * w + i)[:, None] for i in (0, 1) for j in (0, 1)]
        force = np.asarray(section.force)
        return StressPoints(
            points,
            np.minimum(np.concatenate(around), size - 1),
            force if force.ndim == 0 else np.tile(force, POINTS),
            stretches=True,
        )

    def corner_tensions(
        self,
        x: np.ndarray,
        memory: Mapping[str, np.ndarray],
        p: np.ndarray | None = None,
        stiff: np.ndarray | float = 1.0,
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """f·a and f·b (P,) [J] of the edges at the corners, f = S¹¹a + S¹²b for a.

        If strains p (3, 4 P) are without stress, and the stiffness is `stiff` times its own.
        """
        one = self if p is None else self.flowed(p, stiff)
        found = np.zeros((POINTS, 2, self.layout.size))
        tensions_at_corners(x, self.cells.share, self.cells.rest, one._K, one._pull, self.layout.span, found)
        return [(a, b) for a, b in found]

    def corner_stresses(
        self,
        x: np.ndarray,
        memory: Mapping[str, np.ndarray],
        p: np.ndarray | None = None,
        stiff: np.ndarray | float = 1.0,
    ) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """½ C:ΔG (P,) times area at the corners, S¹¹, S²² and S¹² in the frame of the edges there; p as above."""
        strains = self._strains(self.cells._replace(offset=np.sqrt(3.0) * self.cells.offset), x)
        strains = (strains if p is None else strains - p).reshape(3, POINTS, -1)
        share = np.broadcast_to(stiff, POINTS * self.layout.size).reshape(POINTS, -1)
        found = []
        for point, c in enumerate(self.moduli.reshape(POINTS, 6, -1)):
            ga, gb, gab = strains[:, point]
            s11 = 0.5 * (c[0] * ga + c[1] * gb) + c[2] * gab
            s22 = 0.5 * (c[1] * ga + c[3] * gb) + c[4] * gab
            s12 = 0.5 * (c[2] * ga + c[4] * gb) + c[5] * gab
            found.append(self._in_corner(point, share[point] * s11, share[point] * s22, share[point] * s12))
        return found

    def _in_corner(
        self, corner: int, s11: np.ndarray, s22: np.ndarray, s12: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A tensor in the frame of a and b, in that of a_i = (1 + m) a + n b and b_k = r a + (1 + t) b."""
        i, k = divmod(corner, 2)
        (ta, tb), (al, be) = self.cells.share, self.cells.skew
        u, v = (
            2.0 * (i - ta),
            2.0 * (k - tb),
        )  # −1 or 1 where there are both edges, else 0 for the one that is there
        m, n, r, t = u * al, u * be, v * al, v * be
        det = (1.0 + m) * (1.0 + t) - n * r
        det = np.where(np.abs(det) > 1e-12, det, np.inf)
        p, q, o, w = (1.0 + t) / det, -r / det, -n / det, (1.0 + m) / det
        return (
            p * p * s11 + 2.0 * p * q * s12 + q * q * s22,
            o * o * s11 + 2.0 * o * w * s12 + w * w * s22,
            p * o * s11 + (p * w + q * o) * s12 + q * w * s22,
        )

    def damped(self, time: float) -> MetricEnergy:
        """The same with a dashpot of that time [s] beside it."""
        return replace(self, damping_time=self.damping_time + time)

    def resistance(self, step: StepContext) -> MetricEnergy:
        """What damping adds within a step, by itself."""
        ratio, rest = self.damping_time / step.interval, step.zeros(MEASURES, self.layout.size)
        for weight, x in step.past():
            measure_cells(x, self.cells.share, self.layout.span, weight, rest, rest)
        K = np.multiply(ratio, self._K, out=step.empty(*self._K.shape))
        return changed(self, _rest_now=rest, _K=K, _stiffening=1.0)

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy alone [J], without what damping adds within a step."""
        return self._evaluate(x, self.cells.rest, 1.0, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._evaluate(x, self._rest_now, self._stiffening, out)

    def _evaluate(self, x, rest, s, out) -> float:
        span, scratch, row_energy = self.layout.span, self._scratch, self._row_energy
        own = (self.cells.share, rest, self._K, self._pull, s)
        if len(scratch) > 1:
            gradient_team(x, *own, span, out, row_energy, scratch)
        else:
            gradient_rows(x, *own, span, 0, span.rows + 1, out, row_energy, scratch[uint(0)])
        return float(row_energy.sum())

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        span, scratch = self.layout.span, self._scratch
        own = (self.cells.share, self._rest_now, self._K, self._pull, self._stiffening, psd)
        if len(scratch) > 1:
            hessian_team(x, *own, span, matrix.values, scratch)
        else:
            hessian_rows(x, *own, span, 0, span.rows + 1, matrix.values, scratch[uint(0)])
