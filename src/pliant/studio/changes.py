"""What can be taken back: changes of parameters, of pins and of temperatures, those of one gesture as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from pliant.scene.schema import Scene

MOST = 200  # changes that are remembered


@dataclass(frozen=True)
class Assign:
    """Give a parameter a value."""

    path: str
    value: Any


@dataclass(frozen=True)
class Hold:
    """Pin nodes of a body, or with `free` unpin them."""

    body: str
    nodes: tuple[int, ...]
    free: bool


@dataclass(frozen=True)
class Warm:
    """Bring a body to a temperature [°C], or each node to its own; None: to that of its surroundings."""

    body: str
    temperature: float | tuple[float, ...] | None


@dataclass(frozen=True)
class Tie:
    """Break links of a body, or with `mend` join them again."""

    body: str
    links: tuple[Any, ...]
    mend: bool


Action = Assign | Hold | Tie | Warm


@dataclass(frozen=True)
class Change:
    """What was done, and what undoes it, each in the order in which it is to be done."""

    gesture: str
    done: tuple[Action, ...]
    undoes: tuple[Action, ...]


class History:
    """Two stacks of changes: to undo, and to do again."""

    def __init__(self) -> None:
        self._undo: list[Change] = []
        self._redo: list[Change] = []

    @property
    def counts(self) -> tuple[int, int]:
        """How many changes can be undone, and how many done again."""
        return len(self._undo), len(self._redo)

    @property
    def last(self) -> Action | None:
        """What would be undone: the last thing that was done."""
        return self._undo[-1].done[-1] if self._undo else None

    def note(self, done: Action, undoes: Action, gesture: str = "") -> None:
        """Remember a change; it becomes part of the last one if both are of the same gesture."""
        self._redo.clear()
        last = self._undo[-1] if self._undo else None
        if last is None or not gesture or last.gesture != gesture:
            self._undo.append(Change(gesture, (done,), (undoes,)))
            del self._undo[:-MOST]
            return
        begun = {_path(action) for action in last.undoes}  # what the gesture began with is known already
        undone = last.undoes if _path(undoes) in begun else (undoes, *last.undoes)
        kept = tuple(action for action in last.done if _path(action) != _path(done))
        self._undo[-1] = Change(gesture, (*kept, done), undone)

    def pop(self, *, again: bool) -> Change | None:
        """The change to undo, or to do again; None if there is none."""
        stack = self._redo if again else self._undo
        return stack.pop() if stack else None

    def push(self, change: Change, *, again: bool) -> None:
        """A change was undone, or done again: it can be done again, or undone."""
        (self._undo if again else self._redo).append(change)

    @property
    def kept(self) -> list[Any]:
        """The changes of parameters that can be undone, as plain data; others are of hands that have let go."""
        changes = [
            (change.gesture, _assignments(change.done), _assignments(change.undoes)) for change in self._undo
        ]
        return [[gesture, done, undoes] for gesture, done, undoes in changes if done and undoes]

    @staticmethod
    def of(kept: list[Any]) -> History:
        """A history from what is `kept` of another."""
        history = History()
        history._undo = [
            Change(gesture, tuple(Assign(*one) for one in done), tuple(Assign(*one) for one in undoes))
            for gesture, done, undoes in kept
        ]
        return history

    def forget_pins(self) -> None:
        """Pins, cuts and temperatures are gone: what they were cannot come back."""
        gone = Hold | Tie | Warm
        for stack in (self._undo, self._redo):
            stack[:] = [change for change in stack if not any(isinstance(a, gone) for a in change.done)]


def _assignments(actions: tuple[Action, ...]) -> list[Any]:
    """Paths and values, if parameters are all that they are about; else nothing."""
    found = [[action.path, action.value] for action in actions if isinstance(action, Assign)]
    return found if len(found) == len(actions) else []


def _path(action: Action) -> str | None:
    return action.path if isinstance(action, Assign) else None


def assignment_now(scene: Scene, path: str) -> Assign:
    """What would give the parameter at `path` the value that it has.

    Another kind of thing has other parameters, so a change of "kind" is undone by the whole thing.
    """
    parts = path.replace("[", ".").replace("]", "").split(".")
    if parts[-1] == "kind":
        parts = parts[:-1]
    here: Any = scene
    for part in parts:
        if isinstance(here, list | tuple):
            named = [item for item in here if getattr(item, "id", None) == part]
            here = named[0] if named else here[int(part)]
        else:
            here = here[part] if isinstance(here, dict) else getattr(here, part)
    return Assign(".".join(parts), _plain(here))


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
