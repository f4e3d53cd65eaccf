"""Some of a body's nodes: by index, by corner, by edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, WithJsonSchema

from pliant.errors import PliantError
from pliant.model.named_set import NamedSet
from pliant.problems import did_you_mean
from pliant.spec import Node, Shown, Spec

_NUMBERS = (0, 1, 10, 11, 100, 101, 110, 111)


def _corner(value: Any) -> Any:
    """Digits, or the number that YAML makes of an unquoted 00 or 10: its zeros in front are lost."""
    if isinstance(value, int) and not isinstance(value, bool) and value in _NUMBERS:
        return int(value)
    if isinstance(value, str) and re.fullmatch("[01]{1,3}", value):
        return value
    raise ValueError(f'a corner is digits 0 and 1, one per axis, such as "10" (given: {value!r:.60})')


def _listed(value: Any) -> Any:
    """One name stands for a list of one, and a set or array for the list of its items."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return [value]
    return value.tolist() if isinstance(value, np.ndarray) else value


AXES = {1: "n", 2: "mn", 3: "lmn"}  # names of the axes by their number

_ALL_CORNERS = [f"{end:0{axes}b}" for axes in AXES for end in range(2**axes)]
_SHOWN = WithJsonSchema({"type": "string", "enum": _ALL_CORNERS})
Corner = Annotated[str | int, BeforeValidator(_corner), _SHOWN]
Edge = Literal["l0", "l1", "m0", "m1", "n0", "n1"]
_ENDS = {f"{axis}{end}": text for axis in "lmn" for end, text in enumerate((f"{axis} = 0", f"last {axis}"))}
Nodes = Annotated[list[Node], BeforeValidator(_listed), Shown(item="Node")]
Corners = Annotated[list[Corner], BeforeValidator(_listed)]
Edges = Annotated[list[Edge], BeforeValidator(_listed), Shown(labels=_ENDS)]
Sets = Annotated[list[str], BeforeValidator(_listed)]


class Selection(Spec):
    """Nodes of a grid: those of `nodes`, `corners` and `edges` together; nothing chosen means all.

    A node is [m, n] on a surface, [l, m, n] in a solid, [n] on a curve. A corner has one digit per axis, 0 at its first
    and 1 at its last node ("10" of a surface: last m, first n; "1": the end of a curve). An edge, which in a solid is a
    face and on a curve an end, names the index that is constant on it ("m0": the nodes with m = 0). A mesh has no such
    edges, but `sets` with names of its own.
    """

    listed: ClassVar = ()

    nodes: Nodes = Field(default_factory=list)
    corners: Corners = Field(default_factory=list)
    edges: Edges = Field(default_factory=list)
    sets: Sets = Field(default_factory=list)

    @property
    def is_all(self) -> bool:
        """Whether nothing in particular is chosen, which stands for every node."""
        return not (self.nodes or self.corners or self.edges or self.sets)

    def mask_of(self, body: Any) -> np.ndarray:
        """Which nodes of a body are chosen, bool of its grid's shape."""
        return self.mask(body.grid, getattr(body, "sets", ()))

    def misses_of(self, body: Any) -> Iterator[tuple[tuple[str, int], str]]:
        """Where and why something chosen is not in a body."""
        return self.misses(body.grid, getattr(body, "sets", ()))

    def mask(self, grid: tuple[int, ...], sets: Sequence[NamedSet] = ()) -> np.ndarray:
        """Which nodes are chosen, bool of the grid's shape; a node outside the grid is a `PliantError`."""
        for _, message in self.misses(grid, sets):
            raise PliantError(message)
        if self.is_all:
            return np.ones(grid, dtype=bool)
        chosen = np.zeros(grid, dtype=bool)
        for node in self.nodes:
            chosen[node] = True
        for corner in self.corners:
            ends = _digits(corner, len(grid))
            chosen[tuple(-int(end) for end in ends)] = True  # index −1 is the far end, 0 the near one
        for edge in self.edges:
            chosen[edge_rows(edge, 1, len(grid))] = True
        for one in sets:
            if one.name in self.sets:
                chosen[one.vertices()] = True
        return chosen

    def misses(
        self, grid: tuple[int, ...], sets: Sequence[NamedSet] = ()
    ) -> Iterator[tuple[tuple[str, int], str]]:
        """Where and why something chosen is not on the grid."""
        for k, node in enumerate(self.nodes):
            if not in_grid(node, grid):
                yield ("nodes", k), outside(node, grid)
        for k, corner in enumerate(self.corners):
            if len(_digits(corner, len(grid))) != len(grid):
                yield ("corners", k), f"a corner here has {_counted(len(grid), 'digit')} (given: {corner!r})"
        for k, edge in enumerate(self.edges):
            if edge[0] not in AXES[len(grid)]:
                yield ("edges", k), no_axis(edge, len(grid))
        known = [one.name for one in sets]
        for k, name in enumerate(self.sets):
            if name not in known:
                hint = did_you_mean(name, known) if known else "the body has none"
                yield ("sets", k), f"there is no set named {name!r}; {hint}"


def _digits(corner: str | int, axes: int) -> str:
    """The digits of a corner as given; a number has as many as there are axes, or more."""
    return corner if isinstance(corner, str) else f"{corner:0{axes}d}"


def in_grid(node: tuple[int, ...], grid: tuple[int, ...]) -> bool:
    """Whether a node exists on a grid."""
    return len(node) == len(grid) and all(0 <= i < count for i, count in zip(node, grid, strict=True))


def outside(node: tuple[int, ...], grid: tuple[int, ...]) -> str:
    """The message for a node that is not on the grid."""
    if len(node) != len(grid):
        return f"a node here has {_counted(len(grid), 'index', 'indices')}, {list(node)} has {len(node)}"
    return (
        f"node {list(node)} is outside the grid of {grid_text(grid)} nodes; "
        f"the last node is {[count - 1 for count in grid]}"
    )


def grid_text(grid: tuple[int, ...]) -> str:
    """24×32."""
    return "×".join(map(str, grid))


def no_axis(edge: str, axes: int) -> str:
    """The message for an edge along an axis that is not there."""
    known = AXES[axes]
    return f"there is no axis {edge[0]!r} here, only {', '.join(known)}"


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"one {one}" if number == 1 else f"{number} {many or one + 's'}"


def edge_rows(edge: str, rows: int, axes: int = 2) -> tuple[slice, ...]:
    """The first `rows` rows of nodes along an edge, as an index into an array of the grid's shape."""
    near = slice(0, rows) if edge[1] == "0" else slice(-rows, None)
    return tuple(near if name == edge[0] else slice(None) for name in AXES[axes])
