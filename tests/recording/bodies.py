"""Bodies of every kind for tests: what a recording's META says of them, and where their nodes are [m]."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from pliant.recording import Recording, RecordingWriter
from pliant.recording.mesh import cut_key

Body = tuple[dict[str, Any], np.ndarray]


def moved(points: np.ndarray, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    return points + np.array([x, y, z])


def curve(points: np.ndarray, radius: float, closed: bool = False, **more: Any) -> Body:
    meta = {"id": "rope", "kind": "curve", "grid": [len(points)], "periodic": [closed], "triangles": []}
    return {**meta, "uv": None, "radius": radius, "closed": closed, **more}, points


def helix(nodes: int = 50, turns: float = 3.0, radius: float = 0.3, rise: float = 0.6) -> np.ndarray:
    s = np.linspace(0, 1, nodes)
    angle = 2 * np.pi * turns * s
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), rise * s], axis=1)


def ring(nodes: int = 24, radius: float = 0.4) -> np.ndarray:
    angle = 2 * np.pi * np.arange(nodes) / nodes
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(nodes)], axis=1)


def trefoil(nodes: int = 50, size: float = 0.15) -> np.ndarray:
    t = 2 * np.pi * np.arange(nodes) / nodes
    knot = [np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t), -np.sin(3 * t)]
    return size * np.stack(knot, axis=1)


def coordinates(grid: tuple[int, int, int], periodic: tuple[bool, bool, bool]) -> np.ndarray:
    axes = [np.arange(n) / (n if wraps else n - 1) for n, wraps in zip(grid, periodic, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)


def boundary(grid: tuple[int, int, int], periodic: tuple[bool, bool, bool]) -> np.ndarray:
    """Triangles of the sides of a grid, outwards for right-handed cells."""
    node = np.arange(np.prod(grid)).reshape(grid)
    found = []
    for axis, end in product(range(3), (0, -1)):
        if periodic[axis]:
            continue
        # The other axes in an order in which the normal goes outwards.
        i, j = [(axis + 1) % 3, (axis + 2) % 3][:: -1 if end == 0 else 1]
        side = np.take(node, end, axis=axis)
        side = side if i < j else side.T
        if periodic[i]:
            side = np.concatenate([side, side[:1]])
        if periodic[j]:
            side = np.concatenate([side, side[:, :1]], axis=1)
        a, b, c, d = side[:-1, :-1], side[1:, :-1], side[1:, 1:], side[:-1, 1:]
        found.append(np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3))
    return np.concatenate(found)


def solid(
    points: Any,
    grid: tuple[int, int, int],
    periodic: tuple[bool, bool, bool] = (False, False, False),
    **more: Any,
) -> Body:
    """`points` gives positions as a function of the coordinates (nodes, 3)."""
    u = coordinates(grid, periodic)
    meta = {"id": "block", "kind": "solid", "grid": list(grid), "periodic": list(periodic), "uv": None}
    meta |= {"triangles": boundary(grid, periodic), "coordinates": u}
    return {**meta, **more}, points(u)


def box(u: np.ndarray, size: tuple[float, float, float] = (0.4, 0.4, 0.8)) -> np.ndarray:
    return (u - [0.5, 0.5, 0.0]) * size


def twisted(u: np.ndarray, angle: float = np.pi / 2) -> np.ndarray:
    x, y, z = box(u).T
    c, s = np.cos(angle * u[:, 2]), np.sin(angle * u[:, 2])
    return np.stack([c * x - s * y, s * x + c * y, z], axis=1)


def ball_of_cube(u: np.ndarray, radius: float = 0.35) -> np.ndarray:
    """The shells of a cube as spheres."""
    cube = 2 * u - 1
    length = np.linalg.norm(cube, axis=1, keepdims=True)
    return radius * cube * np.abs(cube).max(axis=1, keepdims=True) / np.maximum(length, 1e-12)


def ball_with_poles(u: np.ndarray, radius: float = 0.35) -> np.ndarray:
    """Around, from the south pole to the north pole, outwards from the centre."""
    theta, phi, r = 2 * np.pi * u[:, 0], np.pi * u[:, 1], radius * u[:, 2]
    x, y = np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi)
    return r[:, None] * np.stack([x, y, -np.cos(phi)], axis=1)


def rod(u: np.ndarray, radius: float = 0.2, height: float = 0.8) -> np.ndarray:
    """Around, upwards, outwards from the axis."""
    theta, r = 2 * np.pi * u[:, 0], radius * u[:, 2]
    return np.stack([r * np.cos(theta), r * np.sin(theta), height * u[:, 1]], axis=1)


def torus(around: int = 40, across: int = 20, radius: float = 0.35, tube: float = 0.14, **more: Any) -> Body:
    """A mesh of triangles."""
    s, t = np.meshgrid(
        2 * np.pi * np.arange(around) / around, 2 * np.pi * np.arange(across) / across, indexing="ij"
    )
    r = radius + tube * np.cos(t)
    points = np.stack([r * np.cos(s), r * np.sin(s), tube * np.sin(t)], axis=-1).reshape(-1, 3)
    node = np.pad(np.arange(around * across).reshape(around, across), (0, 1), mode="wrap")
    a, b, c, d = node[:-1, :-1], node[1:, :-1], node[1:, 1:], node[:-1, 1:]
    triangles = np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)
    meta = {"id": "ring", "kind": "mesh", "grid": [len(points)], "periodic": [False], "uv": None}
    return {**meta, "triangles": triangles, **more}, points


def floor() -> dict[str, Any]:
    vertices = [[-90, -90, 0], [90, -90, 0], [90, 90, 0], [-90, 90, 0]]
    return {"id": "floor", "kind": "plane", "vertices": vertices, "triangles": [[0, 1, 2], [0, 2, 3]]}


def record(
    path: Path,
    bodies: list[tuple[dict[str, Any], list[np.ndarray]]],
    obstacles: Any = (),
    gone: dict[int, dict[str, np.ndarray]] | None = None,
) -> Recording:
    """Bodies with their positions in each frame, a tenth of a second apart, stretch growing along the nodes.

    `gone` says of frames what is cut off bodies in them.
    """
    with RecordingWriter(
        path, {"bodies": [meta for meta, _ in bodies], "obstacles": list(obstacles)}
    ) as writer:
        for step in range(len(bodies[0][1])):
            arrays: dict[str, np.ndarray] = {}
            for meta, frames in bodies:
                arrays[f"{meta['id']}/positions"] = frames[step]
                arrays[f"{meta['id']}/stretch"] = np.linspace(-0.05, 0.1, len(frames[step])).astype(
                    np.float32
                )
            arrays |= {cut_key(id): parts for id, parts in (gone or {}).get(step, {}).items()}
            writer.append(step, step / 10, arrays)
    return Recording(path)
