"""A motion that is certified crosses nothing."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.certify import KEEP, certify, pack
from pliant.collision.distance import distances

COUNT = 100_000


def random_motions(seed: int, are_faces: bool):
    """Pairs of features, each with vertices of its own, ways from nothing to several times their distance."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((3, 4 * COUNT))
    near = np.repeat(rng.uniform(size=COUNT) < 0.5, 4)
    x[2, near] *= 1e-3  # nearly in a plane
    pairs = np.arange(4 * COUNT, dtype=np.int32).reshape(-1, 4)
    way = rng.standard_normal(x.shape) * np.repeat(10.0 ** rng.uniform(-4, 1, COUNT), 4)
    apart = np.empty(COUNT)
    distances(x, pairs, COUNT if are_faces else 0, apart)
    return x, way, pairs, apart


def certified(x, way, pairs, apart, are_faces):
    t, changed, going = np.ones(x.shape[1]), np.zeros(x.shape[1], np.uint8), np.zeros((x.shape[1], 8))
    pack(x, way, np.linalg.norm(way, axis=0), np.zeros(x.shape[1]), going)
    count = len(pairs)
    arguments = (
        pairs,
        count if are_faces else 0,
        count,
        apart,
        np.zeros(count, np.int32),
        True,
        0.0,
        changed,
    )
    failed = certify(x, going, t, *arguments)
    assert certify(x, going, t, *arguments) == 0  # once cut, all pass
    return t, failed


@pytest.mark.parametrize("are_faces", [True, False], ids=["vertex–face", "edge–edge"])
def test_exact_collision_detection_finds_nothing_on_certified_ways(are_faces: bool):
    ipctk = pytest.importorskip("ipctk")
    x, way, pairs, apart = random_motions(1, are_faces)
    t, failed = certified(x, way, pairs, apart, are_faces)
    assert 0.1 * COUNT < failed < 0.9 * COUNT
    start, end = x.T.reshape(-1, 4, 3), (x + t * way).T.reshape(-1, 4, 3)
    judge = ipctk.AdditiveCCD(conservative_rescaling=0.999)
    ask = judge.point_triangle_ccd if are_faces else judge.edge_edge_ccd
    hits = sum(ask(*a, *b)[0] for a, b in zip(start, end, strict=True))
    assert hits == 0
    whole = (x + way).T.reshape(-1, 4, 3)
    stopped = sum(ask(*a, *b)[0] for a, b in zip(start[:5000], whole[:5000], strict=True))
    assert stopped > 100  # that there was something to find


@pytest.mark.parametrize("are_faces", [True, False], ids=["vertex–face", "edge–edge"])
def test_a_fifth_of_the_distance_remains_all_the_way(are_faces: bool):
    x, way, pairs, apart = random_motions(2, are_faces)
    t, _ = certified(x, way, pairs, apart, are_faces)
    now = np.empty(COUNT)
    for part in np.linspace(0.0, 1.0, 21):
        distances(x + part * t * way, pairs, COUNT if are_faces else 0, now)
        assert np.all(now >= KEEP * apart * (1 - 1e-9) - 1e-12)


def test_what_moves_away_is_not_cut():
    x = np.array([[0.2, 0.2, 0.5], [0, 0, 0], [1, 0, 0], [0, 1, 0]]).T.copy()
    way = np.array([[3.0, -2.0, 10.0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]).T.copy()
    t, failed = certified(x, way, np.array([[0, 1, 2, 3]], np.int32), np.array([0.5]), True)
    assert failed == 0
    assert np.all(t == 1.0)
