"""The force of springs at given velocities, which explicit schemes use, is that of their energy and their dampers."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.energies.springs import spring_energy
from pliant.model.protocols import StepContext
from pliant.numerics.point_layout import PointLayout

COUNT = 400


@pytest.fixture
def net():
    """Nodes at random, springs between random ones, and velocities."""
    random = np.random.default_rng(3)
    layout = PointLayout((COUNT,))
    ends = random.integers(0, COUNT, size=(9000, 2))  # in three blocks
    ends = ends[ends[:, 0] != ends[:, 1]]
    length, k, c = random.uniform(0.5, 1.0, size=(3, len(ends)))
    energy = spring_energy(layout, ends, length, 100.0 * k, c)
    x, v = (layout.spread(random.normal(size=(COUNT, 3))) for _ in range(2))
    return energy, x, v


def _force(energy, x, v):
    out = np.zeros_like(x)
    energy.add_force(x, v, out)
    return out


def test_without_velocities_it_is_minus_the_gradient(net):
    energy, x, _ = net
    gradient = np.zeros_like(x)
    energy.add_gradient(x, gradient)
    assert _force(energy, x, np.zeros_like(x)) == pytest.approx(-gradient, abs=1e-10 * np.abs(gradient).max())


def test_dampers_act_as_within_a_short_step(net):
    energy, x, v = net
    h, sides = 1e-5, []
    for interval in (h, -h):
        gradient = np.zeros_like(x)
        step = StepContext(x, v, 0.0, h, x - interval * v, interval)
        energy.freeze(step).add_gradient(x, gradient)
        sides.append(gradient)
    assert _force(energy, x, v) == pytest.approx(-0.5 * (sides[0] + sides[1]), abs=1e-6)


def test_what_the_force_does_is_what_the_springs_store_and_the_dampers_take(net):
    """F·v = −dE/dt − Σ c (w·t)²."""
    energy, x, v = net
    h = 1e-6
    rate = (energy.stored(x + h * v) - energy.stored(x - h * v)) / (2.0 * h)
    a, b = energy.nodes.T
    along = x[:, b] - x[:, a]
    along /= np.linalg.norm(along, axis=0)
    loss = float(np.sum(energy.law.damping * np.sum(along * (v[:, b] - v[:, a]), axis=0) ** 2))
    assert float(np.sum(_force(energy, x, v) * v)) == pytest.approx(-rate - loss, rel=1e-7)


def test_actions_are_reactions(net):
    energy, x, v = net
    force = _force(energy, x, v)
    assert np.abs(force.sum(axis=1)).max() < 1e-9
    assert np.abs(np.cross(x.T, force.T).sum(axis=0)).max() < 1e-9
