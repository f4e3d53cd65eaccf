"""What events do to a running simulation.

Second-order schemes look back at the step before. Where a motion or a force ends at once (a node that is caught, a hand
that lets go) they start anew for that body: what they saw would go on for a while. A hand that takes hold by a spring,
moves or begins to push is no such end, and moves many times a second. For parameters see `State.jolt`.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import numpy as np

from pliant.build.clamps import hold_directions
from pliant.build.model import BodyModel, Model, pin, unpin
from pliant.errors import PliantError, PliantWarning, Problem, SceneError
from pliant.model import Body, Surface
from pliant.problems import path_text
from pliant.scene.events import Cool, Cut, Event, Grab, Heat, Move, PinEvent, Place, Push, Release, Set, Unpin
from pliant.scene.holding import clamped_edges, constrained, directed
from pliant.scene.parameters import set_parameter
from pliant.scene.references import Names
from pliant.scene.schema import Scene
from pliant.scene.timeline import follow, in_event, in_heat
from pliant.simulation import hands
from pliant.simulation.heating import set_temperatures
from pliant.simulation.state import State, start_anew
from pliant.topology.blades import cut_fibres
from pliant.topology.cutting import crossed_links, material_path, nearest_places, still_whole

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

E = TypeVar("E", bound=Event)


class MissWarning(PliantWarning):
    """An event that changed nothing."""


def apply_event(simulation: Simulation, event: Event) -> None:
    """Let an event happen now."""
    model, state = simulation.model, simulation.state
    match event:
        case Set():
            simulation.replace_scene(set_parameter(simulation.parameters, event.path, event.value))
        case Cut():
            _cut(simulation, event)
        case Heat() | Cool():
            set_temperatures(model, state, event)
        case Grab():
            hands.grab(model, state, event)
        case Push():
            hands.push(model, state, event)
        case Move():
            hands.move(state, event)
        case Release():
            hands.release(model, state, event.grab)
        case PinEvent() | Unpin():
            body = model.body(event.body)
            chosen = event.mask_of(body.spec)
            nothing = np.zeros_like(chosen)
            masks = (chosen, nothing) if isinstance(event, PinEvent) else (nothing, chosen)
            _hold_nodes(state, body, *masks)


def _cut(simulation: Simulation, event: Cut) -> None:
    """Break the links that the path crosses; points of it are taken to where the body is now."""
    body = simulation.model.body(event.body)
    spec, x = body.spec, simulation.positions(event.body)
    drawn = body.shape.triangles  # also where it is cut already: paths may meet, and be cut again
    places = [_place(spec, drawn, x, stop) for stop in event.path]
    if isinstance(spec, Surface):
        crossed = crossed_links(spec, material_path(spec, [place for place in places if place is not None]))
    else:
        path = []
        for stop, place in zip(event.path, places, strict=True):
            nodes, weights = ((), ()) if place is None else place
            numbers = [int(np.ravel_multi_index(node, spec.grid)) for node in nodes]
            path.append(np.asarray(weights) @ x[numbers] / sum(weights) if nodes else np.asarray(stop))
        crossed = cut_fibres(body, x, np.array(path), event.direction)
    links = still_whole(spec, crossed)
    if links:
        simulation.break_links(event.body, links)
    else:
        why = "the links that it crosses are cut already" if len(crossed) else "it crosses no link"
        warnings.warn(f"nothing of {event.body!r} is cut by the path: {why}", MissWarning, stacklevel=2)


def _place(spec: Body, drawn: np.ndarray, x: np.ndarray, stop: Any) -> Any:
    """Nodes and weights of a stop of a path; None for a point beside a body that has no skin."""
    if isinstance(stop, Place):
        return stop.spot
    return None if not len(drawn) else nearest_places(spec, drawn, x, np.array([stop]))[0]


def follow_constraints(model: Model, state: State, before: Scene, after: Scene) -> None:
    """Pin where they are the nodes that the scene's constraints hold from now on, and free those they held.

    The same of the directions that clamps hold, which other matter may do by other nodes.
    """
    for body, was in zip(model.bodies, before.bodies, strict=True):
        if before.constraints == after.constraints and directed(was) == directed(body.spec):
            continue
        old, new = constrained(before, was), constrained(after, body.spec)
        if (old != new).any():
            _hold_nodes(state, body, new & ~old, old & ~new)
        known = clamped_edges(before, was)
        fresh = [energy for energy in body.clamps if energy.edge not in known]
        hold_directions(fresh, body.spec, body.shape, state.bodies[body.name])


def _hold_nodes(state: State, body: BodyModel, pinned: np.ndarray, freed: np.ndarray) -> None:
    """Pin and free nodes, masks (M, N)."""
    if freed.any():
        unpin(body, state.bodies[body.name], freed)
    if pinned.any():
        pin(body, state.bodies[body.name], pinned)
    for hold in state.holds.values():  # when it is let go, a node is pinned or free as of now
        if hold.body == body.name and hold.stiffness is None:
            hold.pinned = bool((hold.pinned and not freed[hold.nodes[0]]) or pinned[hold.nodes[0]])
    start_anew(state.bodies[body.name])


# ---------------------------------------------------------------- events that nobody planned


def timed(simulation: Simulation, event: E) -> E:
    """An event that is to happen now, with its time and an id; what cannot happen is a `SceneError`."""
    if not isinstance(event, get_args(Event)):
        raise PliantError(f"an event such as Grab or Set is needed (given: {type(event).__name__})")
    state, events, done = simulation.state, simulation.events, simulation.state.events_done
    # An event of the scene may have happened a rounding error before its time; this one comes after it.
    changes: dict[str, Any] = {"time": max(state.time, events[done - 1].time if done else 0.0)}
    if isinstance(event, Grab | Push) and not event.id:
        changes["id"] = _free_id(event.kind, events)
    event = event.model_copy(update=changes)
    held = dict.fromkeys(state.holds, "grab") | dict.fromkeys(state.shoves, "push")
    names = Names(simulation.parameters)
    findings = list(in_event(names, event, (), held, events))
    if isinstance(event, Heat | Cool):
        findings += in_heat(simulation.parameters, event, ())
    follow(event, held)
    for k in range(done, len(events)):  # the scene may have plans for what is let go
        findings += in_event(names, events[k], ("events", k), held, events)
        follow(events[k], held)
    if findings:
        problems = [Problem(path_text(finding.path), finding.message) for finding in findings]
        raise SceneError(problems, type(event).__name__)
    return event


def _free_id(kind: str, events: Sequence[Event]) -> str:
    taken = {event.id for event in events if isinstance(event, Grab | Push)}
    number = 1
    while f"{kind}{number}" in taken:
        number += 1
    return f"{kind}{number}"
