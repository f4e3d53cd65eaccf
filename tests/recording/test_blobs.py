"""Blobs: closed surfaces around nodes, as large and as connected as their potentials say."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.recording.skin.blobs import SHARPNESS, Blobs, make_blobs

RADIUS = 0.05
APART = 2 * RADIUS * np.sqrt(1 + np.log(2) / SHARPNESS)  # (2) of the module
RANDOM = np.random.default_rng(3)


def area_and_volume(blobs: Blobs) -> tuple[float, float]:
    a, b, c = (blobs.points[blobs.triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    return float(np.linalg.norm(normals, axis=1).sum() / 2), float((a * normals).sum() / 6)


def pieces(blobs: Blobs) -> int:
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    a, b = blobs.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).T
    shape = (len(blobs.points),) * 2
    return connected_components(coo_matrix((np.ones(len(a)), (a, b)), shape=shape), directed=False)[0]


def test_a_node_alone_is_a_ball_of_its_radius():
    centre = np.array([0.31, -0.2, 0.07])
    missing = []
    for cells in (4.0, 8.0, 16.0):
        blobs = make_blobs(centre[None], RADIUS, cells)
        area, volume = area_and_volume(blobs)
        missing.append([1 - area / (4 * np.pi * RADIUS**2), 1 - volume / (4 / 3 * np.pi * RADIUS**3)])
    # Triangles inscribed in a sphere lack area and volume with the square of their size.
    assert 0 < missing[-1][0] < 1e-3
    assert 0 < missing[-1][1] < 1e-3
    assert (np.log2(missing[0]) - np.log2(missing[2]) > 3.5).all()


def test_vertices_are_on_the_surface_and_normals_point_outwards():
    centre = np.array([0.31, -0.2, 0.07])
    blobs = make_blobs(centre[None], RADIUS)
    away = (blobs.points - centre) / RADIUS
    assert np.abs(np.linalg.norm(away, axis=1) - 1).max() < 0.003  # one step of Newton's method
    assert np.abs(away - blobs.normals).max() < 0.003


@pytest.mark.parametrize(
    "nodes",
    [
        RANDOM.uniform(0, 0.5, (300, 3)),
        RADIUS * 1.4 * np.indices((5, 4, 3)).reshape(3, -1).T,
        [[0, 0, 0], [40, 0, 1]],
    ],
    ids=["scattered", "a block on a grid", "far apart"],
)
def test_the_surface_is_closed_and_turned_outwards(nodes):
    blobs = make_blobs(np.asarray(nodes, dtype=float), RADIUS)
    edges = blobs.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    ways, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts == 1).all()  # every edge is gone along once in either direction
    assert set(map(tuple, ways)) == {(b, a) for a, b in ways}
    assert area_and_volume(blobs)[1] > 0


@pytest.mark.parametrize("way", [(1.0, 0.0, 0.0), (0.3, -0.5, 0.8)])
def test_two_nodes_part_at_the_distance_that_their_potentials_say(way):
    direction = np.array(way) / np.linalg.norm(way)

    def count(distance: float) -> int:
        return pieces(make_blobs(np.array([[0.0, 0.0, 0.0], distance * direction]), RADIUS, 8.0))

    # The neck is thinner than a cell on the last 2 % of the way.
    assert (count(0.97 * APART), count(1.001 * APART)) == (1, 2)


def test_values_at_the_nodes_spread_over_the_surface():
    nodes = np.array([[0.0, 0.0, 0.0], [1.5 * RADIUS, 0.0, 0.0]])
    blobs = make_blobs(nodes, RADIUS)
    values = blobs.spread(np.array([[0.0, 5.0], [1.0, 5.0]]))
    np.testing.assert_allclose(values[:, 1], 5.0)
    # Of two Gaussians the share of the second is a logistic function of x.
    x = blobs.points[:, 0] / RADIUS
    np.testing.assert_allclose(values[:, 0], 1 / (1 + np.exp(SHARPNESS * (2.25 - 3.0 * x))), atol=1e-3)


def test_nodes_that_are_lost_are_left_out():
    lost = np.array([[0.0, 0.0, 0.0], [np.nan, 0.0, 0.0], [1e30, 0.0, 0.0]])
    assert pieces(make_blobs(lost, RADIUS)) == 1
    assert len(make_blobs(np.zeros((0, 3)), RADIUS).triangles) == 0
