"""Obstacles that are met as bodies, and that an event puts elsewhere, go there in the next step, as those in motion do.

Else they would be in the midst of what was in between, and contact keeps apart only what is apart. At the time t after
an event at t₀, in a step of Δt, an obstacle that has moved by s is short of its place by

    s (1 − (t − t₀)/Δt) .                                                                                      (1)

What is put farther away than its own size is not dragged there: it is simply there, if nothing is in the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.build.hulls import Meetings, hull_of_obstacle, meetings
from pliant.build.model import Model
from pliant.build.start import crossings
from pliant.collision.intersections import intersections
from pliant.contact.shell import Shell, shell_of
from pliant.errors import MOST_PROBLEMS, PliantError, Problem, SceneError
from pliant.integrators.system import BodyState

_OVER = 1e-9  # of a step: what is left of it is rounding


@dataclass
class Lag:
    """(1) of one obstacle."""

    way: np.ndarray  # s of its vertices, (V, 3) [m]
    begin: float  # [s]
    seconds: float

    def left(self, time: float) -> float:
        """The part of the way that is left."""
        part = 1.0 - (time - self.begin) / self.seconds
        return part if part > _OVER else 0.0


Lags = dict[str, Lag]


def place(obstacle: Shell, lags: Mapping[str, Lag], time: float) -> np.ndarray:
    """Where the vertices of an obstacle are at a time, (V, 3) [m]."""
    lag, points = lags.get(obstacle.id), obstacle.points(time)
    return points if lag is None or lag.left(time) == 0.0 else points - lag.left(time) * lag.way


def follow(
    lags: Mapping[str, Lag],
    before: Model,
    after: Model,
    states: Mapping[str, BodyState],
    time: float,
    dt: float,
) -> Lags:
    """The lags when a scene has changed; what is then in the midst of something is a `SceneError`."""
    found = meetings(after)
    met = {shell.id for shell in found.obstacles}
    known = {one.id: shell_of(one) for one in before.scene.obstacles if one.id in met}
    now, far = {}, []
    for one in found.obstacles:
        old = known.get(one.id)
        if old is None or hull_of_obstacle(old) is not hull_of_obstacle(one):
            continue
        was = place(old, lags, time)
        way = one.points(time) - was
        if not way.any():
            continue
        now[one.id] = Lag(way, time, dt)
        if np.linalg.norm(way, axis=1).max() > np.linalg.norm(np.ptp(was, axis=0)):
            far.append(one.id)
    if far and not len(pierced(found, states, {k: lag for k, lag in now.items() if k not in far}, time)):
        now = {k: lag for k, lag in now.items() if k not in far}
    _require_apart(after, found, meetings(before), states, now, time)
    return now


def fitted_lags(lags: Any, model: Model) -> Lags:
    """Copies of the lags of a state, of obstacles that a model has; what makes no sense is a `PliantError`."""
    if not isinstance(lags, Mapping):
        raise PliantError(f"lags of the state: {type(lags).__name__} given, lags by name expected")
    found, sizes = {}, {one.id: one.vertices.shape for one in meetings(model).obstacles}
    for name, lag in lags.items():
        if not isinstance(lag, Lag):
            raise PliantError(f"lags of the state: {type(lag).__name__} given for {name!r}, a Lag expected")
        way = np.array(lag.way, dtype=np.float64)
        times = np.array([lag.begin, lag.seconds], dtype=np.float64)
        if not np.isfinite(way).all() or not np.isfinite(times).all() or not lag.seconds > 0.0:
            raise PliantError(f"lags of the state: that of {name!r} is not finite, or takes no time")
        if sizes.get(name) == way.shape:
            found[str(name)] = Lag(way, float(times[0]), float(times[1]))
    return found


def places(
    found: Meetings, states: Mapping[str, BodyState], lags: Mapping[str, Lag], time: float
) -> np.ndarray:
    parts = [states[hull.name].x[:, hull.nodes] for hull in found.hulls[: len(found.bodies)]]
    return np.concatenate(
        [np.zeros((3, 0)), *parts, *(place(one, lags, time).T for one in found.obstacles)], axis=1
    )


def pierced(
    found: Meetings, states: Mapping[str, BodyState], lags: Mapping[str, Lag], time: float
) -> np.ndarray:
    return intersections(found.hulls, places(found, states, lags, time), found.meets)


def _require_apart(
    model: Model,
    found: Meetings,
    before: Meetings,
    states: Mapping[str, BodyState],
    lags: Mapping[str, Lag],
    time: float,
) -> None:
    """Refuses what begins to meet while it crosses; faces of a cut lie on each other, and are left alone."""
    hulls = {hull.name: hull for hull in before.hulls}
    met = {frozenset((before.hulls[a].name, before.hulls[b].name)) for a, b in before.meets}
    torn = {body.name for body in found.bodies if body.spec.broken_links}

    def begins(a: int, b: int) -> bool:
        names = frozenset((found.hulls[a].name, found.hulls[b].name))
        obstacles = [found.hulls[k] for k in (a, b) if k >= len(found.bodies)]
        same = names in met and all(hulls.get(hull.name) is hull for hull in obstacles)
        return not same and not (a == b and found.hulls[a].name in torn)

    fresh = [(a, b) for a, b in found.meets if begins(a, b)]
    if not fresh:
        return
    x = places(found, states, lags, time)
    rows = intersections(found.hulls, x, fresh)
    if len(rows):
        why = "what crosses cannot begin to meet: wait until it is apart, or move it"
        problems = [Problem(one.path, f"{one} at present; {why}") for one in crossings(model, found, x, rows)]
        raise SceneError(problems[: MOST_PROBLEMS + 1])
