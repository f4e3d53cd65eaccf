"""A server with a small cloth, a browser, and tabs in it that have nothing to complain of and ask nobody else."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pliant.studio import messages as m
from tests.studio.browser.chromium import MISSING, executable, launch
from tests.studio.browser.server import SCENE, Seen, look, serve
from tests.studio.browser.tab import COMPILING, Tab
from tests.studio.conftest import Studio, stop

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LIMIT = 300  # seconds for a test; one that does what it should takes a few

# As small as a desk's window may be, with large pixels: there are four times less of them to be drawn in software.
SCREEN: dict[str, Any] = {"viewport": {"width": 1000, "height": 560}, "device_scale_factor": 0.5}


def _without(reason: str) -> None:
    """The gate installs what it can, so that nothing is left out there without being noticed."""
    (pytest.fail if os.environ.get("PLIANT_NEEDS_BROWSER") else pytest.skip)(reason)


@pytest.fixture(scope="session")
def scene_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server of `studio` plays."""
    path = tmp_path_factory.mktemp("browser") / "cloth.yaml"
    path.write_text(SCENE, encoding="utf-8")
    return path


# Not for the session: as long as it runs, no other test in this process can have an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("Playwright is not installed (pip install playwright)")
    if executable() is None:
        _without(MISSING)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def studio(browser: Browser, scene_file: Path) -> Iterator[Studio]:
    """A server that plays the small cloth, and can be started again at the same address."""
    process = serve(0, scene_file)
    assert process.stdout is not None
    running = Studio(process, process.stdout.readline().strip())
    with running.client() as client:
        while client.hear("status", COMPILING)["step"] < 1:  # kernels may have to be compiled
            pass
    yield running
    stop(running)


@pytest.fixture(autouse=True)
def _limit() -> Iterator[None]:
    """A page that hangs must not hang the tests."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"the test took more than {LIMIT} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def open_tab(browser: Browser, studio: Studio) -> Iterator[Callable[..., Tab]]:
    """Opens tabs, each as if in a browser of its own. At the end none of them may have anything to complain of."""
    tabs: list[Tab] = []

    def opened(url: str | None = None, **options: Any) -> Tab:
        context = browser.new_context(**{**SCREEN, **options})
        tabs.append(Tab(context.new_page(), url or studio.url))
        return tabs[-1].open()

    yield opened
    complaints = [complaint for tab in tabs for complaint in tab.complaints]
    strangers = [url for tab in tabs for url in tab.strangers()]
    for tab in tabs:
        tab.page.context.close()
    assert complaints == []
    assert strangers == []


@pytest.fixture
def server(studio: Studio) -> Callable[[], Seen]:
    """What the server says when asked."""
    return lambda: look(studio.url)


@pytest.fixture
def anew(studio: Studio, scene_file: Path) -> None:
    """The server plays the small cloth from its beginning, whatever was done to it before."""
    with studio.client() as client:
        revision = before = client.hear("scene")["revision"]
        client.say(m.Drive())
        client.say(m.OpenText(name=scene_file.name, text=scene_file.read_text(encoding="utf-8")))
        while revision == before:
            revision = client.hear("scene")["revision"]
        client.say(m.Speed(factor=1))
        client.say(m.Play())
        client.hear("status", revision=revision)


@pytest.fixture
def tab(anew: None, open_tab: Callable[..., Tab]) -> Tab:
    """A tab that drives and shows the small cloth, with a camera that stays."""
    tab = open_tab().wait_for_frames()
    tab.until("status.driving")
    return tab.hold_camera()


@pytest.fixture
def playing(studio: Studio, open_tab: Callable[..., Tab]) -> Callable[..., Tab]:
    """Opens a tab that drives, with a scene of its own; its camera stays unless it shall `follow`."""

    def opened(name: str, text: str, *, follow: bool = False) -> Tab:
        with studio.client() as client:
            before = client.hear("scene")["revision"]
            client.say(m.Drive())
            client.say(m.OpenText(name=f"{name}.yaml", text=text))
            while client.hear("scene", COMPILING)["revision"] == before:
                pass
            client.say(m.Speed(factor=1))
            client.say(m.Play())
            while client.hear("status", COMPILING)["step"] < 5:  # kernels may have to be compiled
                pass
        tab = open_tab().wait_for_frames()
        tab.press("drive") if not tab.read("status.driving") else None
        tab.until("status.driving")
        return tab if follow else tab.hold_camera()

    return opened
