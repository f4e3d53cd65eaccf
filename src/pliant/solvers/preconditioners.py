"""Preconditioners of conjugate gradients: a small named tuple each, told apart by type when compiled.

`precondition(kind, matrix, r, z)` sets z ≈ A⁻¹ r. Kernels resolve it at compile time, so that choosing Jacobi never
compiles multigrid. To add one: a named tuple with the team of threads, and its `@overload`-ed function by `register`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, kernel, uint
from pliant.numerics.grid_layout import copy_halo
from pliant.numerics.threads import Serial, Threads, by_rows
from pliant.solvers.multigrid import invert_blocks
from pliant.solvers.vectors import clear, copy

Team = Serial | Threads


class Given(NamedTuple):
    """z comes from outside, one iteration at a time: from a multigrid cycle, or a factorisation."""

    team: Team = Serial()


class Identity(NamedTuple):
    """No preconditioning."""

    team: Team = Serial()


class Jacobi(NamedTuple):
    """Inverse diagonal blocks, (6, P), or numbers, (1, P)."""

    inverse: np.ndarray
    team: Team = Serial()


class SSOR(NamedTuple):
    """One symmetric Gauss–Seidel sweep, forward then backward; on one thread: each node needs the one before."""

    inverse: np.ndarray
    team: Team = Serial()


class BlockSSOR(NamedTuple):
    """The same for a matrix in compressed rows."""

    inverse: np.ndarray
    team: Team = Serial()


def precondition(kind, matrix, r, z):
    """z ≈ A⁻¹ r."""
    raise NotImplementedError("only from compiled code")


def register(cls: type, implementation: Callable) -> None:
    """Use `implementation` for preconditioners of this class."""

    @overload(precondition, jit_options=OPTIONS)
    def choose(kind, matrix, r, z):
        if getattr(kind, "instance_class", None) is cls:
            return implementation
        return None


@kernel
def apply_once(kind, matrix, r, z):
    """`precondition`, for who is not compiled."""
    precondition(kind, matrix, r, z)


@kernel
def invert_diagonal(diagonal, span, inverse, team):
    """D⁻¹ of every node: six entries of the symmetric 3×3 inverse, or one number; zero where D is."""
    if inverse.shape[0] == 1:
        for p in range(inverse.shape[1]):
            a = diagonal[0, p]
            inverse[0, p] = 1.0 / a if a != 0.0 else 0.0
    else:
        invert_blocks(team, (diagonal, inverse, 0, span), 0, 0, span.rows)


def _given(kind, matrix, r, z):
    pass


def _identity(kind, matrix, r, z):
    copy(r, z)


def _jacobi(kind, matrix, r, z):
    divide(kind.team, (kind.inverse, matrix.span, r, z), 0, 0, matrix.span.rows)


def _divide_rows(team, arguments, chunk, row_0, row_1):
    """z = D⁻¹ r."""
    i, span, r, z = arguments
    for row in range(row_0, row_1):
        start = span.first + row * span.width
        if i.shape[0] == 1:
            for c in range(3):
                for j in range(span.columns):
                    z[c, uint(start + j)] = i[0, uint(start + j)] * r[c, uint(start + j)]
        else:
            for j in range(span.columns):
                p = uint(start + j)
                r0, r1, r2 = r[0, p], r[1, p], r[2, p]
                z[0, p] = i[0, p] * r0 + i[1, p] * r1 + i[2, p] * r2
                z[1, p] = i[1, p] * r0 + i[3, p] * r1 + i[4, p] * r2
                z[2, p] = i[2, p] * r0 + i[4, p] * r1 + i[5, p] * r2


divide = by_rows(_divide_rows)


def _ssor(kind, matrix, r, z):
    """(D + L) D⁻¹ (D + U) z = r: forward substitution into z, then backward."""
    span = matrix.span
    clear(z)
    copy_halo(z, matrix.halo)
    for sweep in range(2):
        for step in range(span.rows * span.columns):
            k = step if sweep == 0 else span.rows * span.columns - 1 - step
            row = k // span.columns
            p = span.first + row * span.width + (k - row * span.columns)
            # forward: z = D⁻¹(r − L z); backward: z −= D⁻¹ U z, where U z sees only finished entries
            s0, s1, s2 = (r[0, p], r[1, p], r[2, p]) if sweep == 0 else (0.0, 0.0, 0.0)
            for s in range(1, matrix.offsets.shape[0]):
                o = matrix.offsets[s]
                if sweep == 0:
                    q = p - o
                    if matrix.values.shape[1] == 1:
                        a = matrix.values[s, 0, q]
                        s0, s1, s2 = s0 - a * z[0, q], s1 - a * z[1, q], s2 - a * z[2, q]
                    else:
                        v = matrix.values[s]
                        s0 -= v[0, q] * z[0, q] + v[3, q] * z[1, q] + v[6, q] * z[2, q]
                        s1 -= v[1, q] * z[0, q] + v[4, q] * z[1, q] + v[7, q] * z[2, q]
                        s2 -= v[2, q] * z[0, q] + v[5, q] * z[1, q] + v[8, q] * z[2, q]
                else:
                    q = p + o
                    if matrix.values.shape[1] == 1:
                        a = matrix.values[s, 0, p]
                        s0, s1, s2 = s0 - a * z[0, q], s1 - a * z[1, q], s2 - a * z[2, q]
                    else:
                        v = matrix.values[s]
                        s0 -= v[0, p] * z[0, q] + v[1, p] * z[1, q] + v[2, p] * z[2, q]
                        s1 -= v[3, p] * z[0, q] + v[4, p] * z[1, q] + v[5, p] * z[2, q]
                        s2 -= v[6, p] * z[0, q] + v[7, p] * z[1, q] + v[8, p] * z[2, q]
            i = kind.inverse
            if i.shape[0] == 1:
                d0, d1, d2 = i[0, p] * s0, i[0, p] * s1, i[0, p] * s2
            else:
                d0 = i[0, p] * s0 + i[1, p] * s1 + i[2, p] * s2
                d1 = i[1, p] * s0 + i[3, p] * s1 + i[4, p] * s2
                d2 = i[2, p] * s0 + i[4, p] * s1 + i[5, p] * s2
            if sweep == 0:
                z[0, p], z[1, p], z[2, p] = d0, d1, d2
            else:
                z[0, p] += d0
                z[1, p] += d1
                z[2, p] += d2


def _block_ssor(kind, matrix, r, z):
    """As above, where L holds the columns before a row and U those after it."""
    rows, values, i = matrix.starts.shape[0] - 1, matrix.values, kind.inverse
    scalar = values.shape[1] == 1
    for step in range(2 * rows):
        forward = step < rows
        p = step if forward else 2 * rows - 1 - step
        s0, s1, s2 = (r[0, p], r[1, p], r[2, p]) if forward else (0.0, 0.0, 0.0)
        for k in range(matrix.starts[p], matrix.starts[p + 1]):
            q = matrix.columns[k]
            if (q < p) != forward:
                continue
            z0, z1, z2, v = z[0, q], z[1, q], z[2, q], values[k]
            if scalar:
                s0, s1, s2 = s0 - v[0] * z0, s1 - v[0] * z1, s2 - v[0] * z2
            else:
                s0 -= v[0] * z0 + v[1] * z1 + v[2] * z2
                s1 -= v[3] * z0 + v[4] * z1 + v[5] * z2
                s2 -= v[6] * z0 + v[7] * z1 + v[8] * z2
        if scalar:
            d0, d1, d2 = i[0, p] * s0, i[0, p] * s1, i[0, p] * s2
        else:
            d0 = i[0, p] * s0 + i[1, p] * s1 + i[2, p] * s2
            d1 = i[1, p] * s0 + i[3, p] * s1 + i[4, p] * s2
            d2 = i[2, p] * s0 + i[4, p] * s1 + i[5, p] * s2
        if forward:
            z[0, p], z[1, p], z[2, p] = d0, d1, d2
        else:
            z[0, p] += d0
            z[1, p] += d1
            z[2, p] += d2


register(Given, _given)
register(Identity, _identity)
register(Jacobi, _jacobi)
register(SSOR, _ssor)
register(BlockSSOR, _block_ssor)
