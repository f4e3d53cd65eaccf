"""Pictures of the studio to look at: `python -m tests.studio.browser.shots FOLDER [SCENE]`.

SCENE is a name in the gallery; each picture is taken with the scene in motion and a corner of it in hand.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.studio.browser.chromium import launch
from tests.studio.browser.tab import COMPILING, Tab, by
from tests.studio.conftest import start, stop

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SCREENS: dict[str, dict[str, Any]] = {
    "desk-light": {"viewport": {"width": 1280, "height": 720}},
    "desk-dark": {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"},
    "phone-light": {"viewport": {"width": 390, "height": 844}, **PHONE},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", **PHONE},
    "phone-lying": {"viewport": {"width": 844, "height": 390}, **PHONE},
}
PANELS = ("scene", "view", "plots")


def take(browser: Browser, url: str, folder: Path, screen: str, scene: str) -> None:
    """All pictures of one screen."""
    context = browser.new_context(**SCREENS[screen])
    tab = Tab(context.new_page(), f"{url}&quality=high#gallery").open()

    def save(what: str) -> None:
        tab.page.screenshot(path=folder / f"{screen}-{what}.png", animations="disabled")
        print(folder / f"{screen}-{what}.png", flush=True)

    tab.until("[...document.images].slice(0, 6).every((image) => image.complete)")
    save("gallery")
    before = tab.read("scene.revision ?? 0")  # of what the screen before left behind
    tab.press(f"open-{scene}")
    tab.until(f"frame.revision > {before} && frame.step > 60", COMPILING)
    hold_corner(tab)
    save("held")
    tab.page.mouse.up()
    tab.press("play")  # at rest little is drawn, which takes long in software
    tab.until("status.state === 'paused'")
    for panel in PANELS:
        if tab.read("state.panel") != panel:
            tab.press(f"panel-{panel}")
        save(f"panel-{panel}")
    tab.key("Escape")
    tab.key("d")
    tab.until(lambda: tab.find("legend-forces").is_visible())
    save("debug")
    tab.key("d")
    tab.press("export")
    save("export")
    tab.key("?")
    tab.find("help").wait_for()
    save("help")
    context.close()


def hold_corner(tab: Tab) -> None:
    """Pull the last node of the first body a little, or one along a curve."""
    body = tab.read("scene.bodies[0].id")
    nodes = tab.read("scene.bodies[0].nodes")
    if tab.read("scene.bodies[0].kind") == "curve":
        place = tab.place(2 * nodes // 3, body)
    else:
        place = 0.9 * tab.place(nodes - 1, body) + 0.1 * tab.place(nodes // 2, body)
    tab.drag(place, place + by(40, -40))
    step = tab.read("frame.step")
    tab.until(f"frame.step > {step} + 20")


def main(folder: str, scene: str = "drape", *screens: str) -> None:
    from playwright.sync_api import sync_playwright

    Path(folder).mkdir(parents=True, exist_ok=True)
    studio = start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for screen in screens or SCREENS:
                take(browser, studio.url, Path(folder), screen, scene)
            browser.close()
    finally:
        stop(studio)


if __name__ == "__main__":
    main(*sys.argv[1:])
