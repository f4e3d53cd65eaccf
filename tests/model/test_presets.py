"""Presets of curves, solids and meshes, by name and with changes."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant import materials, shapes
from pliant.errors import SceneError
from pliant.materials import CURVE_PRESETS, JELLY, ROPE, RUBBER, SOLID_PRESETS
from pliant.model import ALL_PRESETS, PRESETS, Bulk, Cord, Curve, Mesh, Rod, Solid
from pliant.scene.write import scene_data

CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def rope(material) -> Curve:
    return Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=10, material=material)


def block(material) -> Solid:
    return Solid(shapes.box(1, 1, 1), grid=(3, 3, 3), material=material)


def test_names_stand_for_materials():
    assert rope("rope").material == ROPE
    assert block("jelly").material == JELLY
    assert Mesh(CORNERS, tetrahedra=[[0, 1, 2, 3]], material="rubber").material == RUBBER
    assert Mesh(CORNERS, triangles=[[0, 1, 2]], material="cotton").material == PRESETS["cotton"]


def test_a_preset_with_changes_keeps_the_rest():
    soft = block({"preset": "rubber", "young": 1e5}).material
    assert isinstance(soft, Bulk)
    assert (soft.young, soft.poisson, soft.density) == (1e5, RUBBER.poisson, RUBBER.density)
    thick = rope({"preset": "steel_wire", "radius": 0.01}).material
    assert isinstance(thick, Rod)
    assert (thick.radius, thick.young) == (0.01, 205e9)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: rope("ropp"), "material: there is no material named 'ropp' for this; did you mean 'rope'"),
        (lambda: rope("rubber"), "there is no material named 'rubber' for this; did you mean 'rubber_cord'"),
        (lambda: block("cotton"), "there is no material named 'cotton'"),
        (lambda: block({"preset": "rubber", "yuong": 1}), "material.yuong: unknown key"),
        (lambda: block({"preset": "rubber", "young": -1}), "material.young: must be greater than 0"),
        (lambda: Mesh(CORNERS, triangles=[[0, 1, 2]], material="rubber"), "material: triangles take"),
    ],
)
def test_names_that_mean_nothing_here(make, complaint):
    with pytest.raises(SceneError, match=complaint):
        make()


def test_every_name_means_one_thing_and_is_written_as_such(tmp_path):
    assert len(ALL_PRESETS) == len(PRESETS) + len(CURVE_PRESETS) + len(SOLID_PRESETS)
    scene = pl.Scene(bodies=[*map(rope, CURVE_PRESETS), *map(block, SOLID_PRESETS)])
    assert [body["material"] for body in scene_data(scene)["bodies"]] == [*CURVE_PRESETS, *SOLID_PRESETS]
    pl.save(scene, tmp_path / "all.yaml")
    assert pl.load(tmp_path / "all.yaml") == scene


@pytest.mark.parametrize("name", ALL_PRESETS)
def test_constants_have_the_name_in_capitals(name):
    assert getattr(materials, name.upper()) is ALL_PRESETS[name]


@pytest.mark.parametrize("name", CURVE_PRESETS)
def test_curves_weigh_and_stand_out_as_such_things_do(name):
    preset = CURVE_PRESETS[name]
    assert 1e-6 < preset.line_density < 1.0
    standing = (preset.bending / (9.81 * preset.line_density)) ** (1 / 3)  # the bending length [m]
    assert 0.005 < standing < 2.0
    if isinstance(preset, Cord):  # fibres slide: it bends far more easily than a solid rod as thick
        assert preset.radius is not None
        assert preset.bending < 0.05 * preset.stretching * preset.radius**2 / 4.0


@pytest.mark.parametrize("name", SOLID_PRESETS)
def test_solids_have_moduli_and_densities_of_matter(name):
    preset = SOLID_PRESETS[name]
    assert 1e3 <= preset.young <= 3e11
    assert 10 < preset.density < 1e4
    sound = np.sqrt(preset.young / preset.density)
    assert 1.0 < sound < 6000.0
    assert preset.damping < 0.05


def test_editors_are_offered_the_names():
    schema = Solid.model_json_schema()
    options = schema["properties"]["material"]["anyOf"]
    assert {"type": "string", "enum": list(SOLID_PRESETS)} in options


@pytest.mark.parametrize(("key", "hint"), [("thickness", "known here: "), ("yung", "did you mean 'young'?")])
def test_a_preset_is_not_told_the_keys_of_another_kind_of_material(key: str, hint: str):
    with pytest.raises(SceneError) as caught:
        Mesh(CORNERS, tetrahedra=[[0, 1, 2, 3]], material={"preset": "rubber", key: 1.0})
    (problem,) = caught.value.problems
    assert problem.path == f"material.{key}"
    assert problem.message.startswith(f"unknown key; {hint}")
    assert "thickness" not in problem.message
