"""Springs and their anchors can be seen, and hidden."""

from __future__ import annotations

from tests.studio.browser.tab import change

SCENE = """\
id: hung
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1, center: [0, 0, 1]}
    grid: [6, 6]
    material: cotton
forces:
  - {kind: spring, id: a, stiffness: 5, anchor: [-0.9, -0.9, 1.3], apply_to: [{body: cloth, nodes: [[0, 0]]}]}
  - {kind: spring, id: b, stiffness: 5, anchor: [0.9, 0.9, 1.3], apply_to: [{body: cloth, nodes: [[5, 5]]}]}
integrator: {kind: bdf2, tolerance: 0.05}
"""


def test_springs_and_anchors_are_drawn_and_can_be_hidden(playing):
    tab = playing("hung", SCENE)
    tab.press("play")
    tab.until("status.state === 'paused'")
    tab.until("view.springs === 2")
    shown = tab.pixels()
    tab.press("panel-view")
    tab.find("show-springs").click()
    tab.until("view.springs === 0")
    assert change(shown, tab.pixels()) > 0.0005, "springs are seen"
