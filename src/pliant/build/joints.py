"""From the joints of a scene to points of bodies as the coupled step sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pliant.collision.hull import Hull, offsets
from pliant.constraints import Drive, Joint, Law, Pin
from pliant.constraints.whole import Held, WholeBody, telling
from pliant.forces.hands import Spot
from pliant.model import Rigid
from pliant.model.place import BodyPoint

if TYPE_CHECKING:
    from pliant.build.model import BodyModel, Model


@dataclass(frozen=True)
class JointModel:
    """A joint with its points: the names of their bodies, and nodes with weights of each."""

    spec: Joint
    law: Law
    index: int  # among the constraints of the scene
    bodies: tuple[str, ...]
    spots: tuple[Spot, ...]

    @property
    def name(self) -> str:
        return self.spec.id

    def places(self, x: Mapping[str, np.ndarray]) -> np.ndarray:
        """Where its points are, (n, 3), for positions (3, P) of bodies by name."""
        return np.array([spot.position(x[body]) for body, spot in zip(self.bodies, self.spots, strict=True)])


def joints_of(model: Model) -> tuple[JointModel, ...]:
    """The joints of a scene, in order."""
    specs = {body.name: body.spec for body in model.bodies}
    obstacles = {obstacle.id: obstacle for obstacle in model.scene.obstacles}
    found = []
    for index, spec in enumerate(model.scene.constraints):
        if isinstance(spec, Joint):
            points = spec.points(specs.__getitem__)
            spots = tuple(spot_of(model.body(point.body), point) for point in points)
            law = spec.law(obstacles.__getitem__)
            found.append(JointModel(spec, law, index, tuple(point.body for point in points), spots))
        elif isinstance(spec, Pin | Drive) and isinstance(specs[spec.body], Rigid):
            found.append(_whole(model.body(spec.body), spec, index))
    return tuple(found)


def _whole(body: BodyModel, spec: Pin | Drive, index: int) -> JointModel:
    """A rigid body that is pinned or driven."""
    nodes = body.layout.nodes[spec.mask_of(body.spec).ravel()]
    start = body.shape.placed(body.spec)[:, nodes].T
    few = telling(start)

    def places(time: float) -> np.ndarray:
        assert isinstance(spec, Drive)
        return spec.places(start, time)[few]

    law = Held(places if isinstance(spec, Drive) else None)
    spots = tuple(Spot(nodes[k : k + 1].astype(np.int64), np.ones(1)) for k in few)
    return JointModel(WholeBody(id=spec.id, body=body.name), law, index, (body.name,) * len(few), spots)


def spot_of(body: BodyModel, point: BodyPoint) -> Spot:
    """Nodes and weights of a point; the weight of a node that moves with others is shared among them."""
    layout = body.layout
    if point.center:
        nodes, weights = layout.nodes, body.system.mass[layout.nodes]
    elif point.corner is not None:
        nodes, weights = np.array([layout.index(*_corner(body, point.corner))]), np.ones(1)
    elif point.node is not None:
        nodes, weights = np.array([layout.index(*point.node)]), np.ones(1)
    else:
        assert point.nodes is not None and point.weights is not None
        nodes, weights = np.array([layout.index(*node) for node in point.nodes]), np.array(point.weights)
    weights = weights / weights.sum()
    for group in () if point.center else body.system.ties:
        inside = np.isin(nodes, group)
        if inside.any():
            shared = np.full(len(group), weights[inside].sum() / len(group))
            nodes, weights = (
                np.concatenate([nodes[~inside], group]),
                np.concatenate([weights[~inside], shared]),
            )
    return Spot(nodes.astype(np.int64), weights)


def _corner(body: BodyModel, corner: Any) -> tuple[int, ...]:
    grid = body.spec.grid
    digits = corner if isinstance(corner, str) else f"{corner:0{len(grid)}d}"
    return tuple(count - 1 if end == "1" else 0 for end, count in zip(digits, grid, strict=True))


def joined_features(joints: Sequence[JointModel], hulls: Sequence[Hull]) -> tuple[np.ndarray, int]:
    """Pairs of features (n, 4) of hulls that joints bring to one place, and how many are of a vertex and a face.

    These come first. Vertices of all hulls are numbered one after the other.
    """
    faces: list[np.ndarray] = [np.zeros((0, 4), np.int64)]
    edges: list[np.ndarray] = [np.zeros((0, 4), np.int64)]
    numbers, starts = {hull.name: k for k, hull in enumerate(hulls)}, offsets(hulls)
    for joint in joints:
        sides = list(zip(joint.bodies, joint.spots, strict=True)) if joint.spec.together else []
        for (one, first), (other, second) in permutations(sides, 2):
            if one not in numbers or other not in numbers:
                continue
            a, b = (_around(hulls[numbers[name]], spot) for name, spot in ((one, first), (other, second)))
            at, beside = starts[numbers[one]], starts[numbers[other]]
            faces.append(_each_with_each(a.vertices[:, None] + at, b.faces + beside))
            edges.append(_each_with_each(a.edges + at, b.edges + beside))
    return np.concatenate([*faces, *edges]), sum(map(len, faces))


class _Around(NamedTuple):
    """The features of a hull at a spot, by numbers of its vertices."""

    vertices: np.ndarray
    edges: np.ndarray
    faces: np.ndarray


def _around(hull: Hull, spot: Spot) -> _Around:
    vertices = np.flatnonzero(np.isin(hull.nodes, spot.nodes))
    edges, faces = (part[np.isin(part, vertices).any(axis=1)] for part in (hull.edges, hull.faces))
    return _Around(vertices, edges.astype(np.int64), faces.astype(np.int64).reshape(-1, 3))


def _each_with_each(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.hstack([np.repeat(a, len(b), axis=0), np.tile(b, (len(a), 1))])
