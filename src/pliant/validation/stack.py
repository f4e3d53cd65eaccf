"""Ten blocks, one upon the other, stand.

A block stands on another one if its centre of mass is above it, and so does a stack, whatever its height: friction has
nothing to carry, and gaps are such that the barrier carries the weight of all blocks above. Ten cubes of 0.2 m are put
on each other a little askew, and after one second, in which they settle, no node goes farther than 1 mm from where it
is within the next ten. Weights are what contact carries: at rest the normal forces of all pairs, across their planes,
are those of

    Σ N = Σₖ (10 − k) m g ,   k = 0 … 9 .                                                                 (1)

The matter is as stiff as plastic: a tower of jelly sways for long.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, close
from pliant.forces import EARTH
from pliant.model import Bulk, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

BLOCKS, SIZE, DENSITY = 10, 0.2, 1000.0
DT, SETTLING, SECONDS = 1.0 / 60.0, 1.0, 10.0
PLASTIC = Bulk(young=1e9, poisson=0.3, density=DENSITY, damping=0.01)
_GAP = 0.0095  # [m], a little less than the thickness of such coarse cubes


def run() -> Result:
    simulation = _stack()
    names = [f"block{k}" for k in range(BLOCKS)]
    times, creep, start = [], [], None
    for _ in range(round((SETTLING + SECONDS) / DT)):
        simulation.step()
        if simulation.time >= SETTLING:
            places = [simulation.positions(name) for name in names]
            start = places if start is None else start
            away = [np.linalg.norm(a - b, axis=1).max() for a, b in zip(places, start, strict=True)]
            times.append(simulation.time)
            creep.append(1e3 * float(max(away)))
    contact = simulation._world.contact
    assert contact is not None
    weight = DENSITY * SIZE**3 * EARTH * BLOCKS * (BLOCKS + 1) / 2  # (1)
    checks = [
        at_most("the farthest that a node creeps in 10 s", max(creep), 1.0, "mm"),
        close("all normal forces", contact.pressing, weight, 1e-2, "N"),
        at_most("steps that were not solved", float(simulation.unconverged), 0.0),
    ]
    plot = Plot("A stack of ten blocks", "time [s]", "farthest from where it was after 1 s [mm]")
    plot = plot.theory("at most", [SETTLING, times[-1]], [1.0, 1.0]).computed("computed", times, creep)
    return Result("stack", "A stack stands", checks, [plot], __doc__ or "")


def _stack() -> Simulation:
    scene = Scene(gravity=EARTH, dt=DT)
    corners = [(i, j, k) for i in range(2) for j in range(2) for k in range(2)]
    ground = Solid(box(1.0, 1.0, 0.1), grid=(2, 2, 2), material=PLASTIC, position=(0.0, 0.0, -0.05))
    scene.add(ground, id="ground")
    scene.pin("ground", nodes=corners)
    for k in range(BLOCKS):
        place = (0.01 * (-1) ** k, 0.003 * (k % 3), 0.5 * SIZE + _GAP + (SIZE + _GAP) * k)
        block = Solid(box(SIZE, SIZE, SIZE), grid=(2, 2, 2), material=PLASTIC, position=place)
        scene.add(block, id=f"block{k}")
    return Simulation(scene)
