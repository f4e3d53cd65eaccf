"""Frames that move with hulls: what falls or flies together is at rest as seen from there."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.numerics.compile import kernel, uint

_LANES = 16  # sums side by side, so that they become vector instructions


@kernel
def mean_moves(x, home, firsts, out):
    """The mean (3, H) of x − home over the vertices of each hull; returns whether all is finite."""
    fine, sums = True, np.empty(_LANES)
    for h in range(firsts.shape[0] - 1):
        first, n = firsts[h], firsts[h + 1] - firsts[h]
        whole = n // _LANES * _LANES
        for c in range(3):
            a, b = x[c], home[c]
            sums[:] = 0.0
            for v in range(first, first + whole, _LANES):
                for k in range(_LANES):
                    sums[k] += a[uint(v + k)] - b[uint(v + k)]
            s = 0.0
            for k in range(_LANES):
                s += sums[k]
            for v in range(first + whole, first + n):
                s += a[v] - b[v]
            out[c, h] = s / max(n, 1)
            fine &= np.isfinite(s)
    return fine


@kernel
def seen_from(q, firsts, frames, way, length):
    """Motions q as seen from frames (3, H) of the hulls, and how long they are."""
    for h in range(firsts.shape[0] - 1):
        a, b, c = frames[0, h], frames[1, h], frames[2, h]
        for v in range(firsts[h], firsts[h + 1]):
            x, y, z = q[0, v] - a, q[1, v] - b, q[2, v] - c
            way[0, v], way[1, v], way[2, v] = x, y, z
            length[v] = sqrt(x * x + y * y + z * z)


@kernel
def shorten(q, t, firsts, frames):
    """q = frame + t (q − frame) where t < 1."""
    for h in range(firsts.shape[0] - 1):
        for v in range(firsts[h], firsts[h + 1]):
            f = t[v]
            if f < 1.0:
                for c in range(3):
                    q[c, v] = frames[c, h] + f * (q[c, v] - frames[c, h])


@kernel
def shorten_to(q, length, longest, times, firsts, frames):
    """Shorten motions whose `length` (V,) as seen from the frames is more than `times` `longest`; whether any is."""
    any_ = False
    for h in range(firsts.shape[0] - 1):
        for v in range(firsts[h], firsts[h + 1]):
            most = times * longest[v]
            if length[v] > most:
                any_ = True
                for c in range(3):
                    q[c, v] = frames[c, h] + most / length[v] * (q[c, v] - frames[c, h])
    return any_


@kernel
def slacks(length, mean, edges, firsts, linger, most, least, out):
    """How far vertices may be from their ways: part of these, and of the `mean` of their hulls, within limits."""
    for h in range(firsts.shape[0] - 1):
        for v in range(firsts[h], firsts[h + 1]):
            out[v] = min(linger * (length[v] + mean[h]), most * edges[v]) + least * edges[v]


def common(moves: np.ndarray, counts: np.ndarray, cluster: np.ndarray) -> np.ndarray:
    """Mean motions (3, H) of clusters of hulls from those of hulls."""
    size = np.bincount(cluster, counts)
    return np.stack([np.bincount(cluster, row * counts) / np.maximum(size, 1) for row in moves])[:, cluster]


def clusters(count: int, joined: np.ndarray) -> np.ndarray:
    """The cluster of each of `count` hulls, of which pairs (n, 2) are joined."""
    of = np.arange(count)
    for i, j in joined:
        a, b = of[i], of[j]
        if a != b:
            of[of == max(a, b)] = min(a, b)
    return of
