"""What can be drawn of a recording: the meshes that its META describes.

META holds ``"bodies"``, each ``{"id", "kind", "grid", "periodic", "triangles", "uv", "fixed", "color",
"texture"}``, and ``"obstacles"``, each ``{"id", "kind", "vertices", "triangles", "color", "visible"}``,
with a ``"texture"`` also ``"uv"``, (3T, 2) of the corners of its triangles. A frame in which an obstacle is elsewhere
has its vertices as an array named by `obstacle_key`; one in which a body is cut has the numbers of the triangles that
are gone, named by `cut_key`. A surface of which links are broken has the numbers of these too, named by `broken_key`:
that of the link from a node along an axis of the grid is axis·nodes + node.

A body's ``kind`` is ``"surface"``, ``"curve"``, ``"solid"``, ``"mesh"``, ``"layered"`` or ``"rigid"``. Its ``grid`` has
two numbers, three for a solid, and one, the number of nodes, for curves and meshes; the last four of a rigid body are
inside, and in no triangle. A surface has the positions of its nodes at ``"rest"``, (nodes, 3) [m]: with these and its
broken links `pliant.recording.skin.seams` opens what is drawn at cracks; who knows nothing of seams leaves out the
triangles that are gone. A curve has no triangles but a ``"radius"`` [m] to be
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
from math import inf, prod
from typing import Any

import numpy as np

from pliant.errors import RecordingError
from pliant.recording.contacts import CONTACTS
from pliant.recording.pairs import PAIRS
from pliant.recording.reactions import REACTIONS

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
    color: tuple[float, float, float]
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

    def has_nodes(self, count: int) -> bool:
        """Whether it may have so many nodes; without a grid or coordinates only the triangles tell."""
        known = self.grid or self.uv is not None or self.coordinates is not None
        return count == self.nodes if known else count >= self.nodes

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

    def described(self) -> dict[str, Any]:
        """As it stands in META."""
        chains = [
            {"nodes": chain.nodes.tolist(), "closed": chain.closed, "radius": chain.radius}
            for chain in self.chains
        ]
        return {
            **{name: getattr(self, name) for name in ("id", "kind", "closed", "outer", "texture", "blobs")},
            **{name: list(getattr(self, name)) for name in ("grid", "periodic", "color")},
            **{name: getattr(self, name).tolist() for name in ("triangles", "fixed")},
            "uv": None if self.uv is None else self.uv.round(6).tolist(),
            "coordinates": None if self.coordinates is None else self.coordinates.round(6).tolist(),
            "rest": None if self.rest is None else self.rest.round(9).tolist(),
            "radius": self.radius or None,
            "chains": chains,
        }

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> BodyMesh:
        triangles = _indices(meta.get("triangles")).reshape(-1, 3)
        uv, coordinates = _table(meta.get("uv"), 2), _table(meta.get("coordinates"), 3)
        rest = _table(meta.get("rest"), 3)
        known = next((len(table) for table in (uv, coordinates) if table is not None), None)
        grid = meta.get("grid")
        if not isinstance(meta["id"], str):
            raise ValueError(f"the id {meta['id']!r} is not a text")
        kind, outer = meta.get("kind") or "surface", meta.get("outer")
        if not isinstance(kind, str):
            raise ValueError(f"the kind of {meta['id']!r} is not a text")
        if outer is not None and (type(outer) is not int or not 0 <= outer <= len(triangles)):
            raise ValueError(f"{meta['id']!r} has not so many triangles outside as it says")
        if not all(type(n) is int and 0 < n < 2**31 for n in grid or ()) or prod(grid or ()) > 2**40:
            raise ValueError(f"the grid {grid!r} of {meta['id']!r} has no nodes that can be counted")
        periodic = meta.get("periodic") or [False] * (len(grid) if grid else 2)
        if grid and len(periodic) != len(grid):
            raise ValueError(f"{meta['id']!r} is periodic along {len(periodic)} axes, and has {len(grid)}")
        if known is None:
            known = prod(grid) if grid else int(triangles.max(initial=-1)) + 1
        if triangles.size and not 0 <= triangles.min() <= triangles.max() < known:
            raise ValueError(f"triangles of {meta['id']!r} name other nodes than its {known}")
        return cls(
            id=meta["id"],
            triangles=triangles,
            uv=uv,
            periodic=tuple(bool(wraps) for wraps in periodic),
            fixed=_indices(meta.get("fixed")),
            color=_colour(meta.get("color"), CLOTH_COLOUR),
            texture=None if meta.get("texture") is None else str(meta["texture"]),
            kind=kind,
            nodes=known,
            radius=_length(meta.get("radius")),
            closed=bool(meta.get("closed")),
            coordinates=coordinates,
            chains=tuple(_chain(chain, known) for chain in meta.get("chains") or ()),
            blobs=None if meta.get("blobs") is None else _length(meta["blobs"]),
            outer=outer,
            grid=tuple(grid or ()),
            rest=rest if rest is not None and len(rest) == known else None,
        )


@dataclass(frozen=True)
class ObstacleMesh:
    """An obstacle in world coordinates [m]. A plane is infinite: its mesh only says where it lies.

    With a `texture` the corners of its triangles have coordinates `uv` in the picture, which repeats.
    """

    id: str
    kind: str
    vertices: np.ndarray  # (V, 3)
    triangles: np.ndarray  # (T, 3)
    color: tuple[float, float, float]
    visible: bool
    texture: str | None = None
    uv: np.ndarray | None = None  # (T, 3, 2)

    @classmethod
    def read(cls, meta: Mapping[str, Any]) -> ObstacleMesh:
        vertices = np.asarray(meta.get("vertices") or [], dtype=float).reshape(-1, 3)
        triangles = _indices(meta.get("triangles")).reshape(-1, 3)
        if triangles.size and not 0 <= triangles.min() <= triangles.max() < len(vertices):
            raise ValueError(f"triangles of an obstacle name other vertices than its {len(vertices)}")
        uv = np.asarray(meta.get("uv") or [], dtype=float).reshape(-1, 2)
        if len(uv) not in (0, 3 * len(triangles)) or not np.isfinite(uv).all():
            raise ValueError(f"{len(triangles)} triangles of an obstacle have {len(uv)} texture coordinates")
        worn = meta.get("texture") if len(uv) else None
        return cls(
            id=str(meta.get("id", "")),
            kind=str(meta.get("kind", "")),
            vertices=vertices,
            triangles=triangles,
            color=_colour(meta.get("color"), OBSTACLE_COLOUR),
            visible=bool(meta.get("visible", True)),
            texture=None if worn is None else str(worn),
            uv=uv.reshape(-1, 3, 2) if worn is not None else None,
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


def anchor_key(force_id: str) -> str:
    """The name of the array of a frame that holds the anchor of a spring force that was moved, (1, 3)."""
    return f"^{force_id}/anchor"


@dataclass(frozen=True)
class SpringLines:
    """Springs from nodes of a body to the anchor of a force [m], as it was at the start, or each to another node."""

    body: str
    nodes: np.ndarray
    force: str | None
    anchor: np.ndarray | None
    to: np.ndarray | None

    @classmethod
    def read(cls, meta: Mapping[str, Any], bodies: Mapping[str, BodyMesh]) -> SpringLines:
        body, force = str(meta["body"]), meta.get("force")
        nodes = _indices(meta["nodes"])
        to = _indices(meta["to"]) if meta.get("to") is not None else None
        anchor = np.asarray(meta["anchor"], dtype=float).reshape(3) if to is None else None
        if body not in bodies or (to is not None and len(to) != len(nodes)):
            raise ValueError(f"springs of {body!r}")
        return cls(body, nodes, None if force is None else str(force), anchor, to)


# The array of a frame that holds the energy balance [J]: of all bodies, then of each, by entries.
ENERGY_BALANCE = "energy_balance"


def read_meshes(
    meta: Mapping[str, Any], path: object
) -> tuple[dict[str, BodyMesh], list[ObstacleMesh], list[SpringLines]]:
    """The bodies by id, the obstacles and the springs of a recording's META."""
    try:
        bodies = {body.id: body for body in map(BodyMesh.read, meta["bodies"])}
        obstacles = [ObstacleMesh.read(obstacle) for obstacle in meta.get("obstacles") or []]
        if len(bodies) < len(meta["bodies"]):
            raise ValueError("two bodies have the same id")
        energy_balance = meta.get(ENERGY_BALANCE) or []
        if not isinstance(energy_balance, list) or not all(isinstance(name, str) for name in energy_balance):
            raise ValueError("an energy balance is names of entries")
        of_pairs = meta.get(PAIRS) or []
        if not isinstance(of_pairs, list) or not all(isinstance(name, str) for name in of_pairs):
            raise ValueError("an energy balance of pairs is names of entries")
        touching = meta.get(CONTACTS) or []
        if not isinstance(touching, list) or not all(isinstance(name, str) for name in touching):
            raise ValueError("contacts are between names of bodies and obstacles")
        holding = meta.get(REACTIONS) or []
        if not isinstance(holding, list) or not all(isinstance(name, str) for name in holding):
            raise ValueError("reactions are those of names of constraints and obstacles")
        springs = [SpringLines.read(one, bodies) for one in meta.get("springs") or []]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RecordingError(
            f"{path}: META of the recording is not understood ({type(error).__name__}: {error}); "
            'expected "bodies", each with "id", "triangles" and "uv"'
        ) from None
    return bodies, obstacles, springs


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
    return Chain(nodes, bool(meta.get("closed")), _length(meta.get("radius")))


def _indices(values: Any) -> np.ndarray:
    return np.asarray(values if values is not None else [], dtype=np.int64).reshape(-1)


def _length(value: Any) -> float:
    number = float(value or 0.0)
    if not 0.0 <= number < inf:
        raise ValueError(f"a radius of {number:g} m")
    return number


def _colour(values: Any, otherwise: tuple[float, float, float]) -> tuple[float, float, float]:
    if values is None:
        return otherwise
    r, g, b = (float(v) for v in values)
    return r, g, b
