"""The springs of a scene that are seen: those that forces pull by, and links that bodies have beside their mesh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pliant.build.model import BodyModel
from pliant.build.surroundings import targets
from pliant.forces import Spring
from pliant.model import Springs
from pliant.scene.schema import Scene

MOST = 64  # springs that are drawn of one force, or links of one body; of more, as many that lie apart
_FAR = 10.0  # sizes of the body: an anchor beyond that stands for a steady pull


@dataclass(frozen=True)
class DrawnSprings:
    """Springs from `nodes` of a body to the anchor of a force, or each to another node in `to`."""

    body: str
    nodes: list[int]
    force: str | None = None
    to: list[int] | None = None


def drawn_springs(scene: Scene, bodies: Sequence[BodyModel]) -> list[DrawnSprings]:
    """All of them, forces first."""
    pulls = [found for force in scene.forces if isinstance(force, Spring) for found in _pulls(force, bodies)]
    return [*pulls, *(found for body in bodies for found in _links(body))]


def _pulls(force: Spring, bodies: Sequence[BodyModel]) -> Iterator[DrawnSprings]:
    for body in bodies:
        mask = targets(force, body.spec)
        nodes = np.flatnonzero(mask) if mask is not None and force.stiffness > 0 else np.zeros(0, dtype=int)
        away = body.layout.gather(body.shape.positions).mean(axis=0) - force.anchor
        if len(nodes) and np.linalg.norm(away) < _FAR * body.size:
            yield DrawnSprings(body.name, _some(nodes).tolist(), force=force.id)


def _links(body: BodyModel) -> Iterator[DrawnSprings]:
    material = getattr(body.spec, "material", None)
    if not isinstance(material, Springs):
        return
    ends = [link.between for link in material.links if link.stiffness != 0 or link.damping]
    if ends:
        shape = body.layout.shape
        pairs = _some(np.array([[np.ravel_multi_index(node, shape) for node in pair] for pair in ends]))
        yield DrawnSprings(body.name, pairs[:, 0].tolist(), to=pairs[:, 1].tolist())


def _some(values: np.ndarray) -> np.ndarray:
    if len(values) <= MOST:
        return values
    return values[np.linspace(0, len(values) - 1, MOST).astype(int)]
