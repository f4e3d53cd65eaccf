"""Meshes and recordings that are sent to the server: opened through the readers, or refused in words."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.scene import load
from pliant.simulation import Simulation, simulate
from pliant.studio import dropping, playback
from pliant.studio import messages as m
from pliant.studio.frames import decode
from tests.studio.browser.server import SCENE

# The surface of an octahedron, 300 units wide.
OCTAHEDRON = "".join(
    f"v {x} {y} {z}\n"
    for x, y, z in [(150, 0, 0), (-150, 0, 0), (0, 150, 0), (0, -150, 0), (0, 0, 150), (0, 0, -150)]
) + "".join(f"f {a} {b} {c}\n" for a in (1, 2) for b in (3, 4) for c in (5, 6))


def send(url: str, name: str, data: bytes, **headers: str) -> tuple[int, str]:
    at = urlsplit(url)
    connection = HTTPConnection(at.netloc, timeout=30)
    own = {"Origin": f"http://{at.netloc}", **headers}
    connection.request("POST", f"/drop/{name}?{at.query}", data, {k: v for k, v in own.items() if v})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.fixture
def octahedron(tmp_path: Path) -> Path:
    path = tmp_path / "octahedron.obj"
    path.write_text(OCTAHEDRON, encoding="utf-8")
    return path


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    scene = tmp_path / "cloth.yaml"
    scene.write_text(SCENE, encoding="utf-8")
    simulate(load(scene), steps=12, to=tmp_path / "cloth.pliant").close()
    return tmp_path / "cloth.pliant"


def test_a_mesh_in_other_units_is_one_metre_large_and_falls_onto_a_floor(octahedron):
    scene, told = dropping.scene_of_mesh(octahedron, "octahedron.obj")
    assert told == "octahedron.obj: 6 vertices, 8 triangles, scaled by 0.00333 to 1 m"
    simulation = Simulation(scene)
    start = simulation.positions("mesh")
    np.testing.assert_allclose(np.ptp(start, axis=0), 1.0)
    assert start[:, 2].min() == pytest.approx(0.25)
    for _ in range(5):
        simulation.step()
    assert simulation.positions("mesh")[:, 2].mean() < start[:, 2].mean()


def test_a_mesh_of_sensible_size_keeps_it_and_y_is_up_where_the_format_says_so(octahedron, tmp_path):
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box((0.2, 0.8, 0.3))
    box.export(tmp_path / "box.glb")
    scene, told = dropping.scene_of_mesh(tmp_path / "box.glb", "box.glb")
    assert "0.8 m large" in told
    np.testing.assert_allclose(np.ptp(np.asarray(scene.bodies[0].vertices), axis=0), (0.2, 0.3, 0.8))


def test_what_is_too_large_is_refused_in_words(octahedron, monkeypatch):
    monkeypatch.setattr(dropping, "MOST_VERTICES", 5)
    with pytest.raises(PliantError, match="6 vertices; at most 5"):
        dropping.scene_of_mesh(octahedron, "octahedron.obj")
    with pytest.raises(PliantError, match="neither a recording"):
        dropping.limit_of("notes.txt")


def test_a_recording_tells_all_that_the_page_draws(recorded):
    from pliant.recording import Recording

    with Recording(recorded) as kept:
        info = playback.scene_info(kept, "cloth.pliant", 3)
    assert info.recorded and info.reframe and info.bodies[0].nodes == 144
    assert [obstacle.id for obstacle in info.obstacles] == ["ball"] and len(info.action) == 8
    assert info.bodies[0].texture is None


def test_dropped_files_are_opened(studio, octahedron, recorded):
    status, id = send(studio.url, "octahedron.obj", octahedron.read_bytes())
    assert status == 200
    with studio.client() as client:
        client.say(m.Drive())
        client.say(m.OpenDropped(id=id, name="octahedron.obj"))
        while (scene := client.hear("scene", 120))["name"] != "octahedron.obj":
            pass
        assert scene["bodies"][0]["nodes"] == 6

        status, id = send(studio.url, "cloth.pliant", recorded.read_bytes())
        assert status == 200
        client.say(m.OpenDropped(id=id, name="cloth.pliant"))
        while not (scene := client.hear("scene", 60))["recorded"]:
            pass
        while (now := client.hear("status", 60))["state"] != "recording":
            pass
        assert (now["first_frame"], now["last_frame"]) == (0, 12)
        client.say(m.Scrub(frame=7))
        client.say(m.Credit(frames=1))
        while True:
            heard = client.next(60)
            if isinstance(heard, bytes):
                header, arrays = decode(heard)
                if header["frame"] == 7:
                    break
        assert arrays["cloth/positions"].shape == (144, 3) and not header["live"]
        client.say(m.Play())
        assert "recording" in client.hear("trouble", 60)["text"]


def test_other_sites_and_unknown_files_cannot_be_sent(studio):
    assert send(studio.url, "a.obj", b"v 0 0 0", Origin="")[0] == 405
    assert send(studio.url, "a.obj", b"v 0 0 0", Origin="http://elsewhere")[0] == 403
    status, text = send(studio.url, "a.txt", b"hello")
    assert status == 413 and "neither a recording" in text
    with studio.client() as client:
        client.say(m.Drive())
        client.say(m.OpenDropped(id="../../etc/passwd", name="a.obj"))
        assert "no such file" in client.hear("trouble", 60)["text"]
