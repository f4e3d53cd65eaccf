"""Sticky and moving obstacles: what they hold, what pulls matter off, and what they take along."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.contact import kernels
from pliant.contact.adhesion import AdhesionTerms, adhesion, adhesive_grip
from pliant.contact.fields import DistanceField
from pliant.contact.responses import penalty_terms
from pliant.simulation import Simulation

STRENGTH, REACH = 100.0, 0.005
DENSITY = 1.0  # [kg/m²]
CONTACT = pl.responses.Barrier(margin=0.002)
SHEET = pl.Sheet(membrane=500.0, bending=1e-2, area_density=DENSITY, damping=1e-3)


def test_terms_are_derivatives_of_the_energy():
    terms, h = AdhesionTerms(STRENGTH, REACH, 0.002), 1e-7
    for f in np.linspace(0.0021, 0.0069, 13):
        (a, da, _), (b, db, _) = (penalty_terms(terms, f + side * h) for side in (-1, 1))
        _, dE, d2E = penalty_terms(terms, f)
        assert (b - a) / (2 * h) == pytest.approx(dE, rel=1e-5, abs=1e-5 * STRENGTH)
        assert (db - da) / (2 * h) == pytest.approx(d2E, rel=1e-5, abs=1e-5 * STRENGTH / REACH)


def test_the_pull_has_a_largest_value_and_costs_what_is_said():
    terms = AdhesionTerms(STRENGTH, REACH, 0.0)
    f = np.linspace(-0.001, 0.006, 7001)
    pulls = [adhesion(terms, one)[1] for one in f]
    assert max(pulls) == pytest.approx(STRENGTH, rel=1e-6)
    assert pulls[0] == pulls[-1] == 0.0
    assert adhesion(terms, 0.0)[0] == pytest.approx(-STRENGTH * REACH * 9 / 16)
    assert adhesive_grip(terms, -1.0) == STRENGTH and adhesive_grip(terms, REACH) == 0.0


def test_gradient_and_hessian_agree_with_differences():
    field = DistanceField(pl.obstacles.Sphere(1.0).geometry())
    terms, weights, nodes = AdhesionTerms(STRENGTH, REACH, 0.0), np.full(20, 0.3), np.arange(20)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(3, 20))
    x *= (1.0 + REACH * np.linspace(0.03, 0.97, 20)) / np.linalg.norm(x, axis=0)

    def gradient(x):
        out = np.zeros((3, 20))
        kernels.add_gradient(field, terms, x, nodes, weights, out)
        return out

    blocks, h = np.zeros((6, 20)), 1e-7
    kernels.add_hessian_diagonal(field, terms, x, nodes, weights, blocks)
    semidefinite = blocks.copy()
    kernels.add_field_curvature(field, terms, x, nodes, weights, blocks)
    full = np.array(
        [[blocks[0], blocks[1], blocks[2]], [blocks[1], blocks[3], blocks[4]], [*blocks[[2, 4, 5]]]]
    )
    assert (semidefinite[[0, 3, 5]].sum(axis=0) >= 0.0).all()
    for axis in range(3):
        step = np.zeros((3, 1))
        step[axis] = h
        difference = (gradient(x + step) - gradient(x - step)) / (2 * h)
        assert difference == pytest.approx(full[axis], rel=1e-4, abs=1e-4 * STRENGTH / REACH)
        a, b = (
            np.array(
                [kernels.energy(field, terms, x + s * step, nodes[k : k + 1], weights) for k in range(20)]
            )
            for s in (-1, 1)
        )
        assert (b - a) / (2 * h) == pytest.approx(gradient(x)[axis], rel=1e-4, abs=1e-4 * STRENGTH)


def under_a_ceiling(strength: float, integrator=None, dt: float = 0.005, **ceiling) -> Simulation:
    """A sheet that touches a sticky ceiling from below."""
    scene = pl.Scene(gravity=10.0, dt=dt, integrator=integrator or pl.BackwardEuler(), contact=CONTACT)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.2, 0.2), id="sheet", grid=(4, 4), material=SHEET, position=(0, 0, -0.002)
        )
    )
    scene.add(
        pl.obstacles.Plane(
            (0, 0, -1.0), (0, 0, 0.0), id="ceiling", stickiness=strength, reach=REACH, **ceiling
        )
    )
    return Simulation(scene)


def run(simulation: Simulation, seconds: float) -> np.ndarray:
    while simulation.time < seconds - 1e-9:
        simulation.step()
    return simulation.positions("sheet")


@pytest.mark.parametrize("share", [0.8, 1.25])
def test_a_sheet_hangs_from_a_sticky_ceiling_unless_it_is_too_heavy(share):
    """Its weight is 10 Pa; let down slowly from the surface it may swing to where the traction is largest."""
    z = run(under_a_ceiling(10.0 / share, integrator=pl.BackwardEuler(), dt=0.01), 0.5)[:, 2]
    if share < 1.0:
        u = (-z.mean() - 0.002) / REACH
        assert 6.75 * u * (1 - u) ** 2 == pytest.approx(share, rel=1e-3) and u < 1 / 3
    else:
        assert z.max() < -0.5


@pytest.mark.parametrize("integrator", [pl.BDF2(), pl.Midpoint()], ids=["implicit", "explicit"])
def test_a_sticky_wall_holds_against_sliding(integrator):
    """Gravity is a tenth of the strength: it creeps at a tenth of v₀ (in explicit steps, of 2·limit·Δt/m)."""
    scene = pl.Scene(gravity=10.0, dt=0.002, integrator=integrator, contact=CONTACT)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.2, 0.2), id="sheet", grid=(4, 4), material=SHEET,
            position=(0.002, 0, 0), rotation=(0, np.pi / 2, 0),
        )
    )  # fmt: skip
    scene.add(pl.obstacles.Plane((1.0, 0, 0), stickiness=STRENGTH, reach=REACH))
    simulation = Simulation(scene)
    start = simulation.positions("sheet")
    x = run(simulation, 0.3)
    slowest = 1e-3 if isinstance(integrator, pl.BDF2) else 2 * STRENGTH * 0.002 / DENSITY
    fall = start[:, 2] - x[:, 2]
    assert fall == pytest.approx(0.1 * slowest * 0.3, rel=0.05)


@pytest.mark.parametrize("integrator", [pl.BDF2(), pl.RK4()], ids=["implicit", "explicit"])
def test_a_moving_sticky_obstacle_takes_a_sheet_along(integrator):
    motion = pl.obstacles.Motion((0.1, 0.6), ((0, 0, 0), (0.1, 0, 0.2)))
    simulation = under_a_ceiling(200.0, integrator, dt=0.002, motion=motion)
    start = simulation.positions("sheet").mean(axis=0)
    end = run(simulation, 0.8).mean(axis=0)
    slip = 0.01 if isinstance(integrator, pl.BDF2) else 0.02
    assert end - start == pytest.approx([0.1, 0.0, 0.2], abs=slip)
    vertices = simulation.moved_obstacles()["ceiling"]
    assert vertices.mean(axis=0) == pytest.approx([0.1, 0.0, 0.2], abs=1e-6)


def test_a_motion_is_smooth_or_straight_and_rests_at_its_ends():
    smooth = pl.obstacles.Motion((1.0, 2.0), ((0, 0, 0), (0, 0, 4.0)))
    straight = smooth.model_copy(update={"smooth": False})
    assert [smooth.at(t)[2] for t in (0.0, 1.0, 1.25, 1.5, 2.0, 3.0)] == pytest.approx([0, 0, 0.625, 2, 4, 4])
    assert [straight.at(t)[2] for t in (0.0, 1.25, 3.0)] == pytest.approx([0, 1.0, 4])
    assert straight.velocity(1.5, 0.1)[2] == pytest.approx(4.0)


def test_impossible_motions_are_refused():
    with pytest.raises(pl.SceneError, match="increase"):
        pl.obstacles.Motion((1.0, 1.0), ((0, 0, 0), (0, 0, 1)))
    with pytest.raises(pl.SceneError, match="one for each of the 2"):
        pl.obstacles.Motion((1.0, 2.0), ((0, 0, 0),))
    with pytest.raises(pl.SceneError, match="neither its projection nor its restitution"):
        under_a_ceiling(0.0, restitution=0.5, motion=pl.obstacles.Motion((0.0,), ((0, 0, 1),)))


STICKS = pl.Sticks(mass=0.01)


@pytest.mark.parametrize("strength", [1e3, 2e4])
def test_sticks_hang_still_from_a_sticky_ceiling(strength):
    """Constraints hold them, however strong it is."""
    scene = pl.Scene(gravity=10.0, dt=1 / 60, contact=CONTACT)
    sheet = pl.Surface(pl.shapes.rectangle(0.2, 0.2), id="sheet", grid=(6, 6), material=STICKS)
    scene.add(sheet.model_copy(update={"position": (0.0, 0.0, -0.004)}))
    scene.add(pl.obstacles.Plane((0, 0, -1.0), (0, 0, 0.0), stickiness=strength, reach=REACH))
    assert run(Simulation(scene), 0.5)[:, 2] == pytest.approx(-0.002, abs=1e-5)


@pytest.mark.parametrize("holds", [True, False])
def test_sticks_come_off_under_more_than_they_are_held_by(holds):
    """Nodes of 10 g: one of 59 cm², the most there are, needs 16.9 Pa, one of 7.4 cm², at a corner, 135 Pa."""
    scene = pl.Scene(gravity=10.0, dt=0.01, contact=CONTACT)
    sheet = pl.Surface(pl.shapes.rectangle(0.2, 0.2), id="sheet", grid=(4, 4), material=STICKS)
    scene.add(sheet.model_copy(update={"position": (0.0, 0.0, -0.002)}))
    strength = 1.2 * 135.0 if holds else 16.9 / 1.2
    scene.add(pl.obstacles.Plane((0, 0, -1.0), (0, 0, 0.0), stickiness=strength, reach=REACH))
    z = run(Simulation(scene), 0.5)[:, 2]
    assert z == pytest.approx(-0.002, abs=1e-4) if holds else z.max() < -0.5


def test_sticks_do_not_slide_down_a_sticky_wall():
    scene = pl.Scene(gravity=10.0, dt=0.005, contact=CONTACT)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.2, 0.2), id="sheet", grid=(4, 4), material=STICKS,
            position=(0.002, 0, 0), rotation=(0, np.pi / 2, 0),
        )
    )  # fmt: skip
    scene.add(pl.obstacles.Plane((1.0, 0, 0), stickiness=1e3, reach=REACH))
    simulation = Simulation(scene)
    start = simulation.positions("sheet")
    assert run(simulation, 0.5) == pytest.approx(start, abs=1e-6)
