"""Whether events can happen in their order: bodies and nodes that exist, grabs before moves, values that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pliant.errors import SceneError
from pliant.model import Curve, Layered, Mesh, Rigid
from pliant.model.flow import Thermoplastic
from pliant.model.selection import in_grid, outside
from pliant.problems import Finding, Path
from pliant.scene.changes import LAW_KEPT, can_continue, needs_restart, parts_of
from pliant.scene.events import Cool, Cut, Event, Grab, Heat, Move, PinEvent, Place, Push, Release, Set, Unpin
from pliant.scene.parameters import set_parameter
from pliant.scene.references import Names, in_id_rule, in_selection, no_body, nothing
from pliant.topology.cutting import CANNOT, can_be_cut

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

_MOST = 1_000_000  # changes of parameters times parts of the scene: each change has all of them checked, 10 µs a part


def in_events(scene: Scene, new: int | None = None) -> Iterator[Finding]:
    """What is wrong with the events, gone through in the order of time; with `new`, only that one is new.

    A new one can only be at odds with those of the same hand: going through all others every time would take long.
    """
    chosen = range(len(scene.events)) if new is None else _of_one_hand(scene.events, new)
    held: dict[str, str] = {}
    names = Names(scene)
    for k in sorted(chosen, key=lambda k: scene.events[k].time):
        yield from in_event(names, scene.events[k], ("events", k), held, scene.events)
        follow(scene.events[k], held)
    now = scene.model_copy(update={"events": []})
    if new is not None and not _after(now, scene.events[new], ())[1]:
        return  # it fits the scene as it starts
    changes = sum(isinstance(event, Set) for event in scene.events)
    if (
        changes * (len(scene.bodies) + len(scene.forces) + len(scene.obstacles) + len(scene.constraints))
        > _MOST
    ):
        yield Finding(
            ("events",), f"{changes} events `set` are more than can be checked in a scene this large"
        )
        return
    for k in sorted(range(len(scene.events)), key=lambda k: scene.events[k].time):
        now, findings = _after(now, scene.events[k], ("events", k))
        yield from findings


def in_event(
    names: Names, event: Event, path: Path, held: Mapping[str, str], events: Sequence[Event]
) -> Iterator[Finding]:
    """What is wrong with one event; whether the value of a `Set` fits is not looked at.

    `held` are the hands that hold or push at that time: their kinds by id. `events` are all that there are.
    """
    match event:
        case Grab() | Push():
            yield from in_id_rule(event.id, (*path, "id"))
            if event.id in held:
                yield Finding((*path, "id"), f"the id {event.id!r} is already taken")
            yield from _in_touch(names, event, path)
        case Move() if held.get(event.grab) == "push":
            yield Finding((*path, "grab"), f"{event.grab!r} is a push, which cannot be moved: release it")
        case Move() | Release():
            if event.grab not in held:
                yield Finding((*path, "grab"), _not_held(event, events))
        case PinEvent() | Unpin() | Heat() | Cool():
            yield from in_selection(names, event, path)
            if isinstance(event, PinEvent | Unpin) and isinstance(names.bodies.get(event.body), Rigid):
                yield Finding(
                    (*path, "body"),
                    f"{event.body!r} is rigid: hold it by constraints of the scene, or grab it",
                )
        case Cut():
            yield from _in_cut(names, event, path)
        case Set() if is_fixed(event.path):
            why = "; start anew with the new value" if needs_restart(event.path) else ""
            yield Finding((*path, "path"), f"{event.path!r} cannot change while the simulation runs{why}")


def _of_one_hand(events: Sequence[Event], new: int) -> list[int]:
    """The number of an event, and of those of the hand that it is about."""
    hand = _hand(events[new])
    return [new] if hand is None else [k for k, event in enumerate(events) if _hand(event) == hand]


def _hand(event: Event) -> str | None:
    """The id of the hand that an event is about."""
    match event:
        case Grab() | Push():
            return event.id
        case Move() | Release():
            return event.grab
    return None


def follow(event: Event, held: dict[str, str]) -> None:
    """What is held after an event."""
    if isinstance(event, Grab | Push):
        held[event.id] = event.kind
    elif isinstance(event, Release):
        held.pop(event.grab, None)


def is_fixed(path: str) -> bool:
    """Whether the parameter at `path` cannot change during a run: what needs a restart, ids, and events."""
    parts = parts_of(path)
    return needs_restart(path) or parts[0] == "events" or parts[-1] == "id"


def _after(scene: Scene, event: Event, path: Path) -> tuple[Scene, list[Finding]]:
    """The scene after an event, as far as parameters go, and what keeps it from happening."""
    if isinstance(event, Heat | Cool):
        return scene, list(in_heat(scene, event, path))
    if not isinstance(event, Set) or is_fixed(event.path):
        return scene, []
    try:
        after = set_parameter(scene, event.path, event.value)
        lost = (
            [Finding((*path, "value"), LAW_KEPT)]
            if ".flow" in event.path and not can_continue(scene, after)
            else []
        )
        return after, lost
    except SceneError as error:
        return scene, [Finding(path, f"{problem.path}: {problem.message}") for problem in error.problems]


def in_heat(scene: Scene, event: Heat | Cool, path: Path) -> Iterator[Finding]:
    """Only what softens has temperatures."""
    body = next((body for body in scene.bodies if body.id == event.body), None)
    if body is not None and not isinstance(body.flow, Thermoplastic):
        law = "none" if body.flow is None else repr(body.flow.kind)
        message = f"{event.body!r} has no temperature: its law of flow is {law}, not 'thermoplastic'"
        yield Finding((*path, "body"), message)
    elif body is not None and isinstance(event, Heat) and isinstance(event.temperature, tuple):
        chosen = 0 if any(event.misses_of(body)) else int(event.mask_of(body).sum())
        if chosen and len(event.temperature) != chosen:
            message = f"one temperature, or one for each of {chosen} nodes (given: {len(event.temperature)})"
            yield Finding((*path, "temperature"), message)


def _in_touch(names: Names, event: Grab | Push, path: Path) -> Iterator[Finding]:
    body = names.bodies.get(event.body)
    yield from [no_body(names, event.body, path)] if body is None else _in_spot(body, event, path)
    if isinstance(body, Rigid) and isinstance(event, Grab) and event.stiffness is None:
        yield Finding(
            (*path, "stiffness"), f"{event.body!r} is rigid, and pulled by a spring: give its stiffness [N/m]"
        )


def _in_cut(names: Names, event: Cut, path: Path) -> Iterator[Finding]:
    body = names.bodies.get(event.body)
    if body is None:
        yield no_body(names, event.body, path)
    elif not can_be_cut(body):
        rigid = f"{body.id!r} is rigid, and is not cut"
        yield Finding(
            (*path, "body"), rigid if isinstance(body, Rigid) else CANNOT.format(id=body.id, kind=body.kind)
        )
    elif len(event.path) < 2 and not isinstance(body, Curve):
        yield Finding((*path, "path"), "a path has two ends; only curves are cut at a point")
    else:
        if event.direction is not None and not any(event.direction):
            yield Finding((*path, "direction"), "must not be zero")
        for k, stop in enumerate(event.path):
            if isinstance(stop, Place):
                yield from _in_spot(body, stop, (*path, "path", k))


def _in_spot(body: Any, event: Place, path: Path) -> Iterator[Finding]:
    nodes, _ = event.spot
    missed = False
    for k, node in enumerate(nodes):
        if not in_grid(node, body.grid):
            missed = True
            where = ("node",) if len(nodes) == 1 else ("nodes", k)
            yield Finding((*path, *where), outside(node, body.grid))
    if missed or len(nodes) == 1:
        return
    listed = ", ".join(str(list(node)) for node in nodes)
    if isinstance(body, Mesh | Rigid):
        if not body.has_element({node[0] for node in nodes}):
            yield Finding((*path, "nodes"), f"{listed} are not corners of one element of the mesh")
    elif isinstance(body, Layered):
        count = body.grid[1]
        if not body.has_element({layer * count + i for layer, i in nodes}):
            yield Finding(
                (*path, "nodes"), f"{listed} are neither corners of one triangle nor ends of one spring"
            )
    elif any(_apart(a, b, body) > 1 for a in nodes for b in nodes):
        yield Finding((*path, "nodes"), f"{listed} are not corners of one cell of the grid")


def _apart(a: tuple[int, ...], b: tuple[int, ...], body: Any) -> int:
    """How many links there are from a to b along the axis on which there are more."""
    most = 0
    for i, j, count, wraps in zip(a, b, body.grid, body.periodic, strict=True):
        steps = abs(i - j)
        most = max(most, min(steps, count - steps) if wraps else steps)
    return most


def _not_held(event: Move | Release, events: Sequence[Event]) -> str:
    hands = [other for other in events if isinstance(other, Grab | Push)]
    times = [hand.time for hand in hands if hand.id == event.grab]
    if not times:
        return nothing("grab", event.grab, [hand.id for hand in hands])
    if min(times) > event.time:
        return f"the grab {event.grab!r} comes later than {event.time} s"
    return f"the grab {event.grab!r} is not held any more at {event.time} s"
