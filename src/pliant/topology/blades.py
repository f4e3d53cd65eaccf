"""Cutting curves, solids, meshes and layered bodies: which fibres a path or a blade goes through, in space.

A *blade* is the path swept along a direction d: through all of a solid, and an edge's length to both sides of a sheet.
At its ends the path goes on for most of a link, or else a thread would be left at the border. What is cut are the
fibres whose segment pierces one of the blade's parallelograms a + s(b − a) + t h d: of a grid and of springs from node
to node, of a mesh from the middle of one element to that of the next, so that its crack follows the sides nearest to
the blade. A curve is cut where the path crosses it, and else at the link that is nearest to the path.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pliant.energies.mesh import RestTetrahedra, RestTriangles, shared_sides
from pliant.model import Curve, Layered, Mesh, Solid
from pliant.model.breaking import Link
from pliant.topology.cutting import nearest_triangle
from pliant.topology.fibres import fibres_of

if TYPE_CHECKING:
    from pliant.build.model import BodyModel

_LOOKS = 9  # places along a path at which the normal is looked at
_ON = 0.75  # of a link: how far a path goes on at its ends
_REACH = 1.5  # times a link: how far a blade reaches to both sides of a sheet
_EDGE = 1e-9  # of a segment: what pierces an edge is cut
_CROSSES = 0.05  # of a link: a path that comes so near to a curve crosses it
_ACROSS = 0.5  # the sine of the angle at which it has to


def cut_fibres(
    body: BodyModel, x: np.ndarray, path: np.ndarray, direction: Sequence[float] | None
) -> list[Link]:
    """The fibres of a body, whose nodes are at x (nodes, 3), that a path (k, 3) on it cuts, by the names of links.

    Without a `direction` a blade goes against the mean normal of the body along the path.
    """
    nodes, start, end = _segments(body, x)
    if isinstance(body.spec, Curve):
        chosen = _along_path(path, start, end)
    else:
        through = isinstance(body.spec, Solid) or isinstance(body.shape.whole, RestTetrahedra)
        d = _direction(body, x, path, direction)
        spacing = float(np.median(np.linalg.norm(end - start, axis=1)))
        chosen = _pierced(*_blade(path, d, spacing, body.size if through else None), start, end)
    places = np.stack(np.unravel_index(nodes[chosen], body.spec.grid), axis=-1)
    return [tuple(map(tuple, link)) for link in places.tolist()]


def _segments(body: BodyModel, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Names of the fibres (n, k) and the segments (n, 3), (n, 3) that stand for them."""
    nodes, _, _ = fibres_of(body.spec, body.shape, body.matter)
    whole = body.shape.whole
    if isinstance(body.spec, Mesh) and body.spec.parts:
        assert isinstance(whole, RestTriangles | RestTetrahedra)
        elements = whole.triangles if isinstance(whole, RestTriangles) else whole.tetrahedra
        vertex = body.spec.geometry().vertex
        assert vertex is not None
        pairs = shared_sides(vertex[elements])[1]
        middle = x[elements].mean(axis=1)
        return nodes, middle[pairs[:, 0]], middle[pairs[:, 1]]
    return nodes, x[nodes[:, 0]], x[nodes[:, 1]]


def _direction(body: BodyModel, x: np.ndarray, path: np.ndarray, given: Sequence[float] | None) -> np.ndarray:
    """The unit vector along which a blade goes in."""
    candidates = [np.zeros(3) if given is None else np.asarray(given, dtype=float)]
    if len(body.shape.triangles):  # also where it is cut already: the same path cuts the same again
        candidates.append(-_normals_along(path, x[body.shape.triangles]).sum(axis=0))
    elif isinstance(body.spec, Layered):  # a ring: across its plane
        candidates.append(np.linalg.svd(x - x.mean(axis=0))[2][2])
    candidates += [x.mean(axis=0) - path.mean(axis=0), np.array([0.0, 0.0, -1.0])]
    found = next(one for one in candidates if np.linalg.norm(one) > 1e-9)
    return found / np.linalg.norm(found)


def _normals_along(path: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Unit normals of the triangles (t, 3, 3) nearest to places along the path, evenly and not at its ends."""
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    at = steps[-1] * (np.arange(_LOOKS) + 0.5) / _LOOKS
    found = []
    for point in np.stack([np.interp(at, steps, path[:, c]) for c in range(3)], axis=1):
        a, b, c = corners[nearest_triangle(corners, point)[0]]
        normal = np.cross(b - a, c - a)
        found.append(normal / max(float(np.linalg.norm(normal)), 1e-300))
    return np.array(found)


def _blade(
    path: np.ndarray, d: np.ndarray, spacing: float, depth: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners a, sides b − a, both (k, 3), and h d (3,)."""
    kept = [path[0]]
    kept += [b for a, b in pairwise(path) if np.linalg.norm(b - a) > 1e-12]
    ends = np.array(kept)
    if len(ends) > 1:
        ways = [(ends[0] - ends[1]), (ends[-1] - ends[-2])]
        on = [_ON * spacing * way / np.linalg.norm(way) for way in ways]
        ends = np.concatenate([ends[:1] + on[0], ends, ends[-1:] + on[1]])
    start, height = (0.25 * spacing, depth) if depth is not None else (_REACH * spacing, _REACH * spacing)
    return ends[:-1] - start * d, np.diff(ends, axis=0), (start + height) * d


def _pierced(a: np.ndarray, u: np.ndarray, w: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Which segments (n, 3) go through one of the parallelograms (k, 3), bool (n,)."""
    found = np.zeros(len(start), dtype=bool)
    way = end - start
    for corner, side in zip(a, u, strict=True):
        normal = np.cross(side, w)
        across, apart = way @ normal, (corner - start) @ normal
        t = np.divide(
            apart, across, out=np.full(len(across), 2.0), where=np.abs(across) > np.abs(apart) * _EDGE
        )
        hit = start + t[:, None] * way - corner
        s = hit @ np.linalg.pinv(np.stack([side, w], axis=1)).T
        inside = ((s > -_EDGE) & (s < 1.0 + _EDGE)).all(axis=1)
        found |= inside & (t > -_EDGE) & (t < 1.0 + _EDGE)
    return found


def _along_path(path: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The links of a curve that a path crosses; the nearest one if it crosses none, bool (n,)."""
    ends = path if len(path) > 1 else np.concatenate([path, path])
    found, nearest = np.zeros(len(start), dtype=bool), np.full(len(start), np.inf)
    way = end - start
    length = np.linalg.norm(way, axis=1)
    for a, b in pairwise(ends):
        gap = _gaps(a, b - a, start, way)
        nearest = np.minimum(nearest, gap)
        long = np.linalg.norm(b - a)
        sine = np.linalg.norm(np.cross(way, b - a), axis=1) / np.maximum(length * long, 1e-300)
        found |= (gap < _CROSSES * length) & (sine > _ACROSS)
    if not found.any():
        found[np.argmin(nearest)] = True
    return found


def _gaps(a: np.ndarray, u: np.ndarray, start: np.ndarray, way: np.ndarray) -> np.ndarray:
    """The distances of one segment a + s u from others, (n,): between the nearest points of each."""
    uu, vv = max(float(u @ u), 1e-300), np.maximum((way * way).sum(axis=1), 1e-300)
    uv, r = way @ u, start - a
    det = uu * vv - uv * uv
    s = np.where(
        det > 1e-12 * uu * vv,
        ((r @ u) * vv - (r * way).sum(axis=1) * uv) / np.maximum(det, 1e-300),
        (r @ u + 0.5 * uv) / uu,
    )
    s = np.clip(s, 0.0, 1.0)
    for _ in range(2):  # each end of the gap is the nearest to the other
        t = np.clip(((a + s[:, None] * u - start) * way).sum(axis=1) / vv, 0.0, 1.0)
        s = np.clip((start + t[:, None] * way - a) @ u / uu, 0.0, 1.0)
    return np.linalg.norm(a + s[:, None] * u - start - t[:, None] * way, axis=1)
