"""How a picture lies on an obstacle: texture coordinates (T, 3, 2) of the corners of its triangles.

Spheres and ellipsoids wear it as a globe does, once around and from pole to pole; cylinders and capsules once around
and along their axis, on flat ends from rim to rim; a torus once around either way. On planes, rooms and unions a
picture is `TILE` metres wide and high and repeats, laid along the axes of the obstacle's own frame: on faces along the
two that they face least.

Corners, not vertices, have coordinates: where a picture closes upon itself the same vertex is at 0 and at 1. Pictures
repeat, so that coordinates may be less than 0 and more than 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.shapes.pose import rotation_matrix

TILE = 1.0  # [m]
_FLAT = 0.9  # of the normal: along the axis, the end of a cylinder
_AXIS = 1e-6  # times the size: nearer to the axis there is no way around


def texture_coordinates(obstacle: Any, vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """For the mesh of an obstacle, as `mesh` gives it; (0, 0) is the lower left corner of the picture."""
    place = obstacle.point if obstacle.kind == "plane" else getattr(obstacle, "center", (0.0, 0.0, 0.0))
    local = (np.asarray(vertices) - np.asarray(place)) @ rotation_matrix(obstacle.rotation) / obstacle.scale
    corners = local[triangles]  # (T, 3, 3)
    match obstacle.kind:
        case "sphere" | "ellipsoid":
            size = np.abs(local).max(axis=0)
            return _wrapped(corners, 0.5 + np.arcsin(np.clip(corners[..., 2] / size[2], -1.0, 1.0)) / np.pi)
        case "cylinder" | "capsule":
            low, high = local[:, 2].min(), local[:, 2].max()
            around = _wrapped(corners, (corners[..., 2] - low) / (high - low))
            ends = 0.5 + 0.5 * corners[..., :2] / np.abs(local[:, :2]).max()
            flat = np.abs(_normals(corners)[:, 2]) > _FLAT
            return np.where(flat[:, None, None] & (obstacle.kind == "cylinder"), ends, around)
        case "plane":
            axes = np.stack([vertices[1] - vertices[0], vertices[3] - vertices[0]], axis=1)
            return (
                (np.asarray(vertices)[triangles] - np.asarray(place))
                @ (axes / np.linalg.norm(axes, axis=0))
                / TILE
            )
        case "torus":
            beyond = np.hypot(corners[..., 0], corners[..., 1]) - obstacle.radius
            return _wrapped(corners, _closed(np.arctan2(corners[..., 2], beyond) / (2.0 * np.pi) + 0.5))
    return _by_faces(corners) / TILE


def _by_faces(corners: np.ndarray) -> np.ndarray:
    """Along the two axes across which a triangle lies most."""
    axis = np.argmax(np.abs(_normals(corners)), axis=1)
    u, v = np.where(axis == 0, 1, 0), np.where(axis == 2, 1, 2)
    return np.stack(
        [np.take_along_axis(corners, one[:, None, None], axis=2)[..., 0] for one in (u, v)], axis=2
    )


def _wrapped(corners: np.ndarray, up: np.ndarray) -> np.ndarray:
    """The way around the z axis as u, and `up` (T, 3) as v; what is on the axis has the mean of its neighbours."""
    x, y = corners[..., 0], corners[..., 1]
    away = np.hypot(x, y)
    around = _closed(np.arctan2(y, x) / (2.0 * np.pi) + 0.5, away > _AXIS * away.max())
    return np.stack([around, up], axis=2)


def _closed(turns: np.ndarray, known: np.ndarray | None = None) -> np.ndarray:
    """Turns (T, 3) from 0 to 1 such that no triangle spans more than half of one."""
    known = np.ones_like(turns, dtype=bool) if known is None else known
    low = np.where(known, turns, np.inf).min(axis=1, keepdims=True)
    turns = turns - np.round(turns - low)  # within half a turn of the least
    mean = (turns * known).sum(axis=1, keepdims=True) / np.maximum(known.sum(axis=1, keepdims=True), 1)
    return np.where(known, turns, mean)


def _normals(corners: np.ndarray) -> np.ndarray:
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
