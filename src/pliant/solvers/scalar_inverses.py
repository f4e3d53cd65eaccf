"""Inverses of a constant symmetric matrix A with one number per pair of unknowns, for three right-hand sides at a time.

Each is made once for a matrix A and has a vector `y` (3, places) in which unknown k is at `uint[k]`; `solve` replaces
y by (about) A⁻¹ y. All are symmetric and linear, so that any of them can precondition conjugate gradients.

* `Cycle`: a V-cycle of multigrid with Galerkin's coarse matrices, steps of Richardson's iteration at the zeros of a
  Chebyshev polynomial before and after each coarser level, in single precision.
* `Sweeps`: Gauss and Seidel's, forward and backward. `Diagonal`: the entries' own inverses.

A sparse factor is in `supernodes`.
"""

from __future__ import annotations

from math import cos, pi
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from pliant.numerics.compile import kernel, uint
from pliant.numerics.hybrid_matrix import Rows, Runs, multiply_numbers, rows_of, stiffness_of
from pliant.solvers.interpolation import on_grid, on_mesh
from pliant.solvers.published.sor import sweep

_SMOOTHING = 3  # steps of the smoother before and after each coarser level
_ROUGH = 0.2  # waves with eigenvalues of D⁻¹A above this part of the largest are left to the smoother


class Inverse(Protocol):
    """See the top of this file."""

    y: np.ndarray
    place: np.ndarray

    def solve(self) -> None: ...


class Diagonal:
    """Division by the diagonal."""

    def __init__(self, a: Any):
        self.place = np.arange(a.shape[0])
        self.y = np.zeros((3, a.shape[0]))
        self._inverse = 1.0 / a.diagonal()

    def solve(self) -> None:
        self.y *= self._inverse


class Sweeps:
    """(D + L) D⁻¹ (D + U) y' = y."""

    def __init__(self, a: Any):
        self.place = np.arange(a.shape[0])
        self.y = np.zeros((3, a.shape[0]))
        rows = rows_of(a)
        self._rows, self._inverse = rows._replace(values=rows.values[:, None]), 1.0 / a.diagonal()[:, None]

    def solve(self) -> None:
        right = self.y.T.copy()
        x = np.zeros_like(right)
        for forward in (True, False):
            sweep(self._rows, self._inverse, right, x, 1.0, forward)
        self.y[:] = x.T


class Level:
    """One level of the cycle: its matrix, what it takes from the coarser one and gives to it, and vectors (3, n)."""

    def __init__(self, a: Any, up: Any):
        self.runs, self.inverse = _runs_of(a), (1.0 / a.diagonal()).astype(np.float32)
        self.up, self.down = _single(up), _single(sp.csr_matrix(up.T))
        self.b, self.x, self.other = (np.zeros((3, a.shape[0]), dtype=np.float32) for _ in range(3))
        largest = _largest_eigenvalue(a)
        middle, half = 0.5 * (1.0 + _ROUGH) * largest, 0.5 * (1.0 - _ROUGH) * largest
        zeros = [cos(pi * (k + 0.5) / _SMOOTHING) for k in range(_SMOOTHING)]
        self.steps = [np.float32(1.0 / (middle + half * zero)) for zero in zeros]

    def smooth(self, steps: list[np.float32]) -> None:
        """x by steps of Richardson's iteration."""
        for step in steps:
            richardson(self.runs, self.inverse, step, self.b, self.x, self.other)
            self.x, self.other = self.other, self.x


class Cycle:
    """A V-cycle from zero; `shape` and `periodic` are those of the grid of nodes, or None on a mesh.

    `kept` are the nodes that are unknowns: the others are pinned, or tied to one that is.
    """

    def __init__(self, a: Any, shape: tuple, periodic: tuple | None, graph: Any, kept: np.ndarray):
        self.place = np.arange(a.shape[0])
        ups = on_mesh(graph) if periodic is None else on_grid(shape, periodic)
        self._levels: list[Level] = []
        for k, up in enumerate(ups):
            p = sp.csr_matrix(up[kept] if k == 0 else up)
            there = np.flatnonzero(np.diff(sp.csc_matrix(p).indptr))  # without those that no unknown hangs on
            p, kept = sp.csr_matrix(p[:, there]), there
            if k + 1 < len(ups):
                ups[k + 1] = ups[k + 1][there]
            self._levels.append(Level(a, p))
            a = sp.csr_matrix(p.T @ a @ p)
        self._coarsest = np.linalg.inv(a.toarray()).astype(np.float32)
        self._last = np.zeros((3, a.shape[0]), dtype=np.float32)
        self.y = self._levels[0].b if self._levels else self._last

    def solve(self) -> None:
        levels = self._levels
        for k, one in enumerate(levels):
            begin(one.inverse, one.steps[0], one.b, one.x)
            one.smooth(one.steps[1:])
            below = levels[k + 1].b if k + 1 < len(levels) else self._last
            restrict(one.runs, one.down, one.b, one.x, one.other, below)
        solution = self._last @ self._coarsest
        for one in reversed(levels):
            prolong(one.up, solution, one.x)
            one.smooth(one.steps[::-1])
            solution = one.x
        self.y[:] = solution


def _runs_of(a: Any) -> Runs:
    runs = stiffness_of(a).runs
    return runs._replace(values=runs.values.astype(np.float32))


def _single(a: Any) -> Rows:
    rows = rows_of(a)
    return rows._replace(values=rows.values.astype(np.float32))


def _largest_eigenvalue(a: Any) -> float:
    """Of D⁻¹A, from above: the largest sum of a row's sizes over its diagonal entry, or less if iterations say so."""
    inverse = 1.0 / a.diagonal()
    x = np.random.default_rng(1).normal(size=a.shape[0])
    value = 1.0
    for _ in range(12):
        y = inverse * (a @ x)
        value = float(np.linalg.norm(y) / np.linalg.norm(x))
        x = y / np.linalg.norm(y)
    bound = float((inverse * np.asarray(abs(a).sum(axis=1)).ravel()).max())
    return min(1.1 * value, bound)


# ---------------------------------------------------------------- kernels


@kernel
def begin(inverse, step, b, x):
    """x = ω D⁻¹ b."""
    for c in range(3):
        for i in range(b.shape[1]):
            x[c, uint(i)] = step * inverse[uint(i)] * b[c, uint(i)]


@kernel
def richardson(runs, inverse, step, b, x, out):
    """out = x + ω D⁻¹(b − A x)."""
    multiply_numbers(runs, x, out)
    for c in range(3):
        for p in range(b.shape[1]):
            i = uint(p)
            out[c, i] = x[c, i] + step * inverse[i] * (b[c, i] - out[c, i])


@kernel
def restrict(runs, down, b, x, residual, out):
    """out = Pᵀ(b − A x)."""
    multiply_numbers(runs, x, residual)
    for c in range(3):
        for p in range(b.shape[1]):
            residual[c, uint(p)] = b[c, uint(p)] - residual[c, uint(p)]
    zero = b[0, 0] * 0
    for i in range(out.shape[1]):
        r0, r1, r2 = zero, zero, zero
        for s in range(down.starts[i], down.starts[i + 1]):
            j, v = uint(down.columns[uint(s)]), down.values[uint(s)]
            r0 += v * residual[0, j]
            r1 += v * residual[1, j]
            r2 += v * residual[2, j]
        out[0, i], out[1, i], out[2, i] = r0, r1, r2


@kernel
def prolong(up, coarse, x):
    """x += P · coarse."""
    for i in range(x.shape[1]):
        for s in range(up.starts[i], up.starts[i + 1]):
            j, v = up.columns[s], up.values[s]
            for c in range(3):
                x[c, i] += v * coarse[c, j]
