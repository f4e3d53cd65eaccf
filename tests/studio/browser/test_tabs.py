"""Several tabs, a lost line, a simulation that stopped."""

from __future__ import annotations

import os
import signal

from tests.studio.browser.server import serve
from tests.studio.browser.tab import COMPILING
from tests.studio.conftest import stop


def test_one_tab_drives_and_the_other_watches_until_it_takes_over(tab, open_tab, server):
    other = open_tab().wait_for_frames()
    other.find("banner-drive").wait_for()
    assert not tab.find("banner-drive").is_visible()
    step = other.read("frame.step")
    other.until(f"frame.step > {step}")

    other.key("Space")
    toast = other.find("toast-trouble").first
    toast.wait_for()
    assert "drive" in toast.inner_text().lower()
    assert server().status["state"] == "playing"

    other.press("drive")
    tab.find("banner-drive").wait_for()
    other.find("banner-drive").wait_for(state="hidden")
    other.key("Space")
    tab.until("status.state === 'paused'")
    assert server().status["state"] == "paused"

    other.page.close()
    tab.until("status.driving")
    tab.find("banner-drive").wait_for(state="hidden")


def test_the_simulation_goes_on_without_a_tab(tab, open_tab, server):
    revision, step = tab.read("scene.revision"), tab.read("status.step")
    tab.page.close()
    while server().status["step"] < step + 20:
        pass
    again = open_tab().wait_for_frames()
    assert again.read("scene.revision") == revision
    assert again.read("frame.step") > step


def test_a_lost_line_is_told_and_found_again(tab, studio, scene_file):
    assert not tab.find("banner-lost").is_visible()
    stop(studio)
    tab.find("banner-lost").wait_for()
    drawn = tab.read("view.pictures")
    studio.process = serve(studio.port, scene_file)
    tab.find("banner-lost").wait_for(state="hidden")
    tab.until(f"status.driving && frame.step > 10 && view.pictures > {drawn} + 10", COMPILING)
    # Chromium itself writes each attempt that failed to the console.
    refused = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
    assert all(any(word in complaint for word in refused) for complaint in tab.complaints)
    tab.complaints.clear()


def test_a_line_that_is_silent_is_told_though_nobody_closed_it(tab, studio):
    os.kill(studio.process.pid, signal.SIGSTOP)
    try:
        tab.find("banner-lost").wait_for()
    finally:
        os.kill(studio.process.pid, signal.SIGCONT)
    tab.find("banner-lost").wait_for(state="hidden")
    step = tab.read("frame.step")
    tab.until(f"status.driving && frame.step > {step} + 10")
    tab.complaints.clear()  # Chromium itself may write that an attempt was given up


# Steps that are far too long for an explicit scheme.
EXPLOSIVE = {
    "integrator: {kind: bdf2, tolerance: 0.05}": "integrator: {kind: explicit}",
    "solver: {tolerance: 0.1}": "dt: 0.05",
}


def test_a_simulation_that_stopped_says_why_and_offers_a_way_on(
    anew, open_tab, studio, scene_file, server, tmp_path
):
    text = scene_file.read_text(encoding="utf-8")
    for old, new in EXPLOSIVE.items():
        text = text.replace(old, new)
    explosive = tmp_path / "explosive.yaml"
    explosive.write_text(text, encoding="utf-8")
    tab = open_tab(f"{studio.url}#gallery")
    tab.find("open-file-input").set_input_files(explosive)
    tab.find("trouble").wait_for(timeout=1000 * COMPILING)
    assert "cloth" in tab.find("trouble").inner_text()
    assert len(tab.find("trouble-text").inner_text()) > 20
    assert server().status["state"] == "stopped"

    dt = tab.read("status.dt")
    tab.press("trouble-smaller-step")
    tab.until(lambda: abs(server().status["dt"] - dt / 2) < 1e-12)
    tab.find("trouble").wait_for()  # still too long

    revision = tab.read("scene.revision")
    tab.press("trouble-reset")
    tab.until(f"scene.revision > {revision}")
    tab.find("trouble").wait_for()
    tab.press("trouble-close")
    assert not tab.find("trouble").is_visible()

    revision = tab.read("scene.revision")
    tab.press("reset")
    tab.until(f"scene.revision > {revision}")
    tab.find("trouble").wait_for()
    tab.press("trouble-steadier")  # what its text recommends
    tab.until("scene.scene.integrator.kind === 'bdf2' && status.state === 'playing' && status.step > 20")
    assert not tab.find("trouble").is_visible()


def test_what_stopped_the_simulation_is_undone_and_the_card_goes_when_it_plays_again(tab, server):
    tab.until("status.step > 5")
    tab.find("group-integrator").locator("summary").first.click()
    tab.find("field-integrator.kind").select_option(label="Explicit")
    tab.find("trouble").wait_for(timeout=1000 * COMPILING)
    assert tab.find("trouble-undo").is_visible()
    tab.key("Space")  # tries again, in vain
    tab.until("status.state === 'stopped'")
    tab.find("trouble").wait_for()
    tab.press("trouble-undo")
    tab.until(lambda: server().scene["scene"]["integrator"]["kind"] == "bdf2")
    tab.until("status.state === 'playing' && status.step > 5")
    assert not tab.find("trouble").is_visible()
