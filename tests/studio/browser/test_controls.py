"""Play, step, reset; sliders, menus and undo; keys."""

from __future__ import annotations

import numpy as np
import pytest

from tests.studio.browser.tab import change


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
    begun = server()
    assert begun.status["step"] < late and len(begun.pins) == 2
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
