"""A half-cylinder, pressed flat and let go, is a half-cylinder again, whichever way it is curved.

Document 000 leaves this open (§3.2.3, §7.1.1): the published bending force pushes away from the rest shape where
B < 0, and with |β| it flattens every curved shape. The true gradient of ∫½ΔB:𝔻:ΔB has the rest shape as its
minimum for either sign of B⁰. The sheet starts flat and at rest, unfolds, swings and is slowed by drag; what remains is
compared with the rest shape after the best rigid motion (Kabsch).
"""

from __future__ import annotations

from math import comb

import numpy as np

from pliant.checks import at_least, at_most
from pliant.model import Elastic, Surface
from pliant.scene.schema import Scene
from pliant.shapes import bezier, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import apart, grid_points, rest_points

RADIUS, WIDTH, GRID, ORDER = 0.1, 0.15, (25, 9), 7
SECONDS = 1.2


def run() -> Result:
    checks = []
    plot = Plot("A half-cylinder pressed flat and let go", "x [m]", "z [m]", equal=True)
    for sign in (1, -1):
        scene = Scene(collision=False, dt=1 / 120)
        spring = Elastic(young=3e9, poisson=0.3, thickness=1e-3, density=1200.0, drag=40.0, damping=2e-4)
        scene.add(
            Surface(
                arc(sign),
                id="shell",
                initial_shape=rectangle(np.pi * RADIUS, WIDTH),
                grid=GRID,
                material=spring,
            )
        )
        simulation = Simulation(scene)
        rest = rest_points(simulation, "shell")
        way = "up" if sign > 0 else "down"
        pressed = apart(grid_points(simulation, "shell"), rest)[0]
        for step in range(round(SECONDS / scene.dt)):
            if sign > 0 and step in (1, 3, 6):
                plot = plot.computed(f"t = {1e3 * step * scene.dt:.0f} ms", *_profile(simulation))
            simulation.step()
        distance, aligned = apart(grid_points(simulation, "shell"), rest)
        checks.append(
            at_least(f"curved {way}: distance from rest when flat, in radii", pressed / RADIUS, 0.2)
        )
        checks.append(
            at_most(f"curved {way}: distance from rest afterwards, in radii", distance / RADIUS, 1e-3)
        )
        middle = aligned[:, GRID[1] // 2]
        plot = plot.computed(f"after 1.2 s, curved {way}", middle[:, 0], middle[:, 2])
        middle = rest[:, GRID[1] // 2]
        plot = plot.theory(f"at rest, curved {way}", middle[:, 0], middle[:, 2])
    return Result("half_cylinder", "Curved rest shapes", checks, [plot], __doc__ or "")


def arc(sign: int):
    """A half-cylinder along y as a Bézier patch; `sign` tells to which side of the surface it is curved."""
    s = np.linspace(0.0, 1.0, 201)
    circle = RADIUS * np.stack([-np.cos(np.pi * s), sign * np.sin(np.pi * s)], axis=1)
    basis = np.ones((len(s), ORDER + 1))
    for k in range(ORDER + 1):  # Bernstein
        basis[:, k] = s**k * (1 - s) ** (ORDER - k) * comb(ORDER, k)
    control = np.linalg.lstsq(basis, circle, rcond=None)[0]
    points = [
        (float(control[j, 0]), (i / ORDER - 0.5) * WIDTH, float(control[j, 1]))
        for i in range(ORDER + 1)
        for j in range(ORDER + 1)
    ]
    return bezier(points, order=ORDER)


def _profile(simulation: Simulation) -> tuple[np.ndarray, np.ndarray]:
    middle = grid_points(simulation, "shell")[:, GRID[1] // 2]
    return middle[:, 0], middle[:, 2] - middle[:, 2].min()
