"""Edges that keep their position and their direction."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from pliant.model.selection import Edges, edge_rows
from pliant.spec import Spec


class Clamp(Spec):
    """Holds `edges` of `body` as a vice does: two rows of nodes each, hence the slope as well."""

    positional: ClassVar = ("body", "edges")

    kind: Literal["clamp"] = "clamp"
    id: str = ""
    body: str
    edges: Annotated[Edges, Field(min_length=1)]

    def mask(self, grid: tuple[int, int]) -> np.ndarray:
        """Which nodes are held, bool (M, N)."""
        held = np.zeros(grid, dtype=bool)
        for edge in self.edges:
            held[edge_rows(edge, 2)] = True
        return held
