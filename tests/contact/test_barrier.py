"""The barrier of obstacles: whatever pulls, pushes or flies, nothing comes to their surface."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.simulation import Simulation

ROPE = pl.Cord(stretching=2e4, line_density=0.1, radius=0.005, bending=1e-4)


def sheet(nodes: int = 12, **options) -> pl.Surface:
    return pl.Surface(
        pl.shapes.rectangle(0.4, 0.4), id="sheet", grid=(nodes, nodes), material="cotton", **options
    )


def away(simulation: Simulation, obstacle, body: str = "sheet", shift=(0.0, 0.0, 0.0)) -> float:
    """How far the nearest node is from the surface [m]."""
    return float(pl.contact.distance_at(obstacle, simulation.positions(body) - shift)[0].min())


@pytest.mark.parametrize("stiffness", [1e2, 1e4, 1e6])
def test_a_rope_that_is_pulled_over_a_ball_never_sinks_in(stiffness):
    """With hundreds of its own weight, and with ten thousands."""
    ball = pl.obstacles.Sphere(0.1)
    scene = pl.Scene(gravity=pl.EARTH)
    line = pl.shapes.line((-1, 0, 0.15), (1, 0, 0.15))
    scene.add(pl.Curve(line, id="rope", grid=41, material=ROPE))
    scene.add(ball)
    simulation = Simulation(scene)
    for node, side in ((0, -1.0), (40, 1.0)):
        name = f"hand {node}"
        simulation.apply(pl.Grab("rope", node=node, id=name, stiffness=stiffness))
        simulation.apply(pl.Move(name, to=(0.7 * side, 0, -1.0), seconds=0.4))
    for _ in range(40):
        simulation.step()
        assert away(simulation, ball, "rope") > 0.0
    assert simulation.unconverged <= 1


@pytest.mark.parametrize("speed", [1.0, 30.0, 1000.0])
@pytest.mark.parametrize("scheme", ["bdf2", "backward_euler", "explicit"])
def test_nothing_passes_a_thin_plate_at_any_speed(speed, scheme):
    plate = pl.obstacles.Ellipsoid((50.0, 50.0, 0.002))  # so wide that nothing slides off
    scene = pl.Scene(integrator=scheme, dt=1 / 60 if scheme != "explicit" else 1e-4)
    height = 0.3 if scheme != "explicit" else 0.01 + 3.5 * speed * scene.dt
    cloth = sheet(6, position=(0, 0, height), velocity=(0, 0, -speed))
    soft = pl.Springs(stiffness=40.0, damping=0.02, mass=1e-3)  # a step is short enough for it
    scene.add(cloth.model_copy(update={"material": soft}) if scheme == "explicit" else cloth)
    scene.add(plate)
    simulation = Simulation(scene)
    for _ in range(int(1.5 * height / scene.dt / speed) + 5):
        simulation.step()
        assert away(simulation, plate) > 0.0
        assert simulation.positions("sheet")[:, 2].min() > 0.0
    assert simulation.velocities("sheet")[:, 2].max() > -0.9 * speed  # it has been there


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_an_obstacle_that_comes_takes_along_what_is_in_its_way(speed):
    way = pl.obstacles.Motion((0.0, 0.2), ((0, 0, 0), (0, 0, 0.2 * speed)), smooth=False)
    ball = pl.obstacles.Sphere(0.1, (0, 0, -0.2), motion=way)
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(sheet())
    scene.add(ball)
    simulation = Simulation(scene)
    for k in range(1, 13):
        simulation.step()
        assert away(simulation, ball, shift=way.at(k / 60)) > 0.0
    assert simulation.positions("sheet")[:, 2].max() > 0.19 * speed - 0.1


def test_a_pin_that_an_obstacle_runs_over_is_an_error_that_names_both():
    way = pl.obstacles.Motion((0.0, 0.5), ((0, 0, 0), (0, 0, 1.0)))
    scene = pl.Scene(gravity=pl.EARTH)
    scene.pin(scene.add(sheet()), corners=("00",))
    scene.add(pl.obstacles.Sphere(0.3, (-0.2, -0.2, -0.4), motion=way), id="ball")
    simulation = Simulation(scene)
    with pytest.raises(pl.SimulationError, match="'sheet' is driven into obstacle 'ball'"):
        for _ in range(60):
            simulation.step()
    assert np.isfinite(simulation.positions("sheet")).all()


@pytest.mark.parametrize("height", [0.0, 1e-3, 5e-3])
def test_what_lies_on_the_floor_at_the_start_is_not_thrown_up(height):
    """Of a coarse sheet the usual margin is 4.5 mm: felt at once it would leave with 0.3 m/s."""
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(sheet(position=(0, 0, height)))
    scene.add(pl.obstacles.Plane())
    simulation = Simulation(scene)
    for _ in range(20):
        simulation.step()
        assert simulation.positions("sheet")[:, 2].max() < height + 2e-3


def test_a_coarse_cloth_on_a_ball_shows_no_holes():
    """The middles of its edges and cells are outside, too: half the thickness is more than the sagitta of an edge."""
    ball = pl.obstacles.Sphere(0.3, (0, 0, -0.3), friction=0.5)
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.0)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1, 1), id="sheet", grid=(16, 16), material="cotton", position=(0, 0, 0.05)
        )
    )
    scene.add(ball)
    simulation = Simulation(scene)
    for _ in range(60):
        simulation.step()
    x = simulation.positions("sheet").reshape(16, 16, 3)
    across = 0.5 * (x[1:, 1:] + x[:-1, :-1]), 0.5 * (x[1:, :-1] + x[:-1, 1:])
    for points in (x, 0.5 * (x[1:] + x[:-1]), 0.5 * (x[:, 1:] + x[:, :-1]), *across):
        assert pl.contact.distance_at(ball, points.reshape(-1, 3))[0].min() > 0.0


def test_a_body_that_starts_inside_comes_out():
    ball = pl.obstacles.Sphere(0.3, (0, 0, -0.28))
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(sheet())
    scene.add(ball)
    with pytest.warns(pl.PliantWarning, match="deep inside"):
        simulation = Simulation(scene)
    for _ in range(5):
        simulation.step()
    assert away(simulation, ball) > 0.0
