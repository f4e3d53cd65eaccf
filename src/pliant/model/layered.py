"""Bodies of masses and springs in layers, around a gas [003 §4.1]."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.errors import PliantError
from pliant.model.body import MOST_NODES
from pliant.model.body_of_points import BodyOfPoints
from pliant.model.breaking import check_breaking
from pliant.model.layers import Layers
from pliant.model.nets import AnyNet, Net, Patch, Segment, Skin
from pliant.model.selection import grid_text
from pliant.problems import FieldError


class Layered(BodyOfPoints):
    """`layers` nets of particles, one inside the other, joined by springs within a layer and between two of them.

    A node is `[layer, i]` with the outermost layer first, so that the edge "m1" is the innermost layer. A radius spring
    joins a particle to the same one of the next layer; along each edge of the net a shear-left and a shear-right spring
    join its ends crosswise. A gas may fill what the outermost layer encloses.
    """

    positional: ClassVar = ("shape",)

    kind: Literal["layered"] = "layered"
    shape: Annotated[AnyNet, Field(discriminator="kind")]
    layers: Annotated[int, Field(ge=1, le=100)] = 2
    material: Layers = Layers()
    periodic: ClassVar = (False, False)
    variant: ClassVar[Literal["exact"]] = "exact"
    dimension: ClassVar = 2

    @model_validator(mode="before")
    @classmethod
    def _suited(cls, data: Any) -> Any:
        """Where nothing is said, a segment has one layer."""
        shape = data.get("shape") if isinstance(data, dict) else None
        kind = shape.get("kind") if isinstance(shape, dict) else getattr(shape, "kind", None)
        return {**data, "layers": 1} if kind == "segment" and "layers" not in data else data

    @model_validator(mode="after")
    def _holds(self) -> Layered:
        if isinstance(self.shape, Segment) and self.layers != 1:
            raise FieldError(("layers",), f"a segment has one layer (given: {self.layers})")
        thickness = self.shape.thickness if isinstance(self.shape, Skin | Patch) else None
        if isinstance(thickness, tuple) and len(thickness) != self.layers - 1:
            raise FieldError(
                ("shape", "thickness"),
                f"has {len(thickness)} values for {self.layers - 1} gaps between layers",
            )
        self.material.check(self.layers)
        try:
            closed = self.net.closed
        except PliantError as error:
            raise FieldError(("shape", "file"), str(error)) from None
        if self.grid[0] * self.grid[1] > MOST_NODES:
            raise FieldError(("shape",), f"{grid_text(self.grid)} particles are more than {MOST_NODES:,}")
        if not closed and "pressure" not in self.material.model_fields_set:  # nothing is said: no gas
            object.__setattr__(self, "material", self.material.model_copy(update={"pressure": 0.0}))
        if self.material.pressure and not closed:
            raise FieldError(
                ("material", "pressure"), f"{_OPEN[self.shape.kind]} encloses nothing: its pressure is 0"
            )
        check_breaking(self)
        return self

    @property
    def net(self) -> Net:
        """What joins the particles of a layer."""
        return self.shape.net()

    def threads(self) -> np.ndarray:
        """Pairs of nodes (n, 2) in the order in which a ring is drawn: layer by layer, then between them."""
        (layers, count), net = self.grid, self.net
        along = np.arange(count if net.closed and count >= 3 else count - 1)
        rounds = np.stack([along, (along + 1) % count], axis=1)
        families = springs_of(net, layers, count)
        between = [pairs for name in ("radius", "left", "right") for pairs in families[name]]
        return np.concatenate([*(rounds + layer * count for layer in range(layers)), *between])

    @property
    def grid(self) -> tuple[int, int]:
        """Layers, and particles of one."""
        return self.layers, self.shape.count

    def drawn_triangles(self) -> np.ndarray:
        """Triangles (t, 3) of nodes that are drawn: the outermost layer; around what is open also the others."""
        return skin_triangles(self.net, *self.grid)

    def has_element(self, nodes: set[int]) -> bool:
        """Whether all of these nodes, by their number, belong to one drawn triangle or are joined by a spring."""
        families = springs_of(self.net, *self.grid)
        elements = [self.drawn_triangles(), *(pairs for family in families.values() for pairs in family)]
        return any(np.any(np.isin(one, list(nodes)).sum(axis=1) >= len(nodes)) for one in elements)


_OPEN = {"segment": "a segment", "patch": "a patch", "skin": "an open mesh"}


def springs_of(net: Net, layers: int, count: int) -> dict[str, list[np.ndarray]]:
    """Pairs of nodes (n, 2) of all springs by family: structural ones per layer, the others per gap."""
    a, b = net.edges.T
    below = count * np.arange(layers)
    gaps = below[:-1]
    each = np.arange(count)
    return {
        "structural": [np.stack([a, b], axis=1) + start for start in below],
        "radius": [np.stack([each, each + count], axis=1) + start for start in gaps],
        "left": [np.stack([a, b + count], axis=1) + start for start in gaps],
        "right": [np.stack([b, a + count], axis=1) + start for start in gaps],
    }


def skin_triangles(net: Net, layers: int, count: int) -> np.ndarray:
    """The outermost layer; where that is open, the innermost from below and walls along the rim."""
    outer = net.triangles
    if net.closed or layers == 1 or not len(outer):
        return outer
    ways = outer[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    _, which, times = np.unique(np.sort(ways, axis=1), axis=0, return_inverse=True, return_counts=True)
    a, b = ways[times[which.ravel()] == 1].T
    walls = [
        np.concatenate([np.stack([b, a, a + count], axis=1), np.stack([b, a + count, b + count], axis=1)])
        + start
        for start in count * np.arange(layers - 1)
    ]
    return np.concatenate([outer, outer[:, ::-1] + count * (layers - 1), *walls])
