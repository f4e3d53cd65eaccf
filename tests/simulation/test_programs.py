"""What programs do with a simulation: copies, starts, positions, velocities and hands of their own."""

from __future__ import annotations

import gc
import time

import numpy as np
import pytest

import pliant as pl

FABRIC = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2, damping=1e-3)


def two_cloths() -> pl.Scene:
    scene = pl.Scene(gravity=9.81)
    table = scene.add(pl.Surface(pl.shapes.rectangle(0.6, 0.6), id="table", grid=(6, 6), material=FABRIC))
    scene.pin(table, corners=("00", "10", "01", "11"))
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.3, 0.3), id="cloth", grid=(4, 4), material=FABRIC, position=(0, 0, 0.1)
        )
    )
    scene.at(0.0, pl.Grab("cloth", (0, 0), id="hand"))
    return scene


def stepped(simulation: pl.Simulation, steps: int) -> np.ndarray:
    for _ in range(steps):
        simulation.step()
    return np.concatenate([simulation.positions(body) for body in ("table", "cloth")])


def test_a_clone_goes_on_by_itself_and_alike():
    one = pl.Simulation(two_cloths())
    stepped(one, 4)
    other = one.clone()
    there = stepped(one, 12)
    assert np.array_equal(stepped(other, 12), there)
    one.set_velocities("cloth", (1.0, 0.0, 0.0))
    assert not np.array_equal(stepped(one, 1), stepped(other, 1))


def test_after_a_reset_all_is_as_at_the_start():
    with pl.Simulation(two_cloths()) as simulation:
        first = stepped(simulation, 6)
        simulation.apply(pl.Set("gravity", (0.0, 0.0, 0.0)))
        stepped(simulation, 2)
        simulation.reset()
        assert simulation.time == 0.0
        assert np.array_equal(stepped(simulation, 6), first)


def test_masses_are_those_of_the_material():
    assert pl.Simulation(two_cloths()).masses("table").sum() == pytest.approx(0.2 * 0.36, rel=1e-12)


def test_bodies_go_on_from_where_they_are_put_with_the_velocities_they_are_given():
    simulation = pl.Simulation(two_cloths())
    stepped(simulation, 2)
    simulation.apply(pl.Release("hand"))
    up = np.add(simulation.positions("cloth"), (0.0, 0.0, 0.5))
    simulation.set_positions("cloth", up.reshape(4, 4, 3))
    simulation.set_velocities("cloth", (0.0, 0.0, 2.0))
    assert np.array_equal(simulation.positions("cloth"), up)
    stepped(simulation, 6)
    t = 6 * simulation.parameters.dt
    mean = (simulation.positions("cloth") - up).mean(axis=0)
    assert mean == pytest.approx([0.0, 0.0, 2.0 * t - 0.5 * 9.81 * t * t], abs=4e-3)


def test_a_pinned_node_is_pinned_where_it_is_put():
    simulation = pl.Simulation(two_cloths())
    there = np.add(simulation.positions("table"), (0.0, 0.0, -0.1))
    simulation.set_positions("table", there)
    simulation.set_velocities("table", (0.0, 0.0, 9.0))
    stepped(simulation, 2)
    assert np.array_equal(simulation.positions("table")[[0, 5, 30, 35]], there[[0, 5, 30, 35]])


def test_positions_that_cross_something_are_refused_by_name_and_nothing_changes():
    simulation = pl.Simulation(two_cloths())
    before = stepped(simulation, 2)
    steep = simulation.positions("cloth")
    steep[:, 2] = 0.5 * steep[:, 0]
    with pytest.raises(pl.SceneError, match="'table' crosses 'cloth'"):
        simulation.set_positions("cloth", steep)
    assert np.array_equal(np.concatenate([simulation.positions(b) for b in ("table", "cloth")]), before)


@pytest.mark.parametrize("wrong", [np.zeros((3, 3)), np.full((16, 3), np.nan), "x", None])
def test_what_are_no_positions_or_velocities_is_refused(wrong):
    simulation = pl.Simulation(two_cloths())
    for set_them in (simulation.set_positions, simulation.set_velocities):
        with pytest.raises(pl.PliantError, match=r"'cloth': (positions|velocities)"):
            set_them("cloth", wrong)


def test_a_hand_is_led_without_events():
    simulation = pl.Simulation(two_cloths())
    stepped(simulation, 1)
    count = len(simulation.events)
    start = simulation.positions("cloth")[0]
    for k in range(1, 5):
        there = np.add(start, (0.0, 0.0, 0.01 * k))
        simulation.lead("hand", there)
        stepped(simulation, 1)
        assert simulation.positions("cloth")[0] == pytest.approx(there, abs=1e-12)
    assert len(simulation.events) == count
    for name, to in (("nobody", start), ("hand", (1.0, 2.0)), ("hand", (0.0, np.nan, 0.0))):
        with pytest.raises(pl.PliantError):
            simulation.lead(name, to)


def test_a_temporary_recording_goes_when_nobody_holds_it():
    recording = pl.simulate(two_cloths(), steps=1)
    path = recording.path
    assert path.exists() and len(recording) == 2
    del recording
    gc.collect()
    assert not path.parent.exists()


def test_what_was_recorded_before_a_function_of_the_users_failed_is_kept(tmp_path):
    def force(x, v, t):
        if t > 0.05:
            raise RuntimeError("no more")
        return np.zeros_like(x)

    scene = two_cloths()
    scene.add(pl.forces.Custom(force))
    with pytest.raises(pl.PliantError, match="no more") as caught:
        pl.simulate(scene, seconds=1)
    assert len(caught.value.recording) == 4 and "no more" in caught.value.recording.notes[-1]["error"]


def test_a_recording_may_keep_velocities():
    scene = pl.Scene(gravity=pl.EARTH, collision=False)
    cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material="cotton"))
    simulation = pl.Simulation(scene)
    recording = pl.record(simulation, 3, keep=["velocities"])
    assert np.array_equal(recording[-1].velocities(cloth), simulation.velocities(cloth))
    assert recording.velocities(cloth).shape == (4, 16, 3)
    with pytest.raises(pl.PliantError, match="velocities"):
        pl.simulate(scene, steps=1)[0].velocities(cloth)


def test_leading_a_hand_costs_next_to_nothing_and_leaves_no_event():
    """A tenth of a step of 16 nodes would be noticed; it takes a hundredth."""
    scene = pl.Scene(gravity=9.81)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(4, 4), material=FABRIC))
    scene.at(0.0, pl.Grab("cloth", (0, 0), id="hand"))
    simulation = pl.Simulation(scene)
    simulation.step()
    taken: dict[str, list[float]] = {"lead": [], "step": []}
    for k in range(40):
        begin = time.process_time()
        for _ in range(10):
            simulation.lead("hand", (-0.5, -0.5, 1e-3 * k))
        middle = time.process_time()
        simulation.step()
        taken["lead"].append((middle - begin) / 10)
        taken["step"].append(time.process_time() - middle)
    assert np.median(taken["lead"]) < 0.1 * np.median(taken["step"])
    assert len(simulation.script().events) == 1
