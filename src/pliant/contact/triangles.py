"""A triangle mesh as an obstacle: solid if it is closed, else a thin skin with two sides.

    d(p) = ±‖p − q‖ − t/2      with the nearest point q of the mesh, the thickness t of its skin, and − inside     in m

The search for q and the sign are in `nearest`. There is no other implicit function: f = d.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.contact.dispatch import Posed, posed, register
from pliant.contact.mesh import Mesh as Drawn
from pliant.contact.mesh import placed
from pliant.contact.nearest import Triangles, mesh_distance, triangles_of
from pliant.contact.obstacle import ObstacleSpec
from pliant.errors import PliantError
from pliant.meshes.clean import cleaned
from pliant.meshes.geometry import MeshGeometry
from pliant.model.arrays import Array, Places, Triples
from pliant.model.mesh import check_elements, stamp_of, surface_or_solid
from pliant.problems import FieldError
from pliant.shapes.pose import transform
from pliant.spec import Length, NonNegative, Point, measured, plain


class Mesh(ObstacleSpec):
    """Triangles: those of a `file` (OBJ, STL, PLY, GLB …), or `vertices` and `triangles` that name them by number.

    A length of 1 there is `unit` [m]: 0.001 for a file in millimetres. Its origin is at `center` [m], and `rotation`
    turns it about that. A closed mesh is solid. An open one has two sides, and an inside only if its skin has a
    `thickness` [m]: without, bodies keep off it by the margin of a penalty alone.

    It is animated by `frames`, where the vertices are at `frame_times` [s], straight on between them: in Python an
    array (times, vertices, 3), in files rows of three one after the other. Bodies meet it as they meet each other.
    """

    positional: ClassVar = ("vertices", "triangles")

    kind: Literal["mesh"] = "mesh"
    center: Point = (0.0, 0.0, 0.0)
    vertices: Annotated[Places | None, measured("m")] = None
    triangles: Triples = Field(default_factory=lambda: Array(np.zeros((0, 3), dtype=np.int64)))
    file: str | None = None
    unit: Length = 1.0
    thickness: Annotated[NonNegative, measured("m")] = 0.0
    frames: Annotated[Places | None, measured("m")] = None
    frame_times: Annotated[tuple[float, ...], BeforeValidator(plain), measured("s")] = ()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        """``Mesh("bunny.obj")`` names a file; frames (times, vertices, 3) are rows of three."""
        if isinstance(data, dict) and isinstance(data.get("frames"), list | tuple | np.ndarray):
            frames = np.asarray(data["frames"])
            data = {**data, "frames": frames.reshape(-1, 3) if frames.ndim == 3 else data["frames"]}
        if (
            isinstance(data, dict)
            and isinstance(data.get("vertices"), str | os.PathLike)
            and "file" not in data
        ):
            return {**data, "vertices": None, "file": os.fspath(data["vertices"])}
        return data

    @model_validator(mode="after")
    def _holds(self) -> Mesh:
        if (self.vertices is None) == (self.file is None):
            given = "both" if self.file is not None else "neither"
            raise FieldError(("vertices",), f"give either vertices or a file ({given} given)")
        if self.vertices is None and len(self.triangles):
            raise FieldError(("triangles",), "are those of the file; leave them out")
        if self.vertices is not None:
            if not len(self.triangles):
                raise FieldError(("triangles",), "say which vertices belong together")
            check_elements("triangles", self.triangles, len(self.vertices))
            try:
                self.surface()
            except PliantError as error:
                raise FieldError(("triangles",), str(error)) from None
        return self

    @model_validator(mode="after")
    def _animates(self) -> Mesh:
        if (self.frames is None) != (not self.frame_times):
            raise FieldError(("frame_times",), "frames need times, and times need frames")
        if self.frames is not None:
            if any(b <= a for a, b in zip(self.frame_times, self.frame_times[1:], strict=False)):
                raise FieldError(("frame_times",), "must increase")
            if self.vertices is not None:
                self._check_frames()
        return self

    def _check_frames(self) -> None:
        count, times = len(self.surface().vertices), len(self.frame_times)
        if self.vertices is not None and count != len(self.vertices):
            message = f"only {count} of {len(self.vertices)} vertices are corners in places of their own"
            raise FieldError(("frames",), f"{message}: an animated mesh keeps all of its vertices")
        given = 0 if self.frames is None else len(self.frames)
        if given != count * times:
            message = f"{count} vertices at {times} times are {count * times} points"
            raise FieldError(("frames",), f"{message}, {given} given")

    def placed_frames(self) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Where the vertices are in the world, (T, V, 3) [m], and when, if it is animated."""
        if self.frames is None:
            return None, None
        local = self.unit * np.asarray(self.frames)
        placed = transform(local, self.center, self.rotation).reshape(len(self.frame_times), -1, 3)
        return placed, np.asarray(self.frame_times)

    def check(self) -> None:
        """Refuses a file that is not there, or holds no triangles."""
        self.surface()
        if self.frames is not None:
            try:
                self._check_frames()
            except FieldError as error:
                raise PliantError(str(error)) from None

    def surface(self) -> MeshGeometry:
        """Vertices [m] of its own frame and triangles, outwards where they are closed; a file is read once."""
        return _surface(*self._source())

    def geometry(self) -> Posed:
        """The mesh as kernels see it."""
        return posed(MeshShape(0.5 * self.thickness, _tree(*self._source())), self.center, self.rotation)

    def mesh(self, extent: float) -> Drawn:
        """The surface to draw; a finite obstacle does not need `extent`."""
        mesh = self.surface()
        return placed(mesh.vertices, mesh.triangles, self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at its edges

    def enclosing(self) -> Drawn:
        """Its own triangles."""
        return transform(self.surface().vertices, self.center, self.rotation), self.surface().triangles

    def _source(self) -> tuple[Any, ...]:
        if self.file is None:
            return (self.vertices, self.triangles), None, self.unit
        return None, stamp_of(self.file), self.unit


def between(frames: np.ndarray, times: np.ndarray, time: float) -> np.ndarray:
    """Frames (T, V, 3) at a time, (V, 3)."""
    k = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 1))
    if time <= times[0] or k == len(times) - 1:
        return frames[k]
    w = (time - times[k]) / (times[k + 1] - times[k])
    return frames[k] + w * (frames[k + 1] - frames[k])


@lru_cache(maxsize=16)
def _surface(given: tuple[Array, Array] | None, file: tuple[str, Any] | None, unit: float) -> MeshGeometry:
    if given is None:
        return surface_or_solid(None, file, unit, False)
    try:
        return cleaned(*given).scaled(unit)
    except ValueError as error:
        raise PliantError(str(error)) from None


@lru_cache(maxsize=16)
def _tree(*source: Any) -> Triangles:
    mesh = _surface(*source)
    return triangles_of(mesh.vertices, mesh.triangles)


def vertices_at(obstacle: Any, time: float) -> np.ndarray | None:
    """Where the vertices (V, 3) of an animated mesh are before it moves as a whole; None of any other obstacle."""
    frames, times = obstacle.placed_frames() if isinstance(obstacle, Mesh) else (None, None)
    return None if frames is None or times is None else between(frames, times, time)


class MeshShape(NamedTuple):
    """A mesh about the origin, with half the thickness of its skin."""

    half: float
    triangles: Triangles


def _distance(geometry, x, y, z):
    d, nx, ny, nz = mesh_distance(geometry.triangles, x, y, z)
    return d - geometry.half, nx, ny, nz


register(MeshShape, implicit=_distance, distance=_distance)
