"""What obstacles have in common, what is left of one without others, and unions whose seams are filled.

    intersection  d = max dₖ ,     difference  d = max(d₁, −min(d₂, d₃, …)) ,                                 (1)
    smooth union  d = d₂ + (d₁ − d₂) h − k h (1 − h) ,   h = ½ + (d₂ − d₁)/2k  from 0 to 1 ,                    (2)

and likewise for f. Where it is zero is the surface that is meant; the gradient of (1) has length one, that of (2) no
more. So nothing is nearer than d says, and no node passes; beyond an edge d is less than the distance, as of the
planes there. Bodies meet them with their nodes: what is coarse beside an edge sinks in between its nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from pydantic import Field

from pliant.contact.dispatch import Posed, distance, implicit, posed, register, sample_distance
from pliant.contact.mesh import Mesh, placed
from pliant.contact.obstacle import ObstacleSpec
from pliant.contact.union import lowest
from pliant.numerics.compile import OPTIONS, kernel
from pliant.spec import Length, Point

if TYPE_CHECKING:
    from pliant.contact import Obstacle

Parts = Annotated[tuple[Annotated["Obstacle", Field(discriminator="kind")], ...], Field(min_length=2)]
_STEPS = 20  # of a vertex that looks for the surface
_PARTS, _CUTS = 24, 5  # how fine triangles are that are cut off


class Combined(ObstacleSpec):
    """Fields of what is combined: parts in the frame that `rotation` turns about its origin and `center` [m] moves."""

    positional: ClassVar = ("parts",)

    parts: Parts
    center: Point = (0.0, 0.0, 0.0)

    def geometry(self) -> Posed:
        """What kernels see."""
        return posed(self._shape(tuple(part.geometry() for part in self.parts)), self.center, self.rotation)

    def _shape(self, parts: tuple[Any, ...]) -> Any:
        raise NotImplementedError

    def _inside(self, k: int, points: np.ndarray) -> np.ndarray:
        """How far points (n, 3) are out of where the surface of part k counts, (n,) [m]."""
        raise NotImplementedError

    def mesh(self, extent: float) -> Mesh:
        """What counts of the surfaces of the parts, cut off where it ends; `extent` as for each part."""
        found = []
        for k, part in enumerate(self.parts):
            vertices, triangles = refined(*part.mesh(extent))
            cut = clipped(vertices, triangles, self._inside(k, vertices))
            found.append((cut[0], cut[1][:, ::-1] if self._turned(k) else cut[1]))
        starts = np.cumsum([0, *(len(vertices) for vertices, _ in found)])
        triangles = np.concatenate([faces + start for (_, faces), start in zip(found, starts, strict=False)])
        vertices = np.concatenate([vertices for vertices, _ in found])
        return placed(vertices, triangles, self.center, self.rotation, self.scale)

    def _turned(self, k: int) -> bool:
        return False

    @property
    def least_radius(self) -> float:
        return 0.0  # where parts meet


class Intersection(Combined):
    """What all of its `parts` have in common."""

    kind: Literal["intersection"] = "intersection"

    def _shape(self, parts: tuple[Any, ...]) -> Any:
        return IntersectionShape(parts)

    def _inside(self, k: int, points: np.ndarray) -> np.ndarray:
        return np.max([_distances(part, points) for j, part in enumerate(self.parts) if j != k], axis=0)


class Difference(Combined):
    """The first of its `parts` without the others."""

    kind: Literal["difference"] = "difference"

    def _shape(self, parts: tuple[Any, ...]) -> Any:
        return DifferenceShape(parts[0], parts[1:])

    def _inside(self, k: int, points: np.ndarray) -> np.ndarray:
        others = [-_distances(part, points) for j, part in enumerate(self.parts) if j not in (0, k)]
        return np.max([*others, *([_distances(self.parts[0], points)] if k else [])], axis=0)

    def _turned(self, k: int) -> bool:
        return k > 0


class SmoothUnion(Combined):
    """All of its `parts` as one, with seams that are filled: where two are nearer than about `blend` [m]."""

    positional: ClassVar = ("parts", "blend")

    kind: Literal["smooth_union"] = "smooth_union"
    blend: Length = 0.1

    def _shape(self, parts: tuple[Any, ...]) -> Any:
        return SmoothShape(parts, self.blend)

    def _inside(self, k: int, points: np.ndarray) -> np.ndarray:
        return -np.min([_distances(part, points) for j, part in enumerate(self.parts) if j != k], axis=0)

    def mesh(self, extent: float) -> Mesh:
        """The surface of the union, moved out to where the seams are filled."""
        shape, found = self._shape(tuple(part.geometry() for part in self.parts)), []
        for k, part in enumerate(self.parts):
            vertices, triangles = refined(*part.mesh(extent))
            vertices, triangles = clipped(vertices, triangles, self._inside(k, vertices))
            vertices = np.ascontiguousarray(vertices)
            for _ in range(_STEPS):
                table = sample_distance(shape, vertices)
                slope = np.maximum((table[:, 1:] ** 2).sum(axis=1), 0.04)
                vertices = vertices - (table[:, 0] / slope)[:, None] * table[:, 1:]
            found.append((vertices, triangles))
        starts = np.cumsum([0, *(len(vertices) for vertices, _ in found)])
        triangles = np.concatenate([faces + start for (_, faces), start in zip(found, starts, strict=False)])
        return placed(
            np.concatenate([one for one, _ in found]), triangles, self.center, self.rotation, self.scale
        )


def _distances(part: Any, points: np.ndarray) -> np.ndarray:
    return sample_distance(part.geometry(), np.ascontiguousarray(points, dtype=float))[:, 0]


def refined(vertices: np.ndarray, triangles: np.ndarray) -> Mesh:
    """Triangles cut into four until none is longer than a part of the whole, so that a cut through them is seen."""
    least = np.linalg.norm(np.ptp(vertices, axis=0)) / _PARTS
    for _ in range(_CUTS):
        corners = vertices[triangles]
        if np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max() <= least:
            break
        edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        pairs, number = np.unique(edges, axis=0, return_inverse=True)
        middle = (len(vertices) + number.reshape(-1, 3)).T
        (a, b, c), (ab, bc, ca) = triangles.T, middle
        vertices = np.concatenate([vertices, vertices[pairs].mean(axis=1)])
        parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
        triangles = np.concatenate([np.stack(part, axis=1) for part in parts])
    return vertices, triangles


def clipped(vertices: np.ndarray, triangles: np.ndarray, out: np.ndarray) -> Mesh:
    """What of triangles is where a value (n,) at their corners is not positive; it is linear along their edges."""
    inside = out[triangles] <= 0.0
    count = inside.sum(axis=1)
    points, faces = list(vertices), triangles[count == 3].tolist()
    made: dict[tuple[int, int], int] = {}

    def crossing(a: int, b: int) -> int:
        key = (min(a, b), max(a, b))
        if key not in made:
            w = out[a] / (out[a] - out[b])
            made[key] = len(points)
            points.append(vertices[a] + w * (vertices[b] - vertices[a]))
        return made[key]

    for triangle, kept in zip(
        triangles[(count > 0) & (count < 3)], inside[(count > 0) & (count < 3)], strict=True
    ):
        polygon: list[int] = []
        for i in range(3):
            a, b = int(triangle[i]), int(triangle[(i + 1) % 3])
            polygon += [a] if kept[i] else []
            polygon += [crossing(a, b)] if kept[i] != kept[(i + 1) % 3] else []
        faces += [[polygon[0], polygon[i], polygon[i + 1]] for i in range(1, len(polygon) - 1)]
    whole = np.array(faces, dtype=np.int64).reshape(-1, 3)
    corners = np.array(points).reshape(-1, 3)
    a, b, c = corners[whole].transpose(1, 0, 2)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    whole = whole[area > 1e-9 * area.max(initial=0.0)]
    used, number = np.unique(whole, return_inverse=True)
    return corners[used], number.reshape(-1, 3)


# ---------------------------------------------------------------- formulas


class IntersectionShape(NamedTuple):
    """The parts' geometries, which may differ in type."""

    parts: tuple[Any, ...]


class DifferenceShape(NamedTuple):
    """A geometry, and those that are taken out of it."""

    first: Any
    rest: tuple[Any, ...]


class SmoothShape(NamedTuple):
    """The parts' geometries, and k."""

    parts: tuple[Any, ...]
    blend: float


def highest(formula: Any, parts: tuple[Any, ...], x: float, y: float, z: float) -> Any:
    """`formula` (`distance` or `implicit`) of the part where its value is largest."""
    return max((formula(part, x, y, z) for part in parts), key=lambda found: found[0])


def smoothed(formula: Any, parts: Sequence[Any], k: float, x: float, y: float, z: float) -> Any:
    """(2) of all parts, one after the other, the last ones first."""
    found = [formula(part, x, y, z) for part in parts]
    return reduce(lambda rest, one: blended(one, rest, k), found[-2::-1], found[-1])


@kernel
def blended(one, other, k):
    """(2) and its gradient."""
    h = min(max(0.5 + 0.5 * (other[0] - one[0]) / k, 0.0), 1.0)
    return (
        other[0] + (one[0] - other[0]) * h - k * h * (1.0 - h),
        other[1] + (one[1] - other[1]) * h,
        other[2] + (one[2] - other[2]) * h,
        other[3] + (one[3] - other[3]) * h,
    )


@overload(highest, jit_options=OPTIONS)
def _highest(formula, parts, x, y, z):
    if isinstance(parts, types.UniTuple):
        return _highest_of_equals
    return _highest_of_different


def _highest_of_equals(formula, parts, x, y, z):
    best = formula(parts[0], x, y, z)
    for i in range(1, len(parts)):
        other = formula(parts[i], x, y, z)
        if other[0] > best[0]:
            best = other
    return best


def _highest_of_different(formula, parts, x, y, z):
    first = formula(parts[0], x, y, z)
    rest = highest(formula, parts[1:], x, y, z)
    return rest if rest[0] > first[0] else first


@overload(smoothed, jit_options=OPTIONS)
def _smoothed(formula, parts, k, x, y, z):
    if len(parts) == 1:
        return _smoothed_one
    return _smoothed_more


def _smoothed_one(formula, parts, k, x, y, z):
    return formula(parts[0], x, y, z)


def _smoothed_more(formula, parts, k, x, y, z):
    return blended(formula(parts[0], x, y, z), smoothed(formula, parts[1:], k, x, y, z), k)


def _intersection_implicit(geometry, x, y, z):
    return highest(implicit, geometry.parts, x, y, z)


def _intersection_distance(geometry, x, y, z):
    return highest(distance, geometry.parts, x, y, z)


def _difference_implicit(geometry, x, y, z):
    first, rest = implicit(geometry.first, x, y, z), lowest(implicit, geometry.rest, x, y, z)
    if first[0] >= -rest[0]:
        return first
    return -rest[0], -rest[1], -rest[2], -rest[3]


def _difference_distance(geometry, x, y, z):
    first, rest = distance(geometry.first, x, y, z), lowest(distance, geometry.rest, x, y, z)
    if first[0] >= -rest[0]:
        return first
    return -rest[0], -rest[1], -rest[2], -rest[3]


def _smooth_distance(geometry, x, y, z):
    return smoothed(distance, geometry.parts, geometry.blend, x, y, z)


register(IntersectionShape, implicit=_intersection_implicit, distance=_intersection_distance)
register(DifferenceShape, implicit=_difference_implicit, distance=_difference_distance)
register(SmoothShape, implicit=_smooth_distance, distance=_smooth_distance)
