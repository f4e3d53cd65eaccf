"""Some of a surface's nodes: by index, by corner, by edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from pliant.errors import PliantError
from pliant.spec import Node, Spec


def _digits(value: Any) -> Any:
    """YAML reads an unquoted 00 or 10 as a number; the four corners stay unmistakable."""
    if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1, 10, 11):
        return f"{value:02d}"
    return value


def _listed(value: Any) -> Any:
    """One name stands for a list of one, and a set or array for the list of its items."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return [value]
    return value.tolist() if isinstance(value, np.ndarray) else value


Corner = Annotated[Literal["00", "10", "01", "11"], BeforeValidator(_digits)]
Edge = Literal["m0", "m1", "n0", "n1"]
Nodes = Annotated[list[Node], BeforeValidator(_listed)]
Corners = Annotated[list[Corner], BeforeValidator(_listed)]
Edges = Annotated[list[Edge], BeforeValidator(_listed)]


class Selection(Spec):
    """Nodes [m, n] of a grid: those of `nodes`, `corners` and `edges` together; nothing chosen means all.

    A corner's first digit is its end along m, the second along n ("10": last m, first n). An edge names the
    index that is constant on it ("m0": the nodes with m = 0).
    """

    nodes: Nodes = Field(default_factory=list)
    corners: Corners = Field(default_factory=list)
    edges: Edges = Field(default_factory=list)

    @property
    def is_all(self) -> bool:
        """Whether nothing in particular is chosen, which stands for every node."""
        return not (self.nodes or self.corners or self.edges)

    def mask(self, grid: tuple[int, int]) -> np.ndarray:
        """Which nodes are chosen, bool (M, N); a node outside the grid is a `PliantError`."""
        for message in self.misses(grid):
            raise PliantError(message)
        if self.is_all:
            return np.ones(grid, dtype=bool)
        chosen = np.zeros(grid, dtype=bool)
        for m, n in self.nodes:
            chosen[m, n] = True
        for corner in self.corners:
            chosen[-int(corner[0]), -int(corner[1])] = True  # index −1 is the far end, 0 the near one
        for edge in self.edges:
            chosen[edge_rows(edge, 1)] = True
        return chosen

    def misses(self, grid: tuple[int, int]) -> Iterator[str]:
        """What to say about each node that is not on the grid."""
        for node in self.nodes:
            if not in_grid(node, grid):
                yield outside(node, grid)


def in_grid(node: tuple[int, int], grid: tuple[int, int]) -> bool:
    """Whether node [m, n] exists on a grid of M×N nodes."""
    return 0 <= node[0] < grid[0] and 0 <= node[1] < grid[1]


def outside(node: tuple[int, int], grid: tuple[int, int]) -> str:
    """The message for a node that is not on the grid."""
    return (
        f"node {list(node)} is outside the grid of {grid[0]}×{grid[1]} nodes; "
        f"the last node is [{grid[0] - 1}, {grid[1] - 1}]"
    )


def edge_rows(edge: str, rows: int) -> tuple[slice, slice]:
    """The first `rows` rows of nodes along an edge, as an index into an (M, N) array."""
    near = slice(0, rows) if edge[1] == "0" else slice(-rows, None)
    return (near, slice(None)) if edge[0] == "m" else (slice(None), near)
