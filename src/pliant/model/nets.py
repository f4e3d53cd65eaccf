"""What layered bodies are layers of [003]: a segment (1D), a ring (2D), a subdivided octahedron (3D), any mesh.

Each has a `net`, what joins the particles of a layer, and `layer_points`, where they are in all layers, from the
outermost inwards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.errors import PliantError
from pliant.meshes import MeshGeometry, open_edges
from pliant.meshes.clean import outwards
from pliant.model.arrays import Array, Places, Triples
from pliant.model.body import Count, Shape
from pliant.model.mesh import check_elements, stamp_of, surface_or_solid
from pliant.numerics.grid import cell_triangles
from pliant.problems import FieldError
from pliant.spec import Length, Positive, Shown, Spec, listed, measured

_Ratio = Annotated[float, Field(gt=0, lt=1)]
_NO_TRIANGLES = np.zeros((0, 3), dtype=np.int64)


class Net(NamedTuple):
    """Pairs and triples of particles of one layer; triangles are counter-clockwise from outside."""

    edges: np.ndarray  # (e, 2)
    triangles: np.ndarray  # (t, 3), of a three-dimensional body
    closed: bool  # whether it encloses an area or a volume


Thickness = Annotated[
    Positive | Annotated[tuple[Positive, ...], Field(min_length=1)],
    BeforeValidator(listed),
    Shown(unit="m", item="Gap"),
]


class Segment(Spec):
    """Two particles and one spring, `length` [m] along x."""

    positional: ClassVar = ("length",)

    kind: Literal["segment"] = "segment"
    length: Length = 1.0
    count: ClassVar = 2

    def net(self) -> Net:
        return Net(np.array([[0, 1]]), _NO_TRIANGLES, closed=False)

    def layer_points(self, layers: int) -> np.ndarray:
        """Places [m], shape (layers, count, 3)."""
        return np.array([[[-0.5 * self.length, 0.0, 0.0], [0.5 * self.length, 0.0, 0.0]]])


class Ring(Spec):
    """`count` particles on a circle of `radius` [m] in the plane x–z; the innermost layer is `inner` times as large."""

    positional: ClassVar = ("radius", "count")

    kind: Literal["ring"] = "ring"
    radius: Length = 1.0
    count: Annotated[int, Field(ge=3, le=100_000)] = 10
    inner: _Ratio = 0.5

    def net(self) -> Net:
        here = np.arange(self.count)
        return Net(np.stack([here, (here + 1) % self.count], axis=1), _NO_TRIANGLES, closed=True)

    def layer_points(self, layers: int) -> np.ndarray:
        """Places [m], shape (layers, count, 3)."""
        angle = 2.0 * np.pi * np.arange(self.count) / self.count
        circle = np.stack([np.cos(angle), np.zeros(self.count), np.sin(angle)], axis=1)
        return self.radius * _ratios(layers, self.inner) * circle


class Octasphere(Spec):
    """A sphere of `radius` [m]: an octahedron whose triangles are cut into four `level` times.

    Level 1 has 18 particles, 48 edges and 32 triangles. The innermost layer is `inner` times as large.
    """

    positional: ClassVar = ("radius", "level")

    kind: Literal["octasphere"] = "octasphere"
    radius: Length = 1.0
    level: Annotated[int, Field(ge=0, le=6), Shown("Level of detail")] = 1
    inner: _Ratio = 0.5

    @property
    def count(self) -> int:
        """Particles of a layer."""
        return 4 * 4**self.level + 2

    def net(self) -> Net:
        triangles = octasphere(self.level)[1]
        return Net(edges_of(triangles), triangles, closed=True)

    def layer_points(self, layers: int) -> np.ndarray:
        """Places [m], shape (layers, count, 3)."""
        return self.radius * _ratios(layers, self.inner) * octasphere(self.level)[0]


class Skin(Spec):
    """A triangle mesh, closed or open: `vertices` [m] and `triangles`, or a `file`; lengths are multiplied by `scale`.

    Inner layers lie below the outer one, along its normals: `thickness` [m] is that of every gap, or a list of them.
    """

    positional: ClassVar = ("vertices", "triangles")

    kind: Literal["skin"] = "skin"
    vertices: Annotated[Places | None, measured("m")] = None
    triangles: Triples = Field(default_factory=lambda: Array(_NO_TRIANGLES))
    file: str | None = None
    scale: Positive = 1.0
    thickness: Thickness = 0.1

    @model_validator(mode="after")
    def _holds(self) -> Skin:
        if (self.vertices is None) == (self.file is None):
            given = "both" if self.file is not None else "neither"
            raise FieldError(("vertices",), f"give either vertices or a file ({given} given)")
        if self.vertices is None and len(self.triangles):
            raise FieldError(("triangles",), "are those of the file; leave them out")
        if self.vertices is not None and not len(self.triangles):
            raise FieldError(("triangles",), "say which vertices belong together")
        if self.vertices is not None:
            check_elements("triangles", self.triangles, len(self.vertices))
        return self

    def geometry(self) -> MeshGeometry:
        """Vertices [m] and triangles as they are simulated; a file is read once."""
        given = None if self.file is not None else (self.vertices, self.triangles)
        return _wound(given, None if self.file is None else stamp_of(self.file), self.scale)

    @property
    def count(self) -> int:
        """Particles of a layer."""
        return len(self.geometry().vertices)

    def net(self) -> Net:
        triangles = self.geometry().triangles
        return Net(edges_of(triangles), triangles, closed=not open_edges(triangles))

    def layer_points(self, layers: int) -> np.ndarray:
        """Places [m], shape (layers, count, 3)."""
        mesh = self.geometry()
        return offset_layers(mesh.vertices, mesh.triangles, gaps_of(self.thickness, layers))


class Patch(Spec):
    """A surface over a `grid` of M×N particles; inner layers lie below it as in `Skin`, and x₁ × x₂ points outwards."""

    positional: ClassVar = ("shape",)

    kind: Literal["patch"] = "patch"
    shape: Shape
    grid: tuple[Count, Count] = (20, 20)
    thickness: Thickness = 0.1

    @property
    def count(self) -> int:
        """Particles of a layer."""
        return self.grid[0] * self.grid[1]

    def net(self) -> Net:
        triangles = cell_triangles(self.grid, (False, False))
        return Net(edges_of(triangles), triangles, closed=False)

    def layer_points(self, layers: int) -> np.ndarray:
        """Places [m], shape (layers, count, 3)."""
        points = self.shape.points(self.grid, (False, False)).reshape(-1, 3)
        return offset_layers(points, self.net().triangles, gaps_of(self.thickness, layers))


AnyNet = Segment | Ring | Octasphere | Skin | Patch


def _ratios(layers: int, inner: float) -> np.ndarray:
    """Sizes of the layers over that of the outermost, (layers, 1, 1)."""
    return np.linspace(1.0, inner, layers)[:, None, None] if layers > 1 else np.ones((1, 1, 1))


def gaps_of(thickness: Any, layers: int) -> np.ndarray:
    """The thickness of every gap [m], (layers − 1,)."""
    return np.broadcast_to(np.asarray(thickness, dtype=float), layers - 1)


@lru_cache
def octasphere(level: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) on the unit sphere and triangles (8·4ˡ, 3); the points of a level are the first of the next."""
    points = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]], dtype=float)
    triangles = np.array([[0, k, k % 4 + 1] for k in range(1, 5)] + [[5, k % 4 + 1, k] for k in range(1, 5)])
    for _ in range(level):
        edges = edges_of(triangles)
        middle = points[edges].mean(axis=1)
        number = {tuple(pair): len(points) + k for k, pair in enumerate(edges.tolist())}
        points = np.concatenate([points, middle / np.linalg.norm(middle, axis=1, keepdims=True)])
        a, b, c = triangles.T
        ab, bc, ca = (
            np.array([number[min(i, j), max(i, j)] for i, j in zip(one.tolist(), two.tolist(), strict=True)])
            for one, two in ((a, b), (b, c), (c, a))
        )
        parts = [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        triangles = np.concatenate([np.stack(part, axis=1) for part in parts])
    return points, triangles


def edges_of(triangles: np.ndarray) -> np.ndarray:
    """All pairs of corners (e, 2), each once, the smaller number first."""
    return np.unique(np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1), axis=0)


def offset_layers(points: np.ndarray, triangles: np.ndarray, gaps: np.ndarray) -> np.ndarray:
    """The points and layers below them along their normals, (layers, n, 3); refuses layers that fold."""
    faces = _face_vectors(points, triangles)
    normals = np.stack(
        [np.bincount(triangles.ravel(), np.repeat(faces[:, k], 3), len(points)) for k in range(3)], axis=1
    )
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    if not size.all():
        raise PliantError(
            f"vertex {int(np.argmin(size))} has no normal, along which layers could lie below it"
        )
    depths = np.concatenate([[0.0], np.cumsum(gaps)])
    stack = points - depths[:, None, None] * (normals / size)
    for k, layer in enumerate(stack):
        turned = np.flatnonzero(np.einsum("ij,ij->i", _face_vectors(layer, triangles), faces) <= 0.0)
        if len(turned):
            raise PliantError(
                f"layer {k}, {depths[k]:g} m below the surface, turns triangle {int(turned[0])} over; "
                "make the layers thinner, or the mesh smoother"
            )
    return stack


def _face_vectors(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    a, b, c = (points[corner] for corner in triangles.T)
    return np.cross(b - a, c - a)


@lru_cache(maxsize=8)
def _wound(given: tuple[Any, Any] | None, file: tuple[str, Any] | None, scale: float) -> MeshGeometry:
    """The surface, its triangles counter-clockwise from outside."""
    whole = None if given is None else (*given, Array(np.zeros((0, 4), dtype=np.int64)))
    mesh = surface_or_solid(whole, file, scale, False).surface()
    return MeshGeometry.of(mesh.vertices, outwards(mesh.vertices, mesh.triangles))
