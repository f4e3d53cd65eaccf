"""A moment on chosen nodes: a couple of forces that turns with them.

With the arms d_i (below) across the axis a of the moment M = m a, their angles θ_i about it, and weights Σ w_i = 1

    E = −m Σ w_i θ_i ,   ∂E/∂d_i = −m w_i a × d_i⊥/|d_i⊥|² .                                                  (1)

The arms of a *ring*, or of any nodes that reach out from the axis, go from their middle to each of them, with w_i in
proportion to the square of their length at rest, as in a rod that is twisted. An *edge* along the axis, or the end of a
rod, has no such arms: there they go to each node from its neighbour inside, with equal parts for equal lengths of edge.
On a mesh of triangles the neighbour is a place between two of them, straight across the axis as far as there is one.
Forces add up to zero, and do the work m θ̇ at any angle, however often they have gone round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.errors import PliantError
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.over_time import Vector, check_shape, value_at
from pliant.model.protocols import StepContext, changed
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.spec import Shown

_ALONG = 1e-3  # of the extent of the nodes: what is nearer to the axis reaches out from it by nothing


class Moment(ForceSpec):
    """A `moment` [N·m] on a ring, a face or an edge of a body: along its vector, right-handed, free of a net force.

    It is a vector, `Keys` over time, or in Python a function of the time. On an edge along the vector, or at the end
    of a curve, it acts on the nodes there and on their neighbours inside.
    """

    positional: ClassVar = ("moment",)

    kind: Literal["moment"] = "moment"
    moment: Annotated[Vector, Shown("Moment", unit="N·m")]

    @model_validator(mode="after")
    def _of_vectors(self) -> Moment:
        check_shape(self.moment, "moment", vector=True)
        return self

    def build(self, body: ForcedBody) -> Acting:
        axis = value_at(self.moment, 0.0, (3,), f"the moment {self.id!r}")
        if not axis.any() and hasattr(self.moment, "values"):
            axis = np.sum(np.abs(self.moment.values), axis=0)  # type: ignore[union-attr]
        arms = _arms(body, axis, self.id)
        return Acting(loads=(MomentLoad(body.layout, *arms, self.moment, f"the moment {self.id!r}"),))


Arms = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _arms(body: ForcedBody, axis: np.ndarray, name: str) -> Arms:
    """The nodes (k,) at which arms end, those (k, j) between which they begin, their shares (k, j), and w (k,)."""
    nodes, x = body.nodes, body.positions[:, body.nodes]
    size = np.linalg.norm(np.ptp(x, axis=1))
    length = np.linalg.norm(axis)
    a = axis / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    out = x - x.mean(axis=1, keepdims=True)
    across = out - a[:, None] * (a @ out)
    squares = (across * across).sum(axis=0)
    if len(nodes) > 1 and np.sqrt(squares.max()) > _ALONG * max(size, 1e-300):
        every = np.tile(nodes, (len(nodes), 1))
        return nodes, every, np.full(every.shape, 1.0 / len(nodes)), squares / squares.sum()
    row = _inside(body)
    inside = _between(body, a) if row is None else (row[:, None], np.ones((len(row), 1)))
    if inside is None:
        raise PliantError(
            f"the moment {name!r} acts on nodes of {body.name!r} that all lie on its axis, and have no row of "
            "neighbours inside: choose a ring, a face, or an edge of a grid or a mesh"
        )
    weights = np.ones(len(nodes))
    if len(nodes) > 1:  # by the lengths along the edge
        order = np.argsort(a @ x)
        steps = np.abs(np.diff((a @ x)[order]))
        weights[order] = 0.5 * (np.concatenate([steps, [0.0]]) + np.concatenate([[0.0], steps]))
    between, shares = inside
    return nodes, between, shares, weights / weights.sum()


def _inside(body: ForcedBody) -> np.ndarray | None:
    """The neighbour of each chosen node across the edge that they make up, (k,); None: it is no edge of a grid."""
    layout, shape = body.layout, body.layout.shape
    numbers = np.searchsorted(layout.nodes, body.nodes)
    places = np.array(np.unravel_index(numbers, shape))
    for axis, count in enumerate(shape):
        at = places[axis]
        free = not getattr(layout, "periodic", None) or not layout.periodic[axis]  # type: ignore[attr-defined]
        if count > 2 and free and (at == at[0]).all() and at[0] in (0, count - 1):
            step = np.zeros(len(shape), dtype=np.int64)
            step[axis] = 1 if at[0] == 0 else -1
            return layout.nodes[np.ravel_multi_index(tuple(places + step[:, None]), shape)]
    return None


def _between(body: ForcedBody, a: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Of each chosen node two neighbours (k, 2) that are not chosen, and shares (k, 2) of a place straight across a."""
    if len(body.layout.shape) > 1 or len(body.nodes) == 1:  # grids have edges, and one node has no direction
        return None
    found, shares, triangles, x = [], [], body.triangles, body.positions
    for node in body.nodes.tolist():
        near = np.unique(triangles[(triangles == node).any(axis=1)])
        near = near[body.chosen[near] == 0.0]
        if not len(near):
            return None
        d = x[:, near] - x[:, [node]]
        along, far = a @ d, np.linalg.norm(np.cross(a, d, axis=0), axis=0)
        slant = along / np.maximum(far, 1e-300)
        low, high = int(np.argmin(np.abs(slant))), int(np.argmin(np.abs(slant)))
        if (slant < 0.0).any() and (slant > 0.0).any():  # the nearest to straight on either side
            low = int(np.argmax(np.where(slant <= 0.0, slant, -np.inf)))
            high = int(np.argmin(np.where(slant >= 0.0, slant, np.inf)))
        width = along[high] - along[low]
        share = along[high] / width if width > 0.0 else 1.0
        found.append((near[low], near[high]))
        shares.append((share, 1.0 - share))
    return np.array(found), np.array(shares)


@dataclass
class MomentLoad:
    """(1) with arms to `nodes` (k,) from places between others, `inside` with `shares` (k, j), and weights (k,)."""

    layout: Layout
    nodes: np.ndarray
    inside: np.ndarray
    shares: np.ndarray
    weights: np.ndarray
    course: Any
    cause: str
    time: float = 0.0
    start: np.ndarray | None = None  # the arms (3, k) from which angles are counted within a step

    pattern = ()
    works = True

    def at(self, time: float, memory: Any) -> MomentLoad:
        return changed(self, time=time, start=None)

    def freeze(self, step: StepContext) -> MomentLoad:
        return changed(self, time=step.time, start=self._arms(step.x))

    def _arms(self, x: np.ndarray) -> np.ndarray:
        return x[:, self.nodes] - (x[:, self.inside] * self.shares).sum(axis=2)

    def stored(self, x: np.ndarray) -> float:
        return 0.0  # what it does is work

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        moment = value_at(self.course, self.time, (3,), self.cause)
        m = float(np.linalg.norm(moment))
        if m == 0.0:
            return 0.0
        a, d = moment / m, self._arms(x)
        d -= a[:, None] * (a @ d)
        f = -m * self.weights * np.cross(a, d, axis=0) / np.maximum((d * d).sum(axis=0), 1e-300)
        np.add.at(out.T, self.nodes, f.T)
        back = -f[:, :, None] * self.shares
        np.add.at(out.T, self.inside.ravel(), back.reshape(3, -1).T)
        start = d if self.start is None else self.start - a[:, None] * (a @ self.start)
        turned = np.arctan2(a @ np.cross(start, d, axis=0), (start * d).sum(axis=0))
        return -m * float(self.weights @ turned)

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None: ...
