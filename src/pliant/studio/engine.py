"""The process that simulates: commands, a step when one is due, a frame when somebody has room for it.

It waits for nobody. What the server says is taken between two steps; what it says to the server is sent by a thread.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from pliant.errors import PliantError, SimulationError
from pliant.reach import restrict
from pliant.recording import Recording
from pliant.scene import load
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.simulation.snapshot import shown
from pliant.studio import frames, playback, reports, resuming
from pliant.studio import messages as m
from pliant.studio.coalesce import Command, merged
from pliant.studio.compiling import CompileWatch
from pliant.studio.dropping import RECORDING, Dropped, scene_of_mesh
from pliant.studio.engine_socket import Line
from pliant.studio.folder import OPENED
from pliant.studio.gallery import Choice, open_item
from pliant.studio.opening import opened_text, shown_name
from pliant.studio.outbox import Voice
from pliant.studio.pacing import Meter, Pace, likely_seconds
from pliant.studio.recorder import Recorder
from pliant.studio.session import Session
from pliant.studio.takes import Tape
from pliant.studio.torn_links import Tears, surfaces

_STATUS_PLAYING = 0.1  # seconds between two statuses
_STATUS_RESTING = 1.0
_STATUS_SOONEST = 0.03  # after a command
_MOST_MISTAKES = 5
_GRACE = 3.0  # seconds that a step may go on after the server is gone
_LONG = 0.5  # seconds of a step that people should hear of
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


def main(connection: socket.socket, folder: str, revision: int, readable: tuple[str, ...] | None) -> None:
    """What the engine's process runs until the server goes; only `readable` files and folders are read for scenes."""
    restrict(None if readable is None else (*readable, Path(folder) / OPENED))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle, which then goes
    threading.Thread(target=_end_with_server, name="end with the server", daemon=True).start()
    line = Line(connection)
    try:
        Engine(line, Path(folder), revision).run()
    except EOFError:
        pass
    finally:
        line.close()


def _end_with_server() -> None:
    """When somebody kills the server, soon: a step or a compilation may take minutes until the line is asked."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        sleep(_GRACE)
        os._exit(1)


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
        self._plays_back = False  # a recording, instead of a session
        self._steps_left = 0
        self._took: float | None = None  # seconds of the last step
        self._legacy = resuming.Legacy(folder)  # what another engine would go on from
        self._opens = False  # another scene is being opened
        self._speed: float | None = 1.0
        self._pace, self._meter = Pace(), Meter()
        self._extras: list[str] = []
        self._balance = False  # whether somebody looks at the energy balance
        self._wanted = False  # whether the server has room for a frame
        self._fresh = False  # whether the newest state has not been sent yet
        self._unsolved = (0, 0)  # steps and unsolved steps when they were last compared
        self._changed = False  # whether parameters are not as last told
        self._next_status = self._last_status = 0.0
        self._compiling = CompileWatch(self._voice.say_compiling, self._voice.end_compiling)
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = self._voice.show_warning

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
        self._expect(simulation)
        try:
            simulation.step()
        except SimulationError as error:
            self._stop(error)
            return
        finally:
            self._voice.end_work()
        self._changed |= simulation.parameters is not before  # by an event
        self._session.stepped()
        self._steps_left = max(self._steps_left - 1, 0)
        self._fresh = True
        self._recorder.stepped(simulation, self._extras)
        end, first = perf_counter(), simulation.state.step == 1
        self._took = end - begin
        if not self._compiling.done() and not first:  # kernels are made or loaded meanwhile
            self._meter.stepped(end, end - begin, dt)
        if first:
            _sweep()
        self._look_back()

    def _expect(self, simulation: Simulation) -> None:
        """A step that may take long is announced, and should it be too long, another engine can go on from here."""
        if self._took is not None and self._took < _LONG:
            self._legacy.forget()
            return
        self._legacy.leave(self._session, self._opened, self._revision)
        nodes, guess = likely_seconds(simulation.parameters)
        guess, what = self._took or guess, f"step {simulation.state.step + 1} of {nodes:,} nodes"
        self._voice.begin_work("stepping", what, guess if guess > _LONG else None)
        if self._took is None:  # nothing was told since the model was built
            self._next_status = 0.0
            self._publish()

    def _stop(self, error: SimulationError) -> None:
        self._stopped = True
        self._steps_left = 0
        self._next_status = 0.0
        assert self._session is not None
        self._voice.say(reports.stopped(self._session, error))

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
                "more newton_iterations would help, and a smaller dt unless it is friction that makes them hard"
            )
        self._unsolved = (simulation.state.step, simulation.unconverged)

    # ------------------------------------------------------------ saying things

    def _tell_building(self) -> None:
        if not self._opens:
            self._legacy.leave(self._session, self._opened, self._revision)
        self._say_status("building", perf_counter(), None)
        self._voice.begin_work("building", "building the model")

    def _show(self) -> None:
        assert self._session is not None
        simulation, state = self._session.simulation, self._session.simulation.state
        self._recorder.keep(simulation, self._extras)
        arrays = shown(simulation, self._extras)
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
        status["plays"] = state == "playing" or (state == "building" and (self._opens or self._playing))
        if session is not None:
            status |= reports.of_session(session)
        if session is not None or self._plays_back:
            status |= reports.of_tape(self._recorder.tape)
        self._voice.say_status(m.Status(**status))

    def _state(self) -> str:
        if self._session is None:
            return "recording" if self._plays_back else "empty"
        return "stopped" if self._stopped else "playing" if self._is_running() else "paused"

    # ------------------------------------------------------------ what the server says

    def _obey(self, said: list[dict[str, Any]]) -> None:
        commands: list[Command] = []
        if taken := [item["number"] for item in said if "number" in item]:
            self._line.say({"taken": max(taken)})  # so that nobody takes it for lost, however long it takes
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
                self._voice.say(reports.refused(self._session, message, error), tab)
            except (ArithmeticError, ValueError, MemoryError) as error:  # beyond what can be computed with
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
            self._keep_balance(item["balance"])
        elif "let_go" in item:
            if self._session is not None:
                self._session.let_go()
        elif "resume" in item:
            self._resume(**item["resume"])
        elif "open" in item:
            try:
                self._open(Choice(Path(item["open"]).name, None, load(item["open"])))
            except PliantError as error:
                self._voice.say(m.Trouble(kind="input", text=str(error)))
        elif "edits" in item:
            self._take_over(item["edits"])
        elif "prepare" in item:
            self._prepare(**item["prepare"])

    def _take_over(self, edits: list[tuple[str, Any]]) -> None:
        """Set what was set before another engine died."""
        session = self._session
        if session is None:
            return
        refused: list[str] = []
        self._change(lambda: refused.extend(session.take_over(edits)))
        if refused:
            self._voice.say(m.Told(text=f"not taken over: {', '.join(refused)}"))

    def _keep_balance(self, keep: bool) -> None:
        if keep != self._balance:
            self._balance = keep
            self._next_status = min(self._next_status, self._last_status + _STATUS_SOONEST)
            if self._session is not None:
                self._session.keep_energy_balance(keep)

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
                self._open(opened_text(self._folder, message))
                return
            case m.OpenDropped():
                self._open_dropped(message)
                return
            case m.Speed():
                self._speed = message.factor
                self._pace.clear()
                return
        session = self._session
        if session is None and self._plays_back:
            raise PliantError("this is a recording: it can be looked at and exported, not changed")
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
                self._playing |= message.replay  # whoever wants to see it again wants it to move
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
        self._line.say({"edits": self._session.edits})  # for an engine that may have to take over
        if self._session.take == take:
            self._changed = True
            if self._session.simulation.parameters.dt != dt:
                self._pace.clear()
        else:
            self._voice.say(m.Told(text="this change needs another model, so the scene began anew"))

    def _open_dropped(self, message: m.OpenDropped) -> None:
        """A mesh in a scene of its own, or a recording to be looked at."""
        path, name = Dropped(self._folder).path(message.id, message.name), shown_name(message.name)
        try:
            if path.suffix == RECORDING:
                self._play_back(path, name)
            else:
                scene, told = scene_of_mesh(path, name)
                self._open(Choice(name, None, scene))
                self._voice.say(m.Told(text=told))
        except PliantError as error:
            raise PliantError(f"{name}: {str(error).replace(str(path), name)}") from None
        finally:
            path.unlink(missing_ok=True)

    def _play_back(self, path: Path, name: str) -> None:
        """Have a recording on the tape, and no simulation."""
        with Recording(path) as recording:
            info = playback.scene_info(recording, name, self._revision + 1)
        self._session, self._plays_back = None, True
        self._opened = Choice(name, None, Scene())
        self._playing, self._stopped, self._steps_left = False, False, 0
        self._revision += 1
        self._take = 0
        self._meter.clear()
        self._voice.begin()
        self._recorder.play_back(self._revision, path)
        self._voice.say(info)
        self._next_status = 0.0

    def _open(self, choice: Choice) -> None:
        def build() -> None:
            self._legacy.forget()
            self._opens, self._plays_back = True, False
            try:
                self._session = Session(choice.scene, self._tell_building)
            finally:
                self._opens = False
            self._opened = choice
            self._playing = True
            self._take = 0

        self._build(build, reframe=True)

    def _build(self, build: Callable[[], None], *, reframe: bool = False) -> None:
        """Do what may let another take begin."""
        try:
            build()
        finally:
            self._legacy.forget()
            self._voice.end_work()
        assert self._session is not None
        if self._session.take == self._take:
            return
        self._take = self._session.take
        self._revision += 1
        self._recorder.begin(self._revision, self._session.simulation)
        self._begin(reframe=reframe)

    def _begin(self, *, reframe: bool) -> None:
        """A session is there: forget what was of another, and show it."""
        assert self._session is not None
        self._session.keep_energy_balance(self._balance)
        self._stopped, self._steps_left = False, 0
        self._pace.clear()
        self._took = None
        self._unsolved = (self._session.simulation.state.step, 0)
        self._changed = False
        self._meter.clear()
        self._voice.begin()
        self._surfaces = surfaces(self._session.simulation)
        self._voice.say(reports.scene_info(self._session, self._opened, self._revision, reframe=reframe))
        self._show()  # at once, wanted or not: before the first step kernels may have to be compiled

    def _resume(self, reset: dict[str, Any] | None, playing: bool) -> None:
        """Go on where an engine was ended, or begin that scene anew, with its parameters as they were."""
        try:
            left = resuming.find(self._folder)
            self._opened, self._playing = left.opened, playing
            self._voice.begin_work("building", "getting ready again")
            if reset is not None:
                wanted = m.Reset(**reset)
                self._build(lambda: setattr(self, "_session", left.anew(wanted, self._tell_building)))
                return
            self._session = left.session(self._tell_building)
            self._take, self._revision = self._session.take, left.revision
            self._recorder.go_on(self._revision, self._session.simulation)
            self._begin(reframe=False)
        except PliantError as error:
            self._voice.say(m.Trouble(kind="input", text=str(error)))
        finally:
            self._voice.end_work()
