"""What acts on a hybrid body in a few places, hands and contact, as terms of low rank of its matrix.

Hands pull at spots with springs, k for each component; obstacles add a block to a node that they touch, Σ k ddᵀ of its
eigenvectors d. If S answers to forces without all this, then by Sherman, Morrison and Woodbury's formula, with a column
U for each k (the direction d times the weights w of its spot),

    z = Sb − SU (1/k + UᵀSU)⁻¹ UᵀSb .                                                                          (1)

In the frame S is A⁻¹ for each component and twelve rigid motions T (`solvers.hybrid`, (2)), S = A⁻¹ + TᵀNT. So a spot
takes one vector g = A⁻¹w with a number per node, whatever the directions are, and

    UᵀSU = (w·g') (d·d') + (TU)ᵀ N (TU')   for two terms,                                                      (2)

the last of it for terms of one piece only, if the body is torn: each has motions of its own.

A hand that grips a patch of nodes, each with its share k wᵢ, is a term here as if it pulled at their mean, k wᵢwⱼ: what
that leaves out only resists that the patch turns or deforms, which conjugate gradients see to.

Softer terms than a part of what is constant at their node are left to conjugate gradients. So are hands that hold
several pieces, and all obstacles, if there are too many terms: (1) is then more work than it saves. The vectors g stay
known as long as they are used and for a while afterwards; they depend on A and the spot only, so that a restart from a
checkpoint goes on bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.numerics.compile import kernel, uint
from pliant.numerics.hybrid_matrix import HybridMatrix, Spot
from pliant.solvers.profile import complete, packed, substitute

_SOFT = 0.1  # times what is constant at a node: the matrix is spread by no more than this if it is left out
_MOST = 1500  # terms: 50 ms
_KNOWN = 300  # spots whose vectors g stay known, if there are not more in use


class Terms(NamedTuple):
    """Terms k ddᵀ at spots, in space."""

    spots: list[Spot]
    of: np.ndarray  # (r,), which of the spots
    directions: np.ndarray  # (r, 3)
    stiffness: np.ndarray  # (r,) [N/m]


def terms_of(matrix: HybridMatrix, free: np.ndarray, piece: np.ndarray) -> Terms:
    """Hands, and contact of nodes that are free, (P,), and belong to pieces, (P,)."""
    pulls, grips = matrix.pulls, matrix.grips
    held = {spot: pulls.get(spot, 0.0) + grips.get(spot, 0.0) for spot in {**pulls, **grips}}
    spots = [spot for spot in held if np.ptp(piece[list(spot.nodes)]) == 0]
    hands, stiffness = len(spots), np.repeat([held[spot] for spot in spots], 3)
    steady = matrix.shift.copy()
    for spot, k in pulls.items():
        np.add.at(steady, list(spot.nodes), k * np.square(spot.weights))
    for spot, k in grips.items():
        np.add.at(steady, list(spot.nodes), k * np.array(spot.weights))
    nodes = np.empty(matrix.layout.count, dtype=np.int64)
    nodes = nodes[: find_touched(matrix.diagonal, steady, free, nodes)]
    if not len(nodes):
        return Terms(spots, np.repeat(np.arange(hands), 3), np.tile(np.eye(3), (hands, 1)), stiffness)
    own = matrix.diagonal[:, nodes].T.reshape(-1, 3, 3) - steady[nodes, None, None] * np.eye(3)
    values, axes = np.linalg.eigh(own)
    node, which = np.nonzero(values > _SOFT * steady[nodes, None])
    if len(node) > _MOST:
        node, which = node[:0], which[:0]
    touched, of = np.unique(node, return_inverse=True)
    spots += [Spot((int(i),), (1.0,)) for i in nodes[touched]]
    return Terms(
        spots,
        np.concatenate([np.repeat(np.arange(hands), 3), hands + of]),
        np.concatenate([np.tile(np.eye(3), (hands, 1)), axes[node, :, which]]),
        np.concatenate([stiffness, values[node, which]]),
    )


class Touch:
    """Makes z of (1) of Sb, in the frame.

    `answers` gives A⁻¹ of vectors (n, P); `motions` (12, 3, P) and `core` (pieces, 12, 12) are T and N; the motions of
    all pieces are in one array, `piece` (P,) are their numbers.
    """

    def __init__(
        self,
        answers: Callable[[np.ndarray], np.ndarray],
        motions: np.ndarray,
        core: np.ndarray,
        piece: np.ndarray,
    ):
        self._answers, self._core, self._piece = answers, core, piece
        self._motions = motions
        self._known: dict[Spot, np.ndarray] = {}
        self.spots: list[Spot] = []

    def begin(self, rotation: np.ndarray, terms: Terms) -> None:
        """From now on the pieces are turned by R (pieces, 3, 3), and these terms act on them."""
        if terms.spots != self.spots:
            self._follow(terms.spots)
        if not terms.spots:
            return
        self._of, self._own = terms.of, self._piece[[spot.nodes[0] for spot in terms.spots]][terms.of]
        self._inside = np.einsum("ri,rij->rj", terms.directions, rotation[self._own])
        self._turned = np.einsum("rkc,rc->rk", self._moved[terms.of], self._inside)  # TU
        self._grip = packed(len(terms.of))
        lower = self._grip.lower
        compose(
            self._near, terms.of, self._own, self._inside, self._turned, self._core, terms.stiffness, lower
        )
        if not complete(self._grip):  # by rounding: left to conjugate gradients
            self._follow([])

    def _follow(self, spots: list[Spot]) -> None:
        new = [spot for spot in spots if spot not in self._known]
        if len(new) + len(self._known) > _KNOWN:
            self._known = {spot: self._known[spot] for spot in spots if spot in self._known}
        self._known.update(zip(new, self._answers(self._weights_of(new).toarray()), strict=True))
        weights = self._weights_of(spots)
        self.spots = spots
        self._columns = np.array([self._known[spot] for spot in spots]).reshape(weights.shape)
        self.nodes = np.unique(weights.indices)
        self._weights = weights[:, self.nodes]
        near = weights @ self._columns.T
        self._near = 0.5 * (near + near.T)
        flat = self._motions.reshape(36, -1)[:, self.nodes]
        self._moved = (self._weights @ flat.T).reshape(-1, 12, 3)  # T at the spots

    def _weights_of(self, spots: list[Spot]) -> Any:
        """(spots, P): what turns values at nodes to values at spots."""
        starts = np.cumsum([0] + [len(spot.nodes) for spot in spots])
        nodes = [node for spot in spots for node in spot.nodes]
        weights = [weight for spot in spots for weight in spot.weights]
        return sp.csr_matrix((weights, nodes, starts), shape=(len(spots), self._motions.shape[-1]))

    def correct(self, answers: np.ndarray, shares: np.ndarray, less: np.ndarray) -> None:
        """What z has less of A⁻¹b than Sb, (3, P).

        `answers` (3, nodes) is A⁻¹b at the `nodes` of the spots; `shares` (pieces, 12) are those of the motions T
        in Sb, and afterwards those in z.
        """
        there = self._weights @ answers.T
        moved = np.einsum("rc,rc->r", there[self._of], self._inside)
        moved += np.einsum("rk,rk->r", self._turned, shares[self._own])
        substitute(self._grip, moved, 0, len(moved))
        turned = np.zeros_like(shares)
        np.add.at(turned, self._own, moved[:, None] * self._turned)
        shares -= np.einsum("nij,nj->ni", self._core, turned)
        forces = np.zeros((3, len(self.spots)))
        np.add.at(forces.T, self._of, moved[:, None] * self._inside)
        mix(forces, self._columns, less)


@kernel
def compose(near, of, piece, inside, turned, core, stiffness, out):
    """1/k + UᵀSU of (1) by (2), below the diagonal and on it, row by row."""
    row, here = np.zeros(12), 0
    for i in range(of.shape[0]):
        for k in range(12):
            s = 0.0
            for m in range(12):
                s += turned[i, m] * core[piece[i], m, k]
            row[k] = s
        a, b, c = inside[i, 0], inside[i, 1], inside[i, 2]
        for j in range(i + 1):
            s = near[of[i], of[j]] * (a * inside[j, 0] + b * inside[j, 1] + c * inside[j, 2])
            if piece[i] == piece[j]:
                for k in range(12):
                    s += row[k] * turned[j, k]
            out[here] = s
            here += 1
        out[here - 1] += 1.0 / stiffness[i]


@kernel
def mix(forces, columns, out):
    """out = forces · columns, (3, P)."""
    for c in range(3):
        for p in range(out.shape[1]):
            out[c, uint(p)] = 0.0
    for s in range(columns.shape[0]):
        a, b, c = forces[0, s], forces[1, s], forces[2, s]
        for p in range(out.shape[1]):
            i, g = uint(p), columns[uint(s), uint(p)]
            out[0, i] += a * g
            out[1, i] += b * g
            out[2, i] += c * g


@kernel
def find_touched(diagonal, steady, free, out):
    """Nodes that are free and whose blocks (9, P) differ from `steady` times I by more than _SOFT; how many."""
    found = 0
    for p in range(out.shape[0]):
        i = uint(p)
        s, most = steady[i], 0.0
        for k in range(9):
            most = max(most, abs(diagonal[k, i] - (s if k % 4 == 0 else 0.0)))
        if most > _SOFT / 3.0 * s and free[i] > 0.0:
            out[found] = p
            found += 1
    return found
