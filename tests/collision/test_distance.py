"""Nearest points of features are nearest, however degenerate the features."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.distance import distances

COUNT = 100_000


def random_features(seed: int) -> np.ndarray:
    """Points (n, 4, 3): random ones, and flat, parallel, thin, short and coinciding ones."""
    rng = np.random.default_rng(seed)
    p = rng.standard_normal((COUNT, 4, 3))
    n = COUNT // 10
    p[:n, :, 2] = 0.0  # all in a plane
    p[n : 2 * n] = np.round(p[n : 2 * n])  # on a lattice: parallel, collinear, coinciding
    p[2 * n : 3 * n, 3] = p[2 * n : 3 * n, 2]  # an edge of no length, a triangle without area
    p[3 * n : 4 * n, 1] = p[3 * n : 4 * n, 0]
    p[4 * n : 5 * n, 3] = p[4 * n : 5 * n, 2] + (p[4 * n : 5 * n, 1] - p[4 * n : 5 * n, 0])  # parallel
    tilt = 10.0 ** rng.uniform(-12, 0, (n, 1)) * rng.standard_normal((n, 3))
    p[5 * n : 6 * n, 3] = p[5 * n : 6 * n, 2] + (p[5 * n : 6 * n, 1] - p[5 * n : 6 * n, 0]) + tilt  # nearly
    p[6 * n : 7 * n, 3] = p[6 * n : 7 * n, 1] + 1e-3 * p[6 * n : 7 * n, 3]  # thin triangles
    p[7 * n : 8 * n] *= 10.0 ** rng.uniform(-6, 6, (n, 1, 1))
    p[8 * n : 9 * n, 1:] *= 10.0 ** rng.uniform(-4, 0, (n, 3, 1))
    return p


def measured(points: np.ndarray, are_faces: bool) -> np.ndarray:
    x = np.ascontiguousarray(points.reshape(-1, 3).T)
    pairs = np.arange(4 * len(points), dtype=np.int32).reshape(-1, 4)
    out = np.empty(len(points))
    distances(x, pairs, len(points) if are_faces else 0, out)
    return out


def sizes(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points - points.mean(1, keepdims=True), axis=2).max(1)


def descend(points: np.ndarray, are_faces: bool) -> np.ndarray:
    """The distance by brute force: a grid of weights, refined around the best a dozen times."""
    n = len(points)
    low, high = np.zeros((n, 2)), np.ones((n, 2))
    grid = np.linspace(0.0, 1.0, 9)
    best = np.full(n, np.inf)
    for _ in range(14):
        s = low[:, :1] + (high - low)[:, :1] * grid
        t = low[:, 1:] + (high - low)[:, 1:] * grid
        s, t = np.broadcast_arrays(s[:, :, None], t[:, None, :])
        s, t = s.reshape(n, -1), t.reshape(n, -1)
        if are_faces:  # weights of a square folded onto the triangle
            over = s + t > 1.0
            b, c = np.where(over, 1.0 - s, s), np.where(over, 1.0 - t, t)
            w = np.stack([np.ones_like(b), b + c - 1.0, -b, -c], 2)
        else:
            w = np.stack([1.0 - s, s, t - 1.0, -t], 2)
        d = np.linalg.norm(np.einsum("nkv,nvc->nkc", w, points), axis=2)
        k = d.argmin(1)
        best = np.minimum(best, d[np.arange(n), k])
        at = np.stack([s[np.arange(n), k], t[np.arange(n), k]], 1)
        width = 0.3 * (high - low)
        low, high = np.clip(at - width, 0, 1), np.clip(at + width, 0, 1)
    return best


@pytest.mark.parametrize("are_faces", [True, False], ids=["vertex–face", "edge–edge"])
def test_no_weights_bring_features_nearer(are_faces: bool):
    points = random_features(1)[::50]
    excess = (measured(points, are_faces) - descend(points, are_faces)) / sizes(points)
    assert excess.max() < 1e-10  # never further than what brute force finds
    assert excess.min() > -0.05  # nor much nearer: brute force is coarse in thin features
    assert np.percentile(excess, 20) > -1e-6


@pytest.mark.parametrize("are_faces", [True, False], ids=["vertex–face", "edge–edge"])
def test_distances_agree_with_ipctk(are_faces: bool):
    ipctk = pytest.importorskip("ipctk")
    points = random_features(2)
    shorter = np.linalg.norm(points[:, [1, 3]] - points[:, [0, 2]], axis=2).min(1)
    points = points[shorter > 0.0]  # theirs are wrong for edges of no length: see the test before
    if are_faces:
        theirs = np.sqrt([ipctk.point_triangle_distance(*p) for p in points])
    else:
        theirs = np.sqrt([ipctk.edge_edge_distance(*p) for p in points])
    ours = measured(points, are_faces)
    assert np.all(np.isfinite(ours))
    error = (ours - theirs)[np.isfinite(theirs)] / sizes(points)[np.isfinite(theirs)]
    assert error.max() < 1e-10
    # In edges that are parallel to 1e-7 they lose digits, and are further away than ours.
    assert error.min() > -1e-7
    assert (np.abs(error) < 1e-10).mean() > 0.99
