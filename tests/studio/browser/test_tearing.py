"""A cloth that is pulled apart in the page: by two hands that grip it, or by two fingertips."""

from __future__ import annotations

import numpy as np
import pytest

from tests.studio.browser.tab import Tab, by

COUNT = 20
CLOTH = f"""\
id: cloth
dt: 0.01
bodies:
  - kind: surface
    id: cloth
    shape: {{kind: rectangle, width: 1, height: 1, u: [1, 0, 0], v: [0, 0, -1]}}
    grid: [{COUNT}, {COUNT}]
    material: {{kind: sheet, membrane: 200, bending: 2.0e-4, area_density: 0.2, damping: 4.0e-3}}
    fracture: {{limit: 0.15, scatter: 0.2, seed: 3}}
forces:
  - {{kind: viscous, id: air, strength: 0.2}}
"""
LEFT, RIGHT = (m * COUNT + COUNT // 2 for m in (5, 14))


def pull_apart(tab: Tab) -> None:
    """One hand is left where it took hold, the other goes a long way."""
    tab.drag(tab.place(LEFT), tab.place(LEFT) + by(-30, 0))
    tab.page.keyboard.down("Shift")
    tab.page.mouse.up()
    tab.page.keyboard.up("Shift")
    tab.until("state.hands.holds.length === 1")
    start = tab.place(RIGHT)
    tab.drag(start, start)
    tab.until("state.hands.holds.length === 2")
    for way in np.linspace(10, 300, 30):  # as fast as the cloth can follow, however busy the machine is
        tab.point(start + by(way, 0))
        time = tab.read("status.time")
        tab.until(f"status.time > {time} + 0.02")


def spread(positions: np.ndarray) -> float:
    """How far apart the two sides of the cloth are [m], but for what was torn out of them: the medians."""
    x = positions.reshape(COUNT, COUNT, 3)
    return float(np.median(x[14:, :, 0]) - np.median(x[:6, :, 0]))


@pytest.mark.parametrize("gripped", [False, True])
def test_two_hands_tear_a_cloth_in_two_and_two_fingertips_make_holes(playing, server, gripped):
    tab = playing("cloth", CLOTH)
    assert tab.find("grip-value").inner_text() == "8 %"
    if gripped:  # widely, as a busy machine makes a hand go by jerks
        tab.slide("grip", 0.4)
        tab.until("state.grip > 11 && state.grip < 13")
    else:
        tab.press("grip-auto")
        tab.until("state.grip === null")
    before = spread(server().positions)
    pull_apart(tab)
    if gripped:
        tab.until(lambda: spread(server().positions) > before + 0.3)
    else:
        time = tab.read("status.time")
        tab.until(f"status.time > {time} + 1")
        assert spread(server().positions) < before + 0.15
    tab.page.mouse.up()
