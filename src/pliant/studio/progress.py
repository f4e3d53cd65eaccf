"""What takes a while, as the server tells it: the engine cannot speak in the middle of a long step.

The engine says what it begins (`Working`). From here tabs hear it, again and again with the seconds since, as long as
nothing else comes. A step of which nothing was announced is noticed by the silence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from pliant.studio.messages import Working

SOON = 0.6  # seconds after which people wonder what is going on
_TICK = 0.25
_EVERY = 0.5  # seconds between two messages about the same work

Tell = Callable[[Working], None]


class Work:
    """Knows what the engine is at, and tells it to all tabs through `tell`."""

    def __init__(self, tell: Tell):
        self._tell = tell
        self._now: Working | None = None
        self._next: tuple[float, Working] | None = (
            None  # what goes on from that time, unless more is compiled
        )
        self._since = self._heard = self._told_at = monotonic()
        self._guessed = False  # whether nobody has said so
        self._told = False  # whether tabs know of something that has not ended
        self._running = False  # whether the simulation should be stepping, or being built

    def begin(self, work: Working) -> None:
        """Something began, or is another part of what goes on; one that is nothing ends it."""
        if not work.what:
            self._end()
            return
        compiled = self._now is not None and self._now.what == "compiling" != work.what
        self._next = (monotonic() + SOON, work) if compiled else None
        if not compiled:
            self._become(work)

    def _become(self, work: Working) -> None:
        begins = self._now is None or self._now.what != work.what
        if begins:
            self._since = monotonic()
        self._now, self._guessed = work, False
        if self._told:
            self._say()

    def heard(self, status: dict[str, Any] | None = None) -> None:
        """The engine spoke: a step under way has ended. A status says whether another one follows."""
        self._heard = monotonic()
        if status is not None:
            self._running = status["state"] == "playing"
        if self._guessed:
            self._end()

    def forget(self) -> None:
        """There is no engine any more."""
        self._running = False
        self._end()

    def _end(self) -> None:
        self._now, self._next, self._guessed = None, None, False
        if self._told:
            self._told = False
            self._tell(Working(what=""))

    def current(self) -> Working | None:
        """What a tab that joins should know at once."""
        if self._now is None:
            return None
        return self._now.model_copy(update={"seconds": monotonic() - self._since})

    async def run(self) -> None:
        """Tell of what takes long, until cancelled."""
        while True:
            await asyncio.sleep(_TICK)
            now = monotonic()
            if self._next is not None and now > self._next[0]:
                self._become(self._next[1])
                self._next = None
            if self._now is None and self._running and now - self._heard > 2 * SOON:
                self._now, self._since = Working(what="stepping", text="one step takes long"), self._heard
                self._guessed = True
            if self._now is not None and now - self._since > SOON and now - self._told_at > _EVERY:
                self._say()

    def _say(self) -> None:
        work = self.current()
        assert work is not None
        self._told, self._told_at = True, monotonic()
        self._tell(work)
