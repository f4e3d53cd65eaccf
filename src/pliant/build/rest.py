"""From a body's rest shape, grid and links to the geometry that everything else is built upon."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pliant.energies.curve import RestCurve
from pliant.energies.frames import RestFrames
from pliant.energies.gauges import CellGauge, CurveGauge, Gauge, SpringGauge, TriangleGauge
from pliant.energies.mesh import RestTetrahedra, RestTriangles
from pliant.energies.solid import RestSolid
from pliant.energies.strain import StrainGauge
from pliant.energies.surface import RestSurface, tangent_weights
from pliant.errors import PliantError, SceneError, problem_in_body
from pliant.forces.exposure import CurveExposure, Exposure, FaceExposure, GridExposure
from pliant.magnitudes import why_not_a_body
from pliant.model import Body, Curve, Layered, Mesh, Rigid, Solid, Surface
from pliant.model.layered import springs_of
from pliant.model.rigid import MASS_POINTS
from pliant.numerics.boundary import (
    four_corners,
    grid_faces,
    node_areas,
    node_lengths,
    outer_faces,
    quartered,
    tetrahedron_faces,
    triangulated,
)
from pliant.numerics.differences import Links
from pliant.numerics.grid import cell_corners, cell_triangles
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.point_layout import PointLayout
from pliant.shapes.pose import transform
from pliant.topology.breaks import broken_links, sides_of, torn_ties
from pliant.topology.cutting import broken_numbers, cut_segments, cut_triangles
from pliant.topology.opening import Opening

# Nodes nearer to each other than this fraction of the body's size are one node: the pole of an ellipsoid.
_COINCIDENT = 1e-9
_SHORT = 0.25  # of the edges are shorter than what counts as the usual length of one
_NO_VOLUME = 1e-12  # times the size cubed
_NONE = np.zeros(0, dtype=np.int32)

Geometry = RestSurface | RestCurve | RestSolid | RestTriangles | RestTetrahedra | None


@dataclass(frozen=True)
class RestShape:
    """What follows from `REST`, `FORM` and `BREAKS` (`scene.changes`) of a body's spec alone."""

    layout: Any  # GridLayout or PointLayout: what is built upon it knows
    positions: np.ndarray  # (3, P) at rest [m]
    start: np.ndarray  # (nodes, 3) at the start, before the body is turned and shifted
    measure: np.ndarray  # (P,): the length [m], area [m²] or volume [m³] that belongs to a node
    ties: tuple[
        np.ndarray, ...
    ]  # flat indices of nodes that are one point and move as one, but for published variants
    size: float  # the diagonal of the bounding box [m]
    ones: np.ndarray  # (P,)
    whole: Any  # one of `Geometry`, with all links
    geometry: Any  # likewise, with what breaks have left of them
    exposure: Exposure
    gauge: Gauge
    triangles: np.ndarray  # (t, 3) of the surface that is drawn; a curve has none
    cut: np.ndarray  # the numbers of those that are not drawn; of a curve, of its segments
    tied: tuple[np.ndarray, ...] = ()  # what `ties` are of the whole body
    broken: np.ndarray = field(default_factory=lambda: _NONE)  # links of a surface: axis·nodes + node
    opening: Opening | None = None  # the faces of a solid, if it can break

    @cached_property
    def usual_edge(self) -> float:
        """The usual length of an edge of its skin [m], or of a segment: a quarter of them are shorter."""
        return float(np.quantile(self._edges, _SHORT))

    @cached_property
    def longest_edge(self) -> float:
        """[m]"""
        return float(self._edges.max())

    @cached_property
    def _edges(self) -> np.ndarray:
        """The lengths of edges of its skin [m], or of segments."""
        nodes = self.layout.nodes
        if not len(self.triangles):
            length = self.measure[nodes]
        else:
            corners = self.positions[:, nodes[self.triangles]]
            length = np.linalg.norm(corners - np.roll(corners, 1, axis=2), axis=0).ravel()
        length = length[length > 0.0]
        return length if len(length) else np.array([self.size])

    def skin(self) -> np.ndarray:
        """The triangles that are not cut off, (t, 3), as flat indices."""
        whole = np.delete(self.triangles, self.cut, axis=0) if len(self.triangles) else self.triangles
        return self.layout.nodes[whole]

    def placed(self, spec: Body) -> np.ndarray:
        """Positions (3, P) [m] of a body at time zero."""
        points = transform(self.start, spec.position, spec.rotation)
        x = self.layout.spread(points.reshape(*self.layout.shape, 3))
        if self.frames is not None:
            x[:, self.frames.edges[:, 2]] = transform(self.frames.start, spec.position, spec.rotation).T
        return x

    @property
    def frames(self) -> RestFrames | None:
        """Of a curve with a material frame."""
        return self.geometry.frames if isinstance(self.geometry, RestCurve) else None

    def everywhere(self, values: np.ndarray) -> np.ndarray:
        """Values (nodes,) as (P,); an outrigger has the mean of the ends of its edge."""
        found = self.layout.spread(values)
        if self.frames is not None:
            ends = self.frames.edges
            found[ends[:, 2]] = found[ends[:, :2]].mean(axis=1)
        return found

    @classmethod
    def build(cls, spec: Body, index: int) -> RestShape:
        shape = cls._whole(spec, index)
        return shape.torn(spec) if spec.broken_links else shape

    def torn(self, spec: Body) -> RestShape:
        """The same body with other links broken: only what they touch is built again.

        That takes no matter away: nodes keep what belongs to them, also one that nothing holds any more.
        """
        match self.whole:
            case RestSurface():
                geometry = self.whole.torn(Links.build(self.layout, broken_links(spec)))
                changes = _of_surface(geometry, self.measure)
            case RestSolid():
                changes = _torn_solid(self, spec)
            case RestTriangles() | RestTetrahedra() if isinstance(spec, Mesh) and spec.parts:
                changes = _torn_mesh(self, spec)
            case _:
                changes = {}
        if "cut" not in changes:
            drawn = len(self.triangles) > 0
            changes["cut"] = cut_triangles(spec, self.triangles) if drawn else cut_segments(spec)
            if isinstance(self.gauge, CurveGauge):
                changes["gauge"] = replace(self.gauge, gone=changes["cut"])
            if isinstance(self.gauge, TriangleGauge):  # whose triangles all have an area
                changes["gauge"] = replace(self.gauge, gone=cut_triangles(spec, self.gauge.rest.triangles))
        return replace(self, **changes, broken=broken_numbers(spec))

    @classmethod
    def _whole(cls, spec: Body, index: int) -> RestShape:
        points, start = _points(spec, index)
        flat, begin = points.reshape(-1, 3), start.reshape(-1, 3)
        _check_places(spec, index, flat, begin)
        size = float(np.linalg.norm(np.ptp(flat, axis=0)))
        try:
            if isinstance(spec, Surface) and not spec.as_points:
                return _surface(spec, index, points, begin, size)
            periodic = None if isinstance(spec, Mesh | Layered | Rigid) else spec.periodic
            layout = PointLayout(spec.grid, periodic, _outriggers(spec))
            ties = () if isinstance(spec, Rigid) else _coincident(layout, flat, begin, size)
            geometry, measure, exposure, gauge, triangles = _PARTS[type(spec)](spec, layout, flat, ties)
            if isinstance(spec, Curve) and spec.frame is not None:
                geometry = geometry.framed(spec.frame, begin)
        except SceneError:
            raise
        except PliantError as error:
            raise problem_in_body(
                index, "vertices" if isinstance(spec, Mesh) else "shape", str(error)
            ) from None
        if isinstance(spec, Solid) and measure.sum() < _NO_VOLUME * size**3:
            raise problem_in_body(
                index, "shape", "the rest shape has no volume; are its points all in one plane?"
            )
        count = layout.count - (MASS_POINTS if isinstance(spec, Rigid) else 0)
        ones, positions = layout.spread((np.arange(layout.count) < count) * 1.0), layout.spread(flat)
        if isinstance(geometry, RestCurve) and geometry.frames is not None:
            positions = geometry.frames.positions
        shape = cls(
            layout, positions, begin, measure, ties, size, ones, geometry, geometry, exposure, gauge, triangles,
            _NONE, ties,
        )  # fmt: skip
        return _opened(shape, spec)


def _opened(shape: RestShape, spec: Body) -> RestShape:
    """With the faces inside, of a solid that can break."""
    if isinstance(spec, Solid) and spec.parts:
        opening = Opening.of_cells(shape.whole.cells, _faces(shape))
    elif isinstance(shape.whole, RestTetrahedra) and isinstance(spec, Mesh) and spec.parts:
        vertex = spec.geometry().vertex
        assert vertex is not None
        opening = Opening.of_tetrahedra(shape.whole.tetrahedra, vertex, shape.layout.gather(shape.positions))
    else:
        return shape
    cut = opening.unseen(opening.beyond < 0)
    exposure = _exposure_of(shape, opening.faces[opening.beyond < 0])
    return replace(shape, triangles=opening.triangles, exposure=exposure, cut=cut, opening=opening)


def _faces(shape: RestShape) -> np.ndarray:
    assert isinstance(shape.exposure, FaceExposure)
    return shape.exposure.faces


def _exposure_of(shape: RestShape, faces: np.ndarray) -> FaceExposure:
    layout = shape.layout
    return FaceExposure(layout, faces, layout.spread(node_areas(layout.gather(shape.positions), faces)))


def _torn_solid(shape: RestShape, spec: Body) -> dict[str, Any]:
    broken = broken_links(spec)
    assert broken is not None
    geometry = shape.whole.torn(broken)
    alive = np.any([sample.volume > 0.0 for sample in geometry.samples], axis=0)
    gauge = CellGauge(shape.layout, geometry.cells, geometry.samples[0].gradients * alive)
    changes = {"geometry": geometry, "gauge": gauge}
    if shape.opening is not None:
        seen = shape.opening.between_cells(broken)
        changes |= {
            "cut": shape.opening.unseen(seen),
            "exposure": _exposure_of(shape, shape.opening.faces[seen]),
        }
    return changes


def _torn_mesh(shape: RestShape, spec: Mesh) -> dict[str, Any]:
    """Copies of a vertex move as one as long as a way through whole sides leads from one to the other."""
    vertex, broken = spec.geometry().vertex, sides_of(spec)
    assert vertex is not None
    whole, opening = shape.whole, shape.opening
    elements = whole.triangles if isinstance(whole, RestTriangles) else whole.tetrahedra
    changes: dict[str, Any] = {"ties": torn_ties(elements, vertex, broken, shape.tied), "cut": _NONE}
    if isinstance(whole, RestTriangles):
        changes["geometry"] = replace(whole, broken=broken)
    if opening is not None:
        seen = opening.between_tetrahedra(vertex, broken)
        changes |= {"cut": opening.unseen(seen), "exposure": _exposure_of(shape, opening.faces[seen])}
    return changes


_Parts = tuple[Geometry, np.ndarray, Exposure, Gauge, np.ndarray]


def _surface(spec: Surface, index: int, points: np.ndarray, start: np.ndarray, size: float) -> RestShape:
    layout = GridLayout(spec.grid, spec.periodic)
    surface = RestSurface.build(layout, Links.build(layout), points)
    area = surface.node_area
    if not area.any():
        message = "the rest shape has no area; are its points all on one line?"
        raise problem_in_body(index, "shape", message)
    return RestShape(
        layout,
        surface.positions,
        start,
        area,
        _coincident(layout, points.reshape(-1, 3), start, size),
        size,
        layout.spread(np.ones(layout.shape)),
        surface,
        **_of_surface(surface, area),
        triangles=cell_triangles(spec.grid, spec.periodic),
        cut=_NONE,
    )


def _of_surface(surface: RestSurface, area: np.ndarray) -> dict[str, Any]:
    """What depends on the links that hold."""
    tangent = tangent_weights(surface.links, surface.layout.width)
    exposure, gauge = GridExposure(surface.layout, tangent, area), StrainGauge(surface, tangent)
    return {"geometry": surface, "exposure": exposure, "gauge": gauge}


def _outriggers(spec: Body) -> int:
    """How many points stand beside a curve: one at each edge, if it has a frame."""
    if not isinstance(spec, Curve) or spec.frame is None:
        return 0
    return spec.grid[0] if spec.periodic[0] else spec.grid[0] - 1


def _curve(spec: Curve, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    rest = RestCurve.build(layout, points)
    length = rest.node_length
    return (
        rest,
        length,
        CurveExposure(layout, rest.edges, length),
        CurveGauge(rest),
        np.zeros((0, 3), dtype=np.int64),
    )


def _solid(spec: Solid, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    rest = RestSolid.build(layout, points)
    faces = outer_faces(grid_faces(spec.grid, spec.periodic), points, ties)
    exposure = FaceExposure(layout, faces, layout.spread(node_areas(points, faces)))
    return rest, rest.node_volume, exposure, CellGauge.of(rest), triangulated(faces)


def _sprung(spec: Surface, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    """A surface of points: its cells are triangles for readings and streams, and give equal parts to their corners."""
    triangles = cell_triangles(spec.grid, spec.periodic)
    rest = RestTriangles.build(layout, points, triangles)
    faces = four_corners(rest.triangles)
    exposure = FaceExposure(layout, faces, layout.spread(node_areas(points, faces)))
    cells = cell_corners(spec.grid, spec.periodic).reshape(-1, 4)
    return rest, layout.spread(node_areas(points, cells)), exposure, TriangleGauge(rest), triangles


def _mesh(spec: Mesh, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    mesh = spec.geometry()
    if len(mesh.tetrahedra):
        rest = RestTetrahedra.build(layout, points, mesh.tetrahedra, mesh.middles)
        faces = tetrahedron_faces(rest.tetrahedra, points)
        faces = faces if mesh.middles is None else quartered(faces, rest.elements)
        measure, gauge = rest.node_volume, CellGauge.of(rest)
    else:
        rest = RestTriangles.build(layout, points, mesh.triangles, mesh.vertex)
        faces = four_corners(rest.triangles)
        measure, gauge = rest.node_area, TriangleGauge(rest)
    exposure = FaceExposure(layout, faces, layout.spread(node_areas(points, faces)))
    return rest, measure, exposure, gauge, triangulated(faces)


def _layered(spec: Layered, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    """A stream meets the outermost layer, or the springs of what has no triangles."""
    net = spec.net
    families = springs_of(net, *spec.grid)
    pairs = np.concatenate([pairs for family in families.values() for pairs in family])
    if ties or not np.linalg.norm(points[pairs[:, 1]] - points[pairs[:, 0]], axis=1).all():
        raise PliantError("two of its particles are in one place at rest")
    gauge = SpringGauge.of(layout, points, pairs)
    if len(net.triangles):
        faces = four_corners(net.triangles)
        area = layout.spread(node_areas(points, faces))
        return None, area, FaceExposure(layout, faces, area), gauge, spec.drawn_triangles()
    edges = np.concatenate(families["structural"])
    area = layout.spread(node_lengths(points, edges))
    return None, area, CurveExposure(layout, edges, area), gauge, np.zeros((0, 3), dtype=np.int64)


def _rigid(spec: Rigid, layout: PointLayout, points: np.ndarray, ties: Any) -> _Parts:
    """Its skin; the points of mass have no part of it."""
    triangles = spec.geometry().triangles
    rest = RestTriangles.build(layout, points, triangles)
    faces = four_corners(rest.triangles)
    exposure = FaceExposure(layout, faces, layout.spread(node_areas(points, faces)))
    return rest, rest.node_area, exposure, TriangleGauge(rest), triangulated(faces)


_PARTS: dict[type, Any] = {
    Surface: _sprung,
    Curve: _curve,
    Solid: _solid,
    Mesh: _mesh,
    Layered: _layered,
    Rigid: _rigid,
}


def _points(spec: Body, index: int) -> tuple[np.ndarray, np.ndarray]:
    """The nodes at rest and at the start, (*grid, 3)."""
    if isinstance(spec, Mesh | Rigid):
        try:
            points = spec.geometry().vertices
            if isinstance(spec, Rigid):
                points = np.concatenate([points, spec.mass_properties().points()])
            start = spec.start() if isinstance(spec, Mesh) else points
        except PliantError as error:
            where = next(
                name for name in ("file", "shape", "vertices") if getattr(spec, name, None) is not None
            )
            raise problem_in_body(index, where, str(error)) from None
        return points, start
    if isinstance(spec, Layered):
        try:
            points = spec.shape.layer_points(spec.layers)
        except PliantError as error:
            raise problem_in_body(index, "shape", str(error)) from None
        return points, points
    points = _shape(spec, index, "shape")
    return points, points if spec.initial_shape is None else _shape(spec, index, "initial_shape")


def _check_places(spec: Body, index: int, points: np.ndarray, start: np.ndarray) -> None:
    """Refuses a rest shape without size or beyond what can be computed with, and a start that is not finite."""
    why = why_not_a_body(points)
    if why is not None:
        name = "vertices" if isinstance(spec, Mesh) else "shape"
        raise problem_in_body(index, name, f"the rest shape: {why}")
    if not np.isfinite(start).all():
        raise problem_in_body(index, "initial_shape", "not all of its points are finite")


def _shape(spec: Surface | Curve | Solid, index: int, name: str) -> np.ndarray:
    try:
        return getattr(spec, name).points(spec.grid, spec.periodic)
    except SceneError as error:  # a deformer that does not fit the shape, a file that is gone
        problem = error.problems[0]
        raise problem_in_body(index, f"{name}.{problem.path}".rstrip("."), problem.message) from None


def _coincident(
    layout: GridLayout | PointLayout, points: np.ndarray, start: np.ndarray, size: float
) -> tuple[np.ndarray, ...]:
    """Groups of nodes (flat indices) that coincide at rest and at the start: they move as one."""
    both = np.concatenate([points, start], axis=-1)
    tolerance = _COINCIDENT * size
    if layout.periodic is not None:  # on a grid, nodes that coincide have neighbours that do
        near = both.reshape(*layout.shape, 6)
        gaps = [np.linalg.norm(np.roll(near, 1, axis) - near, axis=-1) for axis in range(near.ndim - 1)]
        if min(float(gap.min()) for gap in gaps) > tolerance:
            return ()  # nearly always; the search below takes longer to import than to run
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    pairs = KDTree(both).query_pairs(tolerance, output_type="ndarray")
    if not len(pairs):
        return ()
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(layout.count, layout.count))
    group = connected_components(graph, directed=False)[1]
    members = np.argsort(group, kind="stable")
    groups = np.split(members, np.flatnonzero(np.diff(group[members])) + 1)
    return tuple(layout.nodes[nodes] for nodes in groups if len(nodes) > 1)
