"""A square plate under a uniform load: Navier's series, and the clamped plate.

Small deflections obey the biharmonic equation D ∇⁴w = q. With edges held in place but free to turn,

    w(x, y) = (16 q/π⁶D) Σ_{m,n odd} sin(mπx/a) sin(nπy/a) / (mn (m²/a² + n²/a²)²)                          (1)

and w = 0.00406235 qa⁴/D in the middle, whatever Poisson's ratio. Clamped edges (Timoshenko & Woinowsky-Krieger, Table
35): w = 0.00126532 qa⁴/D.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, between, close
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, settled

BENDING, DENSITY, GRAVITY = 1.0, 1.0, 0.01
GRIDS = (9, 17, 33)
SUPPORTED, CLAMPED = 0.00406235, 0.00126532
EDGES = ("m0", "m1", "n0", "n1")


def run() -> Result:
    load = DENSITY * GRAVITY
    errors, profile = [], np.zeros(0)
    for n in GRIDS:
        profile = _plate(n, clamped=False)
        errors.append(abs(profile[n // 2] * BENDING / load / SUPPORTED - 1.0))
    n = GRIDS[-1]
    x = np.linspace(0.0, 1.0, n)
    theory = np.array([_series(s, load) for s in x])
    held, coarse = _plate(n, clamped=True), _plate(GRIDS[1], clamped=True)
    supported, clamped = SUPPORTED * load / BENDING, CLAMPED * load / BENDING
    off = np.abs(profile - theory).max() / theory.max()
    order = float(np.log2(errors[1] / errors[2]))
    middles = (coarse[GRIDS[1] // 2], held[n // 2])
    held_order = float(np.log2(abs(middles[0] / clamped - 1.0) / abs(middles[1] / clamped - 1.0)))
    checks = [
        close(
            "supported plate, 33×33: deflection in the middle",
            1e6 * profile[n // 2],
            1e6 * supported,
            1e-3,
            "µm",
        ),
        at_most("supported plate: profile against Navier's series, relative", float(off), 1e-3),
        between("supported plate: observed order of convergence", order, 1.7, 2.3),
        close(
            "clamped plate, 33×33: deflection in the middle", 1e6 * held[n // 2], 1e6 * clamped, 1e-2, "µm"
        ),
        between("clamped plate: observed order of convergence", held_order, 1.7, 2.3),
    ]
    fine = np.linspace(0.0, 1.0, 101)
    plots = [
        Plot("A plate under a uniform load, along its middle", "x/a", "deflection [µm]")
        .theory("Navier's series", fine, [-1e6 * _series(s, load) for s in fine])
        .computed("supported, 33×33", x, -1e6 * profile)
        .computed("clamped, 33×33", x, -1e6 * held)
        .theory("clamped, theory in the middle", [0.3, 0.7], [-1e6 * clamped] * 2),
        Plot("Supported plate: convergence", "h/a", "relative error in the middle", log_x=True, log_y=True)
        .theory("h²", [1 / 8, 1 / 32], [errors[0], errors[0] / 16])
        .computed("computed", [1 / (n - 1) for n in GRIDS], errors),
    ]
    return Result("plate", "Plate under load", checks, plots, __doc__ or "")


def _series(s: float, load: float, terms: int = 39) -> float:
    """(1) on the middle line, for a = 1."""
    m = np.arange(1, terms + 1, 2)
    rows, columns = np.meshgrid(m, m, indexing="ij")
    parts = (
        np.sin(rows * np.pi * s)
        * np.sin(columns * np.pi / 2)
        / (rows * columns * (rows**2 + columns**2) ** 2)
    )
    return float(16.0 * load / (np.pi**6 * BENDING) * parts.sum())


def _plate(n: int, *, clamped: bool) -> np.ndarray:
    """Deflection [m] downwards along the middle line."""
    scene = Scene(collision=False, gravity=GRAVITY)
    # The membrane is soft, so that the plate hardly stretches it: the theory is that of small deflections.
    material = Sheet(membrane=100.0, poisson=0.3, bending=BENDING, area_density=DENSITY)
    scene.add(Surface(rectangle(1.0, 1.0), id="plate", grid=(n, n), material=material))
    if clamped:
        scene.clamp("plate", edges=EDGES)
    else:
        scene.pin("plate", edges=EDGES)
    return -grid_points(settled(scene), "plate")[:, n // 2, 2]
