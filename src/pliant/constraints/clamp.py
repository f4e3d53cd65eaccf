"""Edges that keep their position and their direction."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.errors import PliantError
from pliant.model.selection import AXES, Edges, Nodes, Selection, Sets, edge_rows, no_axis
from pliant.problems import FieldError
from pliant.spec import Spec


class Clamp(Spec):
    """Holds `edges` of `body` (faces of a solid, ends of a curve) as a vice does: their place and the direction there.

    A mesh is held at `nodes` and `sets` with names of its own, and keeps its direction along the sides of triangles
    between them.

    Elastic surfaces and curves are held at the very edge, and what turns away from its direction is resisted by half a
    cell of bending. Solids have their face held. Springs, sticks, hybrid and layered bodies and the published variants
    know no direction: of them the edge and the row beside it are held.
    """

    positional: ClassVar = ("body", "edges")

    kind: Literal["clamp"] = "clamp"
    id: str = ""
    body: str
    edges: Edges = Field(default_factory=list)
    nodes: Nodes = Field(default_factory=list)
    sets: Sets = Field(default_factory=list)

    @model_validator(mode="after")
    def _chooses(self) -> Clamp:
        if not self.edges and not self.of_a_mesh:
            message = "choose what to hold: edges of a body on a grid, nodes and sets of a mesh"
            raise FieldError(("edges",), message)
        return self

    @property
    def of_a_mesh(self) -> Selection | None:
        """What is chosen of a mesh, if anything is."""
        chosen = Selection(nodes=self.nodes, sets=self.sets)
        return None if chosen.is_all else chosen

    def mask_of(self, body: Any, rows: int = 1) -> np.ndarray:
        """Which nodes of its body are held, bool of its grid's shape: so many rows."""
        return self.mask(body.grid, rows) if self.of_a_mesh is None else self.of_a_mesh.mask_of(body)

    def mask(self, grid: tuple[int, ...], rows: int = 1) -> np.ndarray:
        """Which nodes of a body on a grid are held, bool of the grid's shape: so many rows."""
        held = np.zeros(grid, dtype=bool)
        for edge in self.edges:
            if edge[0] not in AXES[len(grid)]:
                raise PliantError(no_axis(edge, len(grid)))
            held[edge_rows(edge, rows, len(grid))] = True
        return held

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)
