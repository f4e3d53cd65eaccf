"""Edges that keep their position and their direction."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from pliant.errors import PliantError
from pliant.model.selection import AXES, Edges, edge_rows, no_axis
from pliant.spec import Spec


class Clamp(Spec):
    """Holds `edges` of `body` (faces of a solid, ends of a curve) as a vice does: two rows, hence the slope."""

    positional: ClassVar = ("body", "edges")

    kind: Literal["clamp"] = "clamp"
    id: str = ""
    body: str
    edges: Annotated[Edges, Field(min_length=1)]

    def mask(self, grid: tuple[int, ...]) -> np.ndarray:
        """Which nodes are held, bool of the grid's shape."""
        held = np.zeros(grid, dtype=bool)
        for edge in self.edges:
            if edge[0] not in AXES[len(grid)]:
                raise PliantError(no_axis(edge, len(grid)))
            held[edge_rows(edge, 2, len(grid))] = True
        return held
