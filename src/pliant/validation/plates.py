"""A cube between two plates: rubber keeps its volume, and what was crushed flat is a cube again.

The lower plate lies still, the upper one is lowered by events. Both are smooth, so that the cube stays a block: with
its height over that at rest λ its sides are a times as long, where the law of `energies/continuum.py` has no stress
across,

    ∂ψ/∂a (a, a, λ) = 0 ,    J = λa² .                                                                     (1)

For ν = 0.49 and λ = ½ that is J = 0.990: what matter with so large a bulk modulus gives way under the pressure. (With
the metric energy alone in place of φ(J)M it would be 0.977.)

Then a cube is crushed to a fiftieth of its height, many cells flat or inside out, and let go. Documents 000 and 002
have no volume term, and their solid stays a tangle [000 §6.1.4, §7.1.2]: beside ours it is pressed and relieved in the
same way. How far a cube is from its rest shape is measured after the best rigid motion.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize_scalar

from pliant.checks import at_least, at_most, close
from pliant.contact import Plane
from pliant.energies.continuum import moduli_of
from pliant.integrators.spec import BDF2, SemiImplicit
from pliant.model import Bulk, RawBulk, Solid
from pliant.scene.events import Set
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import apart, grid_points, rest_points

YOUNG, POISSON, GRID = 1e4, 0.49, (7, 7, 7)
HALF, FLAT = 0.49, 0.02  # heights to which cubes of 1 m are pressed
DOWN, HOLD, UP, SECONDS = 0.5, 0.2, 0.3, 2.5
# The papers' weights, as stiff as their scheme bears at its step.
WEIGHTS = tuple(tuple(50.0 if i == j else 10.0 for j in range(3)) for i in range(3))


def run() -> Result:
    heights, volumes = _squashed()
    theory = np.array([_volume(height) for height in heights])
    ours, ours_height, ours_off = _crushed(_cube(Bulk(**_MATTER, damping=0.03, drag=100.0)), 1 / 60)
    after, rest = _shapes(ours)
    worst = float(np.linalg.norm(apart(after, rest)[1] - rest, axis=-1).max())
    node = 100.0 / (GRID[0] - 1) ** 3
    papers = _cube(RawBulk(tension=WEIGHTS, mass=node, damping=2.0), variant="terzopoulos")
    theirs, their_height, their_off = _crushed(papers, 1 / 240)
    checks = [
        at_most("ν = 0.49 squashed: height over that at rest", heights[-1], 0.5),
        at_most("ν = 0.49 squashed to half: change of volume", abs(1 - volumes[-1]), 0.02),
        close("ν = 0.49 squashed to half: J against (1)", volumes[-1], theory[-1], 5e-3),
        at_most("crushed: height under the plate", float(ours_height[1].min()), 0.06, "m"),
        at_most("released: largest distance of a node from the cube at rest, over its edge", worst, 0.01),
        at_most("released: share of edges upside down", _state(ours)[1], 0.0),
        at_most("the published solid: mean height after 2.5 s", _state(theirs)[0], 0.1, "m"),
        at_least("the published solid: share of edges upside down", _state(theirs)[1], 0.3),
    ]
    plots = [
        Plot("Rubber squashed to half its height", "height over that at rest", "volume over that at rest")
        .theory("(1)", heights, theory)
        .theory("2 %", [HALF, 1.0], [0.98, 0.98])
        .computed("computed, 7×7×7", heights, volumes),
        Plot("A cube crushed and released: height", "time [s]", "largest height [m]")
        .theory("the plates", *_plate())
        .computed("exact", *ours_height)
        .computed("terzopoulos", *their_height),
        Plot(
            "A cube crushed and released: distance from rest",
            "time [s]",
            "root mean square, over its edge",
            log_y=True,
        )
        .theory("1 %", [0, SECONDS], [0.01, 0.01])
        .computed("exact", ours_off[0], np.maximum(ours_off[1], 1e-6))
        .computed("terzopoulos", *their_off),
    ]
    return Result("plates", "A cube between plates", checks, plots, __doc__ or "")


_MATTER = {"young": YOUNG, "poisson": 0.3, "density": 100.0}


def _cube(material: Bulk | RawBulk, **options) -> Solid:
    return Solid(box(1.0, 1.0, 1.0), id="cube", grid=GRID, material=material, **options)


def _between(cube: Solid, dt: float, height: float, seconds: float, **options) -> Scene:
    """The cube between two smooth plates; the upper one comes down to `height` [m] within some seconds."""
    scene = Scene(collision=False, dt=dt, **options)
    scene.add(cube)
    scene.add(Plane((0.0, 0.0, 1.0), (0.0, 0.0, -0.5)), id="floor")
    scene.add(Plane((0.0, 0.0, -1.0), (0.0, 0.0, 0.5)), id="plate")
    _move(scene, 0.0, seconds, 1.0, height)
    return scene


def _move(scene: Scene, begin: float, seconds: float, first: float, last: float) -> None:
    """Let the gap between the plates grow from `first` to `last` [m], step by step."""
    steps = round(seconds / scene.dt)
    for k in range(1, steps + 1):
        gap = first + (last - first) * k / steps
        scene.at(begin + k * scene.dt, Set("obstacles.plate.point", (0.0, 0.0, gap - 0.5)))


def _squashed() -> tuple[np.ndarray, np.ndarray]:
    """Heights and volumes [m, m³] while a cube of rubber is squashed slowly."""
    material = Bulk(young=YOUNG, poisson=POISSON, density=20.0, damping=0.01, drag=100.0)
    simulation = Simulation(_between(_cube(material), 1 / 60, HALF, 1.0, integrator=BDF2(tolerance=1e-3)))
    heights, volumes = [1.0], [1.0]
    for step in range(1, 91):
        simulation.step()
        if step % 6 == 0:
            x = grid_points(simulation, "cube")
            heights.append(float(x[..., -1, 2].mean() - x[..., 0, 2].mean()))
            volumes.append(enclosed(x))
    return np.array(heights), np.array(volumes)


def enclosed(x: np.ndarray) -> float:
    """The volume [m³] of a solid on a grid, (L, M, N, 3): that of its cells, each cut into tetrahedra in both ways."""
    corner = {
        4 * i + 2 * j + k: x[i : x.shape[0] - 1 + i, j : x.shape[1] - 1 + j, k : x.shape[2] - 1 + k]
        for i in (0, 1) for j in (0, 1) for k in (0, 1)
    }  # fmt: skip
    total = 0.0
    for a, b, c, d in [(n, n ^ 4, n ^ 2, n ^ 1) for n in range(8)] + [(0, 3, 5, 6), (7, 4, 2, 1)]:
        sign = 1.0 if bin(a).count("1") % 2 == 0 else -1.0
        edges = (corner[b] - corner[a], corner[c] - corner[a], corner[d] - corner[a])
        total += sign * np.einsum("...c,...c->...", edges[0], np.cross(edges[1], edges[2])).sum() / 12.0
    return float(total)


def _volume(height: float) -> float:
    """J of (1)."""
    mu, bulk = moduli_of(YOUNG, POISSON)

    def energy(a: float) -> float:
        J = height * a * a
        d = J - 1.0
        factor = 1.0 - 4 / 3 * d / np.sqrt(1.0 + (16 / 9 * d) ** 2)
        return float(factor * mu / 6.0 * (a * a - height**2) ** 2 + 0.5 * bulk * d * d)

    a = minimize_scalar(energy, bounds=(0.9, 1.6), method="bounded", options={"xatol": 1e-10}).x  # type: ignore[call-overload]
    return float(height * a * a)


_Trace = tuple[np.ndarray, np.ndarray]


def _crushed(cube: Solid, dt: float) -> tuple[Simulation, _Trace, _Trace]:
    """The cube after it was crushed and released; its largest height and its distance from rest over time."""
    options = {} if cube.variant == "exact" else {"integrator": SemiImplicit()}
    scene = _between(cube, dt, FLAT, DOWN, **options)
    _move(scene, DOWN + HOLD, UP, FLAT, 2.0)
    simulation = Simulation(scene)
    rest = rest_points(simulation, "cube")
    times, heights, off = [0.0], [1.0], [0.0]
    for step in range(1, round(SECONDS / dt) + 1):
        simulation.step()
        if step % round(0.05 / dt) == 0:
            x = grid_points(simulation, "cube")
            times.append(simulation.time)
            heights.append(float(np.ptp(x[..., 2])))
            off.append(apart(x, rest)[0])
    return simulation, (np.array(times), np.array(heights)), (np.array(times), np.array(off))


def _shapes(simulation: Simulation) -> tuple[np.ndarray, np.ndarray]:
    return grid_points(simulation, "cube"), rest_points(simulation, "cube")


def _state(simulation: Simulation) -> tuple[float, float]:
    """The mean height of the cube [m], and the share of upright edges that point down, turned as at rest."""
    x, rest = _shapes(simulation)
    up = np.diff(apart(x, rest)[1][..., 2], axis=2)
    return float(up.sum(axis=2).mean()), float((up < 0).mean())


def _plate() -> _Trace:
    t = np.array([0.0, DOWN, DOWN + HOLD, DOWN + HOLD + UP, SECONDS])
    return t, np.array([1.0, FLAT, FLAT, 2.0, 2.0])
