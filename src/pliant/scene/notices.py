"""What is right in a scene but should be known: what the models cannot do, and are asked to.

`pliant check` prints these findings, loading and simulating warn of them (`errors.warn`), and so does the studio.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.errors import PliantError
from pliant.forces import Gravity, gravity_vector
from pliant.model import Layered, Mesh
from pliant.problems import Finding
from pliant.scene.meeting import all_meet, pair_meets
from pliant.shapes.pose import transform

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

_COARSE = 9  # nodes along an axis at which a shape is looked at
_MOST_PAIRS = 20_000_000  # of bodies that are looked at, which takes seconds
_ASKED = 50  # of them take as long as it takes to ask whether two have contact


def notices(scene: Scene) -> Iterator[Finding]:
    """Everything that should be known of a scene before it runs."""
    yield from _of_bodies_that_meet(scene)


# ---------------------------------------------------------------- bodies that may meet


def _of_bodies_that_meet(scene: Scene) -> Iterator[Finding]:
    """A pair of bodies whose ways cross, as far as falling and flying tell, without contact of the two."""
    if len(scene.bodies) < 2 or all_meet(scene):
        return
    held, pulls = {name for one in scene.constraints for name in one.bodies}, _pulls(scene)
    known, ways, companies = [], [], []
    for k, body in enumerate(scene.bodies):
        way = _reach(scene, body, pulls[body.id], body.id in held)
        if way is not None:
            flies = not scene.obstacles and body.id not in held
            known.append(k)
            ways.append(way)
            companies.append((body.velocity, tuple(pulls[body.id])) if flies else k)
    pair = None
    if len(ways) > 1:
        pair = _crossing(np.array(ways), companies, lambda a, b: pair_meets(scene, known[a], known[b]))
    if pair is not None:
        a, b = sorted(known[k] for k in pair)
        yield Finding(
            ("bodies", b),
            f"{scene.bodies[a].id!r} and {scene.bodies[b].id!r} may meet, and have no contact with each other: "
            "they would pass through each other",
        )  # one tells it


def _crossing(
    ways: np.ndarray, companies: list[Any], apart: Callable[[int, int], bool]
) -> tuple[int, int] | None:
    """Two bodies whose boxes `ways` (n, 2, 2, 3) overlap; of one company, which flies alike, those where they start.

    Not those that contact keeps `apart`.
    """
    numbers = {company: k for k, company in enumerate(companies)}
    company = np.array([numbers[one] for one in companies])
    low, high = ways[:, :, 0].min(axis=1), ways[:, :, 1].max(axis=1)  # (n, 3), of the whole way
    order, end = _sweep(low, high)
    left = _MOST_PAIRS
    for k in range(len(order)):
        if left < 0:
            return None
        a, others = order[k], order[k + 1 : end[k]]
        left -= len(others) + 1
        one = ways[a]
        meet = np.all((low[others] < high[a]) & (low[a] < high[others]), axis=1)
        start = ways[others, 0]
        meet_now = np.all((start[:, 0] < one[0, 1]) & (one[0, 0] < start[:, 1]), axis=1)
        found = np.flatnonzero(np.where(company[others] == company[a], meet_now, meet))
        for b in others[found].tolist():
            if not apart(int(a), b):
                return int(a), b
            left -= _ASKED
    return None


def _sweep(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An order of boxes such that each can overlap only those that follow, up to its `end`: by the axis with fewest."""
    best: tuple[np.ndarray, np.ndarray] | None = None
    fewest = np.inf
    for axis in range(3):
        order = np.argsort(low[:, axis], kind="stable")
        end = np.searchsorted(low[order, axis], high[order, axis])
        pairs = float(np.maximum(end - np.arange(len(order)) - 1, 0).sum())
        if pairs < fewest:
            best, fewest = (order, end), pairs
    assert best is not None
    return best


def _reach(scene: Scene, body: Any, g: np.ndarray, held: bool) -> np.ndarray | None:
    """Boxes (low, high) of a body where it starts and where it could be at the end, (2, 2, 3); held, it may hang."""
    try:
        points = transform(_points(body), body.position, body.rotation)
    except PliantError:
        return None  # whoever builds it will say why
    low, high = points.min(axis=0), points.max(axis=0)
    way = np.asarray(body.velocity) * scene.seconds + 0.5 * g * scene.seconds**2
    if held:
        size = np.linalg.norm(g)
        way = g / size * np.linalg.norm(high - low) if size > 0.0 else np.zeros(3)
    return np.array([[low, high], [low + way, high + way]])


def _pulls(scene: Scene) -> dict[str, np.ndarray]:
    """What pulls at each body [m/s²]: the scene's gravity and the forces of that kind."""
    everywhere = gravity_vector(scene.gravity) if scene.gravity is not None else np.zeros(3)
    alone: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(3))
    for force in scene.forces:
        if isinstance(force, Gravity):
            g = gravity_vector(force.g)
            if force.apply_to is None:
                everywhere = everywhere + g
            for name in {target.body for target in force.apply_to or ()}:
                alone[name] = alone[name] + g
    return {body.id: everywhere + alone[body.id] for body in scene.bodies}


def _points(body: Any) -> np.ndarray:
    if isinstance(body, Mesh):
        return body.geometry().vertices
    if isinstance(body, Layered):
        return body.shape.layer_points(body.layers).reshape(-1, 3)
    shape = body.shape if body.initial_shape is None else body.initial_shape
    return shape.points(tuple(min(count, _COARSE) for count in body.grid), body.periodic).reshape(-1, 3)
