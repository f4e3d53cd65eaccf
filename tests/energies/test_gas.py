"""A gas enclosed by springs: P·V = N, and a crushed body comes back."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.energies.gas import Gas, GasInRing, logarithm
from pliant.integrators.system import BodySystem
from pliant.model.nets import octasphere
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import Subspace
from pliant.solvers.linear import LinearSolver
from pliant.solvers.spec import SolverSpec

AMOUNT = 20.0


def _ball(level: int = 1, radius: float = 1.0) -> tuple[Gas, np.ndarray]:
    points, triangles = octasphere(level)
    layout = PointLayout((len(points),))
    gas = Gas(layout, triangles, AMOUNT, 1.0)
    x = layout.spread(radius * points)
    gas.rest = gas.measure(x)
    return gas, x


def _ring(count: int = 8) -> tuple[GasInRing, np.ndarray]:
    angle = 2.0 * np.pi * np.arange(count) / count
    layout = PointLayout((count,))
    here = np.arange(count)
    gas = GasInRing(layout, np.stack([here, (here + 1) % count], axis=1), AMOUNT, 1.0)
    x = layout.spread(np.stack([np.cos(angle), np.zeros(count), np.sin(angle)], axis=1))
    gas.rest = gas.measure(x)
    return gas, x


def test_gauss_finds_the_volume_of_an_octahedron_and_the_area_of_a_square_anywhere():
    gas, x = _ball(level=0)
    assert gas.measure(x) == pytest.approx(4.0 / 3.0, rel=1e-14)
    assert gas.measure(x + 1e3) == pytest.approx(4.0 / 3.0, rel=1e-10)  # a thousand metres away
    ring, y = _ring(4)
    assert ring.measure(y) == pytest.approx(2.0, rel=1e-14)


@pytest.mark.parametrize("made", [_ball, _ring])
def test_pressure_times_volume_is_constant(made):
    gas, x = made()
    for scale in (0.7, 1.0, 1.6):
        assert gas.pressure(scale * x) * gas.measure(scale * x) == pytest.approx(AMOUNT, rel=1e-12)


@pytest.mark.parametrize("made", [_ball, _ring])
@pytest.mark.parametrize("scale", [0.9, 0.3, 0.05, 1e-6])
def test_derivatives_hold_for_a_crushed_body_too(made, scale: float):
    """Below a twentieth of its volume the energy is a parabola; its value, slope and curvature are continuous."""
    gas, x = made()
    rng = np.random.default_rng(3)
    x = scale * (x + 0.2 * rng.normal(size=x.shape))
    probe, out, back, ahead = rng.normal(size=x.shape), *(gas.layout.zeros(3) for _ in range(3))
    step = 1e-5 * scale
    gas.add_gradient(x, out)
    slope = (gas.stored(x + step * probe) - gas.stored(x - step * probe)) / (2.0 * step)
    assert slope == pytest.approx(float(np.sum(out * probe)), rel=1e-5, abs=1e-8)
    gas.add_gradient(x + step * probe, ahead)
    gas.add_gradient(x - step * probe, back)
    system = BodySystem("gas", gas.layout, gas.layout.zeros(), [gas])
    matrix = system.make_matrix()
    system.at().hessian(x, matrix, psd=False)
    matrix.multiply(probe, out)
    change = (ahead - back) / (2.0 * step)
    assert np.abs(out - change).max() < 1e-4 * np.abs(change).max()


def test_a_ball_turned_inside_out_is_pushed_back_with_a_finite_force():
    gas, x = _ball()
    out = gas.layout.zeros(3)
    energy = gas.add_gradient(-x, out)  # its volume is negative
    assert np.isfinite(energy) and np.isfinite(out).all()
    assert np.sum(-out * -x) < 0.0  # the force drives it through the middle again


def test_the_parabola_touches_the_logarithm():
    below, at = logarithm(AMOUNT, 0.05 - 1e-9, 1.0, 0.05), logarithm(AMOUNT, 0.05, 1.0, 0.05)
    assert below == pytest.approx(at, rel=1e-6)


@pytest.mark.parametrize("kind", ["cg", "direct", "banded"])
@pytest.mark.parametrize("made", [_ball, _ring])
def test_solvers_know_of_what_couples_all_nodes(made, kind: str):
    gas, x = made()
    layout = gas.layout
    system = BodySystem("gas", layout, layout.spread(np.ones(layout.count)), [gas])
    solver = LinearSolver(SolverSpec(kind=kind, tolerance=1e-12), system.make_matrix())
    system.at().hessian(x, solver.matrix, psd=True)
    solver.matrix.diagonal[::4] += 3.0
    free = layout.spread(np.ones(layout.count))
    free[0] = 0.0
    solver.matrix.remove(free)
    solver.update()
    right, out = layout.spread(np.random.default_rng(1).normal(size=(layout.count, 3))), layout.zeros(3)
    right *= free
    subspace = Subspace(free, np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64))
    assert solver.solve(subspace, right, out, 1e-12).converged
    full = solver.matrix.to_sparse().toarray()[3:, 3:]
    expected = np.linalg.solve(full, layout.gather(right).ravel()[3:])
    assert np.abs(layout.gather(out).ravel()[3:] - expected).max() < 1e-9 * np.abs(expected).max()


def test_a_crushed_balloon_comes_back():
    """Flattened to a hundredth of its height, it is round again after it has swung out."""
    scene = pl.Scene(dt=0.01)
    material = pl.Layers(stiffness=50.0, damping=5.0, mass=0.05, pressure=20.0)
    scene.add(pl.Layered(pl.layers.Octasphere(1.0, 1), layers=1, material=material), id="balloon")
    simulation = pl.Simulation(scene)
    simulation.state.bodies["balloon"].x[2] *= 0.01
    while simulation.time < 3.0:
        simulation.step()
    height, width, _ = np.ptp(simulation.positions("balloon"), axis=0)
    assert height == pytest.approx(width, rel=0.02) and height > 2.0


@pytest.mark.parametrize("made", [_ball, _ring])
@pytest.mark.parametrize("scale", [1e45, 1e80, 1e200])
def test_a_body_that_explodes_has_numbers_and_no_error(made, scale: float):
    """Whoever watches the step sees that they are absurd and says so."""
    gas, x = made()
    with np.errstate(all="ignore"):
        found = gas.stored(scale * x), gas.pressure(scale * x), gas.add_gradient(scale * x, np.zeros_like(x))
    assert all(isinstance(value, float) for value in found)
