"""Events do what they say, at the time they say."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SHEET = pl.Sheet(membrane=100.0, bending=1e-3, area_density=0.3, damping=5e-3)
DT = 0.01


def _scene(*, gravity: float | None = pl.EARTH) -> pl.Scene:
    scene = pl.Scene(gravity=gravity, dt=DT)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(6, 5), material=SHEET))
    return scene


def _at(simulation: pl.Simulation, node: tuple[int, int]) -> np.ndarray:
    return simulation.positions("sheet").reshape(6, 5, 3)[node]


def _until(simulation: pl.Simulation, time: float) -> pl.Simulation:
    while simulation.time < time - 1e-9:
        simulation.step()
    return simulation


def test_a_grabbed_node_stays_where_it_was_while_the_rest_falls():
    scene = _scene()
    scene.at(0.05, pl.Grab("sheet", (3, 2), id="hand"))
    simulation = _until(pl.Simulation(scene), 0.05)
    here = _at(simulation, (3, 2)).copy()
    _until(simulation, 0.3)
    assert (_at(simulation, (3, 2)) == here).all()
    assert _at(simulation, (0, 0))[2] < here[2] - 0.05


def test_a_grab_to_a_point_holds_the_node_there_at_once():
    scene = _scene(gravity=None)
    scene.at(0.0, pl.Grab("sheet", (5, 4), id="hand", to=(0.6, 0.5, 0.1)))
    simulation = _until(pl.Simulation(scene), DT)
    assert _at(simulation, (5, 4)) == pytest.approx((0.6, 0.5, 0.1), abs=0)


def test_a_hand_moves_its_node_in_a_straight_line_and_in_time():
    scene = _scene(gravity=None)
    scene.at(0.02, pl.Grab("sheet", (0, 0), id="hand"), pl.Move("hand", (-0.5, -0.5, 0.4), seconds=0.1))
    simulation = _until(pl.Simulation(scene), 0.07)
    assert _at(simulation, (0, 0)) == pytest.approx((-0.5, -0.5, 0.2), abs=1e-12)  # half the way
    _until(simulation, 0.2)
    assert _at(simulation, (0, 0)) == pytest.approx((-0.5, -0.5, 0.4), abs=1e-12)


def test_a_second_move_starts_where_the_first_was_interrupted():
    scene = _scene(gravity=None)
    scene.at(0.0, pl.Grab("sheet", (0, 0), id="hand"), pl.Move("hand", (-0.5, -0.5, 0.4), seconds=0.1))
    scene.at(0.05, pl.Move("hand", (-0.5, -0.5, 0.0), seconds=0.1))
    simulation = _until(pl.Simulation(scene), 0.10)
    assert _at(simulation, (0, 0))[2] == pytest.approx(0.1, abs=1e-12)


def test_a_released_node_falls():
    scene = _scene()
    scene.at(0.0, pl.Grab("sheet", (3, 2), id="hand"))
    scene.at(0.1, pl.Release("hand"))
    simulation = _until(pl.Simulation(scene), 0.1)
    here = _at(simulation, (3, 2)).copy()
    _until(simulation, 0.3)
    assert _at(simulation, (3, 2))[2] < here[2] - 0.05


def test_a_spring_pulls_without_holding():
    scene = _scene(gravity=None)
    scene.at(0.0, pl.Grab("sheet", (3, 2), id="string", to=(0.1, 0.0, 0.5), stiffness=5.0))
    simulation = _until(pl.Simulation(scene), 0.1)
    assert 0.0 < _at(simulation, (3, 2))[2] < 0.5
    scene.at(0.1, pl.Release("string"))
    released = _until(pl.Simulation(scene), 0.1)
    z = released.velocities("sheet")[:, 2]
    _until(released, 0.2)
    mass = released.model.body("sheet").layout.gather(released.model.body("sheet").system.mass)
    # Once let go, the momentum stays as it is.
    assert mass @ released.velocities("sheet")[:, 2] == pytest.approx(mass @ z, rel=1e-3)


def test_pinning_holds_nodes_where_they_are_and_unpinning_frees_them():
    scene = _scene()
    scene.at(0.1, pl.PinEvent("sheet", edges=["m0"]))
    scene.at(0.2, pl.Unpin("sheet", nodes=[(0, 0)]))
    simulation = _until(pl.Simulation(scene), 0.1)
    here = simulation.positions("sheet").reshape(6, 5, 3)[0].copy()
    assert (here[:, 2] < 0).all()
    _until(simulation, 0.2)
    assert (simulation.positions("sheet").reshape(6, 5, 3)[0] == here).all()
    _until(simulation, 0.4)
    after = simulation.positions("sheet").reshape(6, 5, 3)[0]
    assert (after[1:] == here[1:]).all()
    assert after[0, 2] < here[0, 2] - 1e-3


def test_unpin_without_a_choice_frees_everything():
    scene = _scene()
    scene.clamp("sheet", edges=["m0"])
    scene.at(0.1, pl.Unpin("sheet"))
    simulation = _until(pl.Simulation(scene), 0.3)
    assert (simulation.positions("sheet")[:, 2] < 0).all()


@pytest.mark.parametrize(
    ("path", "value"),
    [("gravity", None), ("gravity", (0, 0, 0)), ("forces.weight.g", 0.0)],
    ids=["none", "vector", "a force"],
)
def test_gravity_can_be_switched_off(path: str, value):
    scene = _scene(gravity=None if "forces" in path else pl.EARTH)
    if "forces" in path:
        scene.add(pl.Gravity(pl.EARTH), id="weight")
    scene.at(0.1, pl.Set(path, value))
    simulation = _until(pl.Simulation(scene), 0.1)
    v = simulation.velocities("sheet")[:, 2].mean()
    _until(simulation, 0.2)
    assert v == pytest.approx(-0.1 * pl.EARTH, rel=1e-6)
    assert simulation.velocities("sheet")[:, 2].mean() == pytest.approx(v, rel=1e-6)


def test_a_material_can_change_while_it_is_strained():
    scene = _scene(gravity=None)
    stretched = scene.bodies[0].model_copy(update={"initial_shape": pl.shapes.rectangle(1.2, 1)})
    scene = pl.Scene(bodies=[stretched], dt=DT)
    scene.pin("sheet", edges=["m0", "m1"])
    scene.at(0.05, pl.Set("bodies.sheet.material.membrane", 300.0))
    simulation = _until(pl.Simulation(scene), 0.05)
    before = simulation.energies()["elastic"]
    simulation.step()
    assert simulation.energies()["elastic"] == pytest.approx(3 * before, rel=0.05)


def test_an_event_happens_at_the_first_step_at_its_time_or_later():
    scene = _scene()
    scene.at(0.015, pl.PinEvent("sheet", nodes=[(0, 0)]))
    simulation = _until(pl.Simulation(scene), 0.02)
    assert simulation.state.events_done == 0
    here = _at(simulation, (0, 0)).copy()
    simulation.step()
    assert simulation.state.events_done == 1
    assert (_at(simulation, (0, 0)) == here).all()


@pytest.mark.parametrize("node", [(0, 0), (0, 4), (3, 4)], ids=["pole", "seam", "side"])
def test_a_closed_surface_can_be_held_anywhere_and_stays_closed(node: tuple[int, int]):
    """All nodes at a pole are one point; so a hand at one of them holds them all."""
    scene = pl.Scene(dt=DT)
    egg = pl.shapes.ellipsoid(0.4, 0.4, 0.5)
    scene.add(pl.Surface(egg, id="egg", grid=(10, 9), periodic=(True, False), material=SHEET))
    goal = egg.points((10, 9), (True, False))[node] + (0.0, 0.0, 0.1)
    scene.at(0.0, pl.Grab("egg", node, id="hand"), pl.Move("hand", goal, seconds=0.05))
    scene.at(0.08, pl.Release("hand"))
    simulation = _until(pl.Simulation(scene), 0.07)
    x = simulation.positions("egg").reshape(10, 9, 3)
    assert (x[node] == goal).all()
    _until(simulation, 0.12)
    x = simulation.positions("egg").reshape(10, 9, 3)
    assert np.ptp(x[:, 0], axis=0).max() < 1e-12 and np.ptp(x[:, -1], axis=0).max() < 1e-12
    assert np.abs(x[node] - goal).max() > 1e-4  # let go


def test_a_pinned_node_that_was_grabbed_is_pinned_where_it_is_let_go():
    scene = _scene()
    scene.pin("sheet", nodes=[(0, 0)])
    scene.at(0.0, pl.Grab("sheet", (0, 0), id="hand"), pl.Move("hand", (-0.4, -0.5, 0.1), seconds=0.05))
    scene.at(0.1, pl.Release("hand"))
    simulation = _until(pl.Simulation(scene), 0.3)
    assert _at(simulation, (0, 0)) == pytest.approx((-0.4, -0.5, 0.1), abs=1e-12)


def test_unpinning_a_node_in_the_hand_frees_it_when_it_is_let_go():
    scene = _scene()
    scene.pin("sheet", nodes=[(0, 0)])
    scene.at(0.0, pl.Grab("sheet", (0, 0), id="hand"))
    scene.at(0.05, pl.Unpin("sheet", nodes=[(0, 0)]))
    scene.at(0.1, pl.Release("hand"))
    simulation = _until(pl.Simulation(scene), 0.1)
    here = _at(simulation, (0, 0)).copy()
    assert here == pytest.approx((-0.5, -0.5, 0.0), abs=1e-12)
    _until(simulation, 0.3)
    assert _at(simulation, (0, 0))[2] < here[2] - 0.05
