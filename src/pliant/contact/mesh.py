"""Triangles that draw an obstacle: vertices (n, 3) [m], triangles (k, 3) counter-clockwise from outside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.shapes.pose import transform

Mesh = tuple[np.ndarray, np.ndarray]


def placed(
    vertices: np.ndarray,
    triangles: np.ndarray,
    center: Sequence[float],
    rotation: Sequence[float],
    scale: float,
) -> Mesh:
    """A mesh of the obstacle's own frame, scaled about the centre, turned and moved into the world."""
    return transform(scale * vertices, center, rotation), np.asarray(triangles, dtype=np.int64)


def strip(rows: int, around: int, *, closed: bool = False) -> np.ndarray:
    """Triangles of `rows` rings with `around` vertices each; `closed` joins the last ring to the first."""
    row, column = np.meshgrid(np.arange(rows if closed else rows - 1), np.arange(around), indexing="ij")
    row, column = row.ravel(), column.ravel()
    above, beside = (row + 1) % rows, (column + 1) % around
    a, b = row * around + column, row * around + beside
    c, d = above * around + beside, above * around + column
    return np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def revolved(radius: np.ndarray, height: np.ndarray, poles: tuple[float, float], around: int = 48) -> Mesh:
    """A surface of revolution about z: rings of `radius` at `height` from the lower pole up to the upper one."""
    theta = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    rings = len(radius)
    z = np.broadcast_to(height[:, None], (rings, around))
    body = np.stack([np.outer(radius, np.cos(theta)), np.outer(radius, np.sin(theta)), z], axis=-1)
    vertices = np.concatenate([body.reshape(-1, 3), [[0.0, 0.0, pole] for pole in poles]])
    i = np.arange(around)
    j = (i + 1) % around
    south, north, last = rings * around, rings * around + 1, (rings - 1) * around
    caps = [
        np.stack([np.full(around, south), j, i], 1),
        np.stack([np.full(around, north), last + i, last + j], 1),
    ]
    return vertices, np.concatenate([strip(rings, around), *caps])


def unit_sphere(rings: int = 24, around: int = 48) -> Mesh:
    """A sphere of radius 1 about the origin: rings between two poles."""
    phi = np.linspace(np.pi, 0.0, rings + 2)[1:-1]
    return revolved(np.sin(phi), np.cos(phi), (-1.0, 1.0), around)
