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


@pytest.mark.parametrize("along", [True, False], ids=["around", "through the poles"])
def test_what_is_torn_between_poles_is_left_out_alone(along):
    """Triangles at a pole have no area, and no number among those that are read."""
    links = [((m, 6), (m, 7)) for m in range(20)] if along else [((5, n), (6, n)) for n in range(13)]
    hybrid = pl.Hybrid(slope=20.0, curvature=0.1, density=0.5)
    ball = pl.Surface(
        pl.shapes.ellipsoid(0.5, 0.5, 0.5), id="ball", grid=(20, 13), periodic=(True, False), material=hybrid
    )
    simulation = pl.Simulation(pl.Scene(bodies=[ball.model_copy(update={"broken_links": tuple(links)})]))
    model, state = simulation.model.body("ball"), simulation.state.bodies["ball"]
    column, row = np.unravel_index(np.arange(260), (20, 13))
    state.x[0, model.layout.nodes] += 1.0 * (row > 6) * along
    assert simulation.stretch("ball") == pytest.approx(0.0, abs=1e-6)
    state.x[:, model.layout.nodes] *= 1.05
    assert simulation.stretch("ball")[(row == 3) & (column > 7)] == pytest.approx(0.05, abs=1e-6)
