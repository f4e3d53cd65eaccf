"""What still holds together: the pieces of a body, and what each of them has of mass and motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pliant.energies.capabilities import matter_can, named
from pliant.errors import PliantError
from pliant.integrators.system import BodyState
from pliant.model import Body, Surface
from pliant.model.protocols import Connects
from pliant.numerics.point_layout import PointLayout
from pliant.topology.breaks import pairs_of

if TYPE_CHECKING:
    from pliant.build.matter import Matter
    from pliant.build.model import BodyModel
    from pliant.build.rest import RestShape


class Piece(NamedTuple):
    """A part of a body that holds together: numbers of its nodes, mass [kg], centre of mass [m], momenta about it."""

    nodes: np.ndarray
    mass: float
    center: np.ndarray  # (3,)
    momentum: np.ndarray  # (3,) [kg·m/s]
    angular_momentum: np.ndarray  # (3,) [kg·m²/s] about the centre


def debris(model: BodyModel, state: BodyState) -> list[Piece]:
    """The pieces of a body, the heaviest first."""
    layout = model.layout
    number, mass = pieces(model), model.system.mass[layout.nodes]
    x, v = layout.gather(state.x), layout.gather(state.v)
    found = []
    for k in range(number.max() + 1):
        nodes = np.flatnonzero(number == k)
        m = mass[nodes]
        total = float(m.sum())
        centre = m @ x[nodes] / total if total > 0.0 else x[nodes].mean(axis=0)
        momentum = m[:, None] * v[nodes]
        turning = np.cross(x[nodes] - centre, momentum).sum(axis=0)
        found.append(Piece(nodes, total, centre, momentum.sum(axis=0), turning))
    return sorted(found, key=lambda piece: -piece.mass)


def pieces(model: BodyModel) -> np.ndarray:
    """Numbers (nodes,) of the pieces that the nodes of a body are in: what links, springs or elements hold together."""
    return model.system.pieces[model.layout.nodes]


def pieces_of(spec: Body, shape: RestShape, matter: Matter) -> np.ndarray:
    """The same, found out for a body that is being built."""
    if matter.frame is not None:  # a rigid body is one
        return np.zeros(shape.layout.count, dtype=np.int64)
    return together(joined(spec, shape, matter), shape.layout.solved.count)


def together(pairs: np.ndarray, count: int) -> np.ndarray:
    """Numbers (count,) of what pairs (k, 2) hold together."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return connected_components(graph, directed=False)[1]


def joined(spec: Body, shape: RestShape, matter: Matter) -> np.ndarray:
    """Pairs (k, 2) of numbers of nodes that hold together, enough of them to tell what does."""
    layout: Any = shape.layout
    number = np.full(layout.size, -1)
    number[layout.nodes] = np.arange(layout.count)
    found = []
    if isinstance(layout, PointLayout):
        groups = [nodes for part in (*matter.base, *matter.secants) for nodes in _connected(part)]
        found += [nodes[:, [0, k]] for nodes in groups for k in range(1, nodes.shape[1])]
        if matter.relaxation is not None:
            sticks = matter.relaxation.sticks
            found.append(np.stack([sticks.first, sticks.second], axis=1))
    else:
        assert isinstance(spec, Surface)
        found.append(whole_links(spec))
    for group in shape.ties:
        found.append(number[np.stack([np.full(len(group), group[0]), group], axis=1)])
    return np.concatenate([np.zeros((0, 2), dtype=np.int64), *found])


def _connected(part: Any) -> list[np.ndarray]:
    """Nodes (n, k) that an energy or a published force holds together."""
    if not matter_can(part, Connects):
        raise PliantError(f"{named(part)} does not say which nodes it holds together: it lacks `connects`")
    return part.connects()


def whole_links(body: Surface) -> np.ndarray:
    """The links of a grid that hold, as pairs of numbers (k, 2).

    The exact energy of a surface is that of corners, two links that meet: a link with no other across it holds nothing.
    """
    count = body.grid[0] * body.grid[1]
    number = np.arange(count).reshape(body.grid)
    ends = [np.roll(number, -1, axis) for axis in (0, 1)]
    broken = pairs_of(body) @ (count, 1)
    whole = []
    for axis in (0, 1):
        low, high = np.minimum(number, ends[axis]), np.maximum(number, ends[axis])
        there = ~np.isin(low * count + high, broken)
        if not body.periodic[axis]:
            there[(-1, slice(None)) if axis == 0 else (slice(None), -1)] = False
        whole.append(there)
    if body.variant == "exact" and not body.as_points:
        at_node = [there | np.roll(there, 1, axis) for axis, there in enumerate(whole)]
        whole = [
            there & (at_node[1 - axis] | np.roll(at_node[1 - axis], -1, axis))
            for axis, there in enumerate(whole)
        ]
    return np.concatenate(
        [np.stack([number[there], end[there]], axis=1) for there, end in zip(whole, ends, strict=True)]
    )
