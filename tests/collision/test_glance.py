"""What is seen at a glance not to touch does not: all features against each other, along the way."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.distance import distances
from pliant.collision.glance import Glance
from pliant.collision.hull import GridHull, Hull
from tests.collision.worlds import all_pairs, sheet, sheet_at

N, H = 9, 0.1


def test_a_sheet_that_is_flat_at_a_glance_is_nowhere_near_itself():
    """Bent, sheared and dented at random, each node on a way of its own."""
    rng, hull = np.random.default_rng(4), sheet(N, N, H, 0.3 * H)
    glance, (every, faces) = Glance([hull], [(0, 0)]), all_pairs([hull], [(0, 0)])
    flat = close = folded = 0
    for _ in range(300):
        x = np.array([[1.0, rng.uniform(0, 0.2), 0], [0, rng.uniform(0.45, 1), 0.2], [0.1, 0, 1]]) @ sheet_at(
            N, N, H
        )
        x[2] += rng.uniform(0, 0.1) * np.sin(rng.uniform(0, 8) * x[0] + rng.uniform(0, 6))
        x += rng.uniform(0, 0.005) * rng.standard_normal(x.shape)
        turn, _ = np.linalg.qr(rng.standard_normal((3, 3)))
        x, q = turn @ x, rng.uniform(0, 0.01) * rng.standard_normal(x.shape) + rng.standard_normal((3, 1))
        if not glance.sees_nothing_near(x, q):
            folded += 1
            continue
        flat += 1
        for part in (0.0, 0.3, 0.5, 1.0):
            d = np.empty(len(every))
            distances(x + part * q, every, faces, d)
            assert d.min() > hull.thickness
        close += d.min() < 2.0 * hull.thickness
    assert min(flat, folded, close) > 20


def test_hulls_whose_boxes_are_apart_do_not_meet_and_others_may():
    hulls = [sheet(N, N, H, 0.02), sheet(N, N, H, 0.02)]
    glance = Glance(hulls, [(0, 1)])
    flat = sheet_at(N, N, H)
    x = np.concatenate([flat, flat + np.array([[0.0], [0.0], [0.1]])], axis=1)
    q = np.zeros_like(x)
    assert glance.sees_nothing_near(x, q)
    q[2, N * N :] = -0.079
    assert glance.sees_nothing_near(x, q)
    q[2, N * N :] = -0.081  # nearer than they are thick
    assert not glance.sees_nothing_near(x, q)
    q[2, N * N] = np.nan
    assert not glance.sees_nothing_near(x, q)


@pytest.mark.parametrize("change", ["fold", "other cells", "no grid", "closed", "spacing"])
def test_what_may_touch_itself_is_not_flat(change: str):
    hull, x = sheet(N, N, H, 0.02), sheet_at(N, N, H)
    if change == "fold":
        x[2] = np.where(x[0] > 0.4, 0.03, 0.0)
        x[0] = np.where(x[0] > 0.4, 0.8 - x[0], x[0])
    faces, grid = hull.faces, hull.grid
    if change == "other cells":
        faces = np.concatenate([faces, [[0, 14, 35]]]).astype(np.int32)
    elif change == "no grid":
        grid = None
    elif change == "closed":
        grid = GridHull(N, N, (H, H), (False, True))
    elif change == "spacing":
        grid = GridHull(N, N, (0.0, H))
    changed = Hull("sheet", hull.nodes, hull.edges, faces, 0.02, grid)
    assert not Glance([changed], [(0, 0)]).sees_nothing_near(x, np.zeros_like(x))
    assert Glance([hull], [(0, 0)]).sees_nothing_near(sheet_at(N, N, H), np.zeros_like(x))
