"""What hands do is felt at once and kept as events."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.numerics.grid import cell_triangles
from pliant.studio import messages as m
from pliant.studio import session as module
from pliant.studio.session import Session
from tests.studio.playing import COLUMNS, LAST, ROWS, place, play, run, scene, spot

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


def test_the_energy_balance_begins_anew_after_a_cut_that_is_undone_far_apart():
    """What the links hold at once is far more than a step can follow."""
    session = Session(scene())
    session.keep_energy_balance(True)
    run(session, 2)
    across = [
        spot(1.0, 0.0, 0.0, nodes=(3, 4, 10)),
        spot(0.5, 0.5, 0.0, nodes=(LAST - 3, LAST - 2, LAST - 9)),
    ]
    session.cut(across)
    session.undo()  # at once: nothing is stretched
    assert session.simulation.state.energy_balance and session.balance_since == 0.0
    session.undo(again=True)
    run(session, 25)
    with pytest.warns(RuntimeWarning, match="begins anew"):
        session.undo()
    held = session.simulation.energies()["elastic"]
    assert not session.simulation.state.energy_balance
    while not session.simulation.state.energy_balance:
        run(session, 1)
        session.stepped()
    assert session.balance_since == session.simulation.time > 0.27
    run(session, 30)
    assert abs(session.simulation.energy_balance().numerical) < 0.01 * held


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
