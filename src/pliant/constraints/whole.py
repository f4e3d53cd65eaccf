"""A rigid body whose nodes are pinned or driven: it is held as a whole, as far as these tell where it is.

Nodes p that are to be at places q can only move as a rigid body does, by J with columns for three shifts and three
turns about the middle of q. With an orthonormal basis U of what J spans the rows are

    c = Uᵀ(p − q) ,     ∂c/∂p = Uᵀ :                                                                       (1)

six of three nodes or more that are not in line, five of two, three of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from pliant.constraints.joint import Joint, Rows
from pliant.model.place import BodyPoint
from pliant.problems import Path

_RANK = 1e-6  # of the largest: a singular value of J, scaled by the size, that is none
_IN_LINE = 1e-3  # of the size: nodes that are nearer to a line are on it


class WholeBody(Joint):
    """What stands for a pin or a drive of a rigid body among joints."""

    body: str

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        yield ("body",), BodyPoint(self.body, center=True)


class Held:
    """(1), where places (n, 3) are those of a time, or, if there are none, where the nodes were at the beginning."""

    def __init__(self, places: Callable[[float], np.ndarray] | None = None):
        self._places = places

    def begin(self, p: np.ndarray) -> np.ndarray:
        return p.ravel() if self._places is None else np.zeros(0)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        q = kept.reshape(-1, 3) if self._places is None else self._places(time)
        arms = q - q.mean(axis=0)
        arms = arms / max(float(np.abs(arms).max()), 1e-300)
        turns = np.cross(np.eye(3)[:, None], arms).transpose(1, 2, 0)
        j = np.concatenate([np.tile(np.eye(3), (len(q), 1, 1)), turns], axis=2).reshape(-1, 6)
        u, values, _ = np.linalg.svd(j, full_matrices=False)
        u = u[:, values > _RANK * values[0]].T
        return Rows(u @ (p - q).ravel(), u.reshape(-1, len(q), 3))


def telling(points: np.ndarray) -> list[int]:
    """Up to three of points (n, 3) that tell best where all are: far apart, and not in line."""
    first = int(np.argmax(np.linalg.norm(points - points.mean(axis=0), axis=1)))
    away = points - points[first]
    far = np.linalg.norm(away, axis=1)
    second = int(np.argmax(far))
    if far[second] == 0.0:
        return [first]
    along = away[second] / far[second]
    beside = np.linalg.norm(away - (away @ along)[:, None] * along, axis=1)
    third = int(np.argmax(beside))
    return [first, second, third] if beside[third] > _IN_LINE * far[second] else [first, second]
