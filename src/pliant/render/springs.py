"""Springs, as lines that zigzag, and the anchors that they pull towards."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.recording import Recording, anchor_key
from pliant.render.moments import Moment
from pliant.render.things import Marks

COLOUR = (0.42, 0.45, 0.50)
TURNS = 10  # of a zigzag
WIDTH = 0.012  # of a zigzag, in sizes of the action
ENDS = 0.12  # of the length, straight at either end


class SpringThings:
    """All springs of a recording; `size` is that of the action [m]."""

    def __init__(self, recording: Recording, size: float):
        self._springs = recording.springs
        self._width = WIDTH * size
        self._marks: list[Marks] = []
        self._ends = np.zeros((0, 2, 3))

    def add_to(self, plotter: Any, eye: np.ndarray, pixels_per_metre: float) -> None:
        self._eye = eye
        count = sum(len(one.nodes) for one in self._springs)
        points = TURNS + 4
        lines = np.arange(count)[:, None, None] * points + np.stack(
            [np.arange(points - 1), np.arange(1, points)], axis=1
        )
        width = float(np.clip(pixels_per_metre * self._width / 6, 1.5, 6))
        self._marks = [
            Marks(plotter, lines.reshape(-1, 2), self._zigzags, colour=COLOUR, width=width),
            Marks(plotter, None, self._anchors, colour=COLOUR, width=5 * width),
        ]

    def move(self, moment: Moment) -> None:
        """Puts them where they are at a moment."""
        found = [np.zeros((0, 2, 3))]
        self._fixed = [np.zeros((0, 3))]
        for one in self._springs:
            places = np.nan_to_num(moment.arrays[f"{one.body}/positions"])
            if one.to is not None:
                ends = places[one.to]
            else:
                moved = moment.arrays.get(anchor_key(one.force or ""))
                anchor = np.asarray(one.anchor if moved is None else moved).reshape(3)
                ends = np.tile(anchor, (len(one.nodes), 1))
                self._fixed.append(ends[:1])
            found.append(np.stack([places[one.nodes], ends], axis=1))
        self._ends = np.concatenate(found)
        if len(self._ends):
            for marks in self._marks:
                marks.move()

    def _anchors(self) -> np.ndarray:
        return np.concatenate(self._fixed)

    def _zigzags(self) -> np.ndarray:
        """Points along each spring, to and fro across it and across the line of sight."""
        a, b = self._ends[:, 0], self._ends[:, 1]
        across = np.cross(b - a, self._eye - a)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
        length = np.linalg.norm(b - a, axis=1)
        along = np.concatenate([[0.0], np.linspace(ENDS, 1.0 - ENDS, TURNS + 2), [1.0]])
        swing = np.concatenate([[0.0, 0.0], np.where(np.arange(TURNS) % 2, -1.0, 1.0), [0.0, 0.0]])
        width = np.minimum(self._width, 0.15 * length)[:, None, None]
        points = a[:, None] + along[None, :, None] * (b - a)[:, None]
        return (points + width * swing[None, :, None] * across[:, None]).reshape(-1, 3)
