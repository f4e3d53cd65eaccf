"""What holds and loads bodies is drawn in the page, with numbers, and can be moved."""

from __future__ import annotations

import numpy as np

from tests.studio.browser.tab import by

SCENE = """\
id: hung
bodies:
  - kind: rigid
    id: box
    shape: {kind: box, width: 0.3, depth: 0.3, height: 0.3}
    density: 100
  - kind: curve
    id: rope
    shape: {kind: line, start: [0.6, 0, 0.6], end: [0.6, 0, 0]}
    grid: [6]
    material: rope
forces:
  - {kind: load, id: push, force: [0, 0, -20], apply_to: [{body: rope, corners: ["1"]}]}
constraints:
  - {kind: nail, id: hook, point: {body: box, center: true}, position: [0, 0, 0]}
  - {kind: on_line, id: wire, body: rope, corners: ["0"], direction: [1, 0, 0], through: [0.6, 0, 0.6]}
gravity: 9.81
integrator: {kind: bdf2, tolerance: 0.05}
"""


def drag_handle(tab, place, way: np.ndarray) -> None:
    """Take what can be moved there and drag it."""
    start = np.array([place["x"], place["y"]])
    tab.drag(start, start + way)
    tab.page.mouse.up()


def test_joints_loads_and_reactions_are_drawn_with_numbers_and_can_be_moved(playing):
    tab = playing("hung", SCENE)
    tab.until("view.held.points === 2 && view.held.guides >= 1 && view.held.arrows === 1")
    assert tab.read("view.held.numbers") == ["20.0 N"]
    tab.press("panel-view")
    tab.find("show-reactions").click()
    tab.until("view.held.numbers.length === 3")
    weight = 100 * 0.3**3 * 9.81
    assert any(abs(float(text.split()[0]) - weight) < 0.01 * weight for text in tab.read("view.held.numbers"))
    tab.find("show-held").click()
    tab.until("view.held.points === 0 && view.held.guides === 0")
    tab.find("show-held").click()
    tab.until("view.held.points === 2")
    tab.press("panel-view")

    tab.press("tool-move")
    drag_handle(tab, tab.read("view.projectPoint([0, 0, 0])"), by(40, -60))
    tab.until("state.scene.scene.constraints[0].position[2] > 0.02")
    tab.until("view.position('box', 0)[2] > -0.13")  # the box goes with its nail
    drag_handle(tab, tab.read("view.projectPoint(view.loadTips()[0].at)"), by(30, 0))
    tab.until("state.scene.scene.forces[0].force[0] > 1")
