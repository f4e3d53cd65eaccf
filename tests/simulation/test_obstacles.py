"""Obstacles that somebody moves: recordings know where they are, and whoever draws them does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> pl.Recording:
    scene = pl.Scene(gravity=9.81, dt=0.01)
    scene.add(pl.Surface(pl.shapes.rectangle(1.0, 1.0), grid=(5, 5), material="cotton"), id="cloth")
    scene.add(pl.obstacles.Sphere(0.2, center=(0.0, 0.0, -1.0)), id="ball")
    scene.add(pl.obstacles.Plane(point=(0.0, 0.0, -2.0)), id="floor")
    scene.at(0.02, pl.Set("obstacles.ball.center", [0.5, 0.0, -1.0]))
    return pl.simulate(scene, steps=4, to=tmp_path_factory.mktemp("moved") / "moved.pliant")


def test_a_frame_says_where_an_obstacle_was_moved(recording: pl.Recording):
    assert recording.moving_obstacles() == {"ball"}
    for index, x in ((0, 0.0), (2, 0.0), (3, 0.5), (4, 0.5)):
        ball, floor = recording.obstacles_at(index)
        assert ball.vertices.mean(axis=0) == pytest.approx([x, 0.0, -1.0], abs=1e-6)
        assert np.array_equal(floor.vertices, recording.obstacles[1].vertices)


def test_exports_put_it_there(recording: pl.Recording, tmp_path: Path):
    recording.export(tmp_path / "seen.obj", "obj", obstacles=True)
    texts = [path.read_text() for path in sorted(tmp_path.rglob("frame_*.obj"))]
    ends = [max(float(line.split()[1]) for line in _object(text, "ball")) for text in texts]
    assert ends == pytest.approx([0.2, 0.2, 0.2, 0.7, 0.7], abs=1e-3)


def _object(text: str, name: str) -> list[str]:
    part = text.split(f"o {name}\n", 1)[1].split("\no ", 1)[0]
    return [line for line in part.splitlines() if line.startswith("v ")]


def test_pictures_show_it_there(recording: pl.Recording, tmp_path: Path):
    pytest.importorskip("pyvista")
    from PIL import Image

    view = {"camera": ((0.25, -4.0, -1.0), (0.25, 0.0, -1.0), (0.0, 0.0, 1.0)), "size": (160, 120)}
    seen = [
        np.asarray(
            Image.open(recording.picture(tmp_path / f"{frame}.png", frame, **view)).convert("L"), float
        )
        for frame in (0, 4)
    ]
    changed = np.abs(seen[1] - seen[0]) > 20
    assert changed[:, :80].any() and changed[:, 80:].any(), "it left one place and is at the other"
