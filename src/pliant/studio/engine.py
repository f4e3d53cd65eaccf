"""The process that simulates: commands, a step when one is due, a frame when somebody has room for it.

It waits for nobody. What the server says is taken between two steps; what it says to the server is sent by a thread.
"""

from __future__ import annotations

import signal
import socket
import warnings
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from pliant.errors import PliantError, SimulationError
from pliant.numerics.compile import set_announcer
from pliant.scene import load
from pliant.scene.schema import Scene
from pliant.simulation.run import describe
from pliant.studio import describe as page
from pliant.studio import frames
from pliant.studio import messages as m
from pliant.studio.gallery import Choice, open_item
from pliant.studio.merge import Command, merged
from pliant.studio.pace import Meter, Pace
from pliant.studio.session import Session
from pliant.studio.tape import Tape
from pliant.studio.wire import Line

_STATUS_PLAYING = 0.1  # seconds between two statuses
_STATUS_RESTING = 1.0


def main(connection: socket.socket, folder: str) -> None:
    """What the engine's process runs until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle; it then says so
    line = Line(connection)
    try:
        Engine(line, Path(folder)).run()
    except EOFError:
        pass
    finally:
        line.close()


class Engine:
    """Runs at most one session."""

    def __init__(self, line: Line, folder: Path):
        self._line = line
        self._folder = folder
        self._tape = Tape(folder)
        self._session: Session | None = None
        self._opened = Choice("", None, Scene())
        self._revision = 0
        self._playing = False
        self._stopped = False  # for reasons of health
        self._steps_left = 0
        self._speed: float | None = 1.0
        self._pace, self._meter = Pace(), Meter()
        self._extras: list[str] = []
        self._wanted = False  # whether the server has room for a frame
        self._fresh = False  # whether the newest frame has not been sent yet
        self._frame = -1
        self._hands_sent: m.Hands | None = None
        self._next_status = 0.0
        set_announcer(lambda text: self._say(m.Told(text=text, busy=True)))
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = lambda message, *_, **__: self._say(m.Told(text=str(message)))

    def run(self) -> None:
        """Until the server goes."""
        while True:
            self._obey(self._line.take(self._patience()))
            if self._is_running() and self._pace.wait(perf_counter()) <= 0.0:
                self._step()
                self._obey(self._line.take(0.0))  # room for a frame may have been made meanwhile
            self._publish()

    # ------------------------------------------------------------ time

    def _is_running(self) -> bool:
        return self._session is not None and not self._stopped and (self._playing or self._steps_left > 0)

    def _patience(self) -> float:
        """How long to wait for commands [s]."""
        now = perf_counter()
        until_status = max(self._next_status - now, 0.0)
        return min(self._pace.wait(now), until_status) if self._is_running() else until_status

    def _step(self) -> None:
        session = self._session
        assert session is not None
        simulation = session.simulation
        begin, dt = perf_counter(), simulation.scene.dt
        self._pace.stepped(begin, 0.0 if self._speed is None or self._steps_left else dt / self._speed)
        try:
            simulation.step()
        except SimulationError as error:
            self._stop(error)
            return
        self._steps_left = max(self._steps_left - 1, 0)
        self._keep()
        end = perf_counter()
        self._meter.stepped(end, end - begin, dt)

    def _stop(self, error: SimulationError) -> None:
        self._stopped = True
        self._steps_left = 0
        self._next_status = 0.0
        offers: list[Any] = ["reset", "smaller_step"]
        self._say(m.Trouble(kind="health", text=str(error), body=error.body, offers=offers))

    def _keep(self) -> None:
        """Put the state as it is now on the tape and have it shown."""
        assert self._session is not None
        simulation = self._session.simulation
        arrays = page.frame_arrays(simulation, ("stretch",))
        kept = {name: a.astype(np.float32) if name.endswith("/stretch") else a for name, a in arrays.items()}
        self._frame = self._tape.append(simulation.state.step, simulation.time, kept)
        self._fresh = True

    # ------------------------------------------------------------ saying things

    def _say(self, message: m.Message, to: str | None = None) -> None:
        self._line.say({"to": to, "message": message.model_dump(mode="json")})

    def _publish(self) -> None:
        if self._wanted and self._fresh and self._session is not None:
            simulation = self._session.simulation
            arrays = page.frame_arrays(simulation, self._extras)
            state = simulation.state
            self._line.show(
                frames.encode(self._revision, self._frame, state.step, state.time, arrays, live=True)
            )
            self._wanted = self._fresh = False
        now = perf_counter()
        if now >= self._next_status:
            self._next_status = now + (_STATUS_PLAYING if self._is_running() else _STATUS_RESTING)
            self._say_hands()
            self._line.say_status({"to": None, "message": self._status(now).model_dump(mode="json")})

    def _say_hands(self) -> None:
        if self._session is None:
            return
        session = self._session
        hands = m.Hands(
            pins=session.pins(), holds=session.holds(), events=len(session.events), undo=0, redo=0
        )
        if hands != self._hands_sent:
            self._hands_sent = hands
            self._say(hands)

    def _status(self, now: float, state: str | None = None) -> m.Status:
        steps_per_second, real_time, milliseconds = self._meter.rates(now)
        status: dict[str, Any] = dict.fromkeys(m.Status.model_fields, 0)
        del status["type"]
        status |= {
            "revision": self._revision,
            "state": state or self._state(),
            "speed": self._speed,
            "real_time": real_time,
            "steps_per_second": steps_per_second,
            "step_ms": milliseconds,
            "driving": False,
        }
        if self._session is not None:
            simulation = self._session.simulation
            reports = simulation.reports.values()
            (first, first_time), (last, last_time) = self._tape.first, self._tape.last
            status |= simulation.energies()
            status |= {
                "time": simulation.time,
                "step": simulation.state.step,
                "dt": simulation.scene.dt,
                "newton": sum(report.newton for report in reports),
                "linear": sum(report.linear for report in reports),
                "largest_stretch": max(
                    float(simulation.stretch(b.name).max()) for b in simulation.model.bodies
                ),
                "first_frame": max(first, 0),
                "last_frame": max(last, 0),
                "first_time": first_time,
                "last_time": last_time,
                "recorded_bytes": self._tape.bytes,
            }
        return m.Status(**status)

    def _state(self) -> str:
        if self._session is None:
            return "empty"
        return "stopped" if self._stopped else "playing" if self._is_running() else "paused"

    # ------------------------------------------------------------ commands

    def _obey(self, said: list[dict[str, Any]]) -> None:
        commands: list[Command] = []
        for item in said:
            if "message" in item:
                commands.append((item["tab"], m.from_page.validate_python(item["message"])))
            elif "wanted" in item:
                self._wanted = True
            elif "extras" in item:
                self._extras = item["extras"]
                self._fresh = True
            elif "open" in item:
                commands.append(("", m.Open(name="")))
                self._open(Choice(Path(item["open"]).name, None, load(item["open"])))
            elif "let_go" in item and self._session is not None:
                self._session.let_go()
        for tab, message in merged(commands):
            try:
                self._do(message)
            except PliantError as error:
                self._say(m.Trouble(kind="input", text=str(error)), tab)
        if commands:
            self._next_status = 0.0

    def _do(self, message: m.FromPage) -> None:
        if isinstance(message, m.Open):
            if message.name:
                self._open(open_item(message.name, message.variant))
            return
        if isinstance(message, m.OpenText):
            self._open(self._from_text(message))
            return
        if isinstance(message, m.Speed):
            self._speed = message.factor
            return
        session = self._session
        if session is None:
            raise PliantError("there is no scene yet; open one first")
        match message:
            case m.Play():
                self._playing = True
            case m.Pause():
                self._playing, self._steps_left = False, 0
            case m.Step():
                self._playing, self._steps_left = False, message.count
            case m.Reset():
                self._build(
                    lambda: session.reset(smaller_step=message.smaller_step, replay=message.replay),
                    reframe=False,
                )
            case m.GrabSpot():
                session.grab(message.id, message.spot, message.to, message.stiffness)
            case m.MoveGrab():
                session.move(message.id, message.to)
            case m.ReleaseGrab():
                session.release(message.id)
            case m.PinNodes():
                session.pin(message.body, message.nodes, free=message.free)
            case _:
                raise PliantError(f"{message.type!r} is not there yet")

    def _from_text(self, message: m.OpenText) -> Choice:
        name = Path(message.name).name
        path = self._folder / f"opened{Path(name).suffix}"
        path.write_text(message.text, encoding="utf-8")
        try:
            return Choice(name, None, load(path))
        except PliantError as error:
            raise PliantError(str(error).replace(str(path), name)) from None
        finally:
            path.unlink(missing_ok=True)

    def _open(self, choice: Choice) -> None:
        def build() -> None:
            self._session = Session(choice.scene)
            self._opened = choice
            self._playing = True

        self._build(build, reframe=True)

    def _build(self, build: Callable[[], None], *, reframe: bool) -> None:
        """Let a take begin."""
        self._line.say_status(
            {"to": None, "message": self._status(perf_counter(), "building").model_dump(mode="json")}
        )
        build()
        assert self._session is not None
        simulation = self._session.simulation
        self._revision += 1
        self._stopped, self._steps_left = False, 0
        self._meter.clear()
        self._hands_sent = None
        self._tape.start(self._revision, lambda: describe(simulation))
        self._say(
            m.SceneInfo(
                revision=self._revision,
                name=self._opened.name,
                variant=self._opened.variant,
                title=simulation.scene.title or self._opened.name,
                scene=page.scene_data(simulation.scene),
                bodies=page.body_meshes(simulation, self._revision),
                obstacles=page.obstacle_meshes(simulation),
                anchors=page.anchors(simulation.scene),
                reframe=reframe,
            )
        )
        self._keep()
        self._next_status = 0.0
