"""What the scene's events do to a running simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.errors import PliantError
from pliant.scene.build import pin
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
        pin(body, simulation.state.bodies[event.body], event.mask(body.spec.grid))
    elif isinstance(event, Unpin):
        body = simulation.model.body(event.body)
        state = simulation.state.bodies[event.body]
        state.free[body.layout.nodes[event.mask(body.spec.grid).ravel()]] = 1.0
        for group in body.system.ties:
            state.free[group] = state.free[group].max()
        body.layout.fill_halo(state.free)
    for state in simulation.state.bodies.values():
        state.history[0] = 0.0  # a jump: second-order schemes start anew


def _vec3(point: np.ndarray) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


def _grab(simulation: Simulation, event: Grab) -> None:
    body = simulation.model.body(event.body)
    state = simulation.state.bodies[event.body]
    here = _vec3(state.x[:, body.layout.index(*event.node)])
    now = simulation.time
    simulation.state.holds[event.id] = Hold(
        event.body, event.node, here, event.to or here, now, now, event.stiffness
    )


def _release(simulation: Simulation, name: str) -> None:
    hold = simulation.state.holds.pop(name, None)
    if hold is None:
        raise PliantError(f"there is no grab named {name!r} to release")
    if hold.stiffness is None:
        body = simulation.model.body(hold.body)
        state = simulation.state.bodies[hold.body]
        state.free[body.layout.index(*hold.node)] = 1.0
        body.layout.fill_halo(state.free)


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
                node = body.layout.index(*hold.node)
                state.free[node] = 0.0
                state.target[:, node] = hold.place(time)
