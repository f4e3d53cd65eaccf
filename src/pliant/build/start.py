"""Whether anything crosses anything when a scene starts, and what can be done about it.

Contact keeps skins apart that are apart: those that cross at the start would stay so. A scene with such is refused, and
told who crosses whom and where, unless it asks to have them untangled. Only obstacles that are no meshes are met by the
nodes of a body that crosses the triangles around them: their barrier brings nodes out of what they are in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pliant.build.hulls import Meetings, meetings
from pliant.build.model import Model, build, initial_state
from pliant.collision.hull import offsets
from pliant.collision.intersections import intersections
from pliant.collision.untangle import untangle
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.errors import MOST_PROBLEMS, Problem, SceneError
from pliant.integrators.system import BodyState
from pliant.scene.schema import Scene

_REMEDY = "move them apart, let one of them ignore the other, or ask to `untangle` them (in `collision`)"
_OF_ITSELF = (
    "start from another shape, switch its `self_contact` off, or ask to `untangle` it (in `collision`)"
)


class Crossing(NamedTuple):
    """Two bodies, or a body and an obstacle, or one body twice: how many edges pierce faces, and where about [m]."""

    one: str
    other: str
    path: str  # of the latter in the scene
    count: int
    place: np.ndarray  # (3,)

    def __str__(self) -> str:
        whom = "itself" if self.one == self.other else repr(self.other)
        where = ", ".join(f"{c:.4g}" for c in self.place)
        times = "once" if self.count == 1 else f"{self.count} times"
        return f"{self.one!r} crosses {whom} ({times}, about [{where}] m)"


def crossings(model: Model, found: Meetings, x: np.ndarray, rows: np.ndarray | None = None) -> list[Crossing]:
    """What crosses at positions x (3, V) of all vertices, the worst first; `rows` are those of `intersections`."""
    rows = intersections(found.hulls, x, found.meets) if rows is None else rows
    rows = _but_joined(model, found, rows)
    first, out = offsets(found.hulls), []
    pairs = np.sort(rows[:, :2], axis=1)
    for i, j in np.unique(pairs, axis=0).tolist():
        these = rows[(pairs == (i, j)).all(axis=1)]
        middles = np.array(
            [x[:, found.hulls[a].edges[e] + first[a]].mean(axis=1) for a, _, e, _ in these.tolist()]
        )
        place = middles[np.argmin(np.linalg.norm(middles - middles.mean(axis=0), axis=1))]
        out.append(
            Crossing(found.hulls[i].name, found.hulls[j].name, _path(model, found, j), len(these), place)
        )
    return sorted(out, key=lambda crossing: -crossing.count)


def _but_joined(model: Model, found: Meetings, rows: np.ndarray) -> np.ndarray:
    """Rows of `intersections` without those of edges and faces that are to be at one place, as a joint says."""
    joints: dict[tuple[str, int], set[str]] = {}
    for joint in model.joints if len(rows) else ():
        for body, spot in zip(joint.bodies, joint.spots, strict=True) if joint.spec.together else ():
            for node in spot.nodes.tolist():
                joints.setdefault((body, node), set()).add(joint.name)
    if not joints:
        return rows

    def at(k: int, vertices: np.ndarray) -> set[str]:
        hull = found.hulls[k]
        return set().union(*(joints.get((hull.name, int(node)), ()) for node in hull.nodes[vertices]))

    kept = [
        not at(a, found.hulls[a].edges[e]) & at(b, found.hulls[b].faces[f]) for a, b, e, f in rows.tolist()
    ]
    return rows[kept]


def _path(model: Model, found: Meetings, k: int) -> str:
    if k < len(found.bodies):
        return f"bodies[{model.bodies.index(found.bodies[k])}]"
    ids = [obstacle.id for obstacle in model.scene.obstacles]
    return f"obstacles[{ids.index(found.hulls[k].name)}]"


def build_start(scene: Scene) -> Model:
    """The model of a scene that starts."""
    model = build(scene)
    found, starts = meetings(model), {body.name: body.shape.placed(body.spec) for body in model.bodies}
    around = {k for k, shell in enumerate(found.obstacles, len(found.bodies)) if shell.alone}
    meets = [(i, j) for i, j in found.meets if j in around]
    if not meets or scene.collision.untangle:
        return model
    rows = np.sort(intersections(found.hulls, found.places(starts), meets)[:, :2], axis=1)
    inside = [(i, j) for i, j in meets if _begins_in(found, i, j, scene, starts)]
    pairs = {(found.hulls[i].name, found.hulls[j].name) for i, j in [*map(tuple, rows.tolist()), *inside]}
    return build(scene, replace(model, by_nodes=frozenset(pairs))) if pairs else model


def _begins_in(found: Meetings, i: int, j: int, scene: Scene, starts: Mapping[str, np.ndarray]) -> bool:
    """Whether a node of one hull is in the obstacle that is the other."""
    obstacle = next(one for one in scene.obstacles if one.id == found.hulls[j].name)
    points = starts[found.hulls[i].name][:, found.hulls[i].nodes].T.copy()
    return bool(
        (sample_distance(moved(obstacle.geometry(), obstacle.motion, 0.0), points)[:, 0] <= 0.0).any()
    )


def check_start(model: Model) -> None:
    """Refuses a scene in which something crosses at the start, unless it asks to untangle that."""
    if not model.scene.collision.untangle:
        make_start(model, {body.name: initial_state(model.scene, body) for body in model.bodies})


def make_start(model: Model, states: Mapping[str, BodyState]) -> list[str]:
    """See to it that nothing crosses in the states at the start; returns what was done about it, in words.

    What crosses is moved apart, in place, if the scene asks for that. Whatever then still crosses is a `SceneError`.
    """
    found = meetings(model)
    if not found.meets:
        return []
    x = found.places({name: state.x for name, state in states.items()})
    before = crossings(model, found, x)
    if not before:
        return []
    if not model.scene.collision.untangle:
        raise SceneError(
            [
                Problem(one.path, f"{one} at the start: {_OF_ITSELF if one.one == one.other else _REMEDY}")
                for one in before[: MOST_PROBLEMS + 1]
            ]
        )
    result = untangle(found.hulls, x, found.meets, _masses(found, states))
    if result.after:
        left = crossings(model, found, result.x, result.left)
        came = f"untangling came from {result.before} crossings to {result.after}"
        raise SceneError([Problem(one.path, f"{one}: {came}") for one in left[: MOST_PROBLEMS + 1]])
    _move(found, states, x, result.x, result.shifts)
    most = float(np.linalg.norm(result.x - x, axis=0).max())
    return [f"{one} at the start and was untangled, moved by {most:.3g} m at most" for one in before]


def _masses(found: Meetings, states: Mapping[str, BodyState]) -> np.ndarray:
    """Of all vertices (V,) [kg], infinite where they are held."""
    parts = []
    for hull, body in zip(found.hulls, found.bodies, strict=False):
        mass, free = body.system.mass[hull.nodes], states[body.name].free
        held = free[body.layout.nodes].min() == 0.0
        # A body that is held somewhere cannot go as a whole: only vertices that are free, each for itself.
        parts.append(np.where(free[hull.nodes] > 0.0, mass, np.inf) if held else mass)
    fixed = [np.full(hull.count, np.inf) for hull in found.hulls[len(found.bodies) :]]
    return np.maximum(np.concatenate([*parts, *fixed]), 1e-300)


def _move(
    found: Meetings, states: Mapping[str, BodyState], x: np.ndarray, moved: np.ndarray, shifts: np.ndarray
) -> None:
    first = offsets(found.hulls)
    for k, (hull, body) in enumerate(zip(found.hulls, found.bodies, strict=False)):
        state, layout = states[body.name], body.layout
        part = slice(first[k], first[k + 1])
        state.x[:, layout.nodes] += shifts[k][:, None]
        state.x[:, hull.nodes] = np.where(
            moved[:, part] == x[:, part], state.x[:, hull.nodes], moved[:, part]
        )
        vertex = np.zeros(layout.size, dtype=bool)
        vertex[hull.nodes] = True
        for group in body.system.ties:  # the one that is a vertex takes the others along
            state.x[:, group] = state.x[:, group[np.argmax(vertex[group])]][:, None]
        layout.fill_halo(state.x)
        for values in (state.earlier_x, state.target):
            values[:] = state.x
