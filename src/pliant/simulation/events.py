"""What the scene's events do to a running simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.errors import PliantError
from pliant.scene.build import BodyModel, pin
from pliant.scene.events import Grab, Move, PinEvent, Release, Set, Unpin
from pliant.scene.parameters import set_parameter
from pliant.simulation.state import Hold

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation


def apply_event(simulation: Simulation, event: Any, *, parameters_only: bool = False) -> None:
    """Let an event happen now. With `parameters_only` the state is left alone: it has it already."""
    if isinstance(event, Set):
        simulation.replace_scene(set_parameter(simulation.scene, event.path, event.value))
        if parameters_only:
            return
    elif isinstance(event, Grab):
        _grab(simulation, event)
    elif isinstance(event, Move):
        hold = simulation.state.holds[event.grab]
        now = simulation.time
        hold.start = _vec3(hold.place(now))
        hold.goal, hold.begin, hold.end = event.to, now, now + event.seconds
    elif isinstance(event, Release):
        _release(simulation, event.grab)
    elif isinstance(event, PinEvent):
        body = simulation.model.body(event.body)
        held = event.mask(body.spec.grid)
        pin(body, simulation.state.bodies[event.body], held)
        _note_pins(simulation, event.body, held, pinned=True)
    elif isinstance(event, Unpin):
        body = simulation.model.body(event.body)
        state = simulation.state.bodies[event.body]
        freed = event.mask(body.spec.grid)
        state.free[body.layout.nodes[freed.ravel()]] = 1.0
        for group in body.system.ties:
            state.free[group] = state.free[group].max()
        body.layout.fill_halo(state.free)
        _note_pins(simulation, event.body, freed, pinned=False)
    for state in simulation.state.bodies.values():
        state.history[0] = 0.0  # a jump: second-order schemes start anew


def _vec3(point: np.ndarray) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


def _grab(simulation: Simulation, event: Grab) -> None:
    body = simulation.model.body(event.body)
    state = simulation.state.bodies[event.body]
    node = body.layout.index(*event.node)
    here, now = _vec3(state.x[:, node]), simulation.time
    simulation.state.holds[event.id] = Hold(
        event.body,
        event.node,
        here,
        event.to or here,
        now,
        now,
        event.stiffness,
        bool(state.free[node] == 0.0),
    )


def _release(simulation: Simulation, name: str) -> None:
    hold = simulation.state.holds.pop(name, None)
    if hold is None:
        raise PliantError(f"there is no grab named {name!r} to release")
    if hold.stiffness is None and not hold.pinned:
        body = simulation.model.body(hold.body)
        state = simulation.state.bodies[hold.body]
        state.free[_with_ties(body, hold.node)] = 1.0
        body.layout.fill_halo(state.free)


def _note_pins(simulation: Simulation, body: str, mask: np.ndarray, *, pinned: bool) -> None:
    """Let holds know that their nodes were pinned or unpinned meanwhile."""
    for hold in simulation.state.holds.values():
        if hold.body == body and mask[hold.node]:
            hold.pinned = pinned


def _with_ties(body: BodyModel, node: tuple[int, int]) -> np.ndarray:
    """The flat index of a node, and of those that coincide with it and move as one."""
    index = body.layout.index(*node)
    return next((group for group in body.system.ties if index in group), np.array([index]))


def update_holds(simulation: Simulation, time: float) -> None:
    """Put every hand where it is at a time: exact holds move their node, springs their anchor."""
    for body in simulation.model.bodies:
        holds = [hold for hold in simulation.state.holds.values() if hold.body == body.name]
        springs = [hold for hold in holds if hold.stiffness is not None]
        if springs or len(body.grabs.nodes):
            body.grabs.nodes = np.array([body.layout.index(*h.node) for h in springs], dtype=np.int64)
            body.grabs.stiffness = np.array([h.stiffness for h in springs], dtype=float)
            body.grabs.anchors = np.array([h.place(time) for h in springs], dtype=float).reshape(-1, 3)
        state = simulation.state.bodies[body.name]
        for hold in holds:
            if hold.stiffness is None:
                nodes = _with_ties(body, hold.node)
                state.free[nodes] = 0.0
                state.target[:, nodes] = hold.place(time)[:, None]
        if holds:
            body.layout.fill_halo(state.free)
