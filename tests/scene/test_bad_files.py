"""Scene files that are wrong: a place and a line for everything, and nothing crashes."""

from __future__ import annotations

import json
import re
import sys

import pytest
import tomli_w
import yaml

from pliant.constraints import Pin
from pliant.errors import SceneError
from pliant.scene import load
from pliant.scene.toml_file import lines_of
from pliant.scene.write import scene_data
from tests.scene.everything import everything
from tests.scene.refusals import error, only

SHEET = "{kind: surface, shape: {kind: rectangle}, grid: [4, 4], material: cotton}"


# ---------------------------------------------------------------- bad content


@pytest.mark.parametrize("name", ["a.yaml", "a.toml", "a.json"])
def test_an_empty_file_is_no_scene(tmp_path, name):
    assert "empty" in only(tmp_path, name, " \n")[2]


@pytest.mark.parametrize("name", ["a.yaml", "a.toml", "a.json"])
def test_text_that_is_not_utf8_has_a_line(tmp_path, name):
    _, line, message = only(tmp_path, name, b"id: a\ntitle: caf\xe9\n")
    assert line == 2 and "UTF-8" in message


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfid: a\n")
    assert load(tmp_path / "a.yaml").id == "a"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.yaml", "id: a\nbodies: [\n  {kind: surface\n", 4),
        ("a.yaml", "id: a\n\ttitle: b\n", 2),
        ("a.yaml", "id: *nothing\n", 1),
        ("a.yaml", "id: a\n---\nid: b\n", 2),
        ("a.yaml", "id: a\ntitle: !!python/object:os.system x\n", 2),
        ("a.yaml", "id: a\n? [1, 2]\n: 3\n", 2),
        ("a.yaml", "id: a\ntitle: \x01\n", None),
        ("a.toml", "id = 'a'\ndt = \n", 2),
        ("a.toml", "id = 'a'\nid = 'b'\n", 2),
        ("a.toml", "id = 'a'\n[[bodies]\n", 2),
        ("a.json", '{\n"id": "a",\n}', 3),
        ("a.json", '{"id": "a"', 1),
        ("a.json", '{"dt": 1}\n{"dt": 2}', 2),
    ],
)
def test_bad_syntax_has_a_line(tmp_path, name, text, line):
    _, found, _ = only(tmp_path, name, text)
    assert found == line


@pytest.mark.parametrize(
    ("name", "text"), [("a.yaml", "- 1\n"), ("a.yaml", "hello\n"), ("a.json", "[1]"), ("a.json", "3")]
)
def test_a_scene_is_a_mapping(tmp_path, name, text):
    assert "mapping" in only(tmp_path, name, text)[2]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "id: a\nobstacles:\n  - kind: plane\n    scale: 1\n    kind: sphere\n"),
        (
            "a.json",
            '{"id": "a",\n"obstacles": [\n{"kind": "plane",\n"scale": 1,\n"kind": "sphere"}],\n"dt": 1}',
        ),
    ],
)
def test_a_key_given_twice_is_refused_where_it_comes_again(tmp_path, name, text):
    _, line, message = only(tmp_path, name, text)
    assert line == 5 and "twice, first on line 3" in message


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "dt: " + "[" * 100_000),
        ("a.yaml", "dt: " + "[" * 100 + "]" * 100),
        ("a.toml", "dt = " + "[" * 100_000),
        ("a.toml", "dt = " + "[" * 100 + "]" * 100),
        ("a.json", '{"dt": ' + "[" * 100_000),
        ("a.json", '{"dt": ' + "[" * 100 + "]" * 100 + "}"),
    ],
)
def test_deep_nesting_is_refused_and_crashes_nothing(tmp_path, name, text):
    assert "levels deep" in only(tmp_path, name, text)[2]


def test_a_yaml_bomb_is_refused(tmp_path):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{k}: &a{k} [" + ", ".join([f"*a{k - 1}"] * 10) + "]" for k in range(1, 12)]
    _, line, message = only(tmp_path, "a.yaml", "\n".join(lines))
    assert "aliases" in message and line is not None


def test_a_yaml_alias_that_contains_itself_is_refused(tmp_path):
    assert "contains itself" in only(tmp_path, "a.yaml", "bodies: &a [*a]\n")[2]


def test_yaml_anchors_and_merge_keys_save_typing(tmp_path):
    (tmp_path / "a.yaml").write_text(
        "bodies:\n"
        "  - &one {id: one, shape: {kind: rectangle}, grid: [4, 4], material: &m {preset: silk}}\n"
        "  - {<<: *one, id: two, grid: [5, 5]}\n"
        "  - {<<: [*one], id: three, material: *m}\n"
    )
    bodies = load(tmp_path / "a.yaml").bodies
    assert [body.id for body in bodies] == ["one", "two", "three"]
    assert bodies[1].grid == (5, 5) and bodies[1].material == bodies[0].material == bodies[2].material


def test_yaml_numbers_are_those_people_write(tmp_path):
    (tmp_path / "a.yaml").write_text(
        f"dt: 1e-3\nseconds: +.5\nid: '7'\nbodies: [{SHEET}]\n"
        "constraints: [{kind: pin, body: surface1, corners: [00, 10]}]\n"
        "obstacles: [{kind: sphere, visible: no}]\n"
    )
    scene = load(tmp_path / "a.yaml")
    assert (scene.dt, scene.seconds, scene.id) == (1e-3, 0.5, "7")
    assert scene.constraints == [Pin("surface1", corners=[0, 10], id="pin1")]
    assert scene.obstacles[0].visible is False


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "id: a\ndt: .nan\n"),
        ("a.yaml", "id: a\ndt: -.inf\n"),
        ("a.yaml", "id: a\ndt: 1e999\n"),
        ("a.toml", "id = 'a'\ndt = nan\n"),
        ("a.toml", "id = 'a'\ndt = -inf\n"),
        ("a.json", '{"id": "a",\n"dt": NaN}'),
        ("a.json", '{"id": "a",\n"dt": Infinity}'),
        ("a.json", '{"id": "a",\n"dt": 1e999}'),
    ],
)
def test_numbers_are_finite_in_every_format(tmp_path, name, text):
    _, line, message = only(tmp_path, name, text)
    assert line == 2 and ("finite" in message)


def test_a_whole_number_that_no_float_holds_is_refused(tmp_path):
    for name, text in (("a.yaml", "dt: {}\n"), ("a.toml", "dt = {}\n"), ("a.json", '{{"dt": {}}}')):
        assert only(tmp_path, name, text.format("9" * 400))[0] == "dt"
        error(tmp_path, name, text.format("9" * (sys.get_int_max_str_digits() + 1)))


def test_json_that_is_no_yaml_is_read_and_its_errors_have_a_path(tmp_path):
    (tmp_path / "a.json").write_text('{"id"\n: "a",\t"title": "\\ud83d\\ude00 \\/ \x7f"}')
    assert load(tmp_path / "a.json").title == "\U0001f600 / \x7f"
    assert only(tmp_path, "a.json", '{"title": "\\ud83d\\ude00",\n"dt": -1}')[:2] == ("dt", 2)
    assert only(tmp_path, "a.json", '{"dt"\n: -1}')[0] == "dt"
    assert "given twice" in only(tmp_path, "a.json", '{"dt"\n: 1, "dt": 2}')[2]


def test_bad_syntax_of_a_long_line_has_a_column(tmp_path):
    for name, text in (("a.json", '{"dt": 1, dt}'), ("a.yaml", "{dt: 1, id: ]}"), ("a.toml", "dt = 1 dt")):
        assert re.search(r"column \d+\)$", only(tmp_path, name, text)[2])


# ---------------------------------------------------------------- bad scenes, with place and line


def test_an_unknown_key_suggests_the_nearest(tmp_path):
    text = f"bodies:\n  - {SHEET}\nobstacles:\n  - kind: sphere\n    raduis: 3\n"
    assert only(tmp_path, "a.yaml", text) == ("obstacles[0].raduis", 5, "unknown key; did you mean 'radius'?")


def test_an_unknown_kind_lists_or_suggests(tmp_path):
    path, line, message = only(tmp_path, "a.yaml", "obstacles:\n  - kind: spher\n")
    assert (path, line) == ("obstacles[0]", 2) and "did you mean 'sphere'" in message
    path, _, message = only(tmp_path, "a.yaml", "obstacles:\n  - radius: 1\n")
    assert path == "obstacles[0]" and "needs a kind: box, capsule, cone, cylinder" in message


WRONG = [
    # (what is wrong, path, line in YAML, TOML and JSON below)
    ("grid: [1, 4]", "bodies[0].grid[0]"),
    ("grid: 7", "bodies[0].grid"),
    ("grid: [4, four]", "bodies[0].grid[1]"),
    ("material: {kind: raw, mass: -1}", "bodies[0].material.mass"),
    ("material: {preset: cotton, density: -3}", "bodies[0].material.density"),
    ("material: {kind: raw, single: [{node: [9, 9]}]}", "bodies[0].material.single[0]"),
    ("material: 5", "bodies[0].material"),
    ("shape: {kind: bezier, order: 1, control_points: [[0, 0]]}", "bodies[0].shape.control_points[0][2]"),
    ("shape: {kind: rectangle, width: 0}", "bodies[0].shape.width"),
    ("shape: {}", "bodies[0].shape"),
    ("broken_links: [[[0, 0], [2, 2]]]", "bodies[0].broken_links[0]"),
    ("variant: kelagr", "bodies[0].variant"),
    ("look: {color: [2, 0, 0]}", "bodies[0].look.color[0]"),
    ("velocity: [0, .nan, 0]", "bodies[0].velocity[1]"),
]


@pytest.mark.parametrize(("wrong", "path"), WRONG, ids=[path for _, path in WRONG])
def test_a_wrong_value_is_found_with_path_and_line_in_every_format(tmp_path, wrong, path):
    body = yaml.safe_load(SHEET) | yaml.safe_load(wrong)
    key = next(iter(yaml.safe_load(wrong)))
    body = {name: value for name, value in body.items() if name != key} | {
        key: body[key]
    }  # the wrong key last
    data = {"id": "a", "bodies": [body]}
    texts = {
        "a.yaml": yaml.safe_dump(data, sort_keys=False, default_flow_style=False),
        "a.toml": tomli_w.dumps(data),
        "a.json": json.dumps(data, indent=1),
    }
    for name, text in texts.items():
        problem = error(tmp_path, name, text).problems[0]
        assert problem.path == path, name
        first = next(k for k, line in enumerate(text.splitlines(), 1) if key in line)
        assert problem.line is not None and first <= problem.line <= len(text.splitlines()), name


def test_lines_are_those_of_the_item_itself(tmp_path):
    pin = "- kind: pin\n  body: surface1\n  nodes:\n  - [0, 0]\n  - [4, 0]\n"
    text = f"bodies:\n- {SHEET}\nconstraints:\n{pin}"
    path, line, message = only(tmp_path, "a.yaml", text)
    assert (path, line) == ("constraints[0].nodes[1]", 8) and "outside the grid of 4×4" in message


def test_problems_come_in_the_order_of_the_file(tmp_path):
    text = "dt: -1\nobstacles:\n  - {kind: sphere, radius: -1}\nseconds: 0\n"
    assert [problem.line for problem in error(tmp_path, "a.yaml", text).problems] == [1, 3, 4]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("constraints: [{kind: pin, body: clth, corners: [00]}]", "constraints[0].body"),
        ("constraints: [{kind: pin, body: surface1}]", "constraints[0]"),
        ("constraints: [{kind: clamp, body: surface1, edges: [x0]}]", "constraints[0].edges[0]"),
        ("forces: [{kind: gravity, apply_to: [{body: clth}]}]", "forces[0].apply_to[0].body"),
        ("forces: [{kind: viscous, strength: 1, stream: [1, 2]}]", "forces[0].stream[2]"),
        ("forces: [{kind: viscous, strength: 1, stream: {kind: gust}}]", "forces[0].stream.mean"),
        ("forces: [{kind: viscous, strength: 1, stream: {kind: whirl}}]", "forces[0].stream"),
        (
            "forces: [{kind: viscous, strength: 1, stream: {kind: vortex, axis: [0, 0, 0]}}]",
            "forces[0].stream.axis",
        ),
        ("gravity: [1, 2]", "gravity[2]"),
        ("gravity: plutoo", "gravity"),
        ("events: [{kind: release, grab: x}]", "events[0].grab"),
        ("events: [{kind: set, path: gravity, value: x}]", "events[0]"),
        ("obstacles: [{kind: union, parts: [{kind: sphere, radius: -1}]}]", "obstacles[0].parts[0].radius"),
        ("contact: {kind: penalty, stifness: 1}", "contact.stifness"),
        ("integrator: {kind: bdf3}", "integrator"),
        ("solver: {kind: magic}", "solver.kind"),
        ("bodes: []", "bodes"),
    ],
)
def test_paths_read_as_the_user_wrote_them(tmp_path, text, path):
    assert only(tmp_path, "a.yaml", f"{text}\nbodies: [{SHEET}]\n")[0] == path


# ---------------------------------------------------------------- lines in TOML


def test_toml_lines_are_found_through_all_its_ways_of_writing():
    text = """# comment with [brackets] = 1
id = "a" # x = 1
"quoted key".inner = '''
multi = 1
[line]'''
list = [
  1, # one ]
  [2,
   3],
  {x = 1, "y z" = "}"},
]

[[bodies]]
id = "one"
shape.kind = "rectangle"
[bodies.material]
kind = "raw"
[[bodies.material.single]]
node = [0, 1]
[[bodies.material.single]]
mass = 1

[[bodies]]
title = \"\"\"a
\\"\"\" b\"\"\"
look = { color = [
  1, 2] }
"""
    lines = lines_of(text)
    assert lines[("id",)] == 2
    assert lines[("list", 0)] == 7 and lines[("list", 1, 1)] == 9 and lines[("list", 2, "x")] == 10
    assert lines[("bodies", 0)] == 13 and lines[("bodies", 0, "shape", "kind")] == 15
    assert lines[("bodies", 0, "material", "single", 1, "mass")] == 21
    assert lines[("bodies", 1, "title")] == 24
    assert lines[("bodies", 1, "look", "color", 1)] == 27
    assert {"multi", "line", "brackets"}.isdisjoint(key for path in lines for key in path)


# ---------------------------------------------------------------- anything at all

JUNK = [
    None,
    True,
    -1,
    0,
    1e400,
    float("nan"),
    "",
    "x",
    "sphere",
    [],
    [[]],
    {},
    {"kind": "x"},
    {"kind": []},
    {1: 2},
    [None] * 5,
]


def _places(data, path=()):
    """Every place in nested data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _replaced(data, path, value):
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = _replaced(data[path[0]], path[1:], value)
    return copy


def test_junk_anywhere_in_a_scene_is_accepted_or_refused_but_never_crashes(tmp_path):
    data = scene_data(everything())
    refused = 0
    for number, path in enumerate(_places(data)):
        for junk in (JUNK[number % len(JUNK)], JUNK[(7 * number + 3) % len(JUNK)]):
            (tmp_path / "junk.json").write_text(json.dumps(_replaced(data, path, junk)))
            try:
                load(tmp_path / "junk.json")
            except SceneError as caught:
                refused += 1
                assert all(problem.line is not None for problem in caught.problems), (path, junk)
    assert refused > 300
