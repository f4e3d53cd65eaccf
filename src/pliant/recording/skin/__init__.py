"""What is drawn of a body: triangles, whatever the body's nodes are.

| kind | skin |
|---|---|
| surface | its nodes and triangles, open along broken links (`seams`) |
| curve | a round tube with round ends (`tube`) |
| solid, mesh | the boundary, sharp where it has edges (`hull`) |
| layered | its outermost layer likewise; rings and segments of springs as tubes |
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from pliant.recording.mesh import BodyMesh, split_seam
from pliant.recording.reader import NOTHING, Recording
from pliant.recording.skin.hull import is_closed, make_hull
from pliant.recording.skin.skin import Skin, Vertices, flat_skin
from pliant.recording.skin.torn import has_seams, torn_skin
from pliant.recording.skin.tube import make_tube
from pliant.recording.skin.web import make_web

__all__ = ["Skin", "Vertices", "cut_skin", "flat_skin", "make_skin", "skin_of"]


def skin_of(recording: Recording, body: str, *, spacing: float | None = None, thinnest: float = 0.0) -> Skin:
    """The skin of a body of a recording that has frames.

    A tube has so many sides that they are about `spacing`/2 [m] wide (twelve by default), and its radius is
    `thinnest` [m] at least.
    """
    frames = sorted({0, len(recording) - 1})
    known = [recording.positions(body, slice(frame, frame + 1))[0] for frame in frames]
    return make_skin(recording.mesh(body), *known, spacing=spacing, thinnest=thinnest)


def make_skin(
    mesh: BodyMesh,
    first: np.ndarray,
    *others: np.ndarray,
    spacing: float | None = None,
    thinnest: float = 0.0,
) -> Skin:
    """The skin of a body whose nodes are at `first` (nodes, 3) [m] to begin with, and later at `others`."""
    if mesh.kind == "curve":
        return make_tube(mesh, first, spacing, thinnest)
    if mesh.chains:
        return make_web(mesh, first, spacing, thinnest)
    if mesh.kind in ("solid", "mesh", "layered", "rigid"):
        return make_hull(mesh, first, *others)
    skin = flat_skin(len(first), mesh.triangles, *(() if mesh.uv is None else split_seam(mesh)))
    return replace(skin, tear=partial(torn_skin, mesh, skin)) if has_seams(mesh) else skin


def cut_skin(skin: Skin, gone: np.ndarray, broken: np.ndarray = NOTHING) -> Skin:
    """The skin without some of its triangles, of a thread without some of its segments; all numberings stay.

    If links of a surface are `broken`, it is open along them instead: after the nodes come the points along the cracks.
    """
    if len(broken) and skin.tear is not None:
        return skin.tear(broken, None)
    if not len(gone):
        return skin
    kept = ~np.isin(np.arange(len(skin.triangles)) if skin.part is None else skin.part, gone)
    triangles = skin.triangles[kept]
    return replace(
        skin,
        triangles=triangles,
        normal_at=skin.normal_at[kept],
        uv_at=skin.uv_at[kept] if skin.uv is not None else skin.uv_at,
        closed=skin.closed and is_closed(triangles),
        move=skin.move if skin.move_without is None else skin.move_without(kept),
    )
