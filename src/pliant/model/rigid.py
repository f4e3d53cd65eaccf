"""A rigid body as a user describes it: a closed skin, and how heavy it is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.errors import PliantError
from pliant.meshes import MeshGeometry
from pliant.meshes.clean import cleaned, open_edges
from pliant.model.arrays import Places, Triples
from pliant.model.body import Count
from pliant.model.bulk import Tensor3
from pliant.model.inertia import MassProperties, of_inertia, of_skin
from pliant.model.look import Look
from pliant.model.mesh import check_elements, stamp_of, surface_or_solid
from pliant.model.solid import AnySolid
from pliant.numerics.boundary import enclosed_volume, grid_faces, outer_faces, triangulated
from pliant.problems import FieldError
from pliant.spec import Length, Point, Positive, Rotation, Shown, Spec, Vec3, Velocity, measured

MASS_POINTS = 4  # nodes of a rigid body, after those of its skin, that bear its mass
_NEAR = 1e-7  # of its size: nodes of a shape that are nearer than that are one
_NO_VOLUME = 1e-9  # times the size cubed
_AROUND, _ALONG, _BALL = 24, 9, 9  # nodes around an axis, along another, and along an edge of a ball's cube,
_ACROSS = 7  # or of a capsule's


if TYPE_CHECKING:
    _Shape = Any  # most bodies have one: who asks for it knows which
else:
    _Shape = AnySolid | None


class NoMatter(Spec):
    """What stands where other bodies have a material."""

    kind: Literal["rigid"] = "rigid"


class Rigid(Spec):
    """A rigid body: a solid `shape`, or a closed mesh of `triangles` between `vertices` [m], or one from a `file`.

    The skin of a shape has as many nodes along its axes as `divisions` says (None: two for a box, for others enough to
    look round). A mesh may have hollows and holes through it, but no gaps; lengths are multiplied by `scale`.

    Its mass follows from `density` [kg/m³] and what the skin encloses, or is `mass` [kg]. `inertia` [kg·m²] is three
    moments about the axes of the shape through the centre of mass, or a tensor (None: as of even density); `center` [m]
    is where that centre is in the shape (None: likewise). It starts turned by `rotation` [rad] about the origin of its
    shape, shifted by `position` [m], moving with `velocity` [m/s] and `spin` [rad/s] about its centre of mass.

    Its last four nodes are inside: they bear the mass. `collides`, `ignores` and `contact_thickness` are those of
    other bodies. With a `restitution` e (0 to 1) it bounces off other rigid bodies and obstacles that have one, too:
    they part by √(e₁e₂) times the speed at which they met.
    """

    positional: ClassVar = ("shape",)
    listed: ClassVar = ("geometry", "mass_properties")

    kind: Literal["rigid"] = "rigid"
    id: str = ""
    shape: _Shape = None
    divisions: tuple[Count, Count, Count] | None = None
    vertices: Annotated[Places | None, measured("m")] = None
    triangles: Triples | None = None
    file: str | None = None
    scale: Positive = 1.0
    density: Annotated[Positive | None, measured("kg/m³")] = None
    mass: Annotated[Positive | None, measured("kg")] = None
    inertia: Annotated[Vec3 | Tensor3 | None, measured("kg·m²")] = None
    center: Point | None = None
    position: Point = (0.0, 0.0, 0.0)
    rotation: Rotation = (0.0, 0.0, 0.0)
    velocity: Velocity = (0.0, 0.0, 0.0)
    spin: Annotated[Vec3, measured("rad/s")] = (0.0, 0.0, 0.0)
    collides: list[str] | None = None
    ignores: list[str] = Field(default_factory=list)
    contact_thickness: Length | None = None
    restitution: Annotated[float, Field(ge=0, le=1), Shown("Restitution")] = 0.0
    look: Look = Look(color=(0.55, 0.60, 0.66))

    # What other bodies have and this one has not.
    material: ClassVar = NoMatter()
    variant: ClassVar[Literal["exact"]] = "exact"
    self_contact: ClassVar = False
    flow: ClassVar = None
    fracture: ClassVar = None
    broken_links: ClassVar[list[Any]] = []
    initial_shape: ClassVar = None
    periodic: ClassVar = (False,)
    dimension: ClassVar = 2  # of its skin

    @model_validator(mode="after")
    def _holds(self) -> Rigid:
        given = [name for name in ("shape", "vertices", "file") if getattr(self, name) is not None]
        if len(given) != 1:
            what = " and ".join(given) or "none"
            raise FieldError(("shape",), f"give one of shape, vertices with triangles, file ({what} given)")
        if (self.triangles is not None) != (self.vertices is not None):
            raise FieldError(("triangles",), "go with vertices, and vertices with them")
        if self.vertices is not None and self.triangles is not None:
            check_elements("triangles", self.triangles, len(self.vertices))
        if self.divisions is not None and self.shape is None:
            raise FieldError(("divisions",), "are those of a shape; a mesh has its own vertices")
        if self.scale != 1.0 and self.shape is not None:
            raise FieldError(("scale",), "is that of a mesh; say how large the shape is")
        if (self.density is None) == (self.mass is None):
            both = "neither" if self.mass is None else "both"
            raise FieldError(("density",), f"give either a density or a mass ({both} given)")
        if self.inertia is not None and self.mass is None:
            raise FieldError(("inertia",), "goes with a mass, not with a density")
        if self.inertia is not None:
            assert self.mass is not None
            try:
                of_inertia(self.mass, self.inertia, np.zeros(3))
            except ValueError as error:
                raise FieldError(("inertia",), str(error)) from None
        return self

    def geometry(self) -> MeshGeometry:
        """The closed skin: vertices [m] and triangles, counter-clockwise from outside; a file is read once."""
        if self.shape is not None:
            return _skin_of_shape(self.shape, self.divisions)
        if self.file is not None:
            return _skin_of_mesh(None, stamp_of(self.file), self.scale)
        return _skin_of_mesh((self.vertices, self.triangles), None, self.scale)

    def mass_properties(self) -> MassProperties:
        """Mass [kg], centre of mass [m] and how the mass lies around it."""
        mesh = self.geometry()
        found = of_skin(mesh.vertices, mesh.triangles)
        mass = self.density * found.mass if self.density is not None else self.mass
        assert mass is not None
        center = found.center if self.center is None else np.asarray(self.center)
        if self.inertia is not None:
            return of_inertia(mass, self.inertia, center)
        return MassProperties(mass, center, mass / found.mass * found.second)

    @property
    def grid(self) -> tuple[int]:
        """Vertices of the skin, and four points of mass."""
        return (len(self.geometry().vertices) + MASS_POINTS,)

    def has_element(self, nodes: set[int]) -> bool:
        """Whether some triangle of the skin has all of these nodes."""
        return bool(np.any(np.isin(self.geometry().triangles, list(nodes)).sum(axis=1) >= len(nodes)))


@lru_cache(maxsize=64)
def _skin_of_shape(shape: Any, divisions: tuple[int, int, int] | None) -> MeshGeometry:
    grid, closes = divisions or _usual_divisions(shape), shape.closes
    points = shape.points(grid, closes).reshape(-1, 3)
    faces = triangulated(outer_faces(grid_faces(grid, closes), points, ()))
    return _closed(_welded(points), faces)


def _usual_divisions(shape: Any) -> tuple[int, int, int]:
    if shape.kind == "box":
        return 2, 2, 2
    if shape.kind == "capsule_solid":
        return _ACROSS, _ACROSS, 3 * _ACROSS // 2
    if not any(shape.closes):
        return _BALL, _BALL, _BALL
    around, along = (_AROUND if closes else _ALONG for closes in shape.closes[:2])
    return around, along, 2


@lru_cache(maxsize=16)
def _skin_of_mesh(given: Any, file: Any, scale: float) -> MeshGeometry:
    mesh = surface_or_solid(None if given is None else (*given, ()), file, scale, False)
    return _closed(mesh.vertices, mesh.triangles)


def _closed(vertices: np.ndarray, triangles: np.ndarray) -> MeshGeometry:
    try:
        mesh = cleaned(vertices, triangles)
    except ValueError as error:
        raise PliantError(f"the skin of a rigid body: {error}") from None
    if gaps := open_edges(mesh.triangles):
        raise PliantError(
            f"the skin of a rigid body is closed; {gaps} edges of this one have a triangle on one side only: close its "
            "holes where it was made"
        )
    size = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0)))
    if not enclosed_volume(mesh.vertices, mesh.triangles) > _NO_VOLUME * size**3:
        raise PliantError("the skin of a rigid body encloses no volume")
    return mesh


def _welded(points: np.ndarray) -> np.ndarray:
    """Points of which those that are nearly at one place, as at a pole, are exactly there."""
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    if not size > 0.0:
        return points
    places = np.floor(points / (_NEAR * size) + 0.377)  # no grid of a shape is likely to have this offset
    _, first, which = np.unique(places, axis=0, return_index=True, return_inverse=True)
    return points[first[which.ravel()]]
