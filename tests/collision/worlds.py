"""Hulls for tests, and all of their pairs by brute force."""

from __future__ import annotations

import numpy as np

from pliant.collision.distance import distances
from pliant.collision.hull import GridHull, Hull, edges_of, offsets
from pliant.collision.separation import Separation


def sheet(rows: int, columns: int, h: float, thickness: float, periodic=(False, False), grid=True) -> Hull:
    """A grid with alternating diagonals."""
    node = np.arange(rows * columns).reshape(rows, columns)
    for axis in range(2):
        if periodic[axis]:
            node = np.concatenate([node, np.take(node, [0], axis=axis)], axis=axis)
    a, b, c, d = node[:-1, :-1].ravel(), node[:-1, 1:].ravel(), node[1:, :-1].ravel(), node[1:, 1:].ravel()
    i, j = np.divmod(np.arange(len(a)), node.shape[1] - 1)
    odd = ((i + j) % 2 == 1)[:, None]
    one = np.where(odd, np.stack([a, b, d], 1), np.stack([a, b, c], 1))
    two = np.where(odd, np.stack([a, d, c], 1), np.stack([b, d, c], 1))
    faces = np.stack([one, two], 1).reshape(-1, 3).astype(np.int32)
    kind = GridHull(rows, columns, (h, h), periodic) if grid else None
    return Hull("sheet", np.arange(rows * columns), edges_of(faces), faces, thickness, kind)


def sheet_at(rows: int, columns: int, h: float) -> np.ndarray:
    i, j = np.divmod(np.arange(rows * columns), columns)
    return np.stack([i * h, j * h, 0.0 * i])


def tube_at(rows: int, columns: int, h: float) -> np.ndarray:
    """A sheet that closes along its columns."""
    i, j = np.divmod(np.arange(rows * columns), columns)
    angle, radius = 2 * np.pi * j / columns, 0.5 * h / np.sin(np.pi / columns)
    return np.stack([i * h, radius * np.cos(angle), radius * np.sin(angle)])


def ball(level: int, thickness: float) -> tuple[Hull, np.ndarray]:
    """An octahedron, divided `level` times, on the unit sphere."""
    x = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    faces = np.array([[s, t, u] for s in (0, 1) for t in (2, 3) for u in (4, 5)])
    for _ in range(level):
        edges = edges_of(faces).astype(np.int64)
        key, count = edges @ [len(x), 1], len(x)

        def middle(a, b, key=key, count=count):
            low, high = np.minimum(a, b), np.maximum(a, b)
            return count + np.searchsorted(key, low * count + high)

        m = [middle(faces[:, k], faces[:, (k + 1) % 3]) for k in range(3)]
        x = np.concatenate([x, x[edges].mean(1)])
        parts = [
            (faces[:, 0], m[0], m[2]),
            (faces[:, 1], m[1], m[0]),
            (faces[:, 2], m[2], m[1]),
            (m[0], m[1], m[2]),
        ]
        faces = np.concatenate([np.stack(p, 1) for p in parts])
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    faces = faces.astype(np.int32)
    return Hull("ball", np.arange(len(x)), edges_of(faces), faces, thickness), x.T.copy()


def rope(count: int, thickness: float) -> Hull:
    edges = np.stack([np.arange(count - 1), np.arange(1, count)], 1).astype(np.int32)
    return Hull("rope", np.arange(count), edges, np.zeros((0, 3), np.int32), thickness)


def points(count: int, thickness: float) -> Hull:
    edges = np.stack([np.arange(count), np.arange(count)], 1).astype(np.int32)
    return Hull("points", np.arange(count), edges, np.zeros((0, 3), np.int32), thickness)


def all_pairs(hulls: list[Hull], meets) -> tuple[np.ndarray, int]:
    """Every pair of features of hulls that meet, without a common vertex: (n, 4), and how many are vertex–face."""
    first = offsets(hulls)
    faces, edges = [np.zeros((0, 4), np.int64)], [np.zeros((0, 4), np.int64)]
    for i, j in meets:
        a, b = hulls[i], hulls[j]
        for one, two, k, n in ((a, b, i, j), (b, a, j, i))[: 1 if i == j else 2]:
            v, f = np.meshgrid(np.arange(one.count), np.arange(len(two.faces)), indexing="ij")
            row = np.concatenate([v.reshape(-1, 1) + first[k], two.faces[f.ravel()] + first[n]], 1)
            faces.append(row[(row[:, :1] != row[:, 1:]).all(1)])
        e, f = np.meshgrid(np.arange(len(a.edges)), np.arange(len(b.edges)), indexing="ij")
        e, f = e.ravel(), f.ravel()
        if i == j:
            e, f = e[e < f], f[e < f]
        row = np.concatenate([a.edges[e] + first[i], b.edges[f] + first[j]], 1)
        edges.append(row[(row[:, :2, None] != row[:, None, 2:]).all((1, 2))])
    first_faces = np.concatenate(faces)
    every = np.concatenate([first_faces, *edges]).astype(np.int32)
    return every, len(first_faces)


def keys(pairs: np.ndarray, face_count: int, count: int) -> np.ndarray:
    """One number for each pair, whatever the order of its edges and of the vertices of its face."""
    p = pairs.astype(np.int64)
    p[:face_count, 1:] = np.sort(p[:face_count, 1:], axis=1)
    e = np.sort(p[face_count:].reshape(-1, 2, 2), axis=2)
    swap = e[:, 0] @ [count, 1] > e[:, 1] @ [count, 1]
    e[swap] = e[swap][:, ::-1]
    p[face_count:] = e.reshape(-1, 4)
    key = ((p[:, 0] * count + p[:, 1]) * count + p[:, 2]) * count + p[:, 3]
    return np.where(np.arange(len(p)) < face_count, key, -1 - key)


class Watch:
    """All pairs of a separation by brute force."""

    def __init__(self, separation: Separation):
        self.separation = separation
        self.pairs, self.faces = all_pairs(separation.hulls, separation.meets)
        self.keys = keys(self.pairs, self.faces, len(separation.half))
        self.reach = separation.half[self.pairs[:, 0]] + separation.half[self.pairs[:, 2]]

    def distances(self, x: np.ndarray) -> np.ndarray:
        d = np.empty(len(self.pairs))
        distances(np.ascontiguousarray(x), self.pairs, self.faces, d)
        return d

    def missing(self, x: np.ndarray) -> tuple[int, int]:
        """How many pairs touch at x, and how many of them are not in the list."""
        s = self.separation
        near = self.distances(x) < self.reach
        listed = keys(s.pairs[: s.count], s.face_count, len(s.half))
        return int(near.sum()), int((~np.isin(self.keys[near], listed)).sum())


def crumple(
    separation: Separation, x: np.ndarray, steps: int, seed: int, pull: float = 0.05, noise: float = 0.15
):
    """States and motions of bodies that are squeezed together, each edge striving for its length."""
    rng = np.random.default_rng(seed)
    hulls, first = separation.hulls, separation.firsts
    edges = np.concatenate([h.edges + f for h, f in zip(hulls, first, strict=False)])
    edges = edges[edges[:, 0] != edges[:, 1]]
    rest = np.linalg.norm(x[:, edges[:, 1]] - x[:, edges[:, 0]], axis=0)
    degree = np.maximum(np.bincount(edges.ravel(), minlength=x.shape[1]), 1)
    h = rest.mean()
    for _ in range(steps):
        q = -pull * (x - x.mean(1, keepdims=True)) + noise * h * rng.standard_normal(x.shape)
        for _ in range(10):
            y = x + q
            d = y[:, edges[:, 1]] - y[:, edges[:, 0]]
            length = np.maximum(np.linalg.norm(d, axis=0), 1e-12)
            d *= 0.5 * (length - rest) / length
            for c in range(3):
                q[c] += np.bincount(edges[:, 0], d[c], x.shape[1]) / degree
                q[c] -= np.bincount(edges[:, 1], d[c], x.shape[1]) / degree
        cut = separation.safe(x, q)
        yield x, q, cut
        x = x + q
