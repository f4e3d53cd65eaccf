"""Successive over-relaxation [002 §5; Young 1950]: node by node, each put where the others want it, and ω − 1 beyond.

    x_i ← x_i + ω D_i⁻¹ (b − A x)_i ,   0 < ω < 2                                                           (1)

with the 3×3 block D_i of a node, and the newest values of all others. It converges for every positive definite A. Then
½xᵀAx − bᵀx falls with every node, and along what a sweep changes, d, the curvature dᵀAd is positive; if A is not
definite, sweeps come to grow along a direction where it is not, and that is noticed. A symmetric sweep goes there and
back; with ω = 1 it is the preconditioner `ssor` of conjugate gradients.

Terms of low rank are no matter for sweeps: the rest is solved for them as well (Woodbury), and the result is improved
until the whole residual is small enough.
"""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import kernel
from pliant.numerics.low_rank import solve_with
from pliant.numerics.matrix import Matrix
from pliant.solvers.cg import Subspace
from pliant.solvers.reduced import Reduced, Rows, diagonal_of, multiply_rows
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec

_CLOSER = 0.1  # systems within a system are solved to this part of its tolerance


class Indefinite(Exception):
    """The matrix has a direction of negative curvature."""


class SorSolver:
    """`SolverSpec("sor")`."""

    def __init__(self, matrix: Matrix, spec: SolverSpec):
        self.spec = spec
        self._reduced = Reduced(matrix)
        self._inverse: np.ndarray | None = None
        self._left = 0  # sweeps that may still be made

    def update(self) -> None:
        self._reduced.stale = True

    def solve(self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float) -> Outcome:
        reduced = self._reduced
        if reduced.follow(subspace):
            self._inverse = _inverses_of(reduced.rows)
        right = reduced.right(b)
        size = float(np.linalg.norm(right))
        x.fill(0.0)
        if size == 0.0:
            return Outcome(True, False, 0, 0.0)
        self._left = self.spec.iterations
        try:
            found, residual = self._refined(right, tolerance * size)
        except Indefinite:
            reduced.spread(reduced.descent(right), x)
            return Outcome(False, True, self.spec.iterations - self._left, 1.0)
        reduced.spread(found, x)
        sound = bool(np.isfinite(found).all())
        done = self.spec.iterations - self._left
        return Outcome(sound and residual <= tolerance * size, False, done, residual / size)

    def _refined(self, right: np.ndarray, limit: float) -> tuple[np.ndarray, float]:
        """x and |b − A x|, with the terms of low rank."""
        if self._inverse is None:
            raise Indefinite
        reduced = self._reduced
        terms = reduced.low_rank()
        if terms is None:
            return self._swept(right, limit)
        found, rest, residual = np.zeros_like(right), right, float(np.linalg.norm(right))
        while residual > limit and self._left > 0:
            goal = _CLOSER * min(limit / residual, 1.0)

            def swept(b: np.ndarray, goal: float = goal) -> np.ndarray:
                return self._swept(b.reshape(-1, 3), goal * float(np.linalg.norm(b)))[0].ravel()

            found = found + solve_with(swept, *terms, rest.ravel()).reshape(-1, 3)
            rest = right - reduced.multiply(found)
            residual, before = float(np.linalg.norm(rest)), residual
            if not residual < before:
                break
        return found, residual

    def _swept(self, right: np.ndarray, limit: float) -> tuple[np.ndarray, float]:
        """x and |b − B x| for the blocks alone."""
        x = np.zeros_like(right)
        status, done, residual = sweep_until(
            self._reduced.rows, self._inverse, np.ascontiguousarray(right), x, np.empty_like(x), np.empty_like(x),
            np.empty_like(x), self.spec.omega, self.spec.symmetric, limit, self._left,
        )  # fmt: skip
        self._left -= done
        if status < 0:
            raise Indefinite
        return x, residual


class SymmetricSweep:
    """The nodes one after the other, there and back, with ω = 1."""

    def follow(self, reduced: Reduced) -> bool:
        inverse = _inverses_of(reduced.rows)
        self._inverse = np.zeros((0, 1)) if inverse is None else inverse
        return inverse is not None

    def improve(self, rows: Rows, right: np.ndarray, x: np.ndarray) -> None:
        for forward in (True, False):
            sweep(rows, self._inverse, right, x, 1.0, forward)


def _inverses_of(rows: Rows) -> np.ndarray | None:
    """D⁻¹ of every node, (unknowns, 9 or 1), if all are positive definite."""
    blocks = diagonal_of(rows)
    try:
        np.linalg.cholesky(blocks)
        return np.linalg.inv(blocks).reshape(len(blocks), -1)
    except np.linalg.LinAlgError:
        return None


@kernel
def sweep_until(rows, inverse, b, x, r, before, change, omega, symmetric, limit, sweeps):
    """Sweep until |r| ≤ limit, with r = b − A x; returns (−1 if A is indefinite, sweeps, |r|)."""
    n = x.shape[0]
    residual = 0.0
    for i in range(n):
        for c in range(3):
            before[i, c] = b[i, c]
            residual += b[i, c] * b[i, c]
    residual = np.sqrt(residual)
    for k in range(sweeps):
        if residual <= limit:
            return 0, k, residual
        for i in range(n):
            for c in range(3):
                change[i, c] = -x[i, c]
        sweep(rows, inverse, b, x, omega, True)
        if symmetric:
            sweep(rows, inverse, b, x, omega, False)
        multiply_rows(rows, x, r)
        residual, curvature = 0.0, 0.0
        for i in range(n):
            for c in range(3):
                rest = b[i, c] - r[i, c]
                curvature += (change[i, c] + x[i, c]) * (before[i, c] - rest)  # d·Ad
                before[i, c] = rest
                residual += rest * rest
        residual = np.sqrt(residual)
        if not curvature > 0.0 and residual > limit:
            return -1, k + 1, residual
    return 0, sweeps, residual


@kernel
def sweep(rows, inverse, b, x, omega, forward):
    """(1) for every node once, first to last or back."""
    starts, columns, values = rows
    n = x.shape[0]
    for step in range(n):
        i = step if forward else n - 1 - step
        s0, s1, s2 = b[i, 0], b[i, 1], b[i, 2]
        for k in range(starts[i], starts[i + 1]):
            j = columns[k]
            x0, x1, x2, a = x[j, 0], x[j, 1], x[j, 2], values[k]
            if values.shape[1] == 1:
                s0, s1, s2 = s0 - a[0] * x0, s1 - a[0] * x1, s2 - a[0] * x2
            else:
                s0 -= a[0] * x0 + a[1] * x1 + a[2] * x2
                s1 -= a[3] * x0 + a[4] * x1 + a[5] * x2
                s2 -= a[6] * x0 + a[7] * x1 + a[8] * x2
        d = inverse[i]
        if inverse.shape[1] == 1:
            x[i, 0] += omega * d[0] * s0
            x[i, 1] += omega * d[0] * s1
            x[i, 2] += omega * d[0] * s2
        else:
            x[i, 0] += omega * (d[0] * s0 + d[1] * s1 + d[2] * s2)
            x[i, 1] += omega * (d[3] * s0 + d[4] * s1 + d[5] * s2)
            x[i, 2] += omega * (d[6] * s0 + d[7] * s1 + d[8] * s2)
