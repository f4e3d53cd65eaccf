"""The skin of a torn surface: whole cells as they are, torn ones as quarters (`seams`)."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from pliant.numerics.grid import cell_corners, cell_triangles
from pliant.recording.mesh import BodyMesh, listed_uv, unit, vertex_normals
from pliant.recording.skin.seams import Seams, make_seams
from pliant.recording.skin.skin import NO_UV, Skin, flat_skin


def has_seams(mesh: BodyMesh) -> bool:
    """Whether enough is known of a body to open it along broken links: old recordings do not say where it rests."""
    if mesh.kind != "surface" or mesh.rest is None or len(mesh.grid) != 2 or prod(mesh.grid) != mesh.nodes:
        return False
    return np.array_equal(mesh.triangles, cell_triangles(mesh.grid, mesh.periodic))  # type: ignore[arg-type]


def torn_skin(mesh: BodyMesh, whole: Skin, links: np.ndarray, broken: np.ndarray | None = None) -> Skin:
    """The skin of a surface that parts along links, of which some are `broken` (None: all) and hence open.

    `whole` is what it has before.
    """
    seams = make_seams(mesh, links, broken)
    plain = np.delete(mesh.triangles, seams.gone, axis=0)
    triangles = np.concatenate([plain, seams.triangles])
    uv_at, uv = NO_UV, None
    if seams.uv is not None and whole.uv is not None:
        own_at, own = listed_uv(seams.triangles, seams.uv)
        kept = np.delete(whole.uv_at, seams.gone, axis=0)
        uv_at, uv = np.concatenate([kept, own_at + len(whole.uv)]), np.concatenate([whole.uv, own])

    def move(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points = np.concatenate([positions, seams.move(positions)])
        return points, _normals(points, plain, seams)

    def spread(values: np.ndarray) -> np.ndarray:
        flat = values.reshape(len(values), -1)
        return seams.spread(flat).reshape(-1, *values.shape[1:])

    flat = flat_skin(seams.nodes + seams.points, triangles, uv_at, uv)
    return replace(flat, move=move, spread=spread, move_without=None, lines=_lines(mesh, seams))


def _normals(points: np.ndarray, plain: np.ndarray, seams: Seams) -> np.ndarray:
    """Unit normals: at nodes from the triangles and quarters around them, weighted by area; at points their means."""
    triangles = np.concatenate([plain, seams.triangles])
    return unit(seams.spread(vertex_normals(points, triangles)[: seams.nodes]))


def _lines(mesh: BodyMesh, seams: Seams) -> np.ndarray:
    """Links of whole cells, halves of those of torn ones, and the borders of cracks; no diagonals."""
    cells = cell_corners(mesh.grid, mesh.periodic).reshape(-1, 4)  # type: ignore[arg-type]
    whole = np.delete(cells, seams.gone[: len(seams.gone) // 2], axis=0)
    links = np.stack([whole, np.roll(whole, -1, axis=1)], axis=2).reshape(-1, 2)
    count = seams.nodes + seams.points
    sides = np.sort(seams.triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    keys, times = np.unique(sides @ (count, 1), return_counts=True)
    start, end = np.divmod(keys, count)
    shown = (end < seams.nodes + seams.middles) | ((start >= seams.nodes) & (times == 1))
    return np.stack(np.divmod(np.union1d(np.sort(links, axis=1) @ (count, 1), keys[shown]), count), axis=1)
