"""What the engine puts on the tape: what was shown, and enough between to look back at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pliant.errors import PliantError
from pliant.simulation import Simulation
from pliant.simulation.run import describe
from pliant.simulation.snapshot import recorded
from pliant.studio.session import Session
from pliant.studio.takes import Tape

_EVERY = 0.99 / 120  # simulated seconds after which a step is recorded, also if it is not shown


class Recorder:
    """Puts states of a simulation on a tape. `frame` is the number of the last, `kept` whether it is the newest."""

    def __init__(self, tape: Tape):
        self.tape = tape
        self.frame = -1
        self.kept = True

    def begin(self, revision: int, simulation: Simulation) -> None:
        """Another take begins."""
        self.tape.start(revision, lambda: describe(simulation))
        self.kept = False

    def go_on(self, revision: int, simulation: Simulation) -> None:
        """A take goes on that another engine began."""
        self.tape.go_on(revision, lambda: describe(simulation))
        self.frame, self.kept = self.tape.last[0], True

    def play_back(self, revision: int, path: Path) -> None:
        """Have a finished recording on the tape, and add nothing to it."""
        self.tape.adopt(revision, path)
        self.frame, self.kept = self.tape.last[0], True

    def stepped(self, simulation: Simulation, extras: Sequence[str]) -> None:
        """There is another state: keep it if the last one that was kept is some time ago."""
        self.kept = False
        if simulation.time > self.tape.last[1] + _EVERY:
            self.keep(simulation, extras)

    def keep(self, simulation: Simulation, extras: Sequence[str]) -> None:
        """Put the state as it is now on the tape, unless it is there."""
        if self.kept:
            return
        self.frame = self.tape.append(simulation.state.step, simulation.time, recorded(simulation, extras))
        self.kept = True

    def prepare(
        self,
        session: Session | None,
        name: str,
        folder: Path,
        format: str,
        first: int | None,
        last: int | None,
    ) -> dict[str, Any]:
        """Put into a folder what an export needs; returns what the server has to know of it."""
        if format == "png":
            first = last = self.tape.last[0] if last is None else last
        answer: dict[str, Any] = {"name": "", "segments": [], "trouble": "", "first": first, "last": last}
        if session is None and self.tape.last[0] < 0:
            return answer | {"trouble": "there is no scene to export"}
        if session is None and format == "scene":
            return answer | {
                "trouble": "this is a recording: it can be exported, but its scene was not opened"
            }
        answer["name"] = name.partition(".")[0] or (
            session.simulation.parameters.id if session else "recording"
        )
        try:
            if format == "scene" and session is not None:
                (folder / "scene.json").write_text(session.saved().model_dump_json(), encoding="utf-8")
            else:
                answer["segments"] = [str(path) for path in self.tape.link(folder, first, last)]
        except (PliantError, OSError) as error:
            answer["trouble"] = str(error)
        return answer
