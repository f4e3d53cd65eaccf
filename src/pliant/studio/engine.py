"""The process that simulates: commands, a step when one is due, a frame when somebody has room for it.

It waits for nobody. What the server says is taken between two steps; what it says to the server is sent by a thread.
"""

from __future__ import annotations

import gc
import signal
import socket
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from pliant.errors import PliantError, SimulationError
from pliant.scene import load
from pliant.scene.schema import Scene
from pliant.simulation.run import cut_arrays, obstacle_arrays
from pliant.studio import frames, reports
from pliant.studio import messages as m
from pliant.studio.compiling import CompileWatch
from pliant.studio.describe import frame_arrays
from pliant.studio.gallery import Choice, open_item
from pliant.studio.merge import Command, merged
from pliant.studio.pace import Meter, Pace
from pliant.studio.recorder import Recorder
from pliant.studio.session import Session
from pliant.studio.tape import Tape
from pliant.studio.tears import Tears, surfaces
from pliant.studio.voice import Voice
from pliant.studio.wire import Line

_STATUS_PLAYING = 0.1  # seconds between two statuses
_STATUS_RESTING = 1.0
_STATUS_SOONEST = 0.03  # after a command
_MOST_MISTAKES = 5
_LOOK_BACK = 60  # steps; if more than a quarter of them were not solved to the tolerance, people are told
_FELT = (
    m.GrabSpot
    | m.MoveGrab
    | m.PushSpot
    | m.ReleaseGrab
    | m.CutPath
    | m.PinNodes
    | m.HeatBody
    | m.SetParameter
)  # soon, by whoever did it


def main(connection: socket.socket, folder: str, revision: int) -> None:
    """What the engine's process runs until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle, which then goes
    line = Line(connection)
    try:
        Engine(line, Path(folder), revision).run()
    except EOFError:
        pass
    finally:
        line.close()


def _sweep() -> None:
    """Collect garbage now and leave what remains alone later: to look through all of it takes longer than a step."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Engine:
    """Runs at most one session. Revisions count on from `revision`."""

    def __init__(self, line: Line, folder: Path, revision: int = 0):
        self._line = line
        self._folder = folder
        self._voice = Voice(line)
        self._recorder = Recorder(Tape(folder))
        self._tears, self._surfaces = Tears(), {}
        self._session: Session | None = None
        self._opened = Choice("", None, Scene())
        self._revision = revision
        self._take = 0
        self._playing = False
        self._stopped = False  # for reasons of health
        self._steps_left = 0
        self._speed: float | None = 1.0
        self._pace, self._meter = Pace(), Meter()
        self._extras: list[str] = []
        self._books = False  # whether somebody looks at the books of energy
        self._wanted = False  # whether the server has room for a frame
        self._fresh = False  # whether the newest state has not been sent yet
        self._unsolved = (0, 0)  # steps and unsolved steps when they were last compared
        self._changed = False  # whether parameters are not as last told
        self._next_status = self._last_status = 0.0
        self._compiling = CompileWatch(self._voice.say_compiling)
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = lambda message, *_, **__: self._voice.warn(str(message))

    def run(self) -> None:
        """Until the server goes. A mistake of ours stops the simulation, and only many in a row end the process."""
        mistakes = 0
        while True:
            try:
                self._turn()
                mistakes = 0
            except EOFError:
                raise
            except Exception as error:
                mistakes += 1
                if mistakes > _MOST_MISTAKES:
                    raise
                traceback.print_exc()
                self._stopped, self._fresh = True, False
                self._voice.say(
                    m.Trouble(kind="server", text=f"{type(error).__name__}: {error}", offers=["reset"])
                )

    def _turn(self) -> None:
        self._obey(self._line.take(self._patience()))
        if self._is_running() and self._pace.wait(perf_counter()) <= 0.0:
            self._step()
            self._obey(self._line.take(0.0))  # room for a frame may have been made meanwhile
        if not self._is_running():
            self._compiling.done()
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
        assert self._session is not None
        simulation = self._session.simulation
        begin, before = perf_counter(), simulation.parameters
        dt = before.dt
        self._pace.stepped(begin, 0.0 if self._speed is None or self._steps_left else dt / self._speed)
        try:
            simulation.step()
        except SimulationError as error:
            self._stop(error)
            return
        self._changed |= simulation.parameters is not before  # by an event
        self._session.stepped()
        self._steps_left = max(self._steps_left - 1, 0)
        self._fresh = True
        self._recorder.stepped(simulation, self._extras)
        end, first = perf_counter(), simulation.state.step == 1
        if not self._compiling.done() and not first:  # kernels are made or loaded meanwhile
            self._meter.stepped(end, end - begin, dt)
        if first:
            _sweep()
        self._look_back()

    def _stop(self, error: SimulationError) -> None:
        self._stopped = True
        self._steps_left = 0
        self._next_status = 0.0
        self._voice.say(
            m.Trouble(kind="health", text=str(error), body=error.body, offers=["reset", "smaller_step"])
        )

    def _look_back(self) -> None:
        """Say so when many steps are not solved to the tolerance."""
        assert self._session is not None
        simulation = self._session.simulation
        steps, unsolved = self._unsolved
        if simulation.state.step < steps + _LOOK_BACK:
            return
        if simulation.unconverged - unsolved > _LOOK_BACK / 4:
            self._voice.warn(
                "many steps are not solved to the integrator's tolerance; "
                "a smaller dt or more newton_iterations would help"
            )
        self._unsolved = (simulation.state.step, simulation.unconverged)

    # ------------------------------------------------------------ saying things

    def _tell_building(self) -> None:
        self._say_status("building", perf_counter(), None)

    def _show(self) -> None:
        assert self._session is not None
        simulation, state = self._session.simulation, self._session.simulation.state
        self._recorder.keep(simulation, self._extras)
        arrays = frame_arrays(simulation, self._extras) | cut_arrays(simulation)
        if any(obstacle.motion is not None for obstacle in simulation.parameters.obstacles):
            arrays |= obstacle_arrays(simulation)
        self._tears.add_to(arrays, self._surfaces)
        data = frames.encode(self._revision, self._recorder.frame, state.step, state.time, arrays, live=True)
        self._line.show(data)
        self._wanted = self._fresh = False

    def _publish(self) -> None:
        if self._wanted and self._fresh and self._session is not None:
            self._show()
        now = perf_counter()
        if now >= self._next_status:
            self._next_status = now + (_STATUS_PLAYING if self._is_running() else _STATUS_RESTING)
            self._last_status = now
            if self._changed and self._session is not None:
                self._changed = False
                self._voice.say(reports.changed(self._session, self._revision))
            if self._session is not None:
                self._voice.say_hands(self._session)
            self._say_status(self._state(), now, self._session)

    def _say_status(self, state: str, now: float, session: Session | None) -> None:
        status = reports.nothing() | reports.of_meter(self._meter, now)
        status |= {"state": state, "revision": self._revision, "speed": self._speed}
        if session is not None:
            status |= reports.of_session(session) | reports.of_tape(self._recorder.tape)
        self._voice.say_status(m.Status(**status))

    def _state(self) -> str:
        if self._session is None:
            return "empty"
        return "stopped" if self._stopped else "playing" if self._is_running() else "paused"

    # ------------------------------------------------------------ what the server says

    def _obey(self, said: list[dict[str, Any]]) -> None:
        commands: list[Command] = []
        for item in said:
            if "message" in item:
                commands.append((item["tab"], m.from_page.validate_python(item["message"])))
                continue
            self._obey_all(commands)
            self._serve(item)
        self._obey_all(commands)

    def _obey_all(self, commands: list[Command]) -> None:
        """Do what tabs asked for. What cannot be done is told to whoever asked."""
        for tab, message in merged(commands):
            if isinstance(message, _FELT):
                self._pace.hurry()
            try:
                self._do(message)
            except PliantError as error:
                self._voice.say(m.Trouble(kind="input", text=str(error)), tab)
            except (
                ArithmeticError,
                ValueError,
                MemoryError,
            ) as error:  # a value beyond what can be computed with
                self._voice.say(m.Trouble(kind="input", text=f"this cannot be done: {error}"), tab)
            self._next_status = min(self._next_status, self._last_status + _STATUS_SOONEST)
        commands.clear()

    def _serve(self, item: dict[str, Any]) -> None:
        """Do what the server itself wants."""
        if "wanted" in item:
            self._wanted = True
            if item["wanted"] != [self._revision, self._recorder.frame]:
                self._fresh = True  # whoever asks has an older one
            elif not self._fresh:
                self._line.say({"same": 1})
        elif "extras" in item:
            self._fresh = self._fresh or self._extras != item["extras"]
            self._extras = item["extras"]
            self._keep_books(item["books"])
        elif "let_go" in item:
            if self._session is not None:
                self._session.let_go()
        elif "open" in item:
            try:
                self._open(Choice(Path(item["open"]).name, None, load(item["open"])))
            except PliantError as error:
                self._voice.say(m.Trouble(kind="input", text=str(error)))
        elif "prepare" in item:
            self._prepare(**item["prepare"])

    def _keep_books(self, keep: bool) -> None:
        if keep != self._books:
            self._books = keep
            self._next_status = min(self._next_status, self._last_status + _STATUS_SOONEST)
            if self._session is not None:
                self._session.keep_books(keep)

    def _prepare(self, id: str, folder: str, **wanted: Any) -> None:
        """Put into a folder what an export needs."""
        answer = self._recorder.prepare(self._session, self._opened.name, Path(folder), **wanted)
        self._line.say({"prepared": id, **answer})

    # ------------------------------------------------------------ what tabs say

    def _do(self, message: m.FromPage) -> None:
        match message:
            case m.Open():
                self._open(open_item(message.name, message.variant))
                return
            case m.OpenText():
                self._open(self._from_text(message))
                return
            case m.Speed():
                self._speed = message.factor
                self._pace.clear()
                return
        session = self._session
        if session is None:
            raise PliantError("there is no scene yet; open one first")
        match message:
            case m.Play():
                self._pace.clear()
                self._playing, self._stopped = True, False  # it may go better after what was changed
            case m.Pause():
                self._playing, self._steps_left = False, 0
            case m.Step():
                self._pace.clear()
                self._playing, self._stopped, self._steps_left = False, False, message.count
            case m.Reset():
                self._build(lambda: session.reset(smaller_step=message.smaller_step, replay=message.replay))
            case m.GrabSpot():
                session.grab(
                    message.id, message.spot, message.to, message.stiffness, message.damping, message.radius
                )
            case m.MoveGrab():
                session.move(message.id, message.to)
            case m.ReleaseGrab():
                session.release(message.id)
            case m.PushSpot():
                session.push(message.id, message.spot, message.direction, message.strength)
            case m.CutPath():
                session.cut(message.path)
                self._fresh = True  # it is seen at once, also while nothing moves
            case m.PinNodes():
                session.pin(message.body, message.nodes, free=message.free)
            case m.HeatBody():
                session.heat(message.body, message.temperature)
            case m.SetParameter():
                self._change(lambda: session.set(message.path, message.value, message.gesture))
            case m.Undo():
                self._change(lambda: session.undo(again=message.again))
                self._fresh = True

    def _change(self, change: Callable[[], None]) -> None:
        """Let a parameter change, and tell of it; the scene may begin anew by it."""
        assert self._session is not None
        take, dt = self._session.take, self._session.simulation.parameters.dt
        self._build(change)
        if self._session.take == take:
            self._changed = True
            if self._session.simulation.parameters.dt != dt:
                self._pace.clear()
        else:
            self._voice.say(m.Told(text="this change needs another model, so the scene began anew"))

    def _from_text(self, message: m.OpenText) -> Choice:
        """The scene of a file that the page sent, read as any file is; it finds no pictures beside it."""
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
            self._session = Session(choice.scene, self._tell_building)
            self._opened = choice
            self._playing = True
            self._take = 0

        self._build(build, reframe=True)

    def _build(self, build: Callable[[], None], *, reframe: bool = False) -> None:
        """Do what may let another take begin."""
        build()
        assert self._session is not None
        if self._session.take == self._take:
            return
        self._take = self._session.take
        self._session.keep_books(self._books)
        self._revision += 1
        self._stopped, self._steps_left = False, 0
        self._pace.clear()
        self._unsolved = (0, 0)
        self._changed = False
        self._meter.clear()
        self._voice.begin()
        self._recorder.begin(self._revision, self._session.simulation)
        self._surfaces = surfaces(self._session.simulation)
        self._voice.say(reports.scene_info(self._session, self._opened, self._revision, reframe=reframe))
        self._show()  # at once, wanted or not: before the first step kernels may have to be compiled
