"""What integrators know of a linear solver."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from pliant.solvers.cg import Subspace
from pliant.solvers.coupled_parts import CyclePart
from pliant.solvers.spec import SolverSpec


class Outcome(NamedTuple):
    """How a solve went."""

    converged: bool
    indefinite: bool
    iterations: int
    residual: float  # relative to the right-hand side; no number if nobody has looked
    # Whether the matrix is constant but for a frame that turns: what a correction of Newton's method leaves of the
    # gradient then acts against what is stiff, and the next one is shorter at least by the factor by which that shrank.
    shrinks_with_gradient: bool = False
    definite: bool = False  # whether the matrix is known to be positive definite, from its factors

    @property
    def is_checked(self) -> bool:
        """Whether the residual is known."""
        return not np.isnan(self.residual)


class Solver(Protocol):
    """Solves A x = b for a sequence of matrices of one pattern."""

    spec: SolverSpec
    matrix: Any

    @property
    def cycle(self) -> CyclePart | None:
        """What preconditions it, if that is multigrid, as part of one over several bodies."""
        ...

    @property
    def keeps_momentum(self) -> bool:
        """Whether the error of a solution has neither momentum nor spin."""
        ...

    def update(self) -> None:
        """Follow the matrix's new values."""
        ...

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        """x = A⁻¹ b within the subspace, to about |r| ≤ tolerance |b|; the scene's own tolerance goes first.

        If it need not be `checked`, a solver may leave it to the caller to see how good the solution is.
        """
        ...

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ A⁻¹ r within the subspace, once: for who iterates over the matrices of several bodies (`coupled`)."""
        ...
