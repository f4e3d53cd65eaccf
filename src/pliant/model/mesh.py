"""A body on an unstructured mesh as a user describes it: vertices and elements, or a file that holds them."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.errors import PliantError
from pliant.meshes import MeshGeometry, fill, load
from pliant.meshes.filling import check_fill
from pliant.model.arrays import Array, Places, Quadruples, Triples
from pliant.model.body_of_points import BodyOfPoints
from pliant.model.breaking import check_breaking
from pliant.model.bulk import Bulk
from pliant.model.fields import settle, varies
from pliant.model.hybrid import Hybrid
from pliant.model.material import Elastic, Sheet
from pliant.model.named import by_name
from pliant.model.named_set import NamedSet, by_names, check_sets
from pliant.model.presets import PRESETS
from pliant.model.selection import Selection
from pliant.model.solid_presets import SOLID_PRESETS
from pliant.model.springs import Springs
from pliant.problems import FieldError
from pliant.spec import Length, Positive, measured

_Material = Annotated[Elastic | Sheet | Bulk | Springs | Hybrid, Field(discriminator="kind")]


class Mesh(BodyOfPoints):
    """An elastic body on an unstructured mesh: triangles of a sheet in space, or tetrahedra of a solid.

    Vertices and elements are given, or in a `file` (OBJ, STL, PLY, GLB, VTU, MSH …), of which a sheet takes the
    triangles and a solid the tetrahedra; springs take either, of both the tetrahedra. A `scale` of 0.001 is for a
    file in millimetres. `fill` makes tetrahedra within a closed surface of triangles.

    Nodes of `quadratic` tetrahedra in the middles of edges come after the vertices: they bend as they should, and do
    not lock. A mesh that is `cuttable`, or has a `fracture`, is built of elements that are tied together, each with
    vertices of its own, and copies come after the vertices, too. `sets` and `initial_shape` are of the vertices;
    a set has numbers, edges (pairs) or faces (triples), to be chosen by pins, loads and whatever else chooses nodes.
    """

    positional: ClassVar = ("vertices",)
    listed: ClassVar = ("load", "nodes_of")

    kind: Literal["mesh"] = "mesh"
    vertices: Annotated[Places | None, measured("m")] = None
    triangles: Triples = Field(default_factory=lambda: Array(np.zeros((0, 3), dtype=np.int64)))
    tetrahedra: Quadruples = Field(default_factory=lambda: Array(np.zeros((0, 4), dtype=np.int64)))
    file: str | None = None
    scale: Positive = 1.0
    fill: bool = False
    edge_length: Length | None = None
    initial_shape: Annotated[Places | None, measured("m")] = None
    sets: Annotated[tuple[NamedSet, ...], BeforeValidator(by_names)] = ()
    quadratic: bool = False
    cuttable: bool = False
    material: Annotated[_Material, by_name({**PRESETS, **SOLID_PRESETS}, _Material)]
    variant: ClassVar[Literal["exact"]] = "exact"

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, material: Any, **options: Any) -> Mesh:
        """The mesh of a file, which is read at once: what is wrong with it is a `PliantError` now, not later."""
        mesh = cls(file=os.fspath(path), material=material, **options)
        mesh.check()
        return mesh

    @model_validator(mode="after")
    def _holds(self) -> Mesh:
        if (self.vertices is None) == (self.file is None):
            given = "both" if self.file is not None else "neither"
            raise FieldError(("vertices",), f"give either vertices or a file ({given} given)")
        if self.edge_length is not None and not self.fill:
            raise FieldError(
                ("edge_length",), "is the size of the tetrahedra that `fill` makes; it is not set"
            )
        if self.fill and not isinstance(self.material, Bulk | Springs | Hybrid):
            raise FieldError(
                ("material",),
                "a surface that is filled becomes a solid: a material of kind 'bulk', 'springs' or 'hybrid'",
            )
        if isinstance(self.material, Springs) and _is_set(self.material.shear):
            raise FieldError(
                ("material", "shear"), "a mesh has no cells to go across: its springs are edges, and `bend`"
            )
        if self.vertices is None:
            for name in ("triangles", "tetrahedra"):
                if len(getattr(self, name)):
                    raise FieldError((name,), "are those of the file; leave them out")
        else:
            self._check_elements(len(self.vertices))
            if isinstance(self.material, Springs) and not self.fill:
                self.material.check_links((len(self.vertices),))
        count = None if self.vertices is None or self.fill else len(self.vertices)
        check_sets(self.sets, count)
        if self.initial_shape is not None and self.fill:
            raise FieldError(
                ("initial_shape",), "nobody knows where vertices are that `fill` makes; leave one out"
            )
        if self.initial_shape is not None and count not in (None, len(self.initial_shape)):
            raise FieldError(
                ("initial_shape",),
                f"{len(self.initial_shape)} places for {count} vertices; give one for each",
            )
        if self.quadratic:
            self._check_quadratic()
        check_breaking(self)
        settle(self)
        return self

    def _check_quadratic(self) -> None:
        if not isinstance(self.material, Bulk):
            raise FieldError(("quadratic",), "is for tetrahedra of a material of kind 'bulk'")
        if self.cuttable or self.fracture is not None:
            raise FieldError(
                ("quadratic",), "tetrahedra that can be cut or break have nodes at their corners only"
            )

    def _check_elements(self, count: int) -> None:
        name = "tetrahedra" if len(self.tetrahedra) else "triangles"
        if bool(len(self.triangles)) == bool(len(self.tetrahedra)):
            raise FieldError((name,), "a mesh has either triangles or tetrahedra")
        if self.fill and name == "tetrahedra":
            raise FieldError(("fill",), "fills a surface of triangles; these are tetrahedra already")
        solid = name == "tetrahedra" or self.fill
        if not isinstance(self.material, Springs | Hybrid) and solid != isinstance(self.material, Bulk):
            wanted = "'bulk'," if name == "tetrahedra" else "'elastic', 'sheet',"
            raise FieldError(("material",), f"{name} take a material of kind {wanted} 'springs' or 'hybrid'")
        check_elements(name, getattr(self, name), count)

    @property
    def dimension(self) -> int:
        """2 of a sheet, 3 of a solid."""
        return 3 if len(self.geometry().tetrahedra) else 2

    def geometry(self) -> MeshGeometry:
        """Vertices [m] and either triangles or tetrahedra, as they are simulated; a file is read and filled once."""
        return _geometry(self._source(), self.fill, self.edge_length, self.parts, self.quadratic)

    @property
    def parts(self) -> bool:
        """Whether its elements have vertices of their own; springs part without."""
        asked = self.cuttable or self.fracture is not None
        return asked and not isinstance(self.material, Springs)

    def check(self) -> None:
        """Refuses what `geometry` would refuse, without filling anything."""
        source = surface_or_solid(*self._source())
        if self.fill:
            check_fill(source, self.edge_length)

    def _source(self) -> tuple[Any, ...]:
        """What the geometry follows from: hashable, and another one when the file changes."""
        solid = isinstance(self.material, Bulk) and not self.fill
        if isinstance(self.material, Springs | Hybrid) and not self.fill:
            solid = None  # whichever it is
        if self.file is None:
            return (self.vertices, self.triangles, self.tetrahedra), None, self.scale, solid
        return None, stamp_of(self.file), self.scale, solid

    def start(self) -> np.ndarray:
        """Where its nodes are at the start [m], before it is turned and shifted."""
        mesh = self.geometry()
        if self.initial_shape is None:
            return mesh.vertices
        places = self.scale * np.asarray(self.initial_shape, dtype=float)
        count = len(mesh.vertices) if mesh.vertex is None else int(mesh.vertex.max()) + 1
        count = count if mesh.middles is None else int(mesh.middles.min())
        if len(places) != count:
            raise PliantError(
                f"the initial shape has {len(places)} places for {count} vertices; give one for each"
            )
        if mesh.middles is not None:
            return mesh._replace(vertices=places).quadratic().vertices
        return places if mesh.vertex is None else places[mesh.vertex]

    def nodes_of(self, name: str) -> np.ndarray:
        """The numbers of the nodes in a set: where to look in what is read of the body."""
        return np.flatnonzero(Selection(sets=[name]).mask_of(self))

    def has_element(self, nodes: set[int]) -> bool:
        """Whether some triangle or tetrahedron has all of these nodes."""
        mesh = self.geometry()
        elements = mesh.tetrahedra if len(mesh.tetrahedra) else mesh.triangles
        wanted = list(nodes)
        if mesh.vertex is not None:
            elements, wanted = mesh.vertex[elements], list(set(mesh.vertex[wanted].tolist()))
        return bool(np.any(np.isin(elements, wanted).sum(axis=1) >= len(wanted)))

    @property
    def grid(self) -> tuple[int]:
        """A mesh has no grid: its nodes are numbered."""
        return (len(self.geometry().vertices),)

    @property
    def periodic(self) -> tuple[bool]:
        return (False,)


def _is_set(value: Any) -> bool:
    return varies(value) or value > 0.0


def check_elements(name: str, elements: Array, count: int) -> None:
    """Refuses elements of vertices that are not there, and what `_check_different` does."""
    used = np.asarray(elements)
    wrong = np.argwhere((used < 0) | (used >= count))
    if len(wrong):
        row, column = wrong[0].tolist()
        raise FieldError((name, row), f"there is no vertex {used[row, column]}; the last one is {count - 1}")
    _check_different(name, used)


def _check_different(name: str, elements: np.ndarray) -> None:
    """Refuses elements that name a node twice, and two elements on the same nodes."""
    ordered = np.sort(elements, axis=1)
    for row in np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1)).tolist():
        raise FieldError((name, row), f"{elements[row].tolist()} names a vertex twice")
    _, first, which = np.unique(ordered, axis=0, return_index=True, return_inverse=True)
    for row in np.flatnonzero(first[which.ravel()] != np.arange(len(ordered))).tolist():
        again = first[which.ravel()[row]]
        raise FieldError((name, row), f"has the same vertices as {name}[{again}]; each may be there once")


def stamp_of(file: str) -> tuple[str, tuple[str, int]]:
    """A file as a key of caches: another one when it changes."""
    try:
        return file, (os.path.abspath(file), os.stat(file).st_mtime_ns)
    except (OSError, ValueError):
        return file, (os.path.abspath(file), 0)  # reading it will say why


@lru_cache(maxsize=8)
def _geometry(
    source: tuple[Any, ...],
    filled: bool,
    edge_length: float | None,
    apart: bool = False,
    quadratic: bool = False,
) -> MeshGeometry:
    if apart:
        return _geometry(source, filled, edge_length).apart()
    if quadratic:
        return _geometry(source, filled, edge_length).quadratic()
    mesh = surface_or_solid(*source)
    return fill(mesh.vertices, mesh.triangles, edge_length=edge_length) if filled else mesh


@lru_cache(maxsize=8)
def surface_or_solid(
    given: tuple[Array, Array, Array] | None, file: tuple[str, Any] | None, scale: float, solid: bool | None
) -> MeshGeometry:
    """What was given, or what a file holds: tetrahedra if `solid`, triangles if not, None: what there is."""
    if given is not None:
        return MeshGeometry.of(*given).scaled(scale)
    assert file is not None
    mesh = load(file[0])
    if solid is None:
        solid = len(mesh.tetrahedra) > 0
    if solid and not len(mesh.tetrahedra):
        raise PliantError(
            f"mesh {file[0]!r} has no tetrahedra; `fill` fills a closed surface, and a material of kind 'elastic' or "
            "'sheet' makes a sheet of it"
        )
    if not solid and not len(mesh.triangles):
        raise PliantError(f"mesh {file[0]!r} has no triangles; tetrahedra take a material of kind 'bulk'")
    return (mesh.solid() if solid else mesh.surface()).scaled(scale)
