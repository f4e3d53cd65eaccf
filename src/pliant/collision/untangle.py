"""Hulls that cross each other, pulled apart as far as that goes.

Two bodies are shifted as a whole, which strains neither: along the axes, along the line of their centres and along the
normals where they cross, it is tried how far one must go to be free of the other, and the shortest way is shared by
their masses. One with a vertex that is held stays where it is.

What then still crosses, a body itself above all, is pushed apart at the edges that pierce faces, in sweeps. Where such
edges cut a patch of a skin off the rest of it, the smaller part is on the wrong side, and goes back as a whole, along
the normals of the faces that it has passed. Else the edge moves such that the line in which the skins cross becomes
shorter: with the direction E of the edge, the normal N of the face, and R along that line into each face at the edge,

    G = Σ R − (R·E)/(N·E) N                                                                                  (1)

is the gradient of what is gained of the length of the line [P. Volino, N. Magnenat-Thalmann, *Resolving surface
collisions through intersection contour minimization*, 2006].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pliant.collision.hull import Hull, offsets
from pliant.collision.intersections import find
from pliant.collision.tree import plant

_ROUNDS = 20  # in which all pairs of bodies are looked at
_SWEEPS = 300
_TRIES = 6  # halvings of a way
_STEP = 0.1  # of the length of an edge, along (1)
_MOST = 0.5  # of the mean length of edges, that a vertex moves in a sweep
_BEYOND = 0.01  # of the thickness: faces that only just touch are not free of each other
_ASKED = 64  # vertices of which it is asked whether they are inside
_PATIENCE = 60  # sweeps without gain


class Untangled(NamedTuple):
    """What became of crossings: how many edges pierced faces `before` and `after`, and which rows are left."""

    x: np.ndarray  # (3, V) [m]
    shifts: np.ndarray  # (hulls, 3) [m]: what of it is of the body as a whole
    before: int
    after: int
    left: np.ndarray  # (n, 4), as `intersections` has them

    @property
    def moved(self) -> float:
        """How far bodies were shifted at most [m]."""
        return float(np.linalg.norm(self.shifts, axis=1).max(initial=0.0))


def untangle(
    hulls: Sequence[Hull], x: np.ndarray, meets: Sequence[tuple[int, int]], mass: np.ndarray
) -> Untangled:
    """Positions (3, V) in which hulls cross less; `mass` (V,) [kg] is infinite at vertices that are held."""
    x, first = x.copy(), offsets(hulls)
    forest = plant(hulls, x)
    start = rows = find(hulls, forest, x, meets)
    shifts = np.zeros((len(hulls), 3))
    for _ in range(_ROUNDS):
        if not _shift_pairs(hulls, first, x, rows, mass, shifts):
            break
        rows = find(hulls, forest, x, meets)
    best, fewest, since = x.copy(), rows, 0
    skins = [_Skin.of(hull) for hull in hulls]
    for _ in range(_SWEEPS if len(rows) else 0):
        _sweep(hulls, skins, first, x, rows, mass)
        rows = find(hulls, forest, x, meets)
        since += 1
        if len(rows) < len(fewest):
            best, fewest, since = x.copy(), rows, 0
        if not len(rows) or since > _PATIENCE:
            break
    return Untangled(best, shifts, len(start), len(fewest), fewest)


# ---------------------------------------------------------------- bodies as a whole


def _shift_pairs(
    hulls: Sequence[Hull],
    first: np.ndarray,
    x: np.ndarray,
    rows: np.ndarray,
    mass: np.ndarray,
    shifts: np.ndarray,
) -> bool:
    """Free each pair of bodies that cross of each other; returns whether anything was moved."""
    pairs = np.sort(rows[:, :2], axis=1)
    pairs, times = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0, return_counts=True)
    moved = False
    for i, j in pairs[np.argsort(-times, kind="stable")].tolist():
        parts = [slice(first[k], first[k + 1]) for k in (i, j)]
        weight = [1.0 / float(mass[part].sum()) if np.isfinite(mass[part]).all() else 0.0 for part in parts]
        if not any(weight):
            continue
        both, places = (hulls[i], hulls[j]), np.concatenate([x[:, part] for part in parts], axis=1)
        way = _way_out(both, places)
        if way is None:
            continue
        for k, part, sign, share in zip((i, j), parts, (1.0, -1.0), weight, strict=True):
            step = sign * share / sum(weight) * way
            x[:, part] += step[:, None]
            shifts[k] += step
        moved = True
    return moved


def _way_out(hulls: tuple[Hull, Hull], x: np.ndarray) -> np.ndarray | None:
    """The shortest shift (3,) of the first hull that was found to free it of the second; None: it is free."""
    forest, count = plant(hulls, x), hulls[0].count
    rows = find(hulls, forest, x, [(0, 1)])
    if not len(rows):
        return None
    a, b = x[:, :count], x[:, count:]
    within = _inside(a, b, hulls[1]), _inside(b, a, hulls[0])

    def free(shift: np.ndarray) -> bool:
        moved = np.concatenate([a + shift[:, None], b], axis=1)
        if len(find(hulls, forest, moved, [(0, 1)])):
            return False
        one, two = moved[:, :count], moved[:, count:]
        return (within[0] or not _inside(one, two, hulls[1])) and (
            within[1] or not _inside(two, one, hulls[0])
        )

    best, gap = None, _gap(*hulls)
    length = np.inf
    for way in _ways(hulls, x, rows):
        # A little farther than this it is beyond all of the other.
        high = min(float((way @ b).max() - (way @ a).min()) + _BEYOND * gap, length)
        steps = [high * 0.5**k for k in range(5, -1, -1)]
        found = next((step for step in steps if free(step * way)), None)
        if found is None or found >= length:
            continue
        low = max((step for step in steps if step < found), default=0.0)
        for _ in range(_TRIES):
            middle = 0.5 * (low + found)
            low, found = (low, middle) if free(middle * way) else (middle, found)
        # ... and on, until they are a thickness apart, unless something is in the way
        clear = next((more for more in (gap, 0.5 * gap, 0.1 * gap) if free((found + more) * way)), 0.0)
        best, length = (found + clear) * way, found
    return best


def _ways(hulls: tuple[Hull, Hull], x: np.ndarray, rows: np.ndarray) -> list[np.ndarray]:
    """Unit directions to try: normals where they cross first, then that of the centres, then the axes."""
    count = hulls[0].count
    found = []
    for k in (0, 1):
        faces = hulls[k].faces[rows[rows[:, 1] == k, 3]] + k * count
        if len(faces):
            p, q, r = (x[:, column].T for column in faces.T)
            normals = np.cross(q - p, r - p)
            # whichever way they are turned: the direction in which most of them lie
            found.append(np.linalg.eigh(normals.T @ normals)[1][:, 2])
    found += [x[:, :count].mean(axis=1) - x[:, count:].mean(axis=1), *np.eye(3)]
    sizes = [float(np.linalg.norm(way)) for way in found]
    units = [way / size for way, size in zip(found, sizes, strict=True) if size > 1e-9]
    return [sign * way for way in units for sign in (1.0, -1.0)]


def _inside(points: np.ndarray, x: np.ndarray, hull: Hull) -> bool:
    """Whether most of the points (3, n) are within a hull at x: whether that goes around them."""
    if not len(hull.faces):
        return False
    asked = points[:, :: max(1, points.shape[1] // _ASKED)].T
    low, high = x.min(axis=1), x.max(axis=1)
    near = asked[((asked > low) & (asked < high)).all(axis=1)]
    if 2 * len(near) <= len(asked):
        return False
    corners = x.T[hull.faces]
    turns = 0
    for point in near:
        a, b, c = (corners - point).transpose(1, 0, 2)
        la, lb, lc = (np.linalg.norm(one, axis=1) for one in (a, b, c))
        det = np.einsum("ij,ij->i", a, np.cross(b, c))
        ab, bc, ca = (np.einsum("ij,ij->i", u, v) for u, v in ((a, b), (b, c), (c, a)))
        angle = 2.0 * np.arctan2(det, la * lb * lc + ab * lc + bc * la + ca * lb).sum()
        turns += abs(angle) > 2.0 * np.pi  # more than half of all around
    return 2 * turns > len(asked)


# ---------------------------------------------------------------- edge by edge


class _Skin(NamedTuple):
    """Of each edge, the corners across it of the faces that it belongs to, (E, 2); −1 is none."""

    beyond: np.ndarray

    @classmethod
    def of(cls, hull: Hull) -> _Skin:
        beyond = np.full((len(hull.edges), 2), -1)
        keys = hull.edges.astype(np.int64) @ (hull.count, 1)
        for k in range(3):
            sides = np.sort(np.delete(hull.faces, k, axis=1), axis=1).astype(np.int64) @ (hull.count, 1)
            at = np.searchsorted(keys, sides)
            for edge, corner in zip(at.tolist(), hull.faces[:, k].tolist(), strict=True):
                beyond[edge, 0 if beyond[edge, 0] < 0 else 1] = corner
        return cls(beyond)


def _sweep(
    hulls: Sequence[Hull],
    skins: Sequence[_Skin],
    first: np.ndarray,
    x: np.ndarray,
    rows: np.ndarray,
    mass: np.ndarray,
) -> None:
    """Move what crosses a little apart, in place."""
    push, times = np.zeros_like(x), np.zeros(x.shape[1])
    weight = 1.0 / mass
    patches: list[np.ndarray] = []
    for i, j in dict.fromkeys(map(tuple, rows[:, :2].tolist())):
        these = rows[(rows[:, 0] == i) & (rows[:, 1] == j)]
        edges, faces = hulls[i].edges[these[:, 2]] + first[i], hulls[j].faces[these[:, 3]] + first[j]
        p, q = (x[:, edges[:, k]].T for k in (0, 1))
        a, b, c = (x[:, faces[:, k]].T for k in range(3))
        normal = _unit(np.cross(b - a, c - a))
        above, below = _dot(p - a, normal), _dot(q - a, normal)
        along = np.clip(above / np.where(above == below, 1.0, above - below), 0.0, 1.0)
        at = p + along[:, None] * (q - p)
        parts = _weights(a, b, c, at)
        patch = _patches(hulls[i], these[:, 2])
        size = np.bincount(patch)
        one, two = (patch[hulls[i].edges[these[:, 2], k]] for k in (0, 1))
        wrong = np.where(size[one] < size[two], 0, 1)
        cut = one != two
        gap = _gap(hulls[i], hulls[j])
        # (a) the end in the smaller part goes to where the other end is
        end = np.take_along_axis(edges, wrong[:, None], axis=1)[:, 0]
        side = np.where(wrong == 0, below, above)
        n = np.where(side < 0.0, -1.0, 1.0)[:, None] * normal
        depth = np.maximum(gap - _dot(x[:, end].T - at, n), 0.0)
        # (b) the line becomes shorter
        slope = _slopes(x, skins[i], int(first[i]), these[:, 2], edges, normal, at)
        step = np.where(cut[:, None], depth[:, None] * n, _STEP * _length(q - p)[:, None] * slope)
        ends = np.where(
            cut[:, None], np.eye(2)[wrong], np.stack([1.0 - along, along], axis=1)
        )  # which ends of the edge move
        weights = np.concatenate([ends, parts], axis=1)
        nodes, signs = np.concatenate([edges, faces], axis=1), np.array([1.0, 1.0, -1.0, -1.0, -1.0])
        w = weight[nodes]
        total = np.maximum((weights**2 * w).sum(axis=1), 1e-300)
        for k in range(5):
            part = (signs[k] * weights[:, k] * w[:, k] / total)[:, None] * step
            np.add.at(push.T, nodes[:, k], part)
            np.add.at(times, nodes[:, k], weights[:, k] > 1e-6)
        small = np.unique(np.where(wrong == 0, one, two)[cut])
        patches += [np.flatnonzero(patch == number) + first[i] for number in small]
    push /= np.maximum(times, 1.0)
    for nodes in patches:  # a patch goes as a whole, with what is pushed of it
        pushed = nodes[times[nodes] > 0.0]
        held = ~np.isfinite(mass[nodes])
        if len(pushed) and not held.any():
            push[:, np.setdiff1d(nodes, pushed)] += push[:, pushed].mean(axis=1)[:, None]
    limit = _MOST * np.mean(
        [_mean_edge(hull, x, int(start)) for hull, start in zip(hulls, first, strict=False)]
    )
    size = np.linalg.norm(push, axis=0)
    x += push * np.minimum(1.0, limit / np.maximum(size, 1e-300))


def _patches(hull: Hull, cut: np.ndarray) -> np.ndarray:
    """Numbers (V,) of what edges of a hull hold together, without some of them."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    whole = np.delete(hull.edges, np.unique(cut), axis=0)
    graph = coo_matrix((np.ones(len(whole)), (whole[:, 0], whole[:, 1])), shape=(hull.count, hull.count))
    return connected_components(graph, directed=False)[1]


def _slopes(
    x: np.ndarray,
    skin: _Skin,
    start: int,
    numbers: np.ndarray,
    edges: np.ndarray,
    normal: np.ndarray,
    at: np.ndarray,
) -> np.ndarray:
    """The directions of (1), (n, 3): unit vectors, or zero where there is none."""
    e = _unit((x[:, edges[:, 1]] - x[:, edges[:, 0]]).T)
    across = _dot(normal, e)
    across = np.where(np.abs(across) < 1e-3, np.where(across < 0.0, -1e-3, 1e-3), across)
    total = np.zeros_like(normal)
    for k in (0, 1):
        corner = skin.beyond[numbers, k]
        there = corner >= 0
        inward = x[:, np.where(there, corner, 0) + start].T - at
        inward -= _dot(inward, e)[:, None] * e
        line = _unit(np.cross(normal, np.cross(e, inward)))
        line *= np.where(_dot(line, inward) < 0.0, -1.0, 1.0)[:, None]
        total += there[:, None] * (line - (_dot(line, e) / across)[:, None] * normal)
    return _unit(total)


def _weights(a: np.ndarray, b: np.ndarray, c: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Weights (n, 3) of the corners of triangles at points in their planes."""
    u, v, w = b - a, c - a, p - a
    uu, uv, vv, uw, vw = _dot(u, u), _dot(u, v), _dot(v, v), _dot(u, w), _dot(v, w)
    area = np.maximum(uu * vv - uv * uv, 1e-300)
    two, three = (vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area
    out = np.clip(np.stack([1.0 - two - three, two, three], axis=1), 0.0, 1.0)
    return out / np.maximum(out.sum(axis=1, keepdims=True), 1e-300)


def _gap(a: Hull, b: Hull) -> float:
    """How near two hulls come before they touch [m]."""
    return 0.5 * float(np.max(a.thickness) + np.max(b.thickness))


def _mean_edge(hull: Hull, x: np.ndarray, start: int) -> float:
    a, b = hull.edges.T + start
    return float(np.linalg.norm(x[:, b] - x[:, a], axis=0).mean())


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", a, b)


def _length(a: np.ndarray) -> np.ndarray:
    return np.linalg.norm(a, axis=1)


def _unit(a: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(a, axis=1, keepdims=True)
    return np.divide(a, length, out=np.zeros_like(a), where=length > 1e-12)
