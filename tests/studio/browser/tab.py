"""A tab of the studio as its user sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 60.0  # seconds; machines that run tests are busy
COMPILING = 240.0  # seconds that the kernels of a scene may take to compile
_POLL = 40  # ms
_NAMES = """
    const { store: { state } = { state: {} }, view = {} } = window.pliant ?? {};
    const frame = view.lastFrame ?? {}, status = state.status ?? {}, scene = state.scene ?? {}"""


def change(before: np.ndarray, after: np.ndarray) -> float:
    """How much of a picture is visibly another one."""
    return float((np.abs(after - before).max(axis=2) > 30).mean())


def by(right: float, down: float) -> np.ndarray:
    """A way on the page [CSS pixels]."""
    return np.array([right, down])


@dataclass
class Tab:
    """A page that is open. Waits are for conditions, and end after `PATIENCE` with what was waited for."""

    page: Page
    url: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # of the console

    def __post_init__(self) -> None:
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and "GPU stall due to ReadPixels" not in message.text:
            self.complaints.append(message.text)

    def open(self) -> Tab:
        """Load the page; returns when it talks to the server."""
        self.page.goto(self.url)
        self.until("state.welcome")
        return self

    def wait_for_frames(self) -> Tab:
        """Until a frame of the scene that is open was drawn."""
        self.until("frame.step >= 0 && frame.revision === scene.revision")
        return self

    def hold_camera(self) -> Tab:
        """The camera stays where it is, whatever moves: places on the page keep their meaning."""
        if self.read("state.follow"):
            self.press("follow")
        self.until("!state.follow && !view.cameraMoves")
        return self

    # ------------------------------------------------------------ looking

    def read(self, expression: str) -> Any:
        """A value in the page, from what it shows to tests. (It forbids itself to evaluate texts; a debugger may.)"""
        return self.page.evaluate(f"() => {{ {_NAMES}; return {expression}; }}")

    def until(self, condition: str | Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Wait for an expression in the page, or a function here, to be true; returns what that gives."""
        end = monotonic() + patience
        while True:
            found = self.read(f"!!({condition})") if isinstance(condition, str) else condition()
            if found:
                return found
            assert monotonic() < end, f"waited {patience:.0f} s for: {condition}"
            self.page.wait_for_timeout(_POLL)

    def find(self, name: str) -> Locator:
        """An element by its data-test."""
        return self.page.get_by_test_id(name)

    def place(self, node: int, body: str = "cloth") -> np.ndarray:
        """Where a node is on the page [CSS pixels]."""
        at = self.read(f"view.project({body!r}, {node})")
        return np.array([at["x"], at["y"]])

    def body_at(self, place: np.ndarray) -> str | None:
        """The body that is drawn there."""
        return self.read(f"view.bodyAt({place[0]}, {place[1]})")

    def pixels(self) -> np.ndarray:
        """The view as it is on the screen, (height, width, 3)."""
        picture = Image.open(BytesIO(self.find("canvas").screenshot()))
        return np.asarray(picture.convert("RGB"), dtype=int)

    # ------------------------------------------------------------ doing

    def press(self, name: str) -> None:
        self.find(name).click()

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def point(self, place: np.ndarray, steps: int = 1) -> None:
        """Move the mouse."""
        self.page.mouse.move(float(place[0]), float(place[1]), steps=steps)

    def drag(self, start: np.ndarray, to: np.ndarray) -> None:
        """Press the button, move the mouse, and keep the button down."""
        self.point(start)
        self.page.mouse.down()
        self.point(to, steps=4)

    def click(self, place: np.ndarray) -> None:
        self.page.mouse.click(float(place[0]), float(place[1]))

    def slide(self, name: str, way: float) -> None:
        """Press a slider's track at so much of its length."""
        slider = self.find(name)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + way * box["width"], box["y"] + box["height"] / 2)

    def strangers(self) -> list[str]:
        """What was asked of anybody but the server."""
        own = urlsplit(self.url).netloc
        return [
            url
            for url in self.requests
            if not url.startswith(("data:", "blob:")) and urlsplit(url).netloc != own
        ]
