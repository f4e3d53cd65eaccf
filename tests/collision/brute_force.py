"""Edges through faces, by looking at all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.collision.hull import Hull, offsets
from pliant.collision.intersections import pierces
from pliant.numerics.compile import kernel


def by_brute_force(hulls: Sequence[Hull], x: np.ndarray, meets: Sequence[tuple[int, int]]) -> np.ndarray:
    """As `intersections`: pairs of hulls, edges and faces (n, 4)."""
    first, found = offsets(hulls), []
    both = [*meets, *((j, i) for i, j in meets)]
    for i, j in dict.fromkeys(both):
        edges, faces = hulls[i].edges + first[i], hulls[j].faces + first[j]
        for f, face in enumerate(faces):
            hit = np.zeros(len(edges), np.uint8)
            pierced_by(x, edges, face, hit)
            found += [(i, j, e, f) for e in np.flatnonzero(hit)]
    return np.array(found, np.int64).reshape(-1, 4)


@kernel
def pierced_by(x, edges, face, hit):
    """Which of the edges pierce a face."""
    a, b, c = face[0], face[1], face[2]
    for k in range(edges.shape[0]):
        p, q = edges[k, 0], edges[k, 1]
        apart = p not in (a, b, c) and q not in (a, b, c)
        hit[k] = apart and pierces(x, p, q, a, b, c)
