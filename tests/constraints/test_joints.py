"""Joints hold to rounding, bear what the equations of the step say, and are refused where they make no sense."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Join, Nail

TIGHT = pl.BDF2(tolerance=1e-10)


def cloth(id: str, **fields) -> pl.Surface:
    shape = pl.shapes.rectangle(1, 1)
    return pl.Surface(shape, grid=(8, 8), material=pl.materials.COTTON, id=id, **fields)


def rope(id: str, start=(0.5, 0.5, 0.0), end=(0.5, 0.5, -0.5)) -> pl.Curve:
    return pl.Curve(pl.shapes.line(start, end), grid=(8,), material=pl.materials.ROPE, id=id)


def hung(**fields) -> pl.Scene:
    """A cloth by a pin, a nail and a rope at its corner, free to swing."""
    scene = pl.Scene(gravity=pl.EARTH, **fields)
    scene.add(cloth("cloth"))
    scene.add(rope("rope"))
    scene.pin("cloth", corners=["00"])
    scene.add(Nail(("cloth", "01")), id="nail")
    scene.add(Join(("cloth", "11"), ("rope", 0)), id="knot")
    return scene


def momentum(simulation: pl.Simulation) -> np.ndarray:
    bodies = simulation.state.bodies
    each = [(simulation.masses(name)[:, None] * simulation.velocities(name)).sum(axis=0) for name in bodies]
    return np.sum(each, axis=0)


def weight(simulation: pl.Simulation) -> np.ndarray:
    mass = sum(simulation.masses(name).sum() for name in simulation.state.bodies)
    return np.array([0.0, 0.0, -9.81 * mass])


def gap(simulation: pl.Simulation) -> float:
    return float(np.abs(simulation.positions("cloth")[-1] - simulation.positions("rope")[0]).max())


def test_reactions_and_weight_are_the_change_of_momentum():
    simulation, kept = pl.Simulation(hung(integrator=TIGHT)), []
    for _ in range(20):
        simulation.step()
        kept.append(momentum(simulation))
    h = 2.0 / 3.0 * simulation.scene.dt
    change = (kept[-1] - (4.0 * kept[-2] - kept[-3]) / 3.0) / h
    held = simulation.reaction("pin1").force + simulation.reaction("nail").force
    assert np.abs(change - held - weight(simulation)).max() < 1e-9 * np.abs(weight(simulation)).max()
    assert gap(simulation) < 1e-11


def test_a_body_nailed_at_a_node_moves_as_one_that_is_pinned():
    """Conjugate gradients keep to both in the same way, to rounding."""
    ends = []
    for how in ("pin", "nail"):
        scene = pl.Scene(gravity=pl.EARTH)
        scene.add(cloth("cloth"))
        if how == "pin":
            scene.pin("cloth", corners=["00", "01"])
        else:
            scene.add(Nail(("cloth", "00")))
            scene.add(Nail(("cloth", "01")))
        simulation = pl.Simulation(scene)
        for _ in range(5):
            simulation.step()
        ends.append(simulation.positions("cloth"))
    assert np.abs(ends[0] - ends[1]).max() < 1e-9


def test_what_a_join_does_to_one_body_it_does_not_to_the_other():
    simulation = pl.Simulation(hung())
    for _ in range(5):
        simulation.step()
    one, other = (simulation.reaction("knot", body) for body in ("cloth", "rope"))
    assert np.abs(one.force + other.force).max() == 0.0
    assert other.force[2] > 0.0 and np.abs(simulation.reaction("knot").force - one.force).max() == 0.0


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler", "static"])
def test_joints_hold_to_rounding(integrator):
    simulation = pl.Simulation(hung(integrator=integrator))
    for _ in range(3):
        simulation.step()
    assert gap(simulation) < 1e-10
    assert np.abs(simulation.positions("cloth")[7] - (-0.5, 0.5, 0.0)).max() < 1e-10


def test_an_explicit_scheme_is_brought_back_to_its_joints():
    scene = pl.Scene(gravity=pl.EARTH, integrator="explicit", dt=1e-4)
    scene.add(cloth("cloth"))
    scene.add(cloth("other", position=(1.0, 1.0, 0.0)))
    scene.pin("cloth", corners=["00"])
    scene.add(Join(("cloth", "11"), ("other", "00")))
    simulation = pl.Simulation(scene)
    for _ in range(50):
        simulation.step()
    assert np.abs(simulation.positions("cloth")[-1] - simulation.positions("other")[0]).max() < 1e-11


def test_a_joined_pair_that_flies_keeps_its_momentum():
    scene = pl.Scene()
    scene.add(cloth("cloth", velocity=(0.0, 0.0, 1.0)))
    scene.add(rope("rope"))
    scene.add(Join(("cloth", "11"), ("rope", 0)))
    simulation = pl.Simulation(scene)
    before = momentum(simulation)
    for _ in range(20):
        simulation.step()
    assert np.abs(momentum(simulation) - before).max() < 1e-12
    assert gap(simulation) < 1e-10


def test_a_run_goes_on_from_a_checkpoint_bit_for_bit(tmp_path):
    simulation = pl.Simulation(hung())
    for _ in range(4):
        simulation.step()
    simulation.checkpoint(tmp_path / "state")
    other = pl.Simulation.restore(tmp_path / "state")
    assert np.array_equal(other.reaction("knot").force, simulation.reaction("knot").force)
    for _ in range(3):
        simulation.step()
        other.step()
    for name in ("cloth", "rope"):
        assert np.array_equal(simulation.positions(name), other.positions(name))
        assert np.array_equal(simulation.velocities(name), other.velocities(name))


def test_a_joint_breaks_where_it_bears_too_much():
    scene = hung()
    scene.constraints[-1] = Join(("cloth", "11"), ("rope", 0), id="knot", strength=0.05)
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
    assert simulation.state.joints["knot"].broken
    assert gap(simulation) > 1e-4 and np.all(simulation.reaction("knot").force == 0.0)


def test_a_joint_that_starts_apart_is_met_in_time():
    scene = pl.Scene()
    scene.add(rope("rope"))
    scene.add(Nail(("rope", 0), (0.6, 0.5, 0.1), within=0.2))
    simulation = pl.Simulation(scene)
    simulation.step()
    assert np.abs(simulation.positions("rope")[0] - (0.5, 0.5, 0.0)).max() < 0.01
    for _ in range(12):
        simulation.step()
    assert np.abs(simulation.positions("rope")[0] - (0.6, 0.5, 0.1)).max() < 1e-10


def test_a_spot_between_nodes_is_nailed():
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(cloth("cloth"))
    spot = pl.BodyPoint("cloth", nodes=[(3, 3), (4, 3), (3, 4)], weights=(0.5, 0.3, 0.2))
    scene.add(Nail(spot))
    simulation = pl.Simulation(scene)
    before = simulation.model.joints[0].places({"cloth": simulation.state.bodies["cloth"].x})
    for _ in range(5):
        simulation.step()
    after = simulation.model.joints[0].places({"cloth": simulation.state.bodies["cloth"].x})
    assert np.abs(after - before).max() < 1e-11


def test_scenes_in_files_have_joints(tmp_path):
    for ending in ("yaml", "toml", "json"):
        path = tmp_path / f"scene.{ending}"
        pl.save(hung(), path)
        assert pl.load(path).constraints == hung().constraints


def refused(scene: pl.Scene, *words: str) -> None:
    with pytest.raises(pl.SceneError) as caught:
        pl.Simulation(scene)
    for word in words:
        assert word in str(caught.value)


def test_a_joint_between_points_apart_names_the_distance():
    scene = pl.Scene()
    scene.add(cloth("cloth"))
    scene.add(rope("rope", start=(0.5, 0.5, -1.0), end=(0.5, 0.5, -2.0)))
    scene.add(Join(("cloth", "11"), ("rope", 0)), id="knot")
    refused(scene, "constraints[0]", "knot", "1 m apart", "within")


def test_joints_that_say_a_thing_twice_or_contradict_each_other_are_named():
    scene = pl.Scene()
    scene.add(cloth("cloth"))
    scene.add(Nail(("cloth", "11")), id="one")
    scene.add(Nail(("cloth", "11")), id="two")
    refused(scene, "one", "two", "twice")
    scene.constraints[1] = Nail(("cloth", "11"), (0.5, 0.5, 0.3), id="two", within=1.0)
    refused(scene, "one", "two", "contradict")
    scene.constraints[1] = pl.Pin("cloth", corners=["11"], id="two")
    refused(scene, "one", "pins")


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (("cloth", (9, 0)), "outside the grid"),
        (("sheet", (0, 0)), "there is no body 'sheet'"),
        (("cloth", "1"), "a corner here has 2 digits"),
        ({"body": "cloth"}, "none given"),
        ({"body": "cloth", "nodes": [(0, 0), (0, 1)], "weights": [0.5, 0.6]}, "sum to 1"),
    ],
)
def test_points_that_are_not_there_are_refused(point, words):
    scene = pl.Scene()
    scene.add(cloth("cloth"))
    with pytest.raises(pl.SceneError, match=words):
        scene.add(Nail(point))


def test_positions_that_are_no_numbers_are_refused():
    with pytest.raises(pl.SceneError, match="position"):
        Nail(("cloth", "00"), (0.0, np.nan, 0.0))


def test_recordings_keep_reactions_on_request():
    recording = pl.simulate(hung(), steps=3, keep=["reactions"])
    simulation = pl.Simulation(hung())
    for _ in range(3):
        simulation.step()
    kept = recording.reactions()
    assert set(kept) == {"pin1", "nail", "knot"}
    for name, found in simulation.reactions().items():
        assert np.array_equal(kept[name].force, found.force) and np.array_equal(
            kept[name].center, found.center
        )
    with pytest.raises(pl.RecordingError, match="keep"):
        pl.simulate(hung(), steps=1).reactions()


def test_a_moment_is_about_any_point():
    simulation = pl.Simulation(hung())
    simulation.step()
    found = simulation.reaction("nail")
    arm = found.center - np.array([1.0, 2.0, 3.0])
    assert np.allclose(found.moment_about((1.0, 2.0, 3.0)), np.cross(arm, found.force))


def test_a_clamp_bears_weight_and_moment_of_a_cantilever():
    """At rest: the weight, and the weight times the distance of the centre."""
    scene = pl.Scene(gravity=pl.EARTH, integrator="static")
    scene.add(
        pl.Curve(
            pl.shapes.line((0, 0, 0), (1, 0, 0)),
            grid=(20,),
            material=pl.Rod(young=1e9, radius=0.01, density=1000.0),
            id="rod",
        )
    )
    scene.clamp("rod", ["n0"])
    simulation = pl.Simulation(scene)
    simulation.step()
    mass = simulation.masses("rod")
    found = simulation.reaction("clamp1")
    middle = mass @ simulation.positions("rod") / mass.sum()
    assert abs(found.force[2] / (mass.sum() * 9.81) - 1.0) < 1e-6
    wanted = np.cross(middle, (0.0, 0.0, 9.81 * mass.sum()))
    assert np.abs(found.moment_about((0, 0, 0)) - wanted).max() < 1e-5 * abs(wanted[1])


def test_an_obstacle_bears_what_lies_on_it():
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    scene.add(cloth("cloth", position=(0, 0, 0.005)))
    scene.add(pl.obstacles.Plane(id="floor"))
    simulation = pl.Simulation(scene)
    for _ in range(150):
        simulation.step()
    found = simulation.reaction("floor")
    assert abs(found.force[2] + weight(simulation)[2]) < 1e-2 * abs(weight(simulation)[2])
    assert np.abs(simulation.reaction("floor", "cloth").force - found.force).max() == 0.0


def test_who_holds_nothing_is_named():
    simulation = pl.Simulation(hung())
    with pytest.raises(pl.PliantError, match="no constraint or obstacle named 'nial'"):
        simulation.reaction("nial")
    with pytest.raises(pl.PliantError, match="does not hold 'rope'"):
        simulation.reaction("nail", "rope")
