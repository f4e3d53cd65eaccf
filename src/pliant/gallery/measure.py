"""What checks measure on a recording."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from pliant.contact import distance_at
from pliant.energies.solid import grid_cells
from pliant.gallery.entry import Recordings
from pliant.gallery.runner import recording_of
from pliant.recording import Recording
from pliant.recording.skin.blobs import make_blobs
from pliant.scene.schema import Scene
from pliant.simulation import Simulation


def grid(recording: Recording, body: str | None = None) -> np.ndarray:
    """Positions [m] over the grid, shape (frames, M, N, 3); of the first body unless told."""
    name = body or recording.bodies[0]
    spec = next(b for b in recording.meta["bodies"] if b["id"] == name)
    positions = recording.positions(name)
    return positions.reshape(len(positions), *spec["grid"], 3)


def last(recordings: Recordings, scene: str) -> np.ndarray:
    """The last positions [m] of a scene's first body, shape (M, N, 3)."""
    return grid(recording_of(recordings[scene]))[-1]


def speeds(recording: Recording, body: str | None = None) -> np.ndarray:
    """Speeds [m/s] of the nodes between frames, shape (frames − 1, M, N)."""
    x = grid(recording, body)
    return np.linalg.norm(np.diff(x, axis=0), axis=-1) / np.diff(recording.times)[:, None, None]


def still(recording: Recording, seconds: float = 0.25, body: str | None = None) -> float:
    """The largest speed [m/s] of a node, averaged over the last `seconds`: nearly zero at rest."""
    x, times = grid(recording, body), recording.times
    start = int(np.searchsorted(times, times[-1] - seconds))
    moved = np.linalg.norm(x[-1] - x[start], axis=-1)
    return float(moved.max() / (times[-1] - times[start]))


def stretch(recording: Recording, body: str | None = None) -> np.ndarray:
    """The largest principal stretch minus one at every frame and node, shape (frames, nodes)."""
    return recording.field(body or recording.bodies[0], "stretch")


def clearance(recording: Recording, scene: Scene, obstacle: str, body: str | None = None) -> np.ndarray:
    """Distances [m] of the nodes from an obstacle, negative inside, shape (frames, nodes)."""
    x = recording.positions(body or recording.bodies[0])
    spec = next(one for one in scene.obstacles if one.id == obstacle)
    distance, _ = distance_at(spec, x.reshape(-1, 3))
    return distance.reshape(x.shape[:2])


def deepest(recording: Recording, scene: Scene) -> float:
    """How deep [m] any node was ever inside any obstacle; zero if none was."""
    lowest = min(float(clearance(recording, scene, one.id).min()) for one in scene.obstacles)
    return max(0.0, -lowest)


def edge_lengths(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lengths [m] of the links along both axes of positions (..., M, N, 3)."""
    return (
        np.linalg.norm(np.diff(x, axis=-3), axis=-1),
        np.linalg.norm(np.diff(x, axis=-2), axis=-1),
    )


def largest_extent(recording: Recording, body: str | None = None) -> float:
    """The largest side [m] that the body's bounding box ever had: enormous if it exploded."""
    x = recording.positions(body or recording.bodies[0])
    return float(np.ptp(x, axis=1).max())


def misfit(x: np.ndarray, shape: np.ndarray) -> float:
    """The largest distance [m] of nodes (M, N, 3) from a shape (M, N, 3) that is turned and moved to fit best.

    Kabsch: the rotation that minimises Σ|R(s − s̄) − (x − x̄)|², from the singular value decomposition of the
    covariance; mirror images do not fit.
    """
    a, b = x.reshape(-1, 3), shape.reshape(-1, 3)
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    u, _, vt = np.linalg.svd(b.T @ a)
    turn = np.diag([1.0, 1.0, float(np.sign(np.linalg.det(u @ vt)))])
    return float(np.linalg.norm(b @ (u @ turn @ vt) - a, axis=1).max())


def node_shares(shape: tuple[int, ...]) -> np.ndarray:
    """The part of a cell that belongs to each node (M, N) of a flat even grid: 1, ½ at edges, ¼ at corners."""
    along, across = (np.where(np.arange(n) % (n - 1) == 0, 0.5, 1.0) for n in shape)
    return along[:, None] * across[None, :]


def volume(x: np.ndarray) -> float:
    """The volume [m³] of a solid with nodes (L, M, N, 3), from the mean edges of its cells; less where inside out."""
    cells = x.reshape(-1, 3)[grid_cells(x.shape[:3], (False, False, False))]
    edges = [
        cells[:, [4, 5, 6, 7]].mean(axis=1) - cells[:, [0, 1, 2, 3]].mean(axis=1),
        cells[:, [2, 3, 6, 7]].mean(axis=1) - cells[:, [0, 1, 4, 5]].mean(axis=1),
        cells[:, [1, 3, 5, 7]].mean(axis=1) - cells[:, [0, 2, 4, 6]].mean(axis=1),
    ]
    return float(np.linalg.det(np.stack(edges, axis=1)).sum())


def masses(scene: Scene, body: str) -> np.ndarray:
    """The masses [kg] of the nodes of a scene's body."""
    model = next(one for one in Simulation(scene).model.bodies if one.name == body)
    return model.system.mass[model.layout.nodes]


def drawn_pieces(recording: Recording, body: str, frame: int) -> int:
    """How many blobs are seen of a body that is drawn as such; hollows within them are turned inwards."""
    blobs = make_blobs(recording.positions(body)[frame], recording.mesh(body).blobs or 0.0)
    edges = blobs.triangles[:, [0, 1, 1, 2]].reshape(-1, 2)
    joined = coo_matrix((np.ones(len(edges)), tuple(edges.T)), shape=(len(blobs.points),) * 2)
    _, piece = connected_components(joined, directed=False)
    a, b, c = (blobs.points[blobs.triangles[:, k]] for k in range(3))
    volumes = np.bincount(piece[blobs.triangles[:, 0]], (a * np.cross(b, c)).sum(axis=1))
    return int((volumes > 0.0).sum())
