"""A run has the same bits wherever in memory its arrays happen to lie: checkpoints go on exactly as they were."""

from __future__ import annotations

import numpy as np

import pliant as pl


def test_sticks_among_obstacles_end_in_the_same_bits_wherever_their_arrays_lie():
    """Arrays that are kept in between put those of the next simulation elsewhere; one run in five was another one."""
    corners = ((-2.0, -2.0, 4.0), (2.0, -2.0, 4.0), (-2.0, 2.0, 4.0), (2.0, 2.0, 4.0))
    sheet = pl.shapes.b_spline(np.reshape(corners, (2, 2, 3)), degrees=(1, 1))
    scene = pl.Scene(gravity=9.82, dt=0.01, collision=False, contact=pl.responses.Projection())
    scene.add(pl.Surface(sheet, id="cloth", grid=(3, 4), material=pl.Sticks(drag=0.85), velocity=(0.9, 0, 0)))
    scene.add(pl.obstacles.Plane())
    scene.add(pl.obstacles.Sphere(1.1, center=(0.0, 1.0, 0.0)))
    scene.pin("cloth", corners=("01", "11"))
    rng, kept, ends = np.random.default_rng(0), [], set()
    for _ in range(40):
        kept.append(np.empty(rng.integers(1, 5000)))
        simulation = pl.Simulation(scene)
        simulation.step()
        ends.add(simulation.positions("cloth").tobytes())
    assert len(ends) == 1
