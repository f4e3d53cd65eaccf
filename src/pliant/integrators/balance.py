"""Momentum of bodies that nothing holds, however far the equations of an implicit step are solved.

What Newton's method leaves of the gradient of Φ (`implicit`) would be an error of momentum. So each piece of a body,
with a 1 at its nodes, is shifted as a whole at last by

    s = −(1ᵀH1)⁻¹ 1ᵀ∇Φ ,                                                                                     (1)

after which momentum is kept to rounding where nothing acts from outside. Pieces that hands hold, which are stiffer
against a shift than by their inertia, stay where they are. So do those with a longer way to go than the tolerance of
the step: H is that before the last correction, and knows nothing of contact that has ended since.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.integrators.system import BodySystem
from pliant.numerics.compile import kernel
from pliant.numerics.layout import copy_halo

_HELD = 1.5  # times its inertia: what is stiffer than this against a shift is held from outside


def keep_momentum(
    system: BodySystem,
    matrix: Any,
    h: float,
    gradient: np.ndarray,
    most: float,
    x: np.ndarray,
    scratch: tuple,
) -> None:
    """(1) for the pieces of a body without pins, none by more than `most` [m]; `scratch` are two vectors (3, P)."""
    layout, piece, count = system.layout, system.pieces, system.piece_count
    nodes, (along, pulled) = layout.nodes, scratch
    inertia, left, held = np.zeros(count), np.zeros((count, 3)), np.zeros((count, 3, 3))
    sum_masses(system.mass, nodes, piece, 1.0 / (h * h), inertia)
    sum_vectors(gradient, nodes, piece, left)
    for c in range(3):
        move_along(along, nodes, c)
        copy_halo(along, layout.halo)
        matrix.multiply(along, pulled)
        sum_vectors(pulled, nodes, piece, held[:, c])
    shift = -(np.linalg.pinv(held, hermitian=True) @ left[:, :, None])[:, :, 0]
    shift[np.abs(held).max(axis=(1, 2)) > _HELD * inertia] = 0.0
    shift[np.abs(shift).max(axis=1) > most] = 0.0
    shift_pieces(x, nodes, piece, shift)
    copy_halo(x, layout.halo)


@kernel
def is_free(free, nodes):
    """Whether no node is pinned."""
    pinned = 0
    for p in nodes:
        if free[p] != 1.0:
            pinned += 1
    return pinned == 0


@kernel
def sum_masses(mass, nodes, piece, factor, out):
    """Add up factor · M of the nodes of pieces, (n,)."""
    for p in nodes:
        out[piece[p]] += factor * mass[p]


@kernel
def sum_vectors(a, nodes, piece, out):
    """Add up vectors (3, P) of the nodes of pieces, (n, 3)."""
    for p in nodes:
        for c in range(3):
            out[piece[p], c] += a[c, p]


@kernel
def move_along(out, nodes, axis):
    """A shift of all nodes by 1 along an axis."""
    out[:] = 0.0
    for p in nodes:
        out[axis, p] = 1.0


@kernel
def shift_pieces(x, nodes, piece, shift):
    for p in nodes:
        for c in range(3):
            x[c, p] += shift[piece[p], c]
