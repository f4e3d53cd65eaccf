"""Some of the nodes of a mesh by a name, to be chosen as corners and edges of grids are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator, Field

from pliant.problems import FieldError
from pliant.spec import Spec, plain

_Vertex = Annotated[int, Field(ge=0)]
_KINDS = {0: "nodes", 1: "nodes", 2: "edges", 3: "faces"}


class NamedSet(Spec):
    """Vertices of a mesh: those of `nodes`, the ends of `edges` and the corners of `faces`, by number."""

    positional: ClassVar = ("name",)

    name: Annotated[str, Field(min_length=1, max_length=1000)]
    nodes: Annotated[tuple[_Vertex, ...], BeforeValidator(plain)] = ()
    edges: Annotated[tuple[tuple[_Vertex, _Vertex], ...], BeforeValidator(plain)] = ()
    faces: Annotated[tuple[tuple[_Vertex, _Vertex, _Vertex], ...], BeforeValidator(plain)] = ()

    def vertices(self) -> np.ndarray:
        """All that it has, each once."""
        parts = [np.asarray(part, dtype=np.int64).ravel() for part in (self.nodes, self.edges, self.faces)]
        return np.unique(np.concatenate(parts))


def by_names(value: Any) -> Any:
    """Names with numbers, or with pairs or triples of them, stand for sets of nodes, of edges and of faces."""
    if not isinstance(value, dict):
        return value
    found = []
    for name, given in value.items():
        rows = plain(given)
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise ValueError(f"a set is a list of vertices, edges or faces (given: {rows!r:.60})")
        rows = [plain(row) for row in rows]
        first = rows[0] if rows else 0
        kind = _KINDS.get(len(first) if isinstance(first, Sequence) else 0, "nodes")
        found.append({"name": name, kind: rows})
    return found


def check_sets(sets: Sequence[NamedSet], count: int | None) -> None:
    """Refuses a name twice, and vertices that are not there, if it is known how many there are."""
    for k, one in enumerate(sets):
        if any(one.name == other.name for other in sets[:k]):
            raise FieldError(("sets", k, "name"), f"there are two sets named {one.name!r}")
        used = one.vertices()
        if count is not None and len(used) and used[-1] >= count:
            raise FieldError(("sets", k), f"there is no vertex {used[-1]}; the last one is {count - 1}")
