"""Edges that pierce faces are found, by trees as by brute force and by others."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.intersections import intersections
from tests.collision.brute_force import by_brute_force
from tests.collision.worlds import ball, rope, sheet, sheet_at


def rows(found: np.ndarray) -> list[tuple[int, ...]]:
    return sorted(map(tuple, found.tolist()))


def test_trees_find_what_brute_force_finds():
    hulls = [sheet(10, 10, 0.1, 0.01), ball(1, 0.01)[0], rope(30, 0.01)]
    rng = np.random.default_rng(1)
    every = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    found = 0
    for k in range(20):
        x = np.concatenate(
            [
                sheet_at(10, 10, 0.1) + 0.02 * k * rng.standard_normal((3, 100)),
                0.4 * ball(1, 0.01)[1] + rng.uniform(0, 1, (3, 1)),
                rng.uniform(0, 1, (3, 30)),
            ],
            axis=1,
        )
        one, two = rows(intersections(hulls, x, every)), rows(by_brute_force(hulls, x, every))
        assert one == two
        found += len(one)
    assert found > 1000


def test_others_agree_whether_there_are_any():
    ipctk = pytest.importorskip("ipctk")
    rng = np.random.default_rng(2)
    hull = sheet(8, 8, 0.1, 0.01)
    mesh = ipctk.CollisionMesh(np.asfortranarray(sheet_at(8, 8, 0.1).T), hull.edges, hull.faces)
    told = []
    for k in range(300):
        x = sheet_at(8, 8, 0.1) + rng.uniform(0.02, 0.06) * rng.standard_normal((3, 64))
        ours = len(intersections([hull], x, [(0, 0)])) > 0
        assert ours == ipctk.has_intersections(mesh, np.asfortranarray(x.T)), k
        told.append(ours)
    assert 30 < sum(told) < 270


@pytest.mark.parametrize("shift, crosses", [(0.05, True), (0.2, False), (1.0, False)])
def test_edges_in_the_plane_of_a_face(shift: float, crosses: bool):
    """Two sheets in one plane overlap or not."""
    hulls = [sheet(3, 3, 0.1, 0.01), sheet(3, 3, 0.1, 0.01)]
    by = np.array([[shift + 1e-3 * (shift > 0.1)], [0.03], [0.0]])
    x = np.concatenate([sheet_at(3, 3, 0.1), sheet_at(3, 3, 0.1) + by], axis=1)
    assert (len(intersections(hulls, x, [(0, 1)])) > 0) == crosses


def test_a_flat_sheet_does_not_intersect_itself():
    hull = sheet(30, 20, 0.1, 0.01)
    assert len(intersections([hull], sheet_at(30, 20, 0.1), [(0, 0)])) == 0
