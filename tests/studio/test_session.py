"""What hands do is felt at once, kept as events, and can be taken back."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.numerics.grid import cell_triangles
from pliant.studio import messages as m
from pliant.studio import session as module
from pliant.studio.session import Session

ROWS, COLUMNS = 8, 7
LAST = ROWS * COLUMNS - 1


def scene(**more) -> pl.Scene:
    made = pl.Scene(gravity=pl.EARTH, dt=0.01, **more)
    shape = pl.shapes.rectangle(1, 1)
    made.add(pl.Surface(shape, id="cloth", grid=(ROWS, COLUMNS), material=pl.materials.COTTON))
    made.add(pl.obstacles.Sphere(id="ball", center=(0, 0, -0.6), radius=0.3))
    made.pin("cloth", corners=("00", "10"))
    return made


def spot(*weights: float, nodes=(LAST, LAST - 1, LAST - COLUMNS)) -> m.Spot:
    a, b, c = weights or (0.2, 0.3, 0.5)
    return m.Spot(body="cloth", nodes=nodes, weights=(a, b, c))


def place(session: Session, at: m.Spot) -> np.ndarray:
    return np.asarray(at.weights) @ session.simulation.positions("cloth")[list(at.nodes)]


def run(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.simulation.step()


def play(session: Session) -> None:
    """Some of everything."""
    run(session, 5)
    session.grab("finger", spot(), (0.6, 0.6, 0.4))
    run(session, 7)
    for k in range(5):
        session.move("finger", (0.6, 0.6 + 0.01 * k, 0.4))
        session.move("finger", (0.6, 0.6 + 0.02 * k, 0.4))
        run(session, 1)
    session.grab("pin", spot(1.0, 0.0, 0.0, nodes=(0, 1, COLUMNS)), (-0.4, -0.5, 0.1))
    run(session, 3)
    session.release("finger")
    session.push("fist", spot(nodes=(22, 23, 29)), (0.0, 0.0, 2.0))
    run(session, 6)
    session.set("bodies.cloth.material.young", 2e6)
    session.release("fist")
    session.cut([spot(nodes=(21, 22, 28)), spot(nodes=(30, 31, 37))])
    session.pin("cloth", [LAST, 30])
    session.set("obstacles.ball.center", [0.1, 0.0, -0.5], "drag")
    session.set("obstacles.ball.center", [0.2, 0.0, -0.5], "drag")
    run(session, 4)
    session.undo()
    session.release("pin")
    run(session, 10)


# ---------------------------------------------------------------- hands


def test_a_hand_that_stays_where_it_is_does_nothing():
    session = Session(scene())
    session.grab("a", spot(), (0.5, 0.5, 0.2))
    session.move("a", (0.5, 0.5, 0.2))
    run(session, 2)
    session.move("a", (0.5, 0.5, 0.3))
    run(session, 2)
    session.move("a", (0.5, 0.5, 0.3))
    session.release("a")
    assert [event.kind for event in session.simulation.events] == ["grab", "move", "release"]


def test_items_of_lists_are_parameters_too():
    session = Session(scene())
    session.set("bodies.cloth.broken_links", [[[2, 2], [2, 3]]])
    session.set("bodies.cloth.broken_links.0.1", [3, 2])
    assert session.simulation.parameters.bodies[0].broken_links == [((2, 2), (3, 2))]
    session.set("constraints.0.corners", ["00"])
    assert len(session.pins()["cloth"]) == 1
    with pytest.raises(pl.PliantError, match="broken_links"):
        session.set("bodies.cloth.broken_links.0.1", [30, 2])
    session.undo()
    session.undo()
    assert len(session.pins()["cloth"]) == 2
    assert session.simulation.parameters.bodies[0].broken_links == [((2, 2), (2, 3))]


def test_a_grabbed_spot_follows_the_hand():
    session = Session(scene())
    goal = place(session, spot()) + np.array([0.0, 0.0, 0.3])
    session.grab("a", spot(), tuple(goal))
    run(session, 30)
    assert np.linalg.norm(place(session, spot()) - goal) < 0.02
    assert session.holds()[0].to == pytest.approx(tuple(goal))
    session.release("a")
    assert session.holds() == []
    run(session, 30)
    assert place(session, spot())[2] < goal[2] - 0.1


def test_a_moved_pin_stays_where_it_was_put():
    session = Session(scene())
    corner = spot(1.0, 0.0, 0.0, nodes=(0, 1, COLUMNS))
    session.grab("a", corner, (-0.5, -0.5, 0.0))
    run(session, 2)
    session.move("a", (-0.4, -0.45, 0.2))
    run(session, 2)
    session.release("a")
    run(session, 20)
    assert np.allclose(session.simulation.positions("cloth")[0], (-0.4, -0.45, 0.2), atol=1e-12)
    assert 0 in session.pins()["cloth"]


def test_beside_a_pin_the_cloth_is_pulled_not_the_pin():
    session = Session(scene())
    session.grab("a", spot(0.9, 0.05, 0.05, nodes=(0, 1, COLUMNS)), (-0.5, -0.5, 0.3))
    run(session, 10)
    assert np.allclose(session.simulation.positions("cloth")[0], (-0.5, -0.5, 0.0), atol=1e-12)


def test_a_cut_opens_the_cloth_until_the_scene_begins_anew():
    session = Session(scene())
    run(session, 2)
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(0.5, 0.5, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    assert len(set(session.simulation.pieces("cloth"))) == 2
    session.set("bodies.cloth.material.young", 2e6)  # leaves the cut as it is
    assert len(set(session.simulation.pieces("cloth"))) == 2
    run(session, 3)
    after = session.simulation.positions("cloth")
    session.reset(replay=True)
    assert len(set(session.simulation.pieces("cloth"))) == 1
    run(session, 5)
    assert np.array_equal(session.simulation.positions("cloth"), after)
    session.reset()
    run(session, 5)
    assert len(set(session.simulation.pieces("cloth"))) == 1


def test_a_cut_can_be_undone_and_done_again():
    session = Session(scene())
    run(session, 2)
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(0.5, 0.5, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    assert session.undoable == (1, 0)
    for pieces, again in ((1, False), (2, True), (1, False)):
        session.undo(again=again)
        run(session, 1)
        assert len(set(session.simulation.pieces("cloth"))) == pieces
    after = session.simulation.positions("cloth")
    session.reset(replay=True)
    run(session, 5)
    assert np.array_equal(session.simulation.positions("cloth"), after)


def test_a_cut_through_a_hybrid_mesh_can_be_undone():
    points = pl.shapes.rectangle(1, 1).points((ROWS, COLUMNS), (False, False)).reshape(-1, 3)
    mesh = pl.Mesh(
        points,
        triangles=cell_triangles((ROWS, COLUMNS), (False, False)),
        id="cloth",
        material=pl.Hybrid(slope=50.0, curvature=1e-3, density=0.2),
        cuttable=True,
    )
    session = Session(pl.Scene(dt=0.01, bodies=[mesh]))
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(1.0, 0.0, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    for pieces, again in ((2, None), (1, False), (2, True)):
        if again is not None:
            session.undo(again=again)
        run(session, 2)
        assert len(set(session.simulation.pieces("cloth"))) == pieces


def test_a_path_is_on_one_body_that_can_be_cut():
    session = Session(scene())
    with pytest.raises(pl.PliantError, match="on one body"):
        session.cut([spot(), spot().model_copy(update={"body": "flag"})])
    with pytest.raises(pl.PliantError, match="no node 99"):
        session.cut([spot(), spot(nodes=(99, 0, 1))])
    assert session.events == 0


def test_a_path_that_cuts_nothing_is_refused_in_words():
    session = Session(scene())
    inside = [spot(0.6, 0.2, 0.2, nodes=(23, 24, 30)), spot(0.5, 0.25, 0.25, nodes=(23, 24, 30))]
    with pytest.raises(pl.PliantError, match="crosses no link"):
        session.cut(inside)
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(0.5, 0.5, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    with pytest.raises(pl.PliantError, match="cut already"):
        session.cut(across)
    assert session.events == 1 and session.undoable == (1, 0)


def test_books_begin_anew_after_a_cut_that_is_undone_far_apart():
    """What the links hold at once is far more than a step can follow."""
    session = Session(scene())
    session.keep_books(True)
    run(session, 2)
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(0.5, 0.5, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    session.undo()  # at once: nothing is stretched
    assert session.simulation.state.books and session.books_since == 0.0
    session.undo(again=True)
    run(session, 25)
    with pytest.warns(RuntimeWarning, match="begin anew"):
        session.undo()
    held = session.simulation.energies()["elastic"]
    assert not session.simulation.state.books
    while not session.simulation.state.books:
        run(session, 1)
        session.stepped()
    assert session.books_since == session.simulation.time > 0.27
    run(session, 30)
    assert abs(session.simulation.books().numerical) < 0.01 * held


def test_a_push_goes_its_way_harder_and_harder():
    session = Session(scene(), lambda: None)
    free = Session(scene())
    middle = spot(nodes=(24, 25, 31))
    session.push("a", middle, (0.0, 0.0, 1.0))
    gains = []
    for _ in range(3):
        run(session, 5)
        run(free, 5)
        gains.append((place(session, middle) - place(free, middle))[2])
    assert gains[0] > 0 and gains[1] > 3 * gains[0] and gains[2] > gains[1]
    session.release("a")
    assert session.holds() == []


@pytest.mark.parametrize("strength", [0.5, 1.0, 2.0])
def test_a_push_accelerates_by_ten_metres_per_second_squared_more_each_tenth_of_a_second(strength):
    """Of weightless loose cloth: in the middle of the push v = ½·100·t², less what its neighbours hold back."""
    made = pl.Scene(dt=0.002)
    soft = pl.Sheet(membrane=0.01, bending=0.0, area_density=0.2)
    made.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(31, 31), material=soft))
    session = Session(made)
    middle = m.Spot(body="cloth", nodes=(15 * 31 + 15, 15 * 31 + 16, 16 * 31 + 15), weights=(1, 0, 0))
    session.push("a", middle, (0.0, 0.0, 1.0), strength)
    run(session, 50)
    speed = session.simulation.velocities("cloth")[middle.nodes[0], 2]
    assert speed == pytest.approx(strength * 0.5 * 100 * 0.1**2, rel=0.15)


def test_hands_that_make_no_sense_change_nothing():
    session = Session(scene())
    before = session.simulation.positions("cloth")
    session.grab("a", spot(), (0, 0, 0))
    for nonsense in (
        lambda: session.grab("a", spot(), (0, 0, 0)),
        lambda: session.grab("b", spot(0.0, 0.0, 0.0), (0, 0, 0)),
        lambda: session.grab("b", spot(nodes=(0, 1, 10**6)), (0, 0, 0)),
        lambda: session.grab("b", spot(nodes=(0, 1, 30)), (0, 0, 0)),
        lambda: session.grab("b", m.Spot(body="nobody", nodes=(0, 1, 2), weights=(1, 0, 0)), (0, 0, 0)),
        lambda: session.push("b", spot(), (0, 0, 0)),
        lambda: session.move("b", (0, 0, 0)),
        lambda: session.release("b"),
        lambda: session.pin("cloth", [10**6]),
        lambda: session.pin("nobody", [0]),
        lambda: session.set("bodies.cloth.material.young", -1.0),
        lambda: session.set("nothing", 1),
        lambda: session.undo(),
        lambda: session.undo(again=True),
    ):
        with pytest.raises(pl.PliantError):
            nonsense()
    assert session.events == 1 and session.undoable == (0, 0) and session.take == 1
    assert np.array_equal(session.simulation.positions("cloth"), before)


def test_several_hands_at_once():
    session = Session(scene())
    session.grab("a", spot(), (0.5, 0.5, 0.2))
    session.grab("b", spot(nodes=(6, 5, 13)), (-0.5, 0.5, 0.2))
    run(session, 3)
    assert [hold.id for hold in session.holds()] == ["a", "b"]
    session.let_go()
    assert session.holds() == []


def test_what_hands_can_do_has_an_end(monkeypatch):
    monkeypatch.setattr(module, "MOST_EVENTS", 20)
    session = Session(scene())
    session.grab("a", spot(), (0, 0, 0))
    with pytest.raises(pl.PliantError, match="reset"):
        for k in range(30):
            run(session, 1)
            session.move("a", (0, 0, 0.01 * k))
    assert session.events == 20
    session.reset()
    assert session.events == 0


# ---------------------------------------------------------------- events


def test_hands_become_events_that_lead_to_the_same_bits(tmp_path):
    session = Session(scene(seconds=0.01))
    play(session)
    pl.save(session.saved(), tmp_path / "played.yaml")
    recording = pl.simulate(pl.load(tmp_path / "played.yaml"))
    assert recording.steps[-1] == session.simulation.state.step
    assert np.array_equal(recording.positions("cloth")[-1], session.simulation.positions("cloth"))


def test_events_of_the_scene_itself_mix_with_hands(tmp_path):
    made = scene(seconds=0.01)
    made.at(0.0, pl.Set("gravity", "moon"))
    made.at(0.05, pl.Unpin("cloth", corners=("10",)))  # at the moment of the first grab
    made.at(0.123, pl.Set("gravity", "earth"))  # between two steps
    session = Session(made)
    play(session)
    recording = pl.simulate(session.saved())
    assert np.array_equal(recording.positions("cloth")[-1], session.simulation.positions("cloth"))


def test_a_replay_goes_through_the_same_bits():
    session = Session(scene())
    play(session)
    end, steps = session.simulation.positions("cloth"), session.simulation.state.step
    events = session.events
    session.reset(replay=True)
    assert session.simulation.time == 0.0 and session.take == 2 and session.events == events
    run(session, steps)
    assert np.array_equal(session.simulation.positions("cloth"), end)


def test_hands_may_join_a_replay():
    session = Session(scene(seconds=0.01))
    play(session)
    session.reset(replay=True)
    run(session, 9)
    session.grab("finger", spot(nodes=(3, 4, 10)), (0.0, 0.0, 0.3))
    run(session, 40)
    recording = pl.simulate(session.saved())
    assert np.array_equal(recording.positions("cloth")[-1], session.simulation.positions("cloth"))


def test_of_many_moves_between_two_steps_one_is_kept():
    session = Session(scene())
    session.grab("a", spot(), (0, 0, 0))
    for k in range(50):
        session.move("a", (0, 0, 0.01 * k))
    assert session.events == 2
    assert session.holds()[0].to == (0, 0, 0.49)


# ---------------------------------------------------------------- changes


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
