"""Where bodies touch, and how hard, can be shown in the page."""

from __future__ import annotations

from tests.studio.browser.tab import change

SCENE = """\
id: laid
bodies:
  - kind: surface
    id: table
    shape: {kind: rectangle, width: 1, height: 1}
    grid: [8, 8]
    material: cotton
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 0.5, height: 0.5, center: [0.02, 0.01, 0.05]}
    grid: [7, 7]
    material: cotton
constraints:
  - {kind: pin, body: table, edges: [m0, m1]}
gravity: 9.81
integrator: {kind: bdf2, tolerance: 0.05}
"""


def test_contact_forces_are_shown_with_a_legend_and_can_be_hidden(playing):
    tab = playing("laid", SCENE)
    tab.until("status.time > 0.3")
    assert tab.read("view.contacts") == 0
    tab.press("panel-view")
    tab.find("show-contacts").click()
    tab.until("view.contacts > 3")
    assert tab.find("legend-contacts").is_visible()
    assert tab.find("legend-contacts-1").inner_text().endswith("N")
    tab.press("play")
    tab.until("status.state === 'paused'")
    shown = tab.pixels()
    tab.find("show-contacts").click()
    tab.until("view.contacts === 0")
    assert not tab.find("legend-contacts").is_visible()
    assert change(shown, tab.pixels()) > 0.0005, "contacts are seen"
