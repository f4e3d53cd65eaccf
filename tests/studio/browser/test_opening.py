"""From the gallery to a scene that moves."""

from __future__ import annotations

import pytest

from tests.studio.browser.tab import COMPILING, change
from tests.studio.conftest import start, stop
from tests.studio.test_long_steps import LONG


@pytest.fixture(scope="module")
def studio(browser):
    """A server that was given no scene."""
    running = start()
    yield running
    stop(running)


def test_a_scene_picked_from_the_gallery_moves(open_tab):
    tab = open_tab()
    assert tab.find("gallery").is_visible() and not tab.find("view").is_visible()
    cards = tab.find("gallery-grid").locator("article")
    assert cards.count() == len(tab.read("state.welcome.gallery")) >= 20
    picture = tab.find("card-banner").locator("img")
    tab.until(lambda: picture.evaluate("image => image.naturalWidth > 0"))

    tab.find("gallery-search").fill("wind flag")
    tab.until(lambda: tab.find("card-banner").is_visible() and not tab.find("card-drape").is_visible())
    tab.press("open-banner")

    tab.until("frame.step > 2", COMPILING)
    assert tab.find("view").is_visible() and not tab.find("gallery").is_visible()
    assert tab.find("scene-title").inner_text() == "Flag in the wind"
    first = tab.read("view.lastFrame")
    before = tab.pixels()
    tab.until(f"frame.step > {first['step']} + 10")
    assert change(before, tab.pixels()) > 0.001, "the flag waves"

    tab.key("q")
    tab.until(lambda: tab.find("gallery").is_visible())
    tab.press("back-to-scene")
    tab.until(lambda: tab.find("view").is_visible())


def test_a_scene_file_can_be_opened_and_a_bad_one_is_refused(open_tab, studio, scene_file, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(scene_file.read_text(encoding="utf-8").replace("grid: [12, 12]", "grid: [12, none]"))
    tab = open_tab(f"{studio.url}#gallery")
    tab.find("open-file-input").set_input_files(bad)
    toast = tab.find("toast-trouble").first
    toast.wait_for()
    assert "grid" in toast.inner_text()

    tab.find("open-file-input").set_input_files(scene_file)
    tab.until("scene.name === 'cloth.yaml'", COMPILING)
    tab.until("frame.step > 2", COMPILING)
    assert tab.find("view").is_visible()
    assert tab.read("scene.bodies[0].grid") == [12, 12]


# Notes every picture and text that stands in the view while a scene opens.
WATCH = """() => {
  window.seen = [];
  const find = (name) => document.querySelector(`[data-test=${name}]`);
  const look = () => {
    if (find("opening").hidden) return;
    window.seen.push([find("opening-title").textContent, find("opening-picture").getAttribute("src")]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""


def test_a_scene_that_opens_is_shown_by_its_picture_at_once(open_tab, studio):
    tab = open_tab(f"{studio.url}#gallery")
    tab.page.evaluate(WATCH)
    tab.press("open-drape")
    tab.until("scene.name === 'drape' && frame.revision === scene.revision", COMPILING)
    assert ["Tablecloth", "/thumbnails/drape.jpg"] in tab.page.evaluate("() => window.seen")
    assert not tab.find("opening").is_visible()


def test_a_long_step_says_so_and_can_be_stopped(open_tab, studio, tmp_path):
    """The step takes minutes; pausing, and opening something else, do not wait for it."""
    (tmp_path / "long.yaml").write_text(LONG, encoding="utf-8")
    tab = open_tab(f"{studio.url}#gallery")
    tab.find("open-file-input").set_input_files(tmp_path / "long.yaml")
    tab.until("scene.name === 'long.yaml'", COMPILING)
    pill = tab.find("busy")
    tab.until(lambda: "Step 1 of 14,400 nodes" in pill.inner_text(), COMPILING)
    tab.until("status.state === 'playing' || status.state === 'building'")
    tab.press("play")
    tab.until("status.state === 'paused'")
    assert tab.read("status.step") == 0
    tab.until("state.working === null")
    assert tab.read("scene.name") == "long.yaml"
