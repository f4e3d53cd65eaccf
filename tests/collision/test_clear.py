"""What is said to be clear is: no two features come as near as their thickness, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.distance import distances
from pliant.collision.separation import Separation
from tests.collision.worlds import all_pairs, ball, sheet, sheet_at, tube_at

N, M, H = 7, 12, 0.1


def least_over_reach(separation: Separation, x: np.ndarray, q: np.ndarray) -> float:
    """The least distance of features that meet on the ways, over that at which they touch."""
    pairs, faces = all_pairs(separation.hulls, separation.meets)
    reach, d, least = (
        separation.half[pairs[:, 0]] + separation.half[pairs[:, 2]],
        np.empty(len(pairs)),
        np.inf,
    )
    for part in np.linspace(0.0, 1.0, 9):
        distances(np.ascontiguousarray(x + part * q), pairs, faces, d)
        least = min(least, (d / reach).min())
    return least


def test_in_a_sheet_that_is_said_to_be_clear_nothing_comes_near():
    """Sheets bent, dented and swung at random: often it is plain, and where it is it is so; where not, often not."""
    rng = np.random.default_rng(5)
    separation = Separation([sheet(N, M, H, 0.3 * H)], [(0, 0)], sheet_at(N, M, H))
    clear = near = 0
    for _ in range(100):
        y = sheet_at(N, M, H)
        bent = rng.uniform(0.1, 9.0)
        y[1], y[2] = np.sin(bent * y[1]) / bent, (1.0 - np.cos(bent * y[1])) / bent
        x = y + rng.uniform(0, 0.004) * rng.standard_normal(y.shape)
        q = np.cross(rng.standard_normal(3), x.T).T + 0.002 * rng.standard_normal(x.shape)
        said = separation.is_clear(x, np.ascontiguousarray(0.2 * q))
        least = least_over_reach(separation, x, 0.2 * q)
        assert not said or least > 1.0
        clear, near = clear + said, near + (least < 1.0)
    assert clear > 10
    assert near > 20


def test_hulls_are_clear_of_each_other_when_the_boxes_of_their_ways_are():
    rng = np.random.default_rng(6)
    one, x = ball(1, 0.05)
    separation = Separation([one, one], [(0, 1)], np.concatenate([x, x + 3.0], axis=1))
    clear = 0
    for _ in range(100):
        place = np.concatenate([x, x + rng.uniform(-4.0, 4.0, (3, 1))], axis=1)
        q = np.repeat(rng.uniform(-1.0, 1.0, (3, 2)), x.shape[1], axis=1)
        if separation.is_clear(place, q):
            clear += 1
            assert least_over_reach(separation, place, q) > 1.0
    assert clear > 10


def test_what_closes_or_is_no_grid_is_not_told_to_be_clear():
    tube, (sphere, x) = sheet(N, M, H, 0.01, (False, True)), ball(1, 0.01)
    y = tube_at(N, M, H)
    assert not Separation([tube], [(0, 0)], y).is_clear(y, 0.0 * y)
    assert not Separation([sphere], [(0, 0)], x).is_clear(x, 0.0 * x)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_is_not_clear(value: float):
    x = sheet_at(N, M, H)
    separation = Separation([sheet(N, M, H, 0.01)], [(0, 0)], x)
    assert separation.is_clear(x, 0.0 * x)
    place, way = x.copy(), 0.0 * x
    place[1, 5] = way[1, 5] = value
    assert not separation.is_clear(place, 0.0 * x)
    assert not separation.is_clear(x, way)
