"""An ellipsoid patch [000 (4.5.2)].

    x = a cos θ sin φ,   y = b sin θ sin φ,   z = c cos φ

The azimuth θ = 2π·s runs along the first grid axis, the polar angle φ = π·t along the second, from the
north pole (+z) to the south pole.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from pliant.shapes.fields import SemiAxes
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Point


class Ellipsoid(ParametricSurface):
    """An ellipsoid with `semi_axes` (a, b, c) [m] along x, y, z about `center` [m].

    Make the first axis periodic to close it: θ then stops one node short of 2π. Without that the seam has
    two rows of nodes in one place. Each pole is a whole row of nodes, since φ reaches 0 and π. The normal
    x_s × x_t points inwards.
    """

    positional: ClassVar = ("semi_axes",)

    kind: Literal["ellipsoid"] = "ellipsoid"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    center: Point = (0.0, 0.0, 0.0)
    closes: ClassVar[tuple[bool, ...]] = (True, False)  # around, not from pole to pole

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        theta, phi = np.meshgrid(2.0 * np.pi * s, np.pi * t, indexing="ij")
        unit = np.stack([np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi), np.cos(phi)], axis=-1)
        return np.asarray(self.center) + np.asarray(self.semi_axes) * unit


def ellipsoid(a: float = 1.0, b: float = 1.0, c: float = 1.0, **options) -> Ellipsoid:
    """An ellipsoid patch with semi-axes a, b, c [m] along x, y, z."""
    return Ellipsoid(semi_axes=(a, b, c), **options)
