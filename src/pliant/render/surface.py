"""A mesh that is painted vertex by vertex, its two sides separately, and that moves in place."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pliant.reach import is_within
from pliant.render.light import Light, Lit, Probe, tone
from pliant.render.window import load_pyvista

CHECKS = 12
_PIXELS = 1024  # of a picture on a plane, which is seen from afar
# Which side of a surface is not seen, for each copy of it that is drawn.
BOTH, CLOSED, OPEN = ("back", "front"), (False,), ("back",)


class Fineness(NamedTuple):
    """When a mesh is fine enough to be lit: so many vertices, or edges as short as `spacing` [m]."""

    vertices: int
    spacing: float


class Surface:
    """A mesh drawn with more vertices than it has: the others halve its longer edges.

    Subdividing does not change the shape, the triangles stay flat; only normals, and so the light, are
    interpolated more finely. `points` (n, 3) only serve to measure edges. Vertices with the same number in `place` are
    always in the same place. `hidden` says of each copy that is drawn which side of it is not seen: of what encloses
    something only the outside has to be painted, in one copy (`CLOSED`); into what is `OPEN` one looks from behind.
    """

    def __init__(
        self,
        points: np.ndarray,
        triangles: np.ndarray,
        uv: np.ndarray | None = None,
        *,
        place: np.ndarray | None = None,
        fine: Fineness,
        hidden: tuple[str | bool, ...] = BOTH,
    ):
        self.triangles = triangles
        self._hidden = hidden
        self._splits: list[np.ndarray] = []
        drawn, place = triangles, np.arange(len(points)) if place is None else place
        while len(points) < fine.vertices and _mean_edge(points, drawn) > fine.spacing:
            edges, drawn = halved(points, drawn)
            self._splits.append(edges)
            points = np.concatenate([points, points[edges].mean(axis=1)])
            place = np.concatenate([place, _places_between(place, edges)])
        self._first, self._doubled = _doubled(place)
        self._count, self._drawn = len(points), drawn
        self._gap = max(_mean_edge(points, drawn), 1e-9)
        self._uv = None if uv is None else self._refined(uv)

    def add_to(self, plotter: Any, texture: Any = None) -> None:
        """Adds both sides, two actors as VTK keeps one colour per vertex; or one, if the other is never seen.

        Of what is torn until nothing is left to draw, none.
        """
        self._sides, self._mappers, self._actors = [], [], []
        for hidden in self._hidden if len(self._drawn) else ():
            poly = polygons(np.zeros((self._count, 3)), self._drawn)
            poly.point_data["colour"] = np.zeros((self._count, 3), dtype=np.uint8)
            if self._uv is not None:
                poly.active_texture_coordinates = self._uv.astype(np.float32)
            actor = plotter.add_mesh(
                poly, scalars="colour", rgb=True, texture=texture, lighting=False, culling=hidden,
                show_scalar_bar=False,
            )  # fmt: skip
            self._sides.append(poly)
            self._mappers.append(actor.mapper)
            self._actors.append(actor)

    def remove_from(self, plotter: Any) -> None:
        """Draws it no more."""
        for actor in self._actors:
            plotter.remove_actor(actor, render=False)

    def cut(self, cuts: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
        """Each of `cuts`, a point and a normal, removes what lies behind that plane."""
        from vtkmodules.vtkCommonDataModel import vtkPlane

        for mapper in self._mappers:
            mapper.RemoveAllClippingPlanes()
            for point, normal in cuts:
                plane = vtkPlane()
                plane.SetOrigin(*point)
                plane.SetNormal(*normal)
                mapper.AddClippingPlane(plane)

    def move(self, points: np.ndarray, normals: np.ndarray) -> None:
        """Puts the vertices at `points` (count, 3)."""
        self.points, fine = self._refined(points), self._refined(normals)
        length = np.linalg.norm(fine, axis=1, keepdims=True)
        self.normals = fine / np.maximum(length, 1e-12)
        for poly in self._sides:
            poly.points[:] = self.points
            poly.Modified()
        self._probe: Probe | None = None

    def paint(self, colours: np.ndarray, light: Light, shadows: bool, bias: float) -> None:
        """Colours (count, 3), 0 to 1, under the light."""
        base = self._refined(colours)
        if self._probe is None:
            self._probe = light.probe(self.points, self.normals, bias)
        arrives = light.arrives(self._probe) if shadows else None
        same = self._joined()
        for poly, side in zip(self._sides, (1, -1), strict=False):
            full = light.on(self._probe, side)
            bright = full.colour
            if arrives is not None:
                part = light.on(self._probe, side, arrives)
                # The light has only so many directions. Mixing what neighbours see of it hides that; mixing
                # the light itself would wipe out the folds.
                passes = int(np.clip(2.5 * (light.texel / self._gap) ** 2, 1, 10))  # to mix over a texel
                mesh = same[self._drawn]
                lamp = full.lamp * smoothed((part.lamp + 0.01) / (full.lamp + 0.01), mesh, passes)[same]
                sky = full.sky * smoothed((part.sky + 0.01) / (full.sky + 0.01), mesh, 2 * passes)[same]
                bright = Lit(lamp, sky, full.rest).colour
            poly.point_data["colour"][:] = np.round(255 * tone(base * bright))
            poly.Modified()

    def push_back(self, eye: np.ndarray, depth: float) -> None:
        """Draws the surface `depth` [m] farther from the eye, at the same place in the picture.

        A body touches an obstacle at its nodes; between them its flat triangles cut corners. Pushed back,
        the obstacle does not show through.
        """
        rays = self.points - eye
        away = depth / np.maximum(np.linalg.norm(rays, axis=1, keepdims=True), 1e-9)
        for poly in self._sides:
            poly.points[:] = self.points + away * rays
            poly.Modified()

    def _joined(self) -> np.ndarray:
        """The vertex that stands for each: of doubled ones the first, unless there is a sharp edge between them."""
        same = np.arange(self._count)
        facing = np.einsum("ij,ij->i", self.normals[self._first], self.normals[self._doubled])
        smooth = facing > 0.98
        same[self._doubled[smooth]] = self._first[smooth]
        return same

    def _refined(self, values: np.ndarray) -> np.ndarray:
        for edges in self._splits:
            values = np.concatenate([values, (values[edges[:, 0]] + values[edges[:, 1]]) / 2])
        return values


def polygons(vertices: np.ndarray, triangles: np.ndarray) -> Any:
    """A VTK mesh of triangles."""
    faces = np.column_stack([np.full(len(triangles), 3), triangles]).reshape(-1)
    return load_pyvista().PolyData(vertices.astype(np.float32), faces)


def smoothed(values: np.ndarray, triangles: np.ndarray, passes: int) -> np.ndarray:
    """Each value mixed with those of the triangles around it, so many times."""
    corners = triangles.reshape(-1)
    count = np.bincount(corners, minlength=len(values))
    for _ in range(passes):
        faces = np.repeat(values[triangles].mean(axis=1), 3)
        values = np.where(count > 0, np.bincount(corners, faces, len(values)) / np.maximum(count, 1), values)
    return values


def load_texture(name: str, owner: str) -> Any:
    """A checkerboard or an image file as a VTK texture; None, with a warning, if the file is not there."""
    pyvista = load_pyvista()
    if name in ("checker", "checks"):
        texture = pyvista.Texture(_checkerboard(tinted=name == "checks"))
    elif is_within(name) and Path(name).is_file():
        texture = pyvista.read_texture(name)
    else:
        # The recording may have come from another machine: better a plain picture than none.
        warnings.warn(f"{owner}: its texture {name!r} is not there; drawn plain", stacklevel=2)
        return None
    texture.repeat = True
    texture.interpolate = True
    return texture


def _checkerboard(*, tinted: bool = False) -> np.ndarray:
    """`tinted`: to be multiplied with the colour of a body, as the studio's page does it (`view/textures.ts`)."""
    checks = np.indices((CHECKS, CHECKS)).sum(axis=0) % 2
    light, dark = np.array([236, 233, 226]), np.array([38, 70, 110])
    if tinted:
        light, dark = np.full(3, 255), np.full(3, 124)
    return np.where(np.kron(checks, np.ones((16, 16), dtype=int))[..., None] == 0, light, dark).astype(
        np.uint8
    )


def load_picture(name: str, owner: str) -> np.ndarray | None:
    """The same as pixels (rows, columns, 3), 0 to 1."""
    from PIL import Image

    if name == "checker":
        return _checkerboard() / 255.0
    try:
        if is_within(name):
            with Image.open(name) as picture:
                picture.thumbnail((_PIXELS, _PIXELS))
                return np.asarray(picture.convert("RGB"), dtype=float) / 255.0
    except (OSError, ValueError, Image.DecompressionBombError):
        pass
    warnings.warn(f"{owner}: its texture {name!r} is not there; drawn plain", stacklevel=2)
    return None


def _doubled(place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices that are where an earlier one is, after those earlier ones."""
    _, first, which = np.unique(place, return_index=True, return_inverse=True)
    doubled = np.flatnonzero(first[which] != np.arange(len(place)))
    return first[which][doubled], doubled


def _places_between(place: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Numbers of the places in the middle of edges, (E,), after those that are there."""
    ends = np.sort(place[edges], axis=1)
    return place.max(initial=-1) + 1 + np.unique(ends, axis=0, return_inverse=True)[1]


def _mean_edge(points: np.ndarray, triangles: np.ndarray) -> float:
    """Mean length of edges [m]; 0 without triangles."""
    if not len(triangles):
        return 0.0
    return float(np.mean(np.linalg.norm(points[triangles[:, 0]] - points[triangles[:, 1]], axis=1)))


def halved(points: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The longer edges of a mesh, (E, 2), and its triangles after each of them got a vertex in its middle.

    An edge is long if it has more than 0.6 of the length of the longest ones; in an even mesh all are.
    """
    count = len(points)
    pairs = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    edges, which = np.unique(pairs, axis=0, return_inverse=True)
    length = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    long = length >= 0.6 * np.percentile(length, 90)
    middle = np.where(long, np.cumsum(long) - 1 + count, -1)[which.reshape(-1, 3)]  # of edges ab, bc, ca
    parts = []
    for turn in range(3):
        a, b, c = np.roll(triangles, -turn, axis=1).T
        ab, bc, ca = np.roll(middle, -turn, axis=1).T
        for chosen, pieces in (
            ((ab >= 0) & (bc < 0) & (ca < 0), [(a, ab, c), (ab, b, c)]),
            ((ab >= 0) & (bc >= 0) & (ca < 0), [(ab, b, bc), (a, ab, bc), (a, bc, c)]),
        ):
            parts += [np.stack(piece, axis=1)[chosen] for piece in pieces]
    (a, b, c), (ab, bc, ca) = triangles.T, middle.T
    whole, quartered = (middle < 0).all(axis=1), (middle >= 0).all(axis=1)
    parts.append(triangles[whole])
    parts += [
        np.stack(piece, axis=1)[quartered] for piece in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    ]
    return edges[long], np.concatenate(parts)
