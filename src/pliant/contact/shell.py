"""An obstacle as bodies meet it that meet it as another body: triangles whose nodes are prescribed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pliant.contact.motion import Motion
from pliant.contact.triangles import Mesh, between


@dataclass(frozen=True, eq=False)
class Shell:
    """Vertices (V, 3) [m] where they are without `motion`, and triangles, counter-clockwise from outside.

    A mesh shares Coulomb's coefficient with what it meets; that of any other obstacle holds `alone`. Rigid
    bodies bounce off it by its restitution and theirs.
    """

    id: str
    vertices: np.ndarray
    triangles: np.ndarray
    thickness: float
    friction: float
    restitution: float
    alone: bool
    motion: Motion | None
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    frames: np.ndarray | None = None  # (T, V, 3) of a mesh that is animated,
    times: np.ndarray | None = None  # at these times

    def points(self, time: float = 0.0) -> np.ndarray:
        """Where its vertices are at a time, (V, 3) [m]."""
        points = self.vertices
        if self.frames is not None and self.times is not None:
            points = between(self.frames, self.times, time)
        return points if self.motion is None else self.motion.carry(points, time, self.center)


def shell_of(obstacle: Any) -> Shell | None:
    """The shell of an obstacle; None: it is flat, or seen from inside, and endless."""
    if isinstance(obstacle, Mesh):
        return _made(obstacle, obstacle.thickness)  # whose file may change
    return _around(obstacle)


@lru_cache(maxsize=1024)
def _around(obstacle: Any) -> Shell | None:
    return _made(obstacle, 0.0)


def _made(obstacle: Any, thickness: float) -> Shell | None:
    found = obstacle.enclosing()
    if found is None:
        return None
    (vertices, triangles), alone = found, not isinstance(obstacle, Mesh)
    center = getattr(obstacle, "center", (0.0, 0.0, 0.0))
    frames, times = (None, None) if alone else obstacle.placed_frames()
    laws = obstacle.friction, obstacle.restitution or 0.0, alone, obstacle.motion
    return Shell(obstacle.id, vertices, triangles, thickness, *laws, center, frames, times)
