"""Obstacles that move nodes after a step, by projection or restitution, and other bodies in the way of that."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.build.hulls import meetings
from pliant.collision.intersections import intersections
from pliant.integrators.island import Island

SOFT = pl.Springs(stiffness=10.0, mass=0.2)


def two_sheets(integrator: str, material, dt: float = 1 / 60, **obstacle) -> pl.Scene:
    """One above the other, 6 mm apart, on their way down to a large ball."""
    scene = pl.Scene(gravity=pl.EARTH, integrator=integrator, dt=dt)
    for k in range(2):
        scene.add(
            pl.Surface(
                pl.shapes.rectangle(0.4, 0.4), id=f"sheet {k}", grid=(9, 9), material=material,
                position=(0.003 * k, 0.002 * k, 0.02 + 0.006 * k), velocity=(0, 0, -2.0), contact_thickness=0.004,
            )
        )  # fmt: skip
    scene.add(pl.obstacles.Sphere(0.6, (0, 0, -0.6), **obstacle))
    return scene


def crossings(simulation: pl.Simulation) -> int:
    """How many edges are in faces, of all that meet."""
    found = meetings(simulation.model)
    x = {body.name: simulation.state.bodies[body.name].x for body in found.bodies}
    return len(intersections(found.hulls, found.places(x, simulation.time), found.meets))


CASES = {
    "bdf2": ("bdf2", "cotton", 1 / 60, 16),
    "backward_euler": ("backward_euler", "cotton", 1 / 60, 16),
    "sticks": ("bdf2", pl.Sticks(mass=1e-3), 1 / 60, 16),
    "explicit": ("explicit", SOFT, 1e-3, 40),
    "rk4": ("rk4", SOFT, 1e-3, 40),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_put_back_on_a_surface_crosses_nothing(case):
    """A step brings the lower sheet 3 cm into the ball, and the upper one is nearer than that."""
    integrator, material, dt, steps = CASES[case]
    simulation = pl.Simulation(two_sheets(integrator, material, dt, response=pl.responses.Projection()))
    for _ in range(steps):
        simulation.step()
        assert crossings(simulation) == 0


def test_without_looking_it_would_cross(monkeypatch):
    """What the test above tells apart."""
    monkeypatch.setattr(Island, "_pushes", lambda island: [None] * len(island.members))
    simulation, most = pl.Simulation(two_sheets("bdf2", "cotton", response=pl.responses.Projection())), 0
    for _ in range(3):
        simulation.step()
        most = max(most, crossings(simulation))
    assert most > 0


def test_what_is_left_inside_comes_out_later():
    """Up to what folds hold back, which press on each other: less than half of the 3 cm that a step falls."""
    simulation = pl.Simulation(two_sheets("bdf2", "cotton", response=pl.responses.Projection()))
    (ball,) = simulation.parameters.obstacles
    for _ in range(30):
        simulation.step()
    for name in ("sheet 0", "sheet 1"):
        assert pl.contact.distance_at(ball, simulation.positions(name))[0].min() > -15e-3


@pytest.mark.parametrize("case", ["bdf2", "backward_euler", "explicit", "rk4"])
def test_what_is_thrown_back_crosses_nothing(case):
    integrator, material, dt, steps = CASES[case]
    simulation = pl.Simulation(two_sheets(integrator, material, dt, restitution=0.7))
    for _ in range(steps):
        simulation.step()
        assert crossings(simulation) == 0


def test_a_body_alone_is_put_back_as_without_contact():
    """The same bits: nothing is in the way."""
    found = []
    for collision in (True, False):
        scene = two_sheets("bdf2", "cotton", response=pl.responses.Projection())
        both = pl.Collision(bodies=collision, itself=collision)
        scene = scene.model_copy(update={"bodies": scene.bodies[:1], "collision": both})
        simulation = pl.Simulation(scene)
        for _ in range(8):
            simulation.step()
        found.append(np.array(simulation.positions("sheet 0")))
    assert np.array_equal(*found)
