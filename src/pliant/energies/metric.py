"""Stretching and shearing of a surface: the metric term of the primal energy, in its exact form.

    E = ∫ ⅛ ΔG : C : ΔG dA⁰ ,   ΔG_ij = x_i·x_j − G⁰_ij                                  (1)

with respect to rest *area*; C is the plane-stress elasticity times thickness [N/m]. In an orthonormal rest
frame ΔG ≈ 2ε, so that (1) is the usual ½ ε:C:ε. Everything is written in grid coordinates: x_i are differences
between neighbours, and the components C^{ijkl} carry the rest metric, so size, resolution and
parameterisation do not matter.

Quadrature: (1) is sampled at the four corners of every cell, each with a quarter of the area |x₁×x₂| there.
At a corner x₁ and x₂ are the two edges that meet in it, so every edge is resisted (no hourglass mode) and
neither diagonal is favoured. A corner without area (the pole of an ellipsoid), or with a broken link, is left out.

    S^{ij} = ½ C^{ijkl} ΔG_kl                                   stress                  (2)
    δE = S¹¹ a·δa + S²² b·δb + S¹²(a·δb + b·δa),  a = x₁, b = x₂                           (3)
    H_aa = S¹¹ I + C¹¹ aaᵀ + C¹³(abᵀ + baᵀ) + C³³ bbᵀ                                      (4)
    H_ab = S¹² I + C¹² abᵀ + C¹³ aaᵀ + C²³ bbᵀ + C³³ baᵀ                                  (5)
    H_bb = S²² I + C²² bbᵀ + C²³(abᵀ + baᵀ) + C³³ aaᵀ                                      (6)

in Voigt's notation (3 stands for 12). The terms in C are JᵀCJ, the Gauss–Newton part; the geometric part S^{ij} I is
positive semi-definite just if the 2×2 matrix S is, so the version for Newton's method takes S's positive part.

Damping in proportion to stiffness (Kelvin–Voigt, time τ) adds ½ τ C : Ġ to (2). Within a step of length h,
Ġ = (G − G_ref)/h, and the stress is that of a material with s = 1 + τ/h times the stiffness and another rest metric:

    S = ½ C : (s G − G⁰ − (τ/h) G_ref) .                                                   (7)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.differences import forward
from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import DIAGONAL, DOWN, DOWN_LEFT, DOWN_RIGHT, NARROW, RIGHT, GridMatrix

# ---------------------------------------------------------------- pointwise


@kernel
def dot(ax, ay, az, bx, by, bz):
    return ax * bx + ay * by + az * bz


@kernel
def stress(c, k, p, ga, gb, gab):
    """(2) at corner k of cell p, from ΔG₁₁, ΔG₂₂, ΔG₁₂; moduli in the order 11, 12, 13, 22, 23, 33."""
    s11 = 0.5 * (c[k, p] * ga + c[k + 1, p] * gb) + c[k + 2, p] * gab
    s22 = 0.5 * (c[k + 1, p] * ga + c[k + 3, p] * gb) + c[k + 4, p] * gab
    s12 = 0.5 * (c[k + 2, p] * ga + c[k + 4, p] * gb) + c[k + 5, p] * gab
    return s11, s22, s12


@kernel
def positive_part(s11, s22, s12):
    """The 2×2 symmetric matrix with its negative eigenvalue set to zero."""
    mean = 0.5 * (s11 + s22)
    radius = np.sqrt(0.25 * (s11 - s22) ** 2 + s12 * s12)
    low, high = mean - radius, mean + radius
    if low >= 0.0:
        return s11, s22, s12
    if high <= 0.0:
        return 0.0, 0.0, 0.0
    scale = high / (high - low)  # S⁺ = λ₊ (S − λ₋ I)/(λ₊ − λ₋)
    return scale * (s11 - low), scale * (s22 - low), scale * s12


# ---------------------------------------------------------------- loops


@kernel
def gradient_rows(x, rest, moduli, s, span, row_0, row_step, row_1, out, row_energy):
    """Add ∂E/∂x of the rows of cells row_0, row_0 + row_step, … to `out`, and their energy to `row_energy`.

    Cells write to the nodes of two rows, so rows of one parity can go in parallel.
    """
    w = span.width
    for row in range(row_0, row_1, row_step):
        energy = 0.0
        start = span.first + row * w
        for p in range(start, start + span.columns):
            a0x, a0y, a0z = forward(x, p, w)
            a1x, a1y, a1z = forward(x, p + 1, w)
            b0x, b0y, b0z = forward(x, p, 1)
            b1x, b1y, b1z = forward(x, p + w, 1)
            ga0 = s * dot(a0x, a0y, a0z, a0x, a0y, a0z) - rest[0, p]
            ga1 = s * dot(a1x, a1y, a1z, a1x, a1y, a1z) - rest[1, p]
            gb0 = s * dot(b0x, b0y, b0z, b0x, b0y, b0z) - rest[2, p]
            gb1 = s * dot(b1x, b1y, b1z, b1x, b1y, b1z) - rest[3, p]
            g00 = s * dot(a0x, a0y, a0z, b0x, b0y, b0z) - rest[4, p]
            g01 = s * dot(a0x, a0y, a0z, b1x, b1y, b1z) - rest[5, p]
            g10 = s * dot(a1x, a1y, a1z, b0x, b0y, b0z) - rest[6, p]
            g11 = s * dot(a1x, a1y, a1z, b1x, b1y, b1z) - rest[7, p]
            s11, s22, s12 = stress(moduli, 0, p, ga0, gb0, g00)
            t11, t22, t12 = stress(moduli, 6, p, ga0, gb1, g01)
            u11, u22, u12 = stress(moduli, 12, p, ga1, gb0, g10)
            v11, v22, v12 = stress(moduli, 18, p, ga1, gb1, g11)
            # (1): ⅛ ΔG:C:ΔG = ¼ S:ΔG
            energy += 0.25 * ((s11 + t11) * ga0 + (u11 + v11) * ga1 + (s22 + u22) * gb0 + (t22 + v22) * gb1)
            energy += 0.5 * (s12 * g00 + t12 * g01 + u12 * g10 + v12 * g11)
            # (3): forces of the four edges
            k0, k1, l0, l1 = s11 + t11, u11 + v11, s22 + u22, t22 + v22
            fa0x, fa0y, fa0z = k0 * a0x + s12 * b0x + t12 * b1x, k0 * a0y + s12 * b0y + t12 * b1y, k0 * a0z + s12 * b0z + t12 * b1z
            fa1x, fa1y, fa1z = k1 * a1x + u12 * b0x + v12 * b1x, k1 * a1y + u12 * b0y + v12 * b1y, k1 * a1z + u12 * b0z + v12 * b1z
            fb0x, fb0y, fb0z = l0 * b0x + s12 * a0x + u12 * a1x, l0 * b0y + s12 * a0y + u12 * a1y, l0 * b0z + s12 * a0z + u12 * a1z
            fb1x, fb1y, fb1z = l1 * b1x + t12 * a0x + v12 * a1x, l1 * b1y + t12 * a0y + v12 * a1y, l1 * b1z + t12 * a0z + v12 * a1z
            out[0, p] -= fa0x + fb0x
            out[1, p] -= fa0y + fb0y
            out[2, p] -= fa0z + fb0z
            out[0, p + 1] += fb0x - fa1x
            out[1, p + 1] += fb0y - fa1y
            out[2, p + 1] += fb0z - fa1z
            out[0, p + w] += fa0x - fb1x
            out[1, p + w] += fa0y - fb1y
            out[2, p + w] += fa0z - fb1z
            out[0, p + w + 1] += fa1x + fb1x
            out[1, p + w + 1] += fa1y + fb1y
            out[2, p + w + 1] += fa1z + fb1z
        row_energy[row] += energy / s


@kernel
def hessian_rows(x, rest, moduli, s, psd, span, row_0, row_step, row_1, values, scratch):
    """Add the blocks (4)–(6) of the rows of cells row_0, row_0 + row_step, … to the matrix.

    `scratch` (4 + 4 blocks) collects what the four corners of one cell add to its edges a₀, a₁, b₀, b₁ and to
    the pairs (a_i, b_j); the ten pairs of nodes are written from there.
    """
    w = span.width
    for row in range(row_0, row_1, row_step):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            scratch[:4, :] = 0.0
            for i in range(2):
                ax, ay, az = forward(x, p + i, w)
                for j in range(2):
                    corner = 2 * i + j
                    bx, by, bz = forward(x, p + j * w, 1)
                    ga = s * dot(ax, ay, az, ax, ay, az) - rest[i, p]
                    gb = s * dot(bx, by, bz, bx, by, bz) - rest[2 + j, p]
                    gab = s * dot(ax, ay, az, bx, by, bz) - rest[4 + corner, p]
                    s11, s22, s12 = stress(moduli, 6 * corner, p, ga, gb, gab)
                    if psd:
                        s11, s22, s12 = positive_part(s11, s22, s12)
                    _corner_blocks(
                        scratch, i, 2 + j, 4 + corner, moduli, 6 * corner, p, s,
                        (ax, ay, az), (bx, by, bz), s11, s22, s12,
                    )  # fmt: skip
            _scatter_cell(values, p, w, scratch)


@kernel
def _corner_blocks(blocks, ka, kb, kab, c, k, p, s, a, b, s11, s22, s12):
    """Blocks (4), (5), (6) of one corner, added to those of its edges."""
    c11, c12, c13 = s * c[k, p], s * c[k + 1, p], s * c[k + 2, p]
    c22, c23, c33 = s * c[k + 3, p], s * c[k + 4, p], s * c[k + 5, p]
    for u in range(3):
        pa, qa = c11 * a[u] + c13 * b[u], c13 * a[u] + c33 * b[u]
        pb, qb = c23 * a[u] + c22 * b[u], c33 * a[u] + c23 * b[u]
        pc, qc = c13 * a[u] + c33 * b[u], c12 * a[u] + c23 * b[u]
        for v in range(3):
            e = 3 * u + v
            blocks[ka, e] += pa * a[v] + qa * b[v]
            blocks[kb, e] += pb * b[v] + qb * a[v]
            blocks[kab, e] = pc * a[v] + qc * b[v]
        blocks[ka, 4 * u] += s11
        blocks[kb, 4 * u] += s22
        blocks[kab, 4 * u] += s12


@kernel
def _scatter_cell(values, p, w, k):
    """From edges to nodes: a_i = x[p+i+W] − x[p+i], b_j = x[p+jW+1] − x[p+jW]."""
    for u in range(3):
        for v in range(3):
            e, t = 3 * u + v, 3 * v + u
            a0, a1, b0, b1 = k[0, e], k[1, e], k[2, e], k[3, e]
            x00, x01, x10, x11 = k[4, e], k[5, e], k[6, e], k[7, e]
            y00, y01, y10, y11 = k[4, t], k[5, t], k[6, t], k[7, t]
            values[DIAGONAL, e, p] += a0 + b0 + x00 + y00
            values[DIAGONAL, e, p + w] += a0 + b1 - x01 - y01
            values[DIAGONAL, e, p + 1] += a1 + b0 - x10 - y10
            values[DIAGONAL, e, p + w + 1] += a1 + b1 + x11 + y11
            values[DOWN, e, p] += x01 - y00 - a0
            values[DOWN, e, p + 1] += y10 - x11 - a1
            values[RIGHT, e, p] += y10 - x00 - b0
            values[RIGHT, e, p + w] += x01 - y11 - b1
            values[DOWN_RIGHT, e, p] -= x01 + y10
            values[DOWN_LEFT, e, p + 1] += y00 + x11


@kernel
def metric_cells(x, span, weight, base, out):
    """out = base + weight · G for the eight products of the edges of every cell, in the order of `rest`."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            for i in range(2):
                ax, ay, az = forward(x, p + i, w)
                out[i, p] = base[i, p] + weight * dot(ax, ay, az, ax, ay, az)
                for j in range(2):
                    bx, by, bz = forward(x, p + j * w, 1)
                    out[2 + j, p] = base[2 + j, p] + weight * dot(bx, by, bz, bx, by, bz)
                    k = 4 + 2 * i + j
                    out[k, p] = base[k, p] + weight * dot(ax, ay, az, bx, by, bz)


# ---------------------------------------------------------------- the energy


@dataclass
class MetricEnergy:
    """The metric energy (1) of one grid.

    `rest` (8, P): a₀², a₁², b₀², b₁², a₀b₀, a₀b₁, a₁b₀, a₁b₁ of every cell at rest [m²]. `moduli` (24, P): C in
    grid coordinates times a quarter of the area at the corners a₀b₀, a₀b₁, a₁b₀, a₁b₁ [N/m³].
    """

    layout: GridLayout
    rest: np.ndarray
    moduli: np.ndarray
    relaxation: float = 0.0  # τ [s]

    pattern = NARROW

    def __post_init__(self):
        self._rest_now = self.rest.copy() if self.relaxation else self.rest
        self._stiffening = 1.0
        self._scratch = np.zeros((8, 9))
        self._row_energy = np.zeros(self.layout.shape[0])
        self._discard = self.layout.zeros(3)

    def begin_step(self, step: StepContext) -> None:
        if self.relaxation:
            ratio = self.relaxation / step.interval  # (7)
            metric_cells(step.reference, self.layout.span, ratio, self.rest, self._rest_now)
            self._stiffening = 1.0 + ratio

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy alone [J], without what damping adds within a step."""
        return self._evaluate(x, self.rest, 1.0, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._evaluate(x, self._rest_now, self._stiffening, out)

    def _evaluate(self, x, rest, s, out) -> float:
        self._row_energy.fill(0.0)
        span = self.layout.span
        gradient_rows(x, rest, self.moduli, s, span, 0, 1, span.rows, out, self._row_energy)
        return float(self._row_energy.sum())

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        span = self.layout.span
        hessian_rows(
            x, self._rest_now, self.moduli, self._stiffening, psd, span, 0, 1, span.rows, matrix.values, self._scratch
        )
