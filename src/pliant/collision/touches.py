"""What touches, and how hard: what a step leaves of contact for readings, for the energy balance and for checkpoints.

Features press with the force N of the barrier and rub with that of friction. What is stored follows from N, with ψ and
its derivative as in `barrier`:

    E = κ m ψ = N ψ/|ψ′| .                                                                                     (1)

Of a pair of features the weights w are positive at the nodes of the first, which belongs to the first of two hulls,
and negative at those of the second; Σ w x leads from the nearest point of the second to that of the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pliant.collision.friction import SLOWEST

Pair = tuple[str, str]  # names of two hulls, the lower number first, or of one and itself


class Rubbing(NamedTuple):
    """Pairs of features that rub and are damped; forces (n, 3) [N] on the first."""

    hulls: np.ndarray  # (n, 2)
    nodes: np.ndarray  # (n, 4), in the arrays of their bodies
    weights: np.ndarray  # (n, 4)
    forces: np.ndarray  # of friction,
    damping: np.ndarray  # and of what damps across,
    power: np.ndarray  # which takes so much (n,) [W]


class Touches(NamedTuple):
    """Pairs of features that are nearer than their thickness."""

    names: tuple[str, ...]  # of the hulls
    hulls: np.ndarray  # (n, 2): of the first and the second feature
    nodes: np.ndarray  # (n, 4), in the arrays of their bodies
    weights: np.ndarray  # (n, 4)
    normals: np.ndarray  # (n, 3), from the second to the first
    gaps: np.ndarray  # (n,) [m]
    reaches: np.ndarray  # (n,) [m]: where they begin to repel each other
    forces: np.ndarray  # (n,) [N]
    rubbing: Rubbing

    @property
    def stored(self) -> np.ndarray:
        """(1) of each pair [J]."""
        ratio, y = np.log(self.gaps / self.reaches), self.gaps - self.reaches
        return -self.forces * y * ratio / (2.0 * ratio + y / self.gaps)

    def of(self, pair: Pair) -> Touches:
        """Those between two hulls."""
        chosen = _between(self.hulls, self.names, pair)
        rubbing = Rubbing(*(a[_between(self.rubbing.hulls, self.names, pair)] for a in self.rubbing))
        arrays = {name: getattr(self, name)[chosen] for name in TOUCHING}
        return self._replace(**arrays, rubbing=rubbing)

    def pairs(self) -> Iterator[Pair]:
        """Which hulls touch, in order."""
        every = np.sort(np.concatenate([self.hulls, self.rubbing.hulls]), axis=1)
        for a, b in np.unique(every, axis=0).tolist():
            yield self.names[a], self.names[b]

    def stored_between(self) -> dict[Pair, float]:
        """What is stored between hulls [J]."""
        stored, low, high = self.stored, self.hulls.min(axis=1), self.hulls.max(axis=1)
        count = max(len(self.names), 1)
        sums = np.bincount(low * count + high, stored) if len(stored) else np.zeros(0)
        return {
            (self.names[k // count], self.names[k % count]): float(sums[k])
            for k in np.flatnonzero(sums).tolist()
        }

    def add_forces(self, hull: str, out: np.ndarray) -> None:
        """out (3, 3, P) += what acts on the nodes of a hull [N]: the barrier, friction and damping."""
        add_at_nodes(self.forces[:, None] * self.normals, self._of_hull(hull, self), out[0])
        places = self._of_hull(hull, self.rubbing)
        add_at_nodes(self.rubbing.forces, places, out[1])
        add_at_nodes(self.rubbing.damping, places, out[2])

    def pressing(self, hull: str, size: int) -> np.ndarray:
        """How hard the nodes of a hull are pressed, whatever the directions, (P,) [N]."""
        nodes, weights = self._of_hull(hull, self)
        theirs, out = weights != 0.0, np.zeros(size)
        out += np.bincount(nodes[theirs], (np.abs(weights) * self.forces[:, None])[theirs], minlength=size)
        return out

    def _of_hull(self, hull: str, among: Touches | Rubbing) -> tuple[np.ndarray, np.ndarray]:
        """Nodes, and weights that are zero at those of other hulls."""
        owner = np.where(among.weights > 0.0, among.hulls[:, :1], among.hulls[:, 1:])
        number = self.names.index(hull) if hull in self.names else -1
        return among.nodes, np.where(owner == number, among.weights, 0.0)


def add_at_nodes(forces: np.ndarray, places: tuple[np.ndarray, np.ndarray], out: np.ndarray) -> None:
    """out (3, P) += w f for nodes and weights (n, 4), forces (n, 3)."""
    nodes, weights = (a.ravel() for a in places)
    there = np.flatnonzero(weights)
    for c in range(3):
        values = weights[there] * np.repeat(forces[:, c], 4)[there]
        out[c] += np.bincount(nodes[there], values, minlength=out.shape[1])


def none_touch() -> Touches:
    """Nothing touches."""
    pairs, four, none = np.zeros((0, 2), np.int64), np.zeros((0, 4), np.int64), np.zeros(0)
    weights, vectors = np.zeros((0, 4)), np.zeros((0, 3))
    return Touches(
        (),
        pairs,
        four,
        weights,
        vectors,
        none,
        none,
        none,
        Rubbing(pairs, four, weights, vectors, vectors, none),
    )


def all_of(parts: Sequence[Touches]) -> Touches:
    """All of them; their hulls are the same."""
    parts = [one for one in parts if one.names]
    if not parts:
        return none_touch()
    rubbing = Rubbing(
        *(np.concatenate(arrays) for arrays in zip(*(one.rubbing for one in parts), strict=True))
    )
    arrays = {name: np.concatenate([getattr(one, name) for one in parts]) for name in TOUCHING}
    return parts[0]._replace(**arrays, rubbing=rubbing)


TOUCHING = tuple(name for name in Touches._fields if name not in ("names", "rubbing"))


def friction_forces(slip: np.ndarray, normals: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Friction (n, 3) [N] of features whose nearest points move by `slip` (n, 3) [m/s] against each other."""
    slip = slip - (slip * normals).sum(axis=1, keepdims=True) * normals
    return -(limits / np.maximum(np.linalg.norm(slip, axis=1), SLOWEST))[:, None] * slip


def _between(hulls: np.ndarray, names: tuple[str, ...], pair: Pair) -> np.ndarray:
    """Which rows (n, 2) are of two hulls, in any order."""
    if not set(pair) <= set(names):
        return np.zeros(len(hulls), bool)
    a, b = (names.index(name) for name in pair)
    return (hulls == (a, b)).all(axis=1) | (hulls == (b, a)).all(axis=1)
