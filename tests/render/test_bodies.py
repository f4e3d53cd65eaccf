"""Curves, solids and meshes are drawn as what they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pliant.recording import Recording
from pliant.render.camera import find_action
from tests.recording.bodies import (
    ball_of_cube,
    box,
    curve,
    floor,
    helix,
    moved,
    record,
    ring,
    solid,
    torus,
    trefoil,
    twisted,
)

pytest.importorskip("pyvista")

RED: dict[str, Any] = {"color": [0.8, 0.1, 0.1]}
BODIES = {
    "helix": curve(moved(helix(), z=0.06), 0.05, **RED),
    "hair": curve(helix(), 0.0, **RED),
    "ring": curve(moved(ring(), z=0.05), 0.05, closed=True, **RED),
    "knot": curve(moved(trefoil(), z=0.2), 0.04, closed=True, **RED),
    "twisted box": solid(twisted, (5, 5, 9), **RED),
    "ball": solid(lambda u: moved(ball_of_cube(u), z=0.35), (7, 7, 7), **RED),
    "torus": torus(**RED),
}


def draw(recording: Recording, tmp_path, **options) -> np.ndarray:
    from PIL import Image

    path = recording.picture(tmp_path / "picture.png", **{"size": (320, 180), **options})
    return np.asarray(Image.open(path)).astype(int)


def red(image: np.ndarray) -> np.ndarray:
    return image[..., 0] > image[..., 1] + 30


def one(name: str, tmp_path) -> Recording:
    meta, positions = BODIES[name]
    return record(tmp_path / "run.pliant", [(meta, [positions])], [floor()])


@pytest.mark.parametrize("name", BODIES)
def test_all_of_the_body_is_inside_the_picture_and_casts_a_shadow(name, tmp_path):
    recording = one(name, tmp_path)
    image, lit = (draw(recording, tmp_path, shadows=shadows) for shadows in (True, False))
    seen = red(image)
    assert seen.mean() > (0.004 if name == "hair" else 0.03)
    assert not (seen[0].any() or seen[-1].any() or seen[:, 0].any() or seen[:, -1].any())
    ground = ~red(lit) & ~seen
    assert (lit - image)[ground].max() > (8 if name == "hair" else 40)


@pytest.mark.parametrize("name", ["helix", "twisted box", "torus"])
def test_stretch_at_the_nodes_colours_what_is_drawn(name, tmp_path):
    image = draw(one(name, tmp_path), tmp_path, color_by="stretch", legend=False)
    assert red(image).any()
    assert (image[..., 2] > image[..., 0] + 40).any()


@pytest.mark.parametrize("name", ["helix", "twisted box"])
def test_a_checker_is_light_and_dark(name, tmp_path):
    recording = one(name, tmp_path)
    body = red(draw(recording, tmp_path))
    image = draw(recording, tmp_path, texture="checker")[body]
    blue = image[:, 2] > image[:, 0] + 40
    assert 0.2 < blue.mean() < 0.8


@pytest.mark.parametrize("name", ["helix", "twisted box", "torus"])
@pytest.mark.parametrize("mark", ["wireframe", "particles", "normals", "pins"])
def test_marks_are_seen(name, mark, tmp_path):
    meta, positions = BODIES[name]
    recording = record(tmp_path / "run.pliant", [({**meta, "fixed": [0]}, [positions])])
    assert (draw(recording, tmp_path) != draw(recording, tmp_path, **{mark: True})).any()


def test_a_tube_is_framed_with_its_thickness(tmp_path):
    recording = record(tmp_path / "run.pliant", [(curve(ring(), 0.2, closed=True)[0], [ring()])])
    low, high = find_action(recording).points.min(axis=0), find_action(recording).points.max(axis=0)
    np.testing.assert_allclose(low, [-0.6, -0.6, -0.2], atol=0.02)
    np.testing.assert_allclose(high, [0.6, 0.6, 0.2], atol=0.02)


def test_what_reaches_into_the_ground_is_not_seen(tmp_path):
    meta, positions = BODIES["ball"]
    camera = ((0.0, -4.0, 0.6), (0.0, 0.0, 0.35), (0.0, 0.0, 1.0))
    shown = []
    for depth in (0.0, 0.35):
        frames = [moved(positions, z=0.5), moved(positions, z=-depth)]
        recording = record(tmp_path / f"{depth}.pliant", [(meta, frames)], [floor()])
        shown.append(red(draw(recording, tmp_path, camera=camera)).sum())
    assert 0.35 < shown[1] / shown[0] < 0.7


def test_edges_of_a_box_are_sharp_in_the_picture(tmp_path):
    meta, positions = solid(box, (5, 5, 5), color=[0.9, 0.9, 0.9])
    recording = record(tmp_path / "run.pliant", [(meta, [positions])])
    image = draw(recording, tmp_path, size=(320, 320), azimuth=-45.0, elevation=0.0, shadows=False)
    row = image[160, :, 0]
    inside = row[100:220]
    # Two faces, each in one tone, and a step between them.
    assert np.abs(np.diff(inside)).max() > 8
    assert np.count_nonzero(np.abs(np.diff(inside)) > 4) <= 3


def test_bodies_of_all_kinds_share_a_film(tmp_path):
    iio = pytest.importorskip("imageio_ffmpeg")
    bodies = []
    for k, name in enumerate(("helix", "twisted box", "torus")):
        meta, positions = BODIES[name]
        frames = [moved(positions, x=k, z=0.1 * step) for step in range(3)]
        bodies.append(({**meta, "id": name}, frames))
    recording = record(tmp_path / "run.pliant", bodies, [floor()])
    path = recording.video(tmp_path / "film.mp4", size=(160, 90), fps=20)
    assert iio.count_frames_and_secs(str(path))[0] == 5


def test_an_exploded_curve_or_solid_can_still_be_drawn(tmp_path):
    for name in ("helix", "ball"):
        meta, positions = BODIES[name]
        wild = [positions, positions, 1e30 * positions, np.full_like(positions, np.nan)]
        recording = record(tmp_path / f"{name}.pliant", [(meta, wild)])
        for frame in range(4):
            assert draw(recording, tmp_path, frame=frame).shape == (180, 320, 3)


def test_blobs_are_drawn_in_the_place_of_the_skin_and_follow_the_nodes(tmp_path):
    # Two nodes in the first frame together, in the second apart: one blob, then two.
    nodes = np.array([[0.0, 0.0, 0.2], [0.1, 0.0, 0.2]])
    meta = {"id": "goop", "kind": "mesh", "grid": [2], "triangles": [], "blobs": 0.1, **RED}
    recording = record(tmp_path / "run.pliant", [(meta, [nodes, nodes * [6.0, 1.0, 1.0]])], [floor()])
    counts = []
    for frame in (0, 1):
        seen = red(draw(recording, tmp_path, frame=frame, azimuth=-90.0, shadows=False)).any(axis=0)
        counts.append(int((np.diff(seen.astype(int)) == 1).sum()))
    assert counts == [1, 2]


def test_values_at_the_nodes_colour_blobs(tmp_path):
    meta, positions = solid(twisted, (5, 5, 9), blobs=0.1, **RED)
    recording = record(tmp_path / "run.pliant", [(meta, [positions])], [floor()])
    image = draw(recording, tmp_path, color_by="stretch", legend=False)
    assert red(image).any()
    assert (image[..., 2] > image[..., 0] + 40).any()
