"""From a desk to a telephone, light and dark: everything is in its place and nothing on top of anything else."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.studio.browser.tab import by

SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 1},
    "upright": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
CONTROLS = (
    "gallery-button", "scene-title", "undo", "redo", "theme", "help-button", "panel-scene", "panel-view", "panel-plots",
    "tool-grab", "tool-push", "tool-pin", "tool-move", "hand-card", "firmness", "home", "frame", "follow",
    "reset", "play", "step", "speed", "timeline", "time", "live", "export",
)  # fmt: skip
ALWAYS = {"gallery-button", "panel-scene", "tool-grab", "tool-pin", "reset", "play", "timeline", "export"}


def boxes(tab, names) -> dict[str, np.ndarray]:
    """Left, top, right, bottom of what is visible [CSS pixels]."""
    found = {}
    for name in names:
        element = tab.find(name).locator("visible=true").first
        if element.count():
            box = element.bounding_box()
            found[name] = np.array([box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]])
    return found


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]) > 1).all())


@pytest.mark.parametrize("screen", SCREENS)
def test_controls_are_inside_the_screen_and_apart(anew, open_tab, screen):
    tab = open_tab(**SCREENS[screen]).wait_for_frames()
    size = SCREENS[screen]["viewport"]
    before = boxes(tab, CONTROLS)
    tab.find("speed").select_option("max")  # as fast as it can, which is then written beside
    tab.until(lambda: tab.find("real-time").inner_text() != "")
    found = boxes(tab, (*CONTROLS, "real-time"))
    assert set(found) >= ALWAYS
    jumped = [name for name, box in before.items() if name != "time" and np.abs(box - found[name]).max() > 1]
    assert jumped == []
    outside = [
        name
        for name, box in found.items()
        if (box[:2] < -1).any() or box[2] > size["width"] + 1 or box[3] > size["height"] + 1
    ]
    assert outside == []
    assert [pair for pair in combinations(found, 2) if overlap(found[pair[0]], found[pair[1]])] == []
    assert tab.read("document.documentElement.scrollWidth") <= size["width"]
    canvas = boxes(tab, ["canvas"])["canvas"]
    assert (canvas[2] - canvas[0]) * (canvas[3] - canvas[1]) > 0.4 * size["width"] * size["height"]


@pytest.mark.parametrize("screen", SCREENS)
def test_what_says_that_another_tab_drives_lies_over_nothing(tab, open_tab, screen):
    other = open_tab(**SCREENS[screen])
    other.find("banner-drive").wait_for()
    found = boxes(other, (*CONTROLS, "readout", "banner-drive"))
    assert {"banner-drive", "hand-card"} <= set(found)
    assert [
        name for name in found if name != "banner-drive" and overlap(found[name], found["banner-drive"])
    ] == []


def test_one_finger_pulls_and_two_move_the_camera(anew, open_tab, server):
    tab = open_tab(**SCREENS["upright"]).wait_for_frames()
    touch = tab.page.context.new_cdp_session(tab.page)

    def fingers(kind: str, *places: np.ndarray) -> None:
        points = [{"x": float(x), "y": float(y), "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    middle = tab.place(78)
    before = server().positions[78]
    fingers("touchStart", middle)
    for way in (10, 20, 40):
        fingers("touchMove", middle + by(way, -way))
    tab.until(lambda: server().hands["holds"])
    tab.until(lambda: np.linalg.norm(server().positions[78] - before) > 0.05)
    fingers("touchEnd")
    tab.until(lambda: not server().hands["holds"])

    events = server().hands["events"]
    apart = tab.read("[view.projectPoint([-0.5, 0, 1]), view.projectPoint([0.5, 0, 1])]")
    fingers("touchStart", middle - by(30, 0))
    fingers("touchStart", middle - by(30, 0), middle + by(30, 0))
    fingers("touchMove", middle - by(60, 0), middle + by(60, 0))
    fingers("touchEnd")
    width = apart[1]["x"] - apart[0]["x"]
    tab.until(f"view.projectPoint([0.5, 0, 1]).x - view.projectPoint([-0.5, 0, 1]).x > {1.3 * width}")
    tab.until(lambda: tab.read("state.hands.holds") == [])  # one finger may have pulled
    assert server().hands["events"] <= events + 3


def test_the_panel_of_a_phone_opens_and_closes(anew, open_tab):
    tab = open_tab(**SCREENS["upright"]).wait_for_frames()
    assert not tab.find("panel").is_visible()
    tab.find("panel-scene").tap()
    tab.until(lambda: tab.find("field-bodies.cloth.material.density").is_visible())
    tab.find("panel-close").tap()
    tab.until(lambda: not tab.find("panel").is_visible())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_follow_the_system_until_told_otherwise(anew, open_tab, scheme):
    tab = open_tab(color_scheme=scheme).wait_for_frames()
    assert tab.read("state.theme") == scheme

    def is_dark() -> bool:
        return float(np.median(tab.pixels()[:40])) < 100

    assert is_dark() == (scheme == "dark")
    tab.key("t")
    tab.until(lambda: is_dark() != (scheme == "dark"))
    tab.page.reload()
    tab.until("state.theme != null")
    assert tab.read("state.theme") != scheme


def test_software_drawing_lowers_the_quality_by_itself(tab):
    assert "swiftshader" in tab.read("view.renderer").lower()
    assert tab.read("state.quality.quality") == "low" and tab.read("state.quality.reason") == "software"
