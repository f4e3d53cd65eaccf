"""A solid bar against beam theory: bent by a load at its end, and twisted.

A square bar of side a, length ℓ, held by the whole of one face, with a load P across spread over the other
(Timoshenko):

    w(x) = P x²(3ℓ − x)/6EI + P x/(kGA) ,   w(ℓ) = Pℓ³/3EI + Pℓ/(kGA) ,   k = 10(1 + ν)/(12 + 11ν)              (1)

with I = a⁴/12, A = a². The face that is held cannot contract sideways, which stiffens the bar within a distance a of
it: a fraction ν² a/ℓ or so of (1). Grids with two and four cells across are compared, also for ν = 0.49, where
elements that ask for the volume at many places lock. With a single cell across no cell's mean is strained at all; what
the corners resist is too soft by 40 %. Cells need not be cubes: with two and four cells through, they are from a
quarter to four times as long as thick. (Of the longest there are five along the bar: the first is next to the end.)

Twisted by an angle per length θ the bar has the torque of Saint-Venant,

    T = 0.1406 G a⁴ θ ,                                                                                    (2)

less than with all of I_p = a⁴/6, because the sections warp. The ends are held and do not; so θ is taken over the
middle half. Last, the bar is twisted by a quarter turn, where (2) is still a good guide.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.checks import between, close
from pliant.forces import Gravity, Target
from pliant.model import Bulk, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.solvers.spec import SolverSpec
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, held_forces, place, rest_points, settle, settled

LENGTH, SIDE, YOUNG, POISSON = 1.0, 0.1, 1e6, 0.3
LOAD = 1e-3  # [N]: a deflection of 0.04 mm
ASPECTS = (0.25, 0.5, 2.0, 4.0)
TWISTS = (0.02, 0.2, 0.5, 1.0, np.pi / 2)  # [rad] over a bar of 0.8 m
SHARP = SolverSpec(tolerance=1e-10)  # multigrid, which on solids is faster than a factorisation


def run() -> Result:
    across = (1, 2, 4)
    oblong = [
        [-_bent(n, POISSON, a)[-1, 1] / deflection(LENGTH, POISSON) for a in ASPECTS] for n in across[1:]
    ]
    bent = [_bent(n, POISSON) for n in across]
    soft = [-_bent(n, 0.49)[-1, 1] / deflection(LENGTH, 0.49) for n in across[1:]]
    tips = [-line[-1, 1] / deflection(LENGTH, POISSON) for line in bent]
    rates, torques = _twisted()
    shear = YOUNG / (2 * (1 + POISSON))
    wanted = 0.1406 * shear * 0.2**4 * rates
    checks = [
        *(
            close(f"bent bar, {n} cells across: tip over (1)", float(tips[k]), 1.0, tolerance)
            for k, (n, tolerance) in enumerate(((2, 0.03), (4, 0.02)), start=1)
        ),
        between("bent bar, a single cell across: tip over (1)", tips[0], 1.0, 1.5),
        *(
            close(f"bent bar, ν = 0.49, {n} cells across: tip over (1)", soft[k], 1.0, tolerance)
            for k, (n, tolerance) in enumerate(zip(across[1:], (0.05, 0.04), strict=True))
        ),
        *(
            close(f"bent bar, {n} through, cells {a:g} : 1: tip over (1)", oblong[k][m], 1.0, 0.05)
            for k, n in enumerate(across[1:])
            for m, a in enumerate(ASPECTS)
        ),
        close(
            "twisted bar, 8 cells across: torque against (2)", 1e3 * torques[0], 1e3 * wanted[0], 2e-2, "mN·m"
        ),
        between("twisted by a quarter turn: torque over (2)", float(torques[-1] / wanted[-1]), 0.95, 1.1),
    ]
    x = np.linspace(0, LENGTH, 100)
    plots = [
        Plot("A bar bent by a load at its end", "x [m]", "w [mm]")
        .theory("(1)", x, -1e3 * deflection(x, POISSON))
        .computed(f"computed, {across[1]} cells across", bent[1][:, 0], 1e3 * bent[1][:, 1])
        .computed(f"computed, {across[2]} cells across", bent[2][:, 0], 1e3 * bent[2][:, 1]),
        Plot("A bent bar of cells that are no cubes", "length of a cell over its thickness", "tip over (1)")
        .theory("(1)", [ASPECTS[0], ASPECTS[-1]], [1.0, 1.0])
        .computed("2 cells through", ASPECTS, oblong[0])
        .computed("4 cells through", ASPECTS, oblong[1]),
        Plot("A twisted bar", "twist [rad/m]", "torque [N·m]")
        .theory("Saint-Venant (2)", [0, rates[-1]], [0, wanted[-1]])
        .computed("computed, 8 cells across", rates, torques),
    ]
    return Result("bar", "Bent and twisted bar", checks, plots, __doc__ or "")


def deflection(x: Any, poisson: float) -> Any:
    """w of (1) [m]."""
    shear = YOUNG / (2 * (1 + poisson))
    k = 10 * (1 + poisson) / (12 + 11 * poisson)
    return LOAD * x**2 * (3 * LENGTH - x) / (6 * YOUNG * SIDE**4 / 12) + LOAD * x / (k * shear * SIDE**2)


def _bent(cells: int, poisson: float, aspect: float = 1.0) -> np.ndarray:
    """x and mean w [m] of the sections of a bar with cells `aspect` times as long as thick and wide, (sections, 2)."""
    scene = Scene(collision=False)
    grid = (round(LENGTH / SIDE * cells / aspect) + 1, cells + 1, cells + 1)
    material = Bulk(young=YOUNG, poisson=poisson, density=1.0)
    scene.add(Solid(box(LENGTH, SIDE, SIDE), id="bar", grid=grid, material=material))
    scene.pin("bar", edges=("l0",))
    end = SIDE**2 * LENGTH / (grid[0] - 1) / 2  # mass [kg] of the nodes of a face
    scene.add(Gravity((0.0, 0.0, -LOAD / end), apply_to=[Target("bar", edges=["l1"])]))
    simulation = settled(scene, solver=SHARP)
    rest = rest_points(simulation, "bar")
    moved = grid_points(simulation, "bar") - rest
    return np.stack([rest[:, 0, 0, 0] - rest[0, 0, 0, 0], moved[..., 2].mean(axis=(1, 2))], axis=1)


def _twisted() -> tuple[np.ndarray, np.ndarray]:
    """Rates of twist [rad/m] in the middle half of a bar, and its torques [N·m]."""
    scene = Scene(collision=False)
    material = Bulk(young=YOUNG, poisson=POISSON, density=1000.0)
    scene.add(Solid(box(0.8, 0.2, 0.2), id="bar", grid=(17, 9, 9), material=material))
    scene.pin("bar", edges=("l0", "l1"))
    simulation = settled(scene, steps=1, solver=SHARP)
    rest = rest_points(simulation, "bar")
    found = [_torque(simulation, rest, twist) for twist in TWISTS]
    return np.array([rate for rate, _ in found]), np.array([torque for _, torque in found])


def _torque(simulation: Simulation, rest: np.ndarray, twist: float) -> tuple[float, float]:
    angle = twist * (rest[..., 0] - rest[0, 0, 0, 0]) / 0.8
    turned = rest.copy()
    turned[..., 1] = np.cos(angle) * rest[..., 1] - np.sin(angle) * rest[..., 2]
    turned[..., 2] = np.sin(angle) * rest[..., 1] + np.cos(angle) * rest[..., 2]
    place(simulation, "bar", turned)
    settle(simulation)
    x = grid_points(simulation, "bar")
    felt = np.unwrap(np.arctan2(x[:, -1, 4, 2], x[:, -1, 4, 1]))
    rate = (felt[12] - felt[4]) / (rest[12, 0, 0, 0] - rest[4, 0, 0, 0])
    force, arm = held_forces(simulation, "bar")[-1], x[-1]
    return float(rate), float(np.sum(arm[..., 1] * force[..., 2] - arm[..., 2] * force[..., 1]))
