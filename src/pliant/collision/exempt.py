"""Which pairs of features are left alone since they began at no distance: part of the state of a simulation.

Faces of a fresh cut are, until they are apart for the first time; when they come together again they are kept apart.
Pairs are named by bodies and nodes, so that it is known which they are when a body is torn further.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Exempt(NamedTuple):
    """Rows (n, 7): whether it is a vertex and a face, the numbers of two hulls among `names`, and four nodes."""

    names: tuple[str, ...]
    rows: np.ndarray

    def has(self, others: Exempt) -> np.ndarray:
        """Which rows of `others` are among these, (n,)."""
        at = {name: k for k, name in enumerate(self.names)}
        number = np.array([*(at.get(name, -1) for name in others.names), -1])
        named = others.rows.copy()
        named[:, 1:3] = number[named[:, 1:3]]
        known = set(map(tuple, self.rows.tolist()))
        return np.array([row in known for row in map(tuple, named.tolist())], dtype=bool)


def none_exempt() -> Exempt:
    return Exempt((), np.zeros((0, 7), np.int64))
