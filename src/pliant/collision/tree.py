"""Which features may come near: a static tree over the features of each hull, with boxes over a motion.

A leaf owns a few vertices, edges and faces, each feature once. Leaves of a grid are blocks of 2×2 cells, those of other
hulls about eight faces (or edges, where there are no faces) that are near each other at rest. The tree above is binary
and implicit, the children of node i being 2i + 1 and 2i + 2; it splits where half of the leaves are on either side, and
never changes. Only boxes do. So two pairs are always found in the same order, whatever lies around them.

The arrays of all hulls stand one after the other: leaves, nodes, features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pliant.collision.hull import GridHull, Hull, offsets
from pliant.numerics.compile import inlined, internal, kernel, uint

BLOCK = 2  # cells of a grid along each side of a leaf
_PER_LEAF = 8
_ROUNDED = 1e-12  # of what is added up, and more than its rounding
_NOWHERE = 1e30  # the box of nothing: it meets no other


class Forest(NamedTuple):
    """The trees of all hulls. Boxes hold (low, −high), so that both grow by a minimum."""

    hulls: np.ndarray  # (H, 3) int64: leaves, first leaf, first node
    vertex_starts: (
        np.ndarray
    )  # (L + 1,) int32: leaf l owns vertices[vertex_starts[l]:vertex_starts[l + 1]], …
    edge_starts: np.ndarray
    face_starts: np.ndarray
    corner_starts: np.ndarray
    vertices: np.ndarray  # int32
    edges: np.ndarray  # (E, 2)
    faces: np.ndarray  # (F, 3)
    edge_names: np.ndarray  # (E,) int32: which edge of its hull each is
    face_names: np.ndarray  # (F,)
    corners: np.ndarray  # what is in the box of a leaf: all vertices of its features
    blocks: np.ndarray  # (L, 2) int32: which block of the grid a leaf is, −1 if none
    most: int  # features of a kind in one leaf


# ---------------------------------------------------------------- building


def plant(hulls: Sequence[Hull], rest: np.ndarray) -> Forest:
    """The trees of hulls whose vertices are at `rest` (3, V)."""
    first, leaf, node = offsets(hulls), 0, 0
    table, parts = [], []
    for k, hull in enumerate(hulls):
        owners = _grid_leaves(hull)
        if owners is None:
            owners = _mesh_leaves(hull, rest[:, first[k] : first[k + 1]].T)
        leaves = len(owners.blocks)
        table.append((leaves, leaf, node))
        parts.append((hull, int(first[k]), leaf, owners))
        leaf, node = leaf + leaves, node + 2 * leaves - 1
    return _gather(np.array(table, np.int64).reshape(-1, 3), leaf, parts, int(first[-1]))


class _Owners(NamedTuple):
    vertices: np.ndarray  # the leaf of each; −1: of none
    edges: np.ndarray
    faces: np.ndarray
    blocks: np.ndarray  # (leaves, 2)


def _gather(table: np.ndarray, leaves: int, parts: list, count: int) -> Forest:
    def by_leaf(owner: list[np.ndarray], what: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        leaf, features = np.concatenate(owner), np.concatenate(what)
        owned = leaf >= 0
        leaf, features = leaf[owned], features[owned]
        order = np.argsort(leaf, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(leaf, minlength=leaves))])
        return starts.astype(np.int32), np.ascontiguousarray(features[order], np.int32)

    none = np.zeros(0, np.int64)
    owned, names = [[none], [none], [none]], [[none], [none], [none]]
    features = [[np.zeros(0, np.int32)], [np.zeros((0, 2), np.int32)], [np.zeros((0, 3), np.int32)]]
    corners = [none]
    for hull, first, leaf, owners in parts:
        kinds = (np.arange(hull.count)[:, None], hull.edges, hull.faces)
        for k, kind in enumerate(kinds):
            owner = np.where(owners[k] < 0, -1, owners[k] + leaf)
            owned[k].append(owner)
            names[k].append(np.arange(len(kind)))
            features[k].append((kind[:, 0] if k == 0 else kind) + np.int32(first))
            for column in kind.T:
                corners.append((owner * count + column + first)[owner >= 0])
    corner_keys = np.sort(np.concatenate(corners))
    corner_keys = corner_keys[np.diff(corner_keys, prepend=-1) > 0]
    starts_v, vertices = by_leaf(owned[0], features[0])
    starts_e, edges = by_leaf(owned[1], features[1])
    starts_f, faces = by_leaf(owned[2], features[2])
    _, edge_names = by_leaf(owned[1], names[1])
    _, face_names = by_leaf(owned[2], names[2])
    starts_c, corner = by_leaf([corner_keys // max(count, 1)], [corner_keys % max(count, 1)])
    most = max((int(np.diff(s).max(initial=1)) for s in (starts_v, starts_e, starts_f)), default=1)
    blocks = np.concatenate([np.zeros((0, 2), np.int32), *(owners.blocks for *_, owners in parts)])
    return Forest(
        table, starts_v, starts_e, starts_f, starts_c, vertices, edges, faces, edge_names, face_names, corner,
        blocks, most,
    )  # fmt: skip


def split(centres: np.ndarray, most: int) -> tuple[np.ndarray, int]:
    """The leaf of each centre (n, d), and the number of leaves, a power of two; at most `most` are in a leaf.

    Halves the longest side again and again, all boxes of a level at once. To make halves equal, some centres are there
    twice, evenly chosen, and left out at last.
    """
    n = len(centres)
    leaves = 1 << max(int(np.ceil(np.log2(max(n, 1) / most))), 0)
    each = max(-(-n // leaves), 1)
    room = leaves * each
    order = np.concatenate([np.arange(n), np.arange(room - n) * n // max(room - n, 1)]).reshape(1, -1)
    for _ in range(leaves.bit_length() - 1):
        size = order.shape[1]
        points = centres[order]
        axis = np.argmax(points.max(1) - points.min(1), axis=1)
        along = np.take_along_axis(points, axis[:, None, None], axis=2)[:, :, 0]
        half = np.argpartition(along, size // 2 - 1, axis=1)
        order = np.take_along_axis(order, half, axis=1).reshape(-1, size // 2)
    leaf = np.empty(max(n, 1), np.int64)
    leaf[order.ravel()[::-1]] = np.repeat(np.arange(leaves), each)[::-1]
    return leaf[:n], leaves


def grid_blocks(grid: GridHull) -> tuple[int, int]:
    """How many blocks of cells a grid has each way."""
    cells = (grid.rows - (not grid.periodic[0]), grid.columns - (not grid.periodic[1]))
    return -(-cells[0] // BLOCK), -(-cells[1] // BLOCK)


def _grid_leaves(hull: Hull) -> _Owners | None:
    """Blocks of cells; None if the hull is no grid, or has a feature that lies in no single cell."""
    grid = hull.grid
    if grid is None or grid.rows * grid.columns != hull.count or min(grid_blocks(grid)) < 1:
        return None

    def cell(features: np.ndarray) -> tuple[np.ndarray, bool]:
        """The block of each feature (n, k), and whether each is within a cell."""
        found, within = [], True
        for axis, (length, period) in enumerate(zip((grid.rows, grid.columns), grid.periodic, strict=True)):
            at = features // grid.columns if axis == 0 else features % grid.columns
            low, high = at.min(1), at.max(1)
            wraps = (high - low > 1) & (low == 0) & (high == length - 1) & period
            inner = np.isin(at, (0, length - 1)).all(1)
            within = within and bool(np.all((high - low <= 1) | (wraps & inner)))
            low = np.where(wraps, high, low)
            found.append(np.minimum(low, length - 1 - (not period)) // BLOCK)
        return found[0] * grid_blocks(grid)[1] + found[1], within

    faces, fits = cell(hull.faces.astype(np.int64))
    edges, fit = cell(hull.edges.astype(np.int64))
    if not (fits and fit):
        return None
    rows, columns = grid_blocks(grid)
    blocks = np.stack(np.divmod(np.arange(rows * columns), columns), 1)
    leaf, leaves = split(blocks.astype(np.float64), 1)
    place = np.full((leaves, 2), -1, np.int32)
    place[leaf] = blocks
    vertices, _ = cell(np.arange(hull.count)[:, None])
    return _Owners(leaf[vertices], leaf[edges], leaf[faces], place)


def _mesh_leaves(hull: Hull, rest: np.ndarray) -> _Owners:
    """Faces, and edges of no face, that are near each other."""
    count, edges, faces = hull.count, hull.edges.astype(np.int64), hull.faces.astype(np.int64)
    key = np.sort(edges, axis=1) @ np.array([count, 1])
    sides = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1) @ np.array([count, 1])
    alone = np.flatnonzero(~np.isin(key, sides))
    centres = np.concatenate([rest[faces].mean(1).reshape(-1, 3), rest[edges[alone]].mean(1).reshape(-1, 3)])
    leaf, leaves = split(centres, _PER_LEAF)
    of_face, of_alone = leaf[: len(faces)], leaf[len(faces) :]
    of_edge, of_vertex = np.full(len(edges), -1, np.int64), np.full(count, -1, np.int64)
    if len(faces):
        order = np.argsort(sides, kind="stable")
        where = np.minimum(np.searchsorted(sides[order], key), len(sides) - 1)
        of_edge = of_face[order[where] // 3]
    of_edge[alone] = of_alone
    for column in edges[alone].T:
        of_vertex[column] = of_alone
    for column in faces.T:
        of_vertex[column] = of_face
    return _Owners(of_vertex, of_edge, of_face, np.full((leaves, 2), -1, np.int32))


# ---------------------------------------------------------------- boxes


@kernel
def vertex_boxes(x, way, slack, half, packed, box):
    """Boxes of vertices over their ways, x → x + way, grown by slack and half a thickness, rounded outwards.

    `packed` (V, 8) gets position, slack, way and half thickness: what one pair needs of a vertex, side by side.
    """
    for v in range(x.shape[1]):
        s, h = slack[v], half[v]
        for c in range(3):
            a, d = x[c, v], way[c, v]
            b = a + d
            pad = s + h + 2.4e-7 * (abs(a) + abs(b))
            packed[v, c], packed[v, 4 + c] = a, d
            box[v, c], box[v, 4 + c] = np.float32(min(a, b) - pad), np.float32(-max(a, b) - pad)
        packed[v, 3], packed[v, 7] = s, h
        box[v, 3] = box[v, 7] = np.float32(0.0)


@kernel
def tree_boxes(forest, box, nodes):
    """Boxes (N, 8) of the nodes of all trees from those of vertices (V, 8)."""
    starts, corners = forest.corner_starts, forest.corners
    for h in range(forest.hulls.shape[0]):
        leaves, leaf, node = forest.hulls[h, 0], forest.hulls[h, 1], forest.hulls[h, 2]
        for own in range(leaves):
            n = uint(node + leaves - 1 + own)
            for c in range(8):
                nodes[n, uint(c)] = np.float32(_NOWHERE)
            for k in range(starts[leaf + own], starts[leaf + own + 1]):
                v = uint(corners[k])
                for c in range(8):
                    nodes[n, uint(c)] = min(nodes[n, uint(c)], box[v, uint(c)])
        for i in range(leaves - 2, -1, -1):
            n, a, b = uint(node + i), uint(node + 2 * i + 1), uint(node + 2 * i + 2)
            for c in range(8):
                nodes[n, uint(c)] = min(nodes[a, uint(c)], nodes[b, uint(c)])


@inlined
def first_node(forest, hull):
    """What to add to a leaf of this hull, as leaves of all hulls are counted, to have its node."""
    return forest.hulls[hull, 2] + forest.hulls[hull, 0] - 1 - forest.hulls[hull, 1]


@inlined
def meet(nodes, a, b, low_0, low_1, low_2, high_0, high_1, high_2):
    """Whether box a meets box b, which may be anywhere between `low` and `high` of where it is."""
    return (
        (nodes[a, 0] + nodes[b, 4] <= high_0)
        & (nodes[a, 1] + nodes[b, 5] <= high_1)
        & (nodes[a, 2] + nodes[b, 6] <= high_2)
        & (nodes[b, 0] + nodes[a, 4] <= -low_0)
        & (nodes[b, 1] + nodes[a, 5] <= -low_1)
        & (nodes[b, 2] + nodes[a, 6] <= -low_2)
    )


@kernel
def first_meeting(nodes, first_a, first_b, pairs, start, end, shift):
    """When the first boxes of pairs of leaves meet, those of the second hull going by `shift` from time 0 to 1.

    `first_a`: the node of leaf 0 of all, as leaves of that hull are counted.
    """
    soonest = 1.0
    for k in range(start, end):
        a, b = first_a + pairs[k, 0], first_b + pairs[k, 1]
        enter, leave = 0.0, 1.0
        for c in range(3):
            over, under = nodes[a, c] + nodes[b, 4 + c], nodes[b, c] + nodes[a, 4 + c]  # > 0: apart
            speed = shift[c]
            if speed > 0.0:  # −high_b − t speed ≤ −low_a, and so on
                enter, leave = max(enter, over / speed), min(leave, -under / speed)
            elif speed < 0.0:
                enter, leave = max(enter, -under / speed), min(leave, over / speed)
            elif over > 0.0 or under > 0.0:
                leave = -1.0
        if enter <= leave:
            soonest = min(soonest, enter)
    return soonest


@kernel
def keep_meeting(forest, packed, part, meets, shift, reach, leaves, starts, seen, ends):
    """Of pairs of leaves keep those that may meet when all vertices go straight, and at the same time.

    What is between two boxes along an axis is then no less than what interpolates it linearly between both ends of the
    motion: if they are apart there along the same axis, so they are all the way. packed (V, 8) as `vertex_boxes` has
    it, of whose ways vertices go the same `part`, and hulls by `shift` (M, 3) against each other, or by what is within
    `reach` (M,) of it; `seen` (leaves,) and `ends` (leaves, 16) are room, of which `seen` is zero.
    """
    count, corner_starts, corners = 0, forest.corner_starts, forest.corners
    for m in range(meets.shape[0]):
        first, last = starts[m], starts[m + 1]
        starts[m] = count
        for k in range(first, last):
            a, b = leaves[k, 0], leaves[k, 1]
            for leaf in (a, b):
                if seen[leaf] == 0:
                    seen[leaf] = 1
                    _find_ends(corner_starts, corners, packed, part, leaf, ends)
            apart = False
            for c in range(3):
                s = shift[m, c]
                above = min(ends[b, c] + ends[a, 4 + c], ends[b, 8 + c] + s + ends[a, 12 + c])
                below = min(ends[a, c] + ends[b, 4 + c], ends[a, 8 + c] - s + ends[b, 12 + c])
                apart |= max(above, below) > reach[m]
            if not apart:
                leaves[count, 0], leaves[count, 1] = a, b
                count += 1
    starts[meets.shape[0]] = count


@internal
def _find_ends(corner_starts, corners, packed, part, leaf, ends):
    """The boxes of a leaf at both ends of the motion: low, and −high, each with a fourth number of no meaning."""
    n = uint(leaf)
    for c in range(16):
        ends[n, uint(c)] = np.inf
    for k in range(corner_starts[leaf], corner_starts[leaf + 1]):
        v = uint(corners[k])
        pad = packed[v, uint(3)] + packed[v, uint(7)]
        for c in range(4):
            x = packed[v, uint(c)]
            y = x + part * packed[v, uint(4 + c)]
            ends[n, uint(c)] = min(ends[n, uint(c)], x - pad)
            ends[n, uint(4 + c)] = min(ends[n, uint(4 + c)], -x - pad)
            ends[n, uint(8 + c)] = min(ends[n, uint(8 + c)], y - pad)
            ends[n, uint(12 + c)] = min(ends[n, uint(12 + c)], -y - pad)
    for c in range(16):
        ends[n, uint(c)] -= _ROUNDED * abs(ends[n, uint(c)])


@kernel
def leaf_pairs(forest, nodes, meets, low, high, sheets, flat, whole, marks, out, starts):
    """Pairs of leaves (n, 2) whose boxes meet, of all hulls that do; returns how many, which may exceed the room.

    `meets` (M, 2): hulls, of which the second may be anywhere between low (M, 3) and high of where it is; those of
    meeting m are from starts[m] on. Leaves of one flat patch of a sheet are left out (`flat`). Unless all are asked
    for, `whole`, one of the two has to be marked (N,).
    """
    stack = np.empty((4 * 64, 2), np.int64)
    count = 0
    for m in range(meets.shape[0]):
        starts[m] = count
        i, j = meets[m, 0], meets[m, 1]
        same = i == j
        leaves_a, leaf_a, node_a = forest.hulls[i, 0], forest.hulls[i, 1], forest.hulls[i, 2]
        leaves_b, leaf_b, node_b = forest.hulls[j, 0], forest.hulls[j, 1], forest.hulls[j, 2]
        first_a, first_b = leaves_a - 1, leaves_b - 1
        l0, l1, l2, h0, h1, h2 = low[m, 0], low[m, 1], low[m, 2], high[m, 0], high[m, 1], high[m, 2]
        top = 0
        if (whole or marks[node_a] | marks[node_b]) and meet(nodes, node_a, node_b, l0, l1, l2, h0, h1, h2):
            stack[0, 0] = stack[0, 1] = 0
            top = 1
        while top > 0:
            top -= 1
            a, b = stack[top, 0], stack[top, 1]
            if a >= first_a and b >= first_b:
                p, q = leaf_a + a - first_a, leaf_b + b - first_b
                if not (same and in_flat_patch(forest.blocks, sheets, flat, i, p, q)):
                    if count < out.shape[0]:
                        out[count, 0], out[count, 1] = p, q
                    count += 1
                continue
            if same and a == b:
                left, right = 2 * a + 1, 2 * a + 2
                marked_l, marked_r = whole or marks[node_a + left] > 0, whole or marks[node_a + right] > 0
                if marked_l:
                    stack[top, 0], stack[top, 1] = left, left
                    top += 1
                if marked_r:
                    stack[top, 0], stack[top, 1] = right, right
                    top += 1
                if (marked_l or marked_r) and meet(
                    nodes, node_a + left, node_a + right, l0, l1, l2, h0, h1, h2
                ):
                    stack[top, 0], stack[top, 1] = left, right
                    top += 1
                continue
            a_0, a_1 = (a, a + 1) if a >= first_a else (2 * a + 1, 2 * a + 3)
            b_0, b_1 = (b, b + 1) if b >= first_b else (2 * b + 1, 2 * b + 3)
            for k in range(a_0, a_1):
                for n in range(b_0, b_1):
                    if not (whole or marks[node_a + k] | marks[node_b + n]):
                        continue
                    if meet(nodes, node_a + k, node_b + n, l0, l1, l2, h0, h1, h2):
                        stack[top, 0], stack[top, 1] = k, n
                        top += 1
    starts[meets.shape[0]] = count
    return count


@internal
def in_flat_patch(blocks, sheets, flat, hull, p, q):
    """Whether the leaves p and q are in a patch of the sheet that is flat: see `flat`."""
    rows, columns = sheets[hull, 4], sheets[hull, 5]
    if rows == 0:
        return False
    i = _common(blocks[p, 0], blocks[q, 0], rows, sheets[hull, 6])
    j = _common(blocks[p, 1], blocks[q, 1], columns, sheets[hull, 7])
    if i < 0 or j < 0:
        return False
    return flat[sheets[hull, 3] + i * columns + j] > 0


@internal
def _common(a, b, patches, blocks):
    """The patch along one axis that holds the blocks a and b (patch k holds k and k + 1), −1 if none does.

    With as many patches as blocks the axis closes.
    """
    near, far = min(a, b), max(a, b)
    if near < 0:
        return -1
    if far - near <= 1:
        return min(near, patches - 1)
    if patches == blocks and near == 0 and far == blocks - 1:
        return far
    return -1
