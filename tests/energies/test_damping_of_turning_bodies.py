"""Internal damping resists changes of shape, not turning."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SPIN = (1.0, 2.0, 10.0)
DAMPED = {"damping": 0.1}
CORD = pl.Cord(stretching=1.5e4, bending=0.4, torsion=0.3, line_density=0.1)
RUBBER = pl.Bulk(young=1e7, poisson=0.3, density=1000.0)
SHEET = pl.Elastic(young=1e7, thickness=1e-3, density=1000.0)
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0.2], [0, 1, 0.3]])

BODIES = {
    "coil": lambda more: pl.Curve(
        pl.shapes.helix(0.2, turns=2.0), grid=20, material=CORD.model_copy(update=more), spin=SPIN
    ),
    "sheet": lambda more: pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(6, 6), material=SHEET.model_copy(update=more), spin=SPIN
    ),
    "block": lambda more: pl.Solid(
        pl.shapes.box(1, 1, 1), grid=(3, 3, 3), material=RUBBER.model_copy(update=more), spin=SPIN
    ),
    "triangles": lambda more: pl.Mesh(
        CORNERS, triangles=[[0, 1, 2], [0, 2, 3]], material=SHEET.model_copy(update=more), spin=SPIN
    ),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_turns_is_not_stretched_by_its_damping(name):
    stretch = []
    for more in ({}, DAMPED):
        scene = pl.Scene()
        scene.add(BODIES[name](more), id="body")
        simulation = pl.Simulation(scene)
        for _ in range(30):
            simulation.step()
        stretch.append(float(simulation.stretch("body").max()))
    free, damped = stretch
    assert damped < 1.5 * free + 1e-5
