"""What is taken back is what was done, gesture by gesture."""

from __future__ import annotations

import pliant as pl
from pliant.studio.changes import MOST, Assign, History, Hold, assignment_now


def test_a_gesture_is_undone_as_one_back_to_where_it_began():
    history = History()
    for value in range(1, 5):
        history.note(Assign("dt", value), Assign("dt", value - 1), "drag")
    assert history.counts == (1, 0)
    change = history.pop(again=False)
    assert change is not None
    assert change.undoes == (Assign("dt", 0),) and change.done == (Assign("dt", 4),)


def test_one_gesture_may_touch_several_parameters():
    history = History()
    history.note(Assign("a", 1), Assign("a", 0), "drag")
    history.note(Assign("b", 1), Assign("b", 0), "drag")
    history.note(Assign("a", 2), Assign("a", 1), "drag")
    change = history.pop(again=False)
    assert change is not None
    assert change.undoes == (Assign("b", 0), Assign("a", 0))
    assert change.done == (Assign("b", 1), Assign("a", 2))


def test_without_a_gesture_every_change_counts():
    history = History()
    for value in (1, 2, 3):
        history.note(Assign("dt", value), Assign("dt", value - 1))
    assert history.counts == (3, 0)


def test_a_new_change_ends_what_could_be_done_again():
    history = History()
    history.note(Assign("a", 1), Assign("a", 0))
    change = history.pop(again=False)
    assert change is not None
    history.push(change, again=False)
    assert history.counts == (0, 1)
    history.note(Assign("a", 2), Assign("a", 0))
    assert history.counts == (1, 0)


def test_a_reset_forgets_pins_and_keeps_parameters():
    history = History()
    history.note(Assign("a", 1), Assign("a", 0))
    history.note(Hold("cloth", (1, 2), False), Hold("cloth", (1, 2), True))
    history.forget_pins()
    assert history.counts == (1, 0)


def test_memory_has_an_end():
    history = History()
    for value in range(3 * MOST):
        history.note(Assign("a", value + 1), Assign("a", value))
    assert history.counts == (MOST, 0)


def test_the_value_that_a_parameter_has():
    scene = pl.Scene(gravity="earth")
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(4, 4), material=pl.materials.COTTON))
    scene.add(pl.obstacles.Sphere(id="ball", radius=0.3))
    assert assignment_now(scene, "gravity") == Assign("gravity", "earth")
    assert assignment_now(scene, "obstacles.ball.center") == Assign("obstacles.ball.center", [0.0, 0.0, 0.0])
    assert assignment_now(scene, "bodies[0].material.young").value == pl.materials.COTTON.young


def test_another_kind_is_undone_by_the_whole_thing():
    scene = pl.Scene()
    now = assignment_now(scene, "contact.kind")
    assert now.path == "contact" and pl.set_parameter(scene, "contact", now.value) == scene
