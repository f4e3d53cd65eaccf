"""What an obstacle stops within a step does not bounce higher than it fell."""

from __future__ import annotations

import pytest

import pliant as pl

BODIES = {
    "rope": lambda z: pl.Curve(pl.shapes.line((0, 0, z), (1, 0, z)), grid=9, material="rope"),
    "cloth": lambda z: pl.Surface(
        pl.shapes.rectangle(1, 1, center=(0, 0, z)), grid=(8, 8), material="cotton"
    ),
    "block": lambda z: pl.Solid(
        pl.shapes.box(0.2, 0.2, 0.2, center=(0, 0, z)), grid=(3, 3, 3), material="steel"
    ),
}


@pytest.mark.parametrize("height", [0.5, 1.0, 1.1])
@pytest.mark.parametrize("name", BODIES)
def test_nothing_bounces_higher_than_it_fell(name, height):
    scene = pl.Scene(gravity=pl.EARTH)
    body = scene.add(BODIES[name](height))
    scene.add(pl.obstacles.Plane())
    simulation = pl.Simulation(scene)
    start = sum(simulation.energies().values())
    heights = []
    for _ in range(70):
        simulation.step()
        heights.append(simulation.positions(body)[:, 2].mean())
        assert sum(simulation.energies().values()) < 1.01 * start
    landed = heights.index(min(heights))
    assert min(heights) < 0.15 and max(heights[landed:]) < 0.95 * height
