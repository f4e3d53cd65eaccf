"""Rigid bodies bounce: as fast as their restitution says, in the right order, and with no more energy than before."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Distance

WEIGHT = 9.81
APART = 0.101  # [m]: balls of 5 cm in a row
SLIPPERY = pl.Collision(friction=0.0)


def ball(**fields) -> pl.Rigid:
    return pl.Rigid(pl.shapes.ball(0.05), divisions=(4, 4, 4), mass=1.0, **fields)


def energy(simulation: pl.Simulation, names: list[str]) -> float:
    """Of motion and of weight, where there is some [J]."""
    gravity = 0.0 if simulation.parameters.gravity is None else WEIGHT
    kinetic = sum(float(simulation.probe("kinetic_energy", name)) for name in names)
    return kinetic + sum(
        gravity * float(simulation.probe("mass", name)) * float(simulation.probe("center", name)[2])
        for name in names
    )


def run(scene: pl.Scene, seconds: float) -> tuple[pl.Simulation, np.ndarray, np.ndarray]:
    """Step a scene; returns the energies and the centres (steps, bodies, 3) of its rigid bodies."""
    simulation = pl.Simulation(scene)
    names = [body.id for body in scene.bodies if isinstance(body, pl.Rigid)]
    energies, centers = [energy(simulation, names)], []
    for _ in range(round(seconds / scene.dt)):
        simulation.step()
        energies.append(energy(simulation, names))
        centers.append([simulation.probe("center", name) for name in names])
    return simulation, np.array(energies), np.array(centers)


@pytest.mark.parametrize("restitution", [0.8, 0.3])
def test_boxes_that_meet_flat_part_as_their_restitution_says(restitution):
    """To rounding: no corner is hit sooner than another. Momentum is kept."""
    scene = pl.Scene(gravity=None, collision=SLIPPERY)
    for k in range(2):
        fields = {"position": (0.15 * k, 0, 0), "velocity": (1.0 - k, 0, 0), "restitution": restitution}
        scene.add(pl.Rigid(pl.shapes.box(0.1, 0.1, 0.1), mass=1.0 + k, **fields), id=f"{k}")
    simulation, *_ = run(scene, 0.2)
    first, second = (np.asarray(simulation.probe("momentum", f"{k}")) for k in range(2))
    assert second[0] / 2.0 - first[0] == pytest.approx(restitution, abs=1e-9)
    assert np.abs(first + second - [1.0, 0.0, 0.0]).max() < 1e-12


def test_the_last_of_a_free_row_flies_off():
    """With e = 1 all others stop, whatever gaps there are between them; momentum is kept, and nobody is overtaken.

    Barriers push those apart that stopped within their reach, with less than a thousandth of the energy.
    """
    scene = pl.Scene(gravity=None, collision=SLIPPERY)
    for k, gap in enumerate((-0.03, 0.0, 0.0003, 0.02)):
        scene.add(
            ball(position=(APART * k + gap, 0, 0), velocity=(float(k == 0), 0, 0), restitution=1.0), id=f"{k}"
        )
    simulation, energies, centers = run(scene, 0.2)
    momenta = np.array([simulation.probe("momentum", f"{k}") for k in range(4)])
    assert np.abs(momenta.sum(axis=0) - [1.0, 0.0, 0.0]).max() < 1e-12
    assert momenta[-1, 0] == pytest.approx(1.0, abs=0.02)  # balls are polyhedra
    assert all(a[0] < b[0] for a, b in pairwise(centers[-1]))
    assert energies.max() < energies[0] * (1.0 + 1e-3)


@pytest.mark.parametrize(("rate", "restitution"), [(60, 1.0), (120, 1.0), (60, 0.5), (60, 0.0)])
def test_a_cradle_never_swings_higher_than_it_began(rate, restitution):
    """Joints take part in blows. Between these BDF2 takes and gives parts in a thousand; in the end it takes."""
    scene = pl.Scene(gravity=WEIGHT, dt=1 / rate, collision=SLIPPERY)
    for rail, y in (("front", -0.15), ("back", 0.15)):
        line = pl.shapes.line((0.0, y, 0.5), (2 * APART, y, 0.5))
        scene.add(pl.Curve(line, grid=3, material=pl.materials.ROPE), id=rail)
        scene.pin(rail, nodes=[0, 1, 2])
    for k in range(3):
        place = (-0.5 * np.sin(0.5), 0.0, 0.5 - 0.5 * np.cos(0.5)) if k == 0 else (APART * k, 0.0, 0.0)
        scene.add(ball(position=tuple(map(float, place)), restitution=restitution), id=f"{k}")
        for rail in ("front", "back"):
            scene.add(Distance((rail, k), pl.BodyPoint(f"{k}", center=True)))
    _, energies, centers = run(scene, 0.8)
    assert energies.max() <= energies[0] * (1.0 + 1e-6)
    assert np.diff(energies).max() < 3e-3 * energies[0]
    swings = centers[:, :, 0] - APART * np.arange(3)
    if restitution == 1.0:
        assert 0.95 < swings[:, 2].max() / -swings[0, 0] < 1.0
    if restitution == 0.0:
        assert swings[:, 2].max() < 0.5 * -swings[0, 0]


@pytest.mark.parametrize("obstacle", [pl.obstacles.Plane, pl.obstacles.Box], ids=["plane", "box"])
@pytest.mark.parametrize("restitution", [1.0, 0.5])
def test_a_ball_bounces_off_an_obstacle(obstacle, restitution):
    """To e² of its height, whatever part of a step has passed when it arrives; e = √(e₁e₂)."""
    fields = {} if obstacle is pl.obstacles.Plane else {"size": (1, 1, 0.2), "center": (0, 0, -0.1)}
    scene = pl.Scene(gravity=WEIGHT, dt=1 / 120)
    scene.add(obstacle(restitution=restitution**2, **fields))
    scene.add(ball(position=(0, 0, 0.45), restitution=1.0), id="ball")
    _, energies, centers = run(scene, 0.8)
    heights = centers[:, 0, 2] - 0.05
    landed = int(np.argmin(heights[:48]))
    assert heights[landed:].max() / 0.4 == pytest.approx(restitution**2, abs=0.01)
    assert np.diff(energies).max() < 1e-4 * energies[0]  # barriers give back a little of what they stored


def test_what_meets_a_moving_wall_is_thrown_as_fast_again():
    """A wall that comes with u gives a ball at rest (1 + e) u."""
    scene = pl.Scene(gravity=None)
    motion = pl.obstacles.Motion(times=(0, 1), shifts=((0, 0, 0), (0, 0, 1)), smooth=False)
    scene.add(pl.obstacles.Plane(restitution=1.0, motion=motion))
    scene.add(ball(position=(0, 0, 0.2), restitution=0.64), id="ball")
    simulation, *_ = run(scene, 0.4)
    assert simulation.probe("momentum", "ball")[2] == pytest.approx(1.8, abs=1e-6)


@pytest.mark.parametrize("restitution", [1.0, 0.6])
def test_boxes_that_tumble_onto_a_floor_gain_no_energy(restitution):
    scene = pl.Scene(gravity=WEIGHT, collision=SLIPPERY)
    scene.add(pl.obstacles.Plane(restitution=restitution))
    random = np.random.default_rng(1)
    for k in range(3):
        fields = {"rotation": random.uniform(-1, 1, 3).tolist(), "spin": random.uniform(-5, 5, 3).tolist()}
        place = (0.02 * k, 0.01 * k, 0.12 + 0.14 * k)
        box = pl.Rigid(
            pl.shapes.box(0.1, 0.07, 0.05), density=500, position=place, restitution=restitution, **fields
        )
        scene.add(box, id=f"{k}")
    _, energies, _ = run(scene, 0.5)
    assert np.diff(energies).max() < 1e-3 * energies[0]
    assert energies.max() < energies[0] * (1.0 + 1e-6)
