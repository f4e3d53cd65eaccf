"""Which bodies of a scene meet which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pliant.contact import Mesh as MeshObstacle
from pliant.model import Rigid
from pliant.model.meets import can_meet, meets, meets_itself

if TYPE_CHECKING:
    from pliant.scene.schema import Scene


def meets_hull(scene: Scene, body: Any, obstacle: Any) -> bool:
    """Whether a body meets an obstacle as it meets other bodies, however fine: a mesh without a response of its own."""
    is_mesh = isinstance(obstacle, MeshObstacle) and obstacle.response is None
    return is_mesh and may_meet_as_body(scene, body, obstacle)


def may_meet_as_body(scene: Scene, body: Any, obstacle: Any) -> bool:
    """Whether a body meets an obstacle as it meets bodies: stickiness is for nodes, and the bounce of soft ones."""
    plain = not obstacle.stickiness and (obstacle.restitution is None or isinstance(body, Rigid))
    return plain and scene.collision.bodies and can_meet(body) and meets(body, obstacle.id)


def meeting_pairs(scene: Scene) -> Iterator[tuple[int, int]]:
    """Numbers (i, j) of bodies that meet, i < j, and (i, i) of those that meet themselves."""
    for i, body in enumerate(scene.bodies):
        if scene.collision.itself and meets_itself(body):
            yield i, i
        for j in range(i + 1, len(scene.bodies)) if scene.collision.bodies and can_meet(body) else ():
            if pair_meets(scene, i, j):
                yield i, j


def pair_meets(scene: Scene, i: int, j: int) -> bool:
    """Whether two bodies meet: both must want to."""
    a, b = scene.bodies[i], scene.bodies[j]
    return scene.collision.bodies and can_meet(a) and can_meet(b) and meets(a, b.id) and meets(b, a.id)


def all_meet(scene: Scene) -> bool:
    """Whether each body meets every other, as most do."""
    plain = (can_meet(body) and body.collides is None and not body.ignores for body in scene.bodies)
    return scene.collision.bodies and all(plain)


def strangers(scene: Scene) -> list[tuple[str, str]]:
    """The ids of bodies, two each, that do not meet."""
    if all_meet(scene):
        return []
    pairs = combinations(range(len(scene.bodies)), 2)
    return [(scene.bodies[i].id, scene.bodies[j].id) for i, j in pairs if not pair_meets(scene, i, j)]
