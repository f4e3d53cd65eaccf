"""Bodies and obstacles, drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import ObstacleMesh, Recording
from pliant.recording.mesh import obstacle_key, split_seam, vertex_normals
from pliant.render.colour import ColourScale
from pliant.render.ground import Ground
from pliant.render.light import Dots, Light
from pliant.render.moments import Moment
from pliant.render.options import Options
from pliant.render.surface import Fineness, Surface, load_texture, polygons
from pliant.render.window import load_pyvista

GREY, RED, BLUE, INK = (0.45, 0.45, 0.47), (0.80, 0.05, 0.05), (0.15, 0.35, 0.75), (0.16, 0.16, 0.17)


class Body:
    """One body: a smooth two-sided surface, and on request its edges, nodes, pins and normals."""

    def __init__(
        self, recording: Recording, body: str, options: Options, scale: ColourScale | None, fine: Fineness
    ):
        mesh = recording.mesh(body)
        self._id, self._mesh, self._options, self._scale = body, mesh, options, scale
        positions = recording.positions(body, slice(0, 1))[0]
        texture = options.texture or mesh.texture
        textured = texture and scale is None and mesh.uv is not None
        self._texture = load_texture(texture, body) if texture and textured else None
        if self._texture is None:
            self._source = np.arange(len(positions))
            self._surface = Surface(positions, mesh.triangles, fine=fine)
        else:
            triangles, uv, self._source = split_seam(mesh)
            self._surface = Surface(positions[self._source], triangles, uv, fine=fine)
        self._base = np.tile(mesh.colour if self._texture is None else (1.0, 1.0, 1.0), (len(positions), 1))
        self._positions = positions
        self._limit = 100 * (1 + float(np.abs(np.nan_to_num(positions)).max(initial=0)))
        self._edges = grid_edges(mesh.triangles, mesh.uv)
        lengths = np.linalg.norm(np.diff(positions[self._edges], axis=1), axis=2)
        self.gap = float(np.median(lengths)) if len(lengths) else 0.01  # between neighbours [m]
        self._dots: Dots | None = None
        self._marks: list[Marks] = []

    def add_to(self, plotter: Any, pixels_per_metre: float) -> None:
        self._surface.add_to(plotter, self._texture)
        options, fixed, positions = self._options, self._mesh.fixed, self._positions
        edges, gap = self._edges, self.gap
        pixels = float(np.clip(0.45 * gap * pixels_per_metre, 4, 40))
        width = float(np.clip(pixels_per_metre / 400, 1, 3))
        nodes = np.arange(len(positions))
        if options.wireframe:
            self._marks.append(Marks(plotter, edges, lambda x, n: x, colour=INK, width=width))
        if options.particles:
            free = np.setdiff1d(nodes, fixed)
            self._marks.append(Marks(plotter, None, lambda x, n: x[free], colour=GREY, width=pixels))
        if (options.particles or options.pins) and len(fixed):
            self._marks.append(Marks(plotter, None, lambda x, n: x[fixed], colour=RED, width=1.5 * pixels))
        if options.normals:
            needles = np.column_stack([nodes, nodes + len(nodes)])
            tips = lambda x, n: np.concatenate([x, x + 1.5 * gap * n])  # noqa: E731
            self._marks.append(Marks(plotter, needles, tips, colour=BLUE, width=1.5 * width))

    def move(self, moment: Moment) -> None:
        """Puts the body where it is at a moment."""
        positions = moment.arrays.get(f"{self._id}/positions")
        if positions is None or positions.shape != self._positions.shape:
            expected = f"positions of shape {self._positions.shape}"
            raise PliantError(f"body {self._id!r} at {moment.time:g} s: expected {expected}")
        # A simulation that exploded is still shown, but VTK must not meet infinite numbers.
        self._positions = positions = np.clip(np.nan_to_num(positions), -self._limit, self._limit)
        normals = vertex_normals(positions, self._mesh.triangles)
        self._surface.move(positions[self._source], normals[self._source])
        for marks in self._marks:
            marks.move(positions, normals)
        if self._scale is not None:
            values = moment.arrays.get(f"{self._id}/{self._scale.name}")
            if values is not None:
                self._base = self._scale.colours(values)

    def dots(self, spacing: float) -> np.ndarray:
        """The surface as dots, for the shadows."""
        if self._dots is None:
            self._dots = Dots(self._positions, self._mesh.triangles, spacing)
        return self._dots.at(self._positions)

    def paint(self, light: Light, shadows: bool) -> None:
        self._surface.paint(self._base[self._source], light, shadows, bias=1.0)


class Obstacle:
    """A solid obstacle, with normals that keep its sharp edges."""

    def __init__(self, mesh: ObstacleMesh, fine: Fineness):
        sharp = polygons(mesh.vertices, mesh.triangles).clean().compute_normals(
            split_vertices=True, feature_angle=35.0, consistent_normals=False
        )  # fmt: skip
        self._points = np.asarray(sharp.points, dtype=float)
        self._normals = np.asarray(sharp.point_data["Normals"], dtype=float)
        self._surface = Surface(self._points, sharp.faces.reshape(-1, 4)[:, 1:], fine=fine)
        self._base = np.tile(mesh.colour, (len(self._points), 1))
        self.id = mesh.id
        self._source: np.ndarray | None = None
        self._start = mesh.vertices

    def add_to(self, plotter: Any, eye: np.ndarray, depth: float) -> None:
        self._eye, self._depth = eye, depth
        self._surface.add_to(plotter)
        self._surface.move(self._points, self._normals)
        self._surface.push_back(eye, depth)

    def cut(self, grounds: list[Ground]) -> None:
        """Planes are painted on the backdrop: what reaches below them has to be cut off here."""
        self._surface.cut([(ground.origin, ground.normal) for ground in grounds])

    def move(self, moment: Moment) -> None:
        """Put it where somebody has moved it; sharp edges have doubled its vertices, each near one of the mesh."""
        from scipy.spatial import KDTree

        vertices = moment.arrays.get(obstacle_key(self.id), self._start)
        if self._source is None:
            self._source = np.asarray(KDTree(self._start).query(self._points)[1])
        self._points = np.asarray(vertices, dtype=float)[self._source]
        self._surface.move(self._points, self._normals)
        self._surface.push_back(self._eye, self._depth)

    def dots(self, spacing: float) -> np.ndarray:
        return Dots(self._points, self._surface.triangles, spacing).at(self._points)

    def paint(self, light: Light, shadows: bool) -> None:
        self._surface.paint(self._base, light, shadows, bias=0.8)


class Marks:
    """Lines or balls that follow the nodes: `place(positions, normals)` says where their ends are."""

    def __init__(self, plotter: Any, pairs: np.ndarray | None, place: Any, *, colour: tuple, width: float):
        self._plotter, self._pairs, self._place = plotter, pairs, place
        self._look = {"color": colour}
        if pairs is None:
            self._look |= {"point_size": width, "render_points_as_spheres": True}
        else:
            self._look |= {"line_width": width, "lighting": False}
        self._poly: Any = None

    def move(self, positions: np.ndarray, normals: np.ndarray) -> None:
        points = self._place(positions, normals).astype(np.float32)
        if self._poly is None:
            pyvista = load_pyvista()
            cells = (
                None if self._pairs is None else np.column_stack([np.full(len(self._pairs), 2), self._pairs])
            )
            self._poly = (
                pyvista.PolyData(points)
                if cells is None
                else pyvista.PolyData(points, lines=cells.reshape(-1))
            )
            self._plotter.add_mesh(self._poly, **self._look)
        self._poly.points[:] = points
        self._poly.Modified()


def grid_edges(triangles: np.ndarray, uv: np.ndarray | None) -> np.ndarray:
    """The edges of a mesh, (E, 2), without the diagonals of a grid's cells."""
    pairs = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    pairs = np.unique(pairs, axis=0)
    if uv is None or not len(pairs):
        return pairs
    along = np.abs(uv[pairs[:, 0]] - uv[pairs[:, 1]]).min(axis=1) < 1e-9
    return pairs[along] if along.mean() > 0.5 else pairs
