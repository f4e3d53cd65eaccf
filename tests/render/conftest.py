"""A small recording to draw: a red sheet that sinks, waving, towards a ball on a floor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.recording import Recording, RecordingWriter

GRID = (12, 10)
TIMES = np.array([0.0, 0.1, 0.15, 0.4, 0.5])


def grid_triangles(m: int, n: int) -> np.ndarray:
    node = np.arange(m * n).reshape(m, n)
    a, b, c, d = node[:-1, :-1], node[1:, :-1], node[1:, 1:], node[:-1, 1:]
    return np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)


def ball() -> dict[str, Any]:
    theta, phi = np.meshgrid(np.linspace(0, 2 * np.pi, 24), np.linspace(np.pi, 0, 12), indexing="ij")
    points = np.stack([np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi), np.cos(phi)], axis=-1)
    vertices = 0.2 * points.reshape(-1, 3) + [0, 0, 0.2]
    return {"id": "ball", "kind": "sphere", "vertices": vertices, "triangles": grid_triangles(24, 12)}


def floor() -> dict[str, Any]:
    vertices = [[-90, -90, 0], [90, -90, 0], [90, 90, 0], [-90, 90, 0]]
    return {"id": "floor", "kind": "plane", "vertices": vertices, "triangles": [[0, 1, 2], [0, 2, 3]]}


def sheet(time: float) -> np.ndarray:
    s, t = np.meshgrid(np.linspace(-0.5, 0.5, GRID[0]), np.linspace(-0.4, 0.4, GRID[1]), indexing="ij")
    height = 0.8 - 0.6 * time + 0.05 * np.sin(8 * s + 10 * time)
    return np.stack([s, t, height], axis=-1).reshape(-1, 3)


Maker = Callable[..., Recording]


@pytest.fixture(scope="session")
def make(tmp_path_factory) -> Maker:
    """Writes a recording of one body, "sheet", from its positions at some times."""

    def write(positions: list[np.ndarray], times: Any = None, obstacles: Any = (), **body: Any) -> Recording:
        path: Path = tmp_path_factory.mktemp("run") / "run.pliant"
        u, v = np.meshgrid(*(np.linspace(0, 1, n) for n in GRID), indexing="ij")
        mesh = {
            "id": "sheet",
            "triangles": grid_triangles(*GRID),
            "uv": np.stack([u, v], axis=-1).reshape(-1, 2),
            "fixed": [0, GRID[1] - 1],
            "color": [0.8, 0.1, 0.1],
            **body,
        }
        times = np.arange(len(positions)) / 10 if times is None else times
        with RecordingWriter(path, {"bodies": [mesh], "obstacles": list(obstacles)}) as writer:
            for step, (time, where) in enumerate(zip(times, positions, strict=True)):
                stretch = np.linspace(-0.05, 0.1, len(where)).astype(np.float32)
                writer.append(step, float(time), {"sheet/positions": where, "sheet/stretch": stretch})
        return Recording(path)

    return write


@pytest.fixture(scope="session")
def recording(make) -> Recording:
    return make([sheet(time) for time in TIMES], TIMES, [ball(), floor()])
