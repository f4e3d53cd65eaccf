"""Laws for large strain: how they are asked for, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SceneError
from pliant.model.laws import as_law


def _bulk(law) -> pl.Bulk:
    return pl.Bulk(young=1e6, poisson=0.49, density=1e3, law=law)


def test_a_law_is_a_name_or_is_spelt_out():
    assert _bulk("ogden") == _bulk(pl.laws.Ogden()) == _bulk({"kind": "ogden"})
    assert _bulk({"kind": "mooney_rivlin", "second": 0.4}).law == pl.laws.MooneyRivlin(0.4)
    assert pl.Bulk(young=1e6, density=1e3).law == pl.laws.Metric()


def test_a_changed_copy_may_name_a_law():
    assert as_law("corotated") == pl.laws.Corotated()


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ("hookean", "no kind 'hookean'; did you mean 'neo_hookean'"),
        ({"kind": "mooney_rivlin", "second": 1.5}, "less than or equal to 1|at most 1"),
        ({"kind": "ogden", "exponents": [2.0, 0.0], "shares": [0.5, 0.5]}, "not zero"),
        ({"kind": "ogden", "exponents": [2.0], "shares": [0.5, 0.5]}, "one for each of the 1 exponents"),
        ({"kind": "ogden", "exponents": [2.0, 4.0], "shares": [0.5, 0.4]}, "sum up to one"),
    ],
)
def test_what_is_no_law_is_refused_in_words(law, message: str):
    with pytest.raises(SceneError, match=message):
        _bulk(law)


@pytest.mark.parametrize(
    "make",
    [
        lambda: pl.Elastic(young=1e6, thickness=1e-3, density=1e3, young_2=2e6, law="ogden"),
        lambda: pl.Sheet(membrane=(1.0, 0.3, 1.0, 0.3), area_density=1.0, law="ogden"),
    ],
)
def test_a_sheet_with_fibres_has_no_law_for_large_strain(make):
    with pytest.raises(
        SceneError, match="law: a law for large strain is for sheets that are the same in all"
    ):
        make()


def test_a_sheet_of_st_venant_and_kirchhoff_is_the_metric_one():
    points = []
    for law in ("metric", "st_venant_kirchhoff"):
        scene = pl.Scene(gravity=pl.EARTH)
        material = pl.Elastic(young=1e5, poisson=0.4, thickness=1e-3, density=1e3, law=law)
        scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material=material), id="sheet")
        scene.pin("sheet", edges=["m0"])
        simulation = pl.Simulation(scene)
        for _ in range(5):
            simulation.step()
        points.append(simulation.positions("sheet"))
    assert (points[0] == points[1]).all()


def test_a_scene_in_a_file_keeps_its_law(tmp_path):
    scene = pl.Scene()
    law = pl.laws.Ogden((2.0, -2.0), (0.8, 0.2))
    scene.add(pl.Solid(pl.shapes.box(1, 1, 1), grid=(3, 3, 3), material=_bulk(law)))
    pl.save(scene, tmp_path / "scene.yaml")
    assert pl.load(tmp_path / "scene.yaml").bodies[0].material.law == law


@pytest.mark.parametrize(
    ("law", "poisson"),
    [("corotated", 0.3), ("st_venant_kirchhoff", 0.3), ("mooney_rivlin", 0.3), ("ogden", 0.49)],
)
def test_a_block_of_which_a_corner_is_pushed_through_the_other_side_comes_back(law: str, poisson: float):
    """Ogden's needs the resistance of rubber to a change of volume for that."""
    scene = pl.Scene(dt=1e-2, integrator=pl.BackwardEuler(), collision=False)
    material = pl.Bulk(young=1e6, poisson=poisson, density=1e3, law=law)
    scene.add(pl.Solid(pl.shapes.box(1, 1, 1), grid=(3, 3, 3), material=material), id="block")
    scene.pin("block", edges=["l0"])
    simulation = pl.Simulation(scene)
    body, state = simulation.model.body("block"), simulation.state.bodies["block"]
    rest = simulation.positions("block")
    x = rest.copy()
    x[-1] -= 1.6
    state.x[:] = body.layout.spread(x.reshape(3, 3, 3, 3))
    for _ in range(200):
        simulation.step()
    assert np.abs(simulation.positions("block") - rest).max() < 0.01
