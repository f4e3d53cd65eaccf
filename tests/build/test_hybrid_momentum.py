"""What a hybrid body keeps when nothing acts from outside, and what does not depend on where it is and how it lies."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.shapes.pose import rotation_matrix

SOFT = pl.Hybrid(magnitude=2e3, slope=400.0, curvature=5.0, density=1000.0, damping=0.01)
_DT = 1e-3


def free_box(integrator, material=SOFT, dt=_DT, **options) -> pl.Simulation:
    """A box that flies, turns and is out of shape."""
    scene = pl.Scene(gravity=None, dt=dt, integrator=integrator, solver=pl.Solver(tolerance=1e-12))
    box = pl.shapes.Box(0.4, 0.6, 1.0)
    solid = pl.Solid(box, id="box", grid=(3, 3, 4), material=material, spin=(0.3, 3, 0.5), velocity=(1, 2, 0))
    scene.add(solid.model_copy(update=options))
    simulation = pl.Simulation(scene)
    state = simulation.state.bodies["box"]
    bend = np.random.default_rng(3).normal(scale=0.01, size=(3, 36))
    state.x[:, :36] += bend
    state.earlier_x[:, :36] += bend
    return simulation


def momenta(simulation: pl.Simulation) -> tuple[np.ndarray, np.ndarray]:
    body = simulation.model.bodies[0]
    mass = body.system.mass[body.layout.nodes][:, None]
    x, v = simulation.positions("box"), simulation.velocities("box")
    return (mass * v).sum(axis=0), np.cross(x, mass * v).sum(axis=0)


def change_of_momenta(integrator, steps: int = 40, **options) -> tuple[float, float]:
    """Relative changes of momentum and angular momentum."""
    simulation = free_box(integrator, **options)
    before = momenta(simulation)
    for _ in range(steps):
        simulation.step()
    after = momenta(simulation)
    linear, angular = (
        float(np.linalg.norm(a - b) / np.linalg.norm(a)) for a, b in zip(before, after, strict=True)
    )
    return linear, angular


INTEGRATORS = ["euler", "feynman", "midpoint", "rk4", "explicit", "semi_implicit", "backward_euler", "bdf2"]


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_momentum_is_kept_by_every_scheme(integrator):
    """The forces on the nodes add up to nothing at any positions, so every scheme keeps momentum but for rounding.

    Implicit ones as far as their equations are solved: Newton's iteration stops at a hundredth of the motion, but each
    linear system is exact for shifts.
    """
    assert change_of_momenta(integrator)[0] < 1e-10


@pytest.mark.parametrize("integrator", ["feynman", "explicit"])
def test_schemes_that_push_along_positions_keep_angular_momentum(integrator):
    """x × v over the half step changes by x × Δt a = 0: but for rounding.

    Damping looks at velocities half a step off, but has no torque either.
    """
    undamped = SOFT.model_copy(update={"damping": 0.0})
    simulation = free_box(integrator, material=undamped)
    body = simulation.model.bodies[0]
    mass = body.system.mass[body.layout.nodes][:, None]

    def between_steps() -> np.ndarray:
        before = simulation.positions("box")
        simulation.step()
        after = simulation.positions("box")
        return np.cross(before, mass * (after - before) / _DT).sum(axis=0)

    first = between_steps()
    for _ in range(40):
        last = between_steps()
    assert last == pytest.approx(first, rel=1e-9, abs=1e-9 * np.abs(first).max())


@pytest.mark.parametrize(
    ("integrator", "order"),
    [("euler", 1), ("midpoint", 2), ("rk4", 4), ("semi_implicit", 1), ("backward_euler", 1), ("bdf2", 2)],
)
def test_the_others_keep_angular_momentum_to_their_order(integrator, order):
    """Angular momentum is quadratic in the state: what is lost over a given time falls with the step to the order."""
    slow = change_of_momenta(integrator, 20)[1]
    fast = change_of_momenta(integrator, 40, dt=0.5 * _DT)[1]
    assert slow < 0.05
    assert fast < 1e-11 or slow / fast > 0.7 * 2**order


@pytest.mark.parametrize("integrator", ["rk4", "bdf2"])
def test_where_a_body_is_and_how_it_lies_does_not_matter(integrator):
    turn, shift = rotation_matrix((0.4, -1.0, 2.0)), np.array([20.0, -7.0, 3.0])
    one, other = free_box(integrator), free_box(integrator)
    state = other.state.bodies["box"]
    for name, moved in (("x", 1.0), ("earlier_x", 1.0), ("v", 0.0), ("earlier_v", 0.0)):
        values = getattr(state, name)
        values[:, :36] = turn @ values[:, :36] + moved * shift[:, None]
    for _ in range(30):
        one.step()
        other.step()
    expected = one.positions("box") @ turn.T + shift
    assert other.positions("box") == pytest.approx(expected, abs=1e-9)
