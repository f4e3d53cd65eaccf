"""Play, step, reset; sliders, menus and undo; keys."""

from __future__ import annotations

import numpy as np
import pytest

from tests.studio.browser.tab import COMPILING, change


def density(server):
    return server().scene["scene"]["bodies"][0]["material"]["density"]


def pause(tab) -> int:
    """Returns the step at which it stands."""
    tab.press("play")
    tab.until("status.state === 'paused'")
    tab.until("frame.step === status.step")
    return tab.read("status.step")


def test_pause_step_and_play(tab, server):
    at = pause(tab)
    still = server()
    assert still.status["state"] == "paused" and still.status["step"] == at
    tab.press("step")
    tab.until(f"frame.step === {at + 1}")
    assert server().status["step"] == at + 1
    tab.press("play")
    tab.until(f"frame.step > {at + 10}")


def test_reset_begins_anew(tab, server):
    tab.until("status.step > 30")
    tab.press("tool-pin")
    tab.click(tab.place(78))
    tab.until(lambda: len(server().pins) == 3)
    late = pause(tab)
    tab.press("reset")
    tab.until(f"status.step < {late}")
    tab.until(lambda: len(server().pins) == 2)
    assert server().status["step"] < late
    tab.until("frame.revision === scene.revision")


def test_a_slider_changes_the_scene_and_undo_takes_it_back(tab, server):
    before = density(server)
    tab.slide("slider-bodies.cloth.material.density", 0.9)
    tab.until(lambda: density(server) > 1.5 * before)
    after = density(server)
    field = tab.find("field-bodies.cloth.material.density")
    tab.until(lambda: np.isclose(float(field.input_value()), after, rtol=0.01))
    tab.until("state.hands.undo === 1")
    tab.press("undo")
    tab.until(lambda: density(server) == before)
    tab.key("Control+Shift+z")
    tab.until(lambda: density(server) == after)


def test_gravity_from_a_menu_pulls_at_once(tab, server):
    before = server().status["potential"]
    menu = tab.find("field-gravity")
    menu.select_option(label=menu.locator("option", has_text="Moon").inner_text())
    tab.until(lambda: server().scene["scene"]["gravity"] == "moon")
    tab.until(lambda: server().status["potential"] < 0.5 * before)


def test_a_preset_makes_it_of_something_else(tab, server):
    before = density(server)
    tab.find("field-bodies.cloth.material").select_option(label="Denim")
    tab.until(lambda: density(server) == tab.read("state.welcome.materials.denim.density") != before)


def test_what_cannot_be_is_refused_where_it_was_typed(tab, server):
    field, error = (
        tab.find("field-bodies.cloth.material.density"),
        tab.find("error-bodies.cloth.material.density"),
    )
    before = density(server)
    field.fill("-3")
    field.press("Enter")
    tab.until(lambda: error.is_visible())
    assert "more than 0" in error.inner_text()
    assert density(server) == before


def test_corners_are_let_go_in_the_panel(tab, server):
    tab.find("group-constraints").locator("summary").first.click()
    tab.find("field-constraints.pin1.corners-10").uncheck(force=True)
    tab.until(lambda: len(server().pins) == 1)
    tab.press("undo")
    tab.until(lambda: len(server().pins) == 2)
    tab.until(lambda: tab.find("field-constraints.pin1.corners-10").is_checked())


def test_another_grid_builds_the_scene_anew_and_keeps_the_view(tab, server):
    first = server().scene["revision"]
    before = tab.read("view.projectPoint([0, 0, 1])")
    field = tab.find("field-bodies.cloth.grid-0")
    field.fill("9")
    field.press("Enter")
    tab.until("scene.bodies[0].nodes === 9 * 12")
    tab.wait_for_frames()
    seen = server()
    assert seen.scene["revision"] > first and len(seen.positions) == 9 * 12
    assert tab.read("view.projectPoint([0, 0, 1])") == pytest.approx(before)


def test_keys_of_document_000(tab):
    pictures = {"plain": tab.pixels()}
    tab.key("w")
    tab.until("state.wireframe")
    pictures["wireframe"] = tab.pixels()
    tab.key("w")
    tab.key("d")
    tab.until("state.particles && state.vectors.length === 3")
    tab.until(lambda: tab.find("legend-forces").is_visible())
    pictures["debug"] = tab.pixels()
    tab.key("d")
    for name in ("wireframe", "debug"):
        assert change(pictures["plain"], pictures[name]) > 0.005, f"{name} looks like plain"

    tab.key("f")
    tab.until(lambda: tab.find("readout").is_visible())
    tab.until(lambda: any(digit in tab.find("readout").inner_text() for digit in "123456789"))
    tab.key("Space")
    tab.until("status.state === 'paused'")
    step = tab.read("status.step")
    tab.key("r")
    tab.until(f"status.step < {step}")
    with tab.page.expect_download() as saved:
        tab.key("y")
    assert saved.value.suggested_filename.endswith(".png")


def test_help_lists_the_keys(tab):
    tab.key("?")
    tab.until(lambda: tab.find("help").is_visible())
    text = tab.find("help").inner_text()
    for key in ("Space", "Y", "D", "W", "R", "F"):
        assert key in text
    tab.key("Escape")
    tab.until(lambda: not tab.find("help").is_visible())


def test_plots_follow(tab):
    tab.press("panel-plots")
    tab.until(lambda: tab.find("plot-energy-potential").inner_text() != "")
    before = tab.find("plot-energy").locator("canvas").screenshot()
    tab.until(lambda: tab.find("plot-energy").locator("canvas").screenshot() != before)
    assert "ms" in tab.find("plot-step-step").inner_text()


def test_colours_come_with_a_legend(tab):
    def looks_different() -> bool:
        return change(plain, tab.pixels()) > 0.01

    tab.press("panel-view")
    plain = tab.pixels()
    for field in ("stretch", "bending", "speed"):
        tab.press(f"colour-{field}")
        tab.until(lambda name=field: name in tab.find("legend-title").inner_text().lower())
        tab.until(looks_different)
    tab.press("colour-plain")
    tab.until(lambda: not looks_different() and not tab.find("legend-field").is_visible())
    tab.find("texture").select_option("checker")
    tab.until(looks_different)


def test_a_number_keeps_its_unit_and_is_read_in_any_of_its_kind(tab, server):
    """A field that shows 0.4 mm still does when it is clicked, and takes 0.5 for half a millimetre."""

    def now():
        return server().scene["scene"]["bodies"][0]["material"]

    path = "bodies.cloth.material.thickness"
    field, unit, error = tab.find(f"field-{path}"), tab.find(f"unit-{path}"), tab.find(f"error-{path}")
    shown = field.input_value(), unit.inner_text()
    assert shown == ("0.4", "mm") and now()["thickness"] == 0.0004
    field.click()
    assert (field.input_value(), unit.inner_text()) == shown
    for typed, value, seen in [
        ("0.5", 0.0005, "0.5"),
        ("600 µm", 0.0006, "0.6"),
        ("7e-4 m", 0.0007, "0.7"),
        ("0,08 cm", 0.0008, "0.8"),
        ("0.4 mm", 0.0004, "0.4"),
    ]:
        field.fill(typed)
        field.press("Enter")
        tab.until(lambda value=value: now()["thickness"] == value)
        assert (field.input_value(), unit.inner_text()) == (seen, "mm"), typed
    field.fill("5 MPa")
    field.press("Enter")
    tab.until(lambda: error.is_visible())
    assert "expected a length such as 0.5 mm" in error.inner_text()

    path = "bodies.cloth.material.young"
    field, unit = tab.find(f"field-{path}"), tab.find(f"unit-{path}")
    field.fill(f"{field.input_value()} {unit.inner_text()}")  # its own text
    field.press("Enter")
    assert not tab.find(f"error-{path}").is_visible()
    field.fill("20 MPa")
    field.press("Enter")
    tab.until(lambda: now()["young"] == 2e7)
    tab.press("undo")
    tab.until(lambda: now()["young"] == tab.read("state.welcome.materials.cotton.young"))


FRICTION = """\
id: cloth
gravity: earth
bodies:
  - {kind: surface, id: cloth, shape: {kind: rectangle, width: 1, height: 1}, grid: [12, 12], material: cotton}
obstacles:
  - id: floor
    kind: plane
    point: [0, 0, -2]
    friction: 0.3
    motion: {times: [0, 9], shifts: [[0, 0, 0], [0, 0, 0.1]]}
"""


def test_a_choice_that_cannot_be_alone_is_offered_with_what_it_needs(playing, server):
    def now():
        scene = server().scene["scene"]
        return scene["bodies"][0]["variant"], scene["integrator"]["kind"], scene["obstacles"][0]["friction"]

    tab = playing("friction", FRICTION)
    path = "bodies.cloth.variant"
    tab.find(f"field-{path}").select_option(label="Kelager")
    tab.find(f"error-{path}").wait_for()
    assert "friction of 'floor' (0.3)" in tab.find(f"error-{path}").inner_text()
    assert now() == ("exact", "bdf2", 0.3)
    tab.press(f"remedy-{path}")
    tab.until(lambda: now() == ("kelager", "semi_implicit", 0.0), COMPILING)
    assert not tab.find(f"error-{path}").is_visible()
    tab.until("state.hands.undo === 1")
    tab.press("undo")
    tab.until(lambda: now() == ("exact", "bdf2", 0.3))
