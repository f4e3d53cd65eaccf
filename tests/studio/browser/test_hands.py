"""Pull it, pin it: what the mouse does to the page is done to the cloth on the server."""

from __future__ import annotations

import numpy as np

from tests.studio.browser.tab import by, change

CORNER, NEXT = 143, 130  # the lower right one, and its neighbour towards the middle
MIDDLE = 78


def inside_corner(tab) -> np.ndarray:
    return 0.7 * tab.place(CORNER) + 0.3 * tab.place(NEXT)


def test_a_corner_follows_the_mouse_until_it_is_let_go(tab, server):
    before = server()
    empty, start = tab.pixels(), inside_corner(tab)
    to = start + by(80, -50)  # within reach of a cloth that hardly stretches
    assert tab.body_at(start) == "cloth" and tab.body_at(to) is None

    tab.drag(start, to)
    tab.until(lambda: np.linalg.norm(inside_corner(tab) - to) < 30)
    tab.until(lambda: tab.body_at(inside_corner(tab)) == "cloth")  # it swings

    held = server()
    (hold,) = held.hands["holds"]
    assert hold["spot"]["body"] == "cloth" and CORNER in hold["spot"]["nodes"]
    moved = held.positions[CORNER] - before.positions[CORNER]
    assert np.linalg.norm(moved) > 0.1
    spot = np.array(hold["spot"]["weights"]) @ held.positions[hold["spot"]["nodes"]]
    assert np.linalg.norm(spot - hold["to"]) < 0.1
    assert change(empty, tab.pixels()) > 0.002

    tab.page.mouse.up()
    tab.until(lambda: server().hands["holds"] == [])
    tab.until(lambda: np.linalg.norm(server().positions[CORNER] - held.positions[CORNER]) > 0.05)


def test_one_mouse_pulls_at_two_places(tab, server):
    """Let go with Shift held, a hand stays; it can be taken up again, and Escape lets go of all."""
    first = tab.place(MIDDLE)
    tab.drag(first, first + by(-30, 20))
    tab.page.keyboard.down("Shift")
    tab.page.mouse.up()
    tab.page.keyboard.up("Shift")
    tab.until(lambda: len(server().hands["holds"]) == 1)

    def takes_hold() -> bool:
        """Of the corner, which swings: a hand may come too late."""
        start = inside_corner(tab)
        if tab.body_at(start) != "cloth":
            return False
        tab.drag(start, start + by(40, 20))
        for _ in range(20):
            if len(server().hands["holds"]) == 2:
                return True
        tab.page.mouse.up()
        return False

    tab.until(takes_hold)
    tab.page.mouse.up()
    tab.until("state.hands.holds.length === 1")

    (left,) = server().hands["holds"]
    at = tab.read(f"view.projectPoint({left['to']})")
    tab.drag(np.array([at["x"], at["y"]]), np.array([at["x"], at["y"]]) + by(0, 25))
    tab.until(lambda: server().hands["holds"][0]["to"] != left["to"])
    assert [hold["id"] for hold in server().hands["holds"]] == [left["id"]]
    tab.page.keyboard.down("Shift")
    tab.page.mouse.up()
    tab.page.keyboard.up("Shift")
    tab.key("Escape")
    tab.until(lambda: server().hands["holds"] == [])


def test_the_view_turns_where_there_is_no_body_and_the_cloth_stays(tab, server):
    box = tab.find("canvas").bounding_box()
    beside = np.array([box["x"] + 0.85 * box["width"], box["y"] + 0.15 * box["height"]])
    assert tab.body_at(beside) is None
    before = tab.read("view.projectPoint([0.5, 0, 0.5])")
    tab.drag(beside, beside + by(-60, 10))
    tab.page.mouse.up()
    tab.until(lambda: abs(tab.read("view.projectPoint([0.5, 0, 0.5])")["x"] - before["x"]) > 10)
    assert server().hands["events"] == 0


def test_a_click_of_the_pin_tool_pins_and_another_one_lets_go(tab, server):
    pegs = server().pins
    assert len(pegs) == 2
    tab.press("tool-pin")
    tab.click(tab.place(MIDDLE))
    tab.until(lambda: set(server().pins) == {*pegs, MIDDLE})
    tab.until(f"state.hands.pins.cloth.includes({MIDDLE})")
    tab.click(tab.place(MIDDLE))
    tab.until(lambda: server().pins == pegs)


def test_a_pin_that_is_pulled_stays_where_it_is_let_go(tab, server):
    before = server()
    peg = before.pins[1]  # the right one; over the left one there are controls on a small screen
    tab.drag(tab.place(peg), tab.place(peg) + by(40, 30))
    tab.until(lambda: np.linalg.norm(server().positions[peg] - before.positions[peg]) > 0.05)
    tab.page.mouse.up()
    tab.until(lambda: server().hands["holds"] == [])
    after = server()
    assert after.pins == before.pins
    step = after.status["step"]
    tab.until(f"status.step > {step} + 5")
    assert np.array_equal(server().positions[peg], after.positions[peg])


def test_a_push_is_stronger_the_longer_it_lasts(tab, server):
    before = server().positions[MIDDLE]
    tab.press("tool-push")
    tab.point(tab.place(MIDDLE))
    tab.page.mouse.down()
    tab.until(lambda: np.linalg.norm(server().positions[MIDDLE] - before) > 0.02)
    tab.until(lambda: np.linalg.norm(server().positions[MIDDLE] - before) > 0.1)
    pushed = server()
    tab.page.mouse.up()
    tab.until(lambda: server().hands["events"] > pushed.hands["events"])
    away = np.linalg.norm(pushed.positions[MIDDLE] - before)
    tab.until(lambda: np.linalg.norm(server().positions[MIDDLE] - before) < 0.5 * away)


def test_an_obstacle_is_moved_and_undo_puts_it_back(tab, server):
    def centre():
        return server().scene["scene"]["obstacles"][0]["center"]

    before = centre()
    at = tab.read(f"view.projectPoint({before})")
    ball = np.array([at["x"], at["y"]])
    tab.press("tool-move")
    tab.drag(ball, ball + by(-50, 10))
    tab.page.mouse.up()
    tab.until(lambda: np.linalg.norm(np.subtract(centre(), before)) > 0.1)
    tab.until(lambda: np.allclose(tab.read("scene.obstacles[0].anchor"), centre()))
    tab.key("Control+z")
    tab.until(lambda: centre() == before)


def test_a_line_drawn_across_the_cloth_cuts_it_in_two(tab, server):
    whole, pegs = tab.pixels(), server().pins
    tab.key("x")
    tab.until("state.tool === 'cut'")
    left, right = tab.place(5), tab.place(132 + 5)  # the ends of the sixth row of nodes
    out, down = 0.2 * (right - left), 0.5 * (tab.place(6) - left)  # from beside the cloth, between two rows
    tab.drag(left - out + down, right + out + down)
    tab.until("view.lines === 1")
    assert server().hands["events"] == 0
    tab.page.mouse.up()
    tab.until(lambda: server().hands["events"] == 1)
    tab.until("view.triangles('cloth') === 242 - 22 && view.lines === 0")
    assert tab.read("view.quarters('cloth')") == 11 * 6  # of the quarters of eleven cells
    # The lower part falls, the upper one hangs on.
    tab.until(lambda: server().positions[CORNER][2] < -2.0)
    hanging = server().positions
    assert hanging[pegs[0]][2] == 1.5 and hanging[5][2] > 0.0
    assert change(whole, tab.pixels()) > 0.01
    tab.key("r")
    tab.until("view.triangles('cloth') === 242 && view.quarters('cloth') === 0")


def test_what_hangs_beside_a_cut_can_be_grabbed_and_pinned(tab, server):
    """A slit to the middle: the strip of half a cell along it belongs to the row of nodes that it hangs on."""
    tab.key("x")
    tab.until("state.tool === 'cut'")
    left, middle = tab.place(5), tab.place(60 + 5)
    down = 0.5 * (tab.place(6) - left)
    tab.drag(left - 0.4 * (middle - left) + down, middle + down)
    tab.page.mouse.up()
    tab.until("view.quarters('cloth') >= 30")

    def beside() -> np.ndarray:
        """Below the node [1, 5], where the link to the next one was."""
        return tab.place(17) + 0.35 * (tab.place(17) - tab.place(16))

    def takes_hold() -> bool:
        start = beside()
        if tab.body_at(start) != "cloth":
            return False
        tab.drag(start, start + by(-40, 30))
        for _ in range(20):
            holds = server().hands["holds"]
            if holds and holds[0]["spot"]["nodes"][0] == 17:
                return True
        tab.page.mouse.up()
        tab.until(lambda: server().hands["holds"] == [])
        return False

    tab.key("g")
    tab.until(takes_hold)
    (hold,) = server().hands["holds"]
    assert hold["spot"]["weights"][0] == 1.0
    tab.page.mouse.up()
    tab.until(lambda: server().hands["holds"] == [])

    tab.key("n")
    tab.until("state.tool === 'pin'")

    def pins() -> bool:
        place = beside()
        if tab.body_at(place) == "cloth":
            tab.click(place)
        return any(17 in server().pins for _ in range(10))

    tab.until(pins)
