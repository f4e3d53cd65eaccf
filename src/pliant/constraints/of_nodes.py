"""What joints have in common that say the same of each of some points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.constraints.joint import Bodies, Joint
from pliant.model.place import BodyPoint, SomePoint
from pliant.model.selection import Corners, Edges, Nodes, Selection, Sets
from pliant.problems import FieldError, Path
from pliant.spec import Vec3, plain


class JointOfNodes(Joint):
    """It holds the chosen `nodes`, `corners` and `edges` of `body`, and `more` points of any bodies."""

    body: str = ""
    nodes: Nodes = Field(default_factory=list)
    corners: Corners = Field(default_factory=list)
    edges: Edges = Field(default_factory=list)
    sets: Sets = Field(default_factory=list)
    more: Annotated[list[SomePoint], BeforeValidator(plain)] = Field(default_factory=list)

    @model_validator(mode="after")
    def _chooses(self) -> JointOfNodes:
        chosen = not self.selection.is_all
        if not chosen and not self.more:
            raise FieldError(("nodes",), "choose what to hold: nodes, corners, edges or more points")
        if chosen != bool(self.body):
            raise FieldError(("body",), "nodes, corners and edges are those of a body")
        return self

    @property
    def selection(self) -> Selection:
        return Selection(nodes=self.nodes, corners=self.corners, edges=self.edges, sets=self.sets)

    def misses_of(self, body: Any) -> Iterator[tuple[tuple[str, int], str]]:
        """Where and why something chosen is not in its body."""
        return self.selection.misses_of(body)

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        for k, point in enumerate(self.more):
            yield ("more", k), point

    @property
    def bodies(self) -> tuple[str, ...]:
        names = ([self.body] if self.body else []) + [point.body for point in self.more]
        return tuple(dict.fromkeys(names))

    def points(self, bodies: Bodies) -> tuple[BodyPoint, ...]:
        found = list(self.more)
        if self.body:
            chosen = np.argwhere(self.selection.mask_of(bodies(self.body)))
            found += [BodyPoint(self.body, tuple(node)) for node in chosen.tolist()]
        return tuple(found)


def unit(vector: Vec3 | np.ndarray, field: str) -> np.ndarray:
    """A vector of length 1; none at all is a `FieldError`."""
    v = np.asarray(vector, dtype=float)
    size = np.abs(v).max()
    if not size > 1e-100:
        raise FieldError((field,), "must not be zero")
    v = v / size  # squares of tiny numbers underflow
    return v / np.linalg.norm(v)


def across(direction: np.ndarray) -> np.ndarray:
    """Two unit vectors (2, 3) across one and each other, which follow it smoothly but where it points down."""
    x, y, z = direction
    sign = 1.0 if z >= 0.0 else -1.0
    a = -1.0 / (sign + z)
    b = x * y * a
    return np.array([[1.0 + sign * x * x * a, sign * b, -sign * x], [b, sign + y * y * a, -y]])
