"""What a newcomer gets wrong first is told clearly, and nothing is solved badly in silence."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl


def sheet(**options) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, **options)
    cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(8, 8), material="cotton"), id="cloth")
    scene.pin(cloth, corners=("00", "10"))
    return scene


def test_a_path_in_place_of_a_scene_names_load():
    with pytest.raises(pl.PliantError, match=r"Scene is needed, str given; pliant\.load"):
        pl.simulate("scene.yaml", steps=1)  # type: ignore[arg-type]


def test_a_scene_without_bodies_is_refused():
    with pytest.raises(pl.PliantError, match="no bodies"):
        pl.simulate(pl.Scene(), steps=1)


@pytest.mark.parametrize(
    "length",
    [{"steps": 2.5}, {"seconds": "1"}, {"seconds": float("nan")}, {"steps": -1}, {"seconds": 1e300},
     {"seconds": 10**400}, {"steps": 10**5000}],
)  # fmt: skip
def test_a_length_that_is_none_is_refused(length):
    with pytest.raises(pl.PliantError, match="must be a"):
        pl.simulate(sheet(), **length)


def test_a_run_shorter_than_half_a_step_is_refused():
    with pytest.raises(pl.PliantError, match="less than half a time step"):
        pl.simulate(sheet(dt=1.0), seconds=0.2)


def test_a_body_that_starts_inside_an_obstacle_is_announced():
    scene = sheet()
    scene.add(pl.obstacles.Sphere(radius=0.3), id="ball")
    with pytest.warns(RuntimeWarning, match="'cloth' starts .* inside obstacle 'ball'"):
        pl.Simulation(scene)


def test_a_very_long_step_still_hangs_the_sheet():
    """With dt = 10 s the first correction is hundreds of metres; the line search must come back from it."""
    simulation = pl.Simulation(sheet(dt=10.0, integrator=pl.BackwardEuler()))
    for _ in range(20):
        simulation.step()
    assert simulation.positions("cloth")[:, 2].min() < -0.9


def test_steps_that_are_not_solved_are_reported():
    scene = sheet(integrator=pl.BDF2(newton_iterations=1, tolerance=1e-6))
    with pytest.warns(RuntimeWarning, match="steps were not solved"):
        pl.simulate(scene, steps=10)


def test_parameters_go_by_the_paths_that_messages_print():
    changed = pl.set_parameter(sheet(), "bodies[0].grid", [5, 6])
    assert changed.bodies[0].grid == (5, 6)


def test_switching_a_kind_forgets_the_keys_of_the_old_one():
    changed = pl.set_parameter(sheet(), "integrator.kind", "explicit")
    assert isinstance(changed.integrator, pl.Explicit)


def test_a_tied_pole_stays_one_point():
    scene = pl.Scene(gravity=pl.EARTH)
    ball = pl.shapes.ellipsoid(0.3, 0.3, 0.3)
    scene.add(pl.Surface(ball, grid=(12, 7), periodic=(True, False), material="rubber_sheet"), id="ball")
    simulation = pl.Simulation(scene)
    for _ in range(5):
        simulation.step()
    pole = simulation.positions("ball").reshape(12, 7, 3)[:, 0]
    assert np.ptp(pole, axis=0).max() < 1e-12


def test_an_explosion_that_goes_on_is_told():
    scene = pl.Scene(gravity=pl.EARTH, dt=0.003, integrator="feynman")
    patch = pl.layers.Patch(shape=pl.shapes.rectangle(1, 1), grid=(6, 6))
    scene.add(pl.Layered(patch, id="patch"))
    with pytest.warns(RuntimeWarning, match="may be an explosion"):
        pl.simulate(scene, seconds=2)


def test_matrices_that_are_not_finite_are_an_explosion_as_any_other(monkeypatch):
    simulation = pl.Simulation(sheet())
    simulation.step()
    before = simulation.positions("cloth")

    def step(*_):
        raise np.linalg.LinAlgError("SVD did not converge")

    monkeypatch.setattr(simulation._steppers["cloth"], "step", step)
    with pytest.raises(pl.SimulationError, match="'cloth' exploded"):
        simulation.step()
    assert np.array_equal(simulation.positions("cloth"), before)
