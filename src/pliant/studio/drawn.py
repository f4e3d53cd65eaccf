"""What the page is told of things that it draws; a part of the messages."""

from __future__ import annotations

from base64 import b64encode
from typing import Literal

import numpy as np

from pliant.recording import mesh
from pliant.studio.message import Message, Place, Vec3


class Chain(Message):
    """Nodes that are drawn as one thread of some radius [m]."""

    nodes: list[int]
    closed: bool
    radius: float


class BodyMesh(Message):
    """What does not move of a body; arrays are base64 of little-endian uint32 and float32."""

    id: str
    kind: Literal["surface", "curve", "solid", "mesh", "layered", "rigid"]
    nodes: int
    grid: list[int]
    periodic: list[bool]
    triangles: str  # (T, 3) of nodes; none of a curve
    uv: str  # (nodes, 2) of a surface, else empty
    coordinates: str  # (nodes, 3) of a solid, else empty
    rest: str  # (nodes, 3) at rest [m] of a body with creases, which are told from it, else empty
    radius: float | None  # of a curve [m], whose nodes are joined in their order; the largest one of chains
    closed: bool  # the last node of a curve to the first
    chains: list[Chain]  # of a layered body without triangles
    colour: Vec3
    texture: str | None  # a path on this server
    size: float  # diagonal of the rest shape's bounding box [m]
    spacing: float  # mean distance between neighbouring nodes [m]
    cuttable: bool
    blobs: float | None  # the radius of the balls [m] that its nodes are drawn as


def body_mesh(
    body: mesh.BodyMesh,
    rest: np.ndarray,
    *,
    size: float,
    spacing: float,
    texture: str | None = None,
    cuttable: bool = False,
) -> BodyMesh:
    """A body for the page from what recordings say of it, and the positions of its nodes at `rest` [m]."""
    nothing = np.zeros((0, 3))
    return BodyMesh(
        id=body.id,
        kind=body.kind,  # type: ignore[arg-type]  # checked by the message
        nodes=body.nodes,
        grid=list(body.grid),
        periodic=list(body.periodic),
        triangles=base64(body.triangles, "<u4"),
        uv=base64(nothing if body.uv is None else body.uv, "<f4"),
        coordinates=base64(nothing if body.coordinates is None else body.coordinates, "<f4"),
        rest=base64(rest if body.kind in ("solid", "mesh", "layered", "rigid") else nothing, "<f4"),
        radius=body.radius or None,
        closed=body.closed,
        chains=[Chain(nodes=one.nodes.tolist(), closed=one.closed, radius=one.radius) for one in body.chains],
        colour=body.color,
        texture=texture,
        size=size,
        spacing=spacing,
        cuttable=cuttable,
        blobs=body.blobs,
    )


def base64(array: np.ndarray, dtype: str) -> str:
    """An array as a text for the page."""
    return b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode()


class ObstacleMesh(Message):
    """An obstacle at its place, as drawn; `anchor` is the point that a gizmo holds, set through `path`."""

    id: str
    kind: str
    vertices: str  # (V, 3) float32
    triangles: str  # (T, 3) uint32
    uv: str  # (T, 3, 2) float32 of the corners of its triangles, if it has a texture; else empty
    colour: Vec3
    texture: str | None  # a path on this server
    visible: bool
    anchor: Place
    path: str | None  # None: it cannot be moved


class Anchor(Message):
    """The fixed end of a spring force, which can be moved by setting `path`."""

    id: str
    at: Place
    path: str


class SpringLines(Message):
    """Springs from nodes of a body to the anchor of a force, or each to another node of it."""

    body: str
    nodes: list[int]
    force: str | None
    to: list[int] | None
