"""What else has to change so that a parameter can have a value which the scene, as it is, does not allow.

A refusal names places in the scene that do not fit. For each of them a few changes are known that take what stands in
the way out of it; they are tried one after the other, and may have something in their own way. Every change of the
result is allowed after those before it, so that they can be made while a simulation runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pliant.errors import PliantError, Problem, SceneError
from pliant.model import Sticks
from pliant.scene import set_parameter
from pliant.scene.changes import parts_of
from pliant.scene.schema import Scene
from pliant.studio.changes import Assign, assignment_now

Check = Callable[[Scene], object]
Materials = Callable[[str], Any]

_MOST_TRIES = 300  # scenes that are checked: one takes about a millisecond
_DEEPEST = 4  # changes that each stand in the way of the one before

# What gives way, by the last part of a path; a list is tried in its order.
_YIELDS: dict[str, list[Any]] = {
    "friction": [0.0],
    "restitution": [None],
    "motion": [None],
    "response": [None, {"kind": "barrier"}],
    "fracture": [None],
    "flow": [None],
    "variant": ["exact"],
    "stickiness": [0.0],
    "rigidity": [((0.0, 0.0), (0.0, 0.0))],
}
# What else may change if it is the choice itself that does not fit.
_AROUND: dict[str, list[tuple[str, Any]]] = {
    "variant": [("integrator.kind", "semi_implicit"), ("integrator.kind", "explicit")],
    "friction": [("contact.kind", "barrier"), ("integrator.kind", "bdf2")],
    "restitution": [("contact.kind", "barrier")],
    "motion": [("contact.kind", "barrier")],
    "response": [("contact.kind", "barrier")],
}
_STEADY = ("bdf2", "backward_euler")
_MOST_NAMED = 3
_CALLED = {
    "integrator.kind": "integrator",
    "contact.kind": "response to contact",
    "solver.kind": "solver",
    "variant": "formulation",
    "flow": "law of flow",
}


@dataclass(frozen=True)
class Remedy:
    """What stands in the way, in words, and the changes that lead to what was asked for, which is the last of them.

    If no way is known there are no changes, and nothing to `offer`.
    """

    why: str
    offer: str
    changes: list[Assign]


@dataclass(frozen=True)
class _Met:
    """Something that stands in the way: the parameter, its value, and of what change and why."""

    path: str
    now: str
    wanted: Assign
    message: str


def remedy(
    scene: Scene,
    path: str,
    value: Any,
    error: SceneError,
    check: Check = lambda scene: None,
    materials: Materials = lambda body: None,
) -> Remedy:
    """How a parameter that was refused with `error` can have that value all the same.

    `check` raises a `SceneError` for a scene that cannot be simulated although its parts fit together; `materials`
    gives a body the material that another formulation takes.
    """
    search, wanted = _Search(check, materials), Assign(path, value)
    try:
        changes = search.way(scene, wanted, ())
    except PliantError:
        changes = None
    if changes is None or len(changes) < 2:
        return Remedy(_words([_met(scene, problem, wanted) for problem in error.problems]), "", [])
    return Remedy(_words(search.met), _offer(changes), changes)


def steadier(scene: Scene, check: Check = lambda scene: None) -> Remedy | None:
    """The changes that lead to a scheme which bears larger steps; None where it would make no difference."""
    sticks = all(isinstance(body.material, Sticks) for body in scene.bodies)  # have a scheme of their own
    if scene.integrator.kind in (*_STEADY, "static") or sticks:
        return None
    changes = _Search(check).way(scene, Assign("integrator.kind", _STEADY[0]), ())
    return None if changes is None else Remedy("", _offer(changes), changes)


@dataclass
class _Search:
    check: Check = lambda scene: None
    materials: Materials = lambda body: None
    met: list[_Met] = field(default_factory=list)
    tries: int = 0

    def way(self, scene: Scene, wanted: Assign, kept: tuple[str, ...]) -> list[Assign] | None:
        """The changes that lead to `wanted`, itself included, without touching what is `kept`."""
        self.tries += 1
        if self.tries > _MOST_TRIES or len(kept) > _DEEPEST:
            return None
        try:
            self.check(set_parameter(scene, wanted.path, wanted.value))
            return [wanted]
        except SceneError as error:
            problems = error.problems
        within = (*kept, wanted.path)
        for problem in problems:
            said = len(self.met)
            self.met.append(_met(scene, problem, wanted))
            for change in self._gives_way(scene, problem, within):
                before = self.way(scene, change, within)
                if before is None:
                    continue
                after = scene
                for one in before:
                    after = set_parameter(after, one.path, one.value)
                rest = self.way(after, wanted, kept)
                if rest is not None:
                    return [*before, *rest]
            del self.met[said:]
        return None

    def _gives_way(self, scene: Scene, problem: Problem, kept: tuple[str, ...]) -> list[Assign]:
        """Changes that may take a problem away, what is wrong itself first."""
        path = _by_id(scene, problem.path)
        name = path.rpartition(".")[2]
        own = [Assign(path, value) for value in _YIELDS.get(name, ())]
        if name == "material" and (material := self.materials(path.split(".")[1])) is not None:
            own.append(Assign(path, material))
        around = [Assign(place, value) for place, value in _AROUND.get(name, ())]
        return [change for change in (*own, *around) if change.path not in kept]


def _by_id(scene: Scene, path: str) -> str:
    """The path of a problem with ids for indices, as the page has it."""
    parts, here = [], scene
    for part in parts_of(path):
        try:
            here = here[int(part)] if isinstance(here, list | tuple) else getattr(here, part)
        except (AttributeError, IndexError, ValueError):
            return path
        parts.append(getattr(here, "id", part) if part.isdecimal() else part)
    return ".".join(parts)


def _met(scene: Scene, problem: Problem, wanted: Assign) -> _Met:
    path = _by_id(scene, problem.path)
    try:
        value = assignment_now(scene, path).value
    except (AttributeError, IndexError, KeyError, ValueError):
        value = None
    now = _spoken(value) if isinstance(value, str | float | int) else ""
    return _Met(path, now, wanted, problem.message)


def _words(met: list[_Met]) -> str:
    """A sentence for each reason, with all that it concerns."""
    reasons: dict[tuple[str, str, str], list[_Met]] = {}
    for one in met:
        reasons.setdefault((_name(one.path), one.wanted.path, one.message), []).append(one)
    said = []
    for (name, wanted, message), those in reasons.items():
        if those[0].path == wanted:
            said.append(message)
            continue
        owners = [f"{_owner(one.path)}{f' ({one.now})' if one.now else ''}" for one in those]
        asked = f"{_called(wanted)} {_spoken(those[0].wanted.value)}"
        do = "do" if len(those) > 1 else "does"
        reason = f"{name} {message}" if message.startswith("needs ") else message
        said.append(f"{_of(name, owners)} {do} not go with {asked}: {reason}")
    return ". ".join(text[0].upper() + text[1:] for text in dict.fromkeys(said))


def _offer(changes: list[Assign]) -> str:
    """What all changes together do."""
    alike: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        alike.setdefault((_name(change.path), _spoken(change.value)), []).append(_owner(change.path))
    return "Set " + _and([f"{_of(name, owners)} to {value}" for (name, value), owners in alike.items()])


def _name(path: str) -> str:
    """A parameter without whose it is: friction."""
    name = path.rpartition(".")[2]
    return _CALLED.get(path) or _CALLED.get(name) or name.replace("_", " ")


def _owner(path: str) -> str:
    """Whose it is: 'floor'; nothing if the scene's."""
    parts = path.split(".")
    return repr(parts[1]) if len(parts) > 2 else ""


def _of(name: str, owners: list[str]) -> str:
    named = [owner for owner in owners if owner]
    if len(named) > _MOST_NAMED:
        return f"the {name} of {named[0]} and {len(named) - 1} others"
    return f"the {name} of {_and(named)}" if named else f"the {name}"


def _called(path: str) -> str:
    """A parameter as people call it: the friction of 'floor'."""
    return _of(_name(path), [_owner(path)])


def _spoken(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return "none" if not any(any(row) for row in value) else "others"
    if isinstance(value, dict) and value.get("kind") == "raw":
        return "weights that stretch alike"
    if isinstance(value, dict) and "kind" in value:
        return str(value["kind"]).replace("_", "-")
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", "-")


def _and(words: list[str]) -> str:
    return words[0] if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"
