"""Stretch and bending are read where matter holds together, not over cracks."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SPRINGS = pl.Springs(stiffness=50.0, shear=10.0, bend=5.0, mass=1e-3)
CORD = pl.Cord(stretching=50.0, bending=1e-3, line_density=0.1)
SHEET = pl.shapes.rectangle(0.5, 0.5)


@pytest.mark.parametrize(
    "body",
    [
        pl.Surface(SHEET, grid=(6, 6), material=SPRINGS),
        pl.Surface(SHEET, grid=(6, 6), material=pl.Hybrid(slope=20.0, curvature=0.1, density=0.5)),
        pl.Surface(SHEET, grid=(6, 6), material="cotton"),
        pl.Curve(pl.shapes.line((-0.25, 0, 0), (0.25, 0, 0)), grid=6, material=CORD),
    ],
    ids=["springs", "hybrid", "sheet", "curve"],
)
def test_pieces_far_apart_are_not_stretched(body):
    scene = pl.Scene()
    scene.add(body.model_copy(update={"id": "body"}))
    simulation = pl.Simulation(scene)
    simulation.cut("body", [(0.0, -0.3, 0.0), (0.0, 0.3, 0.0)])
    parts = simulation.pieces("body")
    assert parts.max() == 1
    model, state = simulation.model.body("body"), simulation.state.bodies["body"]
    away = np.array([1.0, 0.0, 2.0])[:, None] * (parts == 1)
    state.x[:, model.layout.nodes] += away
    assert simulation.stretch("body") == pytest.approx(0.0, abs=1e-6)
    assert simulation.bending("body") == pytest.approx(0.0, abs=1e-6)
