"""Temperatures: set by events, changed by the surroundings and by hot obstacles as (1) of `heating` says."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.simulation import Simulation

RUBBER = pl.Springs(stiffness=200.0, shear=100.0, bend=20.0, mass=1e-3, damping=0.01)
LAW = pl.Thermoplastic(relaxation_time=0.1, temperature=200.0, ambient=20.0, cooling_time=0.5)


def strip(law=LAW, **options) -> pl.Scene:
    """A small flat net that floats, or lies on what a test puts below it."""
    scene = pl.Scene(gravity=options.pop("gravity", 0.0), dt=0.01)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.3, 0.2), id="strip", grid=(4, 3), material=RUBBER, flow=law, **options
        )
    )
    return scene


def after(scene: pl.Scene, steps: int) -> Simulation:
    simulation = Simulation(scene)
    for _ in range(steps):
        simulation.step()
    return simulation


def test_a_hot_body_cools_exponentially():
    found = after(strip(), 70).temperature("strip")
    assert found == pytest.approx(20.0 + 180.0 * np.exp(-0.7 / 0.5), rel=1e-12)  # exact but for rounding


def test_without_a_cooling_time_it_stays_hot():
    assert after(strip(LAW.model_copy(update={"cooling_time": None})), 5).temperature(
        "strip"
    ) == pytest.approx(200.0)


def test_cooling_does_not_depend_on_the_step():
    scene = strip()
    scene.dt = 0.07
    assert after(scene, 10).temperature("strip") == pytest.approx(after(strip(), 70).temperature("strip"))


def test_nodes_that_touch_a_hot_obstacle_take_its_temperature():
    """A tilted strip touches a plate with one edge; those nodes obey (2) with both rates, the others cool."""
    scene = strip(rotation=(0.0, 0.3, 0.0))
    point = (0.0, 0.0, -0.15 * np.sin(0.3) - 0.002)  # the margin of a penalty below the edge
    scene.add(pl.obstacles.Plane(point=point, temperature=300.0, contact_time=0.2))
    simulation = Simulation(scene)
    touching = simulation.model.bodies[0].around.warmth[0].touching(simulation.state.bodies["strip"].x, 0.0)
    touching = simulation.model.bodies[0].layout.gather(touching) > 0.0
    assert touching.sum() == 3
    simulation.step()
    rate = 1.0 / 0.5 + touching / 0.2
    end = (20.0 / 0.5 + touching * 300.0 / 0.2) / rate
    expected = end + (200.0 - end) * np.exp(-rate * 0.01)
    assert simulation.temperature("strip") == pytest.approx(expected, rel=1e-12)


def test_events_heat_and_cool_all_nodes_or_some():
    simulation = Simulation(strip(LAW.model_copy(update={"cooling_time": None})))
    simulation.cool("strip")
    assert (simulation.temperature("strip") == 20.0).all()
    event = simulation.heat("strip", 120.0, corners=("00",))
    assert event.time == 0.0
    simulation.step()
    found = simulation.temperature("strip")
    assert found[0] == 120.0 and (found[1:] == 20.0).all()


def test_the_copies_of_a_vertex_are_heated_with_it():
    """The elements of a mesh that can be cut have nodes of their own; they are one as long as it is whole."""
    square = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    law = LAW.model_copy(update={"cooling_time": None, "temperature": 20.0})
    material = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3)
    mesh = pl.Mesh(
        square, id="mesh", triangles=[(0, 1, 2), (1, 3, 2)], material=material, flow=law, cuttable=True
    )
    simulation = Simulation(pl.Scene(dt=0.01, bodies=[mesh]))
    at = simulation.positions("mesh")
    simulation.heat("mesh", 120.0, nodes=[1])
    assert ((simulation.temperature("mesh") == 120.0) == (at == at[1]).all(axis=1)).all()
    assert (simulation.temperature("mesh") == 120.0).sum() == 2
    every = 30.0 + np.arange(len(at))
    simulation.heat("mesh", every)  # as an undo does: each as it is said
    assert (simulation.temperature("mesh") == every).all()
    simulation.cut("mesh", [(0.9, -0.1, 0.0), (-0.1, 0.9, 0.0)])
    simulation.step()
    warm = simulation.temperature("mesh") > 100.0
    simulation.heat("mesh", 200.0, nodes=[1])
    assert not warm.any() and (simulation.temperature("mesh") == 200.0).sum() == 1  # its copy has parted


def test_every_node_may_have_a_temperature_of_its_own():
    simulation = Simulation(strip(LAW.model_copy(update={"cooling_time": None})))
    count = len(simulation.positions("strip"))
    simulation.heat("strip", np.arange(count))
    assert np.array_equal(simulation.temperature("strip"), np.arange(count))
    simulation.heat("strip", [70.0, 80.0, 90.0], edges=("m0",))
    assert np.array_equal(simulation.temperature("strip")[:3], [70.0, 80.0, 90.0])
    with pytest.raises(pl.SceneError, match=rf"each of {count} nodes \(given: 2\)"):
        simulation.heat("strip", (1.0, 2.0))


def test_what_is_moulded_while_hot_stays_when_it_has_cooled():
    """A hot strip held stretched relaxes; cooled and let go it keeps the new length, a cold one springs back."""

    def width(heated: bool) -> float:
        scene = strip(pl.Thermoplastic(relaxation_time=0.02, temperature=20.0))
        simulation = Simulation(scene)
        if heated:
            simulation.heat("strip", 200.0)
        for n in range(3):
            simulation.apply(pl.Grab("strip", (3, n), to=(0.25, 0.1 * (n - 1), 0.0)))
            simulation.apply(pl.Grab("strip", (0, n), to=(-0.15, 0.1 * (n - 1), 0.0)))
        for _ in range(60):
            simulation.step()
        simulation.cool("strip")
        for hold in list(simulation.state.holds):
            simulation.apply(pl.Release(hold))
        for _ in range(200):
            simulation.step()
        x = simulation.positions("strip")[:, 0]
        return float(x.max() - x.min())

    assert width(heated=False) == pytest.approx(0.3, rel=0.02)
    assert width(heated=True) == pytest.approx(0.4, rel=0.02)


@pytest.mark.parametrize("event", [pl.Heat("strip", 100.0), pl.Cool("strip")])
def test_only_what_softens_has_a_temperature(event):
    scene = strip(pl.Maxwell(relaxation_time=1.0))
    with pytest.raises(pl.SceneError, match=r"no temperature.*'maxwell'"):
        scene.add(event)
        scene.check()
    simulation = Simulation(strip(None))
    with pytest.raises(pl.SceneError, match=r"no temperature.*none"):
        simulation.apply(event)
    with pytest.raises(pl.PliantError, match="no temperature"):
        simulation.temperature("strip")


def test_a_law_that_comes_later_can_be_heated_then():
    scene = strip(None)
    scene.add(pl.Set("bodies.strip.flow", LAW.model_dump(), time=0.02))
    scene.add(pl.Heat("strip", 100.0, time=0.04))
    assert after(scene, 5).temperature("strip") == pytest.approx(20.0 + 80.0 * np.exp(-0.01 / 0.5))


@pytest.mark.parametrize("temperature", [-300.0, float("nan")])
def test_no_temperature_below_absolute_zero(temperature):
    with pytest.raises(pl.SceneError, match="temperature"):
        pl.Heat("strip", temperature)


def test_a_run_goes_on_from_a_checkpoint_bit_for_bit(tmp_path):
    scene = strip(gravity=9.81)
    scene.add(pl.obstacles.Plane(point=(0.0, 0.0, -0.01), temperature=250.0))
    simulation = after(scene, 5)
    simulation.heat("strip", 90.0, edges=("m0",))
    simulation.step()
    simulation.checkpoint(tmp_path / "half")
    restored, replayed = Simulation.restore(tmp_path / "half"), Simulation(simulation.script())
    for _ in range(6):
        replayed.step()
    for _ in range(6):
        for one in (simulation, restored, replayed):
            one.step()
    for other in (restored, replayed):
        assert np.array_equal(simulation.temperature("strip"), other.temperature("strip"))
        assert np.array_equal(simulation.positions("strip"), other.positions("strip"))


def test_a_step_that_fails_leaves_temperatures_as_they_were():
    matter = pl.Hybrid(slope=50.0, curvature=0.1, density=0.5)
    law = pl.Thermoplastic(0.1, cooling_time=0.02)
    scene = pl.Scene(gravity=pl.EARTH, integrator="static")
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(4, 4), material=matter, flow=law))
    simulation = pl.Simulation(scene)
    before = simulation.temperature("sheet").copy()
    with pytest.raises(pl.PliantError, match="nothing holds it"):
        simulation.step()
    np.testing.assert_array_equal(simulation.temperature("sheet"), before)
