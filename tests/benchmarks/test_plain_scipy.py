"""The plain SciPy step is the same step, so that its time is a fair comparison."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.benchmarks.plain_scipy import PlainStep
from pliant.benchmarks.table_5_1 import CONTACT, scene
from pliant.simulation import Simulation


@pytest.mark.parametrize("nodes", [5, 8])
def test_plain_scipy_follows_the_same_trajectory(nodes: int):
    """From the fall through the first contact; both solve to rounding, and contact amplifies that."""
    described = scene(nodes, iterations=500, tolerance=1e-14)
    simulation, plain = Simulation(described), PlainStep(described)
    for _ in range(CONTACT + 40):
        simulation.step()
        plain.step()
    np.testing.assert_allclose(plain.x, simulation.positions("cloth"), atol=1e-9)
    np.testing.assert_allclose(plain.v, simulation.velocities("cloth"), atol=1e-7)
    assert np.ptp(plain.x[:, 2]) > 0.1  # it does hang over the sphere by then


def test_both_assemble_the_same_matrix():
    """K of a crumpled cloth, entry by entry."""
    described = scene(7, iterations=500)
    simulation, plain = Simulation(described), PlainStep(described)
    body = simulation.model.bodies[0]
    crumpled = plain.x + np.random.default_rng(1).normal(scale=0.2, size=plain.x.shape)
    matrix = body.system.make_solver(described.solver).matrix
    body.system.secants[0].assemble(body.layout.spread(crumpled.reshape(7, 7, 3)), matrix)
    expected = plain.stiffness(crumpled).toarray()
    np.testing.assert_allclose(matrix.to_sparse().toarray(), expected, atol=1e-10 * np.abs(expected).max())
