"""A helix keeps its torsion: a coil spring pulled by its ends, and one that was drawn out to a wire and let go.

A helix of radius R that rises by 2πc in a turn has everywhere κ = R/(R² + c²) and τ = c/(R² + c²). Drawn out with ends
that do not turn, its n turns on a wire of length ℓ stay what they are: with its height h

    κ = (2πn/ℓ) √(1 − h²/ℓ²) ,   τ = 2πn h/ℓ² ,   E(h) = ½ℓ (EI (κ − κ⁰)² + GJ (τ − τ⁰)²)                        (1)

and the force is ∂E/∂h. For a flat coil of a round wire of thickness d that is the spring constant of the handbooks,

    k = GJ (2πn)²/ℓ³ = GJ/(2πR³n) = G d⁴/(8 (2R)³ n) ,                                                         (2)

although nothing in the curve knows how its wire is twisted: in a coil torsion of the line and twist of the wire are
one. They are not where a wire is twisted without being bent, or where the line is straight; there the curve of the
sources has nothing to say. Held are the first and the last three nodes, whose positions say where the coil begins, and
in which plane; n and ℓ are counted from the second.

Then a steeper coil of three turns starts drawn out to nine times its height, at rest and free. It coils up, swings,
and is slowed by drag; what remains is compared with the rest shape after the best rigid motion. Without torsional
stiffness it finds its curvature again, but winds up as another helix.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_least, at_most, close
from pliant.energies.curve import turns
from pliant.model import Cord, Curve, Rod
from pliant.scene.schema import Scene
from pliant.shapes import helix
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import (
    BANDED,
    apart,
    grid_points,
    held_forces,
    place,
    rest_points,
    settle,
    settled,
)

WIRE = Rod(young=2e11, poisson=0.3, radius=1e-3, density=7800.0)
RADIUS, PITCH, TURNS, COUNT = 0.03, 0.01, 8, 481
HEIGHTS = (0.5, 1.02, 1.5, 2.0, 2.5, 3.0)  # over that at rest
STEEP, THIN = 2 * PITCH, 0.3  # pitch of the coil that is drawn out, and what is left of its radius


def run() -> Result:
    heights, forces = _pulled()
    turns_free = TURNS * (COUNT - 3) / (COUNT - 1)
    length = turns_free * np.hypot(2 * np.pi * RADIUS, PITCH)
    rest = turns_free * PITCH
    k = forces[1] / (heights[1] - rest)
    handbook = WIRE.young / 2.6 * (2 * WIRE.radius) ** 4 / (8 * (2 * RADIUS) ** 3 * turns_free)
    theory = _force(np.array(heights), length, turns_free, rest)
    worst = float(np.abs(forces - theory).max() / np.abs(theory).max())
    coiled, wire = _released(WIRE.torsion)
    loose, _ = _released(0.0)
    goal = rest_points(coiled, "wire")
    before, after = apart(wire, goal)[0] / RADIUS, apart(grid_points(coiled, "wire"), goal)
    stray, strayed = apart(grid_points(loose, "wire"), goal)
    c = STEEP / (2 * np.pi)
    tau = float(_torsion(after[1]).mean())
    checks = [
        close("coil: spring constant against (2)", k, handbook, 2e-2, "N/m"),
        at_most("coil: force against (1) up to three times its height, relative", worst, 2e-2),
        at_least("drawn out: distance from rest, in radii", before, 3.0),
        at_most("let go: distance from rest afterwards, in radii", after[0] / RADIUS, 1e-2),
        close("let go: torsion afterwards against c/(R² + c²)", tau, c / (RADIUS**2 + c**2), 1e-2, "1/m"),
        at_least("the same without torsional stiffness, in radii", stray / RADIUS, 1.0),
    ]
    h = np.linspace(min(heights), max(heights), 100)
    plots = [
        Plot("A coil pulled by its ends", "height [m]", "force [N]")
        .theory("∂E/∂h of (1)", h, _force(h, length, turns_free, rest))
        .theory("G d⁴/(8 D³ n) · extension, (2)", h, handbook * (h - rest))
        .computed("computed", heights, forces),
        Plot("A coil drawn out and let go", "z [m]", "x [m]")
        .theory("at rest", goal[:, 2], goal[:, 0])
        .computed("at the start", wire[::3, 2], wire[::3, 0])
        .computed("afterwards", after[1][::3, 2], after[1][::3, 0])
        .computed("afterwards, without torsion", strayed[::3, 2], strayed[::3, 0]),
    ]
    return Result("helix", "A helix keeps its torsion", checks, plots, __doc__ or "")


def _pulled() -> tuple[np.ndarray, np.ndarray]:
    """Heights [m] of the free part of the coil, and the forces [N] at them."""
    scene = Scene(collision=False)
    scene.add(Curve(helix(RADIUS, PITCH, TURNS), id="coil", grid=COUNT, material=WIRE))
    scene.pin("coil", nodes=[(k,) for k in (0, 1, 2, COUNT - 3, COUNT - 2, COUNT - 1)])
    simulation = settled(scene, solver=BANDED)
    rest = rest_points(simulation, "coil")
    heights, forces = [], []
    for factor in HEIGHTS:
        x = rest.copy()
        x[:, 2] *= factor
        for ends in (slice(0, 3), slice(-3, None)):  # moved as a whole: the ends do not turn
            middle = rest[ends][1, 2]
            x[ends, 2] = rest[ends, 2] + (factor - 1.0) * middle
        place(simulation, "coil", x)
        settle(simulation)
        x = grid_points(simulation, "coil")
        heights.append(x[-2, 2] - x[1, 2])
        forces.append(held_forces(simulation, "coil")[-3:, 2].sum())
    return np.array(heights), np.array(forces)


def _force(h: np.ndarray, length: float, n: float, rest: float) -> np.ndarray:
    """∂E/∂h of (1)."""
    w = 2 * np.pi * n / length
    slope, flat = np.sqrt(1 - (h / length) ** 2), np.sqrt(1 - (rest / length) ** 2)
    bending = -WIRE.bending * w**2 * (slope - flat) * h / (length * slope)
    return bending + WIRE.torsion * w**2 * (h - rest) / length


def _released(torsion: float) -> tuple[Simulation, np.ndarray]:
    """The coil 1 s after it was let go, and where it started."""
    turns_here = 3
    drawn = np.sqrt(STEEP**2 + (1 - THIN**2) * (2 * np.pi * RADIUS) ** 2)  # as long a wire
    scene = Scene(collision=False, dt=1 / 240)
    material = Cord(
        stretching=1e3, bending=WIRE.bending, torsion=torsion, line_density=WIRE.line_density, drag=0.5
    )
    scene.add(
        Curve(
            helix(RADIUS, STEEP, turns_here),
            id="wire",
            initial_shape=helix(THIN * RADIUS, float(drawn), turns_here),
            grid=121,
            material=material,
        )
    )
    simulation = Simulation(scene)
    start = grid_points(simulation, "wire")
    while simulation.time < 1.0:
        simulation.step()
    return simulation, start


def _torsion(x: np.ndarray) -> np.ndarray:
    """τ [1/m] along the edges inside a curve (n, 3): the angle between the planes of neighbouring turns."""
    k = turns(np.stack([x[:-2], x[1:-1], x[2:]], axis=1))
    k /= np.linalg.norm(k, axis=1)[:, None]
    edge = x[2:-1] - x[1:-2]
    length = np.linalg.norm(edge, axis=1)
    sine = np.einsum("nc,nc->n", np.cross(k[:-1], k[1:]), edge) / length
    return np.arctan2(sine, np.einsum("nc,nc->n", k[:-1], k[1:])) / length
