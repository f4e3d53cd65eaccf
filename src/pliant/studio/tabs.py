"""A tab of a browser: what waits to be sent to it, and how much it may say.

Frames go out against credit: a tab says how many more it has room for. Of frames and statuses only the newest waits, so
that a slow tab sees fewer of them and costs nothing; a tab that takes nothing at all is dropped. No tab gets more
frames than can be seen: each is answered with credit, and a tab may say only so much.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket

from pliant.studio import frames
from pliant.studio.messages import Beat, Message

MOST_CREDIT = 16
_MOST_WAITING = 256  # messages for a tab that does not read
_PATIENCE = 30.0  # seconds that one message may take to leave
MOST_FRAMES = 120  # live ones per second …
_BEAT = 2.0  # seconds of silence after which a tab is told that somebody is there
_UNEVEN = 0.05  # … of which those of so many seconds may come at once

# What a message makes pointless of those that still wait: another scene has its own hands.
_REPLACED = {"scene": ("scene", "changed", "hands"), "changed": ("changed",), "hands": ("hands",)}

RATE = 1000.0  # messages per second that a tab may say for long: two fingers on a screen of 240 Hz say 600 …
BURST = 2000.0  # … and at once
_FLOOD = 3000  # messages beyond that after which it is shown the door; they are forgotten when it is quiet


def as_text(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":"))


class TabGone(Exception):
    """The tab is of no use any more; the text says why."""


@dataclass(frozen=True)
class Picture:
    """A frame for tabs: the bytes, and which frame it is."""

    data: bytes
    revision: int
    frame: int
    live: bool = True


@dataclass(eq=False)
class Tab:
    """One tab."""

    id: str
    credit: int = 0
    extras: tuple[str, ...] = ()  # arrays it wants beside positions
    balance: bool = False  # whether it wants the energy balance
    scrubbed: int | None = None  # the recorded frame it looks at; None: what happens now
    scrub_waits: bool = False  # it has asked for that frame and not got it yet
    seen: Picture | None = None  # the last frame that it got
    frames_sent: int = 0
    frames_skipped: int = 0
    _texts: deque[tuple[str, str]] = field(default_factory=deque)  # types and texts
    _status: str | None = None
    _picture: Picture | None = None
    _tears: dict[str, tuple[int, bytes]] = field(default_factory=dict)  # what it knows of broken links
    _due: float = 0.0  # when another live frame may leave
    _last: tuple[int, int] = (-1, -1)  # revision and number of the last live frame sent
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _overrun: bool = False

    # ---- for the tab

    def say(self, message: Message) -> None:
        """Something to be said to this tab, in order."""
        data = message.model_dump(mode="json")
        self.tell(data["type"], as_text(data))

    def tell(self, kind: str, text: str) -> None:
        """The same with its type and as a text; what it makes pointless is forgotten."""
        pointless = _REPLACED.get(kind, ())
        if pointless and self._texts:
            self._texts = deque(item for item in self._texts if item[0] not in pointless)
        self._overrun = self._overrun or len(self._texts) >= _MOST_WAITING
        if not self._overrun:
            self._texts.append((kind, text))
        self._news.set()

    def tell_status(self, text: str) -> None:
        """A status; one that still waits is forgotten."""
        self._status = text
        self._news.set()

    def show(self, picture: Picture) -> None:
        """A frame; one that still waits is forgotten. What happens now does not wait for its turn: it grows old."""
        if not picture.live or (self.credit > 0 and self.rest == 0.0):
            self._picture = picture
            self._news.set()

    def look_away(self) -> None:
        """Forget the frame that waits, and the one that was seen last."""
        self._picture = None
        self.seen = None

    def give(self, credit: int) -> None:
        """The tab has room for so many more frames."""
        self.credit = min(self.credit + credit, MOST_CREDIT)
        self._news.set()

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._texts)

    @property
    def has_room(self) -> bool:
        """Whether a frame of what happens now would leave as soon as its turn comes."""
        return self.scrubbed is None and self.credit > 0 and self._picture is None

    @property
    def rest(self) -> float:
        """Seconds until it may be sent another live frame."""
        return max(self._due - monotonic(), 0.0)

    # ---- to the tab

    async def send(self, websocket: WebSocket) -> None:
        """Send what waits, for as long as the tab is there."""
        while True:
            try:
                async with asyncio.timeout(_BEAT):
                    await self._news.wait()
            except TimeoutError:
                self.say(Beat())
            self._news.clear()
            while (item := self._next()) is not None:
                try:
                    async with asyncio.timeout(_PATIENCE):
                        await (
                            websocket.send_text(item) if isinstance(item, str) else websocket.send_bytes(item)
                        )
                except TimeoutError:
                    raise TabGone("it does not read") from None
                if self._overrun:
                    raise TabGone("it does not keep up")

    def _next(self) -> str | bytes | None:
        if self._texts:
            return self._texts.popleft()[1]
        if self._status is not None:
            status, self._status = self._status, None
            return status
        if self._picture is None or self.credit == 0:
            return None
        picture, self._picture = self._picture, None
        self.credit -= 1
        self.frames_sent += 1
        self.seen = picture
        if picture.live:
            self._due = max(self._due, monotonic() - _UNEVEN) + 1 / MOST_FRAMES
            if picture.revision == self._last[0]:
                self.frames_skipped += max(picture.frame - self._last[1] - 1, 0)
            self._last = (picture.revision, picture.frame)
        return frames.only(picture.data, self.extras, self._tears)


class Allowance:
    """How much a tab may say: so many messages a second, more for a moment. What is beyond that is not heard."""

    def __init__(self) -> None:
        self._left = BURST
        self._time = monotonic()
        self._ignored = 0

    def take(self) -> bool:
        """Whether another message is heard; `TabGone` when it goes on and on."""
        now = monotonic()
        self._left = min(self._left + RATE * (now - self._time), BURST)
        self._time = now
        if self._left >= 1.0:
            self._left -= 1.0
            if self._left > BURST / 2:
                self._ignored = 0
            return True
        self._ignored += 1
        if self._ignored > _FLOOD:
            raise TabGone("it says too much")
        return False
