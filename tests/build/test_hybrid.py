"""Hybrid bodies: a reference shape that moves as a rigid body, and what differs from it."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.build.model import build
from pliant.errors import SceneError
from pliant.shapes.pose import rotation_matrix

MATTER = pl.Hybrid(slope=50.0, density=2.0)


def model(body):
    return build(pl.Scene(bodies=[body])).bodies[0]


def sheet(material=MATTER, grid=(5, 7), **options):
    return pl.Surface(
        pl.shapes.Rectangle(width=0.8, height=1.2), id="sheet", grid=grid, material=material, **options
    )


def stored(made, move) -> float:
    """The energy after a map of the rest shape."""
    x = move(made.layout.gather(made.shape.positions))
    return sum(energy.stored(made.layout.spread(x)) for energy in made.elastic)


def test_the_frame_is_that_of_a_rigid_motion():
    energy = model(sheet()).elastic[0]
    turn, shift = rotation_matrix((0.3, -1.2, 2.0)), np.array([3.0, -2.0, 1.0])
    frame = energy.reference.frame(turn @ energy.reference.shape + shift[:, None])
    assert frame.rotation[0] == pytest.approx(turn, abs=1e-12)
    assert frame.centre[0] == pytest.approx(shift, abs=1e-12)


@pytest.mark.parametrize("grid", [(5, 7), (9, 9), (17, 5)])
def test_stretching_costs_the_same_on_every_grid(grid):
    """½ w₁ ε² per area."""
    made = model(sheet(grid=grid))
    assert stored(made, lambda x: x * (1.1, 1.0, 1.0)) == pytest.approx(0.5 * 50.0 * 0.01 * 0.96, rel=1e-9)


@pytest.mark.parametrize("grid", [(9, 9), (33, 9)])
def test_bending_costs_half_the_square_of_the_second_derivative(grid):
    """Along the first axis, where there is no second difference at the ends: one part in the number of cells."""
    made = model(sheet(pl.Hybrid(curvature=3.0, density=2.0), grid))
    bent = stored(made, lambda x: x + np.stack([0 * x[:, 0], 0 * x[:, 0], 0.5 * 0.1 * x[:, 0] ** 2], axis=1))
    exact = 0.5 * 3.0 * 0.1**2 * 0.96
    assert bent == pytest.approx(exact * (1 - 1 / (grid[0] - 1)), rel=1e-6)


def test_twisting_counts_twice():
    made = model(sheet(pl.Hybrid(curvature=3.0, density=2.0), (9, 9)))
    twisted = stored(
        made, lambda x: x + np.stack([0 * x[:, 0], 0 * x[:, 0], 0.01 * x[:, 0] * x[:, 1]], axis=1)
    )
    assert twisted == pytest.approx(0.5 * 3.0 * 2 * 0.01**2 * 0.96, rel=1e-3)


def test_a_broken_link_resists_nothing():
    whole = sheet(grid=(2, 2))
    broken = whole.model_copy(update={"broken_links": [((0, 0), (1, 0)), ((0, 1), (1, 1))]})
    pull = lambda x: x + np.stack([0.1 * np.sign(x[:, 0]), 0 * x[:, 0], 0 * x[:, 0]], axis=1)  # noqa: E731
    assert stored(model(whole), pull) > 0.1
    assert stored(model(broken), pull) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_momentum_and_angular_momentum_are_kept(integrator):
    scene = pl.Scene(gravity=None, dt=2e-3, integrator=integrator)
    box = pl.shapes.Box(0.4, 0.6, 1.0)
    stiff = pl.Hybrid(slope=2e4, density=1000.0)
    scene.add(pl.Solid(box, id="top", grid=(3, 3, 4), material=stiff, spin=(0.3, 4, 0.2), velocity=(1, 0, 0)))
    simulation = pl.Simulation(scene)
    body = simulation.model.bodies[0]
    mass = body.system.mass[body.layout.nodes][:, None]

    def momenta():
        x, v = simulation.positions("top"), simulation.velocities("top")
        return (mass * v).sum(axis=0), np.cross(x, mass * v).sum(axis=0)

    before = momenta()
    for _ in range(50):
        simulation.step()
    tolerance = 1e-3 if integrator == "bdf2" else 1e-8  # BDF2 is of second order for what turns
    for a, b in zip(before, momenta(), strict=True):
        assert a == pytest.approx(b, abs=tolerance * max(1.0, float(np.abs(a).max())))


def test_a_dent_in_a_hybrid_sheet_goes_away():
    scene = pl.Scene(gravity=None, dt=1 / 60)
    matter = pl.Hybrid(magnitude=200.0, slope=50.0, curvature=0.1, density=1.0, damping=0.05)
    scene.add(sheet(matter, (9, 9)))
    scene.pin("sheet", edges=["m0", "m1"])
    scene.add(pl.Grab("sheet", node=(4, 4), id="finger", to=(0, 0, -0.1)))
    scene.add(pl.Release("finger", time=0.3))
    simulation = pl.Simulation(scene)
    for _ in range(18):
        simulation.step()
    energy, state = simulation.model.bodies[0].elastic[0], simulation.state.bodies["sheet"]
    dented = np.abs(energy.deformation(state.x)).max()
    for _ in range(90):
        simulation.step()
    assert dented > 0.05
    assert np.abs(energy.deformation(state.x)).max() < 0.05 * dented


def test_nothing_that_resists_is_refused():
    with pytest.raises(SceneError, match="is not zero"):
        pl.Hybrid(density=1.0)
