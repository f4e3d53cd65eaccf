"""One body as the integrators see it: masses, energies, forces, constraints and one matrix."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pliant.model.protocols import Energy, Force, SecantForce, StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.layout import GridLayout, copy_halo
from pliant.numerics.matrix import NARROW, WIDE, GridMatrix
from pliant.solvers.cg import Subspace
from pliant.solvers.linear import LinearSolver
from pliant.solvers.spec import SolverSpec


@dataclass
class BodyState:
    """Everything that changes from step to step; arrays (3, P) and (P,) only.

    `earlier_x` and `earlier_v` are those of the step before, for second-order schemes; `history` (1,) is 1 when
    they are valid. `free` is 0 at pinned nodes, `target` holds where pinned nodes are put.
    """

    x: np.ndarray
    v: np.ndarray
    earlier_x: np.ndarray
    earlier_v: np.ndarray
    history: np.ndarray
    free: np.ndarray
    target: np.ndarray

    @classmethod
    def at(cls, layout: GridLayout, x: np.ndarray, v: np.ndarray) -> BodyState:
        free = layout.zeros()
        free[layout.nodes] = 1.0
        layout.fill_halo(free)
        return cls(x, v, x.copy(), v.copy(), np.zeros(1), free, x.copy())

    def copy_from(self, other: BodyState) -> None:
        for name in self.__dataclass_fields__:
            getattr(self, name)[...] = getattr(other, name)

    def copy(self) -> BodyState:
        return BodyState(**{name: getattr(self, name).copy() for name in self.__dataclass_fields__})


@dataclass
class StepReport:
    """What a step cost, and whether it was solved; `stuck` is a step that no smaller correction improves."""

    newton: int = 0
    linear: int = 0
    backtracks: int = 0
    converged: bool = True
    stuck: bool = False


@dataclass
class BodySystem:
    """The equation M ẍ + ∇E(x) = f(x, v) of one body, with a matrix and a solver of its own."""

    name: str
    layout: GridLayout
    mass: np.ndarray  # (P,) [kg]
    energies: list[Energy] = field(default_factory=list)
    forces: list[Force] = field(default_factory=list)
    secants: list[SecantForce] = field(default_factory=list)
    node_damping: np.ndarray | None = None  # (P,) [kg/s], for the published schemes
    ties: tuple[np.ndarray, ...] = ()
    size: float = 1.0  # of the body at rest [m]
    projections: list = field(default_factory=list)  # contact by moving nodes after the solve

    def __post_init__(self):
        self.starts = np.cumsum([0, *(len(group) for group in self.ties)]).astype(np.int64)
        self.members = np.concatenate([*self.ties, np.zeros(0, dtype=np.int64)]).astype(np.int64)
        if self.node_damping is None:
            self.node_damping = self.layout.zeros()

    def subspace(self, state: BodyState) -> Subspace:
        return Subspace(state.free, self.starts, self.members)

    def make_solver(self, spec: SolverSpec) -> LinearSolver:
        """A matrix that holds all energies (a scalar one if there are only secant forces) and its solver."""
        scalar = bool(self.secants) and not self.energies_with_blocks
        pattern = WIDE if any(e.pattern == WIDE for e in self.energies) else NARROW
        return LinearSolver(spec, GridMatrix.zeros(self.layout, pattern, scalar=scalar))

    @property
    def energies_with_blocks(self) -> list[Energy]:
        return [e for e in self.energies if e.pattern]

    def begin_step(self, step: StepContext) -> None:
        for part in (*self.energies, *self.forces):
            part.begin_step(step)

    def gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        """out = ∂E/∂x; returns E."""
        out.fill(0.0)
        total = 0.0
        for energy in self.energies:
            total += energy.add_gradient(x, out)
        fold_halo(out, self.layout.halo)
        return total

    def hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        """matrix = ∂²E/∂x²."""
        matrix.clear()
        for energy in self.energies:
            energy.add_hessian(x, matrix, psd)
        if len(self.layout.halo):
            for slot in range(len(matrix.pattern)):
                fold_halo(matrix.values[slot], self.layout.halo)
                copy_halo(matrix.values[slot], self.layout.halo)

    def constrain(self, matrix: GridMatrix, state: BodyState) -> None:
        """Take pinned nodes out of the matrix, so that preconditioners do not see them."""
        remove_nodes(matrix.stencil, state.free)


@kernel
def fold_halo(a, halo):
    """Add what was written into the halo to the nodes it stands for, and clear it."""
    for k in range(halo.shape[0]):
        place = halo[k, 0]
        node = halo[k, 1]
        for c in range(a.shape[0]):
            a[c, node] += a[c, place]
            a[c, place] = 0.0


@kernel
def add_to_diagonal(values, mass, factor):
    """Add factor · M to the diagonal blocks of a matrix, values (slots, 9 or 1, P)."""
    step = 4 if values.shape[1] == 9 else 1
    for c in range(0, values.shape[1], step):
        row = values[0, c]
        for p in range(row.shape[0]):
            row[p] += factor * mass[p]


@kernel
def remove_nodes(matrix, free):
    """Zero all blocks of nodes with free = 0."""
    span = matrix.span
    for row in range(span.rows):
        start = span.first + row * span.width
        for p in range(start, start + span.columns):
            if free[p] != 0.0:
                continue
            for s in range(matrix.offsets.shape[0]):
                q = p - matrix.offsets[s]
                for c in range(matrix.values.shape[1]):
                    matrix.values[s, c, p] = 0.0
                    matrix.values[s, c, q] = 0.0
    for k in range(matrix.halo.shape[0]):
        for s in range(matrix.offsets.shape[0]):
            for c in range(matrix.values.shape[1]):
                matrix.values[s, c, matrix.halo[k, 0]] = matrix.values[s, c, matrix.halo[k, 1]]
