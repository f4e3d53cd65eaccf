"""A box: x(s, t, w) = center + ((s − ½)·width, (t − ½)·depth, (w − ½)·height)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.shape import ParametricSolid
from pliant.spec import Length, Point


class Box(ParametricSolid):
    """A box of `width` along x and the first axis, `depth` along y and the second, `height` along z [m]."""

    positional: ClassVar = ("width", "depth", "height")

    kind: Literal["box"] = "box"
    width: Length = 1.0
    depth: Length = 1.0
    height: Length = 1.0
    center: Point = (0.0, 0.0, 0.0)

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        unit = np.stack(np.meshgrid(s - 0.5, t - 0.5, w - 0.5, indexing="ij"), axis=-1)
        return np.asarray(self.center) + np.array([self.width, self.depth, self.height]) * unit


def box(width: float = 1.0, depth: float = 1.0, height: float = 1.0, **options) -> Box:
    """A box of width × depth × height [m] along x, y, z, centred on the origin unless told otherwise."""
    return Box(width=width, depth=depth, height=height, **options)
