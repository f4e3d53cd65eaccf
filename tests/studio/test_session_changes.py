"""What is changed in a session is live, can be taken back, or begins the scene anew."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.studio.session import Session
from tests.studio.playing import COLUMNS, ROWS, play, run, scene, spot


def test_a_change_is_live_and_undone():
    session = Session(scene())
    run(session, 3)
    session.set("gravity", "jupiter")
    assert session.simulation.parameters.gravity == "jupiter" and session.take == 1
    session.undo()
    assert session.simulation.parameters.gravity == pl.EARTH
    assert session.undoable == (0, 1)
    session.undo(again=True)
    assert session.simulation.parameters.gravity == "jupiter" and session.undoable == (1, 0)


def test_one_drag_of_a_slider_is_one_change():
    session = Session(scene())
    for value in (1e6, 2e6, 3e6):
        session.set("bodies.cloth.material.young", value, "drag 1")
        run(session, 1)
    session.set("bodies.cloth.material.young", 4e6, "drag 2")
    assert session.undoable == (2, 0)
    session.undo()
    assert session.simulation.parameters.bodies[0].material.young == 3e6  # type: ignore[union-attr]
    session.undo()
    assert session.simulation.parameters.bodies[0].material == pl.materials.COTTON


def test_another_kind_and_back():
    session = Session(scene())
    before = session.simulation.parameters
    session.set("integrator.kind", "backward_euler")
    assert session.simulation.parameters.integrator.kind == "backward_euler"
    session.undo()
    assert session.simulation.parameters == before


def test_pins_are_undone_one_by_one():
    session = Session(scene())
    corners = session.pins()["cloth"]
    session.pin("cloth", [30, corners[0]])
    assert session.pins()["cloth"] == sorted([*corners, 30])
    session.pin("cloth", [corners[0]], free=True)
    session.undo()
    session.undo()
    assert session.pins()["cloth"] == corners
    session.undo(again=True)
    assert session.pins()["cloth"] == sorted([*corners, 30])


def test_what_softens_is_heated_and_cooled_and_that_is_undone():
    made = scene()
    made.bodies[0] = made.bodies[0].model_copy(
        update={"flow": pl.Thermoplastic(relaxation_time=1.0, temperature=80.0)}
    )
    session = Session(made)
    session.heat("cloth", 150.0)
    assert (session.simulation.temperature("cloth") == 150.0).all()
    session.heat("cloth", None)
    assert (session.simulation.temperature("cloth") == 20.0).all()
    for expected in (150.0, 80.0):
        session.undo()
        assert session.simulation.temperature("cloth") == pytest.approx(expected)
    session.undo(again=True)
    assert session.simulation.temperature("cloth") == pytest.approx(150.0)
    assert session.events == 5
    with pytest.raises(pl.PliantError, match="150 °C already"):
        session.heat("cloth", 150.0)
    assert session.events == 5
    with pytest.raises(pl.PliantError, match="no body"):
        session.heat("rope", 10.0)
    with pytest.raises(pl.PliantError, match="no temperature"):
        Session(scene()).heat("cloth", 10.0)


def test_undone_every_node_has_its_own_temperature_again():
    made = scene()
    made.bodies[0] = made.bodies[0].model_copy(update={"flow": pl.Thermoplastic(relaxation_time=1.0)})
    session = Session(made)
    session.simulation.heat("cloth", 120.0, edges=("m0",))
    before = session.simulation.temperature("cloth")
    session.heat("cloth", None)
    run(session, 2)
    session.undo()
    assert np.array_equal(session.simulation.temperature("cloth"), before)
    run(session, 2)
    again = pl.Simulation(session.simulation.script())
    for _ in range(session.simulation.state.step):
        again.step()
    assert np.array_equal(again.positions("cloth"), session.simulation.positions("cloth"))


def test_a_law_that_goes_begins_anew_and_others_go_on():
    session = Session(scene())
    run(session, 2)
    session.set("bodies.cloth.flow", {"kind": "maxwell", "relaxation_time": 1.0})
    session.set("bodies.cloth.flow", {"kind": "elastic"})
    assert session.take == 1 and session.simulation.time > 0.0
    session.set("bodies.cloth.flow", None)
    assert session.take == 2 and session.simulation.time == 0.0


def test_pinning_what_is_pinned_is_no_change():
    session = Session(scene())
    session.pin("cloth", session.pins()["cloth"])
    assert session.undoable == (0, 0) and session.events == 0


def test_another_grid_begins_anew_and_keeps_what_was_changed():
    made = scene()
    begun = []
    session = Session(made, lambda: begun.append(1))
    run(session, 5)
    session.set("gravity", "moon")
    session.set("bodies.cloth.grid", [10, 9])
    assert session.take == 2 and len(begun) == 2
    assert session.simulation.time == 0.0 and len(session.simulation.positions("cloth")) == 90
    assert session.simulation.parameters.gravity == "moon"
    session.undo()
    assert session.take == 3 and len(session.simulation.positions("cloth")) == ROWS * COLUMNS
    session.undo()
    assert session.take == 3 and session.simulation.parameters.gravity == pl.EARTH


def test_a_cloth_that_becomes_springs_begins_anew():
    session = Session(scene())
    run(session, 5)
    session.set("bodies.cloth.material", pl.Springs(stiffness=50.0, mass=0.01).model_dump())
    assert session.simulation.time == 0.0
    run(session, 5)
    session.set("bodies.cloth.material.stiffness", 80.0)  # that goes on
    assert session.simulation.time == pytest.approx(0.05)
    session.undo()
    session.undo()
    assert session.simulation.parameters.bodies[0].material == pl.materials.COTTON


def test_a_grid_that_cannot_be_leaves_all_as_it_is():
    made = scene()
    made.pin("cloth", nodes=[(7, 6)])
    session = Session(made)
    run(session, 5)
    for grid in (
        [4, 4],
        [5000, 5000],
        [600, 600],
        "large",
    ):  # a pin outside, too many for anybody, for us, nonsense
        with pytest.raises(pl.PliantError):
            session.set("bodies.cloth.grid", grid)
    assert session.simulation.time == pytest.approx(0.05) and session.take == 1 and session.undoable == (0, 0)


def test_reset_keeps_parameters_and_forgets_hands():
    session = Session(scene())
    session.set("gravity", "moon")
    session.pin("cloth", [30])
    session.grab("a", spot(), (0, 0, 0))
    run(session, 5)
    session.reset()
    assert session.simulation.time == 0.0 and session.events == 0 and session.holds() == []
    assert session.simulation.parameters.gravity == "moon"
    assert 30 not in session.pins()["cloth"]
    assert session.undoable == (1, 0)


def test_reset_forgets_what_the_scene_itself_changes():
    made = scene()
    made.at(0.02, pl.Set("gravity", "moon"))
    session = Session(made)
    run(session, 5)
    assert session.simulation.parameters.gravity == "moon"
    session.reset()
    assert session.simulation.parameters.gravity == pl.EARTH


def test_a_smaller_step_is_half_as_long():
    session = Session(scene())
    play(session)
    session.reset(smaller_step=True)
    assert session.simulation.parameters.dt == 0.005
    session.reset(smaller_step=True, replay=True)
    assert session.simulation.parameters.dt == 0.0025


def test_a_replay_lets_go_first_and_tells_of_its_hands():
    session = Session(scene())
    run(session, 2)
    session.grab("finger", spot(nodes=(3, 4, 10)), (0.0, 0.0, 0.3))
    run(session, 3)
    session.reset(replay=True)
    run(session, 4)
    (hold,) = session.holds()
    assert hold.spot.nodes == (3, 4, 10) and hold.to == (0.0, 0.0, 0.3)
    run(session, 4)
    assert session.holds() == [] and not session.simulation.state.holds
