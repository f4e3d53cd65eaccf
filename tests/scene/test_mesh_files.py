"""Meshes in scenes: given as arrays, or as files beside the scene."""

from __future__ import annotations

import json

import numpy as np
import pytest
import trimesh
import yaml
from PIL import Image

import pliant as pl
from pliant import meshes
from pliant.build.model import build
from pliant.errors import PliantError, SceneError
from pliant.model import Bulk, Elastic, Mesh
from pliant.scene.changes import can_continue, needs_restart
from pliant.scene.write import scene_data

BALL = trimesh.creation.icosphere(subdivisions=1, radius=0.5)  # 42 vertices
FOIL = Elastic(young=1e6, thickness=1e-3, density=1000.0)
JELLY = Bulk(young=1e4, density=1000.0)
SHEET = {"kind": "elastic", "young": 1e6, "thickness": 1e-3, "density": 1000.0}
SOLID = {"kind": "bulk", "young": 1e4, "density": 1000.0}
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)


@pytest.fixture
def folder(tmp_path):
    BALL.export(str(tmp_path / "ball.stl"))
    meshes.save(tmp_path / "corner.vtu", meshes.cleaned(CORNERS, (), [[0, 1, 2, 3]]))
    return tmp_path


def written(folder, body, **more):
    file = folder / "scene.yaml"
    file.write_text(yaml.safe_dump({"bodies": [{"kind": "mesh", **body}], **more}))
    return file


def test_a_file_is_found_beside_the_scene_and_written_as_it_was(folder):
    scene = pl.load(written(folder, {"file": "ball.stl", "scale": 0.1, "material": SHEET}))
    ball = scene.bodies[0]
    assert isinstance(ball, Mesh)
    assert ball.grid == (42,)
    assert np.linalg.norm(ball.geometry().vertices, axis=1) == pytest.approx(0.05, abs=1e-7)
    data = scene_data(scene, folder)["bodies"][0]
    assert data == {"kind": "mesh", "id": "mesh1", "file": "ball.stl", "scale": 0.1, "material": SHEET}
    pl.save(scene, folder / "again.json")
    assert pl.load(folder / "again.json") == scene
    assert len((folder / "again.json").read_text()) < 1000


def test_what_is_simulated_are_the_nodes_of_the_file(folder):
    scene = pl.load(written(folder, {"file": "ball.stl", "material": SHEET}))
    body = build(scene).bodies[0]
    assert body.layout.count == 42
    mass = body.system.mass.sum()
    assert mass == pytest.approx(1e-3 * 1000.0 * BALL.area, rel=1e-6)


def test_pins_of_a_mesh_in_a_file_are_checked(folder):
    body = {"id": "ball", "file": "ball.stl", "material": SHEET}
    pins = [{"kind": "pin", "body": "ball", "nodes": [3, 41]}]
    assert len(pl.load(written(folder, body, constraints=pins)).constraints[0].nodes) == 2  # pyright: ignore
    pins[0]["nodes"] = [3, 42]
    with pytest.raises(SceneError, match=r"constraints\[0\]\.nodes\[1\]"):
        pl.load(written(folder, body, constraints=pins))


def test_the_material_says_what_of_a_file_is_meant(folder):
    both = folder / "both.vtu"
    meshes.save(
        both, meshes.cleaned(np.vstack([CORNERS, [[5, 5, 5]]]), [[0, 1, 2], [0, 1, 4]], [[0, 1, 2, 3]])
    )
    sheet, solid = Mesh.load(both, material=FOIL).geometry(), Mesh.load(both, material=JELLY).geometry()
    assert (len(sheet.triangles), len(sheet.tetrahedra), len(sheet.vertices)) == (2, 0, 4)
    assert (len(solid.triangles), len(solid.tetrahedra), len(solid.vertices)) == (0, 1, 4)


def test_a_surface_is_filled(folder):
    cube = trimesh.creation.box(extents=(10, 10, 10))
    cube.export(str(folder / "cube.obj"))
    body = {"file": "cube.obj", "scale": 0.1, "fill": True, "edge_length": 0.6, "material": SOLID}
    scene = pl.load(written(folder, body))
    model = build(scene).bodies[0]
    assert model.system.mass.sum() == pytest.approx(
        1000.0, rel=1e-3
    )  # fTetWild keeps to the surface within its envelope
    assert scene_data(scene, folder)["bodies"][0]["fill"] is True


COMPLAINTS = [
    ({"file": "nobody.stl", "material": SHEET}, "file: there is no mesh 'nobody.stl'"),
    ({"file": "../scene.yaml", "material": SHEET}, "file: mesh '../scene.yaml' must be one of"),
    ({"file": "words.obj", "material": SHEET}, "file: mesh '.*words.obj': "),
    ({"file": "ball.stl", "material": SOLID}, "file: mesh '.*ball.stl' has no tetrahedra; `fill`"),
    ({"file": "corner.vtu", "material": SHEET}, "file: mesh '.*corner.vtu' has no triangles"),
    ({"file": "open.obj", "fill": True, "material": SOLID}, "file: only a closed surface"),
    ({"file": "ball.stl", "fill": True, "material": SHEET}, "material: a surface that is filled"),
    ({"file": "ball.stl", "edge_length": 0.1, "material": SHEET}, "edge_length: "),
    ({"file": "ball.stl", "triangles": [[0, 1, 2]], "material": SHEET}, "triangles: are those of the file"),
    ({"file": "ball.stl", "vertices": [[0, 1, 2]], "material": SHEET}, "vertices: .*both given"),
    ({"material": SHEET}, "vertices: .*neither given"),
    ({"file": "ball.stl", "scale": 0, "material": SHEET}, "scale: must be greater than 0"),
    ({"file": 3, "material": SHEET}, "file: must be a valid string"),
    ({"vertices": CORNERS.tolist(), "material": SHEET}, "triangles: a mesh has either"),
    ({"vertices": CORNERS.tolist(), "triangles": [[0, 1, 2]], "material": SOLID}, "material: triangles take"),
    (
        {"vertices": CORNERS.tolist(), "tetrahedra": [[0, 1, 2, 3]], "material": SHEET},
        "material: tetrahedra take",
    ),
    (
        {"vertices": CORNERS.tolist(), "triangles": [[0, 1, 2], [0, 1, 4]], "material": SHEET},
        r"triangles\[1\]: .* 4",
    ),
    ({"vertices": CORNERS.tolist(), "triangles": [[0, 1, -1]], "material": SHEET}, r"triangles\[0\]: .* -1"),
    (
        {"vertices": CORNERS.tolist(), "tetrahedra": [[0, 1, 2, 3]], "fill": True, "material": SOLID},
        "fill: fills a surface of triangles",
    ),
]


@pytest.mark.parametrize(("body", "complaint"), COMPLAINTS)
def test_what_cannot_be_is_refused_with_its_place(body, complaint, folder):
    (folder / "words.obj").write_text("once upon a time")
    (folder / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    with pytest.raises(SceneError, match=rf"scene\.yaml:\d+: bodies\[0\]\.{complaint}"):
        pl.load(written(folder, body))


def test_a_file_that_is_gone_is_an_error_when_the_model_is_built(folder):
    scene = pl.load(written(folder, {"file": "ball.stl", "material": SHEET}))
    (folder / "ball.stl").unlink()
    with pytest.raises(SceneError, match=r"bodies\[0\]\.file: .*no such file"):
        build(scene)
    with pytest.raises(PliantError, match="no such file"):
        Mesh.load(folder / "ball.stl", material=FOIL)


def test_arrays_survive_every_kind_of_file(folder):
    mesh = Mesh(BALL.vertices, triangles=BALL.faces, material=FOIL)
    scene = pl.Scene(bodies=[mesh])
    for name in ("scene.yaml", "scene.json", "scene.toml"):
        pl.save(scene, folder / name)
        assert pl.load(folder / name) == scene
    assert json.loads(scene.model_dump_json())["bodies"][0]["triangles"] == BALL.faces.tolist()


def test_another_file_needs_a_restart(folder):
    one = pl.Scene(bodies=[Mesh.load(folder / "ball.stl", material=FOIL)])
    larger = pl.set_parameter(one, "bodies.mesh1.scale", 2.0)
    assert not can_continue(one, larger)
    assert can_continue(one, pl.set_parameter(one, "bodies.mesh1.material.young", 2e6))
    assert needs_restart("bodies.mesh1.file")
    before, after = one.bodies[0], larger.bodies[0]
    assert isinstance(before, Mesh) and isinstance(after, Mesh)
    assert np.allclose(after.geometry().vertices, 2.0 * before.geometry().vertices)


@pytest.mark.parametrize("target", ["deep/down/scene.yaml", "scene.json", "../scene.toml"])
def test_files_are_found_again_from_wherever_a_scene_is_saved(folder, target, monkeypatch):
    here = folder / "here"
    (here / "deep" / "down").mkdir(parents=True)
    (folder / "ball.stl").rename(here / "ball.stl")
    Image.new("L", (4, 4), 128).save(here / "grey.png")
    monkeypatch.chdir(here)
    soft = {**SHEET, "young": {"kind": "image", "file": "grey.png", "low": 1e3, "high": 1e6}}
    scene = pl.Scene(bodies=[Mesh(file="ball.stl", material=soft, look=pl.Look(texture="grey.png"))])
    pl.save(scene, target)
    path = (here / target).resolve()
    monkeypatch.chdir(folder.parent)
    ball = pl.load(path).bodies[0]
    assert isinstance(ball, Mesh)
    for name in (ball.file, ball.material.young.file, ball.look.texture):
        assert name in (str(here / "ball.stl"), str(here / "grey.png"))
    assert str(here) not in path.read_text()
    assert ball.grid == (42,)
