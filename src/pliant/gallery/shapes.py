"""Shapes that the gallery makes from Bézier patches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import comb

from pliant.shapes import Bezier, bezier

Curve = Callable[[np.ndarray], np.ndarray]


def extruded(curve: Curve, length: float, order: int = 7) -> Bezier:
    """A curve in the x-z plane, drawn out along y: the curve runs along the first axis.

    `curve(t)` gives points (k, 2) for t (k,) in 0…1; the patch is its least-squares fit (a half circle of
    radius 1 to 1e-5 with order 7), evenly spaced if the curve is.
    """
    t, k = np.linspace(0.0, 1.0, 201), np.arange(order + 1)
    basis = comb(order, k) * t[:, None] ** k * (1.0 - t[:, None]) ** (order - k)
    section = np.linalg.lstsq(basis, curve(t), rcond=None)[0]
    along = np.linspace(-0.5 * length, 0.5 * length, order + 1)
    return bezier([(x, y, z) for y in along for x, z in section])


def half_cylinder(radius: float, length: float, bulge: float = 1.0) -> Bezier:
    """Half a cylinder about the y axis, arching up by bulge·radius [m] (down if negative)."""
    return extruded(
        lambda t: radius * np.stack([-np.cos(np.pi * t), bulge * np.sin(np.pi * t)], axis=1), length
    )


def pipe(
    section: list[tuple[float, float]], length: float, widths: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
) -> Bezier:
    """A Bézier curve of order 3 in the y-z plane, drawn out along x: the curve runs along the first axis.

    `widths` scale the section at the four control points along the pipe.
    """
    along = np.linspace(-0.5 * length, 0.5 * length, 4)
    return bezier([(x, w * y, w * z) for x, w in zip(along, widths, strict=True) for y, z in section])
