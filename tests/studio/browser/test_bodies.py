"""Curves and solids in the page: drawn, held, pinned; what is seen, and what really happened on the server."""

from __future__ import annotations

import numpy as np
import pytest

from tests.studio.browser.tab import by, change

# A rope from peg to peg in front of the camera, thinner than a pointer, and a cube of jelly on a board.
ROPE = """\
id: rope
gravity: earth
bodies:
  - kind: curve
    id: rope
    shape: {kind: line, start: [-0.5, 0, 1], end: [0.5, 0, 1]}
    grid: 41
    material: {kind: cord, stretching: 60, bending: 0.0002, line_density: 0.1, radius: 0.003, damping: 0.01, drag: 0.4}
    look: {color: "#c03020"}
constraints:
  - {kind: pin, body: rope, nodes: [0, 40]}
integrator: {kind: bdf2, tolerance: 0.05}
solver: {tolerance: 0.1}
"""
JELLY = """\
id: jelly
gravity: earth
bodies:
  - kind: solid
    id: jelly
    shape: {kind: box, width: 0.2, depth: 0.2, height: 0.2, center: [0, 0, 0.1]}
    grid: [5, 5, 5]
    material: {kind: bulk, young: 8000, poisson: 0.4, density: 1000, damping: 0.02}
    look: {color: "#2060c0"}
constraints:
  - {kind: pin, body: jelly, edges: [n0]}
integrator: {kind: bdf2, tolerance: 0.05}
solver: {tolerance: 0.1}
"""
MIDDLE, ASIDE = 20, 14  # of the rope
TOP = 124  # the last corner of the jelly's upper face


def red(picture: np.ndarray) -> np.ndarray:
    """Where a picture is rather red."""
    return (picture[..., 0] > 90) & (picture[..., 0] > 1.6 * picture[..., 1:].max(axis=2))


def test_a_thin_rope_is_seen_and_follows_a_hand_that_nearly_hit_it(playing, server):
    tab = playing("rope", ROPE)
    tab.until(f"view.position('rope', {MIDDLE})[2] < 0.98 && status.kinetic < 1e-5")  # it sags and is at rest
    beside = tab.place(ASIDE, "rope") + by(0, 6)
    assert tab.body_at(beside) == "rope"
    assert tab.body_at(beside + by(0, 40)) is None
    before = tab.pixels()
    assert red(before).sum() > 20

    tab.drag(beside, beside + by(0, 60))
    tab.until(lambda: server().hands["holds"])
    tab.until(lambda: tab.place(ASIDE, "rope")[1] > beside[1] + 30)
    held = server()
    (hold,) = held.hands["holds"]
    first, second, again = hold["spot"]["nodes"]
    assert second == again == first + 1 and abs(first - ASIDE) < 3
    spot = np.array(hold["spot"]["weights"]) @ held.positions[hold["spot"]["nodes"]]
    assert np.linalg.norm(spot - hold["to"]) < 0.1
    after = tab.pixels()
    assert change(before, after) > 0.001
    lowest = [np.flatnonzero(red(picture).any(axis=1)).max() for picture in (before, after)]
    assert lowest[1] > lowest[0] + 8  # the picture has half as many pixels as the page
    tab.page.mouse.up()
    tab.until(lambda: server().hands["holds"] == [])


def test_a_peg_on_a_rope_moves_with_the_pointer(playing, server):
    tab = playing("rope", ROPE)
    before = server().positions[40]
    tab.drag(tab.place(40, "rope"), tab.place(40, "rope") + by(-40, 20))
    tab.until(lambda: np.linalg.norm(server().positions[40] - before) > 0.05)
    tab.page.mouse.up()
    tab.until(lambda: server().hands["holds"] == [])
    assert server().hands["pins"]["rope"] == [0, 40]


def test_a_solid_is_pulled_by_its_corner(playing, server):
    tab = playing("jelly", JELLY)
    before, seen = server(), tab.pixels()
    start = 0.85 * tab.place(TOP, "jelly") + 0.15 * tab.place(TOP - 30, "jelly")
    assert tab.body_at(start) == "jelly"
    tab.drag(start, start + by(30, -60))
    tab.until(lambda: tab.place(TOP, "jelly")[1] < start[1] - 15)
    held = server()
    (hold,) = held.hands["holds"]
    assert len(set(hold["spot"]["nodes"])) == 3
    assert np.linalg.norm(held.positions[TOP] - before.positions[TOP]) > 0.02
    assert held.positions[0] == pytest.approx(before.positions[0])  # it stands where it stood
    assert change(seen, tab.pixels()) > 0.001
    tab.page.mouse.up()
    tab.until(lambda: np.linalg.norm(server().positions[TOP] - before.positions[TOP]) < 0.02)


def test_a_pin_on_a_solid_stays_when_the_solid_does_not(playing, server):
    tab = playing("jelly", JELLY)
    feet = server().hands["pins"]["jelly"]
    assert len(feet) == 25
    tab.press("tool-pin")
    tab.click(tab.place(TOP, "jelly") + by(0, 2))
    tab.until(lambda: set(server().hands["pins"]["jelly"]) == {*feet, TOP})
    tab.key("Control+z")
    tab.until(lambda: server().hands["pins"]["jelly"] == feet)


def test_a_solid_has_no_bending_and_its_legend_says_so(playing):
    tab = playing("jelly", JELLY)
    tab.key("c")
    tab.key("c")
    tab.until("state.field === 'bending'")
    tab.until(lambda: tab.find("legend-title").inner_text() == "Bending")
    assert tab.find("legend-1").inner_text() == "0.5 1/m"
