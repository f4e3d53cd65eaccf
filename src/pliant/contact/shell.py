"""An obstacle as bodies meet it that meet it as another body: triangles whose nodes are prescribed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pliant.contact.motion import Motion
from pliant.contact.triangles import Mesh


@dataclass(frozen=True, eq=False)
class Shell:
    """Vertices (V, 3) [m] where they are without `motion`, and triangles, counter-clockwise from outside.

    A mesh shares Coulomb's coefficient with what it meets; that of any other obstacle holds `alone`.
    """

    id: str
    vertices: np.ndarray
    triangles: np.ndarray
    thickness: float
    friction: float
    alone: bool
    motion: Motion | None

    def points(self, time: float = 0.0) -> np.ndarray:
        """Where its vertices are at a time, (V, 3) [m]."""
        return self.vertices if self.motion is None else self.vertices + self.motion.at(time)


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
    return Shell(obstacle.id, vertices, triangles, thickness, obstacle.friction, alone, obstacle.motion)
