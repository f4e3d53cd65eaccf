"""What nothing holds keeps its momentum, however far the equations of a step are solved."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SHEET = pl.Sheet(membrane=200.0, bending=0.02, area_density=0.3)
BULK = pl.Bulk(young=1e4, poisson=0.4, density=100.0, damping=0.005)
CORNERS = [(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0.5, 0.5, 0.5)]
SCATTERED = pl.Fracture(0.1, scatter=0.3, seed=2)
SPUN = {"id": "body", "velocity": (1.0, 0.0, 0.5), "spin": (3.0, 20.0, 12.0)}

BODIES = {
    "sheet": lambda: pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(12, 12), material=SHEET, fracture=SCATTERED, **SPUN
    ),
    "solid": lambda: pl.Solid(
        pl.shapes.box(0.5, 0.5, 0.5), grid=(4, 4, 4), material=BULK, fracture=SCATTERED, **SPUN
    ),
    "tetrahedra": lambda: pl.Mesh(
        CORNERS,
        tetrahedra=[(0, 1, 2, 3), (1, 2, 3, 4)],
        material=BULK,
        flow=pl.Maxwell(0.1),
        fracture=pl.Fracture(5.0),  # that may part, but does not
        **SPUN,
    ),
}


def momenta(simulation: pl.Simulation) -> np.ndarray:
    """Of the pieces, (n, 3), the heaviest first."""
    return np.array([piece.momentum for piece in simulation.debris("body")])


@pytest.mark.parametrize("kind", BODIES)
def test_momentum_is_kept_by_default(kind):
    scene = pl.Scene(dt=0.002)
    scene.add(BODIES[kind]())
    simulation = pl.Simulation(scene)
    start = momenta(simulation).sum(axis=0)
    for _ in range(60):
        simulation.step()
    pieces = momenta(simulation)
    assert (len(pieces) > 1) == (kind != "tetrahedra")
    assert np.abs(pieces.sum(axis=0) - start).max() < 1e-12 * np.abs(start).max()


def test_so_do_pieces_after_the_last_break():
    scene = pl.Scene(dt=0.002)
    scene.add(BODIES["sheet"]())
    simulation = pl.Simulation(scene)
    before, count = momenta(simulation), -1
    for _ in range(80):
        broken = simulation.debris("body")
        if len(broken) != count:
            before, count = momenta(simulation), len(broken)
        simulation.step()
        if len(simulation.debris("body")) == count > 1:
            after = momenta(simulation)
            assert np.abs(after - before).max() < 1e-12 * np.abs(before).max()
            before = after
    assert count > 1


def test_a_body_that_is_held_moves_only_as_its_pins_let_it():
    scene = pl.Scene(dt=0.002, gravity=pl.EARTH)
    scene.add(BODIES["sheet"]())
    scene.pin("body", corners=("00",))
    simulation = pl.Simulation(scene)
    start = simulation.positions("body")[0, 0].copy()
    for _ in range(10):
        simulation.step()
    np.testing.assert_array_equal(simulation.positions("body")[0, 0], start)
