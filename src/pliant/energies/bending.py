"""Bending of a surface: the curvature term of the primal energy, in its exact form.

    E = ∫ ½ ΔB : 𝔻 : ΔB dA⁰ ,   ΔB_ij = n·x_ij − B⁰_ij ,   n = x₁×x₂/|x₁×x₂|                (1)

𝔻 is the bending stiffness [N·m], in grid coordinates. With d = x_ij, the dual vectors a^α (a^α·x_β = δ, a^α·n = 0) and
Christoffel's symbols Γ^α = d·a^α, the variations are

    δB  = n·(δd − Γ^α δx_α)                                                               (2)
    δ²B = −2 (n·δx_α) a^α·(δd − Γ^β δx_β) − B g^{αβ} (n·δx_α)(n·δx_β)                       (3)

so that ∂B/∂x_k = c_k n with one number c_k per node of the stencil: the covariant second difference. Force and
Gauss–Newton blocks are rank one in n:  M^I c^I_k n  and  c^I_k 𝔻^{IJ} c^J_l nnᵀ,  with the moments M = 𝔻 ΔB. The version of
the Hessian for Newton's method keeps these blocks, which are positive semi-definite, and leaves out (3).

Because (2) is the true variation, bending resists either sign of curvature alike and a curved rest shape is
a minimum: the published term replaces n by x_ij in the force, which pushes away from the rest shape where B < 0.

Quadrature. B₁₁ and B₂₂ are sampled at the nodes, with the area of the quarter cells around each; n there is
the cross product of the mean differences (one-sided at an edge). At a free edge the curvature across the edge
cannot be sampled; no moment acts there, so 𝔻 is condensed: the energy is the least over the missing ΔB. The
twist B₁₂ is sampled at the cells, with the normal of the cell. Where the grid is skew or the material's axes are
oblique, 𝔻 couples bending and twist; then all three are sampled at the nodes, B₁₂ as the mean of the adjacent cells, and
the stencil has nine nodes instead of five.

Damping in proportion to stiffness works as for the metric: s B − B⁰ − (τ/h) B_ref in place of ΔB.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.differences import cross_difference
from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import NARROW, WIDE, GridMatrix

# Nodes of the stencils as (dm, dn); the five-node stencil is the head of the nine-node one.
PATCH = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)])
CELL = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


def _slots(nodes: np.ndarray) -> np.ndarray:
    """For each pair (k, l) of a stencil: the slot of its block, stored with the node that comes first."""
    slots = np.zeros((len(nodes), len(nodes)), dtype=np.int64)
    for k, a in enumerate(nodes):
        for m, b in enumerate(nodes):
            offset = tuple(int(v) for v in b - a)
            slots[k, m] = WIDE.index(offset) if offset in WIDE else -1
    return slots


PATCH_SLOTS = _slots(PATCH)
CELL_SLOTS = _slots(CELL)

# ---------------------------------------------------------------- pointwise


@kernel
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


@kernel
def node_stencil(x, tangent, p, w, count, local):
    """Fill local[i, k]: the coefficients of node k of the patch in D₁, D₂, D₁₁, D₂₂, D₁₂ at node p.

    `tangent` holds the weights of the two links along each axis: ½ and ½, or 1 and 0 at an edge.
    """
    f1, b1, f2, b2 = tangent[0, p], tangent[1, p], tangent[2, p], tangent[3, p]
    local[:5, :count] = 0.0
    local[0, 0], local[0, 1], local[0, 2] = b1 - f1, f1, -b1
    local[1, 0], local[1, 3], local[1, 4] = b2 - f2, f2, -b2
    local[2, 0], local[2, 1], local[2, 2] = -2.0, 1.0, 1.0
    local[3, 0], local[3, 3], local[3, 4] = -2.0, 1.0, 1.0
    if count == 9:
        u0, v0 = b1 - f1, b2 - f2
        local[4, 0], local[4, 1], local[4, 2], local[4, 3], local[4, 4] = u0 * v0, f1 * v0, -b1 * v0, u0 * f2, -u0 * b2
        local[4, 5], local[4, 6], local[4, 7], local[4, 8] = f1 * f2, -f1 * b2, -b1 * f2, b1 * b2


@kernel
def apply_stencil(x, local, i, index, count):
    """Σ_k local[i, k] x[index[k]]."""
    sx, sy, sz = 0.0, 0.0, 0.0
    for k in range(count):
        q = index[k]
        sx += local[i, k] * x[0, q]
        sy += local[i, k] * x[1, q]
        sz += local[i, k] * x[2, q]
    return sx, sy, sz


@kernel
def dot3(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@kernel
def covariant(x, local, index, count, kinds, curvature):
    """Curvatures B_I (into `curvature`) and coefficients c^I_k of (2) (over local[2 + I]); returns n and the dual vectors."""
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


@kernel
def patch_index(p, w, count, patch, index):
    for k in range(count):
        index[k] = p + patch[k, 0] * w + patch[k, 1]


# ---------------------------------------------------------------- loops


class _Workspace:
    """Scratch memory of one thread: index (9,), stencil coefficients (5, 9), curvatures and moments."""

    def __init__(self):
        self.arrays = (np.zeros(9, dtype=np.int64), np.zeros((5, 9)), np.zeros(3), np.zeros(3))


@kernel
def load_point(x, tangent, p, w, at_node, count, patch, work):
    """Set up the stencil of a node or a cell; returns how many curvatures it has, n and the dual vectors."""
    index, local, curvature = work[0], work[1], work[2]
    patch_index(p, w, count, patch, index)
    if at_node:
        node_stencil(x, tangent, p, w, count, local)
        kinds = 3 if count == 9 else 2
    else:
        for k in range(4):
            u, v = patch[k, 0], patch[k, 1]
            local[0, k], local[1, k] = u - 0.5, v - 0.5
            local[2, k] = 1.0 if u == v else -1.0
        kinds = 1
    n, dual_1, dual_2 = covariant(x, local, index, count, kinds, curvature)
    return kinds, n, dual_1, dual_2


@kernel
def moments(stiffness, rest, p, kinds, s, curvature, moment):
    """M = 𝔻 ΔB (into `moment`); returns the energy ½ M·ΔB/s. Stiffness in the order 11, 12, 22, 13, 23, 33 (or 33 alone)."""
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


@kernel
def gradient_rows(x, tangent, stiffness, rest, s, at_node, patch, count, span, row_0, row_step, row_1, out, row_energy, work):
    """Add ∂E/∂x = M^I c^I_k n of the given rows of nodes or cells to `out`, their energy to `row_energy`."""
    index, local, curvature, moment = work
    w = span.width
    for row in range(row_0, row_1, row_step):
        energy = 0.0
        start = span.first + row * w
        for p in range(start, start + span.columns):
            kinds, n, _, _ = load_point(x, tangent, p, w, at_node, count, patch, work)
            energy += moments(stiffness, rest, p, kinds, s, curvature, moment)
            for k in range(count):
                f = 0.0
                for i in range(kinds):
                    f += moment[i] * local[2 + i, k]
                q = index[k]
                out[0, q] += f * n[0]
                out[1, q] += f * n[1]
                out[2, q] += f * n[2]
        row_energy[row] += energy


@kernel
def hessian_rows(x, tangent, stiffness, rest, s, psd, at_node, patch, slots, count, span, row_0, row_step, row_1, values, work):
    """Add the blocks c^I_k 𝔻^{IJ} c^J_l nnᵀ of the given rows, and with psd=False also those of (3)."""
    index, local, curvature, moment = work
    w = span.width
    for row in range(row_0, row_1, row_step):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            kinds, n, dual_1, dual_2 = load_point(x, tangent, p, w, at_node, count, patch, work)
            moments(stiffness, rest, p, kinds, s, curvature, moment)
            for k in range(count):
                for m in range(count):
                    slot = slots[k, m]
                    if slot < 0:
                        continue
                    g = s * _quadratic(stiffness, p, kinds, local, k, m)
                    q = index[k]
                    for u in range(3):
                        for v in range(3):
                            values[slot, 3 * u + v, q] += g * n[u] * n[v]
                    if not psd:
                        _add_geometric(values, slot, q, local, k, m, kinds, curvature, moment, n, dual_1, dual_2)


@kernel
def _quadratic(stiffness, p, kinds, local, k, m):
    """Σ c^I_k 𝔻^{IJ} c^J_m."""
    ck, cm = local[2, k], local[2, m]
    if kinds == 1:
        return stiffness[0, p] * ck * cm
    dk, dm = local[3, k], local[3, m]
    total = stiffness[0, p] * ck * cm + stiffness[1, p] * (ck * dm + dk * cm) + stiffness[2, p] * dk * dm
    if kinds == 3:
        ek, em = 2.0 * local[4, k], 2.0 * local[4, m]
        total += stiffness[3, p] * (ck * em + ek * cm) + stiffness[4, p] * (dk * em + ek * dm) + stiffness[5, p] * ek * em
    return total


@kernel
def _add_geometric(values, slot, q, local, k, m, kinds, curvature, moment, n, dual_1, dual_2):
    """The block of Σ M^I δ²B_I, equation (3)."""
    mb, ck, cm = 0.0, 0.0, 0.0
    for i in range(kinds):
        mb += moment[i] * curvature[i]
        ck += moment[i] * local[2 + i, k]
        cm += moment[i] * local[2 + i, m]
    a1k, a2k, a1m, a2m = local[0, k], local[1, k], local[0, m], local[1, m]
    g = mb * (
        dot3(dual_1, dual_1) * a1k * a1m + dot3(dual_1, dual_2) * (a1k * a2m + a2k * a1m) + dot3(dual_2, dual_2) * a2k * a2m
    )
    for u in range(3):
        for v in range(3):
            left = (a1k * dual_1[v] + a2k * dual_2[v]) * n[u] * cm
            right = (a1m * dual_1[u] + a2m * dual_2[u]) * n[v] * ck
            values[slot, 3 * u + v, q] -= left + right + g * n[u] * n[v]


@kernel
def curvature_points(x, tangent, at_node, patch, count, span, weight, base, out, work):
    """out = base + weight · B at every node or cell."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            kinds, _, _, _ = load_point(x, tangent, p, w, at_node, count, patch, work)
            for i in range(kinds):
                out[i, p] = base[i, p] + weight * work[2][i]


# ---------------------------------------------------------------- the energy


@dataclass
class BendingEnergy:
    """The curvature energy (1) of one grid, sampled at its nodes or, for the twist alone, at its cells.

    `rest` (k, P) [m]: B⁰₁₁, B⁰₂₂ (, B⁰₁₂) in grid coordinates. `stiffness`: 𝔻 in grid coordinates times area, in the
    order 11, 12, 22 (, 13, 23, 33) at nodes, 33 alone at cells. `tangent` (4, P): weights of the links forward and
    backward along m, then along n.
    """

    layout: GridLayout
    rest: np.ndarray
    stiffness: np.ndarray
    tangent: np.ndarray
    relaxation: float = 0.0

    def __post_init__(self):
        kinds = len(self.rest)
        self._at_node = kinds > 1
        self._patch, self._slots = (PATCH, PATCH_SLOTS) if self._at_node else (CELL, CELL_SLOTS)
        self._count = {1: 4, 2: 5, 3: 9}[kinds]
        self.pattern = WIDE if kinds == 3 else NARROW
        self._rest_now = self.rest.copy() if self.relaxation else self.rest
        self._stiffening = 1.0
        self._work = _Workspace().arrays
        self._row_energy = np.zeros(self.layout.shape[0])
        self._discard = self.layout.zeros(3)

    def begin_step(self, step: StepContext) -> None:
        if self.relaxation:
            ratio = self.relaxation / step.interval
            self._curvatures(step.reference, ratio, self.rest, self._rest_now)
            self._stiffening = 1.0 + ratio

    def _curvatures(self, x, weight, base, out) -> None:
        curvature_points(
            x, self.tangent, self._at_node, self._patch, self._count, self.layout.span, weight, base, out, self._work
        )

    def stored(self, x: np.ndarray) -> float:
        return self._evaluate(x, self.rest, 1.0, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._evaluate(x, self._rest_now, self._stiffening, out)

    def _evaluate(self, x, rest, s, out) -> float:
        self._row_energy.fill(0.0)
        span = self.layout.span
        gradient_rows(
            x, self.tangent, self.stiffness, rest, s, self._at_node, self._patch, self._count,
            span, 0, 1, span.rows, out, self._row_energy, self._work,
        )  # fmt: skip
        return float(self._row_energy.sum())

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        span = self.layout.span
        hessian_rows(
            x, self.tangent, self.stiffness, self._rest_now, self._stiffening, psd, self._at_node, self._patch,
            self._slots, self._count, span, 0, 1, span.rows, matrix.values, self._work,
        )  # fmt: skip
