"""Bodies and obstacles, drawn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import ObstacleMesh, Recording
from pliant.recording.mesh import broken_key, cut_key, obstacle_key
from pliant.recording.reader import NOTHING
from pliant.recording.skin import cut_skin, skin_of
from pliant.render.colour import ColourScale
from pliant.render.ground import Ground
from pliant.render.light import Dots, Light
from pliant.render.moments import Moment
from pliant.render.options import Options
from pliant.render.surface import BOTH, CHECKS, CLOSED, OPEN, Fineness, Surface, load_texture, polygons
from pliant.render.window import load_pyvista

AROUND = 4  # checks around a tube
SHARP = 35.0  # [°] between triangles of an obstacle, above which there is an edge
GREY, RED, BLUE, INK = (0.45, 0.45, 0.47), (0.80, 0.05, 0.05), (0.15, 0.35, 0.75), (0.16, 0.16, 0.17)


class Body:
    """One body: its skin, nodes that were torn from it, and on request its edges, nodes, pins and normals."""

    def __init__(
        self,
        recording: Recording,
        body: str,
        options: Options,
        scale: ColourScale | None,
        fine: Fineness,
        thinnest: float,
    ):
        mesh = recording.mesh(body)
        self._id, self._mesh, self._options, self._scale = body, mesh, options, scale
        self._positions = recording.positions(body, slice(0, 1))[0]
        self._limit = 100 * (1 + float(np.abs(np.nan_to_num(self._positions)).max(initial=0)))
        self._whole = skin_of(recording, body, spacing=fine.spacing, thinnest=thinnest)
        self._gone = self._broken = NOTHING  # triangles that are cut, and links
        self._fine = fine
        texture = options.texture_of(mesh.texture)
        textured = texture and scale is None and self._whole.uv is not None
        self._texture = load_texture(texture, f"body {body!r}") if texture and textured else None
        plain = self._texture is None or texture == "checks"
        self._base = np.tile(mesh.color if plain else (1.0, 1.0, 1.0), (len(self._positions), 1))
        self._dress()
        lengths = np.linalg.norm(np.diff(self._points[self._edges], axis=1), axis=2)
        self.gap = float(np.median(lengths)) if len(lengths) else 0.01  # between neighbours [m]

    def _dress(self) -> None:
        """Makes what is drawn of the triangles that are there."""
        self._skin = cut_skin(self._whole, self._gone, self._broken)
        self._points, _ = self._skin.move(self._tamed(self._positions))
        self._vertices = self._skin.vertices(textured=self._texture is not None)
        uv = self._vertices.uv
        checked = self._options.texture_of(self._mesh.texture) in ("checker", "checks")
        if uv is not None and self._mesh.is_thread and checked:
            uv = uv * (AROUND / CHECKS)
        self._surface = Surface(
            self._points[self._vertices.point],
            self._vertices.triangles,
            uv,
            place=self._vertices.point,
            fine=self._fine,
            hidden=CLOSED if self._skin.closed else BOTH,
        )
        self._edges = self._skin.edges()
        self._dots: Dots | None = None
        self._marks: list[Marks] = []

    def _cut(self, gone: np.ndarray, broken: np.ndarray) -> None:
        """Undresses, and dresses anew without these triangles, open along these links."""
        if np.array_equal(gone, self._gone) and np.array_equal(broken, self._broken):
            return
        plotter, eye, pixels_per_metre = self._shown
        for part in (self._surface, *self._marks):
            part.remove_from(plotter)
        self._gone, self._broken = gone, broken
        self._dress()
        self.add_to(plotter, eye, pixels_per_metre)

    def add_to(self, plotter: Any, eye: np.ndarray, pixels_per_metre: float) -> None:
        self._eye, self._shown = eye, (plotter, eye, pixels_per_metre)
        self._surface.add_to(plotter, self._texture)
        options, fixed = self._options, self._mesh.fixed
        nodes = np.arange(len(self._positions)) if self._mesh.is_thread else np.unique(self._mesh.triangles)
        pixels = float(np.clip(0.45 * self.gap * pixels_per_metre, 4, 40))
        if self._mesh.is_thread:
            pixels = float(np.clip(self._mesh.radius * pixels_per_metre, 8, 40))
        width = float(np.clip(pixels_per_metre / 400, 1, 3))
        alone = self._mesh.alone(self._gone) if self._skin.points == self._whole.points else NOTHING
        if len(alone):
            grain = lambda: self._nodes(alone)  # noqa: E731
            self._marks.append(Marks(plotter, None, grain, colour=self._mesh.color, width=0.7 * pixels))
        if options.wireframe:
            self._marks.append(Marks(plotter, self._edges, self._lines, colour=INK, width=width))
        if options.particles:
            free = np.setdiff1d(nodes, fixed)
            self._marks.append(Marks(plotter, None, lambda: self._nodes(free), colour=GREY, width=pixels))
        if (options.particles or options.pins) and len(fixed):
            held = lambda: self._nodes(fixed)  # noqa: E731
            self._marks.append(Marks(plotter, None, held, colour=RED, width=1.5 * pixels))
        if options.normals:
            count = len(self._vertices.point)
            needles = np.column_stack([np.arange(count), np.arange(count) + count])
            self._marks.append(Marks(plotter, needles, self._needles, colour=BLUE, width=1.5 * width))

    def cut(self, grounds: list[Ground]) -> None:
        """What is thick may reach below a plane, on which only its middle rests."""
        if self._skin.closed:
            self._surface.cut([(ground.origin, ground.normal) for ground in grounds])

    def _nodes(self, chosen: np.ndarray) -> np.ndarray:
        """Where to mark nodes; those of a curve are inside its tube, so they are marked on the side that is seen."""
        nodes = self._positions[chosen]
        return self._nearer(nodes, 2 * self._mesh.radius) if self._mesh.is_thread else nodes

    def _lines(self) -> np.ndarray:
        """The points, just above the triangles that they are on."""
        return self._nearer(self._points, 0.1 * self.gap)

    def _nearer(self, points: np.ndarray, depth: float) -> np.ndarray:
        """At the same place in the picture, `depth` [m] closer to the eye."""
        rays = self._eye - points
        return points + rays * np.minimum(
            depth / np.maximum(np.linalg.norm(rays, axis=1, keepdims=True), 1e-9), 0.5
        )

    def _needles(self) -> np.ndarray:
        """Both ends of the normals, 1.5 gaps long."""
        feet = self._points[self._vertices.point]
        return np.concatenate([feet, feet + 1.5 * self.gap * self._normals[self._vertices.normal]])

    def _tamed(self, positions: np.ndarray) -> np.ndarray:
        """A simulation that exploded is still shown, but VTK must not meet infinite numbers."""
        return np.clip(np.nan_to_num(positions), -self._limit, self._limit)

    def move(self, moment: Moment) -> None:
        """Puts the body where it is at a moment."""
        positions = moment.arrays.get(f"{self._id}/positions")
        if positions is None or positions.shape != self._positions.shape:
            expected = f"positions of shape {self._positions.shape}"
            raise PliantError(f"body {self._id!r} at {moment.time:g} s: expected {expected}")
        self._positions = self._tamed(positions)
        gone, broken = (moment.arrays.get(key(self._id), NOTHING) for key in (cut_key, broken_key))
        self._cut(gone, broken)
        self._points, self._normals = self._skin.move(self._positions)
        self._surface.move(self._points[self._vertices.point], self._normals[self._vertices.normal])
        for marks in self._marks:
            marks.move()
        if self._scale is not None:
            values = moment.arrays.get(f"{self._id}/{self._scale.name}")
            if values is not None:
                self._base = self._scale.colours(values)

    def dots(self, spacing: float) -> np.ndarray:
        """The skin as dots, for the shadows."""
        if self._dots is None:
            # What is closed stands in the way of light with both its sides: each can do with fewer.
            spacing = (1.5 if self._skin.closed else 1.0) * spacing
            self._dots = Dots(self._points, self._skin.triangles, spacing)
        return self._dots.at(self._points)

    def paint(self, light: Light, shadows: bool) -> None:
        colours = self._skin.spread(self._base)[self._vertices.point]
        self._surface.paint(colours, light, shadows, bias=1.0)


def corner_normals(points: np.ndarray, place: np.ndarray, sharp: float) -> np.ndarray:
    """Unit normals (3T, 3) of the corners of T triangles, which have the same number in `place` if they are one vertex.

    That of a corner is the mean of the triangles around that do not meet its own in an edge sharper than `sharp` [°].
    """
    a, b, c = points[0::3], points[1::3], points[2::3]
    area = np.repeat(np.cross(b - a, c - a), 3, axis=0)
    unit = area / np.maximum(np.linalg.norm(area, axis=1, keepdims=True), 1e-300)
    order = np.argsort(place, kind="stable")
    out, bounds = np.empty_like(points), np.flatnonzero(np.diff(place[order], prepend=-1, append=-2))
    for start, end in pairwise(bounds):
        here = order[start:end]
        out[here] = (unit[here] @ unit[here].T > np.cos(np.radians(sharp))) @ area[here]
    return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-300)


class Obstacle:
    """A solid obstacle, with normals that keep its sharp edges; of a room, only the walls at the back."""

    def __init__(self, mesh: ObstacleMesh, fine: Fineness):
        self._texture = load_texture(mesh.texture, f"obstacle {mesh.id!r}") if mesh.texture else None
        self._source: np.ndarray | None = None
        colour, uv, place = mesh.color, None, None
        if self._texture is None or mesh.uv is None:
            sharp = polygons(mesh.vertices, mesh.triangles).clean().compute_normals(
                split_vertices=True, feature_angle=SHARP, consistent_normals=False
            )  # fmt: skip
            self._points = np.asarray(sharp.points, dtype=float)
            self._normals = np.asarray(sharp.point_data["Normals"], dtype=float)
            triangles = sharp.faces.reshape(-1, 4)[:, 1:]
        else:  # every corner is a vertex of its own, with its place in the picture
            self._source = mesh.triangles.reshape(-1)
            self._points = mesh.vertices[self._source]
            place = np.unique(self._points.round(9), axis=0, return_inverse=True)[1].ravel()
            self._normals = corner_normals(self._points, place, SHARP)
            triangles, colour, uv = (
                np.arange(len(self._points)).reshape(-1, 3),
                (1.0, 1.0, 1.0),
                mesh.uv.reshape(-1, 2),
            )
        self.shades = mesh.kind != "room"  # the light comes in through the walls that are not seen
        hidden = BOTH if self.shades else OPEN
        self._surface = Surface(self._points, triangles, uv, place=place, fine=fine, hidden=hidden)
        self._base = np.tile(colour, (len(self._points), 1))
        self.id = mesh.id
        self._start = mesh.vertices
        # Of others nodes alone keep off: edges of a cloth reach into a ball. What meets a mesh is outside of it.
        self._dips = mesh.kind != "mesh"

    def add_to(self, plotter: Any, eye: np.ndarray, depth: float) -> None:
        """`depth` [m] is how far behind its place it is drawn, so that a body on it shows no holes."""
        self._eye, self._depth = eye, depth if self._dips else 0.0
        self._surface.add_to(plotter, self._texture)
        self._surface.move(self._points, self._normals)
        self._surface.push_back(eye, self._depth)

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
    """Lines or balls that follow a body: `place()` says where they, or their ends, are."""

    def __init__(
        self,
        plotter: Any,
        pairs: np.ndarray | None,
        place: Callable[[], np.ndarray],
        *,
        colour: tuple,
        width: float,
    ):
        self._plotter, self._pairs, self._place = plotter, pairs, place
        self._look = {"color": colour}
        if pairs is None:
            self._look |= {"point_size": width, "render_points_as_spheres": True}
        else:
            self._look |= {"line_width": width, "lighting": False}
        self._poly: Any = None
        self._actor: Any = None

    def remove_from(self, plotter: Any) -> None:
        """Draws them no more."""
        if self._actor is not None:
            plotter.remove_actor(self._actor, render=False)

    def move(self) -> None:
        points = self._place().astype(np.float32)
        if not len(points if self._pairs is None else self._pairs):
            return
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
            self._actor = self._plotter.add_mesh(self._poly, **self._look)
        self._poly.points[:] = points
        self._poly.Modified()
