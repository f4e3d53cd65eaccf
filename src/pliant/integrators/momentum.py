"""Momentum and spin of bodies that nothing holds, however far the equations of an implicit step are solved.

What Newton's method leaves of the gradient of Φ (`implicit`) would be an error of momentum. So each piece of a body,
with a 1 at its nodes, is shifted as a whole at last by

    s = −(1ᵀH1)⁻¹ 1ᵀ∇Φ ,                                                                                     (1)

after which momentum is kept to rounding where nothing acts from outside. Then it is turned as a whole about its
centre, so that its angular momentum L = Σ m r × v there (r from the centre) follows the torque N of all but inertia as
velocities follow forces,

    backward Euler:  L = Lₙ + h N ,        BDF2:  L = (4Lₙ − Lₙ₋₁)/3 + h N .                                 (2)

Elastic forces have no torque in any shape, so L is kept where nothing acts from outside. That is more than the
solution of the equations has: r × v is no linear function, and the schemes lose some of it at their own order. Where
hands, springs or streams have a torque, the solution of the equations is what is wanted, and only what is left of
their gradient is turned away. A turn by θ changes L by

    Σ m ((|r|² I − r rᵀ)/h + r vᵀ − (r·v) I) θ .                                                             (3)

Pieces that hands hold, which are stiffer against a shift than by their inertia, stay as they are. So do those with a
longer way to go than the tolerance of the step: H is that before the last correction, and knows nothing of contact that
has ended since. Then the step is not solved, however small that correction was, and is solved on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.integrators.system import BodySystem
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo

_ALONE = 1e-9  # of its inertia: what resists a shift by no more than this beside it resists by nothing else
_ASLANT = np.array((1.0, 0.618, -0.382))  # a direction that no wall is likely to lie along
_HELD = 1.5  # times its inertia: what is stiffer than this against a shift is held from outside
_NO_TORQUE = 1e-9  # of Σ|r||f|: a torque this small is what forces that have none are rounded to
_STRAIGHT = 1e-6  # of the others: a moment of inertia this small is that of a line about itself


class Free(NamedTuple):
    """The pieces of a body without pins, at the end of a step of length h."""

    system: BodySystem
    h: float
    x: np.ndarray  # (3, P): what is corrected
    most: float  # [m]: no piece is shifted farther,
    farthest: float  # and none turned so that a node moves farther


class Motion(NamedTuple):
    """Where a step comes from, and what is left of its equations; arrays (3, P) as kernels see them."""

    h: float
    weight: float  # of the last step in (2): 4/3, or 1 for backward Euler; what it lacks to 1 is that of the one before
    x: np.ndarray
    v: np.ndarray
    earlier_x: np.ndarray
    earlier_v: np.ndarray
    reference: np.ndarray  # x_ref and y of the step
    target: np.ndarray
    gradient: np.ndarray  # ∇Φ


def keep_momentum(free: Free, matrix: Any, gradient: np.ndarray, scratch: tuple) -> tuple[np.ndarray, bool]:
    """(1); returns which pieces (n,) nothing holds, and whether all that had to be were shifted.

    `scratch` are two vectors (3, P).
    """
    system, x, (along, pulled) = free.system, free.x, scratch
    layout, piece, count = system.layout, system.pieces, system.piece_count
    nodes = layout.nodes
    inertia, left = np.zeros(count), np.zeros((count, 3))
    sum_masses(system.mass, nodes, piece, 1.0 / (free.h * free.h), inertia)
    sum_vectors(gradient, nodes, piece, left)

    def pull(*way: float) -> np.ndarray:
        """H times a shift of all nodes, added up by pieces (n, 3)."""
        total = np.zeros((count, 3))
        move_along(along, nodes, way)
        copy_halo(along, layout.halo)
        matrix.multiply(along, pulled)
        sum_vectors(pulled, nodes, piece, total)
        return total

    held = inertia[:, None, None] * np.eye(3)
    if np.abs(pull(*_ASLANT) - inertia[:, None] * _ASLANT).max() > _ALONE * inertia.max():
        held = np.stack([pull(*way) for way in np.eye(3)], axis=1)
    shift = -solved(held, left, 0.0)
    loose = np.abs(held).max(axis=(1, 2)) <= _HELD * inertia
    far = loose & (np.abs(shift).max(axis=1) > free.most)
    shift[~loose | far] = 0.0
    shift_pieces(x, nodes, piece, shift)
    copy_halo(x, layout.halo)
    return loose, not far.any()


def keep_spin(free: Free, loose: np.ndarray, motion: Motion, mass: np.ndarray) -> None:
    """(2) for the pieces (n,) that are `loose`; of those that something turns, only what the equations lack."""
    system, x = free.system, free.x
    layout, piece, count = system.layout, system.pieces, system.piece_count
    left, lost, response = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3, 3))
    centre, radius = np.zeros((3, count, 3)), np.zeros(count)
    torque, scale = np.zeros((count, 3)), np.zeros(count)
    sum_spins(x, motion, mass, layout.nodes, piece, centre, (left, lost, torque), response, (radius, scale))
    untouched = np.abs(torque).max(axis=1) <= _NO_TORQUE * scale
    turn = solved(response, left + untouched[:, None] * lost, _STRAIGHT)
    turn[~loose | (np.abs(turn).max(axis=1) * radius > free.farthest)] = 0.0
    turn_pieces(x, layout.nodes, piece, centre[0], turn)
    copy_halo(x, layout.halo)


def solved(matrices: np.ndarray, right: np.ndarray, least: float) -> np.ndarray:
    """A⁻¹ b (n, 3) for matrices (n, 3, 3); hardly anything along what A has less than `least` of its trace for.

    Zero where A is singular: a piece without mass is not moved, and one of a single node cannot be turned.
    """
    out = right.copy()
    eliminate(matrices.copy(), least, out)
    return out


@kernel
def eliminate(matrices, least, b):
    """Gauss's elimination in place; NumPy takes longer to be called for three unknowns than a step has for them."""
    for k in range(b.shape[0]):
        a = matrices[k]
        shift, largest, volume = least * (a[0, 0] + a[1, 1] + a[2, 2]), 0.0, 1.0
        for i in range(3):
            a[i, i] += shift
            for j in range(3):
                largest = max(largest, abs(a[i, j]))
        for i in range(3):
            pivot = i
            for j in range(i + 1, 3):
                if abs(a[j, i]) > abs(a[pivot, i]):
                    pivot = j
            for j in range(3):
                a[i, j], a[pivot, j] = a[pivot, j], a[i, j]
            b[k, i], b[k, pivot] = b[k, pivot], b[k, i]
            volume = volume * a[i, i] / largest
            for j in range(i + 1, 3):
                factor = a[j, i] / a[i, i]
                for c in range(i, 3):
                    a[j, c] -= factor * a[i, c]
                b[k, j] -= factor * b[k, i]
        for i in range(2, -1, -1):
            for j in range(i + 1, 3):
                b[k, i] -= a[i, j] * b[k, j]
            b[k, i] /= a[i, i]
        if not abs(volume) > 1e-30:  # also if it is no number
            b[k, :] = 0.0


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
def move_along(out, nodes, way):
    """A shift of all nodes by a vector."""
    out[:] = 0.0
    for p in nodes:
        for c in range(3):
            out[c, p] = way[c]


@kernel
def shift_pieces(x, nodes, piece, shift):
    for p in nodes:
        for c in range(3):
            x[c, p] += shift[piece[p], c]


@kernel
def sum_spins(x, motion, mass, nodes, piece, centre, spins, response, sizes):
    """Three `spins` (n, 3): what L lacks since ∇Φ is not zero, what the scheme loses of (2), and the torque [N·m].

    With them come (3), (n, 3, 3), the centres at x, xₙ and xₙ₋₁, (3, n, 3), and as `sizes` (n,) how far nodes are from
    the first at most and Σ|r||f|.
    """
    h, now, before, latest = motion.h, motion.x, motion.earlier_x, motion.weight
    (left, lost, torque), (radius, scale) = spins, sizes
    total = np.zeros(radius.shape[0])
    for p in nodes:
        k, m = piece[p], mass[p]
        total[k] += m
        for c in range(3):
            centre[0, k, c] += m * x[c, p]
            centre[1, k, c] += m * now[c, p]
            centre[2, k, c] += m * before[c, p]
    for i in range(3):
        for k in range(total.shape[0]):
            for c in range(3):
                centre[i, k, c] /= total[k]
    x_ref, y, g, v, u = motion.reference, motion.target, motion.gradient, motion.v, motion.earlier_v
    r, f, w, q = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    for p in nodes:
        k, m = piece[p], mass[p]
        along, square, strength = 0.0, 0.0, 0.0
        for c in range(3):
            r[c] = x[c, p] - centre[0, k, c]
            w[c] = (x[c, p] - x_ref[c, p]) / h
            f[c] = m * (x[c, p] - y[c, p]) / (h * h) - g[c, p]  # the force
            q[c] = m * (x_ref[c, p] - y[c, p]) / h  # −m v_ref: what the scheme has of (2)
            along += r[c] * w[c]
            square += r[c] * r[c]
            strength += f[c] * f[c]
        radius[k] = max(radius[k], np.sqrt(square))
        scale[k] += np.sqrt(square * strength)
        for c in range(3):
            d, e = (c + 1) % 3, (c + 2) % 3  # component c of a × b is a_d b_e − a_e b_d
            left[k, c] -= h * (r[d] * g[e, p] - r[e] * g[d, p])
            torque[k, c] += r[d] * f[e] - r[e] * f[d]
            lost[k, c] += r[d] * q[e] - r[e] * q[d]
            now_d, now_e = now[d, p] - centre[1, k, d], now[e, p] - centre[1, k, e]
            lost[k, c] += latest * m * (now_d * v[e, p] - now_e * v[d, p])
            if latest != 1.0:
                was_d, was_e = before[d, p] - centre[2, k, d], before[e, p] - centre[2, k, e]
                lost[k, c] += (1.0 - latest) * m * (was_d * u[e, p] - was_e * u[d, p])
            response[k, c, c] += m * (square / h - along)
            for d in range(3):
                response[k, c, d] += m * r[c] * (w[d] - r[d] / h)


@kernel
def turn_pieces(x, nodes, piece, centre, turn):
    """Turn pieces by small angles (n, 3) [rad] about their centres: r += 2(q × r + q × (q × r))/(1 + q²), q = θ/2."""
    for p in nodes:
        k = piece[p]
        a, b, c = 0.5 * turn[k, 0], 0.5 * turn[k, 1], 0.5 * turn[k, 2]
        r, s, t = x[0, p] - centre[k, 0], x[1, p] - centre[k, 1], x[2, p] - centre[k, 2]
        u, v, w = b * t - c * s, c * r - a * t, a * s - b * r
        scale = 2.0 / (1.0 + a * a + b * b + c * c)
        x[0, p] += scale * (u + b * w - c * v)
        x[1, p] += scale * (v + c * u - a * w)
        x[2, p] += scale * (w + a * v - b * u)
