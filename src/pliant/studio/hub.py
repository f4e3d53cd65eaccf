"""Between the engine and the tabs: who hears what, who drives, and what happens when the engine dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from pliant.studio import messages as m
from pliant.studio import wire
from pliant.studio.process import EngineProcess
from pliant.studio.tabs import Allowance, Picture, Tab, TabGone
from pliant.studio.welcome import welcome

MOST_TABS = 32


class Hub:
    """All tabs, and the engine. The first tab drives; the others watch until they say `drive`."""

    def __init__(self, folder: Path, scene: Path | None = None):
        self._folder = folder
        self._first_scene = scene
        self._engine: EngineProcess | None = None
        self._tabs: list[Tab] = []
        self._driver: Tab | None = None
        self._names = (f"tab{number}" for number in count(1))
        self._latest: Picture | None = None
        self._asked = False  # the engine for a frame, which has not come yet
        self._scene: dict[str, Any] | None = None
        self._hands: dict[str, Any] | None = None
        self._status: dict[str, Any] | None = None

    # ------------------------------------------------------------ the engine

    async def run(self) -> None:
        """Keep an engine running, until cancelled."""
        try:
            while True:
                self._engine = await EngineProcess.start(self._folder)
                if self._first_scene is not None:
                    self._engine.say({"open": str(self._first_scene)})
                self._asked = False
                self._ask()
                while (said := await self._engine.hear()) is not None:
                    self._heard(*said)
                await self._engine.stop()
        finally:
            if self._engine is not None:
                await self._engine.stop()

    def _heard(self, kind: bytes, data: bytes) -> None:
        if kind == wire.FRAME:
            header = json.loads(data[8 : 8 + int.from_bytes(data[4:8], "little")])
            self._asked = False
            self._latest = Picture(data, header["revision"], header["frame"])
            for tab in self._tabs:
                if tab.scrubbed is None:
                    tab.show(self._latest)
            self._ask()
            return
        said = json.loads(data)
        message = said["message"]
        match message["type"]:
            case "scene":
                self._scene = {**message, "reframe": True}
            case "changed" if self._scene is not None:
                self._scene |= {key: message[key] for key in ("scene", "obstacles", "anchors")}
            case "hands":
                self._hands = message
            case "status":
                self._status = message
                for tab in self._tabs:
                    self._tell_status(tab)
                return
        for tab in self._tabs:
            if said["to"] in (None, tab.id):
                tab.tell(message)

    def _ask(self) -> None:
        """Ask the engine for a frame if a tab has room for one."""
        if self._engine is not None and not self._asked and any(tab.wants_frames for tab in self._tabs):
            self._asked = self._engine.say({"wanted": 1})

    def _tell_status(self, tab: Tab) -> None:
        if self._status is not None:
            tab.tell_status(
                {
                    **self._status,
                    "driving": tab is self._driver,
                    "tabs": len(self._tabs),
                    "frames_sent": tab.frames_sent,
                    "frames_skipped": tab.frames_skipped,
                }
            )

    # ------------------------------------------------------------ a tab

    async def serve(self, websocket: WebSocket) -> None:
        """The life of a tab."""
        if len(self._tabs) >= MOST_TABS:
            await websocket.close(1013)
            return
        await websocket.accept()
        tab = self._join()
        tasks = [asyncio.create_task(tab.send(websocket)), asyncio.create_task(self._listen(tab, websocket))]
        reason = ""
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except TabGone as gone:
            reason = str(gone)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # closed by the other side, at one moment or another
        finally:
            self._leave(tab)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
                await asyncio.wait_for(websocket.close(1008 if reason else 1000, reason), 2.0)

    def _join(self) -> Tab:
        tab = Tab(next(self._names))
        self._tabs.append(tab)
        self._driver = self._driver or tab
        tab.tell(welcome(tab.id).model_dump(mode="json"))
        for message in (self._scene, self._hands):
            if message is not None:
                tab.tell(message)
        if self._latest is not None:
            tab.show(self._latest)
        self._tell_statuses()
        return tab

    def _leave(self, tab: Tab) -> None:
        self._tabs.remove(tab)
        if tab is self._driver:
            self._hand_over(self._tabs[0] if self._tabs else None)
        self._tell_extras()
        self._tell_statuses()

    def _hand_over(self, to: Tab | None) -> None:
        """Another tab drives. What the one before held is let go."""
        self._driver = to
        self._say({"let_go": 1})
        self._tell_statuses()

    def _tell_statuses(self) -> None:
        for tab in self._tabs:
            self._tell_status(tab)

    async def _listen(self, tab: Tab, websocket: WebSocket) -> None:
        allowance = Allowance()
        breath = monotonic()
        while True:
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if monotonic() - breath > 0.005:  # a tab that never pauses must not keep the others waiting
                await asyncio.sleep(0)
                breath = monotonic()
            if not allowance.take():
                continue
            text = received.get("text")
            try:
                if text is None:
                    raise ValueError("binary messages are not understood")
                message = m.from_page.validate_json(text, strict=True)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False, include_context=False)[0]
                where = ".".join(str(part) for part in first["loc"])[:200]
                self._trouble(tab, f"not understood: {where}: {first['msg'][:200]}")
            except ValueError as error:
                self._trouble(tab, str(error))
            else:
                self._obey(tab, message)

    def _trouble(self, tab: Tab, text: str) -> None:
        tab.tell(m.Trouble(kind="input", text=text).model_dump(mode="json"))

    def _obey(self, tab: Tab, message: m.FromPage) -> None:
        match message:
            case m.Credit():
                tab.give(message.frames)
                self._ask()
            case m.Watch():
                tab.extras = (*message.fields, *message.vectors)
                self._tell_extras()
            case m.Drive():
                if tab is not self._driver:
                    self._hand_over(tab)
            case _ if tab is not self._driver:
                self._trouble(tab, "another tab drives; press Drive to take over")
            case _:
                if not self._say({"tab": tab.id, "message": message.model_dump(mode="json")}):
                    self._trouble(tab, "the simulation is busy; try again in a moment")

    def _tell_extras(self) -> None:
        self._say({"extras": sorted({name for tab in self._tabs for name in tab.extras})})

    def _say(self, value: dict[str, Any]) -> bool:
        return self._engine is not None and self._engine.say(value)
