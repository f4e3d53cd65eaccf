"""What can be drawn of a recording: the meshes that its META describes.

META holds ``"bodies"``, each ``{"id", "kind", "grid", "periodic", "triangles", "uv", "fixed", "colour",
"texture"}``, and ``"obstacles"``, each ``{"id", "kind", "vertices", "triangles", "colour", "visible"}``. A frame in
which an obstacle is elsewhere has its vertices as an array named by `obstacle_key`; one in which a body is cut has the
numbers of the triangles that are gone, named by `cut_key`. A surface of which links are broken has the numbers of these
too, named by `broken_key`: that of the link from a node along an axis of the grid is axis·nodes + node.

A body's ``kind`` is ``"surface"``, ``"curve"``, ``"solid"``, ``"mesh"`` or ``"layered"``. Its ``grid`` has two numbers,
three for a solid, and one, the number of nodes, for curves and meshes. A surface has the positions of its nodes at
``"rest"``, (nodes, 3) [m]: with these and its broken links `pliant.recording.skin.seams` opens what is drawn at cracks;
who knows nothing of seams leaves out the triangles that are gone. A curve has no triangles but a ``"radius"`` [m] to be
drawn with, and is ``"closed"`` or not. A layered body without triangles, a ring of springs, has ``"chains"``: each
``{"nodes", "closed", "radius"}``. The triangles of a solid are those of its boundary; its ``"coordinates"``
(nodes, 3), each from 0 to 1, say where in the grid a node is. A solid or a mesh that may break lists the faces within
it after the ``"outer"`` triangles of its boundary; those that are not laid bare are gone. What is gone of a curve, or
of chains, is counted in segments between two nodes. `pliant.recording.skin` makes of it what is drawn; a body with
``"blobs"`` is drawn as balls of that radius [m] around its nodes instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from pliant.errors import RecordingError

CLOTH_COLOUR = (0.72, 0.22, 0.20)
OBSTACLE_COLOUR = (0.78, 0.78, 0.76)


@dataclass(frozen=True)
class Chain:
    """Nodes that are drawn as one round thread."""

    nodes: np.ndarray
    closed: bool
    radius: float  # [m]


@dataclass(frozen=True)
class BodyMesh:
    """A body: everything about it that does not move."""

    id: str
    triangles: np.ndarray  # (T, 3) int64, indices of nodes; none for a curve
    uv: np.ndarray | None  # (nodes, 2)
    periodic: tuple[bool, ...]
    fixed: np.ndarray  # indices of nodes held by a constraint
    colour: tuple[float, float, float]
    texture: str | None
    kind: str = "surface"
    nodes: int = 0
    radius: float = 0.0  # of a curve [m]
    closed: bool = False  # whether a curve's last node is joined to its first
    coordinates: np.ndarray | None = None  # of a solid's nodes in its grid, (nodes, 3), 0 to 1
    chains: tuple[Chain, ...] = ()  # of a layered body without triangles
    blobs: float | None = None  # the radius [m] of the ball that a node is drawn as; None: it has a skin
    outer: int | None = None  # so many triangles of a solid that may break are outside, the others within
    grid: tuple[int, ...] = ()
    rest: np.ndarray | None = None  # of a surface: positions at rest, (nodes, 3) [m]

    @property
    def is_thread(self) -> bool:
        """Whether its nodes are drawn as round threads."""
        return self.kind == "curve" or bool(self.chains)

    @property
    def parts(self) -> np.ndarray:
        """The nodes of what can be gone: triangles (T, 3), of threads the segments (S, 2) through all chains."""
        if not self.is_thread:
            return self.triangles
        found = []
        for chain in self.chains or (Chain(np.arange(self.nodes), self.closed, self.radius),):
            pairs = np.column_stack([chain.nodes, np.roll(chain.nodes, -1)])
            found.append(pairs if chain.closed and len(pairs) >= 3 else pairs[:-1])
        return np.concatenate(found)

    def alone(self, gone: np.ndarray) -> np.ndarray:
        """Nodes with nothing drawn around them while parts are gone: those torn off, and those within a solid.

        Tetrahedra part as whole ones: nothing is torn off them.
        """
        if self.kind == "mesh" and self.outer is not None:
            return np.zeros(0, dtype=np.int64)
        return np.setdiff1d(self.parts, np.delete(self.parts, gone, axis=0))

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> BodyMesh:
        triangles = _indices(meta.get("triangles")).reshape(-1, 3)
        uv, coordinates = _table(meta.get("uv"), 2), _table(meta.get("coordinates"), 3)
        rest = _table(meta.get("rest"), 3)
        known = next((len(table) for table in (uv, coordinates) if table is not None), None)
        grid = meta.get("grid")
        if known is None:
            known = prod(grid) if grid else int(triangles.max(initial=-1)) + 1
        if triangles.size and not 0 <= triangles.min() <= triangles.max() < known:
            raise ValueError(f"triangles of {meta['id']!r} name other nodes than its {known}")
        return cls(
            id=meta["id"],
            triangles=triangles,
            uv=uv,
            periodic=tuple(bool(wraps) for wraps in meta.get("periodic") or (False, False)),
            fixed=_indices(meta.get("fixed")),
            colour=_colour(meta.get("colour"), CLOTH_COLOUR),
            texture=meta.get("texture"),
            kind=meta.get("kind") or "surface",
            nodes=known,
            radius=float(meta.get("radius") or 0.0),
            closed=bool(meta.get("closed")),
            coordinates=coordinates,
            chains=tuple(_chain(chain, known) for chain in meta.get("chains") or ()),
            blobs=None if meta.get("blobs") is None else float(meta["blobs"]),
            outer=meta.get("outer"),
            grid=tuple(grid or ()),
            rest=rest if rest is not None and len(rest) == known else None,
        )


@dataclass(frozen=True)
class ObstacleMesh:
    """An obstacle in world coordinates [m]. A plane is infinite: its mesh only says where it lies."""

    id: str
    kind: str
    vertices: np.ndarray  # (V, 3)
    triangles: np.ndarray  # (T, 3)
    colour: tuple[float, float, float]
    visible: bool

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> ObstacleMesh:
        return cls(
            id=meta.get("id", ""),
            kind=meta.get("kind", ""),
            vertices=np.asarray(meta.get("vertices") or [], dtype=float).reshape(-1, 3),
            triangles=_indices(meta.get("triangles")).reshape(-1, 3),
            colour=_colour(meta.get("colour"), OBSTACLE_COLOUR),
            visible=bool(meta.get("visible", True)),
        )


def obstacle_key(obstacle_id: str) -> str:
    """The name of the array of a frame that holds the vertices of an obstacle that was moved."""
    return f"@{obstacle_id}/vertices"


def cut_key(body_id: str) -> str:
    """The name of the array of a frame that holds the numbers of the triangles of a body that are gone."""
    return f"{body_id}/cut"


def broken_key(body_id: str) -> str:
    """The name of the array of a frame that holds the numbers of the broken links of a surface."""
    return f"{body_id}/broken"


BOOKS = "books"  # the array of a frame that holds the books of energy [J]: of all bodies, then of each, by entries


def read_meshes(meta: Mapping[str, Any], path: object) -> tuple[dict[str, BodyMesh], list[ObstacleMesh]]:
    """The bodies by id and the obstacles of a recording's META."""
    try:
        bodies = [BodyMesh.read(body) for body in meta["bodies"]]
        obstacles = [ObstacleMesh.read(obstacle) for obstacle in meta.get("obstacles") or []]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordingError(
            f"{path}: META of the recording is not understood ({type(error).__name__}: {error}); "
            'expected "bodies", each with "id", "triangles" and "uv"'
        ) from None
    return {body.id: body for body in bodies}, obstacles


def vertex_normals(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Unit normals at the nodes, (nodes, 3): those of the triangles around, weighted by area."""
    a, b, c = (positions[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    corners = triangles.T.reshape(-1)
    total = np.stack(
        [np.bincount(corners, np.tile(faces[:, k], 3), len(positions)) for k in range(3)], axis=1
    )
    return unit(total)


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) over their lengths; those without a length stay zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, length, out=np.zeros(vectors.shape), where=length > 0)


def split_seam(mesh: BodyMesh) -> tuple[np.ndarray, np.ndarray]:
    """Texture coordinates (U, 2), and before them which of these the triangles' corners have, (T, 3).

    A triangle that crosses the seam of a periodic axis has u near 1 on one side and u = 0 on the other: a texture
    would run backwards over it. There its nodes with small u have u + 1.
    """
    if mesh.uv is None:
        raise RecordingError(f"body {mesh.id!r} has no texture coordinates (uv) in the recording")
    corners = mesh.uv[mesh.triangles]
    return listed_uv(
        mesh.triangles, unwrapped(corners, mesh.periodic) if len(mesh.periodic) == 2 else corners
    )


def listed_uv(triangles: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Texture coordinates of the corners of triangles, (T, 3, 2), each once for a point; numbers (T, 3) before them."""
    keys = np.column_stack([triangles.reshape(-1), corners.reshape(-1, 2)])
    unique, inverse = np.unique(keys, axis=0, return_inverse=True)
    return inverse.reshape(-1, 3), unique[:, 1:]


def unwrapped(corners: np.ndarray, periodic: Sequence[bool]) -> np.ndarray:
    """Coordinates of triangles' corners, (T, 3, axes), none of which runs backwards over a periodic seam."""
    corners = corners.copy()
    for axis in np.flatnonzero(periodic):
        along = corners[:, :, axis]
        crossing = np.ptp(along, axis=1, keepdims=True) > 0.5
        corners[:, :, axis] = along + (crossing & (along < 0.5))
    return corners


def _table(values: Any, columns: int) -> np.ndarray | None:
    return None if values is None else np.asarray(values, dtype=float).reshape(-1, columns)


def _chain(meta: Mapping[str, Any], count: int) -> Chain:
    nodes = _indices(meta["nodes"])
    if not nodes.size or not 0 <= nodes.min() <= nodes.max() < count:
        raise ValueError(f"a chain names other nodes than the {count} there are")
    return Chain(nodes, bool(meta.get("closed")), float(meta.get("radius") or 0.0))


def _indices(values: Any) -> np.ndarray:
    return np.asarray(values if values is not None else [], dtype=np.int64).reshape(-1)


def _colour(values: Any, otherwise: tuple[float, float, float]) -> tuple[float, float, float]:
    if values is None:
        return otherwise
    r, g, b = (float(v) for v in values)
    return r, g, b
