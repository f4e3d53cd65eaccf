"""One scene being played with: a simulation, the hands on it, what they did and how to take it back.

No process, socket or clock in here. Whatever a hand does becomes an `Event` at the time of a step; the scene with
those events, run by `pliant.simulate`, goes through the same positions bit for bit.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from pliant.build.model import build
from pliant.errors import PliantError, SceneError
from pliant.model.flow import Thermoplastic
from pliant.scene import set_parameter
from pliant.scene.events import Cool, Cut, Grab, Heat, Move, PinEvent, Place, Push, Release, Set, Unpin
from pliant.scene.schema import Scene
from pliant.simulation import Simulation, can_continue, needs_restart, state
from pliant.simulation.energy_balance.entries import Balance
from pliant.simulation.events import MissWarning
from pliant.studio import messages as m
from pliant.studio.changes import Action, Assign, History, Hold, Tie, Warm, assignment_now
from pliant.studio.published_weights import raw_weights
from pliant.studio.remedies import Remedy, remedy, steadier

MOST_NODES = 300_000  # of all bodies; more is no fun to watch
MOST_EVENTS = 100_000  # of hands in one take: half an hour of a hand that never rests

_SOON_BUILT = 20_000  # nodes of a scene whose model takes a moment to build
_PUSHED = 0.09  # radius of what a push reaches, as a fraction of the body's size
_PUSH = 100.0  # [m/s³]: how fast the acceleration in the middle of a push grows
_SETTLES = 10  # steps in which links that were joined far apart have drawn together
_CORNER = 0.999  # weight from which on a spot is one node

Point = tuple[float, float, float]


class Kept(NamedTuple):
    """The scene as it began, with the parameters of now, what was set in between, and how."""

    scene: Scene
    edited: Scene
    edits: list[tuple[str, Any]]
    history: list[Any]  # of parameters, that can be undone


class Session:
    """A simulation with hands.

    `take` counts how often it began. `beginning` is called before a model is built, which may take a while.
    `balance_since` [s] is when the energy balance was opened that is kept.
    """

    def __init__(self, scene: Scene, beginning: Callable[[], None] = lambda: None):
        self._beginning = beginning
        self._history = History()
        self._edits: dict[
            str, Any
        ] = {}  # parameters that are not as the scene has them, in the order of the changes
        self.take = 0
        self.balance_since = 0.0
        self._start(scene, scene)

    @classmethod
    def resumed(
        cls, kept: Kept, simulation: Simulation, beginning: Callable[[], None] = lambda: None
    ) -> Session:
        """A session that goes on from elsewhere; hands have let go, and only parameters can be set back."""
        session = cls.__new__(cls)
        session._beginning = beginning
        session.inherit(kept)
        scene, edited = kept.scene, kept.edited
        session.take = 1
        session.balance_since = simulation.time
        session.simulation, session._scene, session._edited = simulation, scene, edited
        session._reopens, session._hands = None, {}
        own = {getattr(event, "id", None) for event in scene.events}
        for name in [*simulation.state.holds, *simulation.state.shoves]:
            if name not in own:
                session._do(Release(grab=name))
        return session

    def inherit(self, kept: Kept) -> None:
        """Know what was set in a session of the same scene that this one replaces, and how to set it back."""
        self._edits = dict(kept.edits)
        self._history = History.of(kept.history)

    @property
    def kept(self) -> Kept:
        """What a session that goes on from this one needs beside the state."""
        return Kept(self._scene, self._edited, self.edits, self._history.kept)

    # ------------------------------------------------------------ beginning

    def _start(self, scene: Scene, played: Scene) -> None:
        """Begin at time zero; `played` is the scene with the events that are to happen, those of hands too."""
        count = sum(prod(body.grid) for body in scene.bodies)
        if count > MOST_NODES:
            raise PliantError(f"{count} nodes are too many to be played with; expected at most {MOST_NODES}")
        self._beginning()
        self.simulation = Simulation(played)
        self._scene = scene  # as it begins, without what hands do
        self._edited = scene.model_copy(update={"events": []})  # with the parameters of now
        self._reopens: int | None = None  # the step at which the energy balance is kept again
        self._hands: dict[str, tuple[str, m.Spot]] = {}  # by the page's name: the event's name, and the spot
        self.take += 1

    def reset(self, *, smaller_step: bool = False, replay: bool = False) -> None:
        """Back to time zero, with the parameters as they are now; or as they were, and all that hands did again."""
        if replay:
            self.let_go()  # or it would pull for ever
        edited = self._edited
        scene = self._scene if replay else self._begun(edited)
        played = self.simulation.script() if replay else scene
        if smaller_step:
            dt = 0.5 * scene.dt
            self._edit("dt", dt)
            scene, played = set_parameter(scene, "dt", dt), set_parameter(played, "dt", dt)
        self._start(scene, played)
        if replay:
            self._edited = edited  # what is played again leads there
        self._history.forget_pins()

    def _begun(self, edited: Scene) -> Scene:
        """An edited scene with the events that the scene itself has."""
        return edited.model_copy(update={"events": self._scene.events})

    def saved(self) -> Scene:
        """The scene with everything that hands did as events, long enough to contain them."""
        script = self.simulation.script()
        return script.model_copy(update={"seconds": max(script.seconds, self.simulation.time)})

    def keep_energy_balance(self, keep: bool) -> None:
        """Begin to book what steps do to the energy, unless that is kept already, or close the energy balance."""
        self._reopens = None
        if keep and not self.simulation.state.energy_balance:
            self.balance_since = self.simulation.time
        self.simulation.keep_energy_balance(keep)

    def stepped(self) -> None:
        """After a step: an energy balance that was closed for a while begins anew."""
        if self._reopens is not None and self.simulation.state.step >= self._reopens:
            self.keep_energy_balance(True)

    def _mind_the_balance(self, before: Balance) -> None:
        """Close the energy balance for some steps, if links were joined that hold more than all that ever happened.

        No step is short enough for such a blow: nearly all of it would be in the numerical entry.
        """
        after = self.simulation.energy_balance()
        held = after.elastic - before.elastic
        known = before.kinetic + before.elastic + abs(before.work) + abs(before.dissipated)
        if held > known:
            self.simulation.keep_energy_balance(False)
            self._reopens = self.simulation.state.step + _SETTLES
            warnings.warn(
                f"the links that were joined again hold {held:.3g} J; the energy balance begins anew when they "
                "have drawn together",
                RuntimeWarning,
                stacklevel=2,
            )

    @property
    def events(self) -> int:
        """How many things hands did."""
        return len(self.simulation.events) - len(self._scene.events)

    # ------------------------------------------------------------ hands

    def grab(
        self,
        name: str,
        spot: m.Spot,
        to: Point,
        stiffness: float | None = None,
        damping: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Take hold of a spot, or of all nodes within a radius [m] around it, by a spring [N/m] with a damper [kg/s].

        A pinned node is held exactly, and its pin moves with it.
        """
        nodes, weights = self._spot(name, spot)
        corner = int(np.argmax(spot.weights))
        if max(weights) >= _CORNER and spot.nodes[corner] in self.simulation.pins(spot.body):
            event = Grab(spot.body, self._place(spot.body, spot.nodes[corner]), to=to)
        else:
            firm = stiffness or self.simulation.firm_stiffness(spot.body)
            where = _where(nodes, weights)
            event = Grab(spot.body, **where, to=to, stiffness=firm, damping=damping, radius=radius)
        self._hands[name] = (self._do(event).id, spot)

    def move(self, name: str, to: Point) -> None:
        """Move a hand to a point [m]; one that is there already does nothing."""
        hold = self.simulation.state.holds.get(self._hand(name))
        if hold is not None and hold.end <= self.simulation.time and tuple(hold.goal) == tuple(to):
            return
        self._do(Move(grab=self._hand(name), to=to))

    def push(self, name: str, spot: m.Spot, direction: Point, strength: float = 1.0) -> None:
        """Push a spot along a direction, harder and harder until it is released."""
        nodes, weights = self._spot(name, spot)
        radius = _PUSHED * self.simulation.model.body(spot.body).size
        rate = strength * _PUSH * self._pushed_mass(spot, radius)
        push = Push(spot.body, **_where(nodes, weights), direction=direction, rate=rate, radius=radius)
        self._hands[name] = (self._do(push).id, spot)

    def cut(self, path: Sequence[m.Spot]) -> None:
        """Cut a body along a path; undoing it joins the links again, wherever their ends are."""
        body = path[0].body
        if any(spot.body != body for spot in path):
            raise PliantError("a path is on one body")
        before = len(self._broken(body))
        with warnings.catch_warnings():
            warnings.simplefilter("error", MissWarning)
            try:
                self._do(Cut(body, tuple(Place(**_where(*self._shares(spot))) for spot in path)))
            except MissWarning as miss:
                raise PliantError(str(miss)) from None
        links = tuple(self._broken(body)[before:])
        self._history.note(Tie(body, links, mend=False), Tie(body, links, mend=True))

    def _broken(self, body: str) -> list[Any]:
        return self.simulation.model.body(body).spec.broken_links

    def release(self, name: str) -> None:
        """Let go of a grab, or stop pushing."""
        self._do(Release(grab=self._hand(name)))
        del self._hands[name]

    def let_go(self) -> None:
        """Let go of everything."""
        for name in list(self._hands):
            self.release(name)

    def _do(self, event: Any) -> Any:
        """Let an event happen now; returns it as it was kept."""
        if self.events >= MOST_EVENTS:
            raise PliantError(f"hands did {MOST_EVENTS} things, and more are not kept: reset to go on")
        done = self.simulation.apply(event)
        events, state = self.simulation.events, self.simulation.state
        before = events[state.events_done - 2] if state.events_done > 1 else None
        if _replaces(done, before) and self.events > 1:
            del events[state.events_done - 2]
            state.events_done -= 1
        return done

    def _hand(self, name: str) -> str:
        if name not in self._hands:
            raise PliantError(f"there is no hand {name!r} that holds anything")
        return self._hands[name][0]

    # ------------------------------------------------------------ spots

    def _spot(self, name: str, spot: m.Spot) -> tuple[list[tuple[int, ...]], tuple[float, ...]]:
        """Nodes and weights of a spot that the hand `name` is to touch."""
        if name in self._hands:
            raise PliantError(f"the hand {name!r} holds something already")
        return self._shares(spot)

    def _shares(self, spot: m.Spot) -> tuple[list[tuple[int, ...]], tuple[float, ...]]:
        """Nodes and weights of a spot; on a curve two of its three nodes are one."""
        total = sum(spot.weights)
        if not total > 0:
            raise PliantError("the weights of a spot sum up to 1 (given: 0)")
        shares: dict[int, float] = {}
        for node, weight in zip(spot.nodes, spot.weights, strict=True):
            shares[node] = shares.get(node, 0.0) + weight / total
        return [self._place(spot.body, node) for node in shares], tuple(shares.values())

    def _place(self, body: str, node: int) -> tuple[int, ...]:
        count = len(self.simulation.positions(body))
        if node >= count:
            raise PliantError(f"body {body!r} has no node {node}; the last is {count - 1}")
        grid = self.simulation.model.body(body).layout.shape
        return tuple(int(index) for index in np.unravel_index(node, grid))

    def _pushed_mass(self, spot: m.Spot, radius: float) -> float:
        """The mass [kg] that a push accelerates, as its middle feels it: Σ m (1 − d²/r²)²."""
        body = self.simulation.model.body(spot.body)
        mass = body.system.mass[body.layout.nodes]
        rest = body.layout.gather(body.shape.positions)
        weights = np.asarray(spot.weights) / sum(spot.weights)
        away = np.linalg.norm(rest - weights @ rest[list(spot.nodes)], axis=1)
        near = mass * np.clip(1.0 - (away / radius) ** 2, 0.0, None) ** 2
        return max(float(near.sum()), float(mass[list(spot.nodes)].mean()))

    # ------------------------------------------------------------ what is held

    def pins(self) -> dict[str, list[int]]:
        """Nodes that are pinned, by body."""
        return {body.name: self.simulation.pins(body.name).tolist() for body in self.simulation.model.bodies}

    def holds(self) -> list[m.Hold]:
        """What hands hold, those of a replay too, and where they are; one that pushes is where the spot is."""
        held, found = self.simulation.state.holds, []
        for name, (event, spot) in self._hands.items():
            if event in held:
                x, y, z = held[event].place(self.simulation.time)
            else:
                weights = np.asarray(spot.weights) / sum(spot.weights)
                x, y, z = weights @ self.simulation.positions(spot.body)[list(spot.nodes)]
            found.append(m.Hold(id=name, spot=spot, to=(float(x), float(y), float(z))))
        live = {event for event, _ in self._hands.values()}
        for event, hold in held.items():
            if event not in live:
                x, y, z = hold.place(self.simulation.time)
                found.append(m.Hold(id=event, spot=self._spot_of(hold), to=(float(x), float(y), float(z))))
        return found

    def _spot_of(self, hold: state.Hold) -> m.Spot:
        grid = self.simulation.model.body(hold.body).layout.shape
        nodes = [int(np.ravel_multi_index(node, grid)) for node in hold.nodes]
        rest = 3 - len(nodes)
        a, b, c = (*nodes, *[nodes[0]] * rest)
        u, v, w = (*hold.weights, *[0.0] * rest)
        return m.Spot(body=hold.body, nodes=(a, b, c), weights=(u, v, w))

    # ------------------------------------------------------------ changes, and taking them back

    @property
    def undoable(self) -> tuple[int, int]:
        """How many changes can be undone, and how many done again."""
        return self._history.counts

    @property
    def last_set(self) -> str:
        """The parameter that undoing would set back; empty if it would take back something else, or nothing."""
        last = self._history.last
        return last.path if isinstance(last, Assign) else ""

    @property
    def edits(self) -> list[tuple[str, Any]]:
        """What was set since the scene was opened: the last value of each parameter, in the order of the changes."""
        return list(self._edits.items())

    def take_over(self, edits: Sequence[tuple[str, Any]]) -> list[str]:
        """Set what was set in another session, as one change; returns the parameters that are refused here."""
        refused = []
        for path, value in edits:
            try:
                self.set(path, value, "taken over")
            except PliantError:
                refused.append(path)
        return refused

    def _edit(self, path: str, value: Any) -> None:
        self._edits.pop(path, None)
        self._edits[path] = value

    def remedy(self, path: str, value: Any, error: SceneError) -> Remedy:
        """What stands in the way of a value that was refused with `error`, and the way around it."""
        return remedy(self._edited, path, value, error, self._can_be_built, self._weights)

    def steadier(self) -> Remedy | None:
        """The changes to a scheme that bears larger steps, if there is one."""
        return steadier(self._edited, self._can_be_built)

    def _can_be_built(self, scene: Scene) -> None:
        """Raises a `SceneError` unless a scene can be simulated; of large ones nobody waits for that."""
        if sum(prod(body.grid) for body in scene.bodies) < _SOON_BUILT:
            build(scene)

    def _weights(self, body: str) -> dict[str, Any] | None:
        return raw_weights(self.simulation.model.body(body))

    def pin(self, body: str, nodes: Sequence[int], *, free: bool = False) -> None:
        """Pin nodes where they are, or free them."""
        for node in nodes:
            self._place(body, node)
        pinned = set(self.simulation.pins(body).tolist())
        affected = tuple(node for node in dict.fromkeys(nodes) if (node in pinned) == free)
        if affected:
            self._act(Hold(body, affected, free))
            self._history.note(Hold(body, affected, free), Hold(body, affected, not free))

    def heat(self, body: str, temperature: float | None) -> None:
        """Bring a body to a temperature [°C], or to that of its surroundings; undone, every node has its own again."""
        if body not in self.simulation.state.bodies:
            raise PliantError(f"there is no body {body!r}")
        before = tuple(self.simulation.temperature(body).tolist())
        law = self.simulation.model.body(body).spec.flow
        goal = law.ambient if temperature is None and isinstance(law, Thermoplastic) else temperature
        if set(before) == {goal}:
            raise PliantError(f"{body!r} has {goal:g} °C already")
        done = Warm(body, temperature)
        self._act(done)
        self._history.note(done, Warm(body, before[0] if len(set(before)) == 1 else before))

    def set(self, path: str, value: Any, gesture: str = "") -> None:
        """Give a parameter a value; if the model has to be built anew for it, the scene begins anew."""
        edited = set_parameter(self._edited, path, value)  # or an error that says what is wrong
        before = assignment_now(self._edited, path)
        self._assign(path, value, edited)
        self._history.note(Assign(path, value), before, gesture)

    def undo(self, *, again: bool = False) -> None:
        """Take the last change back, or do again what was taken back."""
        change = self._history.pop(again=again)
        if change is None:
            raise PliantError(f"there is nothing to {'do again' if again else 'undo'}")
        for action in change.done if again else change.undoes:
            self._act(action)
        self._history.push(change, again=again)

    def _act(self, action: Action) -> None:
        if isinstance(action, Assign):
            self._assign(action.path, action.value, set_parameter(self._edited, action.path, action.value))
            return
        if isinstance(action, Warm):
            warm = action.temperature is not None
            self._do(Heat(action.body, action.temperature) if warm else Cool(action.body))
            return
        if isinstance(action, Tie):
            others = [link for link in self._broken(action.body) if link not in action.links]
            value = others if action.mend else [*others, *action.links]
            kept = self.simulation.energy_balance() if self.simulation.state.energy_balance else None
            self._do(Set(path=f"bodies.{action.body}.broken_links", value=value))
            if kept is not None and action.mend:
                self._mind_the_balance(kept)
            return
        places = [self._place(action.body, node) for node in action.nodes]
        self._do((Unpin if action.free else PinEvent)(body=action.body, nodes=places))

    def _assign(self, path: str, value: Any, edited: Scene) -> None:
        if needs_restart(path) or not can_continue(self._edited, edited):
            scene = self._begun(edited)
            self._start(scene, scene)
            self._history.forget_pins()
        else:
            self._do(Set(path=path, value=value))
            self._edited = edited
        self._edit(path, value)


def _replaces(event: Any, before: Any) -> bool:
    """Whether an event leaves nothing of the one before it: between two steps, only the last of a kind can be seen.

    Constraints are different: what is pinned, be it for no time at all, loses its velocity.
    """
    if type(event) is not type(before) or event.time != before.time:
        return False
    if isinstance(event, Move):
        return event.grab == before.grab
    return isinstance(event, Set) and event.path == before.path and not event.path.startswith("constraints")


def _where(nodes: Sequence[tuple[int, ...]], weights: Sequence[float]) -> dict[str, Any]:
    """A spot as events have it."""
    return {"node": nodes[0]} if len(nodes) == 1 else {"nodes": nodes, "weights": weights}
