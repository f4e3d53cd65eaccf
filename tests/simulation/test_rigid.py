"""Rigid bodies: they go as their equations say, stay rigid, and meet and hold as all bodies do."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Distance, Join, Nail

TOP = {"shape": pl.shapes.box(0.1, 0.2, 0.3), "density": 1000.0}


def total(simulation: pl.Simulation, name: str, body: str) -> np.ndarray:
    return np.asarray(simulation.probe(name, body), dtype=float)


def shape_error(simulation: pl.Simulation, body: str) -> float:
    """How far the distances between nodes are from those of the shape [m]."""
    model = simulation.model.body(body)

    def distances(points: np.ndarray) -> np.ndarray:
        return np.linalg.norm(points[:, None] - points[None], axis=2)

    rest = distances(model.layout.gather(model.shape.positions))
    return float(np.abs(distances(simulation.positions(body)) - rest).max())


def test_a_box_has_the_mass_and_the_moments_of_a_box():
    found = pl.Rigid(pl.shapes.box(0.1, 0.2, 0.3), density=1000).mass_properties()
    a, b, c = 0.1, 0.2, 0.3
    assert found.mass == pytest.approx(1000 * a * b * c, rel=1e-12)
    assert np.allclose(
        found.inertia, found.mass / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    )
    points = found.points() - found.center
    assert np.allclose(found.mass / 4 * points.T @ points, found.second, atol=1e-15)


def test_a_fine_ball_has_the_mass_and_the_moments_of_a_ball():
    """As the polyhedron that it is: with 32 cells along an edge some parts in a thousand are missing."""
    found = pl.Rigid(pl.shapes.ball(0.1), divisions=(33, 33, 33), density=1.0).mass_properties()
    assert found.mass == pytest.approx(4 / 3 * np.pi * 1e-3, rel=5e-3)
    assert np.allclose(found.inertia, 0.4 * found.mass * 0.01 * np.eye(3), rtol=5e-3)


def test_a_free_top_keeps_energy_and_angular_momentum():
    """To 1e-6 in a second at 1/60 s, turning about its unstable axis."""
    scene = pl.Scene(gravity=None)
    scene.add(pl.Rigid(**TOP, spin=(0.01, 10.0, 0.02), velocity=(1, 0, 0), id="top"))
    simulation = pl.Simulation(scene)
    energy, spin = total(simulation, "kinetic_energy", "top"), total(simulation, "angular_momentum", "top")
    turned = False
    for _ in range(180):
        simulation.step()
        upright = simulation.positions("top")
        turned |= bool(upright[:8, 1].max() - upright[:8, 1].min() > 0.25)  # it has fallen over
    assert turned
    assert abs(total(simulation, "kinetic_energy", "top") / energy - 1) < 1e-9
    assert np.abs(total(simulation, "angular_momentum", "top") - spin).max() < 1e-12 * np.abs(spin).max()
    assert shape_error(simulation, "top") < 1e-14


def test_a_spinning_body_falls_along_a_parabola():
    scene = pl.Scene(gravity=9.81)
    scene.add(pl.Rigid(**TOP, spin=(3, 2, 1), velocity=(1, 0, 2), id="top"))
    simulation = pl.Simulation(scene)
    for _ in range(60):
        simulation.step()
    assert np.allclose(total(simulation, "center", "top"), [1, 0, 2 - 0.5 * 9.81], atol=1e-12)


def dropped() -> pl.Scene:
    scene = pl.Scene(gravity=9.81)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1, 1),
            grid=(10, 10),
            material=pl.materials.COTTON,
            position=(0, 0, 0.6),
            id="cloth",
        )
    )
    scene.pin("cloth", corners=("00", "10", "01", "11"))
    scene.add(pl.obstacles.Plane(friction=0.5), id="floor")
    box = pl.shapes.box(0.2, 0.2, 0.2)
    scene.add(pl.Rigid(box, density=200, rotation=(0.4, 0.3, 0), position=(0, 0, 0.85), id="box"))
    scene.add(
        pl.Rigid(pl.shapes.ball(0.1), divisions=(5, 5, 5), density=200, position=(0.3, 0.3, 0.85), id="ball")
    )
    return scene


def test_bodies_stay_rigid_and_cross_nothing_as_they_fall_into_a_cloth():
    simulation = pl.Simulation(dropped())
    for _ in range(25):
        simulation.step()
        assert max(shape_error(simulation, "box"), shape_error(simulation, "ball")) < 1e-12
        world = simulation._world
        assert world.contact is not None
        world._gather(world.contact, simulation.state.bodies, world.contact.x)
        assert not len(world.contact.separation.intersections(world.contact.x))
    assert {frozenset(pair) for pair in simulation.contacts()} >= {frozenset(("box", "cloth"))}


def test_a_simulation_goes_on_from_a_checkpoint_bit_for_bit(tmp_path):
    simulation = pl.Simulation(dropped())
    for _ in range(16):
        simulation.step()
    simulation.checkpoint(tmp_path / "there.ckpt")
    again = pl.Simulation.restore(tmp_path / "there.ckpt")
    for _ in range(4):
        simulation.step()
        again.step()
    for body in ("box", "ball", "cloth"):
        assert np.array_equal(simulation.positions(body), again.positions(body))


def test_a_box_lies_still_on_a_floor():
    scene = pl.Scene(gravity=9.81)
    scene.add(pl.obstacles.Plane(friction=0.5), id="floor")
    scene.add(pl.Rigid(pl.shapes.box(0.2, 0.2, 0.2), density=500, position=(0, 0, 0.102), id="box"))
    simulation = pl.Simulation(scene)
    for _ in range(60):
        simulation.step()
    assert np.abs(simulation.velocities("box")).max() < 1e-3
    assert 0.0 < simulation.positions("box")[:8, 2].min() < 0.002
    assert simulation.reaction("floor").force[2] == pytest.approx(
        4 * 9.81, rel=5e-3
    )  # as far as the step is solved


def test_a_rod_on_a_nail_swings_as_a_physical_pendulum():
    """T = 2π √(J/(m g d)) for small angles; θ₀ = 0.05 lengthens it by 1.6e-4, BDF2 at 1/240 s by some 1e-4."""
    length = 1.0
    scene = pl.Scene(gravity=9.81, dt=1 / 240)
    rod = pl.shapes.box(0.02, 0.02, length)
    scene.add(pl.Rigid(rod, density=1000, rotation=(0, 0.05, 0), id="rod"))
    top = [k for k, p in enumerate(scene.bodies[0].geometry().vertices) if p[2] > 0]
    scene.add(Nail(pl.BodyPoint("rod", nodes=top, weights=[0.25] * 4)), id="nail")
    simulation, angles = pl.Simulation(scene), []
    for _ in range(480):
        simulation.step()
        angles.append(total(simulation, "center", "rod")[0])
    x = np.array(angles)
    middle = 0.5 * (x.max() + x.min())
    at = np.flatnonzero(np.diff(np.sign(x - middle)))
    exact = at + (middle - x[at]) / (x[at + 1] - x[at])
    period = 2 * np.mean(np.diff(exact)) / 240
    inertia = (length**2 + 0.02**2) / 12 + length**2 / 4
    assert period == pytest.approx(2 * np.pi * np.sqrt(inertia / (9.81 * length / 2)), rel=2e-3)
    assert shape_error(simulation, "rod") < 1e-12
    assert simulation.reaction("nail").force[2] == pytest.approx(0.4 * 9.81, rel=2e-2)


def test_a_rope_holds_a_ball():
    scene = pl.Scene(gravity=9.81)
    rope = pl.shapes.line((0, 0, 1), (0, 0, 0.5))
    scene.add(pl.Curve(rope, grid=(6,), material=pl.materials.ROPE, id="rope"))
    scene.pin("rope", corners=("0",))
    scene.add(pl.Rigid(pl.shapes.ball(0.1), divisions=(5, 5, 5), mass=0.2, position=(0, 0, 0.4), id="ball"))
    up = int(np.argmax(scene.bodies[1].geometry().vertices[:, 2]))
    scene.add(Join(("rope", 5), ("ball", up)), id="knot")
    simulation = pl.Simulation(scene)
    for _ in range(40):
        simulation.step()
    assert np.abs(simulation.positions("rope")[5] - simulation.positions("ball")[up]).max() < 1e-10
    assert simulation.reaction("knot", "ball").force[2] == pytest.approx(0.2 * 9.81, rel=0.1)


def test_a_hand_pulls_a_body_by_a_spring():
    scene = pl.Scene(gravity=None)
    scene.add(pl.Rigid(**TOP, id="top"))
    simulation = pl.Simulation(scene)
    simulation.apply(pl.Grab("top", (0,), to=(0, 0, 1), stiffness=100.0, damping=10.0))
    for _ in range(60):
        simulation.step()
    assert total(simulation, "center", "top")[2] > 0.3
    assert shape_error(simulation, "top") < 1e-12


def test_a_row_of_balls_keeps_its_momentum_as_it_comes_apart():
    """Also where some fly on together that were together with others in the step before."""
    scene = pl.Scene(gravity=None)
    for k in range(4):
        place = (0.101 * k - (0.02 if k == 0 else 0.0), 0.0, 0.0)
        ball = pl.Rigid(pl.shapes.ball(0.05), divisions=(5, 5, 5), mass=1.0, position=place)
        scene.add(ball.model_copy(update={"velocity": (1.0, 0.0, 0.0)}) if k == 0 else ball, id=f"{k}")
    simulation = pl.Simulation(scene)
    for _ in range(12):
        simulation.step()
        momentum = np.sum([total(simulation, "momentum", f"{k}") for k in range(4)], axis=0)
        assert np.abs(momentum - [1.0, 0.0, 0.0]).max() < 1e-12
    speeds = [total(simulation, "momentum", f"{k}")[0] for k in range(4)]
    assert min(np.diff(speeds)) > -1e-9


@pytest.mark.parametrize(("restitution", "left"), [(1.0, 1.0), (0.5, 0.5)])
def test_a_ball_that_hits_another_gives_it_what_its_restitution_says(restitution, left):
    """Equal balls: the second goes on with (1 + e)/2 of the speed, the first with (1 − e)/2; momentum is kept."""
    scene = pl.Scene(gravity=None, collision=pl.Collision(friction=0.0))
    for k in range(2):
        ball = pl.Rigid(pl.shapes.ball(0.05), divisions=(6, 6, 6), mass=1.0, position=(0.13 * k, 0.0, 0.0))
        fields = {"restitution": restitution, "velocity": (1.0 - k, 0.0, 0.0)}
        scene.add(ball.model_copy(update=fields), id=f"{k}")
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
    first, second = (total(simulation, "momentum", f"{k}") for k in range(2))
    assert np.abs(first + second - [1.0, 0.0, 0.0]).max() < 1e-12
    assert second[0] == pytest.approx((1.0 + restitution) / 2.0, abs=0.01)
    assert second[0] - first[0] == pytest.approx(left, abs=0.02)


def test_pinned_nodes_do_not_keep_a_jointed_step_from_being_solved():
    """What pinned nodes bear is no residual: conjugate gradients need as many iterations as there is to move."""
    scene = pl.Scene(gravity=9.81)
    rail = pl.Curve(pl.shapes.line((0, 0, 0.5), (0.4, 0, 0.5)), grid=3, material=pl.materials.ROPE, id="rail")
    scene.add(rail)
    scene.pin("rail", nodes=[0, 1, 2])
    scene.add(
        pl.Rigid(pl.shapes.ball(0.05), divisions=(5, 5, 5), mass=1.0, position=(-0.2, 0, 0.2), id="ball")
    )
    scene.add(Distance(("rail", 0), pl.BodyPoint("ball", center=True)), id="string")
    simulation = pl.Simulation(scene)
    for _ in range(5):
        simulation.step()
        assert simulation.reports["ball"].linear < 20


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"density": None}, "either a density or a mass"),
        ({"mass": 1.0}, "either a density or a mass"),
        ({"density": 0.0}, "greater than 0"),
        ({"density": None, "mass": 1.0, "inertia": (1.0, 1.0, 3.0)}, "no matter has the moments"),
        ({"density": None, "mass": 1.0, "inertia": (0.0, 1.0, 1.0)}, "no matter has the moments"),
        ({"inertia": (1.0, 1.0, 1.0)}, "goes with a mass"),
        ({"shape": None}, "one of shape, vertices"),
        ({"scale": 2.0}, "that of a mesh"),
    ],
)
def test_what_is_no_rigid_body_is_refused(fields, said):
    with pytest.raises(pl.SceneError, match=said):
        pl.Rigid(**{**TOP, **fields})


def test_a_mesh_with_a_hole_is_refused():
    mesh = pl.Rigid(**TOP).geometry()
    scene = pl.Scene()
    with pytest.raises(pl.SceneError, match="3 edges of this one"):
        scene.add(pl.Rigid(vertices=mesh.vertices, triangles=mesh.triangles[1:], density=1.0))
        pl.Simulation(scene)


def test_what_a_rigid_body_says_already_is_refused_as_a_joint():
    scene = pl.Scene()
    scene.add(pl.Rigid(**TOP, id="top"))
    scene.add(Distance(("top", 0), ("top", 1)), id="again")
    with pytest.raises(pl.SceneError, match="'again' says a thing twice"):
        pl.Simulation(scene)


def test_what_could_turn_about_a_joint_has_no_static_steps():
    scene = pl.Scene(integrator=pl.Static())
    scene.add(pl.Rigid(**TOP, id="top"))
    scene.pin("top", nodes=[0])
    with pytest.raises(pl.SceneError, match="could turn"):
        scene.check()


def test_nodes_of_a_rigid_body_are_not_pinned_while_it_runs():
    scene = pl.Scene()
    scene.add(pl.Rigid(**TOP, id="top"))
    with pytest.raises(pl.PliantError, match="is rigid"):
        pl.Simulation(scene).apply(pl.PinEvent("top", nodes=[0]))


@pytest.mark.parametrize(
    ("shape", "volume", "moment"),
    [
        (pl.shapes.box(0.2, 0.2, 0.1), 0.2**2 * 0.1, 0.2**2 / 6),
        (pl.shapes.ball(0.1), 4 / 3 * np.pi * 1e-3, 0.4 * 0.01),
        (pl.shapes.cylinder_solid(0.1, 0.3), np.pi * 0.01 * 0.3, 0.5 * 0.01),
        (
            pl.shapes.capsule_solid(0.1, 0.3),
            np.pi * 1e-3 * (3 + 4 / 3),
            0.01 * (0.5 * 3 + 0.4 * 4 / 3) / (3 + 4 / 3),
        ),
        (pl.shapes.torus_solid(0.2, 0.05), 2 * np.pi**2 * 0.2 * 0.05**2, 0.04 + 0.75 * 0.05**2),
    ],
    ids=["box", "ball", "cylinder", "capsule", "torus"],
)
def test_shapes_weigh_what_their_formulas_say(shape, volume, moment):
    """And so does the moment about z, over the mass. Skins are polyhedra within the shape: within a twelfth."""
    found = pl.Rigid(shape, density=1.0).mass_properties()
    assert found.mass == pytest.approx(volume, rel=0.08) and found.mass <= volume * (1 + 1e-12)
    assert found.inertia[2, 2] / found.mass == pytest.approx(moment, rel=0.08)


def test_what_is_pinned_or_driven_is_held_as_a_whole():
    """By three nodes it stays, or goes as it is told; by two it turns about their line, by one it swings."""
    scene = pl.Scene(gravity=9.81)
    for k, (name, nodes) in enumerate((("fast", [0, 3, 5, 6]), ("hinge", [0, 1]), ("nail", [0]))):
        scene.add(pl.Rigid(pl.shapes.box(0.1, 0.1, 0.1), mass=1.0, position=(k, 0, 0)), id=name)
        scene.pin(name, nodes=nodes)
    scene.add(pl.Rigid(pl.shapes.box(0.1, 0.1, 0.1), mass=1.0, position=(4, 0, 0)), id="led")
    ways = {"shift": ((0, 0, 0), (0, 0, 0.5)), "turn": ((0, 0, 0), (0, 0, 3.0))}
    keys = {name: pl.Keys(times=(0, 0.5), values=values) for name, values in ways.items()}
    scene.add(pl.Drive("led", **keys), id="drive")
    start = pl.Simulation(scene).positions("hinge")[:2]
    simulation = pl.Simulation(scene)
    for _ in range(30):
        simulation.step()
    assert np.abs(total(simulation, "center", "fast")).max() < 1e-12
    assert np.abs(simulation.positions("hinge")[:2] - start).max() < 1e-11
    assert np.abs(total(simulation, "center", "led") - [4, 0, 0.5]).max() < 1e-12
    assert total(simulation, "center", "nail")[2] < -0.01
    turned = simulation.positions("led")[1] - simulation.positions("led")[0]
    turn = np.array([[np.cos(3), -np.sin(3), 0], [np.sin(3), np.cos(3), 0], [0, 0, 1]])
    rest = scene.bodies[3].geometry().vertices
    assert np.abs(turned - turn @ (rest[1] - rest[0])).max() < 1e-12
    assert simulation.reaction(scene.constraints[0].id).force == pytest.approx([0, 0, 9.81], abs=1e-9)
    assert max(shape_error(simulation, name) for name in ("fast", "hinge", "nail", "led")) < 1e-11


def test_static_steps_put_rigid_bodies_where_they_lie():
    """A box falls flat onto a floor, and a ball into a cushion, whose pins bear the weight of both."""
    scene = pl.Scene(gravity=9.81, integrator=pl.Static(), collision=pl.Collision(itself=False))
    scene.add(pl.obstacles.Plane(point=(0, 0, 0)), id="floor")
    tilted = {"position": (1, 0, 0.15), "rotation": (0.3, 0.1, 0)}
    scene.add(pl.Rigid(pl.shapes.box(0.2, 0.2, 0.2), mass=4.0, **tilted), id="box")
    soft = pl.Bulk(young=3e4, poisson=0.3, density=500)
    block = pl.Solid(pl.shapes.box(0.3, 0.3, 0.15), grid=(5, 5, 4), material=soft, position=(0, 0, 0.5))
    scene.pin(scene.add(block, id="cushion"), edges=("n0",))
    scene.add(
        pl.Rigid(pl.shapes.ball(0.08), divisions=(5, 5, 5), mass=5.0, position=(0, 0, 0.658)), id="ball"
    )
    simulation = pl.Simulation(scene)
    simulation.step()
    assert all(report.converged for report in simulation.reports.values())
    assert np.ptp(np.sort(simulation.positions("box")[:8, 2])[:4]) < 1e-4
    assert simulation.reaction("floor").force[2] == pytest.approx(4 * 9.81, rel=1e-4)
    weight = 9.81 * (5.0 + simulation.probe("mass", "cushion"))
    assert simulation.reaction(scene.constraints[0].id).force[2] == pytest.approx(weight, rel=1e-3)


def test_a_thruster_pushes_a_rigid_body_by_nodes_of_its_skin():
    """Fixed to one face, it pushes with all its force, along the axes of the body, and turns it."""
    scene = pl.Scene(gravity=None)
    scene.add(pl.Rigid(**TOP, rotation=(0, 0, np.pi / 2), id="top"))
    side = [k for k, p in enumerate(scene.bodies[0].geometry().vertices) if p[1] > 0]
    scene.add(pl.Thruster(force=(1.0, 0, 0), apply_to=[pl.Target(body="top", nodes=side)]))
    simulation = pl.Simulation(scene)
    simulation.step()
    assert total(simulation, "momentum", "top") == pytest.approx([0, 1 / 60, 0], abs=1e-4)
    assert total(simulation, "angular_momentum", "top")[2] == pytest.approx(-0.1 / 60, rel=1e-2)
