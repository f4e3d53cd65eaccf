"""A stretched membrane sags under its own weight: Fourier's series and the parabola.

A square of side a at rest is stretched by λ in both directions and held at its edges. In rest coordinates its
tension is the stress S = C:ε with ε = ½(λ² − 1), and a small deflection w under the weight q = μg per rest area obeys

    S ∇²w = −q ,    w(x, y) = (16 q a²/π⁴S) Σ_{m,n odd} sin(mπx/a) sin(nπy/a) / (mn(m² + n²))               (1)

with w = 0.0736713 q a²/S in the middle. A strip that is held at two opposite edges (ν = 0, stretched along
x only) hangs in a parabola, w = q x (a − x)/2S. The discretisation converges with h².
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, between, close
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, settled

SIDE, STRETCH, STIFFNESS, POISSON, DENSITY, GRAVITY = 1.0, 1.1, 100.0, 0.3, 0.1, 0.5
GREEN = 0.5 * (STRETCH**2 - 1.0)
LOAD = DENSITY * GRAVITY
GRIDS = (9, 17, 33)


def run() -> Result:
    tension = STIFFNESS / (1.0 - POISSON) * GREEN
    errors, profile = [], np.zeros(0)
    for n in GRIDS:
        profile = _sag((n, n), POISSON, (STRETCH, STRETCH), ("m0", "m1", "n0", "n1"))[:, n // 2]
        errors.append(abs(profile[n // 2] / series(0.5, tension) - 1.0))
    middle = float(profile[GRIDS[-1] // 2])
    order = float(np.log2(errors[1] / errors[2]))
    strip = _sag((33, 3), 0.0, (STRETCH, 1.0), ("m0", "m1"))[:, 1]
    x = np.linspace(0.0, 1.0, 33)
    parabola = LOAD * x * (1.0 - x) / (2.0 * STIFFNESS * GREEN)
    drum = [series(s, tension) for s in x]
    checks = [
        close(
            "square membrane, 33×33: sag in the middle", 1e3 * middle, 1e3 * series(0.5, tension), 2e-3, "mm"
        ),
        at_most(
            "square membrane: profile against the series, relative to the sag", _off(profile, drum), 2e-3
        ),
        between("square membrane: observed order of convergence", order, 1.7, 2.3),
        close("strip, 33 nodes long: sag in the middle", 1e3 * strip[16], 1e3 * parabola[16], 1e-3, "mm"),
        at_most("strip: profile against the parabola, relative to the sag", _off(strip, parabola), 1e-3),
    ]
    fine = np.linspace(0.0, 1.0, 200)
    plots = [
        Plot("Sag of a stretched membrane", "rest coordinate x/a", "deflection [mm]")
        .theory("square: Fourier series", fine, [-1e3 * series(s, tension) for s in fine])
        .theory("strip: parabola", fine, -1e3 * LOAD * fine * (1 - fine) / (2 * STIFFNESS * GREEN))
        .computed("square, 33×33", x, -1e3 * profile)
        .computed("strip, 33×3", x, -1e3 * strip),
        Plot("Square membrane: convergence", "h/a", "relative error of the sag", log_x=True, log_y=True)
        .theory("h²", [1 / 8, 1 / 32], [errors[0], errors[0] / 16])
        .computed("computed", [1 / (n - 1) for n in GRIDS], errors),
    ]
    return Result("membrane", "Sagging membrane", checks, plots, __doc__ or "")


def series(s: float, tension: float, y: float = 0.5, terms: int = 99) -> float:
    """(1), the deflection [m] at x = s a."""
    m = np.arange(1, terms + 1, 2)
    rows, columns = np.meshgrid(m, m, indexing="ij")
    parts = np.sin(rows * np.pi * s) * np.sin(columns * np.pi * y) / (rows * columns * (rows**2 + columns**2))
    return float(16.0 * LOAD * SIDE**2 / (np.pi**4 * tension) * parts.sum())


def _off(computed: np.ndarray, theory) -> float:
    theory = np.asarray(theory)
    return float(np.abs(computed - theory).max() / np.abs(theory).max())


def _sag(grid: tuple[int, int], poisson: float, stretch: tuple[float, float], edges) -> np.ndarray:
    """Deflection [m] downwards, shape (M, N)."""
    width = 1.0 if grid[0] == grid[1] else 0.1
    scene = Scene(collision=False, gravity=GRAVITY)
    scene.add(
        Surface(
            rectangle(SIDE, width),
            id="sheet",
            initial_shape=rectangle(stretch[0] * SIDE, stretch[1] * width),
            grid=grid,
            material=Sheet(membrane=STIFFNESS, poisson=poisson, area_density=DENSITY),
        )
    )
    scene.pin("sheet", edges=edges)
    return -grid_points(settled(scene), "sheet")[..., 2]
