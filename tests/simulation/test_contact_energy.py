"""The energy balance of bodies that meet: what rubs and what is lost where they hit each other, pair by pair."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.model.nets import octasphere
from pliant.obstacles import Mesh, Motion
from pliant.simulation.energy_balance.entries import Balance

FABRIC = pl.Sheet(membrane=50.0, bending=1e-4, area_density=0.2)


def sheet(name: str, size: float = 0.5, n: int = 6, **options) -> pl.Surface:
    return pl.Surface(pl.shapes.rectangle(size, size), id=name, grid=(n, n), material=FABRIC, **options)


def colliding(integrator: str, rate: float, *, friction: float, seconds: float = 0.1, **options) -> Balance:
    scene = pl.Scene(
        gravity=None, integrator=integrator, dt=1 / rate, collision=pl.Collision(friction=friction)
    )
    scene.add(sheet("a", velocity=(0.0, 0.0, 1.0)))
    scene.add(sheet("b", position=(0.1, 0.05, 0.06), velocity=(0.5, 0.0, -1.0)))
    simulation = pl.Simulation(scene, energy_balance=True)
    for _ in range(round(seconds * rate)):
        simulation.step()
    return simulation.energy_balance()


def pushed(simulation: pl.Simulation, steps: int) -> Balance:
    for _ in range(steps):
        simulation.step()
    return simulation.energy_balance()


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_a_sheet_that_slides_on_a_sheet_loses_friction_times_its_way(integrator):
    """μ m g s within 5 %: a soft sheet is not pressed quite evenly, and a step of backward Euler is long."""
    mu, speed = 0.3, 0.8
    collision = pl.Collision(friction=mu, thickness=0.005)
    scene = pl.Scene(gravity=9.81, dt=1 / 120, integrator=integrator, collision=collision)
    table = scene.add(sheet("table", 1.2))
    scene.pin(table, nodes=[(i, j) for i in range(6) for j in range(6)])
    scene.add(sheet("cloth", 0.3, 5, position=(-0.3, 0.02, 0.0042), velocity=(speed, 0.0, 0.0)))
    simulation = pl.Simulation(scene, energy_balance=True)
    mass = simulation.model.body("cloth").system.mass.sum()
    start = simulation.positions("cloth").mean(axis=0)
    balance = pushed(simulation, 50)
    way = simulation.positions("cloth").mean(axis=0)[0] - start[0]
    rubbed = balance.pairs["table", "cloth"].friction
    assert way > 0.09  # v²/2μg = 0.11 m: it has come to rest
    assert rubbed == pytest.approx(mu * mass * 9.81 * way, rel=0.05)
    assert balance.friction == pytest.approx(rubbed)
    assert abs(balance.numerical) < 0.05 * rubbed


def test_without_friction_the_numerical_entry_of_a_collision_shrinks_with_the_step():
    """Beside an impact that takes over half of the energy; sheets that were hit shiver, which costs an order."""
    coarse, fine = (colliding("backward_euler", rate, friction=0.0) for rate in (120, 480))
    assert abs(coarse.numerical) < 0.04 * coarse.initial
    assert abs(fine.numerical) < abs(coarse.numerical) / 1.15**2
    assert fine.impact > 0.5 * fine.initial
    assert fine.friction == 0.0


@pytest.mark.parametrize("rate", [60, 240, 960])
def test_bdf2_books_all_of_a_blow_between_bodies_as_impact(rate):
    """What is left over is Newton's tolerance, at any step: 1.6 % at 1/120 s when its own losses were numerical."""
    balance = colliding("bdf2", rate, friction=0.0)
    assert abs(balance.numerical) < 0.004 * balance.initial
    assert balance.impact > 0.6 * balance.initial
    assert balance.pairs["a", "b"].impact == pytest.approx(balance.impact)


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_what_a_collision_takes_is_in_the_entries_of_its_pair(integrator):
    balance = colliding(integrator, 120, friction=0.3)
    pair = balance.pairs["a", "b"]
    assert pair.impact > 0.5 * balance.initial and pair.friction > 0.02 * balance.initial
    assert (pair.impact, pair.friction) == pytest.approx((balance.impact, balance.friction))
    assert abs(balance.numerical) < 0.03 * balance.initial
    assert balance.energy < balance.initial
    # What one body gives to the other is work on both, and nothing in all.
    work = [one.work for one in balance.bodies.values()]
    assert sum(work) == pytest.approx(0.0, abs=1e-12) and abs(work[0]) > 1e-3
    for one in balance.bodies.values():
        assert abs(one.numerical) < 0.03 * balance.initial


def test_bodies_of_explicit_schemes_book_what_they_give_each_other():
    balance = colliding("explicit", 5000, friction=0.3, seconds=0.06)
    assert balance.impact + balance.friction > 0.3 * balance.initial
    assert abs(balance.numerical) < 0.03 * balance.initial


def test_what_rests_on_a_body_is_stored_between_them():
    """A heavy block on a held one: the barrier gives way by a part of its thickness, under the block's weight."""
    scene = pl.Scene(gravity=9.81)
    soft = pl.Bulk(young=1e5, poisson=0.3, density=1000.0)
    base = scene.add(pl.Solid(pl.shapes.box(0.5, 0.5, 0.1), id="base", grid=(4, 4, 2), material=soft))
    scene.pin(base, nodes=[(i, j, k) for i in range(4) for j in range(4) for k in range(2)])
    place = {"position": (0.03, 0.02, 0.155)}
    scene.add(pl.Solid(pl.shapes.box(0.2, 0.2, 0.2), id="block", grid=(3, 3, 3), material=soft, **place))
    simulation = pl.Simulation(scene, energy_balance=True)
    balance = pushed(simulation, 40)
    stored = balance.pairs["base", "block"].contact
    assert 0.0 < stored < 0.05 * balance.initial
    assert balance.contact == pytest.approx(stored)
    assert balance.bodies["block"].contact == pytest.approx(0.5 * stored)
    potential = simulation.energies()["potential"]
    assert potential == pytest.approx(balance.potential + stored)


def test_a_mesh_that_moves_does_the_work_that_bodies_gain():
    """A plate that goes up with a sheet on it: its work lifts the sheet and sets it in motion, with a loss."""
    scene = pl.Scene(gravity=9.81, dt=1 / 120)
    rising = Motion((0.0, 0.5), ((0.0, 0.0, 0.0), (0.0, 0.0, 0.5)), smooth=False)
    points, faces = octasphere(1)
    scene.add(Mesh((0.6, 0.6, 0.1) * points, faces, id="plate", motion=rising))
    scene.add(sheet("cloth", 0.4, position=(0.013, 0.0, 0.13)))
    balance = pushed(pl.Simulation(scene, energy_balance=True), 40)
    gained = balance.energy - balance.initial
    assert balance.work == pytest.approx(gained + balance.impact + balance.friction, rel=0.05)
    assert gained > 0.3 * 0.4**2 * 0.2 * 9.81
    assert balance.pairs["cloth", "plate"].impact == pytest.approx(balance.impact)


def test_keeping_the_balance_changes_no_bit_and_a_checkpoint_keeps_it(tmp_path):
    def make(kept: bool) -> pl.Simulation:
        scene = pl.Scene(gravity=9.81)
        low = scene.add(sheet("low", 0.8))
        scene.pin(low, corners=("00", "10", "01", "11"))
        scene.add(sheet("high", position=(0.05, 0.02, 0.05)))
        return pl.Simulation(scene, energy_balance=kept)

    kept, plain = make(True), make(False)
    for _ in range(12):
        kept.step()
        plain.step()
    kept.checkpoint(tmp_path / "state")
    restored = pl.Simulation.restore(tmp_path / "state")
    for _ in range(6):
        for simulation in (kept, plain, restored):
            simulation.step()
    assert kept.energy_balance().pairs["low", "high"].impact > 0.0
    assert restored.energy_balance() == kept.energy_balance()
    for name in ("low", "high"):
        assert np.array_equal(kept.positions(name), plain.positions(name))
        assert np.array_equal(kept.positions(name), restored.positions(name))


INTEGRATORS = {"bdf2": 120, "backward_euler": 120, "explicit": 2000}


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_obstacles_that_nodes_meet_are_pairs_and_have_all_that_contact_took(integrator):
    """A sheet slides over a floor into a wall that throws it back: each has its own part, and both together all."""
    scene = pl.Scene(gravity=9.81, dt=1 / INTEGRATORS[integrator], integrator=integrator)
    scene.add(sheet("cloth", position=(0.0, 0.0, 0.004), velocity=(2.0, 0.0, 0.0)))
    bounce = 0.0 if integrator == "explicit" else None  # these rub only where they throw back
    scene.add(pl.obstacles.Plane(id="floor", friction=0.3, restitution=bounce))
    scene.add(
        pl.obstacles.Plane(
            id="wall", normal=(-1.0, 0.0, 0.0), point=(0.3, 0.0, 0.0), restitution=0.5, friction=0.0
        )
    )
    simulation = pl.Simulation(scene, energy_balance=True)
    balance = pushed(simulation, round(0.1 * INTEGRATORS[integrator]))
    floor, wall = balance.pairs["cloth", "floor"], balance.pairs["cloth", "wall"]
    assert set(balance.pairs) == {("cloth", "floor"), ("cloth", "wall")}
    rubbed = (
        floor.impact if integrator == "explicit" else floor.friction
    )  # in a blow of one node both are one
    assert rubbed > 0.02 * balance.initial
    assert wall.friction == pytest.approx(0.0, abs=1e-9) and wall.impact > 0.1 * balance.initial
    for entry in ("friction", "impact", "contact"):
        sums = getattr(floor, entry) + getattr(wall, entry)
        assert sums == pytest.approx(getattr(balance, entry), abs=1e-9 * balance.initial), entry


def test_what_is_put_back_by_projections_is_an_impact_of_the_obstacle_that_did_it():
    scene = pl.Scene(gravity=9.81, dt=1 / 240, contact=pl.responses.Projection())
    scene.add(sheet("cloth", position=(0.0, 0.0, 0.05), velocity=(0.0, 0.0, -1.0)))
    scene.add(pl.obstacles.Plane(id="floor"))
    scene.add(pl.obstacles.Sphere(id="far", center=(2.0, 0.0, 0.0), radius=0.5))
    balance = pushed(pl.Simulation(scene, energy_balance=True), 24)
    assert set(balance.pairs) == {("cloth", "floor")}
    assert balance.pairs["cloth", "floor"].impact == pytest.approx(balance.impact)
    assert balance.impact > 0.5 * balance.initial
