"""One scene being played with: a simulation, the hands on it, what they did and how to take it back.

No process, socket or clock in here. Whatever a hand does becomes an `Event` at the time of a step; the scene with
those events, run by `pliant.simulate`, goes through the same positions bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.scene.events import Grab, Move, PinEvent, Release, Unpin
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.simulation.events import apply_event
from pliant.studio.messages import Hold, Spot

MOST_NODES = 300_000  # of all bodies; more is no fun to watch


class Session:
    """A simulation with hands. `take` counts how often it began; what is done to it is kept in `events`."""

    undoable = (0, 0)

    def __init__(self, scene: Scene, beginning: Any = lambda: None):
        self.base = scene
        self.take = 0
        self._begin(scene)

    def _begin(self, scene: Scene) -> None:
        count = sum(body.grid[0] * body.grid[1] for body in scene.bodies)
        if count > MOST_NODES:
            raise PliantError(f"{count} nodes are too many to be played with; at most {MOST_NODES} are")
        self.simulation = Simulation(scene)
        self.base = scene
        self.take += 1
        self.events: list[Any] = []
        self._hands: dict[
            str, tuple[str, Spot]
        ] = {}  # the page's name of a grab → the event's, and where it is

    # ------------------------------------------------------------ hands

    def grab(self, name: str, spot: Spot, to: Sequence[float], stiffness: float | None) -> None:
        """Take hold of a spot by a spring."""
        node = self._nearest(spot)
        event = f"hand{len(self.events)}"
        firm = stiffness or self._firm(spot.body)
        self._do(Grab(spot.body, node, id=event, to=tuple(to), stiffness=firm))
        self._hands[name] = (event, spot)

    def move(self, name: str, to: Sequence[float]) -> None:
        """Move a hand to a point [m]."""
        self._do(Move(grab=self._hand(name), to=tuple(to)))

    def release(self, name: str) -> None:
        """Let go."""
        event = self._hand(name)
        del self._hands[name]
        self._do(Release(grab=event))

    def let_go(self) -> None:
        """Let go of everything."""
        for name in list(self._hands):
            self.release(name)

    def pin(self, body: str, nodes: Sequence[int], *, free: bool = False) -> None:
        """Pin nodes where they are, or free them."""
        places = [self._place(body, node) for node in nodes]
        self._do((Unpin if free else PinEvent)(body=body, nodes=places))

    def _do(self, event: Any) -> None:
        timed = type(event)(**{**dict(event), "time": self.simulation.time})
        apply_event(self.simulation, timed)
        self.events.append(timed)

    def _hand(self, name: str) -> str:
        if name not in self._hands:
            raise PliantError(f"there is no hand {name!r}")
        return self._hands[name][0]

    def _place(self, body: str, node: int) -> tuple[int, int]:
        grid = self.simulation._body(body).spec.grid
        if node >= grid[0] * grid[1]:
            raise PliantError(f"body {body!r} has no node {node}")
        return divmod(node, grid[1])

    def _nearest(self, spot: Spot) -> tuple[int, int]:
        return self._place(spot.body, spot.nodes[int(np.argmax(spot.weights))])

    def _firm(self, body: str) -> float:
        mass = float(self.simulation.model.body(body).system.mass.sum())
        return 0.3 * mass / self.simulation.scene.dt**2

    # ------------------------------------------------------------ what is held

    def pins(self) -> dict[str, list[int]]:
        found = {}
        for body in self.simulation.model.bodies:
            free = self.simulation.state.bodies[body.name].free[body.layout.nodes]
            found[body.name] = np.flatnonzero(free == 0).tolist()
        return found

    def holds(self) -> list[Hold]:
        held = self.simulation.state.holds
        return [
            Hold(id=name, spot=spot, to=tuple(held[event].place(self.simulation.time).tolist()))
            for name, (event, spot) in self._hands.items()
            if event in held
        ]

    # ------------------------------------------------------------ beginning anew

    def reset(self, *, smaller_step: bool = False, replay: bool = False) -> None:
        """Back to time zero."""
        scene = self.base
        if smaller_step:
            scene = scene.model_copy(update={"dt": scene.dt / 2})
        self._begin(scene)

    def saved(self) -> Scene:
        return self.base.model_copy(update={"events": [*self.base.events, *self.events]})

    def push(self, *_: Any) -> None:
        raise PliantError("push is not there yet")

    def set(self, *_: Any) -> None:
        raise PliantError("set is not there yet")

    def undo(self, **_: Any) -> None:
        raise PliantError("undo is not there yet")
