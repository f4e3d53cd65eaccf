"""A coarse space for many bodies that touch: each of them moved, and sheets turned and stretched, as a whole.

In a pile of n layers, what presses on one is felt by all others. Preconditioners of single bodies hand that on by one
layer an iteration. With R, whose columns move one body each along one axis (where it is free), by one or, if it is a
sheet on a grid, by a function that is linear in its present shape, and the matrix H of all,

    z ← z + R (Rᵀ H R)⁻¹ Rᵀ r                                                                                (1)

is added to what they find: it hands on all at once what moves and tilts bodies as wholes. In a pile of 30 sheets of
10×10 nodes iterations went from 26 to 10; with shifts alone, to 17.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.numerics.compile import internal, kernel
from pliant.solvers.cg import restrict_to
from pliant.solvers.coupled import Block
from pliant.solvers.profile import Profile
from pliant.solvers.reduced import Rows

_LITTLE = 1e-9  # of the mean of the diagonal, added to it
_THIN = 0.05  # part of its largest extent, across which a body is too thin to be tilted by what is linear along it


class Wholes:
    """(1) of some blocks; the vertices of contact are numbered one after the other, block by block."""

    def __init__(
        self,
        blocks: Sequence[Block],
        places: Sequence[np.ndarray],
        vertices: Sequence[tuple[slice, np.ndarray]],
        count: int,
    ):
        """Blocks are at `places` (3, P); `vertices` of each: their numbers, of `count` in all, and their nodes."""
        self.blocks = blocks
        shapes = [_linear(block, x) for block, x in zip(blocks, places, strict=True)]
        self._shapes = shapes
        self._first = np.cumsum([0, *map(len, shapes)])
        self._owners, self._values = np.full(count, -1, np.int64), np.zeros((count, 4))
        for b, (shape, (span, nodes)) in enumerate(zip(shapes, vertices, strict=True)):
            self._owners[span] = b
            self._values[span, : len(shape)] = shape[:, nodes].T
        self._spans = [span for span, _ in vertices]
        self._profile: Profile | None = None
        self._is_ready = False

    def prepare(self, nodes: np.ndarray, weights: np.ndarray, rows: np.ndarray, diagonal: np.ndarray) -> None:
        """Factorise Rᵀ H R, of rows of contact and of the blocks' matrices, which have its `diagonal` (6, V)."""
        count, sizes = len(self.blocks), np.diff(self._first)
        meets = np.eye(count, dtype=np.bool_)
        find_pairs(nodes, self._owners, meets)
        one, other = np.nonzero(np.triu(meets))
        starts = np.concatenate([[0], np.cumsum(sizes[one] * sizes[other])])
        where = np.zeros((count, count), np.int64)
        where[one, other] = starts[:-1]
        sums = np.zeros((starts[-1], 6))
        add_rows(nodes, weights, rows, self._owners, self._first, self._values, where, sums)
        blocks = sums[:, _FULL].reshape(-1, 3, 3)
        for b in range(count):
            first, size = where[b, b], sizes[b]
            blocks[first : first + size * size] += self._of_body(b, diagonal)
        self._factorise(one, other, starts, blocks)

    def _of_body(self, b: int, diagonal: np.ndarray) -> np.ndarray:
        """The blocks (k · k, 3, 3) of a body's own matrix, without the `diagonal` of contact."""
        block, shape, span = self.blocks[b], self._shapes[b], self._spans[b]
        size, inside, at = len(shape), block.layout.nodes, self._values[span, : len(shape)]
        found = np.empty((size, size, 3, 3))
        for k in range(size):
            for c in range(3):
                block.p.fill(0.0)
                block.p[c] = shape[k]
                block.solver.matrix.multiply(block.p, block.q)
                found[:, k, :, c] = shape[:, inside] @ block.q[:, inside].T
        beside = np.einsum("vk,vl,cv->klc", at, at, diagonal[:, span], optimize=True)
        return (found - beside[:, :, _FULL].reshape(size, size, 3, 3)).reshape(-1, 3, 3)

    def _factorise(self, one: np.ndarray, other: np.ndarray, starts: np.ndarray, blocks: np.ndarray) -> None:
        """Of blocks between functions of bodies, from `starts` on those between `one` and the `other`, not lower."""
        rows, columns, values = [], [], []
        for a, b, first, last in zip(one, other, starts, starts[1:], strict=False):
            i, j = np.meshgrid(
                np.arange(*self._first[a : a + 2]), np.arange(*self._first[b : b + 2]), indexing="ij"
            )
            sides = [(i, j, blocks[first:last])]
            if a != b:
                sides.append((j, i, blocks[first:last].transpose(0, 2, 1)))
            for i, j, block in sides:
                rows.append(i.ravel())
                columns.append(j.ravel())
                values.append(block)
        row, column, value = np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
        own = row == column
        value[own] += _LITTLE * np.einsum("nii->n", value[own]).mean() * np.eye(3)
        order = np.lexsort((column, row))
        begins = np.searchsorted(row[order], np.arange(self._first[-1] + 1))
        found = Rows(begins, column[order], value[order].reshape(-1, 9))
        if self._profile is None or not self._profile.fits(found):
            self._profile = Profile(found)
        self._is_ready = self._profile.follow(found)

    def add(self) -> None:
        """Add (1) to z of the blocks."""
        if self._profile is None or not self._is_ready:
            return
        pulls = np.zeros((int(self._first[-1]), 3))
        for b, (block, shape) in enumerate(zip(self.blocks, self._shapes, strict=True)):
            sum_over(block.r, shape, block.layout.span, self._first[b], pulls)
        moves = self._profile.solve(pulls)
        for b, (block, shape) in enumerate(zip(self.blocks, self._shapes, strict=True)):
            shift(block.z, shape, self._first[b], moves)


_FULL = [0, 1, 2, 1, 3, 4, 2, 4, 5]  # of the six different entries of a symmetric block, all


def _linear(block: Block, x: np.ndarray) -> np.ndarray:
    """One, and of a sheet what is linear along its axes at x, (k, P), in its subspace."""
    layout, free = block.layout, block.subspace.free
    nodes = layout.nodes[free[layout.nodes] > 0.0]
    functions = [np.ones(layout.size)]
    # Stiff solids are shifted only: with more, planks of 1 GPa that lay on ropes were thrown away or exploded.
    if len(nodes) > 1 and len(layout.shape) == 2:
        centre = x[:, nodes].mean(axis=1, keepdims=True)
        axes, extents, _ = np.linalg.svd(x[:, nodes] - centre, full_matrices=False)
        for axis, extent in zip(axes.T, extents, strict=False):
            if extent > _THIN * extents[0]:
                along = axis @ (x - centre)
                functions.append(along / np.abs(along[nodes]).max())
    shapes = np.array(functions)
    for k in range(0, len(shapes), 3):  # as components of one vector
        vector = np.zeros((3, layout.size))
        vector[: len(shapes[k : k + 3])] = shapes[k : k + 3]
        restrict_to(block.subspace, vector)
        shapes[k : k + 3] = vector[: len(shapes[k : k + 3])]
    return shapes


@kernel
def sum_over(r, shapes, span, first, out):
    """out (functions, 3) = Σ φ r of the functions of a body, from the number `first` on."""
    for k in range(shapes.shape[0]):
        for row in range(span.rows):
            for p in range(span.first + row * span.width, span.first + row * span.width + span.columns):
                for c in range(3):
                    out[first + k, c] += shapes[k, p] * r[c, p]


@kernel
def shift(z, shapes, first, moves):
    """z += Σ φ · moves, (functions, 3)."""
    for k in range(shapes.shape[0]):
        for c in range(3):
            for p in range(z.shape[1]):
                z[c, p] += moves[first + k, c] * shapes[k, p]


@internal
def owners_of(nodes, r, owners):
    """The two bodies at the most that the vertices of a row belong to, the lower one first; −1 for none."""
    m = n = -1
    for a in range(4):
        owner = owners[nodes[r, a]]
        if owner >= 0 and m < 0:
            m = owner
        elif owner >= 0 and owner != m:
            n = owner
    return (n, m) if 0 <= n < m else (m, n)


@kernel
def find_pairs(nodes, owners, meets):
    """Mark the two bodies of each row, the lower one first."""
    for r in range(nodes.shape[0]):
        m, n = owners_of(nodes, r, owners)
        if n >= 0:
            meets[m, n] = True


@internal
def sum_side(nodes, weights, r, owners, values, owner, out):
    """out (4,) = Σ w φ over the vertices of a row that belong to one body."""
    out[0] = out[1] = out[2] = out[3] = 0.0
    for a in range(4):
        i, w = nodes[r, a], weights[r, a]
        if owners[i] == owner:
            for k in range(4):
                out[k] += w * values[i, k]


@internal
def add_product(one, other, size, other_size, rows, r, first, out):
    """out, from `first` on, += the products of two sides, times K."""
    a, b, c, d, e, g = rows[r, 0], rows[r, 1], rows[r, 2], rows[r, 3], rows[r, 4], rows[r, 5]
    for k in range(size):
        for j in range(other_size):
            f, at = one[k] * other[j], first + k * other_size + j
            out[at, 0] += f * a
            out[at, 1] += f * b
            out[at, 2] += f * c
            out[at, 3] += f * d
            out[at, 4] += f * e
            out[at, 5] += f * g


@kernel
def add_rows(nodes, weights, rows, owners, first, values, where, out):
    """out += Rᵀ C R of rows over vertices: between two bodies, the lower one first, from the place `where` says on."""
    one, other = np.zeros(4), np.zeros(4)
    for r in range(rows.shape[0]):
        m, n = owners_of(nodes, r, owners)
        if m < 0:
            continue
        sum_side(nodes, weights, r, owners, values, m, one)
        size = first[m + 1] - first[m]
        add_product(one, one, size, size, rows, r, where[m, m], out)
        if n >= 0:
            sum_side(nodes, weights, r, owners, values, n, other)
            width = first[n + 1] - first[n]
            add_product(other, other, width, width, rows, r, where[n, n], out)
            add_product(one, other, size, width, rows, r, where[m, n], out)
