"""What the models cannot do is said when it happens: once, with the names and the time, and it is recorded."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import pliant as pl
from pliant import obstacles, shapes
from pliant.cli.app import app
from pliant.model import Bulk, Elastic, Sheet, Solid, Surface
from pliant.simulation.watch import _through
from tests.documents import ROOT

CLOTH = Sheet(membrane=300.0, poisson=0.3, bending=1e-4, area_density=0.2, damping=1e-3)


def told(scene: pl.Scene, seconds: float) -> list[tuple[float, str]]:
    """What a simulation has told, all of which was warned of as well."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        simulation = pl.Simulation(scene)
        while simulation.time < seconds - 1e-9:
            simulation.step()
    given = [str(one.message) for one in caught if issubclass(one.category, pl.PliantWarning)]
    assert [text for text in (message for _, message in simulation.watch.told) if text not in given] == []
    return simulation.watch.told


def block(**options) -> Solid:
    material = Bulk(young=1e5, poisson=0.3, density=500.0)
    return Solid(shapes.box(0.2, 0.2, 0.2), grid=(3, 3, 3), material=material, id="block", **options)


# ---------------------------------------------------------------- obstacles


@pytest.mark.parametrize(("turned", "half"), [(0.0, 0.025), (0.6, 0.025), (0.6, 0.001)])
def test_a_block_that_flies_through_a_thin_wall_is_noticed(turned, half):
    """60 m/s and 1/60 s: a metre in a step, through a wall of 5 cm or 2 mm, however it stands."""
    wall = obstacles.Ellipsoid((1.0, half, 1.0), rotation=(0, 0, turned), id="wall")
    scene = pl.Scene(
        bodies=[block(position=(0, -1.6, 0), velocity=(0, 60.0, 0))],
        obstacles=[wall],
        contact=pl.responses.Penalty(),
    )
    (found,) = told(scene, 0.1)
    assert "'block' went through obstacle 'wall'" in found[1]
    assert 1 / 60 - 1e-9 <= found[0] <= 3 / 60 + 1e-9


@pytest.mark.parametrize("half", [0.025, 0.001])
def test_a_barrier_stops_it(half):
    """It slides along the wall, which is so wide that it does not come to the end of it."""
    wall = obstacles.Ellipsoid((9.0, half, 9.0), rotation=(0, 0, 0.6), id="wall")
    body = block(position=(0, -1.6, 0), velocity=(0, 60.0, 0))
    assert told(pl.Scene(bodies=[body], obstacles=[wall]), 0.1) == []


def test_what_is_slow_or_turns_back_is_not():
    """3 m/s against a wall 60 cm thick: contact holds it, and nobody is told anything."""
    wall = obstacles.Sphere(0.3, id="wall")
    scene = pl.Scene(bodies=[block(position=(0, -0.6, 0), velocity=(0, 3.0, 0))], obstacles=[wall])
    assert told(scene, 0.3) == []


@pytest.mark.parametrize(
    "wall", [obstacles.Sphere(0.3, (1, 1, 1), scale=1e-18), obstacles.Sphere(1e-12, (9e3, 0, 0))]
)
def test_obstacles_of_no_size_and_those_that_are_not_drawn_do_no_harm(wall):
    """How large an obstacle is drawn says nothing of how large it is."""
    scene = pl.Scene(bodies=[block(position=(0, -0.6, 0), velocity=(0, 3.0, 0))], obstacles=[wall])
    assert told(scene, 0.05) == []


def by_nodes(obstacle):
    """The same, met as one that asks for a barrier by name: by nodes."""
    return obstacle.model_copy(update={"response": pl.responses.Barrier()})


def test_an_obstacle_that_is_shot_through_a_body_is_noticed():
    motion = {"times": [0.0, 0.05], "shifts": [(0, 0, 0), (0, 4.0, 0)], "smooth": False}
    ball = by_nodes(obstacles.Sphere(0.05, (0, -2, 0), motion=motion, id="ball"))
    sheet = Surface(
        shapes.rectangle(1, 1), grid=(21, 21), material=CLOTH, rotation=(np.pi / 2, 0, 0), id="sheet"
    )
    (found,) = told(pl.Scene(bodies=[sheet], obstacles=[ball]), 0.06)
    assert "'sheet' went through obstacle 'ball'" in found[1]


def test_cloth_that_lets_a_pole_slip_between_its_nodes_is_noticed():
    """Cells of 10 cm and a pole of 2 cm: at 2 m/s no node comes near it, and it goes through a row of cells."""
    pole = obstacles.Capsule(0.01, 3.0, id="pole")
    sheet = Surface(
        shapes.rectangle(1, 1), grid=(11, 11), material=CLOTH, position=(0.07, -0.3, 0.03),
        rotation=(np.pi / 2, 0, 0), velocity=(0, 2.0, 0), id="sheet",
    )  # fmt: skip
    found = told(pl.Scene(bodies=[sheet], obstacles=[by_nodes(pole)], dt=1 / 240), 0.3)
    assert len(found) == 1
    assert "'sheet' went through obstacle 'pole'" in found[0][1]
    assert 0.14 < found[0][0] < 0.2
    assert (
        told(pl.Scene(bodies=[sheet], obstacles=[pole], dt=1 / 240), 0.3) == []
    )  # met as a body it holds the cloth


def test_that_only_nodes_meet_a_thin_obstacle_is_told_at_the_start():
    sheet = Surface(shapes.rectangle(1, 1), grid=(8, 8), material=CLOTH, id="sheet")
    for pole, why in (
        (obstacles.Capsule(0.01, 3.0, (0, 0, -0.005), rotation=(1.57, 0, 0), id="pole"), "crosses it at the start"),
        (obstacles.Capsule(0.01, 3.0, (0, 0, -0.1), rotation=(1.57, 0, 0), stickiness=9.0, id="pole"), "stickiness"),
        (obstacles.Capsule(0.01, 3.0, (0, 0, -0.1), rotation=(1.57, 0, 0), restitution=0.5, id="pole"), "restitution"),
    ):  # fmt: skip
        (found,) = told(pl.Scene(bodies=[sheet], obstacles=[pole]), 0.0)
        assert "'sheet' meets obstacle 'pole' with its nodes only" in found[1] and why in found[1]
        assert told(pl.Scene(bodies=[sheet], obstacles=[by_nodes(pole)], collision=False), 0.0) == []


def test_what_slides_over_the_rim_of_a_table_does_not_go_through_it():
    """From the top to the side in one step, by way of a corner that it cuts."""
    shape = obstacles.Cylinder(1.2, 0.2).geometry()
    start, end = np.array([[1.15, 0.0, 0.1]]), np.array([[1.2 - 1e-12, 0.0, 0.05]])
    assert not _through(shape, start, end, 0.2)
    assert _through(shape, start, np.array([[1.15, 0.0, -0.05]]), 0.2)


def test_a_coarse_cloth_that_hangs_over_a_table_does_not_go_through_it():
    """Edges of 20 cm come in at the top, run 4 mm below the round side and leave it at the bottom."""
    assert told(pl.load(ROOT / "examples" / "tablecloth.xml"), 1.0) == []


@pytest.mark.parametrize(
    "obstacle", [obstacles.Capsule(0.01, 3.0, id="o"), obstacles.Ellipsoid((2, 0.02, 2), id="o")]
)
def test_what_stops_in_the_middle_of_an_obstacle_and_goes_on_is_noticed(obstacle):
    """6 m/s and 1/60 s: after five steps it is at y = 0, where no side of the obstacle is nearer than the other."""
    sheet = Surface(
        shapes.rectangle(1, 1), grid=(21, 21), material=CLOTH, position=(0.02, -0.5, 0.03),
        rotation=(np.pi / 2, 0, 0), velocity=(0, 6.0, 0), id="sheet",
    )  # fmt: skip
    scene = pl.Scene(bodies=[sheet], obstacles=[obstacle], contact={"kind": "penalty", "stiffness": 1e-3})
    (found,) = told(scene, 0.3)
    assert "'sheet' went through obstacle 'o'" in found[1]
    assert 5 / 60 - 1e-9 <= found[0] <= 6 / 60 + 1e-9


# ---------------------------------------------------------------- rubber


@pytest.mark.parametrize("kind", ["solid", "sheet"])
def test_rubber_that_is_pulled_beyond_one_and_a_half_is_noticed(kind):
    """Pulled by a stretched start; ν = 0.2 is not rubber, and less than 1.5 is no news."""

    def stretched(
        factor: float, poisson: float, flow: pl.Maxwell | None = None, law: str = "metric"
    ) -> pl.Scene:
        if kind == "solid":
            shape, start = shapes.box(1, 0.2, 0.2), shapes.box(factor, 0.2, 0.2)
            body = Solid(shape, initial_shape=start, grid=(5, 3, 3), id="band", flow=flow,
                         material=Bulk(young=1e5, poisson=poisson, density=1e3, law=law))  # fmt: skip
            edges = ["l0", "l1"]
        else:
            shape, start = shapes.rectangle(1, 0.2), shapes.rectangle(factor, 0.2)
            material = Elastic(young=1e5, poisson=poisson, thickness=1e-3, density=1e3, law=law)
            body = Surface(shape, initial_shape=start, grid=(5, 3), id="band", flow=flow, material=material)
            edges = ["m0", "m1"]
        scene = pl.Scene(bodies=[body], dt=1e-3)
        scene.pin("band", edges=edges)
        return scene

    (found,) = told(stretched(1.6, 0.49), 0.002)
    assert "'band' is stretched to 1." in found[1]
    assert "at t = 0 s" in found[1]  # where it starts, though it may have sprung back a step later
    assert told(stretched(1.3, 0.49), 0.002) == []
    assert told(stretched(1.6, 0.2), 0.002) == []
    assert told(stretched(1.6, 0.49, pl.Maxwell(relaxation_time=1e-5)), 0.002) == []  # it has flown there
    assert len(told(stretched(1.6, 0.49, pl.Maxwell(relaxation_time=1e3)), 0.002)) == 1
    for law in ("neo_hookean", "mooney_rivlin", "ogden"):  # which are made for it
        assert told(stretched(1.6, 0.49, law=law), 0.002) == []


@pytest.mark.parametrize(
    ("law", "fine", "far"),
    [("corotated", (0.7, 2.5), (0.45, 3.5)), ("st_venant_kirchhoff", (0.8, 1.3), (0.5, 1.6))],
)
def test_a_law_that_is_stretched_farther_than_it_goes_is_noticed(law, fine, far):
    def stretched(factor: float) -> pl.Scene:
        material = Bulk(young=1e5, poisson=0.2, density=1e3, law=law)
        shape, start = shapes.box(1, 0.2, 0.2), shapes.box(factor, 0.2, 0.2)
        body = Solid(shape, initial_shape=start, grid=(5, 3, 3), id="band", material=material)
        return pl.Scene(bodies=[body], dt=1e-3)

    for factor in fine:
        assert told(stretched(factor), 0.001) == []
    for factor in far:
        (found,) = told(stretched(factor), 0.001)
        assert f"the law '{law}' is made for stretches between" in found[1]


def test_a_jerk_of_three_steps_is_noticed():
    """Pulled to 1.6 within steps 10 … 12, and let go by step 15."""
    material = Elastic(young=1e5, poisson=0.49, thickness=1e-3, density=1e3)
    band = Surface(shapes.rectangle(1, 0.2), grid=(5, 3), id="band", material=material)
    scene = pl.Scene(bodies=[band], dt=1e-3)
    scene.pin("band", edges=["m0", "m1"])
    simulation = pl.Simulation(scene)
    nodes, state = simulation.model.body("band").layout.nodes, simulation.state.bodies["band"]
    start = state.x[0, nodes].copy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for step in range(20):
            pulled = max(0.0, 0.6 - 0.2 * abs(step - 12))
            state.target[0, nodes] = start * (1.0 + pulled)
            simulation.step()
    (found,) = simulation.watch.told
    assert "'band' is stretched to 1." in found[1]


# ---------------------------------------------------------------- bodies


def falling(apart: float = 0.0, seconds: float = 1.0) -> pl.Scene:
    """A block above a cloth that is held, or beside it."""
    scene = pl.Scene(gravity="earth", seconds=seconds, collision=False)
    scene.add(Surface(shapes.rectangle(1, 1), grid=(9, 9), material=CLOTH), id="cloth")
    scene.pin("cloth", corners=["00", "01", "10", "11"])
    scene.add(block(position=(apart, 0, 0.4)))
    return scene


def test_bodies_that_fall_upon_each_other_are_noticed_before_and_when_they_meet():
    (before, then) = told(falling(), 0.5)
    assert before[0] == 0.0 and "'cloth' and 'block' may meet" in before[1]
    assert "'cloth' and 'block' met at t" in then[1]
    assert 0.15 < then[0] < 0.45  # it falls 30 cm to a cloth that sags away


def test_bodies_beside_each_other_are_left_in_peace():
    assert told(falling(apart=2.0), 0.2) == []
    assert falling(apart=2.0).notices() == []


def test_contact_keeps_apart_what_meets():
    scene = falling().model_copy(update={"collision": pl.Collision()})
    assert scene.notices() == []
    ignoring = pl.set_parameter(scene, "bodies.block.ignores", ["cloth"])
    assert "'cloth' and 'block' may meet" in ignoring.notices()[0].message


def test_bodies_that_meet_by_default_are_warned_of_by_nobody(tmp_path):
    from typer.testing import CliRunner

    file = tmp_path / "scene.yaml"
    pl.save(falling().model_copy(update={"collision": pl.Scene().collision}), file)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene = pl.load(file)
    assert scene.collision.bodies
    result = CliRunner().invoke(app, ["check", str(file)])
    assert result.exit_code == 0
    assert "all right:" in result.output and "may meet" not in result.output


def test_two_that_fall_alike_without_anything_below_do_not_meet():
    scene = pl.Scene(gravity="earth", collision=False)
    scene.add(block())
    scene.add(block(position=(0, 0, 1)).model_copy(update={"id": "other"}))
    assert scene.notices() == []
    scene.add(obstacles.Plane(point=(0, 0, -1)))
    assert len(scene.notices()) == 1


def test_gravity_that_is_a_force_makes_bodies_fall_upon_each_other_too():
    scene = pl.Scene(collision=False)
    scene.add(block())
    scene.add(block(position=(0, 0, 1)).model_copy(update={"id": "other"}))
    scene.add(pl.Gravity("earth"))
    assert scene.notices() == []  # they fall alike
    scene.add(pl.Gravity("moon", apply_to=[pl.Target(body="other")]))
    (found,) = scene.notices()
    assert "'block' and 'other' may meet" in found.message


def test_of_many_bodies_the_two_that_meet_are_found_and_none_takes_long():
    """In a row, on a stack, all in one place: each with every other would be minutes."""
    for step in ((0.3, 0, 0), (0, 0, 0.3)):
        sheets = [_sheet(f"s{k}", np.multiply(k, step)) for k in range(5000)]
        scene = pl.Scene(gravity="earth", bodies=sheets, collision=False)
        scene.pin("s0", corners=["00"])
        meets = step[2] > 0  # what lies above the one that is held
        assert [note.message[:21] for note in scene.notices()] == (
            ["'s0' and 's1' may meet"[:21]] if meets else []
        )
    flat = pl.Scene(bodies=[_sheet(f"s{k}", (0, 0, 0)) for k in range(5000)], collision=False)
    assert flat.notices() == []  # without thickness none is inside of another


def _sheet(name: str, position) -> Surface:
    return Surface(shapes.rectangle(0.2, 0.2), id=name, grid=(3, 3), material=CLOTH, position=tuple(position))


def test_check_load_and_recordings_tell_it(tmp_path):
    from typer.testing import CliRunner

    file = tmp_path / "scene.yaml"
    pl.save(falling(), file)
    with pytest.warns(pl.PliantWarning, match="'cloth' and 'block' may meet"):
        scene = pl.load(file)
    with pytest.warns(pl.PliantWarning, match="may meet"):
        recording = pl.simulate(scene, steps=2)
    assert any("may meet" in note.get("warning", "") for note in recording.notes)
    result = CliRunner().invoke(app, ["check", str(file)])
    assert result.exit_code == 0
    assert "all right, but see the warnings" in result.output
