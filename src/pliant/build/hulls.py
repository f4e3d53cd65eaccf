"""What of a body can touch, made from its rest shape and from what breaks have left of it.

A surface and a sheet of triangles have the faces that are drawn, a solid those of its boundary, also where it was laid
bare, a curve its segments, a body in layers its outermost one. A face is there while no broken link is a side of it; a
link that holds but has lost its faces is an edge, and a node that hangs on nothing a point, an edge from itself to
itself. Nodes that move as one are one vertex.

Hulls are kept with the matter of the body: the same object comes back until the body is torn or made of something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pliant.build.model import BodyModel, Model
from pliant.build.rest import RestShape
from pliant.build.thickness import usual_thickness
from pliant.collision.hull import GridHull, Hull, edges_of, unique_pairs
from pliant.contact.shell import Shell, shell_of
from pliant.energies.solid import lost_corners
from pliant.forces.exposure import FaceExposure
from pliant.model import Body, Bulk, Layered, Mesh, Rigid, Solid, Surface
from pliant.model.layered import springs_of
from pliant.numerics.boundary import tetrahedron_faces, triangulated
from pliant.scene.meeting import meeting_pairs
from pliant.topology.breaks import broken_links, pairs_of
from pliant.topology.cutting import links_of
from pliant.topology.opening import Opening
from pliant.topology.pieces import whole_links

# Thickness over the shortest edge at a vertex, at most: features without a common vertex are farther apart at rest.
_MOST = 0.5
_EVEN = 1e-6  # relative: a grid whose cells differ by less has equal ones
_NO_FACES = np.zeros((0, 3), dtype=np.int64)
_NO_LINKS = np.zeros((0, 2), dtype=np.int64)


class _Parts(NamedTuple):
    """By numbers of nodes: faces (f, 3), links that hold (l, 2), nodes that are vertices even if nothing holds them."""

    faces: np.ndarray
    links: np.ndarray
    nodes: np.ndarray
    closed: bool = False  # a boundary: faces that coincide have nothing outside between them


class Meetings(NamedTuple):
    """The hulls of all that meet others or themselves, or have joints, and which pairs meet: (i, i) is one itself.

    `bodies` are those that the first hulls are of, `obstacles` those of the others, which never meet each other.
    """

    hulls: list[Hull]
    meets: list[tuple[int, int]]
    bodies: list[BodyModel]
    obstacles: list[Shell]

    def places(self, x: Mapping[str, np.ndarray], time: float = 0.0) -> np.ndarray:
        """Positions (3, V) [m] of all vertices, for those of bodies (3, P) by name."""
        parts = [x[hull.name][:, hull.nodes] for hull in self.hulls[: len(self.bodies)]]
        return np.concatenate(
            [*parts, *(one.points(time).T for one in self.obstacles), np.zeros((3, 0))], axis=1
        )


def meetings(model: Model) -> Meetings:
    """What can touch in a model: bodies, and with them obstacles that they meet as other bodies."""
    scene, bodies = model.scene, model.bodies
    pairs = list(meeting_pairs(scene))
    touched = [
        (i, j)
        for i, body in enumerate(bodies)
        for j, obstacle in enumerate(scene.obstacles)
        if obstacle.id in body.around.shells
    ]
    hulls: dict[int, Hull] = {}
    joined = {name for joint in model.joints for name in joint.bodies}
    joins = {k for k, body in enumerate(bodies) if body.name in joined or body.system.frame is not None}
    for k in sorted({k for pair in pairs for k in pair} | {i for i, _ in touched} | joins):
        hull = hull_of(bodies[k], scene.collision.thickness)
        if hull is not None:
            hulls[k] = hull
    at = {k: number for number, k in enumerate(hulls)}
    hit = sorted({j for i, j in touched if i in at})
    beyond = {j: len(at) + number for number, j in enumerate(hit)}
    both = [(at[i], at[j]) for i, j in pairs if i in at and j in at]
    both += [(at[i], beyond[j]) for i, j in touched if i in at]
    found = [shell_of(scene.obstacles[j]) for j in hit]
    obstacles = [shell for shell in found if shell is not None]
    return Meetings(
        [*hulls.values(), *map(hull_of_obstacle, obstacles)], both, [bodies[k] for k in hulls], obstacles
    )


def hull_of_obstacle(obstacle: Shell) -> Hull:
    """The hull of an obstacle, whose vertices are at `obstacle.points(time)`; the same one for the same triangles."""
    return _of_shell(obstacle.id, obstacle.triangles.tobytes(), obstacle.thickness)


@lru_cache(maxsize=256)
def _of_shell(name: str, triangles: bytes, thickness: float) -> Hull:
    faces = np.frombuffer(triangles, dtype=np.int64).reshape(-1, 3).astype(np.int32)
    return Hull(name, np.arange(faces.max() + 1, dtype=np.int64), edges_of(faces), faces, thickness)


def hull_of(body: BodyModel, thickness: float | None = None) -> Hull | None:
    """The hull of a body as it is torn at present; None: nothing of it has an outside.

    Its thickness [m] is what the body asks for, else what is given, else follows from its material and grid.
    """
    asked = thickness if body.spec.contact_thickness is None else body.spec.contact_thickness
    kept = body.matter.hulls
    if asked not in kept:
        kept[asked] = _made(body, asked)
    return kept[asked]


def _made(body: BodyModel, asked: float | None) -> Hull | None:
    parts, first = _parts(body), _first(body)
    faces = _once(first[parts.faces], both=parts.closed)
    links = first[parts.links]
    held = np.concatenate([faces.ravel(), links.ravel()])
    points = np.setdiff1d(first[parts.nodes], held)
    pairs = [edges_of(faces), links[links[:, 0] != links[:, 1]], np.stack([points, points], axis=1)]
    links = unique_pairs(np.concatenate(pairs))
    if not len(links):
        return None
    used = np.unique(links)
    nodes = body.layout.nodes[used].astype(np.int64)
    edges = np.searchsorted(used, links).astype(np.int32)
    rigid = body.system.frame is not None
    hull = Hull(
        body.name, nodes, edges, np.searchsorted(used, faces).astype(np.int32), 0.0, _grid(body), rigid
    )
    return replace(hull, thickness=_thickness(body, hull, asked))


def _first(body: BodyModel) -> np.ndarray:
    """Of each node, by its number, the first of those that it moves as one with."""
    layout = body.layout
    number = np.zeros(layout.size, dtype=np.int64)
    number[layout.nodes] = np.arange(layout.count)
    first = np.arange(layout.count)
    for group in body.system.ties:
        first[number[group]] = number[group].min()
    return first


def _once(faces: np.ndarray, both: bool) -> np.ndarray:
    """Faces with three different vertices, those with the same ones only once; if `both`, none of these."""
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    ordered = np.sort(faces, axis=1)
    order = np.lexsort(ordered.T)
    starts = np.ones(len(faces) + 1, dtype=bool)
    starts[1:-1] = (ordered[order[1:]] != ordered[order[:-1]]).any(axis=1)
    kept = starts[:-1] & starts[1:] if both else starts[:-1]
    return faces[np.sort(order[kept])]


# ---------------------------------------------------------------- what is there


def _parts(body: BodyModel) -> _Parts:
    spec, shape = body.spec, body.shape
    if isinstance(spec, Rigid):
        return _Parts(shape.triangles, _NO_LINKS, np.unique(shape.triangles), closed=True)
    if isinstance(spec, Solid):
        return _solid(spec, shape)
    if isinstance(spec, Mesh):
        return _tetrahedra(spec, shape) if len(spec.geometry().tetrahedra) else _triangles(spec, shape)
    faces = np.delete(shape.triangles, shape.cut, axis=0) if len(shape.triangles) else _NO_FACES
    if isinstance(spec, Layered):
        if not len(shape.triangles):
            around = springs_of(spec.net, *spec.grid)["structural"][0]
            return _Parts(_NO_FACES, _holding(spec, around), np.unique(around))
        links = _holding(spec, edges_of(shape.triangles)) if spec.broken_links else _NO_LINKS
        return _Parts(faces, links, np.unique(shape.triangles))
    every = np.arange(body.layout.count)
    if isinstance(spec, Surface):
        return _Parts(faces, whole_links(spec) if spec.broken_links else _NO_LINKS, every)
    return _Parts(_NO_FACES, np.delete(links_of(spec), shape.cut, axis=0), every)


def _triangles(spec: Mesh, shape: RestShape) -> _Parts:
    """A sheet of triangles: those of springs lose faces, others come apart as whole ones."""
    faces = np.delete(shape.triangles, shape.cut, axis=0)
    lost = spec.broken_links and not spec.parts
    links = _holding(spec, edges_of(shape.triangles)) if lost else _NO_LINKS
    return _Parts(faces, links, np.unique(shape.triangles))


def _solid(spec: Solid, shape: RestShape) -> _Parts:
    skin = shape.exposure
    assert isinstance(skin, FaceExposure)
    broken = broken_links(spec)
    if broken is None:
        return _Parts(triangulated(skin.faces), _NO_LINKS, np.unique(skin.faces), closed=True)
    cells = shape.whole.cells
    opening = shape.opening or Opening.of_cells(cells, skin.faces)
    alive = np.logical_not(lost_corners(cells, broken).all(axis=0))
    faces = triangulated(opening.faces[opening.between_cells(broken)])
    return _with_loose(spec, faces, cells[alive], np.unique(cells), links_of(spec))


def _tetrahedra(spec: Mesh, shape: RestShape) -> _Parts:
    skin, cells = shape.exposure, shape.whole.tetrahedra
    assert isinstance(skin, FaceExposure)
    if spec.parts or not spec.broken_links:
        return _Parts(triangulated(skin.faces), _NO_LINKS, np.unique(skin.faces), closed=True)
    count = spec.grid[0]
    pairs = [(i, j) for i in range(4) for j in range(i)]
    sides = np.sort(cells[:, pairs], axis=2)
    alive = ~np.isin(sides @ (count, 1), pairs_of(spec) @ (count, 1)).any(axis=1)
    faces = triangulated(tetrahedron_faces(cells[alive], shape.layout.gather(shape.positions)))
    return _with_loose(spec, faces, cells[alive], np.unique(cells), sides.reshape(-1, 2))


def _with_loose(
    spec: Solid | Mesh, faces: np.ndarray, cells: np.ndarray, nodes: np.ndarray, links: np.ndarray
) -> _Parts:
    """A solid with the nodes that belong to none of the `cells` that are left, and what still holds these."""
    loose = np.setdiff1d(nodes, cells)
    held = np.isin(links, loose).any(axis=1)
    links = _NO_LINKS if isinstance(spec.material, Bulk) else _holding(spec, links[held])
    return _Parts(faces, links, np.concatenate([np.unique(faces), loose]), closed=True)


def _holding(spec: Body, links: np.ndarray) -> np.ndarray:
    """Those of the links (n, 2) that are not broken."""
    if not spec.broken_links:
        return links
    count = int(np.prod(spec.grid))
    return links[~np.isin(np.sort(links, axis=1) @ (count, 1), pairs_of(spec) @ (count, 1))]


# ---------------------------------------------------------------- how large it is


def _grid(body: BodyModel) -> GridHull | None:
    """Of a whole sheet whose cells are equal rectangles at rest, whatever it is bent to."""
    spec = body.spec
    if not isinstance(spec, Surface) or spec.broken_links or body.system.ties:
        return None
    points = body.layout.gather(body.shape.positions).reshape(*spec.grid, 3)
    for axis in (0, 1):
        if spec.periodic[axis]:
            points = np.concatenate([points, np.take(points, [0], axis)], axis=axis)
    h = [np.linalg.norm(np.diff(points, axis=axis), axis=-1) for axis in (0, 1)]
    across = np.linalg.norm(
        [points[1:, 1:] - points[:-1, :-1], points[1:, :-1] - points[:-1, 1:]], axis=-1
    )  # fmt: skip
    spacing = float(h[0].mean()), float(h[1].mean())
    wanted = (*spacing, float(np.hypot(*spacing)))
    if any(np.abs(d - w).max() > _EVEN * w for d, w in zip((*h, across), wanted, strict=True)):
        return None
    return GridHull(*spec.grid, spacing, spec.periodic)


def _thickness(body: BodyModel, hull: Hull, asked: float | None) -> np.ndarray:
    """What is asked for, or what is usual [m], as far as the edges around each vertex allow, (V,)."""
    points = body.shape.positions[:, hull.nodes]
    a, b = hull.edges.T
    length = np.linalg.norm(points[:, b] - points[:, a], axis=0)
    a, b, length = a[length > 0.0], b[length > 0.0], length[length > 0.0]
    shortest = np.full(hull.count, np.inf)
    np.minimum.at(shortest, a, length)
    np.minimum.at(shortest, b, length)
    if asked is None:
        asked = usual_thickness(body.spec, body.shape.usual_edge)
    return np.minimum(asked, _MOST * shortest)
