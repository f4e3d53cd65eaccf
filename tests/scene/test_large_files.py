"""Large and strange files: the cost of reading grows with their size, not faster, and all they give are messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pliant as pl
from pliant.errors import MOST_PROBLEMS

SHEET = {"shape": {"kind": "rectangle"}, "grid": [5, 5], "material": "cotton"}
XML = (
    '<?xml version="1.0" encoding="{encoding}"?><EDMConfig id="a"><MaterialContainer/><ExternalForces/>'
    "<RigidObjects>{objects}</RigidObjects><DeformableBodies>{bodies}</DeformableBodies></EDMConfig>"
)
COUNT = 8_000  # with costs that grow as the square each of these files took minutes


def _refused(folder: Path, name: str, text: str) -> pl.SceneError:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(pl.SceneError) as raised:
        pl.load(path)
    return raised.value


def _named(k: int) -> dict:
    return {"id": f"b{k}", **SHEET}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("keys.yaml", "\n".join(f"key{k}: 1" for k in range(COUNT))),
        ("keys.toml", "\n".join(f"key{k} = 1" for k in range(COUNT))),
        ("keys.json", json.dumps({f"key{k}": 1 for k in range(COUNT)})),
        ("bodies.yaml", "bodies:\n" + "- {shape: {kind: rectangl}, grid: [5, 5], material: cotto}\n" * COUNT),
        ("bodies.toml", "[[bodies]]\nid = 'a'\n" * COUNT),
        ("bodies.json", json.dumps({"bodies": [{"grid": [1, 1]}] * COUNT})),
        ("same.json", json.dumps({"bodies": [_named(1)] * (COUNT // 4)})),
        ("pins.json", json.dumps({"bodies": [_named(k) for k in range(COUNT // 8)],
                                  "constraints": [{"kind": "pin", "body": f"c{k}", "nodes": [[0, 0]]}
                                                  for k in range(COUNT // 8)]})),
        ("nodes.json", json.dumps({"bodies": [_named(0)],
                                   "constraints": [{"kind": "pin", "body": "b0", "nodes": [[9, 9]] * COUNT}]})),
        ("objects.xml", XML.format(encoding="UTF-8", objects='<Object id="a" type="Sphere"/>' * COUNT, bodies="")),
    ],
)  # fmt: skip
def test_after_a_hundred_problems_it_says_that_there_are_more(tmp_path, name, text):
    error = _refused(tmp_path, name, text)
    assert len(error.problems) == MOST_PROBLEMS
    assert error.more
    assert str(error).splitlines()[-1].endswith(f"there are more problems than these {MOST_PROBLEMS}")


@pytest.mark.parametrize(
    "scene",
    [
        {"bodies": [SHEET] * (COUNT // 4)},  # each gets a name of its own
        {"bodies": [_named(k) for k in range(COUNT // 8)],
         "constraints": [{"kind": "pin", "body": f"b{k}", "corners": ["00"]} for k in range(COUNT // 8)]},
        {"bodies": [{**SHEET, "collides": [f"o{k}" for k in range(COUNT)]}],
         "obstacles": [{"kind": "sphere", "id": f"o{k}"} for k in range(COUNT)]},
        {"bodies": [{**SHEET, "grid": [200, 200], "broken_links": [[[0, 0], [k // 199 + 1, k % 199 + 1]]
                                                                   for k in range(COUNT)],
                     "material": {"kind": "springs", "links": [{"between": [[0, 0], [k // 199 + 1, k % 199 + 1]],
                                                                "stiffness": 1} for k in range(COUNT)]}}]},
    ],
)  # fmt: skip
def test_scenes_of_thousands_of_parts_are_read(tmp_path, scene):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    assert len(pl.load(path).bodies) == len(scene["bodies"])


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("hex.toml", "dt = 0x" + "f" * 100_000, ":1: dt: a whole number with too many digits"),
        ("octal.toml", "\ndt = 0o" + "7" * 100_000, ":2: dt: a whole number with too many digits"),
        ("binary.toml", "seconds = 0b" + "1" * 100_000, "seconds: a whole number with too many digits"),
        ("hex.yaml", "gravity: [0, 0, 0x" + "f" * 100_000 + "]", "a whole number with too many digits"),
        ("decimal.json", '{"dt": ' + "9" * 4000 + "}", "a whole number with too many digits"),
        ("dots.toml", "a." * 100_000 + "a = 1", ":1: nested more than 64 levels deep"),
        ("table.toml", "x = 1\n[" + "'a' . " * 100_000 + "a]", ":2: nested more than 64 levels deep"),
        ("quotes.toml", '"""\n' + '\\"""\n' * 100_000, ":1: not valid TOML"),
        ("quote.toml", 'x = "' + '\\"' * 200_000, "not valid TOML"),
        ("brackets.toml", f"y = {2**70}\nx = " + "[" * 400 + "]" * 400, "nested more than 64 levels deep"),
        ("brackets.json", f'{{"y": {2**70}, "x": ' + "[" * 900 + "1," * 200_000 + "1" + "]" * 900 + "}",
         "nested more than 64 levels deep"),
        ("twice.json", "[" * 900 + "1," * 200_000 + '{"a": 1, "a": 2}' + "]" * 900, "nested more than 64 levels deep"),
        ("twice_above.json", '{"a": 1, "a": ' + "[" * 900 + "]" * 900 + "}", ":1: key 'a' is given twice"),
        ("utf7.xml", XML.format(encoding="UTF-7", objects="", bodies=""), ":1: .*encoding .* UTF-8"),
        ("none.xml", XML.format(encoding="UTF-H", objects="", bodies=""), ":1: .*encoding .* UTF-8"),
        ("long.json", json.dumps({"bodies": "x" * 1_000_000}), "must be a list"),
        ("surrogate.json", '{"\\ud800": 1}', "must be a valid string"),
        ("id.json", json.dumps({"bodies": [{**SHEET, "id": "x" * 100_000}]}), "an id is made of .* at most 1000"),
        ("half.json", '{"title": "\\ud800"}', ":1: title: a text with half a character"),
        ("halves.json", json.dumps({"bodies": [{**SHEET, "look": {"texture": "\udfff.png"}}]}), "half a character"),
        ("escapes.json", json.dumps({"\x1b[31mred": 1}), "unknown key"),
    ],
)  # fmt: skip
def test_strange_files_give_messages_that_can_be_shown(tmp_path, name, text, why):
    message = str(_refused(tmp_path, name, text))
    message.encode("utf-8")
    assert message.isprintable()
    assert len(message) < 2000
    assert re.search(why, message)


def test_dots_in_strings_and_comments_of_toml_are_no_keys(tmp_path):
    words = ".".join("a" * 1000)
    path = tmp_path / "scene.toml"
    path.write_text(
        f"title = '{words}'  # {words}\nid = \"{words[:3].replace('.', '')}\"\n", encoding="utf-8"
    )
    assert pl.load(path).title == words


@pytest.mark.parametrize(
    "name", ["x" * 5000 + ".yaml", "x" * 5000 + ".xml", "\0.yaml", "\udcff.json", "a\nb.toml"]
)
def test_strange_names_of_files_give_messages(name):
    with pytest.raises(pl.PliantError) as raised:
        pl.load(name)
    str(raised.value).encode("utf-8")


@pytest.mark.parametrize(
    "body",
    [
        {**SHEET, "look": {"texture": "x" * 5000 + ".png"}},
        {"kind": "mesh", "file": "x" * 5000 + ".obj", "material": "cotton"},
        {**SHEET, "material": {"kind": "sheet", "area_density": 1,
                               "membrane": {"kind": "image", "low": 1, "high": 2, "file": "x" * 5000 + ".png"}}},
    ],
)  # fmt: skip
def test_strange_names_of_files_in_scenes_give_messages(tmp_path, body):
    assert "too long" in str(_refused(tmp_path, "scene.json", json.dumps({"bodies": [body]})))


def test_a_name_that_no_file_can_have_is_written_as_it_is(tmp_path):
    scene = pl.Scene(bodies=[pl.Surface.model_validate({**SHEET, "look": {"texture": "x" * 5000 + ".png"}})])
    pl.save(scene, tmp_path / "scene.yaml")
    assert "x" * 5000 in (tmp_path / "scene.yaml").read_text(encoding="utf-8")


def test_many_changes_in_a_large_scene_are_refused(tmp_path):
    sets = [{"kind": "set", "path": "dt", "value": 0.01, "time": k} for k in range(2000)]
    scene = {"bodies": [_named(k) for k in range(1000)], "events": sets}
    assert "more than can be checked" in str(_refused(tmp_path, "scene.json", json.dumps(scene)))
