"""A strut under a thrust along its axis stays straight up to Euler's load, and bows beyond it.

With hinged ends a distance ℓ apart

    P = π²EI/ℓ² .                                                                                          (1)

The ends are moved towards each other by Δ. As long as the strut is straight it is compressed and its thrust is EA Δ/ℓ;
it bows at Δ_c = Pℓ/EA. Beyond, the thrust stays P, and a bow w = A sin(πx/ℓ) takes up what is left:

    ¼(πA)²/ℓ = Δ − Δ_c ,    A = (2/π) √(ℓ(Δ − Δ_c))   (small bows).                                         (2)

The load is found in two ways: as the thrust at which the lowest eigenvalue of the Hessian of the straight strut passes
through zero, and by equilibria. The strut is pressed step by step from straight, where one bow of 10⁻⁶ ℓ is its only
imperfection, and then relieved step by step from its bow; both ways it is straight below P and bowed above.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from pliant.checks import at_least, at_most, between, close
from pliant.model import Cord, Curve
from pliant.scene.schema import Scene
from pliant.shapes import line
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import BANDED, grid_points, held_forces, place, settle, settled, stiffness

LENGTH, BENDING, AXIAL = 1.0, 2.0, 2e4
EULER = np.pi**2 * BENDING / LENGTH**2
SHORTER = EULER * LENGTH / AXIAL  # Δ_c
FACTORS = (0.9, 0.95, 0.98, 0.99, 1.01, 1.02, 1.05, 1.1)


def run() -> Result:
    loads = [_critical(count) for count in (11, 21, 41)]
    errors = [abs(load / EULER - 1.0) for load in loads]
    up, thrust = _followed(FACTORS)
    down, _ = _followed(FACTORS[::-1], bowed=True)
    bow = [(2 / np.pi) * np.sqrt(LENGTH * SHORTER * max(f - 1, 0)) for f in FACTORS]
    checks = [
        close("strut, 41 nodes: load from the lowest eigenvalue", loads[-1], EULER, 5e-3, "N"),
        between("strut: observed order of convergence", float(np.log2(errors[0] / errors[2]) / 2), 1.7, 2.3),
        at_most("pressed to 0.99 of Δ_c: bow over length", up[3], 1e-5),
        at_least("pressed to 1.01 of Δ_c: bow over length", up[4], 1e-3),
        at_most("relieved to 0.99 of Δ_c: bow over length", down[-4], 1e-5),
        at_least("relieved to 1.01 of Δ_c: bow over length", down[3], 1e-3),
        close("at 1.1 of Δ_c: bow against (2)", 1e3 * up[-1], 1e3 * bow[-1], 3e-2, "mm"),
        close("at 1.1 of Δ_c: thrust", thrust[-1], EULER, 1e-2, "N"),
    ]
    f = np.linspace(0.9, 1.1, 201)
    curve = 1e3 * (2 / np.pi) * np.sqrt(LENGTH * SHORTER * np.maximum(f - 1, 0))
    plots = [
        Plot("A strut pressed and relieved", "Δ/Δ_c", "bow [mm]")
        .theory("(2)", f, curve)
        .computed("pressed", FACTORS, [1e3 * a for a in up])
        .computed("relieved", FACTORS[::-1], [1e3 * a for a in down]),
        Plot("Thrust of a strut", "Δ/Δ_c", "thrust / Euler's load")
        .theory("straight, then bowed", f, np.minimum(f, 1.0))
        .computed("pressed", FACTORS, [t / EULER for t in thrust]),
    ]
    return Result("buckling", "Euler's buckling load", checks, plots, __doc__ or "")


def _strut(count: int = 41) -> Simulation:
    scene = Scene(collision=False)
    material = Cord(stretching=AXIAL, bending=BENDING, line_density=1.0)
    scene.add(Curve(line((0, 0, 0), (LENGTH, 0, 0)), id="strut", grid=count, material=material))
    scene.pin("strut", corners=("0", "1"))
    return settled(scene, steps=1, solver=BANDED)


def _pressed(count: int, factor: float) -> np.ndarray:
    """The straight strut shortened by `factor` times Δ_c, (count, 3)."""
    x = np.zeros((count, 3))
    x[:, 0] = np.linspace(0.0, LENGTH - factor * SHORTER, count)
    return x


def _critical(count: int) -> float:
    """The thrust [N] at which the straight strut is no longer stable."""
    simulation = _strut(count)
    across = np.arange(3 * count).reshape(count, 3)[1:-1, 2]

    def lowest(factor: float) -> float:
        place(simulation, "strut", _pressed(count, factor))
        return float(np.linalg.eigvalsh(stiffness(simulation, "strut")[np.ix_(across, across)])[0])

    return EULER * float(brentq(lowest, 0.5, 1.5, xtol=1e-6))  # type: ignore[arg-type]


def _followed(factors: tuple[float, ...], bowed: bool = False) -> tuple[list[float], list[float]]:
    """The bow over the length, and the thrust [N], in equilibrium at one shortening after the other."""
    simulation = _strut()
    rest = grid_points(simulation, "strut")
    wave = np.sin(np.pi * rest[:, 0] / LENGTH)
    bow, thrust = (1e-2 if bowed else 1e-6) * LENGTH * wave, []
    bows = []
    for factor in factors:
        x = _pressed(len(rest), factor)
        x[:, 2] = bow + 1e-6 * LENGTH * wave
        place(simulation, "strut", x)
        settle(simulation, steps=20)
        bow = grid_points(simulation, "strut")[:, 2]
        bows.append(float(np.abs(bow).max()) / LENGTH)
        thrust.append(float(-held_forces(simulation, "strut")[-1, 0]))
    return bows, thrust
