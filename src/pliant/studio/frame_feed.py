"""Which frame each tab sees: the newest, as soon as it has room for one, or a recorded one that it asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pliant.studio.scrub import Scrubber
from pliant.studio.tabs import Picture, Tab

_PATIENCE = 0.3  # seconds that a tab waits for the newest frame before it is shown the one before


class Pictures:
    """Asks the engine for frames by `say`, one at a time, and hands them to `tabs`."""

    def __init__(self, folder: Path, tabs: list[Tab], say: Callable[[dict[str, Any]], bool]):
        self._tabs = tabs
        self._say = say
        self._latest: Picture | None = None
        self._asked = False  # the engine for a frame, which has not come yet
        self._reminder: asyncio.TimerHandle | None = None  # to ask when a tab may be sent another
        self._scrubber = Scrubber(folder)
        self._scrubbing = asyncio.Event()
        self.revision = 0

    def begin(self, revision: int) -> None:
        """Another take begins: the frames of the one before are gone."""
        self.revision = revision
        self.forget()

    def forget(self) -> None:
        """There are no frames any more."""
        self._latest = None
        for tab in self._tabs:
            tab.scrubbed = None
            tab.look_away()

    # ------------------------------------------------------------ what happens now

    def arrived(self, data: bytes) -> None:
        """The engine sent a frame."""
        header = json.loads(data[8 : 8 + int.from_bytes(data[4:8], "little")])
        self._asked = False
        self._latest = Picture(data, header["revision"], header["frame"])
        for tab in self._tabs:
            if tab.scrubbed is None:
                tab.show(self._latest)
        self.ask()

    def ask(self, *, anew: bool = False) -> None:
        """Ask the engine for a frame if a tab has room for one; it says "same" if it has none newer than ours.

        `anew`: it is another engine, which was not asked yet.
        """
        self._asked = self._asked and not anew
        eager = [tab for tab in self._tabs if tab.has_room]
        waiting = [tab for tab in eager if tab.rest == 0.0]
        if len(waiting) < len(eager) and self._reminder is None:
            soonest = min(tab.rest for tab in eager if tab not in waiting)
            self._reminder = asyncio.get_running_loop().call_later(soonest, self._remind)
        if waiting and (not self._asked or any(tab.seen is not self._latest for tab in waiting)):
            had = None if self._latest is None else [self._latest.revision, self._latest.frame]
            self._asked = self._say({"wanted": had})
            asyncio.get_running_loop().call_later(_PATIENCE, self.show_latest)

    def _remind(self) -> None:
        self._reminder = None
        self.ask()

    def show_latest(self) -> None:
        """There is nothing newer, or not soon: show what there is to those who have not seen it."""
        for tab in self._tabs:
            if self._latest is not None and tab.has_room and tab.seen is not self._latest:
                tab.show(self._latest)

    # ------------------------------------------------------------ what was

    def look(self, tab: Tab, frame: int | None) -> None:
        """Show a tab a recorded frame, or what happens now."""
        tab.scrubbed = frame
        tab.look_away()
        if frame is not None:
            tab.scrub_waits = True
            self._scrubbing.set()
        else:
            self.ask()

    async def scrub(self) -> None:
        """Read recorded frames for the tabs that asked, until cancelled; of what a tab asked for, the last."""
        while True:
            await self._scrubbing.wait()
            self._scrubbing.clear()
            for tab in list(self._tabs):
                if tab.scrub_waits and tab.scrubbed is not None:
                    tab.scrub_waits = False
                    number, extras = tab.scrubbed, tab.extras
                    picture = await asyncio.to_thread(self._scrubber.picture, self.revision, number, extras)
                    if picture is not None and tab.scrubbed is not None:
                        tab.show(picture)
