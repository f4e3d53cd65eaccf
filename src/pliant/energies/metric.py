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

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pliant.energies.cells import ROW, GridCells, register
from pliant.energies.stress_points import Section, StressPoints, sheet
from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.compile import inlined, internal, kernel, uint
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import NARROW, GridMatrix

# ---------------------------------------------------------------- pointwise


@internal
def dot(ax, ay, az, bx, by, bz):
    return ax * bx + ay * by + az * bz


@internal
def stress(c, k, p, ga, gb, gab):
    """(2) from ΔG₁₁, ΔG₂₂, ΔG₁₂; moduli from row k on in the order 11, 12, 13, 22, 23, 33."""
    c12, c13, c23 = c[k + 1, p], c[k + 2, p], c[k + 4, p]
    s11 = 0.5 * (c[k, p] * ga + c12 * gb) + c13 * gab
    s22 = 0.5 * (c12 * ga + c[k + 3, p] * gb) + c23 * gab
    s12 = 0.5 * (c13 * ga + c23 * gb) + c[k + 5, p] * gab
    return s11, s22, s12


@internal
def positive_part(s11, s22, s12):
    """The 2×2 symmetric matrix with its negative eigenvalue set to zero: S⁺ = λ₊ (S − λ₋ I)/(λ₊ − λ₋)."""
    mean = 0.5 * (s11 + s22)
    radius = np.sqrt(0.25 * (s11 - s22) ** 2 + s12 * s12)
    low = min(mean - radius, 0.0)
    high = max(mean + radius, 0.0)
    scale = high / (high - low) if high > low else 0.0
    return scale * (s11 - low), scale * (s22 - low), scale * s12


# ---------------------------------------------------------------- loops over cells


class Quadratic(NamedTuple):
    """What kernels see of the corners."""

    rest: np.ndarray  # (8, P) or (12, P)
    moduli: np.ndarray  # (24, P)
    stiffening: float  # s of (7)


@internal
def rest_rows(rest, i, k):
    """The rows of a_i², b_k² and a_i·b_k at rest: of edges and corners, or where matter has flown all of corners."""
    corner = 2 * i + k
    if rest.shape[0] == 8:
        return i, 2 + k, 4 + corner
    return corner, 4 + corner, 8 + corner


@internal
def _forces(law, x, w, p, n, i, k, fa, fb):
    """Add (3) of the corner where a_i meets b_k to the forces of these edges, for n cells; returns their energy."""
    rest, c, s = law.rest, law.moduli, law.stiffening
    o, v, q, r = p + i, p + i + w, p + k * w, 6 * (2 * i + k)
    row_a, row_b, row_ab = rest_rows(rest, i, k)
    energy = 0.0
    for j in range(n):
        cell, a0, a1, b0, b1 = uint(p + j), uint(o + j), uint(v + j), uint(q + j), uint(q + 1 + j)
        ax, ay, az = x[0, a1] - x[0, a0], x[1, a1] - x[1, a0], x[2, a1] - x[2, a0]
        bx, by, bz = x[0, b1] - x[0, b0], x[1, b1] - x[1, b0], x[2, b1] - x[2, b0]
        ga = s * dot(ax, ay, az, ax, ay, az) - rest[row_a, cell]
        gb = s * dot(bx, by, bz, bx, by, bz) - rest[row_b, cell]
        gab = s * dot(ax, ay, az, bx, by, bz) - rest[row_ab, cell]
        s11, s22, s12 = stress(c, r, cell, ga, gb, gab)
        energy += 0.25 * (s11 * ga + s22 * gb) + 0.5 * s12 * gab  # (1): ⅛ ΔG:C:ΔG = ¼ S:ΔG
        fa[j] += s11 * ax + s12 * bx
        fa[ROW + j] += s11 * ay + s12 * by
        fa[2 * ROW + j] += s11 * az + s12 * bz
        fb[j] += s22 * bx + s12 * ax
        fb[ROW + j] += s22 * by + s12 * ay
        fb[2 * ROW + j] += s22 * bz + s12 * az
    return energy / s


@inlined
def _blocks(law, x, psd, w, p, n, i, k, ha, hb, hab):
    """Blocks (4), (5), (6) of the corner where a_i meets b_k, for n cells; added to those of its edges."""
    rest, c, s = law.rest, law.moduli, law.stiffening
    o, v, q, r = p + i, p + i + w, p + k * w, 6 * (2 * i + k)
    row_a, row_b, row_ab = rest_rows(rest, i, k)
    for j in range(n):
        cell, a0, a1, b0, b1 = uint(p + j), uint(o + j), uint(v + j), uint(q + j), uint(q + 1 + j)
        ax, ay, az = x[0, a1] - x[0, a0], x[1, a1] - x[1, a0], x[2, a1] - x[2, a0]
        bx, by, bz = x[0, b1] - x[0, b0], x[1, b1] - x[1, b0], x[2, b1] - x[2, b0]
        ga = s * dot(ax, ay, az, ax, ay, az) - rest[row_a, cell]
        gb = s * dot(bx, by, bz, bx, by, bz) - rest[row_b, cell]
        gab = s * dot(ax, ay, az, bx, by, bz) - rest[row_ab, cell]
        s11, s22, s12 = stress(c, r, cell, ga, gb, gab)
        if psd:
            s11, s22, s12 = positive_part(s11, s22, s12)
        c11, c12, c13 = s * c[r, cell], s * c[r + 1, cell], s * c[r + 2, cell]
        c22, c23, c33 = s * c[r + 3, cell], s * c[r + 4, cell], s * c[r + 5, cell]
        # (4)–(6) row by row: row u of H_aa is d_u aᵀ + e_u bᵀ, of H_ab e_u aᵀ + f_u bᵀ, of H_bb g_u aᵀ + h_u bᵀ
        dx, dy, dz = c11 * ax + c13 * bx, c11 * ay + c13 * by, c11 * az + c13 * bz
        ex, ey, ez = c13 * ax + c33 * bx, c13 * ay + c33 * by, c13 * az + c33 * bz
        fx, fy, fz = c12 * ax + c23 * bx, c12 * ay + c23 * by, c12 * az + c23 * bz
        kx, ky, kz = c33 * ax + c23 * bx, c33 * ay + c23 * by, c33 * az + c23 * bz
        lx, ly, lz = c23 * ax + c22 * bx, c23 * ay + c22 * by, c23 * az + c22 * bz
        ha[j] += dx * ax + ex * bx + s11
        ha[ROW + j] += dx * ay + ex * by
        ha[2 * ROW + j] += dx * az + ex * bz
        ha[3 * ROW + j] += dy * ay + ey * by + s11
        ha[4 * ROW + j] += dy * az + ey * bz
        ha[5 * ROW + j] += dz * az + ez * bz + s11
        hb[j] += kx * ax + lx * bx + s22
        hb[ROW + j] += kx * ay + lx * by
        hb[2 * ROW + j] += kx * az + lx * bz
        hb[3 * ROW + j] += ky * ay + ly * by + s22
        hb[4 * ROW + j] += ky * az + ly * bz
        hb[5 * ROW + j] += kz * az + lz * bz + s22
        hab[j] = ex * ax + fx * bx + s12
        hab[ROW + j] = ex * ay + fx * by
        hab[2 * ROW + j] = ex * az + fx * bz
        hab[3 * ROW + j] = ey * ax + fy * bx
        hab[4 * ROW + j] = ey * ay + fy * by + s12
        hab[5 * ROW + j] = ey * az + fy * bz
        hab[6 * ROW + j] = ez * ax + fz * bx
        hab[7 * ROW + j] = ez * ay + fz * by
        hab[8 * ROW + j] = ez * az + fz * bz + s12


register(Quadratic, forces=_forces, blocks=_blocks)


@kernel
def metric_cells(x, span, weight, base, out):
    """out = base + weight · G for the eight products of the edges of every cell, in the order of `rest`."""
    w = span.width
    for k in range(8):
        i, j = (k % 2, k % 2) if k < 4 else ((k - 4) // 2, k % 2)  # edges a_i (k ≠ 2, 3) and b_j (k > 1)
        u, du = (j * w, 1) if 2 <= k < 4 else (i, w)
        v, dv = (j * w, 1) if k > 1 else (i, w)
        for row in range(span.rows):
            for n in range(span.columns):
                p = span.first + row * w + n
                product = 0.0
                for c in range(3):
                    product += (x[c, p + u + du] - x[c, p + u]) * (x[c, p + v + dv] - x[c, p + v])
                out[k, p] = base[k, p] + weight * product


# ---------------------------------------------------------------- the energy


def corners(edges: np.ndarray) -> np.ndarray:
    """From the eight products of the edges of cells to the metric at their corners 00, 01, 10, 11.

    There are four rows of its component 11, then of 22 and of 12.
    """
    return edges[[0, 0, 1, 1, 2, 3, 2, 3, 4, 5, 6, 7]]


def voigt_moduli(stiffness: np.ndarray) -> np.ndarray:
    """C of (1) (6, n) in the order 11, 12, 13, 22, 23, 33, from the second derivatives by G₁₁, G₂₂, G₁₂, (3, 3, n)."""
    h = stiffness
    return np.stack([4.0 * h[0, 0], 4.0 * h[0, 1], 2.0 * h[0, 2], 4.0 * h[1, 1], 2.0 * h[1, 2], h[2, 2]])


def _scaled(moduli: np.ndarray, scale: np.ndarray | float) -> np.ndarray:
    """Moduli (24, P) times a number, or one per corner (4 P)."""
    if not isinstance(scale, np.ndarray):
        return scale * moduli
    return (moduli.reshape(4, 6, -1) * scale.reshape(4, 1, -1)).reshape(moduli.shape)


@dataclass
class MetricEnergy(Steady):
    """The metric energy (1) of one grid.

    `rest` (8, P): a₀², a₁², b₀², b₁², a₀b₀, a₀b₁, a₁b₀, a₁b₁ of every cell at rest [m²]. `moduli` (24, P): C in
    grid coordinates times a quarter of the area at the corners a₀b₀, a₀b₁, a₁b₀, a₁b₁ [N/m³].
    """

    layout: GridLayout
    rest: np.ndarray
    moduli: np.ndarray
    damping_time: float = 0.0  # τ [s]

    pattern = NARROW

    def __post_init__(self):
        self._rest = self._rest_now = self.rest
        self._moduli, self._stiffening = self.moduli, 1.0
        self._viscous: np.ndarray | None = None  # what (7) subtracts besides, within a step
        self._cells = GridCells(self.layout)

    def freeze(self, step: StepContext) -> MetricEnergy:
        if not self.damping_time:
            return self
        ratio, viscous = self.damping_time / step.interval, step.zeros(8, self.layout.size)  # (7)
        for weight, x in step.past():
            metric_cells(x, self.layout.span, ratio * weight, viscous, viscous)
        now = np.add(self._rest, viscous, out=step.empty(8, self.layout.size))
        return changed(self, _viscous=viscous, _stiffening=1.0 + ratio, _rest_now=now)

    def flowed(self, p: np.ndarray, scale: np.ndarray | float = 1.0) -> MetricEnergy:
        """The same with G⁰ larger by p (3, 4 P) at the `corners`, and moduli that are `scale` times their own."""
        unscaled = isinstance(scale, float) and scale == 1.0
        return self._from(p, self.moduli if unscaled else _scaled(self.moduli, scale))

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> MetricEnergy:
        """The same with strains p (3, 4 P) that are without stress, and ∂²E/∂G∂G (3, 3, 4 P) at the corners."""
        moduli = np.moveaxis(voigt_moduli(stiffness).reshape(6, 4, -1), 1, 0)
        return self._from(p, np.ascontiguousarray(moduli).reshape(24, -1))

    def _from(self, p: np.ndarray, moduli: np.ndarray) -> MetricEnergy:
        rest = corners(self.rest) + p.reshape(12, -1)
        now = rest if self._viscous is None else rest + corners(self._viscous)
        return changed(self, _rest=rest, _rest_now=now, _moduli=moduli)

    def strains(self, x: np.ndarray) -> np.ndarray:
        """G − G⁰ at the corners, (3, 4 P), with G⁰ as it was at first."""
        change = self.layout.zeros(8)
        metric_cells(x, self.layout.span, 1.0, -self.rest, change)
        return corners(change).reshape(3, -1)

    def stress_points(self, section: Section) -> StressPoints:
        """Four in every cell, at its corners."""
        g = corners(self.rest).reshape(3, -1)
        det = np.maximum(g[0] * g[1] - g[2] ** 2, 0.0)
        c = np.moveaxis(self.moduli.reshape(4, 6, -1), 0, 1).reshape(6, -1)
        points = sheet(c, g, 0.25 * np.sqrt(det), one_square=True)
        size, w = self.layout.size, self.layout.width
        around = [(np.arange(size) + j * w + i)[:, None] for i in (0, 1) for j in (0, 1)]
        force = np.asarray(section.force)
        return StressPoints(
            points,
            np.minimum(np.concatenate(around), size - 1),
            force if force.ndim == 0 else np.tile(force, 4),
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
        now, pulls = self._metric(x), []
        share = np.broadcast_to(stiff, 4 * self.layout.size).reshape(4, -1)
        for corner, (s11, s22, s12) in enumerate(self._stresses(now, p)):
            i, k = divmod(corner, 2)
            shear = s12 * now[4 + corner]
            pull = (s11 * now[i] + shear, s22 * now[2 + k] + shear)
            pulls.append((share[corner] * pull[0], share[corner] * pull[1]))
        return pulls

    def corner_stresses(
        self,
        x: np.ndarray,
        memory: Mapping[str, np.ndarray],
        p: np.ndarray | None = None,
        stiff: np.ndarray | float = 1.0,
    ) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """S¹¹, S²² and S¹² (P,) of (2) times area at the corners, with what has flown as above."""
        share = np.broadcast_to(stiff, 4 * self.layout.size).reshape(4, -1)
        stresses = zip(share, self._stresses(self._metric(x), p), strict=True)
        return [(own * s11, own * s22, own * s12) for own, (s11, s22, s12) in stresses]

    def _metric(self, x: np.ndarray) -> np.ndarray:
        """The eight products of the edges of cells, (8, P)."""
        now = self.layout.zeros(8)
        metric_cells(x, self.layout.span, 1.0, self.layout.zeros(8), now)
        return now

    def _stresses(
        self, now: np.ndarray, p: np.ndarray | None
    ) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        c, change, found = self.moduli, now - self.rest, []
        p = np.zeros((3, 4, 1)) if p is None else p.reshape(3, 4, -1)
        for corner in range(4):
            i, k, r = corner // 2, corner % 2, 6 * corner
            ga, gb, gab = change[[i, 2 + k, 4 + corner]] - p[:, corner]
            s11 = 0.5 * (c[r] * ga + c[r + 1] * gb) + c[r + 2] * gab
            s22 = 0.5 * (c[r + 1] * ga + c[r + 3] * gb) + c[r + 4] * gab
            s12 = 0.5 * (c[r + 2] * ga + c[r + 4] * gb) + c[r + 5] * gab
            found.append((s11, s22, s12))
        return found

    def damped(self, time: float) -> MetricEnergy:
        """The same with a dashpot of that time [s] beside it."""
        return replace(self, damping_time=self.damping_time + time)

    def resistance(self, step: StepContext) -> MetricEnergy:
        """What damping adds within a step, by itself."""
        ratio, rest = self.damping_time / step.interval, step.zeros(8, self.layout.size)
        for weight, x in step.past():
            metric_cells(x, self.layout.span, weight, rest, rest)
        moduli = np.multiply(ratio, self.moduli, out=step.empty(*self.moduli.shape))
        return changed(self, _rest_now=rest, _moduli=moduli, _stiffening=1.0)

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy alone [J], without what damping adds within a step."""
        return self._cells.gradient(Quadratic(self._rest, self._moduli, 1.0), x, None)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._cells.gradient(Quadratic(self._rest_now, self._moduli, self._stiffening), x, out)

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        self._cells.hessian(Quadratic(self._rest_now, self._moduli, self._stiffening), x, psd, matrix)
