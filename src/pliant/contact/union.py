"""Several obstacles as one: inside the union is inside any of its parts.

    f = min over the parts of f,   d = min over the parts of d

Outside, d is the exact distance. Inside it never exceeds the true depth, but it can fall short of it where
parts overlap, because the nearest surface of one part may lie within another.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from pydantic import Field

from pliant.contact.dispatch import Posed, distance, implicit, posed, register
from pliant.contact.mesh import Mesh, placed
from pliant.contact.obstacle import ObstacleSpec
from pliant.numerics.compile import OPTIONS
from pliant.spec import Point

if TYPE_CHECKING:
    from pliant.contact import Obstacle


class Union(ObstacleSpec):
    """Obstacles that act and respond as one; the parts may be of any kinds and may be unions themselves.

    The parts are placed in the frame of the union, which `rotation` turns about its origin and `center` [m]
    moves. The union's own response, look and visibility count; those of the parts are not looked at. Parts
    whose f has different units (an ellipsoid and a sphere) need a response to the distance.
    """

    positional: ClassVar = ("parts",)

    kind: Literal["union"] = "union"
    parts: Annotated[tuple[Annotated[Obstacle, Field(discriminator="kind")], ...], Field(min_length=1)]
    center: Point = (0.0, 0.0, 0.0)

    def geometry(self) -> Posed:
        """The union as kernels see it."""
        parts = tuple(part.geometry() for part in self.parts)
        return posed(UnionShape(parts), self.center, self.rotation)

    def mesh(self, extent: float) -> Mesh:
        """The surfaces of all parts to draw, with what lies inside other parts; `extent` as for each part."""
        return self._joined([part.mesh(extent) for part in self.parts], self.scale)

    @property
    def least_radius(self) -> float:
        return min(part.least_radius for part in self.parts)  # where parts meet it is hollow

    def enclosing(self) -> Mesh | None:
        """Triangles around each part; those inside of others are in nobody's way."""
        meshes = [mesh for part in self.parts if (mesh := part.enclosing()) is not None]
        return self._joined(meshes, 1.0) if len(meshes) == len(self.parts) else None

    def _joined(self, meshes: Sequence[Mesh], scale: float) -> Mesh:
        starts = np.cumsum([0, *(len(vertices) for vertices, _ in meshes)])
        vertices = np.concatenate([vertices for vertices, _ in meshes])
        triangles = [faces + start for (_, faces), start in zip(meshes, starts, strict=False)]
        return placed(vertices, np.concatenate(triangles), self.center, self.rotation, scale)


class UnionShape(NamedTuple):
    """The parts' geometries, a tuple of NamedTuples that may differ in type."""

    parts: tuple[Any, ...]


def lowest(formula: Any, parts: tuple[Any, ...], x: float, y: float, z: float) -> Any:
    """`formula` (`distance` or `implicit`) of the part where its value is smallest."""
    return min((formula(part, x, y, z) for part in parts), key=itemgetter(0))


@overload(lowest, jit_options=OPTIONS)
def _lowest(formula, parts, x, y, z):
    # Parts of one type are looped over, which compiles once however many there are.
    if isinstance(parts, types.UniTuple):
        return _lowest_of_equals
    # Numba cannot index a tuple of different types in a loop: it is taken apart at compile time.
    return _lowest_of_different


def _lowest_of_equals(formula, parts, x, y, z):
    best = formula(parts[0], x, y, z)
    for i in range(1, len(parts)):
        other = formula(parts[i], x, y, z)
        if other[0] < best[0]:
            best = other
    return best


def _lowest_of_different(formula, parts, x, y, z):
    first = formula(parts[0], x, y, z)
    rest = lowest(formula, parts[1:], x, y, z)
    return rest if rest[0] < first[0] else first


def _implicit(geometry, x, y, z):
    return lowest(implicit, geometry.parts, x, y, z)


def _distance(geometry, x, y, z):
    return lowest(distance, geometry.parts, x, y, z)


register(UnionShape, implicit=_implicit, distance=_distance)
