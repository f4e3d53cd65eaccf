"""The camera: bodies are not behind cards, what moves stays in the picture, and whoever moves the camera keeps it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.studio.browser.tab import by
from tests.studio.browser.test_screens import SCREENS, boxes

# A sheet that nothing holds falls out of any picture.
FALLING = """\
id: falling
gravity: earth
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1, center: [0, 0, 3]}
    grid: [6, 6]
    material: cotton
integrator: {kind: bdf2, tolerance: 0.05}
"""
COVERS = ("tools", "camera", "firmness", "panel")


def nodes_on_page(tab, count: int) -> np.ndarray:
    places = tab.read(f"Array.from({{ length: {count} }}, (_, k) => view.project('cloth', k))")
    return np.array([[place["x"], place["y"]] if place else [np.nan, np.nan] for place in places])


def inside(places: np.ndarray, box: np.ndarray) -> np.ndarray:
    return np.all((places > box[:2]) & (places < box[2:]), axis=1)


@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_framed_lies_behind_no_card(anew, open_tab, screen):
    tab = open_tab(**SCREENS[screen]).wait_for_frames()
    tab.until(lambda: not tab.read("view.cameraMoves"))
    places = nodes_on_page(tab, 144)
    assert inside(places, boxes(tab, ["canvas"])["canvas"]).all()
    for name, box in boxes(tab, COVERS).items():
        assert not inside(places, box).any(), name


def test_what_falls_stays_in_the_picture_until_the_camera_is_taken(playing):
    tab = playing("falling", FALLING, follow=True)
    canvas = boxes(tab, ["canvas"])["canvas"]
    tab.until("view.position('cloth', 0)[2] < 0")  # three metres down, and three times its size
    assert tab.read("state.follow")
    assert inside(nodes_on_page(tab, 36), canvas).any()

    middle = (canvas[:2] + canvas[2:]) / 2
    tab.point(middle)
    tab.page.mouse.wheel(0, 120)
    tab.until("!state.follow")
    tab.until(lambda: not inside(nodes_on_page(tab, 36), canvas).any())  # it falls on, and the camera stays

    tab.press("follow")
    tab.until(lambda: inside(nodes_on_page(tab, 36), canvas).any())


def test_home_shows_again_what_was_opened(tab):
    def seen() -> np.ndarray:
        places = tab.read("[[-.5,0,1.5],[.5,0,1.5],[0,0,.5]].map((p) => view.projectPoint(p))")
        return np.array([[place["x"], place["y"]] for place in places])

    tab.press("play")
    tab.until("status.state === 'paused'")
    tab.press("hand-card-fold")  # which gives way to pins, and what is framed depends on where it is
    tab.press("home")
    tab.until(lambda: not tab.read("view.cameraMoves"))
    before = seen()
    canvas = boxes(tab, ["canvas"])["canvas"]
    corner = canvas[2:] - by(20, 20)
    tab.point(corner)
    tab.page.mouse.down(button="right")
    tab.point(corner - by(150, 60), steps=3)
    tab.page.mouse.up(button="right")
    tab.until(lambda: np.abs(seen() - before).max() > 40)
    assert not tab.read("state.follow")
    tab.key("o")
    tab.until(lambda: np.abs(seen() - before).max() < 6)
    assert tab.read("state.follow")


def test_the_card_of_the_hand_folds_and_gives_way_to_pins(tab):
    card = tab.find("firmness")
    assert card.is_visible()
    tab.press("hand-card-fold")
    assert not card.is_visible()
    tab.press("hand-card")
    tab.until(card.is_visible)

    # Bring a pin under the card by moving the camera.
    def pin() -> np.ndarray:
        return tab.place(0)

    box = boxes(tab, ["firmness"])["firmness"]
    way = (box[:2] + box[2:]) / 2 - pin()
    start = boxes(tab, ["canvas"])["canvas"][2:] - by(30, 30)
    tab.point(start)
    tab.page.keyboard.down("Shift")
    tab.page.mouse.down(button="right")
    tab.point(start + way, steps=6)
    tab.page.mouse.up(button="right")
    tab.page.keyboard.up("Shift")
    tab.until(lambda: inside(pin()[None], box).all())

    def uncovered() -> bool:
        now = boxes(tab, ["firmness"])
        return not now or not inside(pin()[None], now["firmness"]).any()

    tab.until(uncovered)
