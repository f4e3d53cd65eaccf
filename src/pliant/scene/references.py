"""Whether the parts of a scene fit together: names that exist, nodes on the grid, grabs before moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pliant.constraints import Clamp
from pliant.errors import SceneError
from pliant.model.selection import in_grid, outside
from pliant.problems import Finding, Path, did_you_mean
from pliant.scene.events import Grab, Move, PinEvent, Release, Set, Unpin
from pliant.scene.parameters import set_parameter

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

# Ids become names of arrays, files and parameters, so slashes and dots would be ambiguous.
ID = re.compile(r"\w[\w -]*")
ID_RULE = "an id is made of letters, digits, spaces, '_' and '-'"

# What a `set` event cannot change, because the arrays of the running simulation are built upon it.
_FIXED = {
    "id",
    "title",
    "bodies",
    "forces",
    "obstacles",
    "constraints",
    "events",
    "dt",
    "seconds",
    "integrator",
}
_OPEN_IN_BODIES = {"material", "collides", "look"}


def findings_in(scene: Scene) -> Iterator[Finding]:
    """Everything in the scene that does not fit together."""
    for name in ("bodies", "forces", "obstacles", "constraints"):
        for k, item in enumerate(getattr(scene, name)):
            yield from in_item(scene, name, k)
            if name == "bodies":
                yield from in_collides(scene, k)
                yield from _in_variant(scene, k, item)
    yield from in_events(scene)


def in_item(scene: Scene, name: str, k: int) -> Iterator[Finding]:
    """What is wrong with one item of a list, as far as it can be said before the scene is complete."""
    items = getattr(scene, name)
    item = items[k]
    yield from _in_id(items, k, (name, k, "id"))
    if name == "forces":
        for j, target in enumerate(item.apply_to or ()):
            yield from _in_selection(scene, target, (name, k, "apply_to", j))
    elif name == "obstacles":
        yield from _in_friction(scene, item, (name, k))
    elif name == "constraints" and isinstance(item, Clamp):
        yield from _in_clamp(scene, item, (name, k))
    elif name == "constraints":
        yield from _in_selection(scene, item, (name, k))


def _in_friction(scene: Scene, obstacle: Any, path: Path) -> Iterator[Finding]:
    """Friction is stiff: explicit schemes would jitter, and a projection knows no normal force."""
    response = obstacle.response or scene.contact
    if not obstacle.friction:
        return
    if scene.integrator.kind not in ("bdf2", "backward_euler") or response.kind == "projection":
        yield Finding(
            (*path, "friction"), "needs an implicit integrator (bdf2, backward_euler) and a penalty response"
        )


def in_collides(scene: Scene, k: int) -> Iterator[Finding]:
    """Obstacles that a body would notice but that are not there."""
    known = [obstacle.id for obstacle in scene.obstacles]
    for j, name in enumerate(scene.bodies[k].collides or ()):
        if name not in known:
            yield Finding(("bodies", k, "collides", j), _nothing("obstacle", name, known))


def in_events(scene: Scene, new: int | None = None) -> Iterator[Finding]:
    """What is wrong with the events, gone through in the order of time; with `new`, only that one is new."""
    order = sorted(range(len(scene.events)), key=lambda k: scene.events[k].time)
    grabs = [event for event in scene.events if isinstance(event, Grab)]
    held: dict[str, bool] = {}
    for k in order:
        event, path = scene.events[k], ("events", k)
        match event:
            case Grab():
                yield from _in_id(grabs, next(j for j, g in enumerate(grabs) if g is event), (*path, "id"))
                yield from _in_node(scene, event, path)
                held[event.id] = True
            case Move() | Release():
                if not held.get(event.grab):
                    yield Finding((*path, "grab"), _not_held(event, grabs, held))
                held[event.grab] = isinstance(event, Move) and held.get(event.grab, False)
            case PinEvent() | Unpin():
                yield from _in_selection(scene, event, path)
            case Set() if new in (None, k):  # costly, and old ones have been through it
                yield from _in_set(scene, event, path)


def _in_id(items: Sequence[Any], k: int, path: Path) -> Iterator[Finding]:
    name = items[k].id
    if not ID.fullmatch(name):
        yield Finding(path, f"{ID_RULE} (given: {name!r})")
    if any(other.id == name for other in items[:k]):
        yield Finding(path, f"the id {name!r} is already taken")


def _body(scene: Scene, name: str) -> Any:
    return next((body for body in scene.bodies if body.id == name), None)


def _nothing(what: str, name: str, known: list[str]) -> str:
    return f"there is no {what} {name!r}; " + (did_you_mean(name, known) if known else "the scene has none")


def _no_body(scene: Scene, name: str, path: Path) -> Finding:
    return Finding((*path, "body"), _nothing("body", name, [body.id for body in scene.bodies]))


def _in_selection(scene: Scene, chosen: Any, path: Path) -> Iterator[Finding]:
    body = _body(scene, chosen.body)
    if body is None:
        yield _no_body(scene, chosen.body, path)
        return
    for j, node in enumerate(chosen.nodes):
        if not in_grid(node, body.grid):
            yield Finding((*path, "nodes", j), outside(node, body.grid))


def _in_clamp(scene: Scene, clamp: Clamp, path: Path) -> Iterator[Finding]:
    body = _body(scene, clamp.body)
    if body is None:
        yield _no_body(scene, clamp.body, path)
        return
    for j, edge in enumerate(clamp.edges):
        if body.periodic["mn".index(edge[0])]:
            yield Finding((*path, "edges", j), f"axis {edge[0]} of {body.id!r} is periodic and has no edge")


def _in_node(scene: Scene, grab: Grab, path: Path) -> Iterator[Finding]:
    body = _body(scene, grab.body)
    if body is None:
        yield _no_body(scene, grab.body, path)
    elif not in_grid(grab.node, body.grid):
        yield Finding((*path, "node"), outside(grab.node, body.grid))


def _in_variant(scene: Scene, k: int, body: Any) -> Iterator[Finding]:
    if body.variant != "exact" and scene.integrator.kind not in ("semi_implicit", "explicit"):
        yield Finding(
            ("bodies", k, "variant"),
            f"{body.variant!r} is not the gradient of an energy, so it runs with the integrator "
            f"semi_implicit or explicit, not with {scene.integrator.kind}",
        )


def _not_held(event: Move | Release, grabs: list[Grab], held: dict[str, bool]) -> str:
    if event.grab in held:
        return f"the grab {event.grab!r} is not held any more at {event.time} s"
    if any(grab.id == event.grab for grab in grabs):
        return f"the grab {event.grab!r} comes later than {event.time} s"
    return _nothing("grab", event.grab, [grab.id for grab in grabs])


def _in_set(scene: Scene, event: Set, path: Path) -> Iterator[Finding]:
    parts = event.path.split(".")
    fixed = (len(parts) == 1 and parts[0] in _FIXED) or parts[0] in ("constraints", "events", "integrator")
    fixed = fixed or parts[-1] in ("id", "kind")
    fixed = fixed or (parts[0] == "bodies" and (len(parts) < 3 or parts[2] not in _OPEN_IN_BODIES))
    if fixed:
        yield Finding((*path, "path"), f"{event.path!r} cannot change while the simulation runs")
        return
    try:
        set_parameter(scene.model_copy(update={"events": []}), event.path, event.value)
    except SceneError as error:
        for problem in error.problems:
            yield Finding(path, f"{problem.path}: {problem.message}")
