"""Between the engine and the tabs: who hears what, who drives, and what happens when the engine dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from pliant.errors import PliantError
from pliant.recording.contacts import CONTACTS
from pliant.recording.reactions import REACTIONS
from pliant.simulation.marks import HELD
from pliant.studio import engine_socket as wire
from pliant.studio import messages as m
from pliant.studio import resuming
from pliant.studio.dropping import Dropped
from pliant.studio.exports import Exports
from pliant.studio.frame_feed import Pictures
from pliant.studio.last_said import Known
from pliant.studio.process import EngineProcess
from pliant.studio.progress import Work
from pliant.studio.tabs import Allowance, Tab, TabGone, as_text
from pliant.studio.welcome import prepare, welcome

MOST_TABS = 32
_SHORT_LIFE = 10.0  # seconds; a scene that an engine did not survive for longer is not opened again
_PATIENCE = 0.7  # seconds that an engine may take to hear a command that ends what it is at
_MOST_COMPLAINTS = 32  # to one tab that wait to be sent; more would say nothing new
_OPENING = m.Open | m.OpenText | m.OpenDropped
_KEPT = (
    m.SetParameter | m.Undo | m.Reset | m.Play | m.Pause | m.Step
)  # for the next engine, if one is ended first
_PREPARING = 60.0  # seconds that an engine may take to get to what an export needs


class Hub:
    """All tabs, and the engine. The first tab drives; the others watch until they say `drive`.

    `scene` is what to begin with: a file, or a name of the gallery. For scenes nothing is read but the files and
    folders that are `readable` (None: anything).
    """

    def __init__(
        self, folder: Path, scene: str | Path | None = None, readable: tuple[str, ...] | None = None
    ):
        self._folder = folder
        self._readable = readable
        self._engine: EngineProcess | None = None
        self._began_at = monotonic()
        self._numbers = count(1)  # of what tabs say to the engine,
        self._taken = 0  # and the last of it that an engine has taken to do
        self._replacing = False  # the engine is being ended on purpose
        self._awake = False  # the engine has said something
        self._resume: dict[str, Any] | None = None  # how the next engine is to go on
        self._is_opening = False  # a scene was asked for that is not there yet
        self._plays = True  # whether somebody wants it to go on and on
        self._work = Work(self._tell)
        self._opening = _opening(scene)
        self._edits: list[Any] = []  # parameters that were set since, and their values
        self._edited_at = -inf
        self._unheard: dict[
            int, dict[str, Any]
        ] = {}  # what was said, by number, that no engine has taken yet
        self._tabs: list[Tab] = []
        self._lives: set[asyncio.Task[None]] = set()
        self._closing = False
        self._coming = 0  # tabs that wait for their welcome
        self._seen = False  # whether there has been a tab
        self._driver: Tab | None = None
        self._names = (f"tab{number}" for number in count(1))
        self._known = Known()
        self._pictures = Pictures(folder, self._tabs, self._say)
        self.exports = Exports(folder, self._prepare)
        self.dropped = Dropped(folder)
        self._preparing: dict[str, asyncio.Future[dict[str, Any]]] = {}

    @property
    def scene(self) -> dict[str, Any] | None:
        """The scene that is open, as data."""
        return None if self._known.scene is None else self._known.scene["scene"]

    async def run(self) -> None:
        """Keep an engine running, until cancelled."""
        greeting = asyncio.create_task(prepare())
        scrub = asyncio.create_task(self._pictures.scrub())
        work = asyncio.create_task(self._work.run())
        paused = False
        try:
            while True:
                self._awake = False
                self._is_opening = self._opening is not None and self._resume is None
                if self._opening is not None:
                    self._begin_work(m.Working(what="starting", text="starting the simulation"))
                self._engine = await EngineProcess.start(
                    self._folder, self._pictures.revision, self._readable
                )
                self._tell_extras()
                if self._resume is not None:
                    self._say({"resume": self._resume})
                    self._resume = None
                elif self._opening is not None:
                    self._say(self._opening)
                    if self._edits:
                        self._say({"edits": self._edits})
                    if paused:
                        self._order(m.Pause())
                    elif (
                        not self._seen
                    ):  # it waits for whoever is to see it, one step on: kernels are compiled then
                        self._order(m.Step())
                for said in self._unheard.values():
                    self._say(said)
                self._pictures.ask(anew=True)
                while (said := await self._engine.hear()) is not None:
                    self._heard(*said)
                code = await self._engine.stop()
                paused = not self._replacing or not self._plays
                self._mourn(code, self._give_in())
        finally:
            greeting.cancel()
            scrub.cancel()
            work.cancel()
            await self.exports.close()
            if self._engine is not None:
                await self._engine.stop()

    async def close(self) -> None:
        """Say goodbye to all tabs, and take no more."""
        self._closing = True
        for task in list(self._lives):
            task.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)

    # ------------------------------------------------------------ the engine

    def _heard(self, kind: bytes, data: bytes) -> None:
        if not self._awake:
            self._awake = True
            self._work.begin(m.Working(what=""))
        if kind == wire.FRAME:
            self._work.heard()
            self._pictures.arrived(data)
            return
        said = json.loads(data)
        if "taken" in said:
            self._taken = max(self._taken, said["taken"])
            self._unheard = {number: one for number, one in self._unheard.items() if number > self._taken}
            return
        if "same" in said:
            self._pictures.show_latest()
            return
        if "prepared" in said:
            future = self._preparing.pop(said["prepared"], None)
            if future is not None and not future.done():
                future.set_result(said)
            return
        if "edits" in said:
            self._edits, self._edited_at = said["edits"], monotonic()
            return
        message = said["message"]
        if message["type"] == "working":
            self._begin_work(m.Working(**message))
            return
        self._known.note(message)
        if message["type"] == "scene":
            if message["revision"] != self._pictures.revision:
                self._pictures.begin(message["revision"])
            self._began_at = monotonic()
        if message["type"] in ("scene", "trouble"):
            self._is_opening = False
            if self._opening is not None and self._opening.get("message", {}).get("type") == "open_dropped":
                self._opening = None  # the file is not kept
        if message["type"] == "status":
            self._work.heard(message)
            self._tell_statuses()
            return
        text = as_text(message)
        for tab in self._tabs:
            if said["to"] in (None, tab.id):
                tab.tell(message["type"], text)

    def _give_in(self) -> str:
        """What is not tried again, since the engine may have died of it: the last change, or else the scene itself."""
        now = monotonic()
        if self._replacing:
            return ""
        if self._edits and now - self._edited_at < _SHORT_LIFE:
            *self._edits, (path, _) = self._edits
            return path
        if now - self._began_at < _SHORT_LIFE:
            self._opening = None
        return ""

    def _mourn(self, code: int | None, without: str) -> None:
        """The engine died: tell, and forget what it knew. `without` is the change that another one does not get."""
        replaced, self._replacing = self._replacing, False
        self._engine = None
        if not replaced:  # it starts anew, paused, and knows of nothing to undo
            self._unheard = {k: said for k, said in self._unheard.items() if said["message"]["type"] == "set"}
        self._work.forget()
        if self._resume is None:
            self._known = Known()
            self._pictures.forget()
        for future in self._preparing.values():
            if not future.done():
                future.set_result({"trouble": "the simulation ended"})
        self._preparing.clear()
        how = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
        what = "it was started anew, paused" if self._opening else "choose another scene"
        if self._opening and without:
            what += f", without the last change ({without})"
        elif self._opening and self._edits:
            what += ", with what you had changed"
        trouble = m.Trouble(kind="server", text=f"the simulation ended unexpectedly ({how}); {what}")
        for tab in () if replaced else self._tabs:
            tab.say(trouble)

    def _tell(self, message: m.Message) -> None:
        for tab in self._tabs:
            tab.say(message)

    def _begin_work(self, work: m.Working) -> None:
        """Something begins that may take long, or ends; people are told which scene it is that opens."""
        opening = (self._opening or {}) if self._is_opening else {}
        name = opening.get("message", {}).get("name") or Path(opening.get("open", "")).name
        self._work.begin(work.model_copy(update={"opening": name or None}))

    def _order(self, message: m.Pause | m.Step | m.Play) -> None:
        """Say what no tab has said."""
        self._plays = isinstance(message, m.Play)
        self._say({"tab": "", "message": message.model_dump()})

    def _say(self, value: dict[str, Any]) -> bool:
        return self._engine is not None and self._engine.say(value)

    async def _prepare(self, folder: Path, asked: m.Export) -> dict[str, Any]:
        """Have the engine put into a folder what an export needs; returns the job."""
        future = asyncio.get_running_loop().create_future()
        self._preparing[folder.name] = future
        wanted = asked.model_dump(include={"format", "first", "last"})
        self._say({"prepare": {"id": folder.name, "folder": str(folder), **wanted}})
        try:
            async with asyncio.timeout(_PREPARING):
                answer = await future
        except TimeoutError:
            self._preparing.pop(folder.name, None)
            raise PliantError("the simulation is busy; try again later") from None
        if answer["trouble"]:
            raise PliantError(answer["trouble"])
        job = asked.model_dump(mode="json", exclude={"type"})
        return {
            **job,
            "folder": str(folder),
            **{key: answer[key] for key in ("name", "segments", "first", "last")},
            "readable": self._readable,
        }

    # ------------------------------------------------------------ a tab

    async def serve(self, websocket: WebSocket) -> None:
        """The life of a tab."""
        if self._closing or len(self._tabs) + self._coming >= MOST_TABS:
            await websocket.close(1013)
            return
        life = asyncio.create_task(self._live(websocket))
        self._lives.add(life)
        try:
            await asyncio.wait([life])
        finally:
            self._lives.discard(life)
            life.cancel()
        if not life.cancelled():
            life.result()

    async def _live(self, websocket: WebSocket) -> None:
        self._coming += 1
        try:
            await websocket.accept()
            await prepare()
        finally:
            self._coming -= 1
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
                async with asyncio.timeout(2.0):
                    await websocket.close(1008 if reason else 1012 if self._closing else 1000, reason)

    def _join(self) -> Tab:
        tab = Tab(next(self._names))
        self._tabs.append(tab)
        self._driver = self._driver or tab
        if not self._seen:
            self._seen = True
            if self._opening is not None:
                self._order(m.Play())
        tab.say(welcome(tab.id))
        for message in self._known.for_a_new_tab():
            tab.tell(message["type"], as_text(message))
        if (work := self._work.current()) is not None:
            tab.say(work)
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
            if self._known.status is not None:
                own = {"driving": tab is self._driver, "tabs": len(self._tabs)}
                own |= {"frames_sent": tab.frames_sent, "frames_skipped": tab.frames_skipped}
                tab.tell_status(as_text({**self._known.status, **own}))

    def _tell_extras(self) -> None:
        """What some tab wants, be it arrays or balance."""
        extras = sorted({name for tab in self._tabs for name in tab.extras})
        self._say({"extras": extras, "balance": any(tab.balance for tab in self._tabs)})

    # ------------------------------------------------------------ what tabs say

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
            try:
                self._obey(tab, _understood(received))
            except PliantError as error:
                if tab.waiting < _MOST_COMPLAINTS:
                    tab.say(m.Trouble(kind="input", text=str(error)))

    def _obey(self, tab: Tab, message: m.FromPage) -> None:
        match message:
            case m.Credit():
                tab.give(message.frames)
                self._pictures.ask()
            case m.Watch():
                asked = {CONTACTS: message.contacts, HELD: message.held, REACTIONS: message.reactions}
                beside = [name for name, wanted in asked.items() if wanted]
                tab.extras = (*message.fields, *message.vectors, *beside)
                tab.balance = message.balance
                self._tell_extras()
                self._pictures.ask()
                if tab.scrubbed is not None:
                    self._pictures.look(tab, tab.scrubbed)
            case m.Scrub():
                self._pictures.look(tab, message.frame)
            case m.Export():
                self.exports.start(message, tab.say)
            case m.Drive():
                if tab is not self._driver:
                    self._hand_over(tab)
            case _ if tab is not self._driver:
                raise PliantError("another tab drives; press Drive to take over")
            case _:
                self._command(tab, message)

    def _command(self, tab: Tab, message: m.FromPage) -> None:
        number = next(self._numbers)
        said = {"tab": tab.id, "message": message.model_dump(mode="json"), "number": number}
        if isinstance(message, _OPENING):
            self._opening, self._is_opening, self._edits, self._unheard = said, True, [], {}
            self._resume = None  # another engine that is on its way need not go on with what was open
        if isinstance(message, m.Play | m.Pause | m.Step | _OPENING):
            self._plays = not isinstance(message, m.Pause | m.Step)
        if not self._say(said):
            raise PliantError("the simulation is busy; try again in a moment")
        if isinstance(message, _KEPT):
            self._unheard[number] = said
        if isinstance(message, m.Reset | m.Pause | _OPENING):
            asyncio.get_running_loop().call_later(_PATIENCE, self._insist, self._engine, message, number)

    def _insist(self, engine: EngineProcess | None, message: m.FromPage, number: int) -> None:
        """What ends something takes effect soon: an engine that is deep in a step or a model is ended with it.

        The next one opens the scene, begins it anew, or goes on from before the step. An engine that is starting, or
        that has left nothing to go on from, comes to it by itself.
        """
        if engine is None or engine is not self._engine or not self._awake or self._replacing:
            return
        if self._taken >= number:
            return
        if isinstance(message, m.Pause) and self._plays:  # somebody has thought better of it
            return
        if not isinstance(message, _OPENING):
            if self._is_opening or not resuming.is_left(self._folder):
                return
            reset = message if isinstance(message, m.Reset) else None
            self._resume = {
                "reset": reset and reset.model_dump(),
                "playing": reset is not None and self._plays,
            }
            if self._known.status is not None:
                state = "building" if reset else "paused"
                self._known.note({**self._known.status, "state": state, "plays": self._resume["playing"]})
            self._tell_statuses()
        self._unheard.pop(number, None)  # it takes effect by this
        self._replacing = True
        engine.kill()


def _opening(scene: str | Path | None) -> dict[str, Any] | None:
    """What to say to an engine that is to begin with a file, or with a name of the gallery."""
    if isinstance(scene, str):
        return {"tab": "", "message": m.Open(name=scene).model_dump(mode="json")}
    return None if scene is None else {"open": str(scene)}


def _understood(received: Any) -> m.FromPage:
    """What a tab said, or a `PliantError` that says what is wrong with it."""
    text = received.get("text")
    if text is None:
        raise PliantError("binary messages are not understood")
    try:
        return m.from_page.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:200]
        raise PliantError(f"not understood: {where}: {first['msg'][:200]}") from None
