"""The patches of nodes that curvature is taken from, and how their forces and blocks get to the nodes.

All variations of curvature lie along the normal n: a patch has one force f_k n per node and one block g_kl nnᵀ per pair
of nodes. Kernels work on a row of points in blocks of at most POINTS columns. They leave n, f and g in rows of scratch
memory (first the maths), from where they are added row by row (then the sums): both are loops over
consecutive places, which compilers turn into vector instructions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import internal, uint
from pliant.numerics.matrix import WIDE

POINTS = 128
ROW = POINTS  # rows of scratch memory have a constant length, so that compilers see that they do not overlap

# Rows of scratch memory: n, curvatures B, forces f_k, weights g_kl.
NORMAL, CURVATURE, FORCE, WEIGHT, SCRATCH_ROWS = 0, 3, 6, 15, 60


FORCES, BLOCKS, CURVATURES = 0, 1, 2  # what a kernel is asked for


class Patch(NamedTuple):
    """The nodes around a point as (dm, dn); its pairs k ≤ l as (slot of the matrix, dm, dn of the storing node)."""

    nodes: np.ndarray
    pairs: np.ndarray


def make_patch(*nodes: tuple[int, int]) -> Patch:
    pairs = []
    for k, (am, an) in enumerate(nodes):
        for bm, bn in nodes[k:]:
            ahead = (bm - am, bn - an)
            if ahead in WIDE:
                pairs.append((WIDE.index(ahead), am, an))
            else:
                pairs.append((WIDE.index((am - bm, an - bn)), bm, bn))
    return Patch(np.array(nodes), np.array(pairs))


FIVE = make_patch((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
NINE = make_patch((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
CELL = make_patch((0, 0), (1, 0), (0, 1), (1, 1))


def pair_slots(patch: Patch) -> np.ndarray:
    """For each ordered pair (k, l) of nodes: the slot of its block, if k stores it, else −1."""
    offsets = patch.nodes[None, :, :] - patch.nodes[:, None, :]
    slots = [[WIDE.index((a, b)) if (a, b) in WIDE else -1 for a, b in row] for row in offsets.tolist()]
    return np.array(slots)


@internal
def add_forces(h, nodes, span, row, p, n, row_0, row_1, out):
    """out += f_k n for n points of a row, as far as nodes are in the rows row_0 ≤ m < row_1."""
    for k in range(nodes.shape[0]):
        m = row + nodes[k, 0]
        q = p + nodes[k, 0] * span.width + nodes[k, 1]
        if m < row_0 or m >= row_1:
            continue
        f = (FORCE + k) * ROW
        for c in range(3):
            u = (NORMAL + c) * ROW
            for j in range(n):
                out[c, uint(q + j)] += h[uint(f + j)] * h[uint(u + j)]


@internal
def add_blocks(h, pairs, span, row, p, n, row_0, row_1, values):
    """values += g_kl nnᵀ likewise."""
    for k in range(pairs.shape[0]):
        m = row + pairs[k, 1]
        q = p + pairs[k, 1] * span.width + pairs[k, 2]
        slot = pairs[k, 0]
        if m < row_0 or m >= row_1:
            continue
        w = (WEIGHT + k) * ROW
        for u in range(3):
            for j in range(n):
                o = uint(q + j)
                g = h[uint(w + j)] * h[uint((NORMAL + u) * ROW + j)]
                values[slot, 3 * u, o] += g * h[uint(NORMAL * ROW + j)]
                values[slot, 3 * u + 1, o] += g * h[uint((NORMAL + 1) * ROW + j)]
                values[slot, 3 * u + 2, o] += g * h[uint((NORMAL + 2) * ROW + j)]
