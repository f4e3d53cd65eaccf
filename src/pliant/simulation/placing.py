"""Positions and velocities that a program gives to a body while it is simulated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pliant.build.hulls import meetings
from pliant.build.model import BodyModel, Model
from pliant.build.start import crossings
from pliant.collision.touches import none_touch
from pliant.errors import MOST_PROBLEMS, PliantError, Problem, SceneError
from pliant.simulation.lags import pierced, places
from pliant.simulation.state import State, start_anew


def set_positions(model: Model, state: State, body: BodyModel, positions: Any) -> None:
    here, layout = state.bodies[body.name], body.layout
    before, after = here.x, here.x.copy()
    after[:, layout.nodes] = _given(positions, "positions", body).T
    for group in body.system.ties:
        if np.any(after[:, group] != after[:, group[:1]]):
            raise PliantError(f"{body.name!r}: nodes {group.tolist()} are one: they need the same position")
    if (frames := body.shape.frames) is not None:
        edges = np.arange(len(frames.edges))
        after[:, frames.edges[:, 2]] = frames.led(edges, before, after)
    layout.fill_halo(after)
    _require_apart(model, state, body, after)
    held = here.free == 0.0
    here.target[:, held] = after[:, held]
    before[:] = after
    state.touches = none_touch()
    start_anew(here)


def set_velocities(state: State, body: BodyModel, velocities: Any) -> None:
    here, layout = state.bodies[body.name], body.layout
    after = here.v.copy()
    after[:, layout.nodes] = _given(velocities, "velocities", body).T
    for group in body.system.ties:
        after[:, group] = after[:, group].mean(axis=1, keepdims=True)
    layout.fill_halo(after)
    here.v[:] = np.where(here.free == 0.0, here.v, after)
    start_anew(here)


def _given(values: Any, what: str, body: BodyModel) -> np.ndarray:
    """Numbers (nodes, 3), also as a grid has its nodes."""
    count = body.layout.count
    try:
        found = np.asarray(values, dtype=float)
    except (TypeError, ValueError) as error:
        raise PliantError(f"{body.name!r}: {what} are no numbers: {error}") from None
    if found.shape not in ((count, 3), (*body.layout.shape, 3), (3,)):
        raise PliantError(f"{body.name!r}: {what} have shape ({count}, 3) (given: {found.shape})")
    if not np.isfinite(found).all():
        raise PliantError(f"{body.name!r}: {what} that are not finite")
    return np.broadcast_to(found, (count, 3)) if found.ndim == 1 else found.reshape(count, 3)


def _require_apart(model: Model, state: State, body: BodyModel, after: np.ndarray) -> None:
    """Refuses positions (3, P) of a body where something would cross that does not yet."""
    found = meetings(model)
    if not found.meets:
        return
    there = {**state.bodies, body.name: replace(state.bodies[body.name], x=after)}
    rows = pierced(found, there, state.lags, state.time)
    known = (
        set(map(tuple, pierced(found, state.bodies, state.lags, state.time).tolist())) if len(rows) else set()
    )
    rows = rows[[tuple(row) not in known for row in rows.tolist()]]
    if len(rows):
        told = crossings(model, found, places(found, there, state.lags, state.time), rows)
        why = "at the positions given; put it where it is apart"
        raise SceneError([Problem(one.path, f"{one} {why}") for one in told[: MOST_PROBLEMS + 1]])
