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
from pliant.numerics.threads import Serial, Threads, by_rows
from pliant.solvers.multigrid import invert_blocks
from pliant.solvers.vectors import copy

Team = Serial | Threads


class External(NamedTuple):
    """z comes from outside, one iteration at a time: from a multigrid cycle, or a factorisation."""

    team: Team = Serial()


class Identity(NamedTuple):
    """No preconditioning."""

    team: Team = Serial()


class Jacobi(NamedTuple):
    """Inverse diagonal blocks, (6, P), or numbers, (1, P)."""

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


def _external(kind, matrix, r, z):
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


register(External, _external)
register(Identity, _identity)
register(Jacobi, _jacobi)
