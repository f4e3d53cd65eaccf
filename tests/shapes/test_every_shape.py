"""Claims about every shape of every dimension: one table, one set of tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import yaml
from pydantic import TypeAdapter

import pliant as pl
from pliant import shapes
from pliant.build.model import build
from pliant.errors import PliantError, SceneError
from pliant.scene import Scene, load, save
from pliant.shapes import CurveShape, SolidShape, SurfaceShape
from pliant.shapes.curves import AnyCurve

ZIGZAG = [(0, 0, 0), (1, 0, 0.2), (1, 1, 0), (0, 1, 0.3), (-0.5, 0.4, 0)]
NET = np.stack(np.meshgrid(np.linspace(0, 3, 5), np.linspace(0, 2, 4), indexing="ij"), axis=-1)
NET = np.concatenate([NET, 0.2 * np.sin(3 * NET[..., :1]) * NET[..., 1:]], axis=-1)
GRID = np.stack(np.meshgrid(*[np.linspace(0, 1, 4)] * 3, indexing="ij"), axis=-1)
CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
BUMPS = np.outer(np.sin(np.linspace(0, 6, 9)), np.cos(np.linspace(0, 4, 7)))

CURVES = [
    shapes.line((0, 0, 1), (1, 2, 3)),
    shapes.polyline(ZIGZAG),
    shapes.polyline(ZIGZAG, closed=True),
    shapes.bezier_curve(ZIGZAG),
    shapes.b_spline_curve(ZIGZAG),
    shapes.b_spline_curve(ZIGZAG, degree=2, closed=True),
    shapes.circle(2, center=(1, 0, 0)),
    shapes.arc_degrees(1, 90, v=(0, 0, 1)),
    shapes.ellipse(2, 1, v=(0, 1, 1)),
    shapes.superellipse(2, 1, 0.3),
    shapes.helix(),
    shapes.even(shapes.ellipse(3, 1)),
    shapes.helix(turns=2) | shapes.taper(0.2),
]
SURFACES = [
    shapes.rectangle(2, 1),
    shapes.bezier([(j, i, i * j) for i in range(3) for j in range(3)]),
    shapes.b_spline(NET),
    shapes.b_spline(NET, (2, 3), closed=(True, False)),
    shapes.ellipsoid(1, 2, 3),
    shapes.superquadric(1, 2, 3),
    shapes.superquadric(exponents=(2.5, 0.1)),
    shapes.torus(),
    shapes.supertoroid(),
    shapes.cylinder(),
    shapes.cylinder(angle=np.pi),
    shapes.cone(),
    shapes.cone(1, 1, top=0.5),
    shapes.tube(shapes.helix(), 0.05),
    shapes.tube(shapes.circle(), 0.2),
    shapes.height_field(BUMPS, 2, 1, 0.1),
    shapes.bust(),
    shapes.extrude(shapes.circle(), (0, 0.3, 1)),
    shapes.extrude(shapes.b_spline_curve(ZIGZAG), (0, 0, 1)),
    shapes.revolve(shapes.line((1, 0, -1), (0.5, 0, 1))),
    shapes.revolve(shapes.circle(0.2, center=(1, 0, 0), v=(0, 0, 1)), angle=np.pi),
    shapes.cylinder() | shapes.bend_degrees(60) | shapes.shear(0.2),
]
SOLIDS = [
    shapes.box(1, 2, 3),
    shapes.bezier_solid(CUBE),
    shapes.b_spline_solid(GRID),
    shapes.b_spline_solid(GRID, (1, 2, 3)),
    shapes.ellipsoid_solid(1, 2, 3),
    shapes.ellipsoid_solid(hollow=0.5),
    shapes.ball(),
    shapes.capsule_solid(0.5, 1.5),
    shapes.superquadric_solid(),
    shapes.superquadric_solid(exponents=(1.5, 0.3), hollow=0.2),
    shapes.cylinder_solid(),
    shapes.cylinder_solid(hollow=0.5, angle=1.0),
    shapes.torus_solid(),
    shapes.tube_solid(shapes.helix()),
    shapes.tube_solid(shapes.circle(), 0.2, hollow=0.3),
    shapes.box(1, 1, 2) | shapes.twist_degrees(90) | shapes.taper(0.5),
]
EVERY = [*CURVES, *SURFACES, *SOLIDS]
COUNTS = {1: (12,), 2: (12, 9), 3: (9, 8, 5)}


def name(shape) -> str:
    return shape.kind


every_shape = pytest.mark.parametrize("shape", EVERY, ids=name)


def test_no_kind_is_missing_here():
    for family, union in ((CURVES, CurveShape), (SURFACES, SurfaceShape), (SOLIDS, SolidShape)):
        assert {type(shape) for shape in family} == set(get_args(union))
    kinds = [
        shape.model_fields["kind"].default
        for u in (CurveShape, SurfaceShape, SolidShape)
        for shape in get_args(u)
    ]
    plain = [kind for kind in kinds if kind != "deformed"]
    assert len(plain) == len(set(plain)), "a kind says also of which dimension it is"


@every_shape
def test_nodes_are_finite_and_as_many_as_the_grid_says(shape):
    grid = COUNTS[shape.dimension]
    points = shape.points(grid, (False,) * shape.dimension)
    assert points.shape == (*grid, 3) and points.dtype == float and np.all(np.isfinite(points))
    assert np.ptp(points.reshape(-1, 3), axis=0).max() > 0.1


@every_shape
def test_an_axis_that_closes_meets_its_beginning_and_a_periodic_grid_leaves_that_out(shape):
    for axis, closes in enumerate(shape.closes):
        grid = list(COUNTS[shape.dimension])
        free = shape.points(tuple(grid), (False,) * shape.dimension)
        first, last = np.take(free, 0, axis), np.take(free, -1, axis)
        # Nothing else may meet by chance but a row of coincident nodes such as the tip of a cone.
        assert np.allclose(first, last, atol=1e-9) == closes or np.ptp(free, axis=axis).max() == 0
        grid[axis] -= 1
        periodic = shape.points(tuple(grid), tuple(k == axis for k in range(shape.dimension)))
        if closes:
            assert np.allclose(periodic, np.delete(free, -1, axis), atol=1e-6)
        else:  # the shape ends where it ends, as Bézier patches do
            assert np.allclose(np.take(periodic, -1, axis), last)


@every_shape
def test_refining_the_grid_keeps_the_nodes(shape):
    # 1e-6 for tubes, whose frames are carried along the nodes among others.
    coarse = {1: (9,), 2: (9, 5), 3: (5, 5, 3)}[shape.dimension]
    fine = tuple(2 * count - 1 for count in coarse)
    free = (False,) * shape.dimension
    every_other = (slice(None, None, 2),) * shape.dimension
    assert np.allclose(shape.points(fine, free)[every_other], shape.points(coarse, free), atol=1e-6)


@every_shape
def test_every_shape_can_be_deformed_and_moving_it_moves_every_node(shape):
    grid = COUNTS[shape.dimension]
    moved = shape | shapes.rotate((0.1, 0.2, 0.3)) | shapes.move((1, 2, 3)) | shapes.scale(2)
    R = shapes.rotate((0.1, 0.2, 0.3))
    assert type(moved).__name__.startswith("Deformed") and moved.dimension == shape.dimension
    assert moved.closes == shape.closes
    flat = shape.points(grid, (False,) * shape.dimension)
    wanted = 2 * (R.moved(flat, shapes.bounds(shape)) + np.array([1, 2, 3]))
    assert np.allclose(moved.points(grid, (False,) * shape.dimension), wanted)


@every_shape
def test_every_shape_survives_json_and_yaml(shape):
    union = {1: CurveShape, 2: SurfaceShape, 3: SolidShape}[shape.dimension]
    adapter = TypeAdapter(union)
    assert adapter.validate_json(shape.model_dump_json()) == shape
    text = yaml.safe_dump(json.loads(shape.model_dump_json()))
    assert adapter.validate_python(yaml.safe_load(text)) == shape
    assert hash(shape) == hash(adapter.validate_json(shape.model_dump_json()))


def test_points_wants_one_count_per_axis():
    with pytest.raises(PliantError, match=r"Circle\.points: grid must have 1 entries \(given: \(3, 3\)\)"):
        shapes.circle().points((3, 3), (True, True))
    with pytest.raises(PliantError, match="periodic must have 2 entries"):
        shapes.torus().points((3, 3), (True,))


# ---------------------------------------------------------------- in scenes


@pytest.mark.parametrize("extension", ["yaml", "toml", "json"])
def test_a_scene_with_every_surface_reads_back_equal(tmp_path, extension):
    every = [*SURFACES, *(shapes.extrude(curve, (0.1, 0.2, 1)) for curve in CURVES)]
    scene = Scene(bodies=[pl.Surface(shape, grid=(6, 5), material="cotton") for shape in every])
    save(scene, tmp_path / f"scene.{extension}")
    assert load(tmp_path / f"scene.{extension}") == scene


def test_a_deformed_shape_is_written_as_people_would_write_it(tmp_path):
    shape = shapes.cylinder(0.3) | shapes.twist(1.5) | shapes.taper(0.5, axis="x")
    save(Scene(bodies=[pl.Surface(shape, grid=(6, 5), material="cotton")]), tmp_path / "a.yaml")
    written = yaml.safe_load((tmp_path / "a.yaml").read_text())["bodies"][0]["shape"]
    assert written == {
        "kind": "deformed",
        "shape": {"kind": "cylinder", "radius": 0.3},
        "by": [{"kind": "twist", "angle": 1.5}, {"kind": "taper", "to": 0.5, "axis": "x"}],
    }


def test_the_json_schema_knows_every_surface_and_deformer():
    text = json.dumps(Scene.json_schema())
    for union in (SurfaceShape, CurveShape):
        for shape in get_args(union):
            assert f'"const": "{shape.model_fields["kind"].default}"' in text
    for adapter in (TypeAdapter(AnyCurve), TypeAdapter(SolidShape)):
        assert "#/$defs/Twist" in json.dumps(adapter.json_schema())


@pytest.mark.parametrize("shape", SURFACES, ids=name)
def test_every_surface_can_be_a_body(shape):
    grid, periodic = (12, 10), tuple(shape.closes)
    model = build(Scene(bodies=[pl.Surface(shape, grid=grid, periodic=periodic, material="cotton")]))
    assert model.bodies[0].system.mass.sum() > 0


def test_a_deformer_that_does_not_fit_the_shape_is_named_when_the_scene_is_built():
    flat = shapes.rectangle() | shapes.move((0, 0, 1)) | shapes.twist(1)
    scene = Scene(bodies=[pl.Surface(flat, grid=(4, 4), material="cotton")])
    with pytest.raises(SceneError, match=r"bodies\[0\]\.shape\.by\[1\]: the shape has no extent along z"):
        build(scene)


WRONG = [
    ("{kind: deformed, shape: {kind: rectangle}, by: []}", "shape.by", "at least 1"),
    (
        "{kind: deformed, shape: {kind: rectangle}, by: [{kind: twst, angle: 1}]}",
        "shape.by[0]",
        "mean 'twist'",
    ),
    ("{kind: deformed, shape: {kind: rectangle}, by: [{kind: twist}]}", "shape.by[0].angle", "required"),
    ("{kind: deformed, shape: {kind: box}, by: [{kind: shear, amount: 1}]}", "shape.shape", "no kind 'box'"),
    (
        "{kind: tube, curve: {kind: even, curve: {kind: circle, radius: 0}}}",
        "shape.curve.curve.radius",
        "than 0",
    ),
    ("{kind: tube, curve: {kind: torus}}", "shape.curve", "no kind 'torus'; known here: b_spline_curve"),
    ("{kind: tube, curve: {kind: line, end: [0, 0, 0]}}", "shape.curve.end", "no length"),
    ("{kind: tube, curve: {kind: polyline, corners: [[0, 0, 0]]}}", "shape.curve.corners", "at least 2"),
    ("{kind: tube, curve: {kind: helix, pitch: 0}}", "shape.curve.pitch", "circle"),
    ("{kind: tube, curve: {kind: circle, u: [0, 0, 1], v: [0, 0, 2]}}", "shape.curve.v", "span no area"),
    ("{kind: extrusion, curve: {kind: line}, direction: [0, 0, 0]}", "shape.direction", "no length"),
    ("{kind: revolution, curve: {kind: line}, axis: [0, 0, 0]}", "shape.axis", "no length"),
    ("{kind: revolution, curve: {kind: line}, angle: 7}", "shape.angle", "less than"),
    ("{kind: torus, tube: 2}", "shape.tube", "thinner than the radius"),
    ("{kind: superquadric, exponents: [1, 0]}", "shape.exponents[1]", "greater than 0"),
    ("{kind: cone, top: -1}", "shape.top", "greater than or equal to 0"),
    ("{kind: b_spline, counts: [2, 4], control_points: []}", "shape.counts[0]", "needs at least 4"),
    (
        "{kind: b_spline, counts: [4, 4], control_points: []}",
        "shape.control_points",
        "16 control points, 0 given",
    ),
    ("{kind: height_field}", "shape.heights", "either heights or a file"),
    (
        "{kind: height_field, heights: [[1, 2], [1, 2, 3]]}",
        "shape.heights[1]",
        "3 entries, the first row has 2",
    ),
    ("{kind: height_field, heights: [[1, 2], [1, .nan]]}", "shape.heights[1][1]", "finite"),
]


@pytest.mark.parametrize(("shape", "path", "why"), WRONG, ids=[f"{p}: {w}" for _, p, w in WRONG])
def test_what_is_wrong_with_a_shape_is_said_where_it_is(tmp_path, shape, path, why):
    body = f"- kind: surface\n  grid: [4, 4]\n  material: cotton\n  shape: {shape}\n"
    (tmp_path / "a.yaml").write_text(f"bodies:\n{body}")
    with pytest.raises(SceneError) as caught:
        load(tmp_path / "a.yaml")
    assert len(caught.value.problems) == 1
    problem = caught.value.problems[0]
    assert (problem.path, problem.line) == (f"bodies[0].{path}", 5)
    assert why in problem.message


def test_the_xml_of_document_000_has_other_shapes(tmp_path):
    body = pl.Surface(shapes.torus(), grid=(6, 6), material=pl.Raw(), variant="kelager")
    with pytest.raises(SceneError, match=r"bodies\[0\]\.shape: the XML .* cannot express the shape torus"):
        save(Scene(bodies=[body], integrator=pl.SemiImplicit()), tmp_path / "a.xml")


# ---------------------------------------------------------------- the page in docs/

PAGE = (Path(__file__).parents[2] / "docs" / "shapes.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_run(tmp_path):
    python, text = (
        re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) for language in ("python", "yaml")
    )
    assert python and text
    names: dict = {}
    exec(python[1], names)
    assert names["nodes"].shape == (9, 9, 17, 3) and len(names["scene"].bodies) == 2
    (tmp_path / "a.yaml").write_text(text[1])
    assert load(tmp_path / "a.yaml").bodies[0].shape.kind == "deformed"


def test_the_page_lists_every_kind_and_every_helper():
    kinds = {shape.kind for shape in EVERY} - {"deformed"}
    helpers = {name for name in shapes.__all__ if name.islower()} - {"bounds"}
    assert {kind for kind in kinds if f"| `{kind}` |" not in PAGE} == set()
    assert {name for name in helpers if f"{name}(" not in PAGE and f"`{name}`" not in PAGE} == set()
