"""Damping of contact: piles come to rest, friction stays Coulomb's, momentum is kept, and the energy balance has it."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.integrators import coupled
from pliant.integrators.system import StepReport
from pliant.simulation import Simulation, world
from tests.fuzz.meetings import require_no_crossings

FABRIC = pl.Sheet(membrane=50.0, bending=1e-4, area_density=0.2)
G, DROP, MU = 9.81, 0.2, 0.3


def sheet(name: str, size: float = 0.5, n: int = 6, **options) -> pl.Surface:
    return pl.Surface(pl.shapes.rectangle(size, size), id=name, grid=(n, n), material=FABRIC, **options)


def landed(damping: float | None, rate: int, **laws) -> tuple[Simulation, float, float]:
    """A sheet that has landed obliquely; what it has lost along the floor, and got across it [m/s]."""
    response = pl.responses.Barrier(margin=0.002, damping_ratio=damping)
    scene = pl.Scene(gravity=G, dt=1 / rate, contact=response, **laws)
    scene.add(sheet("it", 0.4, position=(0.0, 0.0, DROP + 0.002), velocity=(6.0, 0.0, 0.0)))
    scene.add(pl.obstacles.Plane(friction=MU))
    simulation = Simulation(scene, energy_balance=True)
    for _ in range(round(0.3 * rate)):
        simulation.step()
    mean = simulation.velocities("it").mean(axis=0)
    return simulation, 6.0 - mean[0], mean[2] + 0.3 * G


@pytest.mark.parametrize("rate", [60, 240, 960])
@pytest.mark.parametrize("damping", [0.3, 1.0])
def test_friction_is_mu_times_all_that_presses_damping_included(damping, rate):
    simulation, lost, given = landed(damping, rate)
    assert lost == pytest.approx(MU * given, rel=0.01)
    balance = simulation.energy_balance()
    mgh = float(simulation.masses("it").sum()) * G * DROP
    assert balance.damping > 0.0 and balance.impact > 0.0
    assert balance.damping + balance.impact == pytest.approx(mgh, rel=0.03)
    assert abs(balance.numerical) < (0.02 if rate == 60 else 0.002) * mgh


def test_obstacles_damp_as_the_scene_says_unless_they_say_it_themselves():
    plain, own, other = (
        landed(damping, 240, collision=pl.Collision(damping_ratio=scene))[0]
        for damping, scene in ((None, 0.0), (0.7, 0.0), (None, 0.7))
    )
    assert np.array_equal(own.positions("it"), other.positions("it"))
    assert not np.array_equal(own.positions("it"), plain.positions("it"))
    none = landed(0.0, 240, collision=pl.Collision(damping_ratio=0.7))[0]
    assert np.array_equal(none.positions("it"), plain.positions("it"))


def colliding(damping: float, rate: int, friction: float = 0.3) -> Simulation:
    collision = pl.Collision(friction=friction, damping_ratio=damping)
    scene = pl.Scene(gravity=None, dt=1 / rate, collision=collision)
    scene.add(sheet("a", velocity=(0.0, 0.0, 1.0)))
    scene.add(sheet("b", position=(0.1, 0.05, 0.06), velocity=(0.5, 0.0, -1.0)))
    return Simulation(scene, energy_balance=True)


def momenta(simulation: Simulation) -> np.ndarray:
    """Momentum and spin of both, (6,)."""
    total = np.zeros(6)
    for name in ("a", "b"):
        p = simulation.masses(name)[:, None] * simulation.velocities(name)
        total += np.concatenate([p.sum(axis=0), np.cross(simulation.positions(name), p).sum(axis=0)])
    return total


@pytest.mark.parametrize("rate", [60, 240])
@pytest.mark.parametrize("friction", [0.0, 0.3])
def test_two_sheets_that_collide_keep_momentum_and_spin_and_book_what_damps_by_pair(friction, rate):
    simulation = colliding(0.5, rate, friction)
    begin, energy = momenta(simulation), np.inf
    for _ in range(round(0.1 * rate)):
        simulation.step()
        balance = simulation.energy_balance()
        assert balance.energy <= energy * (1.0 + 1e-3)
        energy = balance.energy
    assert np.abs(momenta(simulation) - begin).max() < 1e-9
    pair = balance.pairs["a", "b"]
    assert pair.damping > 0.02 * balance.initial
    assert pair.damping == pytest.approx(balance.damping)
    assert pair.impact == pytest.approx(balance.impact) and pair.friction == pytest.approx(balance.friction)
    assert abs(balance.numerical) < 0.01 * balance.initial


def test_a_checkpoint_keeps_it(tmp_path):
    simulation = colliding(0.5, 120)
    for _ in range(8):
        simulation.step()
    simulation.checkpoint(tmp_path / "state")
    restored = Simulation.restore(tmp_path / "state")
    for one in (simulation, restored):
        for _ in range(4):
            one.step()
    assert np.array_equal(simulation.positions("a"), restored.positions("a"))
    assert restored.energy_balance() == simulation.energy_balance()


def pile(count: int, damping: float, n: int = 10, apart: float = 0.012) -> Simulation:
    """Sheets that fall onto each other and the floor."""
    scene = pl.Scene(gravity=pl.EARTH, collision=pl.Collision(damping_ratio=damping))
    places = np.random.default_rng(1).uniform(-0.02, 0.02, (count, 2))
    for k, (x, y) in enumerate(places):
        shape, where = pl.shapes.rectangle(0.4, 0.4), (x, y, 0.01 + apart * (k + 1))
        scene.add(pl.Surface(shape, id=f"s{k}", grid=(n, n), material=pl.materials.COTTON, position=where))
    scene.add(pl.obstacles.Plane(friction=0.3))
    return Simulation(scene)


def fastest(simulation: Simulation) -> float:
    return max(float(simulation.speed(body.name).max()) for body in simulation.model.bodies)


def test_a_pile_of_sheets_comes_to_rest_and_without_damping_it_bounces_on():
    """Critically damped ten layers lie after one second; each is then some thickness above the one below."""
    damped, plain = pile(10, 1.0), pile(10, 0.0)
    for _ in range(60):
        damped.step()
        plain.step()
    assert fastest(damped) < 0.01
    assert fastest(plain) > 0.1
    assert damped.unconverged == 0
    heights = [damped.positions(f"s{k}")[:, 2].mean() for k in range(10)]
    assert np.all(np.diff(heights) > 0.005)


def test_moving_layers_as_wholes_saves_most_iterations_and_changes_nothing_else(monkeypatch):
    """A pile of twelve: within Newton's tolerance, which is a hundredth of the motion."""
    iterations, ends = [], []
    for many in (8, 1000):
        monkeypatch.setattr(coupled, "_MANY", many)
        simulation, count = pile(12, 1.0), 0
        for _ in range(8):
            simulation.step()
            count += simulation.reports["s0"].linear
        iterations.append(count)
        ends.append(np.stack([simulation.positions(f"s{k}") for k in range(12)]))
    assert iterations[0] < 0.4 * iterations[1]
    assert np.abs(ends[0] - ends[1]).max() < 2e-3


@pytest.mark.slow
def test_a_hundred_layers_come_to_rest_and_none_goes_through_another():
    """They fall half a metre together; the pile springs back as a whole, and that dies away slower than what one does.

    After two seconds nothing is faster than 2 cm/s, and the pile sinks by less than 2 mm in ten steps. This takes two
    minutes.
    """
    simulation = pile(100, 5.0, 6, 0.021)
    for k in range(130):
        simulation.step()
        if k == 119:
            before = simulation.positions("s99")[:, 2].mean()
        if k % 26 == 25:
            require_no_crossings(simulation)
    assert simulation.unconverged == 0
    assert fastest(simulation) < 0.02
    heights = np.array([simulation.positions(f"s{k}")[:, 2].mean() for k in range(100)])
    assert np.diff(heights).min() > 0.005 and heights[-1] > 1.4
    assert abs(heights[-1] - before) < 2e-3


def test_what_moves_layers_as_wholes_leaves_no_force_on_them_and_nothing_that_tilts_them(monkeypatch):
    """z = R (Rᵀ H R)⁻¹ Rᵀ r is exact there: Rᵀ(r − H z) = 0 for any r, to rounding and the little on the diagonal."""
    problems, solve = [], coupled.CoupledPotential._solve
    monkeypatch.setattr(
        coupled.CoupledPotential, "_solve", lambda self, report: (problems.append(self), solve(self, report))
    )
    simulation = pile(9, 1.0)
    for _ in range(8):
        simulation.step()
    problem, rng = problems[-1], np.random.default_rng(2)
    blocks, wholes = problem._blocks, problem._wholes
    assert problem.contact.rows and len(blocks) == 9
    problem._solve(StepReport())  # so that nothing has changed since it was prepared
    wanted, left = [], []
    for block in blocks:
        block.r[:] = rng.normal(size=block.r.shape)
        block.z.fill(0.0)
    wholes.add()
    products = problem._product([block.z for block in blocks])
    for block, product, shape in zip(blocks, products, wholes._shapes, strict=True):
        inside = block.layout.nodes
        assert len(shape) == 3  # a sheet that lies is shifted, and tilted along two axes
        wanted.append(shape[:, inside] @ block.r[:, inside].T)
        left.append(wanted[-1] - shape[:, inside] @ product[:, inside].T)
    assert np.abs(left).max() < 1e-5 * np.abs(wanted).max()


def test_a_pile_that_falls_together_begins_its_steps_few_times(monkeypatch):
    """One after the other joins the island, of which each would begin the step anew."""
    begun = []

    class Counted(world.Island):
        def step(self):
            begun.append(len(self.members))
            return super().step()

    monkeypatch.setattr(world, "Island", Counted)
    simulation, most = pile(30, 1.0), 0
    for _ in range(8):
        begun.clear()
        simulation.step()
        most = max(most, len(begun))
    assert max(begun) > 20
    assert most < 12
    assert simulation.unconverged == 0
