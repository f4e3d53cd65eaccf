"""The player: one page with everything in it, in a file and in notebooks."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from html import unescape

import numpy as np
import pytest

import pliant as pl


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> pl.Recording:
    scene = pl.Scene(gravity=pl.EARTH, title="A sheet & a <ball>")
    sheet = pl.Sheet(membrane=100.0, bending=1e-3, area_density=0.2)
    scene.pin(
        scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(6, 6), material=sheet), id="sheet"),
        corners=("00",),
    )
    scene.add(pl.Curve(pl.shapes.line((0, -1, 0), (1, -1, 0)), grid=5, material="rope"), id="rope")
    scene.add(pl.obstacles.Sphere(0.2, (0, 0, -0.5)))
    scene.at(0.02, pl.Cut("sheet", [(0.1, -0.6, 0), (0.1, 0.6, 0)], direction=(0, 0, 1)))
    return pl.simulate(scene, steps=4, to=tmp_path_factory.mktemp("player") / "a.pliant")


def data_of(text: str) -> tuple[dict, bytes]:
    found = re.search(r"^const data = (.*);$", text, re.MULTILINE)
    assert found
    data = json.loads(found[1])
    return data, gzip.decompress(b64decode(data["blob"]))


def test_the_page_has_all_positions_to_a_part_in_65535(recording, tmp_path):
    (path,) = recording.export(tmp_path / "a.html")
    text = path.read_text(encoding="utf-8")
    data, blob = data_of(text)
    assert data["times"] == pytest.approx(recording.times)
    sheet, rope, ball = data["things"]
    assert [thing["id"] for thing in data["things"]][:2] == ["sheet", "rope"]
    assert len(ball["frames"]) == 1 and len(rope["frames"]) == len(recording)
    begin, count = sheet["frames"][0]["p"]
    steps = np.frombuffer(blob, "<u2", count, begin).reshape(-1, 3)
    points = np.array(sheet["low"]) + steps * np.array(sheet["step"])
    nodes = recording.positions("sheet")[0]
    nearest = np.linalg.norm(points[:, None] - nodes[None], axis=2).min(axis=0)
    assert nearest.max() <= np.linalg.norm(sheet["step"])
    begin, count = sheet["frames"][-1]["t" if "t" in sheet["frames"][-1] else "p"]
    assert begin % 4 == 0


def test_edges_of_solids_and_obstacles_are_sharp_in_the_player(recording):
    data, _ = data_of(unescape(recording.show()._repr_html_()))
    assert [thing["sharp"] for thing in data["things"]] == [False, False, True]
    scene = pl.Scene()
    scene.add(pl.Rigid(pl.shapes.box(1, 1, 1), density=1, id="box"))
    data, _ = data_of(unescape(pl.simulate(scene, steps=1).show()._repr_html_()))
    assert [thing["sharp"] for thing in data["things"]] == [True]


def test_what_is_cut_has_other_triangles_from_then_on(recording):
    data, _ = data_of(unescape(recording.show()._repr_html_()))
    changes = [k for k, frame in enumerate(data["things"][0]["frames"]) if "t" in frame]
    assert len(changes) == 2 and changes[0] == 0
    assert "stretch" in data["things"][0]["ranges"]


def test_it_needs_nothing_from_elsewhere(recording):
    text = unescape(recording.show()._repr_html_())
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!data:)|https?://|import\s*\(""", text)
    assert "<title>A sheet &amp; a &lt;ball&gt;</title>" in text


def test_a_player_is_saved_and_says_what_it_is(recording, tmp_path):
    player = recording.show(frames=slice(0, 2), values=False)
    data, _ = data_of(player.save(tmp_path / "b.html").read_text(encoding="utf-8"))
    assert len(data["times"]) == 2 and not data["things"][0]["ranges"]
    assert "save(path)" in repr(player)
    with pytest.raises(pl.PliantError, match="exists already"):
        player.save(tmp_path / "b.html")
    with pytest.raises(pl.PliantError, match="no frames"):
        recording.show(frames=slice(99, None))._repr_html_()


def test_frames_are_meshes_of_pyvista_and_trimesh(recording):
    pytest.importorskip("pyvista")
    pytest.importorskip("trimesh")
    blocks = recording.to_pyvista(0)
    assert blocks.keys() == ["sheet", "rope"] and "stretch" in blocks["sheet"].point_data
    assert blocks["sheet"].area == pytest.approx(1.0, rel=1e-6)
    scene = recording.to_trimesh(0)
    assert scene.geometry["sheet"].area == pytest.approx(1.0, rel=1e-6)


def test_notebooks_show_what_a_scene_and_a_recording_are(recording):
    scene = pl.Scene(**recording.meta["scene"])
    text = scene._repr_html_()
    assert "membrane" in text and "100.0" in text and "A sheet &amp; a &lt;ball&gt;" in text
    assert "<td>rope</td><td>curve</td><td>5</td>" in recording._repr_html_()
