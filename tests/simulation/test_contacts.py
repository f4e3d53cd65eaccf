"""What is read of contact: where bodies touch, how hard they press and rub, and how near they are."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.errors import PliantError, RecordingError
from pliant.model.nets import octasphere
from pliant.obstacles import Mesh, Plane

G = 9.81
SOFT = pl.Bulk(young=1e5, poisson=0.3, density=1000.0)


def block(name: str, n: int = 3, **options) -> pl.Solid:
    return pl.Solid(pl.shapes.box(0.2, 0.2, 0.2), id=name, grid=(n, n, n), material=SOFT, **options)


def held_base(scene: pl.Scene, **options) -> None:
    base = scene.add(
        pl.Solid(pl.shapes.box(0.6, 0.6, 0.1), id="base", grid=(4, 4, 2), material=SOFT, **options)
    )
    scene.pin(base, nodes=[(i, j, k) for i in range(4) for j in range(4) for k in range(2)])


def settled(scene: pl.Scene, steps: int = 60) -> pl.Simulation:
    simulation = pl.Simulation(scene)
    for _ in range(steps):
        simulation.step()
    return simulation


def weight(simulation: pl.Simulation, body: str) -> float:
    return float(simulation.model.body(body).system.mass.sum()) * G


def test_a_block_at_rest_presses_with_its_weight():
    scene = pl.Scene(gravity=G)
    held_base(scene)
    scene.add(block("block", position=(0.03, 0.02, 0.155)))
    simulation = settled(scene)
    touching = simulation.contacts()["base", "block"]
    assert (touching.first, touching.second) == ("base", "block")
    pushed = (touching.forces[:, None] * touching.normals + touching.frictions).sum(axis=0)
    assert pushed == pytest.approx((0.0, 0.0, -weight(simulation, "block")), rel=0.01, abs=0.5)
    thickness = 0.5 * (0.05 * 0.2 + 0.05 * 0.1)  # a twentieth of the edges of both, at most
    assert 0.0 < touching.gaps.min() <= touching.gaps.max() < 1.5 * thickness
    z = touching.points[:, 2]
    assert simulation.positions("base")[:, 2].max() < z.min() and z.max() < 0.06
    assert np.abs(touching.normals[:, 2]).min() > 0.9
    assert simulation.external_forces("block").sum(axis=0)[2] == pytest.approx(0.0, abs=2.0)


def test_pressure_is_weight_over_area():
    """ρgh in the middle of the lower face, about: a soft block rests on its edges more than on its middle."""
    scene = pl.Scene(gravity=G)
    scene.add(Plane(point=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0)))
    held_base(scene, position=(1.0, 0.0, 0.1))
    scene.add(block("free", position=(0.0, 0.0, 0.1)))
    scene.add(block("stacked", 4, position=(1.0, 0.0, 0.255)))
    simulation = settled(scene)
    for name, n in (("free", 3), ("stacked", 4)):
        pressure = simulation.contact_pressure(name).reshape(n, n, n)
        assert (pressure[:, :, 1:] == 0.0).all()
        inner = pressure[1:-1, 1:-1, 0]
        assert inner.mean() == pytest.approx(1000.0 * G * 0.2, rel=0.35)
    assert simulation.contact_pressure("base").max() > 0.0


def test_a_sheet_that_slides_is_rubbed_by_friction_times_what_presses():
    mu = 0.4
    scene = pl.Scene(gravity=G, dt=1 / 120, collision=pl.Collision(friction=mu, thickness=0.005))
    held_base(scene)
    scene.add(block("block", position=(-0.1, 0.02, 0.1535), velocity=(1.0, 0.0, 0.0)))
    touching = settled(scene, 12).contacts()["base", "block"]
    rubbed, pressed = touching.frictions.sum(axis=0), touching.forces.sum()
    assert rubbed[0] == pytest.approx(mu * pressed, rel=0.05)  # the block drags the base along
    assert abs(rubbed[1]) < 0.05 * rubbed[0]


def test_meshes_and_other_obstacles_are_listed_like_bodies():
    scene = pl.Scene(gravity=G)
    points, faces = octasphere(2)
    scene.add(Mesh(0.3 * points, faces, id="ball"))
    scene.add(Plane(point=(0.0, 0.0, -0.05), normal=(0.0, 0.0, 1.0), id="floor", friction=0.3))
    fabric = pl.Sheet(membrane=50.0, bending=1e-4, area_density=0.2)
    shape = pl.shapes.rectangle(1.6, 1.6)
    scene.add(pl.Surface(shape, id="cloth", grid=(12, 12), material=fabric, position=(0.01, 0.0, 0.34)))
    simulation = settled(scene, 90)
    found = simulation.contacts()
    assert {("cloth", "ball"), ("cloth", "floor")} <= set(found)
    total = np.sum(
        [(c.forces[:, None] * c.normals + c.frictions).sum(axis=0) for c in found.values()], axis=0
    )
    assert total[2] == pytest.approx(weight(simulation, "cloth"), rel=0.2)  # it still swings a little
    assert (np.linalg.norm(found["cloth", "ball"].points, axis=1) < 0.4).all()
    assert found["cloth", "floor"].gaps.max() < 0.04  # a quarter of an edge, at most


def test_a_state_before_the_first_step_touches_nothing_and_a_restored_one_what_it_did(tmp_path):
    scene = pl.Scene(gravity=G)
    held_base(scene)
    scene.add(block("block", position=(0.03, 0.02, 0.152)))
    simulation = pl.Simulation(scene)
    assert simulation.contacts() == {}
    for _ in range(5):
        simulation.step()
    simulation.checkpoint(tmp_path / "state")
    before, after = simulation.contacts(), pl.Simulation.restore(tmp_path / "state").contacts()
    assert list(before) == list(after) == [("base", "block")]
    for name in ("points", "normals", "forces", "frictions", "gaps"):
        values = [getattr(found["base", "block"], name) for found in (before, after)]
        assert np.array_equal(*values)


def test_curves_have_no_pressure():
    scene = pl.Scene(gravity=G)
    cord = pl.Cord(stretching=2e3, bending=1e-4, line_density=0.05)
    scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="rope", grid=8, material=cord))
    simulation = pl.Simulation(scene)
    assert "contact_pressure" not in simulation.fields("rope")
    with pytest.raises(PliantError, match="no faces"):
        simulation.contact_pressure("rope")


def test_recordings_keep_contacts_on_request(tmp_path):
    scene = pl.Scene(gravity=G)
    scene.add(Plane(point=(0.0, 0.0, -0.05), normal=(0.0, 0.0, 1.0), id="floor"))
    held_base(scene)
    scene.add(block("block", position=(0.03, 0.02, 0.152)))
    plain = pl.simulate(scene, steps=2)
    assert not any("contact" in name for name in plain.frame(-1).arrays)
    with pytest.raises(RecordingError, match="not recorded"):
        plain.contacts()
    with pytest.raises(PliantError, match="'presure' cannot be recorded"):
        pl.simulate(scene, steps=2, keep=["presure"])
    recording = pl.simulate(scene, steps=6, keep=["contacts", "contact_pressure"])
    simulation = settled(scene, 6)
    found, expected = recording.contacts(), simulation.contacts()
    assert list(found) == list(expected) and ("base", "block") in found
    for pair, one in expected.items():
        for name in ("points", "normals", "forces", "frictions", "gaps"):
            assert getattr(found[pair], name) == pytest.approx(getattr(one, name), rel=1e-6, abs=1e-6)
    assert ("base", "block") not in recording.contacts(0)
    pressure = recording.frame(-1).arrays["block/contact_pressure"]
    assert pressure == pytest.approx(simulation.contact_pressure("block"), rel=1e-6)
    recording.export(tmp_path / "frames.npz")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: t._replace(nodes=t.nodes + 10**6), "nodes that bodies do not have"),
        (lambda t: t._replace(hulls=t.hulls + 7), "pairs of bodies that are not there"),
        (lambda t: t._replace(forces=t.forces * np.nan), "no array of finite numbers"),
        (lambda t: t._replace(gaps=t.gaps[1:]), "gaps of shape"),
        (lambda t: None, "Touches expected"),
    ],
    ids=["nodes", "hulls", "nan", "shape", "none"],
)
def test_what_touches_in_a_state_from_elsewhere_must_make_sense(damage, message):
    scene = pl.Scene(gravity=G)
    held_base(scene)
    scene.add(block("block", position=(0.03, 0.02, 0.152)))
    simulation = settled(scene, 4)
    simulation.state.touches = damage(simulation.state.touches)
    with pytest.raises(PliantError, match=message):
        pl.Simulation(scene, simulation.state)


@pytest.mark.parametrize(
    ("integrator", "dt", "steps"),
    [("static", 1 / 60, 1), ("explicit", 2e-4, 200)],
    ids=["static", "explicit"],
)
def test_all_schemes_tell_what_touches(integrator, dt, steps):
    scene = pl.Scene(gravity=G, integrator=integrator, dt=dt)
    fabric = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2, damping=1e-3)
    table = scene.add(pl.Surface(pl.shapes.rectangle(0.8, 0.8), id="table", grid=(6, 6), material=fabric))
    scene.pin(table, nodes=[(i, j) for i in range(6) for j in range(6)])
    place = {
        "position": (0.02, 0.01, 0.03),
        "velocity": (0.0, 0.0, -1.0 if integrator == "explicit" else 0.0),
    }
    scene.add(pl.Surface(pl.shapes.rectangle(0.4, 0.4), id="cloth", grid=(6, 6), material=fabric, **place))
    simulation = pl.Simulation(scene, energy_balance=True)
    pushed = []
    for _ in range(steps):
        simulation.step()
        found = simulation.contacts().get(("table", "cloth"))
        pushed.append(0.0 if found is None else float(found.forces @ found.normals[:, 2]))
    mass = weight(simulation, "cloth") / G
    if integrator == "static":
        assert pushed[-1] == pytest.approx(-mass * G, rel=0.02)
        assert simulation.energy_balance().contact > 0.0
    else:  # the momentum that the table takes
        v = simulation.velocities("cloth").mean(axis=0)[2]
        assert dt * np.sum(pushed) == pytest.approx(-mass * (v + 1.0 + G * steps * dt), rel=0.02)
