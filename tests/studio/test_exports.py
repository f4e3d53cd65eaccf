"""Everything the command line can export can be had from the page."""

from __future__ import annotations

import io
import zipfile
from http.client import HTTPConnection

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


def test_several_files_come_in_one(recorded, tmp_path):
    for format, ending in (("obj", ".obj"), ("pc2", ".pc2")):
        path = exported(recorded[0], tmp_path, format=format, last=4)
        assert path.name == f"sheet.{format}.zip"
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            assert any(name.endswith(ending) for name in archive.namelist())
            assert archive.testzip() is None


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
    pytest.importorskip("imageio_ffmpeg")
    path = exported(recorded[0], tmp_path, format="mp4")
    assert path.read_bytes()[4:8] == b"ftyp"


def test_frames_that_are_not_there_are_told(recorded):
    studio, _ = recorded
    with studio.client() as client:
        client.hear("welcome")
        client.say(m.Export(format="pliant", first=10**6))
        how = client.hear("exported", 60, done=True)
        assert "no frames" in how["trouble"] and not how["url"]


def test_no_more_exports_than_can_be_done(recorded):
    studio, _ = recorded
    with studio.client() as client:
        client.hear("welcome")
        for _ in range(12):
            client.say(m.Export(format="pliant", last=1))
        assert "too many exports" in client.hear("trouble")["text"]
