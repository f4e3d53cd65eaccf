"""Scene files: the same scene in every format, with the pictures beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pliant.errors import PliantError
from pliant.materials import COTTON
from pliant.model import Surface
from pliant.scene import Scene, load, read, save
from pliant.shapes import rectangle
from tests.scene.everything import everything
from tests.scene.refusals import only

EXAMPLES = Path(__file__).parents[2] / "examples"
SHEET = "{kind: surface, shape: {kind: rectangle}, grid: [4, 4], material: cotton}"


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("extension", ["yaml", "yml", "toml", "json", "YAML"])
def test_a_written_scene_reads_back_equal(tmp_path, extension):
    scene = everything()
    save(scene, tmp_path / f"scene.{extension}")
    assert load(tmp_path / f"scene.{extension}") == scene


@pytest.mark.parametrize("extension", ["yaml", "toml", "json"])
def test_an_empty_scene_reads_back_equal(tmp_path, extension):
    save(Scene(id="nothing"), tmp_path / f"scene.{extension}")
    assert load(str(tmp_path / f"scene.{extension}")) == Scene(id="nothing")


def test_defaults_are_left_out_and_presets_go_by_name(tmp_path):
    save(Scene(bodies=[Surface(rectangle(2, 1), grid=(3, 3), material=COTTON)]), tmp_path / "a.yaml")
    text = (tmp_path / "a.yaml").read_text()
    assert "material: cotton" in text and "damping" not in text and "seconds" not in text


SCENES = sorted(path for path in EXAMPLES.iterdir() if path.suffix in (".yaml", ".toml", ".json", ".xml"))


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_the_examples_load(path):
    assert load(path).bodies


def test_the_default_scene_is_the_drape():
    scene = load(EXAMPLES / "drape.yaml")
    assert scene.bodies[0].grid == (48, 48) and scene.bodies[0].material == COTTON
    assert {obstacle.kind for obstacle in scene.obstacles} == {"union", "plane"}


# ---------------------------------------------------------------- files that are none


def test_a_missing_file_a_folder_and_an_unknown_extension_are_clear(tmp_path):
    with pytest.raises(PliantError, match=r"no\.yaml: there is no such file"):
        load(tmp_path / "no.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(PliantError, match="is a folder"):
        load(tmp_path / "folder.yaml")
    (tmp_path / "scene.txt").write_text("")
    with pytest.raises(PliantError, match=r"ends in \.yaml, .*given: '.txt'"):
        load(tmp_path / "scene.txt")
    with pytest.raises(PliantError, match="given: none"):
        load(tmp_path / "scene")
    with pytest.raises(PliantError, match="ends in"):
        save(Scene(), tmp_path / "scene.obj")
    with pytest.raises(PliantError, match="cannot be written"):
        save(Scene(), tmp_path / "no such folder" / "scene.yaml")


def test_a_huge_file_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(read, "LARGEST", 1024 * 1024)
    path = tmp_path / "a.json"
    path.write_bytes(b" " * (1024 * 1024 + 1))
    with pytest.raises(PliantError, match="larger than 1 MB"):
        load(path)


# ---------------------------------------------------------------- textures


def test_a_texture_is_found_beside_the_scene_and_written_relative_to_it(tmp_path, monkeypatch):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "check.png").write_bytes(b"x")
    text = f"bodies: [{SHEET[:-1]}, look: {{texture: pictures/check.png}}}}]\n"
    (tmp_path / "a.yaml").write_text(text)
    scene = load(tmp_path / "a.yaml")
    assert Path(str(scene.bodies[0].look.texture)) == tmp_path / "pictures" / "check.png"
    save(scene, tmp_path / "b.json")
    assert '"pictures/check.png"' in (tmp_path / "b.json").read_text()
    assert load(tmp_path / "b.json") == scene
    monkeypatch.chdir(tmp_path)
    assert load("a.yaml").bodies[0].look.texture == "pictures/check.png"


@pytest.mark.parametrize("texture", ["no.png", "a.yaml", "''", '"a\\0.png"', "folder.png"])
def test_a_texture_that_is_not_there_or_no_picture_is_refused(tmp_path, texture):
    (tmp_path / "folder.png").mkdir()
    union = f"- kind: union\n  parts:\n  - kind: sphere\n    look:\n      texture: {texture}\n"
    text = f"bodies: [{SHEET}]\nobstacles:\n{union}"
    path, line, _ = only(tmp_path, "a.yaml", text)
    assert (path, line) == ("obstacles[0].parts[0].look.texture", 7)
