"""A tab that joins late is told what the others know."""

from __future__ import annotations

from pliant.studio.last_said import Known

SCENE = {"type": "scene", "reframe": False, "scene": {"gravity": 9.81}, "obstacles": [], "anchors": []}


def test_the_scene_comes_first_and_with_the_parameters_of_now():
    known = Known()
    assert known.for_a_new_tab() == []
    known.note({"type": "hands", "holds": []})
    known.note(SCENE)
    known.note({"type": "changed", "scene": {"gravity": 1.62}, "obstacles": [], "anchors": [], "loads": []})
    scene, hands = known.for_a_new_tab()
    assert scene["scene"] == {"gravity": 1.62} and scene["reframe"]  # it has no view to keep
    assert hands["type"] == "hands" and SCENE["scene"] == {"gravity": 9.81}


def test_what_is_over_is_not_told():
    known = Known()
    known.note({"type": "trouble", "kind": "health", "text": "exploded"})
    known.note({"type": "told", "text": "a warning"})
    known.note({"type": "status", "state": "stopped"})
    assert [message["type"] for message in known.for_a_new_tab()] == ["trouble"]
    known.note({"type": "status", "state": "playing"})
    assert known.for_a_new_tab() == []
