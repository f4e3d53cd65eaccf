"""Bodies stay inside a ball or a closed mesh: inequalities are obstacles."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

CORNERS = 0.6 * np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
FACES = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
BALL = pl.obstacles.Difference([pl.obstacles.Box((10, 10, 10)), pl.obstacles.Sphere(0.5)])
OCTAHEDRON = pl.obstacles.Mesh(CORNERS, FACES)


@pytest.mark.parametrize(
    ("around", "beyond"),
    [
        (BALL, lambda x: np.linalg.norm(x, axis=1) - 0.5),
        (OCTAHEDRON, lambda x: np.abs(x).sum(axis=1) - 0.6),
    ],
    ids=["ball", "closed mesh"],
)
def test_what_is_thrown_about_inside_never_leaves(around, beyond):
    """At 3 m/s it would be out within three steps; no node ever is, to the last bit."""
    scene = pl.Scene(gravity=pl.EARTH)
    square = pl.shapes.rectangle(0.4, 0.4)
    scene.add(pl.Surface(square, grid=(8, 8), material="cotton", velocity=(3, 0, 0), id="cloth"))
    scene.add(around)
    simulation, farthest = pl.Simulation(scene), []
    for _ in range(40):
        simulation.step()
        farthest.append(beyond(simulation.positions("cloth")).max())
    assert max(farthest) < 0.0
    assert max(farthest) > -0.05  # it did come to the wall
    assert simulation.unconverged == 0
