"""Which solver is for which form of matrix."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from pliant.numerics.hybrid_matrix import HybridMatrix
from pliant.solvers.hybrid import HybridSolver
from pliant.solvers.linear import LinearSolver
from pliant.solvers.solver import Solver
from pliant.solvers.spec import SolverSpec


def make_solver(spec: SolverSpec, matrix: Any, *, only_definite: bool = False) -> Solver:
    """A solver for matrices like this one; `only_definite`: it need not solve what is not positive definite."""
    return _solver_of(matrix, spec, only_definite)


@singledispatch
def _solver_of(matrix: Any, spec: SolverSpec, only_definite: bool) -> Solver:
    return LinearSolver(spec, matrix, only_definite=only_definite)


@_solver_of.register
def _(matrix: HybridMatrix, spec: SolverSpec, only_definite: bool) -> Solver:
    return HybridSolver(spec, matrix)
