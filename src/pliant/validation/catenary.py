"""A strip that hardly stretches and does not bend hangs in a catenary.

Between two points at the same height a distance d apart, a chain of length ℓ > d hangs as

    z(x) = a cosh(x/a) + constant ,    2a sinh(d/2a) = ℓ .                                                (1)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from pliant.checks import at_most, close
from pliant.forces import EARTH
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import bezier, rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, settled

LENGTH, SPAN, NODES = 1.0, 0.7, 65


def run() -> Result:
    scene = Scene(collision=False, gravity=EARTH)
    start = [((j - 1) * SPAN / 2, 0.1 * i, -0.7 if j == 1 else 0.0) for i in range(3) for j in range(3)]
    scene.add(
        Surface(
            rectangle(LENGTH, 0.2),
            id="strip",
            initial_shape=bezier(start, order=2),
            grid=(NODES, 3),
            material=Sheet(membrane=2e4, poisson=0.0, area_density=0.2),
        )
    )
    scene.pin("strip", edges=("m0", "m1"))
    hanging = grid_points(settled(scene, steps=30, dt=0.2), "strip")[:, 1]
    _, chain = catenary(SPAN, LENGTH)
    off = np.abs(hanging[:, 2] - chain(hanging[:, 0])).max() / LENGTH
    checks = [
        close("hanging strip: sag", -float(hanging[NODES // 2, 2]), -float(chain(np.zeros(1))[0]), 2e-3, "m"),
        at_most("hanging strip: distance from the catenary, relative to its length", float(off), 2e-3),
    ]
    x = np.linspace(-SPAN / 2, SPAN / 2, 200)
    plot = (
        Plot("A hanging strip", "x [m]", "z [m]", equal=True)
        .theory("catenary", x, chain(x))
        .computed("computed, 65 nodes", hanging[::2, 0], hanging[::2, 2])
    )
    return Result("catenary", "Catenary", checks, [plot], __doc__ or "")


def catenary(span: float, length: float) -> tuple[float, Callable[[np.ndarray], np.ndarray]]:
    """a [m] of (1), and the height over x [m]."""
    a = float(brentq(lambda a: 2 * a * np.sinh(span / (2 * a)) - length, 0.05, 10.0))  # type: ignore[arg-type]
    return a, lambda x: a * (np.cosh(x / a) - np.cosh(span / (2 * a)))
