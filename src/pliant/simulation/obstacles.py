"""Obstacles as viewers see them: meshes, and where those are that were moved since the start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from pliant.contact.triangles import vertices_at


class ObstacleMeshes:
    """Meshes of obstacles; planes, which are infinite, are drawn out to `extent` [m]."""

    def __init__(self, start: Iterable[Any], extent: float):
        self.start = {obstacle.id: obstacle for obstacle in start}
        self._extent = extent
        self._moved: dict[str, tuple[Any, np.ndarray]] = {}

    def mesh(self, obstacle: Any) -> tuple[np.ndarray, np.ndarray]:
        """Vertices (V, 3) [m] and triangles (T, 3)."""
        vertices, faces = obstacle.mesh(self._extent)
        return np.asarray(vertices), np.asarray(faces)

    def moved(self, now: Iterable[Any], time: float = 0.0) -> dict[str, np.ndarray]:
        """Vertices of the obstacles that are not as they were at the start, (V, 3) float32, by id.

        Those with a `motion` are where it has them at a `time`.
        """
        found = {}
        for obstacle in now:
            start = self.start.get(obstacle.id)
            if start is None or start.kind != obstacle.kind:
                continue
            still = obstacle.motion is None and not obstacle.turns
            if still and (start is obstacle or start == obstacle):
                continue
            if obstacle.turns:
                found[obstacle.id] = self._turned(obstacle, time).astype(np.float32)
                continue
            known = self._moved.get(obstacle.id)
            if known is None or known[0] is not obstacle:
                known = self._moved[obstacle.id] = obstacle, self.mesh(obstacle)[0].astype(np.float32)
            shift = 0.0 if obstacle.motion is None else obstacle.motion.at(time).astype(np.float32)
            found[obstacle.id] = known[1] + shift
        return found

    def _turned(self, obstacle: Any, time: float) -> np.ndarray:
        """The vertices of what turns or is animated."""
        vertices = vertices_at(obstacle, time)
        if vertices is None:
            vertices = self.mesh(obstacle)[0]
        if obstacle.motion is None:
            return vertices
        return obstacle.motion.carry(vertices, time, getattr(obstacle, "center", (0.0, 0.0, 0.0)))
