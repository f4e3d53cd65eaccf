"""Bending of a surface: the curvature term of the primal energy, in its exact form.

    E = ∫ ½ ΔB : 𝔻 : ΔB dA⁰ ,   ΔB_ij = n·x_ij − B⁰_ij ,   n = x₁×x₂/|x₁×x₂|                (1)

𝔻 is the bending stiffness [N·m], in grid coordinates. With d = x_ij, the dual vectors a^α (a^α·x_β = δ, a^α·n = 0) and
Christoffel's symbols Γ^α = d·a^α, the variations are

    δB  = n·(δd − Γ^α δx_α)                                                               (2)
    δ²B = −2 (n·δx_α) a^α·(δd − Γ^β δx_β) − B g^{αβ} (n·δx_α)(n·δx_β)                       (3)

so that ∂B/∂x_k = c_k n with one number c_k per node of the stencil: the covariant second difference. Force and
Gauss–Newton blocks are rank one in n:  M^I c^I_k n  and  c^I_k 𝔻^{IJ} c^J_l nnᵀ,  with the moments M = 𝔻 ΔB. The
version of the Hessian for Newton's method keeps these blocks, which are positive semi-definite, and leaves out (3).

Because (2) is the true variation, bending resists either sign of curvature alike and a curved rest shape is
a minimum: the published term replaces n by x_ij in the force, which pushes away from the rest shape where B < 0.

Quadrature. B₁₁ and B₂₂ are sampled at the nodes, with the area of the quarter cells around each; n there is
the cross product of the mean differences (one-sided at an edge). At a free edge the curvature across the edge
cannot be sampled; no moment acts there, so 𝔻 is condensed: the energy is the least over the missing ΔB. The
twist B₁₂ is sampled at the cells, with the normal of the cell. Where the grid is skew or the material's axes are
oblique, 𝔻 couples bending and twist; then all three are sampled at the nodes, B₁₂ as the mean of the adjacent
cells, and the stencil has nine nodes instead of five.

Damping in proportion to stiffness works as for the metric: s B − B⁰ − (τ/h) B_ref in place of ΔB.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numba import prange

from pliant.energies.patches import (
    BLOCKS,
    CELL,
    CURVATURE,
    CURVATURES,
    FIVE,
    FORCE,
    FORCES,
    NINE,
    NORMAL,
    POINTS,
    ROW,
    SCRATCH_ROWS,
    WEIGHT,
    add_blocks,
    add_forces,
    pair_slots,
)
from pliant.energies.stencils import patch_rows, true_hessian
from pliant.energies.stress_points import PLATE, Section, StressPoints, plate
from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import NARROW, WIDE, GridMatrix
from pliant.numerics.threads import rows_of_chunk, team_size

_NOWHERE = np.zeros((1, 1, 1))

# ---------------------------------------------------------------- the maths of a row of points


@internal
def node_points(x, tangent, stiffness, rest, s, w, p, n, h):
    """n, B₁₁ and B₂₂, f_k = M^I c^I_k and g_kl = c^I_k 𝔻^{IJ} c^J_l of n nodes from p on; returns their energy.

    `tangent` holds the weights of the two links along each axis: ½ and ½, or 1 and 0 at an edge.
    """
    energy = 0.0
    for j in range(n):
        o, down, up = uint(p + j), uint(p + w + j), uint(p - w + j)
        right, left = uint(p + 1 + j), uint(p - 1 + j)
        f1, b1, f2, b2 = tangent[0, o], tangent[1, o], tangent[2, o], tangent[3, o]
        x0, y0, z0 = x[0, o], x[1, o], x[2, o]
        px, py, pz = x[0, down] - x0, x[1, down] - y0, x[2, down] - z0
        qx, qy, qz = x0 - x[0, up], y0 - x[1, up], z0 - x[2, up]
        rx, ry, rz = x[0, right] - x0, x[1, right] - y0, x[2, right] - z0
        tx, ty, tz = x0 - x[0, left], y0 - x[1, left], z0 - x[2, left]
        ax, ay, az = f1 * px + b1 * qx, f1 * py + b1 * qy, f1 * pz + b1 * qz
        bx, by, bz = f2 * rx + b2 * tx, f2 * ry + b2 * ty, f2 * rz + b2 * tz
        nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        area = np.sqrt(nx * nx + ny * ny + nz * nz)
        inverse = 1.0 / area if area > 1e-100 else 0.0
        nx, ny, nz = nx * inverse, ny * inverse, nz * inverse
        dx, dy, dz = px - qx, py - qy, pz - qz  # x₁₁
        ex, ey, ez = rx - tx, ry - ty, rz - tz  # x₂₂
        ux, uy, uz = (
            (by * nz - bz * ny) * inverse,
            (bz * nx - bx * nz) * inverse,
            (bx * ny - by * nx) * inverse,
        )
        vx, vy, vz = (
            (ny * az - nz * ay) * inverse,
            (nz * ax - nx * az) * inverse,
            (nx * ay - ny * ax) * inverse,
        )
        c11, c12 = dx * ux + dy * uy + dz * uz, dx * vx + dy * vy + dz * vz  # Christoffel's symbols of x₁₁
        c21, c22 = ex * ux + ey * uy + ez * uz, ex * vx + ey * vy + ez * vz  # and of x₂₂
        curvature_1, curvature_2 = nx * dx + ny * dy + nz * dz, nx * ex + ny * ey + nz * ez
        # (2): coefficients of B₁₁ (c) and B₂₂ (e) for the nodes [0, 0], [1, 0], [−1, 0], [0, 1], [0, −1]
        c0 = -2.0 - c11 * (b1 - f1) - c12 * (b2 - f2)
        e0 = -2.0 - c21 * (b1 - f1) - c22 * (b2 - f2)
        c1, c2, c3, c4 = 1.0 - c11 * f1, 1.0 + c11 * b1, -c12 * f2, c12 * b2
        e1, e2, e3, e4 = -c21 * f1, c21 * b1, 1.0 - c22 * f2, 1.0 + c22 * b2
        d11, d12, d22 = stiffness[0, o], stiffness[1, o], stiffness[2, o]
        delta_1, delta_2 = s * curvature_1 - rest[0, o], s * curvature_2 - rest[1, o]
        m1, m2 = d11 * delta_1 + d12 * delta_2, d12 * delta_1 + d22 * delta_2
        energy += m1 * delta_1 + m2 * delta_2
        h[NORMAL * ROW + j], h[(NORMAL + 1) * ROW + j], h[(NORMAL + 2) * ROW + j] = nx, ny, nz
        h[CURVATURE * ROW + j], h[(CURVATURE + 1) * ROW + j] = curvature_1, curvature_2
        h[FORCE * ROW + j] = m1 * c0 + m2 * e0
        h[(FORCE + 1) * ROW + j] = m1 * c1 + m2 * e1
        h[(FORCE + 2) * ROW + j] = m1 * c2 + m2 * e2
        h[(FORCE + 3) * ROW + j] = m1 * c3 + m2 * e3
        h[(FORCE + 4) * ROW + j] = m1 * c4 + m2 * e4
        d11, d12, d22 = s * d11, s * d12, s * d22
        g, f = d11 * c0 + d12 * e0, d12 * c0 + d22 * e0
        h[WEIGHT * ROW + j] = g * c0 + f * e0
        h[(WEIGHT + 1) * ROW + j] = g * c1 + f * e1
        h[(WEIGHT + 2) * ROW + j] = g * c2 + f * e2
        h[(WEIGHT + 3) * ROW + j] = g * c3 + f * e3
        h[(WEIGHT + 4) * ROW + j] = g * c4 + f * e4
        g, f = d11 * c1 + d12 * e1, d12 * c1 + d22 * e1
        h[(WEIGHT + 5) * ROW + j] = g * c1 + f * e1
        h[(WEIGHT + 6) * ROW + j] = g * c2 + f * e2
        h[(WEIGHT + 7) * ROW + j] = g * c3 + f * e3
        h[(WEIGHT + 8) * ROW + j] = g * c4 + f * e4
        g, f = d11 * c2 + d12 * e2, d12 * c2 + d22 * e2
        h[(WEIGHT + 9) * ROW + j] = g * c2 + f * e2
        h[(WEIGHT + 10) * ROW + j] = g * c3 + f * e3
        h[(WEIGHT + 11) * ROW + j] = g * c4 + f * e4
        g, f = d11 * c3 + d12 * e3, d12 * c3 + d22 * e3
        h[(WEIGHT + 12) * ROW + j] = g * c3 + f * e3
        h[(WEIGHT + 13) * ROW + j] = g * c4 + f * e4
        h[(WEIGHT + 14) * ROW + j] = (d11 * c4 + d12 * e4) * c4 + (d12 * c4 + d22 * e4) * e4
    return 0.5 * energy


@internal
def cell_points(x, stiffness, rest, s, w, p, n, h):
    """n, B₁₂, f_k and g_kl likewise for the twist of n cells from p on; returns their energy."""
    energy = 0.0
    for j in range(n):
        o, right, down, across = uint(p + j), uint(p + 1 + j), uint(p + w + j), uint(p + w + 1 + j)
        gx, gy, gz = x[0, across] - x[0, o], x[1, across] - x[1, o], x[2, across] - x[2, o]
        kx, ky, kz = x[0, down] - x[0, right], x[1, down] - x[1, right], x[2, down] - x[2, right]
        ax, ay, az = 0.5 * (gx + kx), 0.5 * (gy + ky), 0.5 * (gz + kz)
        bx, by, bz = 0.5 * (gx - kx), 0.5 * (gy - ky), 0.5 * (gz - kz)
        nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        area = np.sqrt(nx * nx + ny * ny + nz * nz)
        inverse = 1.0 / area if area > 1e-100 else 0.0
        nx, ny, nz = nx * inverse, ny * inverse, nz * inverse
        dx = x[0, o] - x[0, down] - x[0, right] + x[0, across]  # x₁₂
        dy = x[1, o] - x[1, down] - x[1, right] + x[1, across]
        dz = x[2, o] - x[2, down] - x[2, right] + x[2, across]
        ux, uy, uz = (
            (by * nz - bz * ny) * inverse,
            (bz * nx - bx * nz) * inverse,
            (bx * ny - by * nx) * inverse,
        )
        vx, vy, vz = (
            (ny * az - nz * ay) * inverse,
            (nz * ax - nx * az) * inverse,
            (nx * ay - ny * ax) * inverse,
        )
        half_1, half_2 = 0.5 * (dx * ux + dy * uy + dz * uz), 0.5 * (dx * vx + dy * vy + dz * vz)
        curvature = nx * dx + ny * dy + nz * dz
        # (2) for the nodes [0, 0], [1, 0], [0, 1], [1, 1]
        c0, c1, c2, c3 = (
            1.0 + half_1 + half_2,
            half_2 - half_1 - 1.0,
            half_1 - half_2 - 1.0,
            1.0 - half_1 - half_2,
        )
        delta = s * curvature - rest[0, o]
        m = stiffness[0, o] * delta
        energy += m * delta
        h[NORMAL * ROW + j], h[(NORMAL + 1) * ROW + j], h[(NORMAL + 2) * ROW + j] = nx, ny, nz
        h[CURVATURE * ROW + j] = curvature
        h[FORCE * ROW + j], h[(FORCE + 1) * ROW + j] = m * c0, m * c1
        h[(FORCE + 2) * ROW + j], h[(FORCE + 3) * ROW + j] = m * c2, m * c3
        d = s * stiffness[0, o]
        h[WEIGHT * ROW + j], h[(WEIGHT + 1) * ROW + j] = d * c0 * c0, d * c0 * c1
        h[(WEIGHT + 2) * ROW + j], h[(WEIGHT + 3) * ROW + j] = d * c0 * c2, d * c0 * c3
        h[(WEIGHT + 4) * ROW + j], h[(WEIGHT + 5) * ROW + j] = d * c1 * c1, d * c1 * c2
        h[(WEIGHT + 6) * ROW + j], h[(WEIGHT + 7) * ROW + j] = d * c1 * c3, d * c2 * c2
        h[(WEIGHT + 8) * ROW + j], h[(WEIGHT + 9) * ROW + j] = d * c2 * c3, d * c3 * c3
    return 0.5 * energy


# ---------------------------------------------------------------- loops


@kernel
def bending_rows(x, tangent, stiffness, rest, s, span, task, patch, row_0, row_1, out, values, row_energy, h):
    """Bending at nodes (five-node patch) or twist at cells (four), for the rows row_0 ≤ m < row_1 of nodes.

    FORCES adds ∂E/∂x to `out` and sets the energies of the rows, BLOCKS adds c^I_k 𝔻^{IJ} c^J_l nnᵀ to `values`,
    CURVATURES sets out = rest + s B. Rows −1 and M are the halo's. A row of nodes collects from the points above it,
    in it and below it in this order, so that it does not matter how rows are shared among threads.
    """
    kinds = rest.shape[0]
    for row in range(max(row_0 - 1, 0), min(row_1 + 1, span.rows)):
        energy = 0.0
        for column in range(0, span.columns, POINTS):
            n = min(POINTS, span.columns - column)
            p = span.first + row * span.width + column
            if kinds == 1:
                energy += cell_points(x, stiffness, rest, s, span.width, p, n, h)
            else:
                energy += node_points(x, tangent, stiffness, rest, s, span.width, p, n, h)
            if task == BLOCKS:
                add_blocks(h, patch.pairs, span, row, p, n, row_0, row_1, values)
            elif task == FORCES:
                add_forces(h, patch.nodes, span, row, p, n, row_0, row_1, out)
            elif row >= row_0 and row < row_1:
                for i in range(kinds):
                    for j in range(n):
                        out[i, p + j] = rest[i, p + j] + s * h[(CURVATURE + i) * ROW + j]
        if task == FORCES and row >= row_0 and row < row_1:
            row_energy[row] = energy / s


@kernel(parallel=True)
def bending_team(x, tangent, stiffness, rest, s, span, task, patch, out, values, row_energy, scratch):
    count = scratch.shape[0]
    for k in prange(count):
        row_0, row_1 = rows_of_chunk(k, count, span.rows + 2)
        bending_rows(
            x,
            tangent,
            stiffness,
            rest,
            s,
            span,
            task,
            patch,
            row_0 - 1,
            row_1 - 1,
            out,
            values,
            row_energy,
            scratch[k],
        )


# ---------------------------------------------------------------- the energy


@dataclass
class BendingEnergy(Steady):
    """The curvature energy (1) of one grid, sampled at its nodes or, for the twist alone, at its cells.

    `rest` (k, P) [m]: B⁰₁₁, B⁰₂₂ (, B⁰₁₂) in grid coordinates. `stiffness`: 𝔻 in grid coordinates times area, in the
    order 11, 12, 22 (, 13, 23, 33) at nodes, 33 alone at cells. `tangent` (4, P): weights of the links forward and
    backward along m, then along n.
    """

    layout: GridLayout
    rest: np.ndarray
    stiffness: np.ndarray
    tangent: np.ndarray
    damping_time: float = 0.0

    def __post_init__(self):
        kinds = len(self.rest)
        self._patch = {1: CELL, 2: FIVE, 3: NINE}[kinds]
        self.pattern = WIDE if kinds == 3 else NARROW
        self._rest = self._rest_now = self.rest
        self._stiffness, self._stiffening = self.stiffness, 1.0
        self._viscous: np.ndarray | None = None  # what damping subtracts within a step
        self._scratch = np.zeros((1 if kinds == 3 else team_size(self.layout), SCRATCH_ROWS * ROW))
        self._row_energy = np.zeros(self.layout.shape[0])
        self._discard = self.layout.zeros(3)

    def freeze(self, step: StepContext) -> BendingEnergy:
        if not self.damping_time:
            return self
        ratio, viscous = self.damping_time / step.interval, step.zeros(*self.rest.shape)
        for weight, x in step.past():
            self.curvatures(x, ratio * weight, viscous, viscous)
        now = np.add(self._rest, viscous, out=step.empty(*self.rest.shape))
        return changed(self, _viscous=viscous, _stiffening=1.0 + ratio, _rest_now=now)

    def flowed(self, p: np.ndarray, scale: np.ndarray | float = 1.0) -> BendingEnergy:
        """The same with B⁰ larger by p (k, P), and `scale` times the stiffness."""
        return self._from(p, self.stiffness * scale)

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> BendingEnergy:
        """The same with B⁰ larger by p (k, P), and ∂²E/∂B∂B (k, k, P)."""
        pairs = [(i, j) for j in range(len(p)) for i in range(j + 1)]  # 11, 12, 22, 13, 23, 33
        twice = [
            (1.0 + (i == 2)) * (1.0 + (j == 2)) for i, j in pairs
        ]  # the twist stands for two entries of B
        return self._from(p, np.stack([stiffness[i, j] / n for (i, j), n in zip(pairs, twice, strict=True)]))

    def _from(self, p: np.ndarray, stiffness: np.ndarray) -> BendingEnergy:
        rest = self.rest + p
        now = rest if self._viscous is None else rest + self._viscous
        return changed(self, _rest=rest, _rest_now=now, _stiffness=stiffness)

    def strains(self, x: np.ndarray) -> np.ndarray:
        """B − B⁰, (k, P), with B⁰ as it was at first."""
        change = np.zeros_like(self.rest)
        self.curvatures(x, 1.0, -self.rest, change)
        return change

    def moments(
        self, x: np.ndarray, p: np.ndarray | float = 0.0, stiff: np.ndarray | float = 1.0
    ) -> np.ndarray:
        """∂E/∂B (k, P): M¹¹, M²² and twice M¹², or twice M¹² alone, times area; with p and `stiff` as `flowed` has."""
        c, d = self.stiffness, self.strains(x) - p
        if len(d) == 1:
            return stiff * c * d
        m = [c[0] * d[0] + c[1] * d[1], c[1] * d[0] + c[2] * d[1]]
        if len(d) == 3:
            m[0], m[1] = m[0] + 2.0 * c[3] * d[2], m[1] + 2.0 * c[4] * d[2]
            m.append(2.0 * (c[3] * d[0] + c[4] * d[1]) + 4.0 * c[5] * d[2])
        return stiff * np.stack(m)

    def stress_points(self, section: Section) -> StressPoints:
        """One at every node, or where only the twist is taken, in every cell."""
        kinds, size, w = len(self.rest), self.layout.size, self.layout.width
        p = np.arange(size)
        nodes = (
            np.minimum(np.stack([p, p + 1, p + w, p + w + 1], axis=1), size - 1) if kinds == 1 else p[:, None]
        )
        area = section.cell_area if kinds == 1 else section.node_area
        points = plate(self.stiffness, kinds, section.bending, area, one_square=True)
        return StressPoints(points, nodes, section.moment, skin=PLATE, measure=area)

    def damped(self, time: float) -> BendingEnergy:
        """The same with a dashpot of that time [s] beside it."""
        return replace(self, damping_time=self.damping_time + time)

    def curvatures(self, x: np.ndarray, weight: float, base: np.ndarray, out: np.ndarray) -> None:
        """out = base + weight · B(x), arrays like `rest`."""
        self._run(CURVATURES, x, base, weight, out, _NOWHERE)

    def stored(self, x: np.ndarray) -> float:
        return self._evaluate(x, self._rest, 1.0, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._evaluate(x, self._rest_now, self._stiffening, out)

    def _evaluate(self, x, rest, s, out) -> float:
        self._run(FORCES, x, rest, s, out, _NOWHERE)
        return float(self._row_energy.sum())

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        self._run(BLOCKS, x, self._rest_now, self._stiffening, self._discard, matrix.values)
        if not psd:
            true_hessian(
                x, self.tangent, self._stiffness, self._rest_now, self._stiffening, self.layout.span,
                self._patch, pair_slots(self._patch), matrix.values,
            )  # fmt: skip

    def _run(self, task, x, rest, s, out, values) -> None:
        span, scratch, energies = self.layout.span, self._scratch, self._row_energy
        if len(scratch) > 1:
            bending_team(
                x,
                self.tangent,
                self._stiffness,
                rest,
                s,
                span,
                task,
                self._patch,
                out,
                values,
                energies,
                scratch,
            )
        else:
            rows = patch_rows if len(rest) == 3 else bending_rows
            rows(
                x, self.tangent, self._stiffness, rest, s, span, task, self._patch, -1, span.rows + 1,
                out, values, energies, scratch[0],
            )  # fmt: skip
