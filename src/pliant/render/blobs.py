"""A body drawn as blobs: another mesh in every picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.skin.blobs import CELLS, make_blobs
from pliant.render.colour import ColourScale
from pliant.render.ground import Ground
from pliant.render.light import Dots, Light
from pliant.render.moments import Moment
from pliant.render.surface import CLOSED, Fineness, Surface

AS_IT_IS = Fineness(0, np.inf)  # fine enough already


class BlobBody:
    """One body as the iso-surface around its nodes."""

    def __init__(self, recording: Recording, body: str, scale: ColourScale | None):
        mesh = recording.mesh(body)
        self._id, self._scale, self._radius, self._count = body, scale, mesh.blobs or 0.0, mesh.nodes
        self._base = np.tile(mesh.color, (mesh.nodes, 1))
        self._surface: Surface | None = None
        self._grounds: list[Ground] = []
        self.gap = self._radius / CELLS

    def add_to(self, plotter: Any, eye: np.ndarray, pixels_per_metre: float) -> None:
        self._plotter = plotter

    def cut(self, grounds: list[Ground]) -> None:
        """Blobs may reach below a plane, on which their nodes rest."""
        self._grounds = grounds
        if self._surface is not None:
            self._surface.cut([(ground.origin, ground.normal) for ground in grounds])

    def move(self, moment: Moment) -> None:
        """Makes the surface around the nodes as they are at a moment."""
        positions = moment.arrays.get(f"{self._id}/positions")
        if positions is None or positions.shape != (self._count, 3):
            raise PliantError(f"body {self._id!r} at {moment.time:g} s: expected {self._count} positions")
        self._blobs = make_blobs(np.asarray(positions, dtype=float), self._radius)
        if self._surface is not None:
            self._surface.remove_from(self._plotter)
        self._surface = Surface(self._blobs.points, self._blobs.triangles, fine=AS_IT_IS, hidden=CLOSED)
        self._surface.add_to(self._plotter)
        self._surface.move(self._blobs.points, self._blobs.normals)
        self.cut(self._grounds)
        if self._scale is not None:
            values = moment.arrays.get(f"{self._id}/{self._scale.name}")
            if values is not None:
                self._base = self._scale.colours(values)

    def dots(self, spacing: float) -> np.ndarray:
        """The surface as dots, for the shadows."""
        blobs = self._blobs
        return Dots(blobs.points, blobs.triangles, 1.5 * spacing).at(blobs.points)

    def paint(self, light: Light, shadows: bool) -> None:
        if self._surface is not None:
            self._surface.paint(self._blobs.spread(self._base), light, shadows, bias=1.0)
