"""The curvature of a mesh of triangles from the slopes in the middle of their sides.

Let x be the positions as functions of flat coordinates in the plane of a triangle of area A at rest. The second
derivative has the mean

    h = 1/A ∮ ν ⊗ ∂x ds = 1/A Σ ℓ ν ⊗ ∂x|_m                                                                  (1)

over its sides of length ℓ with the outward normals ν, m being their middles: exact where x is quadratic. Along a side
∂x is the difference of its ends over ℓ. Across it, it is a *slope* that the two triangles of the side have in common: a
weighted sum of the positions of nodes nearby, which is exact for all quadratic x, as far as these nodes can tell them
apart, and of all such sums the one nearest to the mean of the gradients of the two triangles. That makes it linear in
the positions, with weights that are found once, and bending right for any mesh: one diagonal or both, long cells or
random ones.

Nodes nearby are the corners of the two triangles and the far corners of those next to them, all unfolded into one
plane. At a rim they are the nodes of the triangle's whole patch: at most twelve, the corners of the triangle (0–2), the
far corners across its sides (3–5) and those of two more triangles beyond each of them (6–11).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

_DISTINCT = 0.02  # of the best told quadratic: one that is told less is not asked for
_CORNERS = np.arange(3)
_PATCH = 12
_RIM = [
    [0, 1, 2, *(3 + k for k in range(3) if k != i), *(6 + k for k in range(6) if k // 2 != i)]
    for i in range(3)
]
_INSIDE = [[*range(6), 6 + 2 * i, 7 + 2 * i] for i in range(3)]


class Stencils(NamedTuple):
    """What the curvature of each triangle is made of: h_I = Σ_k weights[I, k] x_k for I = 11, 22, 12.

    The first three nodes are the corners of the triangle. Those that fill up a short list have no weight.
    """

    nodes: np.ndarray  # (n, K)
    weights: np.ndarray  # (n, 3, K) [1/m²]


@dataclass(frozen=True)
class Sides:
    """What lies across the sides of triangles; side i is opposite to corner i."""

    faces: np.ndarray  # (n, 3)
    vertex: np.ndarray  # (P,) of which vertex each node is a copy
    next: np.ndarray  # (n, 3) the triangle across the side, −1: none
    back: np.ndarray  # (n, 3) which of its sides that is

    @classmethod
    def build(cls, faces: np.ndarray, vertex: np.ndarray | None = None) -> Sides:
        """Where more than two triangles share a side, each has the next one across, the last the one before.

        Two triangles on the same three vertices are not joined.
        """
        vertex = np.arange(faces.max(initial=-1) + 1) if vertex is None else vertex
        named = vertex[faces]
        ends = np.sort(named[:, [[1, 2], [2, 0], [0, 1]]].reshape(-1, 2), axis=1)
        order = np.lexsort((np.arange(len(ends)), ends[:, 1], ends[:, 0]))
        ends, far = ends[order], named.ravel()[order]
        same = (ends[1:] == ends[:-1]).all(axis=1) & (far[1:] != far[:-1])
        mate = np.full(len(order), -1)
        mate[1:][same] = order[:-1][same]  # the one before,
        mate[:-1][same] = order[1:][same]  # or if there is one, the next
        found = np.full(len(order), -1)
        found[order] = mate
        across, back = np.divmod(found, 3)
        return cls(faces, vertex, np.where(found < 0, -1, across).reshape(-1, 3), back.reshape(-1, 3))

    def nodes(self) -> np.ndarray:
        """Those of the patch of each triangle, (n, 12); −1: none."""
        out = np.full((len(self.faces), _PATCH), -1)
        out[:, :3] = self.faces
        for i in range(3):
            across, back = self.next[:, i], self.back[:, i]
            there = across >= 0
            out[there, 3 + i] = self.faces[across[there], back[there]]
            for j in range(2):
                side = (back + 1 + j) % 3
                beyond = np.where(there, self.next[across, side], -1)
                seen = beyond >= 0
                out[seen, 6 + 2 * i + j] = self.faces[beyond[seen], self.back[across, side][seen]]
        return out

    def without(self, broken: np.ndarray) -> Sides:
        """The same with nothing across broken sides, bool (n, 3)."""
        return Sides(self.faces, self.vertex, np.where(broken, -1, self.next), self.back)


class _Patches(NamedTuple):
    """The nodes around triangles, each seen in the plane of its own."""

    nodes: np.ndarray  # (n, 12); −1: none
    there: np.ndarray  # (n, 12) bool: those that no broken side hides
    twin: np.ndarray  # (n, 12) the first on the same vertex
    flat: np.ndarray  # (n, 12, 2) where they are


def stencils(
    sides: Sides, whole: Sides, positions: np.ndarray, first: np.ndarray, second: np.ndarray
) -> Stencils:
    """Those of triangles with the axes `first` and `second` (n, 3) in their planes.

    `whole` are the sides before any was broken: of them the nodes are, so that lists keep their length.
    """
    nodes, there, twin, flat = _patches(sides, whole, positions, first, second)
    weights = np.zeros((len(nodes), 3, _PATCH))
    for i in range(3):
        _add_side(weights, flat, there, i)
    return _packed(nodes, weights, twin, positions, sides.vertex)


def side_slopes(
    sides: Sides,
    whole: Sides,
    positions: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    chosen: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights (m, K) [1/m] of the slope across sides; `chosen` (m, 2): a triangle, and which of its sides.

    It is the derivative along the outward normal, in the middle of the side.
    """
    nodes, there, twin, flat = _patches(sides, whole, positions, first, second)
    weights = np.zeros((len(chosen), 1, _PATCH))
    for i in range(3):
        own = chosen[:, 1] == i
        part, known = flat[chosen[own, 0]], there[chosen[own, 0]]
        _, _, out, middle = _frame(part, i)
        weights[own, 0] = _slope(part, known, i, middle, out)
    own = chosen[:, 0]
    packed = _packed(nodes[own], weights, twin[own], positions, sides.vertex)
    return packed.nodes, packed.weights[:, 0]


def _patches(
    sides: Sides, whole: Sides, positions: np.ndarray, first: np.ndarray, second: np.ndarray
) -> _Patches:
    nodes = whole.nodes()
    there = sides.nodes() >= 0
    named = np.where(nodes < 0, -1 - np.arange(_PATCH), sides.vertex[nodes])
    twin = np.argmax(named[:, :, None] == named[:, None, :], axis=2)  # the first on the same vertex
    if sides is not whole:
        loose = np.zeros(len(sides.vertex), dtype=bool)
        loose[sides.vertex[np.unique(nodes[(nodes >= 0) & ~there])]] = True
        apart = nodes != np.take_along_axis(nodes, twin, axis=1)
        there &= ~(apart & (nodes >= 0) & loose[np.maximum(named, 0)])
    return _Patches(nodes, there, twin, _unfolded(whole, positions, first, second))


def _unfolded(sides: Sides, positions: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The patch of each triangle in its plane, (n, 12, 2); nonsense where there is nothing."""
    x = positions[sides.faces]
    flat = np.zeros((len(x), _PATCH, 2))
    for k, axis in enumerate((first, second)):
        flat[:, :3, k] = np.einsum("nic,nc->ni", x - x[:, :1], axis)
    numbers = np.arange(len(x))
    for i in range(3):
        across, back = sides.next[:, i], sides.back[:, i]
        p, q = (i + 1) % 3, (i + 2) % 3
        # the corners of the next triangle in the order of its own: the far one, and the two of the side
        turned = sides.vertex[sides.faces[across, (back + 1) % 3]] != sides.vertex[sides.faces[:, p]]
        ends = [np.where(turned, one, other) for one, other in ((q, p), (p, q))]
        near = [flat[numbers, end] for end in ends]  # of the corners back + 1 and back + 2
        corner = [positions[sides.faces[across, (back + k) % 3]] for k in range(3)]
        flat[:, 3 + i] = far = _beyond(near[0], near[1], flat[:, i], corner[1], corner[2], corner[0])
        for j in range(2):
            side = (back + 1 + j) % 3  # opposite to the corner back + 1 + j
            beyond = sides.next[across, side]
            end, opposite = near[1 - j], near[j]
            tip = positions[sides.faces[beyond, sides.back[across, side]]]
            flat[:, 6 + 2 * i + j] = _beyond(end, far, opposite, corner[2 - j], corner[0], tip)
    return flat


def _beyond(
    p: np.ndarray, q: np.ndarray, inner: np.ndarray, p3: np.ndarray, q3: np.ndarray, tip: np.ndarray
) -> np.ndarray:
    """Where the tip of a triangle comes to lie that is turned about its side into the plane, away from `inner`."""
    side, way, up = q3 - p3, tip - p3, q - p
    length = np.linalg.norm(side, axis=1) + 1e-300
    along = np.sum(side * way, axis=1) / length
    height = np.linalg.norm(np.cross(side, way), axis=1) / length
    up = up / (np.linalg.norm(up, axis=1, keepdims=True) + 1e-300)
    out = np.stack([up[:, 1], -up[:, 0]], axis=1)
    out *= -np.sign(np.sum(out * (inner - p), axis=1, keepdims=True))
    return p + along[:, None] * up + height[:, None] * out


def _frame(flat: np.ndarray, i: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Length (n,), direction, outward normal and middle (n, 2) of side i."""
    p, q = (i + 1) % 3, (i + 2) % 3
    side = flat[:, q] - flat[:, p]
    length = np.linalg.norm(side, axis=1)
    up = side / length[:, None]
    out = np.stack([up[:, 1], -up[:, 0]], axis=1)
    out *= -np.sign(np.sum(out * (flat[:, i] - flat[:, p]), axis=1, keepdims=True))
    return length, up, out, 0.5 * (flat[:, p] + flat[:, q])


def _add_side(weights: np.ndarray, flat: np.ndarray, there: np.ndarray, i: int) -> None:
    """The part of side i in (1)."""
    p, q = (i + 1) % 3, (i + 2) % 3
    length, up, out, middle = _frame(flat, i)
    one, other = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    share = 2.0 / np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])  # 1/A
    along = np.zeros((len(flat), _PATCH))
    along[:, q], along[:, p] = 1.0 / length, -1.0 / length
    across = _slope(flat, there, i, middle, out)
    scale = share * length
    for number, (a, b) in enumerate(((0, 0), (1, 1), (0, 1))):
        way = 0.5 * (out[:, a] * up[:, b] + out[:, b] * up[:, a])
        weights[:, number] += scale[:, None] * (
            way[:, None] * along + (out[:, a] * out[:, b])[:, None] * across
        )


def _slope(flat: np.ndarray, there: np.ndarray, i: int, middle: np.ndarray, out: np.ndarray) -> np.ndarray:
    """The weights (n, 12) of the derivative along `out` in the middle of side i."""
    found = np.zeros((len(flat), _PATCH))
    rim = ~there[:, 3 + i]
    for chosen, columns in ((rim, _RIM[i]), (~rim, _INSIDE[i])):
        if not chosen.any():
            continue
        points = flat[chosen][:, columns] - middle[chosen, None]
        known = there[chosen][:, columns].astype(float)
        guess = np.zeros(points.shape[:2])
        guess[:, :3] = _gradient(points[:, :3], out[chosen])
        if columns is _INSIDE[i]:
            corners = [(i + 1) % 3, (i + 2) % 3, 3 + i]
            guess *= 0.5
            guess[:, corners] += 0.5 * _gradient(points[:, corners], out[chosen])
        part = np.zeros((len(points), _PATCH))
        part[:, columns] = guess + _correction(points, known, guess)
        found[chosen] = part
    return found


def _gradient(corners: np.ndarray, out: np.ndarray) -> np.ndarray:
    """The weights (n, 3) of the derivative along `out` of what is linear in a triangle."""
    edges = np.swapaxes(corners[:, 1:] - corners[:, :1], 1, 2)
    inverse = np.einsum("nki,ni->nk", np.linalg.inv(edges), out)
    return np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)


def _correction(points: np.ndarray, known: np.ndarray, guess: np.ndarray) -> np.ndarray:
    """The least change (n, k) of weights that makes them exact for quadratics about the origin, which have no slope.

    What is linear stays as it is. Coordinates are those in which the nodes lie alike in all directions.
    """
    count = known.sum(axis=1)[:, None, None]
    spread = np.einsum("nka,nkb,nk->nab", points, points, known) / count
    values, vectors = np.linalg.eigh(spread)
    points = np.einsum("nka,nab->nkb", points, vectors / np.sqrt(values)[:, None, :]) * known[:, :, None]
    u, v = points[:, :, 0], points[:, :, 1]
    linear = np.stack([known, u, v], axis=1)
    quadratic = np.stack([u * u, v * v, np.sqrt(2.0) * u * v], axis=1)  # turned, they have the same products
    miss = -np.einsum("nik,nk->ni", quadratic, guess)
    lift = np.linalg.solve(linear @ np.swapaxes(linear, 1, 2), linear @ np.swapaxes(quadratic, 1, 2))
    free = quadratic - np.swapaxes(lift, 1, 2) @ linear  # without what is linear
    values, vectors = np.linalg.eigh(free @ np.swapaxes(free, 1, 2))
    told = values > _DISTINCT * count[:, :, 0]
    inverse = np.where(told, 1.0 / np.where(told, values, 1.0), 0.0)
    answer = np.einsum("nij,nj,nkj,nk->ni", vectors, inverse, vectors, miss)
    return np.einsum("nik,ni->nk", free, answer)


def _packed(
    nodes: np.ndarray, weights: np.ndarray, twin: np.ndarray, positions: np.ndarray, vertex: np.ndarray
) -> Stencils:
    """Each vertex once and what is missing filled up with others nearby, which do not count."""
    once = (twin[:, :, None] == np.arange(_PATCH)).astype(float)
    summed = np.einsum("nik,nkl->nil", weights, once)
    own = (twin == np.arange(_PATCH)) & (nodes >= 0)
    size = own.sum(axis=1)
    order = np.argsort(~own, axis=1, kind="stable")[:, : size.max()]
    nodes = np.take_along_axis(np.where(own, nodes, -1), order, axis=1)
    summed = np.take_along_axis(summed * own[:, None], order[:, None], axis=2)
    _fill(nodes, size, positions, vertex)
    return Stencils(nodes, summed)


def _fill(nodes: np.ndarray, size: np.ndarray, positions: np.ndarray, vertex: np.ndarray) -> None:
    """Put nodes of the nearest other vertices into the free places of short rows."""
    from scipy.spatial import KDTree

    short = np.flatnonzero(size < nodes.shape[1])
    if not len(short):
        return
    used = np.unique(nodes[nodes >= 0])
    copies = used[np.unique(vertex[used], return_index=True)[1]]  # one of each
    middle = positions[nodes[short, :3]].mean(axis=1)
    near = KDTree(positions[copies]).query(middle, k=min(2 * nodes.shape[1], len(copies)))[1]
    for row, candidates in zip(short, copies[near], strict=True):
        have = set(vertex[nodes[row, : size[row]]])
        others = [node for node in candidates if vertex[node] not in have]
        nodes[row, size[row] :] = others[: nodes.shape[1] - size[row]]
