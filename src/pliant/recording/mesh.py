"""What can be drawn of a recording: the meshes that its META describes.

META holds ``"bodies"``, each ``{"id", "grid", "periodic", "triangles", "uv", "fixed", "colour",
"texture"}``, and ``"obstacles"``, each ``{"id", "kind", "vertices", "triangles", "colour", "visible"}``. A frame in
which an obstacle is elsewhere has its vertices as an array named by `obstacle_key`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.errors import RecordingError

CLOTH_COLOUR = (0.72, 0.22, 0.20)
OBSTACLE_COLOUR = (0.78, 0.78, 0.76)


@dataclass(frozen=True)
class BodyMesh:
    """The surface of a body: everything about it that does not move."""

    id: str
    triangles: np.ndarray  # (T, 3) int64, indices of nodes
    uv: np.ndarray | None  # (nodes, 2)
    periodic: tuple[bool, bool]
    fixed: np.ndarray  # indices of nodes held by a constraint
    colour: tuple[float, float, float]
    texture: str | None

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> BodyMesh:
        uv = meta.get("uv")
        along_m, along_n = meta.get("periodic") or (False, False)
        return cls(
            id=meta["id"],
            triangles=_indices(meta.get("triangles")).reshape(-1, 3),
            uv=None if uv is None else np.asarray(uv, dtype=float).reshape(-1, 2),
            periodic=(bool(along_m), bool(along_n)),
            fixed=_indices(meta.get("fixed")),
            colour=_colour(meta.get("colour"), CLOTH_COLOUR),
            texture=meta.get("texture"),
        )


@dataclass(frozen=True)
class ObstacleMesh:
    """An obstacle in world coordinates [m]. A plane is infinite: its mesh only says where it lies."""

    id: str
    kind: str
    vertices: np.ndarray  # (V, 3)
    triangles: np.ndarray  # (T, 3)
    colour: tuple[float, float, float]
    visible: bool

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> ObstacleMesh:
        return cls(
            id=meta.get("id", ""),
            kind=meta.get("kind", ""),
            vertices=np.asarray(meta.get("vertices") or [], dtype=float).reshape(-1, 3),
            triangles=_indices(meta.get("triangles")).reshape(-1, 3),
            colour=_colour(meta.get("colour"), OBSTACLE_COLOUR),
            visible=bool(meta.get("visible", True)),
        )


def obstacle_key(obstacle_id: str) -> str:
    """The name of the array of a frame that holds the vertices of an obstacle that was moved."""
    return f"@{obstacle_id}/vertices"


def read_meshes(meta: Mapping[str, Any], path: object) -> tuple[dict[str, BodyMesh], list[ObstacleMesh]]:
    """The bodies by id and the obstacles of a recording's META."""
    try:
        bodies = [BodyMesh.read(body) for body in meta["bodies"]]
        obstacles = [ObstacleMesh.read(obstacle) for obstacle in meta.get("obstacles") or []]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordingError(
            f"{path}: META of the recording is not understood ({type(error).__name__}: {error}); "
            'expected "bodies", each with "id", "triangles" and "uv"'
        ) from None
    return {body.id: body for body in bodies}, obstacles


def vertex_normals(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Unit normals at the nodes, (nodes, 3): those of the triangles around, weighted by area."""
    a, b, c = (positions[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    corners = triangles.T.reshape(-1)
    total = np.stack(
        [np.bincount(corners, np.tile(faces[:, k], 3), len(positions)) for k in range(3)], axis=1
    )
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.divide(total, length, out=np.zeros_like(total), where=length > 0)


def split_seam(mesh: BodyMesh) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Triangles, texture coordinates and source nodes of a mesh that is cut open along periodic axes.

    A triangle that crosses the seam has u near 1 on one side and u = 0 on the other: a texture would
    run backwards over it. Its nodes with small u are doubled, with u + 1. Node k of the split mesh is
    node ``source[k]`` of the body.
    """
    if mesh.uv is None:
        raise RecordingError(f"body {mesh.id!r} has no texture coordinates (uv) in the recording")
    corner_uv = mesh.uv[mesh.triangles]  # (T, 3, 2)
    for axis in range(2):
        if not mesh.periodic[axis]:
            continue
        along = corner_uv[:, :, axis]
        crossing = np.ptp(along, axis=1, keepdims=True) > 0.5
        corner_uv[:, :, axis] = along + (crossing & (along < 0.5))
    keys = np.column_stack([mesh.triangles.reshape(-1), corner_uv.reshape(-1, 2)])
    unique, inverse = np.unique(keys, axis=0, return_inverse=True)
    return inverse.reshape(-1, 3), unique[:, 1:], unique[:, 0].astype(np.int64)


def _indices(values: Any) -> np.ndarray:
    return np.asarray(values if values is not None else [], dtype=np.int64).reshape(-1)


def _colour(values: Any, otherwise: tuple[float, float, float]) -> tuple[float, float, float]:
    if values is None:
        return otherwise
    r, g, b = (float(v) for v in values)
    return r, g, b
