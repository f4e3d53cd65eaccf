"""What is drawn of joints and loads, and joints that are moved while it runs."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Nail, OnLine
from pliant.errors import SceneError
from pliant.simulation.marks import marks


def hung() -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, collision=False)
    rope = pl.Curve(pl.shapes.line((0, 0, 0), (0, 0, -1)), grid=(5,), material=pl.materials.ROPE, id="rope")
    scene.add(rope)
    scene.add(Nail(("rope", 0), (0.0, 0.0, 0.0)), id="hook")
    return scene


def test_a_frame_says_where_joints_are_what_they_keep_to_and_what_loads_do():
    scene = hung()
    scene.add(OnLine(more=[("rope", 4)], direction=(0, 0, 1)))
    scene.add(pl.Load((0, 0, -3), apply_to=[pl.Target("rope", corners=["1"])]))
    scene.add(pl.Moment((0, 0.2, 0), apply_to=[pl.Target("rope", corners=["1"])]))
    scene.add(pl.Thruster((0.5, 0, 0), apply_to=[pl.Target("rope")]))
    found = marks(pl.Simulation(scene))
    assert found["!held/points"] == pytest.approx(np.array([[0, 0, 0], [0, 0, -1]]))
    (a, b) = found["!held/guides"].reshape(-1, 3)
    assert np.cross(b - a, (0, 0, 1)) == pytest.approx(np.zeros(3)) and 0.5 * (a + b)[2] == pytest.approx(-1)
    load, *couple, thrust = found["!held/loads"]
    assert thrust == pytest.approx([0, 0, -0.5, 0.5, 0, 0], abs=1e-6)
    assert load == pytest.approx([0, 0, -1, 0, 0, -3])
    assert np.sum(couple, axis=0)[3:] == pytest.approx(np.zeros(3), abs=1e-6) and len(couple) == 2


def test_a_nail_that_is_moved_while_it_runs_is_followed_and_not_refused(tmp_path):
    simulation = pl.Simulation(hung())
    simulation.step()
    simulation.apply(pl.Set("constraints.hook.position", (0.2, 0.0, 0.1)))
    simulation.step()
    assert 0.0 < simulation.positions("rope")[0, 0] < 0.1  # smoothly
    simulation.checkpoint(tmp_path / "on the way")
    again = pl.Simulation.restore(tmp_path / "on the way")
    for _ in range(3):
        simulation.step()
        again.step()
    assert simulation.positions("rope")[0] == pytest.approx((0.2, 0.0, 0.1), abs=1e-12)
    assert np.array_equal(simulation.positions("rope"), again.positions("rope"))
    with pytest.raises(SceneError, match="is not met at the start"):
        pl.Simulation(simulation.scene)
