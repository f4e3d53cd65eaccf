"""Solids that flow: within a step, over two of them, and from one law to another."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.energies.solid import grid_cells
from pliant.inelastic.solid import MouldedEnergy, arms_of
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext
from pliant.simulation import Simulation
from pliant.validation.states import ACCURATE, SHARP

DT = 0.01
GEL = pl.Bulk(young=1e5, poisson=0.3, density=1000.0)
LAWS = {
    "maxwell": pl.Maxwell(relaxation_time=0.02),
    "plastic": pl.Plastic(limit=2e3),
    "hardening": pl.Plastic(limit=2e3, hardening=0.3),
    "viscoplastic": pl.Viscoplastic(limit=2e3, relaxation_time=0.02),
    "tresca": pl.Plastic(limit=2e3, condition="tresca"),
    "viscous tresca": pl.Viscoplastic(limit=2e3, relaxation_time=0.02, condition="tresca"),
}


def cube(law, **options) -> pl.Solid:
    return pl.Solid(pl.shapes.box(1, 1, 1), id="it", grid=(3, 3, 3), material=GEL, flow=law, **options)


def strained(law, size: float):
    """A cube that has flown, within a step that takes it to another random shape; its energies, and that shape."""
    simulation = Simulation(pl.Scene(bodies=[cube(law)], dt=DT))
    body, state = simulation.model.body("it"), simulation.state.bodies["it"]
    random, layout = np.random.default_rng(1), body.layout
    x = state.x * np.array([[1.02], [1.0], [1.0]])
    x[:, layout.nodes] += size * random.standard_normal((3, layout.count))
    step = StepContext(state.x, state.v, 0.0, DT, state.x, DT, memory=state.memory)
    first = body.system.freeze(step)
    state.x[:] = x * np.array([[1.0], [1.01], [1.0]])
    state.x[:, layout.nodes] += 0.5 * size * random.standard_normal((3, layout.count))
    _remember(first, state)
    return body, state, body.system.freeze(step), x


def _remember(frozen, state) -> None:
    for energy in frozen.changing:
        energy.end(state.x, state.memory)


@pytest.mark.parametrize("size", [1e-3, 0.1])
@pytest.mark.parametrize("law", LAWS)
def test_gradient_and_tangent_are_exact_from_any_state(law, size):
    body, state, frozen, x = strained(LAWS[law], size)
    layout = body.layout
    gradient, matrix = layout.zeros(3), body.system.make_matrix()
    frozen.gradient(x, gradient)
    frozen.hessian(x, matrix, False)
    h, d = 1e-5 * np.sqrt(size), np.random.default_rng(2).standard_normal((3, layout.size))
    sides = []
    for sign in (1.0, -1.0):
        out = layout.zeros(3)
        sides.append((frozen.gradient(x + sign * h * d, out), out[:, layout.nodes].T.ravel()))
    (e1, g1), (e0, g0) = sides
    wanted = float((gradient * d).sum())
    assert (e1 - e0) / (2 * h) == pytest.approx(wanted, abs=2e-8 * np.abs(gradient).max())
    product = matrix.to_sparse() @ d[:, layout.nodes].T.ravel()
    assert (g1 - g0) / (2 * h) == pytest.approx(product, abs=1e-6 * np.abs(product).max())
    frozen.hessian(x, matrix, True)
    values = np.linalg.eigvalsh(matrix.to_sparse().toarray())
    assert values[0] > -1e-12 * values[-1]
    q = state.memory["flow0"]
    assert np.abs(q - np.eye(3).reshape(9, 1)).max() > 1e-4  # it has flown,
    assert np.linalg.det(q.T.reshape(-1, 3, 3)) == pytest.approx(1.0, abs=1e-12)  # and kept its volume


@pytest.mark.parametrize("law", ["plastic", "tresca"])
def test_no_stress_is_beyond_the_limit(law):
    """Of Kirchhoff's stress τ = P(F Q)(F Q)ᵀ without its mean, at the end of a step."""
    body, state, frozen, x = strained(LAWS[law], 0.02)
    state.x[:] = x
    _remember(frozen, state)
    energy = body.elastic[0]
    assert isinstance(energy, MouldedEnergy)
    measured = energy.at(0.0, state.memory).measures(x).reshape(-1, 7, energy.elastic.law.volume.shape[1])
    g = measured[:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].transpose(0, 2, 1).reshape(-1, 3, 3)
    J = measured[:, 6].ravel()
    size = 1.0 - 4.0 / 3.0 * (J - 1.0) / np.sqrt(1.0 + (16.0 / 9.0 * (J - 1.0)) ** 2)  # φ of `continuum`
    mu = GEL.young / (2.0 * (1.0 + GEL.poisson))
    values = np.linalg.eigvalsh(g)
    tau = mu * size[:, None] * values * (values - values.mean(axis=1, keepdims=True))
    tau -= tau.mean(axis=1, keepdims=True)
    found = np.ptp(tau, axis=1) if law == "tresca" else np.sqrt(1.5 * (tau**2).sum(axis=1))
    assert found.max() == pytest.approx(2e3, rel=1e-6)
    assert np.mean(found > 1.99e3) > 0.2  # many are at it


def test_arms_without_hardening_do_what_one_with_it_does():
    gives, holds = arms_of(Unit(time=0.6, hardening=0.5, limit=3.0))
    assert (gives.share, holds.share) == pytest.approx((2 / 3, 1 / 3))
    assert (gives.time, gives.limit, gives.hardening) == pytest.approx((0.4, 2.0, 0.0))
    assert holds.limit == np.inf
    assert arms_of(Unit(limit=3.0)) == [Unit(limit=3.0)]


@pytest.mark.parametrize(
    "law", [pl.Plastic(limit=2e3, hardening=0.6), pl.Maxwell(0.1), pl.Plastic(limit=9e9)]
)
def test_stress_stays_when_hardening_changes(law):
    simulation = Simulation(pl.Scene(bodies=[cube(LAWS["hardening"])], dt=DT))
    q = simulation.state.bodies["it"].memory["flow0"]
    q[1] = 0.02 * np.sin(np.arange(q.shape[1]))
    before = simulation.elastic_forces("it")
    simulation.apply(pl.Set("bodies.it.flow", law.model_dump()))
    after = simulation.elastic_forces("it")
    assert after == pytest.approx(
        before, abs=0.03 * np.abs(before).max()
    )  # of second order in what has flown
    simulation.step()


def sheared(law, integrator, dt: float, seconds: float) -> np.ndarray:
    """Where a cube that is held at the bottom and moves at the top has come to."""
    simulation = thrown(law, integrator, dt)
    for _ in range(round(seconds / dt)):
        simulation.step()
    return simulation.positions("it")


def thrown(
    law, integrator, dt: float, *, tetrahedra: bool = False, energy_balance: bool = False
) -> Simulation:
    scene = pl.Scene(dt=dt, integrator=integrator, solver=ACCURATE)
    body = cube(law)
    points = pl.shapes.box(1, 1, 1).points((3, 3, 3), (False, False, False)).reshape(-1, 3)
    if tetrahedra:
        around = ((4, 6), (6, 2), (2, 3), (3, 1), (1, 5), (5, 4))
        cells = grid_cells((3, 3, 3), (False, False, False))
        elements = np.concatenate([cells[:, [0, a, b, 7]] for a, b in around])
        body = pl.Mesh(points, tetrahedra=elements, id="it", material=GEL, flow=law)
    scene.add(body)
    scene.pin("it", nodes=[9 * i + 3 * j if tetrahedra else (i, j, 0) for i in range(3) for j in range(3)])
    simulation = Simulation(scene, energy_balance=energy_balance)
    layout, state = simulation.model.body("it").layout, simulation.state.bodies["it"]
    height = points[:, 2] + 0.5
    velocity = np.stack([2.0 * height, 0.3 * height * points[:, 0], 0.5 * height], axis=1)
    state.v[:] = layout.spread(velocity)
    return simulation


SECOND = pl.BDF2(tolerance=SHARP, newton_iterations=40)


@pytest.mark.parametrize("law", ["plastic", "hardening"])
def test_explicit_and_implicit_schemes_find_the_same_motion(law):
    one = sheared(LAWS[law], "rk4", 1e-4, 0.04)
    two = sheared(LAWS[law], SECOND, 2.5e-4, 0.04)
    elastic = sheared(None, SECOND, 2.5e-4, 0.04)
    assert np.abs(one - two).max() < 0.01 * np.abs(one - elastic).max()


@pytest.mark.parametrize("law", ["maxwell", "viscoplastic", "viscous tresca"])
def test_viscous_flow_is_of_second_order(law):
    ends = [sheared(LAWS[law], SECOND, dt, 0.04) for dt in (2e-3, 1e-3, 5e-4)]
    coarse, fine = np.abs(ends[1] - ends[0]).max(), np.abs(ends[2] - ends[1]).max()
    assert np.log2(coarse / fine) > 1.7


@pytest.mark.parametrize("tetrahedra", [False, True], ids=("grid", "tetrahedra"))
@pytest.mark.parametrize(
    "law", ["maxwell", "plastic", "hardening", "tresca", "viscoplastic", "viscous tresca"]
)
def test_the_numerical_entry_of_the_energy_balance_is_of_second_order(law, tetrahedra):
    found = []
    for steps in (40, 80):
        simulation = thrown(LAWS[law], SECOND, 0.1 / steps, tetrahedra=tetrahedra, energy_balance=True)
        for _ in range(steps):
            simulation.step()
        found.append(simulation.energy_balance())
    coarse, fine = found
    assert fine.viscous + fine.plastic > 0.1 * fine.initial
    assert (fine.viscous > 0.0) == (law not in ("plastic", "hardening", "tresca"))
    assert (fine.plastic > 0.0) == (law != "maxwell")
    assert abs(fine.numerical) < 0.01 * fine.initial
    assert np.log2(abs(coarse.numerical / fine.numerical)) > 1.7


def test_what_is_torn_while_it_yields_goes_on():
    body = cube(LAWS["plastic"], fracture=pl.Fracture(0.05), spin=(0.0, 0.0, 12.0))
    simulation = Simulation(pl.Scene(bodies=[body], dt=DT))
    for _ in range(20):
        simulation.step()
    assert simulation.pieces("it").max() > 0
    assert np.isfinite(simulation.positions("it")).all()
