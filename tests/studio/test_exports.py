"""Everything the command line can export can be had from the page."""

from __future__ import annotations

import struct
import zipfile
from http.client import HTTPConnection
from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.studio import messages as m


@pytest.fixture(scope="module")
def recorded(studio):
    """A studio with some frames on its tape, at rest."""
    with studio.client() as client:
        client.hear("status", state="playing")
        client.say(m.Reset())
        client.hear("scene")
        while client.hear("status")["last_frame"] < 20:
            pass
        client.say(m.Pause())
        status = client.hear("status", state="paused")
    return studio, status


def exported(studio, tmp_path, **options):
    """The path of a downloaded export."""
    with studio.client() as client:
        client.hear("welcome")
        client.say(m.Export(**options))
        fractions = []
        while True:
            how = client.hear("exported", 120)
            fractions.append(how["fraction"])
            if how["done"]:
                break
    assert not how["trouble"] and fractions == sorted(fractions)
    connection = HTTPConnection("127.0.0.1", studio.port, timeout=20)
    connection.request("GET", f"{how['url']}?token={studio.token}")
    response = connection.getresponse()
    assert response.status == 200
    assert f'filename="{how["name"]}"' in response.getheader("content-disposition", "")
    path = tmp_path / how["name"]
    path.write_bytes(response.read())
    return path


def test_a_recording_of_what_was_shown(recorded, tmp_path):
    studio, status = recorded
    path = exported(studio, tmp_path, format="pliant")
    recording = pl.Recording(path)
    assert path.name == "sheet.pliant" and recording.damage is None
    assert recording.steps.tolist() == list(range(status["last_frame"] + 1))
    assert recording.times[-1] == pytest.approx(status["last_time"])


def test_a_part_of_it(recorded, tmp_path):
    recording = pl.Recording(exported(recorded[0], tmp_path, format="pliant", first=3, last=7))
    assert recording.steps.tolist() == [3, 4, 5, 6, 7]


def test_npz(recorded, tmp_path):
    with np.load(exported(recorded[0], tmp_path, format="npz", last=9)) as arrays:
        assert any(array.shape[:1] == (10,) for array in arrays.values())


def unpacked(path: Path) -> dict[str, bytes]:
    """The files that came in one."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in sorted(archive.namelist())}


def positions(studio, tmp_path) -> np.ndarray:
    """What was recorded, (frames, nodes, 3)."""
    return pl.Recording(exported(studio, tmp_path, format="pliant", last=4)).positions("cloth")


def test_meshes_of_all_frames(recorded, tmp_path):
    path = exported(recorded[0], tmp_path, format="obj", last=4)
    assert path.name == "sheet.obj.zip"
    meshes = [data.decode() for name, data in unpacked(path).items() if name.endswith(".obj")]
    found = [
        [line.split()[1:4] for line in mesh.splitlines() if line.startswith("v ")][:56] for mesh in meshes
    ]
    wanted = positions(recorded[0], tmp_path)
    np.testing.assert_allclose(np.array(found, dtype=float), wanted, atol=1e-6)
    assert all(mesh.count("\nf ") == 2 * 7 * 6 for mesh in meshes)


def test_a_point_cache(recorded, tmp_path):
    path = exported(recorded[0], tmp_path, format="pc2", last=4)
    assert path.name == "sheet.pc2.zip"
    (cache,) = [data for name, data in unpacked(path).items() if name.endswith(".pc2")]
    magic, version, points, _, _, samples = struct.unpack("<12siiffi", cache[:32])
    assert (magic, version, points, samples) == (b"POINTCACHE2\0", 1, 56, 5)
    found = np.frombuffer(cache[32:], "<f4").reshape(5, 56, 3)
    np.testing.assert_allclose(found, positions(recorded[0], tmp_path), atol=1e-6)


def test_meshes_for_paraview(recorded, tmp_path):
    path = exported(recorded[0], tmp_path, format="pvd", last=4)
    assert path.name == "sheet.pvd.zip"
    files = unpacked(path)
    (listed,) = [data.decode() for name, data in files.items() if name.endswith(".pvd")]
    meshes = [name for name in files if name.endswith(".vtp")]
    assert len(meshes) == listed.count("<DataSet") == 5
    assert all(f'file="{name}"' in listed for name in meshes)


def test_the_scene(recorded, tmp_path):
    path = exported(recorded[0], tmp_path, format="scene")
    assert path.suffix == ".yaml" and pl.load(path).bodies[0].id == "cloth"


def test_pictures_from_where_the_page_looks(recorded, tmp_path):
    pytest.importorskip("pyvista")
    from PIL import Image

    camera = ((0.0, -3.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    path = exported(recorded[0], tmp_path, format="png", last=5, camera=camera, view_angle=40.0)
    with Image.open(path) as picture:
        assert picture.size == (1280, 720)
        assert np.asarray(picture).std() > 5


def test_a_video(recorded, tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = exported(recorded[0], tmp_path, format="mp4")
    reader = imageio_ffmpeg.read_frames(str(path))
    meta = next(reader)
    pictures = [np.frombuffer(data, np.uint8).reshape((*meta["size"][::-1], 3)) for data in reader]
    seconds = recorded[1]["last_time"]
    assert meta["size"] == (1280, 720) and len(pictures) == pytest.approx(meta["fps"] * seconds, abs=2)
    assert all(picture.std() > 5 for picture in pictures)
    assert np.abs(pictures[-1].astype(int) - pictures[0]).max() > 60  # the sheet falls


def test_frames_that_are_not_there_are_told(recorded):
    studio, _ = recorded
    with studio.client() as client:
        client.hear("welcome")
        client.say(m.Export(format="pliant", first=10**6))
        how = client.hear("exported", 60, done=True)
        assert "no frames" in how["trouble"] and not how["url"]


def picture(path):
    from PIL import Image

    return np.asarray(Image.open(path).convert("RGB"), dtype=int)


def test_pictures_keep_the_colouring_and_the_texture_of_the_page(recorded, tmp_path):
    """By a field that is not recorded (speed), a checkerboard, the user's own picture, and none at all."""
    pytest.importorskip("pyvista")
    from base64 import b64encode
    from io import BytesIO

    from PIL import Image

    studio, _ = recorded
    red = BytesIO()
    Image.new("RGB", (8, 8), (255, 0, 0)).save(red, "PNG")
    looks = {
        "plain": {"texture": "none"},
        "speed": {"colour_by": "speed", "high": 0.5},
        "checker": {"texture": "checker"},
        "own": {"texture": "image", "image": b64encode(red.getvalue()).decode()},
    }
    camera = ((0.0, -3.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    drawn = {
        name: picture(exported(studio, tmp_path, format="png", camera=camera, **look))
        for name, look in looks.items()
    }
    for name in ("speed", "checker", "own"):
        other = np.abs(drawn[name] - drawn["plain"]).max(axis=2) > 40
        assert other.mean() > 0.01, f"{name} looks like plain"  # the sheet covers more of the picture
    r, g, b = np.moveaxis(drawn["own"], 2, 0)
    assert ((r > 100) & (g < 60) & (b < 60)).mean() > 0.01


def test_a_texture_that_is_no_picture_is_refused(recorded):
    pytest.importorskip("pyvista")
    studio, _ = recorded
    with studio.client() as client:
        client.hear("welcome")
        client.say(m.Export(format="png", texture="image", image="bm8gcGljdHVyZQ=="))
        while not (how := client.hear("exported", 120))["done"]:
            pass
    assert "no picture" in how["trouble"]


def test_no_more_exports_than_can_be_done(recorded):
    studio, _ = recorded
    with studio.client() as client:
        client.hear("welcome")
        for _ in range(12):
            client.say(m.Export(format="pliant", last=1))
        assert "too many exports" in client.hear("trouble")["text"]
