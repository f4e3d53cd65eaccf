"""Bodies whose cells are too coarse for an obstacle: their edges and faces stay outside, not only their nodes."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant import obstacles
from tests.contact.test_enclosing import samples

ROPE = pl.Cord(stretching=2e4, line_density=0.1, radius=0.005, bending=1e-4)
ACROSS = (np.pi / 2, 0.0, 0.0)  # turns the axis of a pole from z to y


def depth(simulation: pl.Simulation, obstacle, shift=(0.0, 0.0, 0.0)) -> float:
    """How deep the deepest point of an edge or a face is in the obstacle [m], negative outside."""
    (body,) = simulation.model.bodies
    x, triangles = simulation.positions(body.name).reshape(-1, 3), body.shape.triangles
    if len(triangles):
        points = samples(x, triangles, 13)
    else:
        share = np.linspace(0.0, 1.0, 300)[:, None, None]
        points = (x[:-1] + share * (x[1:] - x[:-1])).reshape(-1, 3)
    return -float(pl.contact.distance_at(obstacle, points - shift)[0].min())


def cloth(nodes: int = 8, **options) -> pl.Surface:
    options = {"position": (0.017, 0.011, 0.03), "material": "cotton", **options}
    return pl.Surface(pl.shapes.rectangle(0.6, 0.6), id="cloth", grid=(nodes, nodes), **options)


@pytest.mark.parametrize("stiffness", [1e2, 1e5])
@pytest.mark.parametrize(
    "obstacle", [obstacles.Capsule(0.01, 2.0, rotation=ACROSS), obstacles.Sphere(0.05)], ids=["pole", "ball"]
)
def test_a_rope_of_few_nodes_under_tension_does_not_sink_in(obstacle, stiffness):
    """Its edges are 29 cm long, and its ends are drawn down, by a thousand times its weight at last."""
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(pl.Curve(pl.shapes.line((-1, 0, 0.06), (1, 0, 0.06)), id="rope", grid=8, material=ROPE))
    scene.add(obstacle)
    simulation = pl.Simulation(scene)
    for node, side in ((0, -1.0), (7, 1.0)):
        simulation.apply(pl.Grab("rope", node=node, id=f"hand {node}", stiffness=stiffness))
        simulation.apply(pl.Move(f"hand {node}", to=(0.7 * side, 0, -0.5), seconds=0.3))
    for _ in range(30):
        simulation.step()
        assert depth(simulation, obstacle) < 0.0
    assert simulation.positions("rope")[3:5, 2].min() > -0.2  # it hangs over it
    assert simulation.unconverged <= 1


@pytest.mark.parametrize("weights", [1.0, 100.0])
def test_a_coarse_cloth_over_a_small_ball_shows_no_holes(weights):
    """Cells of 9 cm on a ball of 16 cm: also where it is pulled down by a hundred times its weight."""
    ball = obstacles.Sphere(0.08, (0, 0, -0.08))
    scene = pl.Scene(gravity=(0.0, 0.0, -9.81 * weights))
    scene.add(cloth())
    scene.add(ball)
    simulation = pl.Simulation(scene)
    for _ in range(int(40 / weights**0.5)):
        simulation.step()
        assert depth(simulation, ball) < 0.0


@pytest.mark.parametrize(
    "obstacle",
    [
        obstacles.Cylinder(0.1, 0.2, (0, 0, -0.1)),
        obstacles.Capsule(0.004, 0.5, (0, 0, -0.254)),
        obstacles.Union(
            [obstacles.Capsule(0.01, 1.0, (0, 0, -0.02), rotation=ACROSS), obstacles.Sphere(0.05, (0.1, 0.1, -0.05))]
        ),
        obstacles.Torus(0.15, 0.02, (0, 0, -0.02)),
    ],
    ids=["rim", "needle", "union", "ring"],
)  # fmt: skip
def test_sharp_rims_and_points_stay_outside(obstacle):
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(cloth())
    scene.add(obstacle)
    simulation = pl.Simulation(scene)
    for _ in range(20):
        simulation.step()
        assert depth(simulation, obstacle) < 0.0


@pytest.mark.parametrize("speed", [1.0, 30.0, 1000.0])
def test_a_cloth_does_not_pass_a_thin_pole_at_any_speed(speed):
    """A pole of 1 cm between nodes 9 cm apart: some of the cloth stays on the side that it came from."""
    pole = obstacles.Capsule(0.005, 2.0, rotation=ACROSS)
    scene = pl.Scene(gravity=None)
    scene.add(cloth(position=(0.017, 0.011, 0.1), velocity=(0.0, 0.0, -speed)))
    scene.add(pole)
    simulation = pl.Simulation(scene)
    for _ in range(max(int(6.0 / speed), 0) + 4):
        simulation.step()
        assert depth(simulation, pole) < 0.0
        assert simulation.positions("cloth")[:, 2].max() > 0.0
    assert simulation.watch.told == []


@pytest.mark.parametrize("speed", [1.0, 10.0])
def test_a_pole_that_moves_takes_along_the_cloth_in_its_way(speed):
    way = obstacles.Motion((0.0, 0.4), ((0, 0, 0), (0, 0, 0.4 * speed)), smooth=False)
    pole = obstacles.Capsule(0.005, 2.0, (0, 0, -0.05), rotation=ACROSS, motion=way)
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(cloth())
    scene.add(pole)
    simulation = pl.Simulation(scene)
    for k in range(1, 9):
        simulation.step()
        assert depth(simulation, pole, way.at(k / 60)) < 0.0
    assert simulation.positions("cloth")[:, 2].max() > 0.13 * speed - 0.05


@pytest.mark.parametrize("scheme", ["explicit", "feynman"])
def test_explicit_schemes_keep_edges_outside_too(scheme):
    ball = obstacles.Sphere(0.08, (0, 0, -0.08))
    scene = pl.Scene(gravity=pl.EARTH, integrator=scheme, dt=5e-4)
    soft = pl.Springs(stiffness=40.0, mass=0.2)
    scene.add(cloth(material=soft, position=(0.017, 0.011, 0.02), velocity=(0.0, 0.0, -1.0)))
    scene.add(ball)
    simulation = pl.Simulation(scene)
    for _ in range(80):
        simulation.step()
        assert depth(simulation, ball) < 0.0


@pytest.mark.parametrize("slope", [0.9, 1.1, 2.0])
def test_friction_is_that_of_the_obstacle(slope):
    """On the end of a tilted cylinder, with 0.4: less steep it holds a cloth, steeper it slides as a point would.

    To one part in fifty: at the edges of triangles a node feels two of them, which is a little bumpy.
    """
    angle = np.arctan(0.4 * slope)
    down, up = (np.cos(angle), 0.0, -np.sin(angle)), np.array([np.sin(angle), 0.0, np.cos(angle)])
    turned, scene = (0.0, angle, 0.0), pl.Scene(gravity=pl.EARTH)
    scene.add(cloth(4, position=tuple(0.015 * up), rotation=turned))
    scene.add(obstacles.Cylinder(2.0, 0.2, tuple(-0.1 * up), rotation=turned, friction=0.4))
    simulation, way = pl.Simulation(scene), []
    for _ in range(45):
        simulation.step()
        way.append(float((simulation.positions("cloth") @ down).mean()))
    acceleration = (way[44] - 2.0 * way[34] + way[24]) * 36.0  # of the last third of a second
    expected = max(9.81 * (np.sin(angle) - 0.4 * np.cos(angle)), 0.0)
    assert acceleration == pytest.approx(expected, rel=0.02, abs=1e-3)


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_fine_cells_have_a_barrier_at_their_nodes(integrator):
    """The same bits as if it were asked for by name."""
    found = []
    for response in (None, pl.responses.Barrier()):
        scene = pl.Scene(gravity=pl.EARTH, integrator=integrator)
        body = scene.add(cloth(16))
        scene.pin(body, corners=("00", "11"))
        scene.add(obstacles.Sphere(0.4, (0.0, 0.0, -0.41), response=response))
        simulation = pl.Simulation(scene)
        assert simulation.shells == []
        for _ in range(5):
            simulation.step()
        found.append(simulation.positions("cloth"))
    assert np.array_equal(*found)


def test_what_starts_across_an_obstacle_is_met_by_nodes_and_goes_on_from_a_checkpoint(tmp_path):
    """A curtain that hangs on a pole; that the pole goes away later changes nothing of how the two meet."""
    pole = obstacles.Capsule(0.01, 1.0, (0.0, 0.3, 0.03), rotation=(0.0, np.pi / 2, 0.0), id="pole")
    scene = pl.Scene(gravity=pl.EARTH)
    scene.pin(scene.add(cloth(7, position=(0.0, 0.0, 0.03))), edges=("n1",))
    scene.add(pole)
    with pytest.warns(pl.PliantWarning, match="it crosses it at the start"):
        simulation = pl.Simulation(scene)
    assert simulation.shells == []
    simulation.step()
    simulation.apply(pl.Set("obstacles.pole.center", (0.0, 0.35, 0.03)))
    simulation.step()
    simulation.checkpoint(tmp_path / "there")
    again = pl.Simulation.restore(tmp_path / "there")
    for one in (simulation, again):
        one.step()
        assert one.shells == []
    assert np.array_equal(simulation.positions("cloth"), again.positions("cloth"))


def test_a_ball_that_grows_takes_along_what_lies_on_it():
    """And goes on from a checkpoint in the midst of that with the same bits."""
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(cloth())
    scene.add(obstacles.Sphere(0.08, (0, 0, -0.08)), id="ball")
    simulation = pl.Simulation(scene)
    for _ in range(12):
        simulation.step()
    simulation.apply(pl.Set("obstacles.ball.radius", 0.11))
    for _ in range(3):
        simulation.step()
        assert depth(simulation, simulation.parameters.obstacles[0]) < 0.0
    again = pl.Simulation(simulation.script())
    while again.state.step < simulation.state.step:
        again.step()
    assert np.array_equal(simulation.positions("cloth"), again.positions("cloth"))


BOX = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.1, 0.3)])
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([side[:3] for side in SIDES] + [(a, c, d) for a, _, c, d in SIDES])


@pytest.mark.parametrize(
    ("asked", "as_body"),
    [({}, True), ({"temperature": 90.0}, True), ({"stickiness": 5e3}, False), ({"restitution": 0.5}, False)],
)
def test_meshes_have_what_only_nodes_feel(asked, as_body):
    """A sheet 3 mm below a ceiling: if that is sticky it stays there, else it falls."""
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(cloth(position=(0.0, 0.0, 0.097)))
    scene.add(obstacles.Mesh(BOX, FACES, reach=0.01, **asked), id="box")
    simulation = pl.Simulation(scene)
    assert [shell.id for shell in simulation.shells] == ["box"] * as_body
    assert len(simulation.model.bodies[0].around.warmth) == ("temperature" in asked)
    for _ in range(15):
        simulation.step()
    assert (simulation.positions("cloth")[:, 2].min() > 0.08) == ("stickiness" in asked)


def test_what_explodes_on_an_obstacle_is_said_to_explode():
    """Not that the obstacle, which goes nowhere, could not go on."""
    scene = pl.Scene(gravity=pl.EARTH, integrator="explicit", dt=1e-3)
    scene.add(cloth(material=pl.Springs(stiffness=40.0, mass=1e-3), velocity=(0.0, 0.0, -1.0)))
    scene.add(obstacles.Sphere(0.1, (0.0, 0.0, -0.1)))
    simulation = pl.Simulation(scene)
    with pytest.raises(pl.SimulationError, match="'cloth' exploded"):
        for _ in range(200):
            simulation.step()
