"""Of what waits only the newest is done."""

from __future__ import annotations

from pliant.studio import messages as m
from pliant.studio.coalesce import merged


def move(name: str, x: float) -> m.MoveGrab:
    return m.MoveGrab(id=name, to=(x, 0, 0))


def said(*messages: m.FromPage) -> list[m.FromPage]:
    return [message for _, message in merged([("tab", message) for message in messages])]


def test_a_hand_is_where_it_was_last():
    assert said(move("a", 1), move("b", 2), move("a", 3), move("b", 4)) == [move("a", 3), move("b", 4)]


def test_a_hand_that_let_go_and_took_hold_again_is_another_one():
    spot = m.Spot(body="cloth", nodes=(0, 1, 2), weights=(1, 0, 0))
    grab, release = m.GrabSpot(id="a", spot=spot, to=(0, 0, 0)), m.ReleaseGrab(id="a")
    messages = [move("a", 1), release, grab, move("a", 2)]
    assert said(*messages) == messages


def test_a_slider_is_where_it_was_last_within_one_gesture():
    def slide(value, path="dt", gesture="drag1"):
        return m.SetParameter(path=path, value=value, gesture=gesture)

    assert said(slide(1), slide(2), slide(3)) == [slide(3)]
    several = [slide(1), slide(2, gesture="drag2"), slide(3, path="gravity", gesture="drag2")]
    assert said(*several) == several
    single = [slide(1, gesture=""), slide(2, gesture="")]
    assert said(*single) == single


def test_what_was_meant_for_the_scene_before_is_forgotten():
    assert said(m.Play(), m.Open(name="a"), m.Pause(), m.Open(name="b"), m.Step()) == [
        m.Open(name="b"),
        m.Step(),
    ]


def test_one_reset_is_enough():
    assert said(m.Reset(), m.Reset(), m.Play(), m.Reset()) == [m.Reset(), m.Play(), m.Reset()]
