"""Restitution and friction of obstacles: what bounces, how high, and that it comes to rest."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.simulation import Simulation

G, MARGIN = 9.81, 0.002
CONTACT = pl.responses.Barrier(margin=MARGIN)
# Fine enough that the error of free flight, gΔt/v of the height for schemes of first order, is below a percent.
STEPS = {
    "bdf2": 1e-3,
    "backward_euler": 1e-3,
    "semi_implicit": 1e-3,
    "explicit": 1e-3,
    "euler": 1e-3,
    "feynman": 1e-3,
    "midpoint": 1e-3,
    "rk4": 1e-3,
}


def dropped(integrator, dt, *, height=0.5, velocity=(0, 0, 0), **laws):
    """Two light masses that fall side by side from a height above the margin."""
    scene = pl.Scene(gravity=G, dt=dt, integrator=integrator, contact=CONTACT)
    cord = pl.materials.Cord(stretching=1.0, bending=0.0, line_density=0.1)
    z = height + MARGIN
    scene.add(
        pl.Curve(
            pl.shapes.line((0, 0, z), (0.1, 0, z)), grid=(2,), material=cord, velocity=velocity, id="masses"
        )
    )
    scene.add(pl.obstacles.Plane(**laws))
    return Simulation(scene)


def energy(simulation) -> float:
    return (
        sum(simulation.energies().values()) - simulation.model.body("masses").system.mass.sum() * G * MARGIN
    )


@pytest.mark.parametrize("e", [1.0, 0.6])
@pytest.mark.parametrize("integrator", STEPS)
def test_a_mass_that_falls_from_h_bounces_to_e_squared_h(integrator, e):
    simulation = dropped(integrator, STEPS[integrator], restitution=e)
    while simulation.velocities("masses")[0, 2] <= 0.0:
        simulation.step()
    top = 0.0
    while simulation.velocities("masses")[0, 2] > 0.0:
        simulation.step()
        top = max(top, simulation.positions("masses")[0, 2] - MARGIN)
    assert top == pytest.approx(0.5 * e * e, rel=0.015)


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_a_bounce_at_a_long_step_is_as_high_as_at_a_short_one(integrator):
    simulation = dropped(integrator, 1 / 60, height=1.0, restitution=0.7)
    heights = []
    for _ in range(50):
        simulation.step()
        heights.append(simulation.positions("masses")[0, 2] - MARGIN)
    low = int(np.argmin(heights))
    assert max(heights[low:]) == pytest.approx(0.49, rel=0.03)  # of the top, steps of 1/60 s miss a little


@pytest.mark.parametrize("integrator", ["bdf2", "feynman", "rk4", "explicit", "semi_implicit"])
def test_many_bounces_without_loss_add_no_energy(integrator):
    simulation = dropped(integrator, 2e-3, height=0.1, restitution=1.0)
    start = energy(simulation)
    for _ in range(500):
        simulation.step()
        # A leapfrog's velocities are half a step off: ½gΔt of √(2gh).
        assert energy(simulation) < 1.02 * start
    assert energy(simulation) > 0.7 * start


@pytest.mark.parametrize("integrator", STEPS)
def test_after_the_bounces_it_lies_still(integrator):
    simulation = dropped(integrator, 2e-3, height=0.02, restitution=0.5)
    for _ in range(500):
        simulation.step()
    before = simulation.positions("masses")
    for _ in range(20):
        simulation.step()
    assert np.abs(simulation.positions("masses") - before).max() < 1e-9
    assert before[:, 2] == pytest.approx(MARGIN, abs=1e-4)


@pytest.mark.parametrize("e", [0.0, 0.5])
@pytest.mark.parametrize("integrator", ["bdf2", "rk4", "euler", "feynman", "explicit", "semi_implicit"])
def test_friction_slows_what_slides_by_mu_g(integrator, e):
    mu, dt = 0.3, 1e-3
    simulation = dropped(integrator, dt, height=0.0, velocity=(2.0, 0, 0), restitution=e, friction=mu)
    for _ in range(20):
        simulation.step()
    before = simulation.velocities("masses")[0, 0]
    for _ in range(200):
        simulation.step()
    slowed = (before - simulation.velocities("masses")[0, 0]) / (200 * dt)
    assert slowed == pytest.approx(mu * G, rel=0.01)


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_a_blow_rubs_with_mu_times_its_impulse(integrator):
    """Coulomb's law over the blow: v_t is less by μ(1 + e)u."""
    mu, e, height = 0.2, 0.5, 0.5
    simulation = dropped(integrator, 1e-3, height=height, velocity=(5.0, 0, 0), restitution=e, friction=mu)
    while simulation.velocities("masses")[0, 2] <= 0.0:
        simulation.step()
    u = np.sqrt(2 * G * height)
    assert simulation.velocities("masses")[0, 0] == pytest.approx(5.0 - mu * (1 + e) * u, rel=0.01)


def block(integrator, dt, young, **laws):
    scene = pl.Scene(gravity=G, dt=dt, integrator=integrator, contact=CONTACT)
    matter = pl.materials.Bulk(young=young, poisson=0.3, density=1000.0)
    scene.add(
        pl.Solid(
            pl.shapes.box(0.4, 0.4, 0.2, center=(0, 0, 0.6)), grid=(4, 4, 3), material=matter, id="block"
        )
    )
    scene.add(pl.obstacles.Plane(**laws))
    return Simulation(scene)


def test_a_stiff_block_is_thrown_back_as_a_whole():
    """Only its lowest nodes are struck; within a step of 1/60 s its stiffness carries the blow through it."""
    tops = {}
    for e in (0.0, 0.5, 1.0):
        simulation = block("bdf2", 1 / 60, 1e7, restitution=e)
        heights = []
        for _ in range(60):
            simulation.step()
            heights.append(simulation.positions("block")[:, 2].mean() - 0.1)
        tops[e] = max(heights[int(np.argmin(heights)) :])
    assert tops[0.0] < 0.06
    assert tops[0.5] == pytest.approx(0.125, abs=0.03)
    assert 0.4 < tops[1.0] <= 0.5


@pytest.mark.parametrize("integrator, dt", [("bdf2", 1 / 60), ("rk4", 1e-3)])
def test_a_soft_block_that_bounces_gains_no_energy(integrator, dt):
    simulation = block(integrator, dt, 5e4, restitution=1.0)
    start = sum(simulation.energies().values())
    for _ in range(round(1.0 / dt)):
        simulation.step()
        assert sum(simulation.energies().values()) < 1.01 * start


@pytest.mark.parametrize("integrator, dt", [("bdf2", 1 / 60), ("rk4", 2e-3)])
def test_what_is_thrown_into_a_room_stays_there(integrator, dt):
    room = pl.obstacles.Room(
        (-0.5, -0.4, 0.0), (0.5, 0.6, 0.8), rotation=(0, 0, 0.3), restitution=0.9, friction=0.1
    )
    scene = pl.Scene(
        gravity=G, dt=dt, integrator=integrator, obstacles=[room], collision=False, contact=CONTACT
    )
    cloth = pl.materials.Sheet(membrane=20.0, bending=1e-4, area_density=0.2)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.3, 0.3, center=(0, 0, 0.4)), grid=(6, 6), material=cloth,
            velocity=(4.0, 2.5, 3.0), id="cloth",
        )
    )  # fmt: skip
    simulation = Simulation(scene)
    touched = set()
    for _ in range(round(1.0 / dt)):
        simulation.step()
        depth, normals = pl.contact.distance_at(room, simulation.positions("cloth"))
        assert depth.min() > -1e-3
        touched |= {tuple(np.round(n, 6)) for n, d in zip(normals, depth, strict=True) if d < 1.1 * MARGIN}
    assert len(touched) >= 3


def test_restitution_needs_a_barrier_or_a_penalty():
    scene = pl.Scene()
    with pytest.raises(
        pl.SceneError, match=r"restitution.*needs the response 'barrier' or 'penalty'.*'projection'"
    ):
        scene.add(pl.obstacles.Plane(restitution=0.5, response=pl.responses.Projection()))
    with pytest.raises(pl.SceneError, match="restitution"):
        pl.obstacles.Plane(restitution=1.5)


EXPLICIT = ("semi_implicit", "explicit", "euler", "feynman", "midpoint", "rk4")


def on_a_slope(integrator, dt, degrees, mu, speed=0.0):
    """A sheet on a slope, which is turned so that the plane is level."""
    angle = np.radians(degrees)
    g = (G * np.sin(angle), 0.0, -G * np.cos(angle))
    scene = pl.Scene(gravity=g, dt=dt, integrator=integrator, collision=False)
    sheet = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3)
    square = pl.shapes.rectangle(0.4, 0.4)
    scene.add(pl.Surface(square, grid=(5, 5), material=sheet, velocity=(speed, 0, 0), id="sheet"))
    scene.add(pl.obstacles.Plane(friction=mu))
    return Simulation(scene)


@pytest.mark.parametrize("dt", [1 / 240, 1 / 2000])
@pytest.mark.parametrize("integrator", EXPLICIT)
def test_a_sheet_slides_by_coulombs_law_and_sticks_below_its_angle_under_explicit_schemes(integrator, dt):
    """What slides is slowed down by μg to a thousandth, what sticks (25° with μ = 0.5: 26.6°) stays to a micrometre."""
    sliding = on_a_slope(integrator, dt, 0.0, 0.3, speed=1.0)
    sliding.step()
    begun, start = sliding.time, sliding.velocities("sheet")[:, 0].mean()
    for _ in range(round(0.1 / dt)):
        sliding.step()
    slower = start - sliding.velocities("sheet")[:, 0].mean()
    assert slower / (sliding.time - begun) == pytest.approx(0.3 * G, rel=1e-3)
    sticking = on_a_slope(integrator, dt, 25.0, 0.5)
    before = sticking.positions("sheet")[:, 0].mean()
    for _ in range(round(0.1 / dt)):
        sticking.step()
    assert sticking.positions("sheet")[:, 0].mean() == pytest.approx(before, abs=1e-6)


def test_a_block_sticks_after_it_has_landed_under_semi_implicit_steps():
    """It bounces for a third of a second, a centimetre down the slope; then nothing moves but what rounding does."""
    angle = np.radians(25.0)
    g = (G * np.sin(angle), 0.0, -G * np.cos(angle))
    scene = pl.Scene(gravity=g, dt=1 / 240, integrator="semi_implicit", collision=False)
    rubber = pl.Bulk(young=2e4, poisson=0.3, density=500.0, damping=0.002)
    scene.add(
        pl.Solid(pl.shapes.box(0.2, 0.2, 0.1), grid=(3, 3, 3), material=rubber, position=(0, 0, 0.0501)),
        id="block",
    )
    scene.add(pl.obstacles.Plane(friction=0.5))
    simulation = Simulation(scene)
    places = []
    for _ in range(240):
        simulation.step()
        places.append(simulation.positions("block")[:, 0].mean())
    assert places[-1] - places[0] < 0.015
    assert abs(places[-1] - places[143]) < 1e-4


def test_explicit_schemes_know_no_friction_of_what_moves_or_is_sticky():
    scene = pl.Scene(integrator="rk4")
    cord = pl.materials.Cord(stretching=1.0, line_density=0.1)
    scene.add(pl.Curve(pl.shapes.line((0, 0, 1), (1, 0, 1)), grid=4, material=cord))
    with pytest.raises(pl.SceneError, match="of an obstacle that is sticky needs an implicit integrator"):
        scene.add(pl.obstacles.Plane(friction=0.5, stickiness=1.0))
    lift = pl.obstacles.Motion(times=(0, 1), shifts=((0, 0, 0), (0, 0, 0.1)))
    with pytest.raises(pl.SceneError, match="of an obstacle that moves needs an implicit integrator"):
        scene.add(pl.obstacles.Plane(friction=0.5, motion=lift))
    with pytest.raises(pl.SceneError, match="needs a barrier or a penalty"):
        scene.add(pl.obstacles.Plane(friction=0.5, response=pl.responses.Projection()))
    scene.add(pl.obstacles.Plane(friction=0.5))


def test_sticks_know_no_restitution():
    scene = pl.Scene()
    scene.add(pl.Curve(pl.shapes.line((0, 0, 1), (1, 0, 1)), id="rope", grid=4, material=pl.Sticks(mass=0.1)))
    with pytest.raises(pl.SceneError, match="'rope' is made of them"):
        scene.add(pl.obstacles.Plane(restitution=0.5))


def test_a_room_needs_space():
    with pytest.raises(pl.SceneError, match=r"high\[2\]"):
        pl.obstacles.Room((0, 0, 1), (1, 1, 1))


@pytest.mark.parametrize("integrator", ["midpoint", "rk4"])
def test_the_penalty_alone_throws_nothing_higher_than_it_fell(integrator):
    simulation = dropped(integrator, 5e-4)
    highest = 0.0
    for step in range(2000):
        simulation.step()
        if step > 800:
            highest = max(highest, float(simulation.positions("masses")[:, 2].max()))
    assert highest <= 0.5 * 1.03 + MARGIN
