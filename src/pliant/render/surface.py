"""A mesh whose two sides are painted separately, vertex by vertex, and that moves in place."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pliant.render.light import Light, Lit, Probe, tone
from pliant.render.window import load_pyvista

CHECKS = 12


class Surface:
    """Triangles over `count` points, drawn with at least `enough` vertices: the others halve the edges.

    Subdividing does not change the shape, the triangles stay flat; only normals, and so the light, are
    interpolated more finely.
    """

    def __init__(self, triangles: np.ndarray, count: int, uv: np.ndarray | None = None, *, enough: int):
        self.triangles = triangles
        self._splits: list[np.ndarray] = []
        drawn = triangles
        while len(drawn) and count < enough:
            edges, drawn = _halved(drawn, count)
            self._splits.append(edges)
            count += len(edges)
        self._count, self._drawn = count, drawn
        self._uv = None if uv is None else self._refined(uv)

    def add_to(
        self, plotter: Any, texture: Any = None, cuts: Sequence[tuple[np.ndarray, np.ndarray]] = ()
    ) -> None:
        """Adds both sides: two actors, as VTK keeps one colour per vertex.

        Each of `cuts`, a point and a normal, removes what lies behind that plane.
        """
        from vtkmodules.vtkCommonDataModel import vtkPlane

        self._sides = []
        for hidden in ("back", "front"):
            poly = polygons(np.zeros((self._count, 3)), self._drawn)
            poly.point_data["colour"] = np.zeros((self._count, 3), dtype=np.uint8)
            if self._uv is not None:
                poly.active_texture_coordinates = self._uv.astype(np.float32)
            actor = plotter.add_mesh(
                poly, scalars="colour", rgb=True, texture=texture, lighting=False, culling=hidden,
                show_scalar_bar=False,
            )  # fmt: skip
            for point, normal in cuts:
                plane = vtkPlane()
                plane.SetOrigin(*point)
                plane.SetNormal(*normal)
                actor.mapper.AddClippingPlane(plane)
            self._sides.append(poly)

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
        for poly, side in zip(self._sides, (1, -1), strict=True):
            full = light.on(self._probe, side)
            bright = full.colour
            if shadows:
                part = light.reaching(self._probe, side)
                # The light has only so many directions. Mixing what neighbours see of it hides that; mixing
                # the light itself would wipe out the folds.
                lamp = full.lamp * smoothed((part.lamp + 0.01) / (full.lamp + 0.01), self._drawn, 3)
                sky = full.sky * smoothed((part.sky + 0.01) / (full.sky + 0.01), self._drawn, 5)
                bright = Lit(lamp, sky, full.rest).colour
            poly.point_data["colour"][:] = np.round(255 * tone(base * bright))
            poly.Modified()

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


def load_texture(name: str, body: str) -> Any:
    """A checkerboard or an image file as a VTK texture; None, with a warning, if the file is not there."""
    pyvista = load_pyvista()
    if name == "checker":
        checks = np.indices((CHECKS, CHECKS)).sum(axis=0) % 2
        light, dark = np.array([236, 233, 226]), np.array([38, 70, 110])
        image = np.where(np.kron(checks, np.ones((16, 16), dtype=int))[..., None] == 0, light, dark)
        texture = pyvista.Texture(image.astype(np.uint8))
    elif Path(name).is_file():
        texture = pyvista.read_texture(name)
    else:
        # The recording may have come from another machine: better a plain picture than none.
        warnings.warn(f"body {body!r}: its texture {name!r} is not there; drawn plain", stacklevel=2)
        return None
    texture.repeat = True
    texture.interpolate = True
    return texture


def _halved(triangles: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The edges of a mesh, (E, 2), and its triangles after each edge got a vertex in its middle."""
    pairs = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    edges, which = np.unique(pairs, axis=0, return_inverse=True)
    (a, b, c), (ab, bc, ca) = triangles.T, (which.reshape(-1, 3) + count).T
    return edges, np.stack([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], axis=1).reshape(-1, 3)
