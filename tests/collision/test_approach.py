"""Who comes near on the way."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.approach import find_meeting
from pliant.collision.distance import distances

COUNT, R = 4000, 0.1


@pytest.mark.parametrize("faces", [True, False])
def test_pairs_that_come_near_on_their_ways_are_found_and_no_others(faces: bool):
    """Beside the least of 400 distances on the way, which are at most 0.1 % of a way apart from the true least one."""
    rng = np.random.default_rng(2)
    x = rng.uniform(-0.5, 0.5, (3, 4 * COUNT))
    q = 0.4 * rng.standard_normal((3, 4 * COUNT)) * rng.choice([0.0, 0.1, 1.0], 4 * COUNT)
    pairs = np.arange(4 * COUNT, dtype=np.int32).reshape(-1, 4)
    least, d = np.full(COUNT, np.inf), np.empty(COUNT)
    for t in np.linspace(0.0, 1.0, 401):
        distances(x + t * q, pairs, COUNT if faces else 0, d)
        np.minimum(least, d, out=least)
    apart, hull_of = (
        np.empty(COUNT),
        np.repeat(np.arange(COUNT, dtype=np.int32), 4),
    )  # each pair of its own hull
    distances(x, pairs, COUNT if faces else 0, apart)
    far, length, seen = np.zeros(4 * COUNT), np.linalg.norm(q, axis=0), np.zeros((COUNT, COUNT), bool)
    faces_first = COUNT if faces else 0
    find_meeting(x, q, length, np.full(COUNT, R), pairs, faces_first, COUNT, apart, far, hull_of, seen)
    found = seen.diagonal()
    assert 200 < found.sum() < COUNT - 200 and found.sum() == seen.sum()
    assert found[least < 0.997 * R].all()
    assert not found[least > 1.05 * R].any()
