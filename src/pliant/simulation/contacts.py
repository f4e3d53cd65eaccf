"""What touches what, where and how hard: `Simulation.contacts` and what is read of it at nodes.

Between bodies, and with obstacles that are met as bodies are, it is what the last step has left (`collision.touches`):
bodies that start close do not feel each other before. What other obstacles do to nodes is that of the present state,
as in all other readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pliant.build.hulls import hull_of
from pliant.build.model import BodyModel
from pliant.collision.exempt import Exempt
from pliant.collision.touches import TOUCHING, Pair, Rubbing, Touches, none_touch
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.contact.shell import Shell
from pliant.errors import PliantError
from pliant.integrators.rates import explicit_step
from pliant.integrators.system import BodyState
from pliant.recording.contacts import Contacts
from pliant.scene.schema import Scene


def contacts(
    scene: Scene,
    bodies: Sequence[BodyModel],
    shells: Sequence[Shell],
    states: Mapping[str, BodyState],
    touches: Touches,
    time: float,
) -> dict[Pair, Contacts]:
    """All contacts by the names of the two; those between bodies first."""
    places = {shell.id: shell.points(time).T for shell in shells}
    places |= {name: state.x for name, state in states.items()}
    there = [pair for pair in touches.pairs() if set(pair) <= set(places)]
    found = {pair: between(touches.of(pair), pair, places) for pair in there}
    for body in bodies:
        for one in with_obstacles(scene, body, states[body.name], time):
            found[one.first, one.second] = one
    return {pair: one for pair, one in found.items() if len(one.points)}


def between(touches: Touches, pair: Pair, places: Mapping[str, np.ndarray]) -> Contacts:
    """The contacts of two hulls whose nodes are at `places` (3, P) by name."""
    # Of nodes of the other hull anything will do: their weights are zero.
    first, second = (np.take(places[name], touches.nodes, axis=1, mode="clip") for name in pair)
    names = np.array([*touches.names, ""])
    turned = names[touches.hulls[:, 0]] != pair[0]
    weights = np.where(turned[:, None], -touches.weights, touches.weights)
    ours, theirs = (np.maximum(sign * weights, 0.0) for sign in (1.0, -1.0))
    points = 0.5 * ((first * ours).sum(axis=2) + (second * theirs).sum(axis=2)).T
    sign = np.where(turned, -1.0, 1.0)[:, None]
    frictions = sign * of_touching(touches, touches.rubbing.forces)
    damping = (of_touching(touches, touches.rubbing.damping) * touches.normals).sum(axis=1)
    forces = np.maximum(touches.forces + damping, 0.0)
    return Contacts(*pair, points, sign * touches.normals, forces, frictions, touches.gaps)


def of_touching(touches: Touches, values: np.ndarray) -> np.ndarray:
    """Of what is known of pairs that rub, (n, 3), that of pairs that touch; zero for others."""
    rubbing, out = touches.rubbing, np.zeros((len(touches.forces), 3))
    rows = {tuple(nodes): k for k, nodes in enumerate(np.hstack([touches.hulls, touches.nodes]).tolist())}
    at = [rows.get(tuple(nodes), -1) for nodes in np.hstack([rubbing.hulls, rubbing.nodes]).tolist()]
    known = np.array(at, dtype=np.int64) >= 0
    np.add.at(out, np.array(at, dtype=np.int64)[known], values[known])
    return out


def with_obstacles(scene: Scene, body: BodyModel, state: BodyState, time: float) -> list[Contacts]:
    """The nodes of a body that obstacles push; friction is shared by those that push the same node as they press."""
    layout, found, step = body.layout, [], explicit_step(state, time, scene.dt)
    pushes: dict[str, np.ndarray] = {}
    for energy in body.system.supports:
        push = pushes.setdefault(energy.name, layout.zeros(3))
        gradient = layout.zeros(3)
        energy.freeze(step).add_gradient(state.x, gradient)
        push -= gradient
    if not any(push.any() for push in pushes.values()):
        return []
    rub = layout.zeros(3)
    for force in body.system.rubbing:
        force.freeze(step).add_force(state.x, state.v, rub)
    damped = layout.zeros(3)
    for cushion in body.system.cushions:
        cushion.freeze(step).add_force(state.x, state.v, damped)
    sizes = {name: np.linalg.norm(push, axis=0) for name, push in pushes.items()}
    pressed = sum(sizes.values())
    for obstacle in scene.obstacles:
        if obstacle.id not in sizes:
            continue
        size = sizes[obstacle.id]
        nodes = layout.nodes[size[layout.nodes] > 0.0]
        points = state.x[:, nodes].T.copy()
        gaps = sample_distance(moved(obstacle.geometry(), obstacle.motion, time), points)[:, 0]
        normals = (pushes[obstacle.id][:, nodes] / size[nodes]).T
        frictions = (rub[:, nodes] * size[nodes] / pressed[nodes]).T  # type: ignore[index]
        share = damped[:, nodes] * size[nodes] / pressed[nodes]  # type: ignore[index]
        forces = np.maximum(size[nodes] + (share.T * normals).sum(axis=1), 0.0)
        found.append(Contacts(body.name, obstacle.id, points, normals, forces, frictions, gaps))
    return found


def contact_forces(body: BodyModel, touches: Touches) -> np.ndarray:
    """What other bodies, itself and meshes do to the nodes of a body [N], (3, P): they press, rub and damp."""
    forces = np.zeros((3, 3, body.layout.size))
    touches.add_forces(body.name, forces)
    return forces[0] + forces[1] + forces[2]


def pressure(scene: Scene, body: BodyModel, state: BodyState, touches: Touches, time: float) -> np.ndarray:
    """How hard everything presses on the faces around a node [Pa], (nodes,): on both sides, if it is on both."""
    hull = hull_of(body, scene.collision.thickness)
    if body.spec.kind == "curve":
        raise PliantError(f"body {body.name!r} has no faces on which something could press")
    area, force = body.layout.zeros(), touches.pressing(body.name, body.layout.size)
    corners = hull.nodes[hull.faces] if hull is not None else np.zeros((0, 3), np.int64)
    a, b, c = (state.x[:, corner].T for corner in corners.T)
    thirds = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 6.0
    np.add.at(area, corners, thirds[:, None])
    for one in body.system.supports:
        push = body.layout.zeros(3)
        one.freeze(explicit_step(state, time, scene.dt)).add_gradient(state.x, push)
        force += np.linalg.norm(push, axis=0)
    found = np.divide(force, area, out=np.zeros_like(force), where=area > 0.0)
    for group in body.system.ties:
        found[group] = found[group].max()
    return body.layout.gather(found)


# ---------------------------------------------------------------- states from elsewhere


def fitted_touches(touches: Any, sizes: Mapping[str, int]) -> Touches:
    """What touches in a state, if it is of what there is, with `sizes` places each; else nothing does.

    What makes no sense at all is a `PliantError`.
    """
    if not isinstance(touches, Touches):
        raise PliantError(f"touches of the state: {type(touches).__name__} given, Touches expected")
    if not set(touches.names) <= set(sizes):
        return none_touch()
    arrays = {name: _numbers(getattr(touches, name), name) for name in TOUCHING}
    rubbing = {name: _numbers(values, name) for name, values in touches.rubbing._asdict().items()}
    blank, rows = none_touch(), len(arrays["forces"])
    for known, given, count in ((blank, arrays, rows), (blank.rubbing, rubbing, len(rubbing["forces"]))):
        for name, values in given.items():
            expected = (count, *getattr(known, name).shape[1:])
            if values.shape != expected:
                raise PliantError(
                    f"touches of the state: {name} of shape {values.shape}, {expected} expected"
                )
            given[name] = values.astype(getattr(known, name).dtype)
        _require_nodes(given, touches.names, sizes)
    return Touches(tuple(touches.names), **arrays, rubbing=Rubbing(**rubbing))


def fitted_exempt(exempt: Any) -> Exempt | None:
    """What a state leaves alone, if that makes sense."""
    if exempt is None:
        return None
    if not isinstance(exempt, Exempt) or np.shape(exempt.rows)[1:] != (7,):
        raise PliantError(f"exempt of the state: {type(exempt).__name__} given, rows of 7 numbers expected")
    rows = _numbers(exempt.rows, "exempt").astype(np.int64)
    if len(rows) and not (rows[:, 1:3].min() >= 0 and rows[:, 1:3].max() < len(exempt.names)):
        raise PliantError("exempt of the state: there are pairs of bodies that are not there")
    return Exempt(tuple(exempt.names), rows)


def _numbers(values: Any, name: str) -> np.ndarray:
    try:
        found = np.array(values)
        if np.isfinite(found).all():
            return found
    except (TypeError, ValueError):
        pass
    raise PliantError(f"touches of the state: {name} is no array of finite numbers")


def _require_nodes(given: Mapping[str, np.ndarray], names: tuple[str, ...], sizes: Mapping[str, int]) -> None:
    """Both hulls and all nodes of every pair are there."""
    hulls, nodes, weights = given["hulls"], given["nodes"], given["weights"]
    if len(hulls) and not (hulls.min() >= 0 and hulls.max() < len(names)):
        raise PliantError("touches of the state: there are pairs of bodies that are not there")
    most = np.array([sizes[name] for name in names], dtype=np.int64)
    owner = np.where(weights > 0.0, hulls[:, :1], hulls[:, 1:])
    if len(hulls) and not ((nodes >= 0) & ((nodes < most[owner]) | (weights == 0.0))).all():
        raise PliantError("touches of the state: there are nodes that bodies do not have")
