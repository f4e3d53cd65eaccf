"""Where Chromium is, and how it is started: without a screen, drawing in software."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "Chromium is not installed (on Debian: apt-get install chromium fonts-dejavu-core); "
    "PLIANT_CHROMIUM names one that is not on the PATH"
)

ARGUMENTS = [
    "--no-sandbox",  # which root does not get
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-dev-shm-usage",  # containers have little of it
]


def executable() -> str | None:
    """The path of Chromium, or None."""
    named = os.environ.get("PLIANT_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """A browser; elements are found in it by their `data-test`."""
    playwright.selectors.set_test_id_attribute("data-test")
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS, timeout=120_000)
