"""Hands in a running simulation: what they take hold of and push, where they are, and how they let go."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.build.model import BodyModel, Model
from pliant.constraints import Drive
from pliant.errors import PliantError
from pliant.forces.hands import (
    NO_HANDS,
    Damper,
    GrabDamping,
    GrabEnergy,
    Hands,
    Patch,
    Pull,
    PushForce,
    Spot,
    Thrust,
)
from pliant.scene.events import Grab, Move, Push
from pliant.simulation.state import Grip, Hold, Point, Shove, State, start_anew
from pliant.topology.pieces import joined, together


def grab(model: Model, state: State, event: Grab) -> None:
    """Take hold of a node, a spot or a patch where it is."""
    body, here = model.body(event.body), state.bodies[event.body]
    nodes, weights = event.spot
    spot = Spot.of(body.layout, nodes, weights)
    place = _point(spot.position(here.x))
    exact = event.stiffness is None
    pinned = exact and bool(is_pinned(body, state)[spot.nodes[0]])
    goal, now = event.to or place, state.time
    grip = _grip(body, here.x, spot, event.radius)
    state.holds[event.id] = Hold(
        event.body, nodes, weights, place, goal, now, now, event.stiffness, event.damping, pinned, grip
    )
    if exact:
        start_anew(here)


def _grip(body: BodyModel, x: np.ndarray, spot: Spot, radius: float) -> Grip | None:
    """The nodes around a spot that hang together with it, in proportion to their mass times (1 − d²/r²)²."""
    layout, place = body.layout, spot.position(x)
    offsets = x[:, layout.nodes] - place[:, None]
    away = np.linalg.norm(offsets, axis=0)
    touched = np.searchsorted(layout.nodes, spot.nodes)
    inside = away < radius
    if not inside.any():
        return None
    inside[touched] = True
    pairs = joined(body.spec, body.shape, body.matter)
    if body.system.framed is None:  # frames join nodes that are far apart
        pairs = pairs[inside[pairs].all(axis=1)]
    piece = together(pairs, layout.count)
    near = np.flatnonzero((away < radius) & np.isin(piece, piece[touched[spot.weights > 0.0]]))
    shares = body.system.mass[layout.nodes[near]] * (1.0 - (away[near] / radius) ** 2) ** 2
    near, shares = near[shares > 0.0], shares[shares > 0.0]
    if not len(near):
        return None
    held = tuple(_point(offset) for offset in offsets[:, near].T)
    return Grip(tuple(near.tolist()), tuple((shares / shares.sum()).tolist()), held)


def push(model: Model, state: State, event: Push) -> None:
    """Begin to push, shared by the nodes in proportion to their mass times (1 − d²/r²)² at a distance d at rest."""
    body = model.body(event.body)
    layout, rest = body.layout, body.shape.positions
    spot = Spot.of(layout, *event.spot)
    away = np.linalg.norm(rest[:, layout.nodes] - spot.position(rest)[:, None], axis=0)
    near = np.flatnonzero(away < event.radius)
    shares = body.system.mass[layout.nodes[near]] * (1.0 - (away[near] / max(event.radius, 1e-300)) ** 2) ** 2
    if shares.sum() > 0.0:
        shares = shares / shares.sum()
    else:
        near, shares = np.searchsorted(layout.nodes, spot.nodes), spot.weights
    along = np.asarray(event.direction) / max(map(abs, event.direction))  # squares of tiny numbers underflow
    unit = _point(along / np.linalg.norm(along))
    state.shoves[event.id] = Shove(
        event.body, tuple(near.tolist()), tuple(shares.tolist()), unit, event.rate, state.time
    )


def move(state: State, event: Move) -> None:
    """Send a hand on its way from where it is."""
    hold = state.holds[event.grab]
    hold.start = _point(hold.place(state.time))
    hold.goal, hold.begin, hold.end = event.to, state.time, state.time + event.seconds


def lead(state: State, name: str, to: Any, seconds: float) -> None:
    """Send a hand on its way, without an event."""
    hold = state.holds.get(name)
    if hold is None:
        raise PliantError(
            f"there is no grab named {name!r} to lead; there is {', '.join(state.holds) or 'none'}"
        )
    try:
        goal = np.asarray(to, dtype=float)
    except (TypeError, ValueError):
        goal = np.zeros(0)
    if goal.shape != (3,) or not np.isfinite(goal).all():
        raise PliantError(f"a hand is led to a point of three finite numbers [m] (given: {to!r:.60})")
    if not 0.0 <= seconds < np.inf:
        raise PliantError(f"a hand needs a time [s] that is not negative to get there (given: {seconds!r})")
    hold.start, hold.goal = _point(hold.place(state.time)), _point(goal)
    hold.begin, hold.end = state.time, state.time + seconds


def release(model: Model, state: State, name: str) -> None:
    """Let go of a grab, or stop pushing."""
    ended = state.shoves.pop(name, None) or state.holds.pop(name, None)
    if ended is None:
        raise PliantError(f"there is no grab named {name!r} to release")
    here = state.bodies[ended.body]
    if isinstance(ended, Hold) and ended.stiffness is None and not ended.pinned:
        body = model.body(ended.body)
        here.free[with_ties(body, ended.nodes[0])] = 1.0
        body.layout.fill_halo(here.free)
    start_anew(here)


def hands_at(body: BodyModel, state: State, time: float, step: tuple[float, float] | None = None) -> Hands:
    """What hands pull and push of a body at a time.

    Dampers see them move evenly from the beginning to the end of a `step`, if one is given: at the moment when a hand
    sets out, its own velocity is a jump.
    """
    if not state.holds and not state.shoves:
        return NO_HANDS
    begin, end = step or (time, time)
    holds = [hold for hold in state.holds.values() if hold.body == body.name]
    pulls = [
        Pull(held_by(body, hold), hold.stiffness, hold.place(time))
        for hold in holds
        if hold.stiffness is not None
    ]
    dampers = [
        Damper(
            held_by(body, hold),
            hold.damping,
            (hold.place(end) - hold.place(begin)) / (end - begin) if step else hold.velocity(time),
        )
        for hold in holds
        if hold.damping > 0.0
    ]
    thrusts = [
        Thrust(body.layout.nodes[list(shove.nodes)], shove.forces(time))
        for shove in state.shoves.values()
        if shove.body == body.name
    ]
    return Hands(GrabEnergy(tuple(pulls)), GrabDamping(tuple(dampers)), PushForce(tuple(thrusts)))


def held_by(body: BodyModel, hold: Hold) -> Spot | Patch:
    """What the spring of a hand pulls at."""
    if hold.grip is None:
        return Spot.of(body.layout, hold.nodes, hold.weights)
    grip = hold.grip
    return Patch(body.layout.nodes[list(grip.nodes)], np.array(grip.shares), np.array(grip.offsets).T)


def hold_nodes(model: Model, state: State, time: float) -> None:
    """Put the nodes that are driven, or held exactly, where their drives and hands are at a time."""
    _drive_nodes(model, state, time)
    _hold_by_hand(model, state, time)
    for body in model.bodies:
        if body.shape.frames is not None:
            _lead_outriggers(model, state, body, time)


def _hold_by_hand(model: Model, state: State, time: float) -> None:
    for hold in state.holds.values():
        if hold.stiffness is None:
            body, here = model.body(hold.body), state.bodies[hold.body]
            nodes = with_ties(body, hold.nodes[0])
            here.free[nodes] = 0.0
            here.target[:, nodes] = hold.place(time)[:, None]
            body.layout.fill_halo(here.free)


def _drive_nodes(model: Model, state: State, time: float) -> None:
    """Put the nodes that are driven where they are at a time; those that were freed go their own way."""
    for drive in model.scene.constraints:
        if not isinstance(drive, Drive):
            continue
        body, here = model.body(drive.body), state.bodies[drive.body]
        layout = body.layout
        nodes = layout.nodes[drive.mask_of(body.spec).ravel()]
        try:
            places = drive.places(body.shape.placed(body.spec)[:, nodes].T, time).T
        except ValueError as error:
            raise PliantError(f"the drive {drive.id!r} of {drive.body!r}: {error}") from None
        held = here.free[nodes] == 0.0
        here.target[:, nodes[held]] = places[:, held]
        for group in body.system.ties:
            led = group[np.isin(group, nodes[held])]
            if len(led):
                here.target[:, group] = here.target[:, led[:1]]
        layout.fill_halo(here.target)


def _lead_outriggers(model: Model, state: State, body: BodyModel, time: float) -> None:
    """Take those of held edges along: without twist, or turned as drives turn both ends."""
    frames, here = body.shape.frames, state.bodies[body.name]
    assert frames is not None
    held = np.flatnonzero(here.free[frames.edges[:, 2]] == 0.0)
    if not len(held):
        return
    here.target[:, frames.edges[held, 2]] = frames.led(held, here.x, here.target)
    for drive in model.scene.constraints:
        if isinstance(drive, Drive) and drive.body == body.name and drive.positions is None:
            mask = drive.mask_of(body.spec).ravel()
            led = frames.edges[held[mask[frames.edges[held, :2]].all(axis=1)], 2]
            start = body.shape.placed(body.spec)
            nodes = body.layout.nodes[mask]
            here.target[:, led] = drive.places(start[:, nodes].T, time, start[:, led].T).T


def is_pinned(body: BodyModel, state: State) -> np.ndarray:
    """Which places (P,) are pinned or clamped; held by a hand alone does not count."""
    pinned = state.bodies[body.name].free == 0.0
    for hold in state.holds.values():
        if hold.body == body.name and hold.stiffness is None and not hold.pinned:
            pinned[with_ties(body, hold.nodes[0])] = False
    return pinned


def with_ties(body: BodyModel, node: tuple[int, ...]) -> np.ndarray:
    """The flat index of a node, and of those that coincide with it and move as one."""
    index = body.layout.index(*node)
    return next((group for group in body.system.ties if index in group), np.array([index]))


def _point(place: np.ndarray) -> Point:
    return float(place[0]), float(place[1]), float(place[2])
