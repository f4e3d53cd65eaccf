"""Numbers beyond anything that exists are refused where they are given, in words; nothing becomes NaN further in."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.magnitudes import ANGLE, LENGTH, NUMBER, TIME, limit_of
from pliant.model import Elastic, Springs, Sticks
from pliant.spec import Spec

FLAT = pl.shapes.rectangle(0.4, 0.4)
POINT = pl.shapes.bezier(np.zeros((9, 3)))


def _sheet(shape: Any = FLAT, **options: Any) -> pl.Scene:
    scene = pl.Scene(gravity="earth")
    scene.add(pl.Surface(shape, grid=(5, 5), **{"material": "cotton", **options}), id="sheet")
    return scene


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Elastic(young=1e308, thickness=1e-3, density=1e3), "young: too large: a number .* 1e.15"),
        (lambda: Elastic(young=1e6, thickness=1e-300, density=1e3), "thickness: too small: a length"),
        (lambda: Elastic(young=lambda u: 1e300 + u[:, 0], thickness=1, density=1), None),
        (lambda: _sheet(rotation=(0, 0, 1e300)), r"rotation\[2\]: too large: an angle .* 1e.06 rad"),
        (lambda: _sheet(position=(-1e300, 0, 0)), r"position\[0\]: too large: a length"),
        (lambda: _sheet(pl.shapes.bezier(np.full((9, 3), 1e200))), r"control_points\[0\]\[0\]: too large"),
        (lambda: pl.Scene(seconds=1e300), "seconds: too large: a time"),
        (lambda: pl.Scene(gravity=(0, 0, 1e200)), "gravity.* too large"),
        (lambda: _sheet().at(1e300, pl.Unpin("sheet")), "time: too large"),
        (lambda: _sheet().pin("sheet", nodes=[(0, 10**30)]), "too large|outside|int"),
        (lambda: pl.Mesh(vertices=np.full((3, 3), 1e300), triangles=[(0, 1, 2)], material="cotton"),
         r"vertices\[0\]\[0\]: too large"),
    ],
)  # fmt: skip
def test_absurd_numbers_are_refused_by_name(make, why):
    if why is None:
        with pytest.raises(pl.PliantError, match="too large"):
            _sheet(material=make())
    else:
        with pytest.raises(pl.PliantError, match=why):
            make()


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (POINT, "all of its points are in one place"),
        (pl.shapes.rectangle(1e-12, 1e-12), "at least 1e-09 m large"),
        (pl.shapes.bezier(9e8 + np.zeros((9, 3)) + 1e-6 * np.arange(27).reshape(9, 3)), "lost to rounding"),
    ],
)
def test_a_rest_shape_without_size_is_refused(shape, why):
    with pytest.raises(pl.SceneError, match=rf"bodies\[0\].shape: the rest shape: .*{why}"):
        pl.Simulation(_sheet(shape))


def test_a_body_too_far_away_for_its_size_is_refused():
    with pytest.raises(pl.SceneError, match=r"bodies\[0\].position: .* lost to rounding"):
        pl.Simulation(_sheet(position=(1e9, 0, 0)))


@pytest.mark.parametrize("material", [Springs(), Springs(shear=100.0, bend=10.0), Sticks()])
@pytest.mark.parametrize("integrator", ["bdf2", "explicit"])
def test_springs_that_start_at_a_point_have_no_direction_and_stay_finite(material, integrator):
    scene = _sheet(material=material, initial_shape=POINT)
    scene.collision = pl.Collision(bodies=False, itself=False)  # a point crosses itself
    scene.integrator = integrator
    simulation = pl.Simulation(scene)
    for _ in range(3):
        simulation.step()
    assert np.isfinite(simulation.positions("sheet")).all()


def test_every_limit_leaves_room_for_products_of_six_numbers():
    for limit in (ANGLE, LENGTH, TIME, NUMBER):
        assert np.isfinite(limit.high**6 * NUMBER.high**6)
        assert limit.low**6 * NUMBER.low**6 > 0.0


def test_no_field_of_a_table_of_limits_is_misspelt():
    from pliant import magnitudes

    for module in pkgutil.iter_modules(importlib.import_module("pliant.model").__path__, "pliant.model."):
        importlib.import_module(module.name)
    importlib.import_module("pliant.scene")
    known: set[str] = set()
    kinds: list[type] = [Spec]
    while kinds:
        kind = kinds.pop()
        kinds.extend(kind.__subclasses__())
        known |= set(kind.model_fields)
    assert set(magnitudes._KINDS) <= known
    assert limit_of("fibre_angle") is ANGLE


def test_cells_too_thin_for_rounding_are_refused():
    points = np.stack(
        np.meshgrid(np.linspace(0, 1, 3), np.linspace(0, 1, 3), [0.0], indexing="ij"), -1
    ).reshape(9, 3)
    points[4] = (3e7, 1.0, 0.3)
    scene = _sheet(pl.shapes.bezier(points), flow={"kind": "maxwell", "relaxation_time": 0.1})
    with pytest.raises(pl.SceneError, match=r"bodies\[0\].shape: .*too thin"):
        pl.Simulation(scene)


def test_a_bounce_that_gives_a_speed_beyond_all_bounds_is_an_explosion():
    scene = _sheet(position=(0, 0, 1))
    scene.dt = 1000.0
    scene.add(pl.obstacles.Plane(restitution=0.2, friction=0.5))
    simulation = pl.Simulation(scene)
    simulation.state.bodies["sheet"].v[2] = 1e200
    with pytest.raises(pl.SimulationError, match="exploded"):
        simulation.step()
