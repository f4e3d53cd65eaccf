"""Hands that grip a patch of a body instead of one spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.simulation.hands import hands_at

SOFT = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3, drag=0.1)
QUIET = SOFT.model_copy(update={"drag": 0.0, "damping": 0.0})
STUFF = pl.Sheet(membrane=200.0, bending=2e-4, area_density=0.2, damping=4e-3)
NET = pl.Springs(stiffness=100.0, shear=50.0, bend=1.0, mass=1e-3, damping=0.01)
JELLY = pl.Bulk(young=2e4, density=300.0)
HYBRID = pl.Hybrid(slope=2e3, curvature=1.0, density=2.0, damping=0.01)
SQUARE = pl.shapes.rectangle(1, 1)


def sheet(material: Any = SOFT, dt: float = 2e-3, **options) -> pl.Scene:
    scene = pl.Scene(dt=dt, **options)
    scene.add(pl.Surface(SQUARE, id="body", grid=(11, 11), material=material))
    return scene


def run(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


def mass(simulation: pl.Simulation) -> np.ndarray:
    body = simulation.model.body("body")
    return body.layout.gather(body.system.mass)


def gripped(simulation: pl.Simulation, name: str = "hand") -> tuple[list[int], np.ndarray]:
    """Nodes and their shares."""
    grip = simulation.state.holds[name].grip
    assert grip is not None
    return list(grip.nodes), np.array(grip.shares)


# ---------------------------------------------------------------- what is gripped


def test_a_patch_is_as_large_as_the_radius_and_held_most_in_the_middle():
    simulation = pl.Simulation(sheet())
    simulation.apply(pl.Grab("body", (5, 4), id="hand", stiffness=5.0, radius=0.25))
    nodes, shares = gripped(simulation)
    x = simulation.positions("body")
    assert set(nodes) == set(np.flatnonzero(np.linalg.norm(x - x[5 * 11 + 4], axis=1) < 0.25))
    assert shares.sum() == pytest.approx(1.0) and nodes[int(shares.argmax())] == 5 * 11 + 4


def test_a_radius_without_a_node_in_it_is_a_spot():
    simulation = pl.Simulation(sheet())
    spot = {"nodes": [(3, 3), (4, 3), (4, 4)], "weights": (0.3, 0.3, 0.4)}
    simulation.apply(pl.Grab("body", **spot, id="hand", stiffness=5.0, radius=0.01))
    assert simulation.state.holds["hand"].grip is None


def test_a_patch_does_not_reach_across_a_cut():
    simulation = pl.Simulation(sheet())
    simulation.cut("body", [(-0.6, 0.04, 0), (0.6, 0.04, 0)])
    simulation.apply(pl.Grab("body", (5, 5), id="hand", stiffness=5.0, radius=0.25))
    nodes, _ = gripped(simulation)
    assert len(nodes) > 5 and len(set(simulation.pieces("body")[nodes])) == 1


def test_a_patch_does_not_take_hold_of_the_next_fold():
    """A tube that is pressed flat: what is opposite is near, but far away on the cloth."""
    scene = pl.Scene()
    tube = pl.shapes.ellipsoid(0.5, 0.05, 0.5)
    scene.add(pl.Surface(tube, id="body", grid=(24, 13), periodic=(True, False), material=SOFT))
    simulation = pl.Simulation(scene)
    simulation.apply(pl.Grab("body", (6, 6), id="hand", stiffness=5.0, radius=0.2))
    nodes, _ = gripped(simulation)
    x = simulation.positions("body")
    assert len(nodes) > 5 and (np.sign(x[nodes, 1]) == np.sign(x[6 * 13 + 6, 1])).all()


def test_only_a_spring_can_grip_a_patch():
    with pytest.raises(pl.SceneError, match="a patch is pulled by a spring"):
        pl.Grab("body", (0, 0), radius=0.1)


# ---------------------------------------------------------------- physics


def test_nothing_is_stored_when_a_patch_is_taken_hold_of():
    scene = sheet()
    scene.bodies[0] = scene.bodies[0].model_copy(update={"initial_shape": pl.shapes.rectangle(1.2, 0.9)})
    simulation = pl.Simulation(scene)
    simulation.apply(pl.Grab("body", (5, 4), id="hand", stiffness=5.0, radius=0.25))
    assert simulation.energies()["potential"] < 1e-28
    assert np.abs(simulation.external_forces("body")).max() < 1e-14


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit", "backward_euler", "bdf2"])
def test_a_patch_gains_the_momentum_that_the_hand_gives(integrator):
    """By Newton's second law with the force on the hand, k Σ wᵢdᵢ; the first order of most schemes leaves 5 %."""
    simulation = pl.Simulation(sheet(QUIET, integrator=integrator, dt=1e-4))
    simulation.apply(pl.Grab("body", (5, 4), id="hand", to=(0.1, 0.0, 0.3), stiffness=5.0, radius=0.25))
    force = simulation.external_forces("body").sum(axis=0)
    run(simulation, 20)
    assert mass(simulation) @ simulation.velocities("body") == pytest.approx(
        force * simulation.time, rel=0.05
    )


def test_a_sheet_hangs_from_a_patch_by_the_length_that_its_weight_draws_the_spring_out():
    scene = sheet(SOFT.model_copy(update={"membrane": 500.0, "drag": 3.0}), dt=0.02, gravity=pl.EARTH)
    scene.at(0.0, pl.Grab("body", (5, 5), id="hand", stiffness=30.0, radius=0.25))
    simulation = run(pl.Simulation(scene), 400)
    nodes, shares = gripped(simulation)
    drawn = shares @ simulation.positions("body")[nodes]
    assert -drawn[2] == pytest.approx(mass(simulation).sum() * pl.EARTH / 30.0, abs=1e-3)


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_the_energy_balance_of_a_hand_with_a_damper_balance(integrator):
    """To first order: the hand sets out at once."""
    left = []
    for dt in (2e-3, 1e-3):
        simulation = pl.Simulation(sheet(dt=dt, integrator=integrator, solver="direct"), energy_balance=True)
        simulation.apply(pl.Grab("body", (5, 4), id="hand", stiffness=8.0, damping=0.3, radius=0.25))
        simulation.apply(pl.Move("hand", (0.1, 0.05, 0.3), seconds=1.0))
        energy_balance = run(simulation, round(0.04 / dt)).energy_balance()
        assert (
            energy_balance.work > 1e-4 and energy_balance.damping > 1e-4 and energy_balance.potential > 1e-6
        )
        left.append(abs(energy_balance.numerical) / energy_balance.work)
    assert left[1] < 0.6 * left[0] and left[1] < 0.01


@pytest.mark.parametrize("psd", [True, False])
@pytest.mark.parametrize("material", [SOFT, NET, HYBRID], ids=["grid", "points", "hybrid"])
def test_force_and_matrix_of_a_patch_are_the_derivatives_of_its_energy(material, psd):
    scene = sheet(material)
    simulation = pl.Simulation(scene)
    simulation.apply(pl.Grab("body", (5, 4), id="hand", to=(0.2, 0.1, 0.4), stiffness=7.0, radius=0.25))
    body, nodes = simulation.model.body("body"), gripped(simulation)[0]
    x, step = simulation.state.bodies["body"].x.copy(), 1e-5
    (energy,) = hands_at(body, simulation.state, simulation.time).energies
    matrix = body.system.make_solver(pl.Solver()).matrix
    matrix.clear()
    energy.add_hessian(x, matrix, psd)
    dense = matrix.to_sparse().toarray()
    assert np.count_nonzero(dense) == 3 * len(nodes)
    for node in nodes[::3]:
        sides, place = [], body.layout.nodes[node]
        for sign in (1.0, -1.0):
            moved, out = x.copy(), body.layout.zeros(3)
            moved[1, place] += sign * step
            value = energy.add_gradient(moved, out)
            assert value == energy.stored(moved)
            sides.append((value, body.layout.gather(out)))
        gradient = body.layout.zeros(3)
        energy.add_gradient(x, gradient)
        assert (sides[0][0] - sides[1][0]) / (2 * step) == pytest.approx(gradient[1, place], abs=1e-8)
        column = (sides[0][1] - sides[1][1]).ravel() / (2 * step)
        assert column == pytest.approx(dense[:, 3 * node + 1], abs=1e-8)


# ---------------------------------------------------------------- every kind of body

BODIES = {
    "sheet": pl.Surface(SQUARE, id="body", grid=(11, 11), material=SOFT),
    "springs": pl.Surface(SQUARE, id="body", grid=(11, 11), material=NET),
    "sticks": pl.Surface(SQUARE, id="body", grid=(11, 11), material=pl.Sticks(mass=0.002, rigidity=2)),
    "hybrid": pl.Surface(SQUARE, id="body", grid=(11, 11), material=HYBRID),
    "rope": pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)), id="body", grid=30,
        material=pl.Cord(stretching=100.0, bending=1e-3, line_density=0.1),
    ),
    "jelly": pl.Solid(pl.shapes.box(0.5, 0.5, 0.5), id="body", grid=(5, 5, 5), material=JELLY),
    "mesh": pl.Mesh(
        [(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0.5, 0.5, 0.1)], id="body", triangles=[(0, 1, 2), (1, 3, 2)],
        material=SOFT, cuttable=True,
    ),
    "layers": pl.Layered(pl.layers.Octasphere(radius=0.5, level=2), id="body"),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_whatever_a_hand_can_hold_follows_it_by_a_patch(name):
    scene = pl.Scene(dt=0.005)
    scene.add(BODIES[name])
    simulation = pl.Simulation(scene)
    place = (
        (5, 5) if name in ("sheet", "springs", "sticks", "hybrid") else (4, 2, 2) if name == "jelly" else None
    )
    node = place or ((0, 3) if name == "layers" else 2)
    stiffness = simulation.firm_stiffness("body")
    simulation.apply(pl.Grab("body", node, id="hand", stiffness=stiffness, damping=1e-3, radius=0.4))
    nodes, shares = gripped(simulation)
    assert len(nodes) > 1
    before = shares @ simulation.positions("body")[nodes]
    start = np.array(simulation.state.holds["hand"].start)
    simulation.apply(pl.Move("hand", tuple(start + np.array([0.0, 0.1, 0.2])), seconds=0.2))
    run(simulation, 100)
    gone = shares @ simulation.positions("body")[nodes] - before
    assert gone == pytest.approx((0.0, 0.1, 0.2), abs=0.07)
    assert simulation.halvings == 0


def test_a_patch_of_a_hybrid_body_is_three_terms_of_its_solver():
    simulation = pl.Simulation(sheet(HYBRID, dt=0.01))
    stiffness = simulation.firm_stiffness("body")
    simulation.apply(pl.Grab("body", (5, 5), id="hand", stiffness=stiffness, radius=0.3, to=(0, 0, 0.1)))
    simulation.step()
    touch = simulation._steppers["body"].solver._prepared[0][1]._touch
    assert len(touch.spots) == 1 and len(touch.spots[0].nodes) > 10
    assert simulation.reports["body"].linear <= 20


# ---------------------------------------------------------------- again, and tearing


def test_a_script_and_a_checkpoint_know_the_patch(tmp_path: Path):
    simulation = run(pl.Simulation(sheet(gravity=pl.EARTH)), 3)
    simulation.apply(pl.Grab("body", (5, 5), id="hand", stiffness=5.0, damping=0.01, radius=0.25))
    simulation.apply(pl.Move("hand", (0.1, 0.0, 0.2), seconds=0.02))
    run(simulation, 5)
    simulation.checkpoint(tmp_path / "state.npz")
    run(simulation, 5)
    resumed = run(pl.Simulation.restore(tmp_path / "state.npz"), 5)
    pl.save(simulation.script(), tmp_path / "script.yaml")
    again = run(pl.Simulation(pl.load(tmp_path / "script.yaml")), 13)
    for other in (resumed, again):
        assert (other.positions("body") == simulation.positions("body")).all()
        assert (other.velocities("body") == simulation.velocities("body")).all()


@pytest.mark.parametrize(("radius", "torn"), [(0.0, "holes"), (0.1, "halves")])
def test_two_hands_tear_a_cloth_in_two_if_they_grip_more_than_a_spot(radius, torn):
    scene = pl.Scene(dt=1 / 120)
    limits = pl.Fracture(0.15, scatter=0.2, seed=3)
    scene.add(pl.Surface(SQUARE, id="body", grid=(30, 30), material=STUFF, fracture=limits))
    scene.add(pl.Viscous(0.2))
    simulation = pl.Simulation(scene)
    stiffness = simulation.firm_stiffness("body")
    for name, m, side in (("left", 8, -1.0), ("right", 21, 1.0)):
        simulation.apply(pl.Grab("body", (m, 15), id=name, stiffness=stiffness, radius=radius))
        x, y, z = simulation.state.holds[name].start
        simulation.apply(pl.Move(name, (x + 0.6 * side, y, z), seconds=1.0))
    run(simulation, 90)
    largest = np.sort(np.bincount(simulation.pieces("body")))[::-1][:2]
    assert largest[1] > 300 if torn == "halves" else largest[0] > 890
