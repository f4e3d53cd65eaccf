"""A picture lies on an obstacle once, whole and without a jump, and is drawn and exported with it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import pliant as pl
from pliant import obstacles, shapes
from pliant.contact.texture import texture_coordinates
from pliant.model import Look

POSE = {"rotation": (0.3, -0.4, 0.5)}
ROUND = {
    "sphere": obstacles.Sphere(0.3, (1, 2, 3), **POSE),
    "ellipsoid": obstacles.Ellipsoid((0.3, 0.2, 0.5), (1, 2, 3), **POSE),
    "cylinder": obstacles.Cylinder(0.3, 0.8, (1, 2, 3), **POSE),
    "capsule": obstacles.Capsule(0.2, 0.8, (1, 2, 3), **POSE),
    "torus": obstacles.Torus(0.3, 0.1, (1, 2, 3), scale=0.9, **POSE),
}
FLAT = {
    "plane": obstacles.Plane((1, 2, 0), (0.2, 0.1, 1.0)),
    "room": obstacles.Room((-1, -1, 0), (1, 2, 3)),
    "union": obstacles.Union([obstacles.Sphere(0.5), obstacles.Cylinder(0.2, 2.0)], center=(1, 2, 3), **POSE),
}


@pytest.mark.parametrize("kind", [*ROUND, *FLAT])
def test_no_triangle_has_the_whole_picture_on_it(kind):
    """Where a picture closes upon itself, triangles go on beyond its edge instead of back through all of it."""
    obstacle = {**ROUND, **FLAT}[kind]
    vertices, triangles = obstacle.mesh(4.0)
    uv = texture_coordinates(obstacle, vertices, triangles)
    assert uv.shape == (len(triangles), 3, 2) and np.isfinite(uv).all()
    if kind in ROUND:
        assert np.ptp(uv[..., 0], axis=1).max() < 0.51  # the flat end of a cylinder is a fan from its centre
        if kind == "torus":
            assert np.ptp(uv[..., 1], axis=1).max() < 0.1


@pytest.mark.parametrize("kind", ROUND)
def test_round_obstacles_wear_the_whole_picture(kind):
    vertices, triangles = ROUND[kind].mesh(4.0)
    a, b, c = np.moveaxis(texture_coordinates(ROUND[kind], vertices, triangles), 1, 0)
    (p, q), (r, t) = (b - a).T, (c - a).T
    covered = 0.5 * np.abs(p * t - q * r).sum()
    ends = np.pi / 2 if kind == "cylinder" else 0.0  # two discs
    assert covered == pytest.approx(
        1.0 + ends, abs=0.06
    )  # poles are fans, which leave out half of their tiles


def test_a_plane_has_a_picture_a_metre_wide():
    vertices, triangles = FLAT["plane"].mesh(4.0)
    uv = texture_coordinates(FLAT["plane"], vertices, triangles)
    for side in range(3):
        a, b = side, (side + 1) % 3
        length = np.linalg.norm(vertices[triangles[:, b]] - vertices[triangles[:, a]], axis=1)
        assert np.linalg.norm(uv[:, b] - uv[:, a], axis=1) == pytest.approx(length)


@pytest.fixture
def recording(tmp_path):
    """A red and green picture on a ball and on the floor."""
    pixels = np.zeros((32, 64, 3), dtype=np.uint8)
    pixels[:, :32], pixels[:, 32:] = (255, 0, 0), (0, 255, 0)
    Image.fromarray(pixels).save(tmp_path / "two.png")
    look = Look(color=(0.1, 0.1, 1.0), texture=str(tmp_path / "two.png"))
    scene = pl.Scene()
    cloth = pl.Surface(shapes.rectangle(1, 1), grid=(4, 4), material="cotton", position=(0, 0, 1.5))
    scene.add(cloth)
    scene.add(obstacles.Sphere(0.5, (0, 0, 0.6), look=look), id="ball")
    scene.add(obstacles.Plane(look=look), id="floor")
    return pl.simulate(scene, steps=1, to=tmp_path / "a.pliant")


def test_recordings_and_obj_files_have_it(recording, tmp_path):
    ball = recording.obstacles[0]
    assert ball.texture.endswith("two.png") and ball.uv.shape == (len(ball.triangles), 3, 2)
    recording.export(tmp_path / "out.obj", obstacles=True)
    materials = (tmp_path / "out" / "materials.mtl").read_text()
    assert materials.count("map_Kd texture_two.png") == 2
    assert (tmp_path / "out" / "texture_two.png").is_file()
    text = (tmp_path / "out" / "frame_00000.obj").read_text().split("o ball")[1].split("\no ")[0]
    assert text.count("\nvt ") == 3 * len(ball.triangles)
    face = next(line for line in text.splitlines() if line.startswith("f "))
    assert all(len(corner.split("/")) == 3 and corner.split("/")[1] for corner in face.split()[1:])


def test_pictures_show_it_on_balls_and_floors(recording, tmp_path):
    """Red and green where without a texture there would be blue."""
    pytest.importorskip("pyvista")
    recording.picture(tmp_path / "a.png", size=(320, 180))
    seen = np.asarray(Image.open(tmp_path / "a.png").convert("RGB")).astype(int)
    red, green, blue = np.moveaxis(seen, 2, 0)
    assert ((red > green + 60) & (red > blue + 60)).sum() > 1000
    assert ((green > red + 60) & (green > blue + 60)).sum() > 1000
    assert ((blue > red + 60) & (blue > green + 60)).sum() == 0
