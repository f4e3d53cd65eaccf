"""Geometric multigrid on grids: one symmetric V-cycle as a preconditioner for conjugate gradients.

Coarse grids keep every second node along each axis; bilinear interpolation P, Galerkin's coarse matrices
PᵀAP, and as smoother a Chebyshev polynomial of degree two in D⁻¹A, with D the 3×3 diagonal blocks. Everything is
in single precision: a preconditioner need not be exact, and half the bytes are half the time.

An even number of nodes gets one coarse node more, beyond the edge; Galerkin's product takes care of it. A
periodic axis is coarsened while its number of nodes is even. PᵀAP is formed along one axis at a time, from a table
of which fine entries go into which coarse one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import kernel
from pliant.numerics.layout import GridLayout, Span, copy_halo
from pliant.numerics.matrix import WIDE, GridMatrix, Stencil, multiply
from pliant.solvers.vectors import add_scaled, clear, dot

_COARSEST = 6  # stop where no axis is longer than this
_POWER_STEPS = 6  # power iterations for the largest eigenvalue of D⁻¹A
_MARGIN = 1.15  # they estimate it from below
_SMOOTHED = 6.0  # the smoother works on eigenvalues above λmax / this


class Table(NamedTuple):
    """One Galerkin product along one axis, as a sum of shifted, weighted entries."""

    target: np.ndarray  # slot of the coarse matrix
    source: np.ndarray  # slot of the fine matrix
    transposed: np.ndarray
    row_shift: np.ndarray  # fine row or column, relative to twice the coarse one
    column_shift: np.ndarray
    weight: np.ndarray


class Level(NamedTuple):
    """One grid of the hierarchy, as kernels see it; vectors are (3, P), the inverse diagonal (6 or 1, P)."""

    matrix: Stencil
    inverse: np.ndarray
    b: np.ndarray
    x: np.ndarray
    r: np.ndarray
    d: np.ndarray


class Hierarchy(NamedTuple):
    """All levels in common arrays, so that one compiled kernel serves any number of levels."""

    shapes: np.ndarray  # (levels, 5): rows, columns, halving of rows, halving of columns, slots
    starts: np.ndarray  # (levels + 1, 3): where a level begins in `values`, in the vectors' places and in `halo`
    offsets: np.ndarray  # (levels, slots)
    halo: np.ndarray
    values: np.ndarray
    inverse: np.ndarray
    b: np.ndarray
    x: np.ndarray
    r: np.ndarray
    d: np.ndarray
    eigenvalues: np.ndarray
    factor: np.ndarray  # dense Cholesky factor of the coarsest matrix
    solution: np.ndarray
    components: int  # 9 or 1 numbers per pair of nodes


@kernel
def get_level(h, k):
    """The arrays of level k."""
    rows, columns, slots = h.shapes[k, 0], h.shapes[k, 1], h.shapes[k, 4]
    width = columns + 4
    places = (rows + 4) * width
    span = Span(rows, columns, width, 2 * width + 2)
    v, p = h.starts[k, 0], h.starts[k, 1]
    values = h.values[v : v + slots * h.components * places].reshape((slots, h.components, places))
    entries = 6 if h.components == 9 else 1
    inverse = h.inverse[6 * p : 6 * p + entries * places].reshape((entries, places))
    halo = h.halo[h.starts[k, 2] : h.starts[k + 1, 2]]
    stencil = Stencil(values, h.offsets[k, :slots], halo, span)
    low, high = 3 * p, 3 * (p + places)
    return Level(
        stencil,
        inverse,
        h.b[low:high].reshape((3, places)),
        h.x[low:high].reshape((3, places)),
        h.r[low:high].reshape((3, places)),
        h.d[low:high].reshape((3, places)),
    )


def galerkin_table(fine: tuple, coarse: tuple, axis: int) -> Table:
    """Which fine entries make up each coarse one: C(I, J) = Σ P(i, I) A(i, j) P(j, J)."""
    slot_of = {o: (s, False) for s, o in enumerate(fine)} | {
        (-o[0], -o[1]): (s, True) for s, o in enumerate(fine) if o != (0, 0)
    }
    reach = {o[axis] for o in slot_of}
    rows = []
    for target, wanted in enumerate(coarse):
        other = wanted[1 - axis]
        for i in (-1, 0, 1):  # fine node 2I + i hangs on coarse node I with weight 1 or ½
            for step in sorted(reach):
                offset = (step, other) if axis == 0 else (other, step)
                if offset not in slot_of:
                    continue
                away = 2 * wanted[axis] - (i + step)  # fine node j as seen from coarse node J
                if abs(away) > 1:
                    continue
                source, transposed = slot_of[offset]
                weight = (1.0 if i == 0 else 0.5) * (1.0 if away == 0 else 0.5)
                shift = (i, 0) if axis == 0 else (0, i)
                if transposed:  # A(i, j) = A(j, i)ᵀ is stored with j
                    shift = (shift[0] + offset[0], shift[1] + offset[1])
                rows.append((target, source, transposed, shift[0], shift[1], weight))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return Table(*(c.astype(np.int64) for c in columns[:5]), columns[5].astype(np.float32))


def coarse_pattern(fine: tuple, axis: int) -> tuple:
    """The half offsets that a Galerkin product along one axis can fill."""
    full = {*fine, *((-m, -n) for m, n in fine)}
    found = set()
    for offset in full:
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                twice = i + offset[axis] - j
                if twice % 2 == 0:
                    entry = (twice // 2, offset[1]) if axis == 0 else (offset[0], twice // 2)
                    found.add(entry)
    return tuple(o for o in WIDE if o in found)


class Multigrid:
    """The hierarchy of one matrix pattern; `update` follows the matrix's values."""

    def __init__(self, matrix: GridMatrix):
        layout, pattern, scalar = matrix.layout, matrix.pattern, matrix.is_scalar
        self._steps: list[list[tuple[int, Table, GridMatrix]]] = []
        grids = []
        while True:
            axes = [_can_coarsen(layout, axis) for axis in (0, 1)]
            grids.append((layout, pattern, axes))
            if not any(axes):
                break
            steps = []
            for axis in (0, 1):
                if axes[axis]:
                    coarser = coarse_pattern(pattern, axis)
                    table = galerkin_table(pattern, coarser, axis)
                    layout, pattern = _halved(layout, axis), coarser
                    between = GridMatrix.zeros(layout, pattern, scalar=scalar, dtype=np.float32)
                    steps.append((axis, table, between))
            self._steps.append(steps)
        self.hierarchy = _allocate(grids, 1 if scalar else 9)

    def update(self, matrix: GridMatrix) -> None:
        """Take over the values of a matrix of the same pattern and form the coarse ones."""
        convert(matrix.values, get_level(self.hierarchy, 0).matrix.values)
        for level, steps in enumerate(self._steps):
            source = get_level(self.hierarchy, level).matrix
            for axis, table, between in steps[:-1]:
                galerkin(source, between.stencil, table, axis)
                source = between.stencil
            axis, table, _ = steps[-1]
            galerkin(source, get_level(self.hierarchy, level + 1).matrix, table, axis)
        prepare(self.hierarchy)


def _allocate(grids: list, components: int) -> Hierarchy:
    slots = max(len(pattern) for _, pattern, _ in grids)
    shapes = np.array([(*layout.shape, *axes, len(pattern)) for layout, pattern, axes in grids], dtype=np.int64)
    sizes = np.array([(len(p) * components * g.size, g.size, len(g.halo)) for g, p, _ in grids], dtype=np.int64)
    starts = np.vstack([np.zeros((1, 3), dtype=np.int64), np.cumsum(sizes, axis=0)])
    offsets = np.zeros((len(grids), slots), dtype=np.int64)
    for k, (layout, pattern, _) in enumerate(grids):
        offsets[k, : len(pattern)] = [layout.offset(*o) for o in pattern]
    places = int(starts[-1, 1])
    unknowns = 3 * grids[-1][0].count
    single = lambda n: np.zeros(n, dtype=np.float32)  # noqa: E731
    return Hierarchy(
        shapes, starts, offsets, np.concatenate([g.halo for g, _, _ in grids]),
        single(int(starts[-1, 0])), single(6 * places), *(single(3 * places) for _ in range(4)),
        np.zeros(len(grids)), np.zeros((unknowns, unknowns)), np.zeros(unknowns), components,
    )  # fmt: skip


def _can_coarsen(layout: GridLayout, axis: int) -> bool:
    count = layout.shape[axis]
    return count > _COARSEST and (not layout.periodic[axis] or count % 2 == 0)


def _halved(layout: GridLayout, axis: int) -> GridLayout:
    shape = list(layout.shape)
    shape[axis] = shape[axis] // 2 + (0 if layout.periodic[axis] else 1)
    return GridLayout((shape[0], shape[1]), layout.periodic)


# ---------------------------------------------------------------- setting up


@kernel
def convert(values, out):
    for s in range(values.shape[0]):
        for c in range(values.shape[1]):
            a, b = values[s, c], out[s, c]
            for p in range(a.shape[0]):
                b[p] = a[p]


@kernel
def galerkin(fine, coarse, table, axis):
    """coarse = PᵀAP along one axis; the halo of the coarse values is filled along periodic axes.

    The shifts of a table are −1, 0 or 1, so reading fine entries never leaves the halo.
    """
    entries = fine.values.shape[1]
    coarse.values[:] = 0.0
    columns = coarse.span.columns
    for row in range(coarse.span.rows):
        q = coarse.span.first + row * coarse.span.width
        fine_row = 2 * row if axis == 0 else row
        for k in range(table.target.shape[0]):
            weight = table.weight[k]
            p = fine.span.first + (fine_row + table.row_shift[k]) * fine.span.width + table.column_shift[k]
            for c in range(entries):
                e = 3 * (c % 3) + c // 3 if table.transposed[k] == 1 and entries == 9 else c
                out = coarse.values[table.target[k], c, q : q + columns]
                if axis == 0:
                    source = fine.values[table.source[k], e, p : p + columns]
                    for j in range(columns):
                        out[j] += weight * source[j]
                else:
                    source = fine.values[table.source[k], e, p : p + 2 * columns]
                    for j in range(columns):
                        out[j] += weight * source[2 * j]
    for k in range(coarse.halo.shape[0]):
        for s in range(coarse.values.shape[0]):
            for c in range(entries):
                coarse.values[s, c, coarse.halo[k, 0]] = coarse.values[s, c, coarse.halo[k, 1]]


@kernel
def invert_diagonal(matrix, inverse):
    """D⁻¹ of every node: six entries of the symmetric 3×3 inverse, or one number; zero where D is."""
    a = matrix.values[0]
    span = matrix.span
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            if a.shape[0] == 1:
                inverse[0, p] = 1.0 / a[0, p] if a[0, p] != 0.0 else 0.0
                continue
            xx, xy, xz, yy, yz, zz = a[0, p], a[1, p], a[2, p], a[4, p], a[5, p], a[8, p]
            cxx, cxy, cxz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
            det = xx * cxx + xy * cxy + xz * cxz
            size = xx + yy + zz
            if not det > 1e-12 * size * size * size:  # a pinned node, or one that nothing holds
                scale = 1.0 / size if size > 0.0 else 0.0
                for k in range(6):
                    inverse[k, p] = 0.0
                inverse[0, p] = scale
                inverse[3, p] = scale
                inverse[5, p] = scale
                continue
            f = 1.0 / det
            inverse[0, p], inverse[1, p], inverse[2, p] = cxx * f, cxy * f, cxz * f
            inverse[3, p], inverse[4, p] = (xx * zz - xz * xz) * f, (xy * xz - xx * yz) * f
            inverse[5, p] = (xx * yy - xy * xy) * f


@kernel
def prepare(h):
    """Inverse diagonals, eigenvalue estimates and the factorised coarsest matrix."""
    for k in range(h.shapes.shape[0]):
        level = get_level(h, k)
        invert_diagonal(level.matrix, level.inverse)
        h.eigenvalues[k] = _MARGIN * largest_eigenvalue(level)
    factorise(get_level(h, h.shapes.shape[0] - 1).matrix, h.factor)


@kernel
def largest_eigenvalue(level):
    """That of D⁻¹A, by a few power iterations from a fixed rough vector; an estimate from below."""
    span = level.matrix.span
    state = 12345
    clear(level.x)
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            for c in range(3):
                state = (state * 1103515245 + 12345) % 2147483648
                level.x[c, p] = state / 1073741824.0 - 1.0
    value = 1.0
    for _ in range(_POWER_STEPS):
        multiply(level.matrix, level.x, level.r)
        clear(level.d)
        smooth_update(level.inverse, level.r, np.float32(1.0), np.float32(0.0), level.d)
        before = dot(level.x, level.x, span)
        value = np.sqrt(dot(level.d, level.d, span) / before) if before > 0.0 else 1.0
        scale = np.float32(1.0 / value if value > 0.0 else 0.0)
        clear(level.x)
        add_scaled(level.d, scale, level.x)
    return value if value > 0.0 else 1.0


@kernel
def factorise(matrix, lower):
    """Dense Cholesky factor of the coarsest matrix, unknowns 3·node + component; zero pivots are skipped."""
    span = matrix.span
    columns = span.columns
    size = lower.shape[0]
    lower[:] = 0.0
    scalar = matrix.values.shape[1] == 1
    for row in range(span.rows):
        for column in range(columns):
            p = span.first + row * span.width + column
            i = row * columns + column
            for s in range(matrix.offsets.shape[0]):
                # flat offsets back to rows and columns, wrapped where the axis is periodic
                dm = (matrix.offsets[s] + 2) // span.width
                dn = matrix.offsets[s] - dm * span.width
                m, n = (row + dm) % span.rows, (column + dn) % columns
                j = m * columns + n
                for u in range(3):
                    for v in range(3):
                        if scalar:
                            a = matrix.values[s, 0, p] if u == v else np.float32(0.0)
                        else:
                            a = matrix.values[s, 3 * u + v, p]
                        lower[3 * i + u, 3 * j + v] += a
                        if s > 0:
                            lower[3 * j + v, 3 * i + u] += a
    for k in range(size):
        pivot = lower[k, k]
        for t in range(k):
            pivot -= lower[k, t] * lower[k, t]
        if pivot <= 1e-9 * abs(lower[k, k]) or lower[k, k] <= 0.0:
            for i in range(size):
                lower[i, k] = 0.0
            continue
        root = np.sqrt(pivot)
        lower[k, k] = root
        for i in range(k + 1, size):
            total = lower[i, k]
            for t in range(k):
                total -= lower[i, t] * lower[k, t]
            lower[i, k] = total / root


@kernel
def solve_coarsest(level, lower, y):
    span = level.matrix.span
    size = lower.shape[0]
    for row in range(span.rows):
        for column in range(span.columns):
            p = span.first + row * span.width + column
            for c in range(3):
                y[3 * (row * span.columns + column) + c] = level.b[c, p]
    for k in range(size):
        total = y[k]
        for t in range(k):
            total -= lower[k, t] * y[t]
        y[k] = total / lower[k, k] if lower[k, k] > 0.0 else 0.0
    for k in range(size - 1, -1, -1):
        total = y[k]
        for t in range(k + 1, size):
            total -= lower[t, k] * y[t]
        y[k] = total / lower[k, k] if lower[k, k] > 0.0 else 0.0
    for row in range(span.rows):
        for column in range(span.columns):
            p = span.first + row * span.width + column
            for c in range(3):
                level.x[c, p] = y[3 * (row * span.columns + column) + c]


# ---------------------------------------------------------------- one cycle


@kernel
def smooth_update(inverse, r, alpha, beta, d):
    """d = beta · d + alpha · D⁻¹ r; the factors in the precision of the vectors."""
    r0, r1, r2 = r[0], r[1], r[2]
    d0, d1, d2 = d[0], d[1], d[2]
    if inverse.shape[0] == 1:
        i0 = inverse[0]
        for j in range(r0.shape[0]):
            d0[j] = beta * d0[j] + alpha * i0[j] * r0[j]
            d1[j] = beta * d1[j] + alpha * i0[j] * r1[j]
            d2[j] = beta * d2[j] + alpha * i0[j] * r2[j]
    else:
        ixx, ixy, ixz, iyy, iyz, izz = inverse[0], inverse[1], inverse[2], inverse[3], inverse[4], inverse[5]
        for j in range(r0.shape[0]):
            d0[j] = beta * d0[j] + alpha * (ixx[j] * r0[j] + ixy[j] * r1[j] + ixz[j] * r2[j])
            d1[j] = beta * d1[j] + alpha * (ixy[j] * r0[j] + iyy[j] * r1[j] + iyz[j] * r2[j])
            d2[j] = beta * d2[j] + alpha * (ixz[j] * r0[j] + iyz[j] * r1[j] + izz[j] * r2[j])


@kernel
def smooth(level, eigenvalue, from_zero):
    """Two Chebyshev steps on A x = b over the upper part of the spectrum; from_zero skips the first product."""
    low = eigenvalue / _SMOOTHED
    theta, delta = 0.5 * (eigenvalue + low), 0.5 * (eigenvalue - low)
    sigma = theta / delta
    rho = 1.0 / sigma
    rho_next = 1.0 / (2.0 * sigma - rho)
    one, zero = np.float32(1.0), np.float32(0.0)
    if from_zero:
        clear(level.x)
        clear(level.d)
        smooth_update(level.inverse, level.b, np.float32(1.0 / theta), zero, level.d)
    else:
        residual(level)
        smooth_update(level.inverse, level.r, np.float32(1.0 / theta), zero, level.d)
    add_scaled(level.d, one, level.x)
    residual(level)
    smooth_update(level.inverse, level.r, np.float32(2.0 * rho_next / delta), np.float32(rho_next * rho), level.d)
    add_scaled(level.d, one, level.x)


@kernel
def residual(level):
    """r = b − A x."""
    multiply(level.matrix, level.x, level.r)
    for c in range(3):
        b, r = level.b[c], level.r[c]
        for j in range(b.shape[0]):
            r[j] = b[j] - r[j]


@kernel
def restrict(fine, coarse, halve_rows, halve_columns):
    """b_coarse = Pᵀ r_fine; the halo of r is zero, or a copy along periodic axes."""
    fs, cs = fine.matrix.span, coarse.matrix.span
    copy_halo(fine.r, fine.matrix.halo)
    clear(coarse.b)
    step_m, step_n = (2 if halve_rows else 1), (2 if halve_columns else 1)
    n = cs.columns
    for row in range(cs.rows):
        q = cs.first + row * cs.width
        for i in range(1 - step_m, step_m):
            for k in range(1 - step_n, step_n):
                weight = np.float32((1.0 if i == 0 else 0.5) * (1.0 if k == 0 else 0.5))
                p = fs.first + (step_m * row + i) * fs.width + k
                for c in range(3):
                    target = coarse.b[c, q : q + n]
                    if step_n == 2:
                        source = fine.r[c, p : p + 2 * n]
                        for j in range(n):
                            target[j] += weight * source[2 * j]
                    else:
                        source = fine.r[c, p : p + n]
                        for j in range(n):
                            target[j] += weight * source[j]


@kernel
def prolong(fine, coarse, halve_rows, halve_columns):
    """x_fine += P x_coarse."""
    fs, cs = fine.matrix.span, coarse.matrix.span
    copy_halo(coarse.x, coarse.matrix.halo)
    half = np.float32(0.5)
    for m in range(fs.rows):
        p = fs.first + m * fs.width
        upper, lower = (m // 2, (m + 1) // 2) if halve_rows else (m, m)
        q, s = cs.first + upper * cs.width, cs.first + lower * cs.width
        for c in range(3):
            target, a, b = fine.x[c], coarse.x[c], coarse.x[c]
            if halve_columns:
                for j in range((fs.columns + 1) // 2):
                    target[p + 2 * j] += half * (a[q + j] + b[s + j])
                for j in range(fs.columns // 2):
                    target[p + 2 * j + 1] += half * half * (a[q + j] + a[q + j + 1] + b[s + j] + b[s + j + 1])
            else:
                for j in range(fs.columns):
                    target[p + j] += half * (a[q + j] + b[s + j])


@kernel
def cycle(h):
    """x ≈ A⁻¹ b on the finest level by one symmetric V-cycle."""
    count = h.shapes.shape[0]
    for k in range(count - 1):
        level, coarser = get_level(h, k), get_level(h, k + 1)
        smooth(level, h.eigenvalues[k], True)
        residual(level)
        restrict(level, coarser, h.shapes[k, 2] == 1, h.shapes[k, 3] == 1)
    solve_coarsest(get_level(h, count - 1), h.factor, h.solution)
    for k in range(count - 2, -1, -1):
        level, coarser = get_level(h, k), get_level(h, k + 1)
        prolong(level, coarser, h.shapes[k, 2] == 1, h.shapes[k, 3] == 1)
        smooth(level, h.eigenvalues[k], False)
