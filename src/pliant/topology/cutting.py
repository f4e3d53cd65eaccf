"""Cutting a surface: which links a path crosses, and what is drawn no more.

A path is a chain of spots of the body. It is followed in the *material* plane, where the node [m, n] of the grid is at
the point (m, n): pieces between spots run straight there, so that a folded cloth is cut where it was touched. A link is
cut where the path crosses it. Which side of a node a path takes that runs into it is decided once, by moving the whole
path a hair towards larger indices, more along the second axis: a path along a row of nodes, or from corner to corner
through all the nodes of a diagonal, is one clean cut.

A path that ends in one of the outermost cells goes on through the border. Else a thread of one link would be left where
a hand has drawn past the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from pliant.energies.springs import grid_links
from pliant.model import Body, Layered, Mesh, Rigid, Springs, Surface
from pliant.model.breaking import Link
from pliant.spec import Node
from pliant.topology.breaks import broken_links, pairs_of

Place = tuple[Sequence[Node], Sequence[float]]  # nodes of one cell, and their weights
_NONE = np.zeros(0, dtype=np.int32)
_HAIR = np.array([2e-6, 3.3e-6])  # of a cell: more than what pages and files round
CANNOT = "a {kind} can be cut only if it says so from the start: give {id!r} `cuttable`, or a `fracture`"


def material_path(body: Surface, places: Sequence[Place]) -> np.ndarray:
    """The chain of places in the material plane, (k, 2); over the seam of a periodic axis it goes the shorter way."""
    path: list[np.ndarray] = []
    for nodes, weights in places:
        corners = np.array(nodes, dtype=float)
        corners = _near(corners, corners[0], body)
        place = np.asarray(weights) @ corners / sum(weights)
        path.append(_near(place, path[-1], body) if path else place)
    return np.array(path)


def _near(points: np.ndarray, to: np.ndarray, body: Surface) -> np.ndarray:
    """Points (…, 2) shifted along periodic axes by whole turns, to where they are nearest to a point."""
    turn = np.where(body.periodic, body.grid, np.inf)
    return points - np.where(body.periodic, np.round((points - to) / turn) * np.array(body.grid), 0.0)


def can_be_cut(body: Any) -> bool:
    """Whether a body comes apart: a solid and a mesh of elements are built for it, or not."""
    if isinstance(body, Rigid):
        return False
    return getattr(body, "parts", True) or (isinstance(body, Mesh) and isinstance(body.material, Springs))


def crossed_links(body: Surface, path: np.ndarray) -> list[tuple[Node, ...]]:
    """The links that a path (k, 2) in the material plane crosses, each once, in the order in which it does.

    After those of the grid come springs of their own.
    """
    ends = [end + _HAIR for end in (_outwards(path[0], body), *path, _outwards(path[-1], body))]
    found: dict[tuple[Node, ...], None] = {}
    for a, b in pairwise(ends):
        crossings = [(t, axis, k) for axis in (0, 1) for t, k in _lines_between(a[axis], b[axis])]
        for t, axis, k in sorted(crossings):
            along = 1 - axis
            first = floor(a[along] + t * (b[along] - a[along]))
            link = _link(body, axis, k, along, first)
            if link is not None:
                found[link] = None
    for spring in body.material.links if isinstance(body.material, Springs) else ():
        a, b = (np.asarray(node, dtype=float) for node in spring.between)
        if any(_cross(a, _near(b, a, body), *way) for way in pairwise(ends)):
            found.setdefault(spring.between)
    return list(found)


def _cross(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> bool:
    """Whether the segments ab and cd of the plane cross."""

    def side(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return side(a, b, c) * side(a, b, d) < 0.0 and side(c, d, a) * side(c, d, b) < 0.0


def _outwards(end: np.ndarray, body: Surface) -> np.ndarray:
    """Where a path goes on that ends here: beyond the nearest border, if it is less than a cell away."""
    beyond, nearest = end.copy(), 1.0
    for axis, (count, wraps) in enumerate(zip(body.grid, body.periodic, strict=True)):
        for border, outside in ((0.0, -0.5), (count - 1.0, count - 0.5)):
            if not wraps and abs(end[axis] - border) < nearest:
                nearest = abs(end[axis] - border)
                beyond = end.copy()
                beyond[axis] = outside
    return beyond


def _lines_between(a: float, b: float) -> list[tuple[float, int]]:
    """The whole numbers k that are passed on the way from a to b, and after which share of the way."""
    low, high = min(a, b), max(a, b)
    return [((k - a) / (b - a), k) for k in range(floor(low) + 1, floor(high) + 1)]


def _link(body: Surface, axis: int, k: int, along: int, first: int) -> tuple[Node, Node] | None:
    """The link of the line k of an axis that begins at `first` along the other; None beyond the borders."""
    ends = []
    for step in (0, 1):
        node = [0, 0]
        node[axis], node[along] = k, first + step
        for one, (count, wraps) in enumerate(zip(body.grid, body.periodic, strict=True)):
            if wraps:
                node[one] %= count
            elif not 0 <= node[one] < count:
                return None
        ends.append((node[0], node[1]))
    return ends[0], ends[1]


def still_whole(body: Body, links: Sequence[Link]) -> list[Link]:
    """Those of the links that are not broken yet."""
    known = {frozenset(link) for link in body.broken_links}
    return [link for link in links if frozenset(link) not in known]


# ---------------------------------------------------------------- points in space


def nearest_places(body: Body, triangles: np.ndarray, x: np.ndarray, points: np.ndarray) -> list[Place]:
    """The places of the body, whose nodes are at x (nodes, 3), that are nearest to points (k, 3)."""
    corners = x[triangles]
    found: list[Place] = []
    for point in points:
        best, weights = nearest_triangle(corners, point)
        nodes = [tuple(int(i) for i in np.unravel_index(node, body.grid)) for node in triangles[best]]
        found.append((nodes, weights.tolist()))
    return found


def nearest_triangle(corners: np.ndarray, point: np.ndarray) -> tuple[int, np.ndarray]:
    """The number of the triangle (t, 3, 3) that is nearest to a point, and the weights (3,) of its nearest place."""
    weights = _nearest_weights(corners, point)
    distance = np.linalg.norm(np.einsum("tk,tkc->tc", weights, corners) - point, axis=1)
    best = int(np.argmin(distance))
    return best, weights[best]


def _nearest_weights(corners: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Weights (t, 3) of the point of each triangle (t, 3, 3) that is nearest to a point."""
    a, u, v = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    w = point - a
    uu, uv, vv = _dot(u, u), _dot(u, v), _dot(v, v)
    uw, vw = _dot(u, w), _dot(v, w)
    area = np.maximum(uu * vv - uv * uv, 1e-300)
    b, c = (vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area
    best = np.stack([1.0 - b - c, b, c], axis=1)
    outside = best.min(axis=1) < 0.0
    nearest = np.where(outside, np.inf, -1.0)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        start, way = corners[:, i], corners[:, j] - corners[:, i]
        s = np.clip(_dot(point - start, way) / np.maximum(_dot(way, way), 1e-300), 0.0, 1.0)
        distance = np.linalg.norm(start + s[:, None] * way - point, axis=1)
        closer = distance < nearest
        nearest = np.where(closer, distance, nearest)
        on_edge = np.zeros_like(best)
        on_edge[:, i], on_edge[:, j] = 1.0 - s, s
        best[closer] = on_edge[closer]
    return best


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", a, b)


# ---------------------------------------------------------------- what is left


def cut_segments(body: Body) -> np.ndarray:
    """The numbers of the segments of what is drawn as threads that are drawn no more."""
    if not body.broken_links:
        return _NONE
    count = int(np.prod(body.grid))
    segments = np.sort(body.threads() if isinstance(body, Layered) else links_of(body), axis=1)
    return np.flatnonzero(np.isin(segments @ (count, 1), pairs_of(body) @ (count, 1))).astype(np.int32)


def links_of(body: Any) -> np.ndarray:
    """All links of a grid as pairs of numbers of nodes (n, 2), along one axis after the other."""
    steps = np.eye(len(body.grid), dtype=int).tolist()
    return np.concatenate([grid_links(body.grid, body.periodic, tuple(step)) for step in steps])


def broken_numbers(body: Body) -> np.ndarray:
    """The numbers of the broken links of a surface's grid, axis·nodes + node; of other bodies, none."""
    broken = broken_links(body) if isinstance(body, Surface) else None
    return _NONE if broken is None else np.flatnonzero(broken).astype(np.int32)


def cut_triangles(body: Body, triangles: np.ndarray) -> np.ndarray:
    """Which of the triangles (t, 3) of a body are not whole any more, because a link along an edge of them is cut."""
    if not body.broken_links:
        return _NONE
    count = int(np.prod(body.grid))
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]], axis=2)
    broken = pairs_of(body) @ (count, 1)
    return np.flatnonzero(np.isin(edges @ (count, 1), broken).any(axis=1)).astype(np.int32)
