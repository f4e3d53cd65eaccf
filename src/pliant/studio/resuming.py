"""What an engine leaves behind for the next one, should it be ended in the middle of a long step.

Before such a step, and before a model is built anew, the state is kept as a checkpoint in the engine's folder, with
what else the session had. What is on the tape is on disk anyway.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pliant.errors import PliantError
from pliant.scene import set_parameter
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.studio.gallery import Choice
from pliant.studio.messages import Reset
from pliant.studio.session import Kept, Session

_STATE, _SESSION = "resume.state", "resume.json"


@dataclass(frozen=True)
class Left:
    """What was open, what its session had, and the revision of its take."""

    opened: Choice
    kept: Kept
    revision: int
    state: Path

    def session(self, beginning: Callable[[], None] = lambda: None) -> Session:
        """The session, where it was before the step."""
        return Session.resumed(self.kept, Simulation.restore(self.state), beginning)

    def anew(self, reset: Reset, beginning: Callable[[], None] = lambda: None) -> Session:
        """The session, begun anew."""
        if reset.replay:
            session = self.session(beginning)
            session.reset(smaller_step=reset.smaller_step, replay=True)
            return session
        scene = self.kept.edited.model_copy(update={"events": self.kept.scene.events})
        if reset.smaller_step:
            scene = set_parameter(scene, "dt", 0.5 * scene.dt)
        session = Session(scene, beginning)
        session.inherit(self.kept)
        return session


def is_left(folder: Path) -> bool:
    """Whether there is anything to go on from."""
    return (folder / _SESSION).is_file()


class Legacy:
    """What an engine has left: there as long as it is what the step under way began with."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._left = is_left(folder)

    def leave(self, session: Session | None, opened: Choice, revision: int) -> None:
        """Keep a session for whoever comes after."""
        if session is None:
            return
        scene, edited, edits, history = session.kept
        session.simulation.checkpoint(self._folder / _STATE)
        data = {
            "opened": [opened.name, opened.variant, opened.side],
            "scene": scene.model_dump_json(),
            "edited": edited.model_dump_json(),
            "edits": edits,
            "history": history,
            "revision": revision,
        }
        (self._folder / _SESSION).write_text(json.dumps(data), encoding="utf-8")
        self._left = True

    def forget(self) -> None:
        """What was left is not what the next step begins with."""
        if self._left:
            (self._folder / _SESSION).unlink(missing_ok=True)
            self._left = False


def find(folder: Path) -> Left:
    """What was left, or a `PliantError`."""
    try:
        data = json.loads((folder / _SESSION).read_text(encoding="utf-8"))
        scene, edited = (Scene(**json.loads(data[name])) for name in ("scene", "edited"))
    except (OSError, ValueError) as error:
        raise PliantError(f"there is nothing to go on from ({error}); open the scene again") from None
    name, variant, side = data["opened"]
    opened = Choice(name, variant, scene, None if side is None else (side[0], side[1]))
    edits = [(path, value) for path, value in data["edits"]]
    return Left(opened, Kept(scene, edited, edits, data["history"]), data["revision"], folder / _STATE)
