"""One body as the integrators see it: masses, energies, forces, constraints and one matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from pliant.contact.tangents import TangentContact
from pliant.integrators.relaxation import Relaxation
from pliant.model.capabilities import (
    Changes,
    Damps,
    Flows,
    Follows,
    Holds,
    KnowsForce,
    Loads,
    LowRank,
    MakesMatrix,
    Rubs,
    Settles,
    Supports,
    can,
    those,
)
from pliant.model.protocols import Energy, Force, SecantForce, StepContext
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.grid_layout import Layout, fold_halo
from pliant.numerics.matrix import NARROW, WIDE, GridMatrix, Matrix
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import Subspace
from pliant.solvers.choice import make_solver
from pliant.solvers.solver import Solver
from pliant.solvers.spec import SolverSpec


@dataclass
class BodyState:
    """Everything that changes from step to step; arrays (3, P) and (P,) only.

    `earlier_x` and `earlier_v` are those of the step before, for second-order schemes; `history` (1,) is 1 when
    they are valid. `free` is 0 at pinned nodes, `target` holds where pinned nodes are put. `memory` is what matter
    remembers of its past, arrays of any shape by name (see `model.protocols.Energy`).
    """

    x: np.ndarray
    v: np.ndarray
    earlier_x: np.ndarray
    earlier_v: np.ndarray
    history: np.ndarray
    free: np.ndarray
    target: np.ndarray
    memory: dict[str, np.ndarray] = field(default_factory=dict)

    @classmethod
    def at(cls, layout: Layout, x: np.ndarray, v: np.ndarray) -> BodyState:
        free = layout.zeros()
        free[layout.nodes] = 1.0
        layout.fill_halo(free)
        return cls(x, v, x.copy(), v.copy(), np.zeros(1), free, x.copy())

    def copy_from(self, other: BodyState, names: Iterable[str] | None = None) -> None:
        """Take over the values of another state, all or those of some names."""
        for name in ARRAYS if names is None else names:
            getattr(self, name)[...] = getattr(other, name)
        for name, values in other.memory.items():
            self.memory.setdefault(name, np.empty_like(values))[...] = values

    def copy(self) -> BodyState:
        memory = {name: values.copy() for name, values in self.memory.items()}
        return BodyState(**{name: getattr(self, name).copy() for name in ARRAYS}, memory=memory)


ARRAYS = tuple(name for name in BodyState.__dataclass_fields__ if name != "memory")


@dataclass
class StepReport:
    """What a step cost, and whether it was solved.

    `stuck` is a step that no smaller correction improves; `note` says in words why one was not solved.
    """

    newton: int = 0
    linear: int = 0
    backtracks: int = 0
    converged: bool = True
    stuck: bool = False
    note: str = ""

    def __add__(self, other: StepReport) -> StepReport:
        """Of a step that was solved twice."""
        return StepReport(
            self.newton + other.newton,
            self.linear + other.linear,
            self.backtracks + other.backtracks,
            other.converged,
            other.stuck,
            other.note,
        )


class Stepper(Protocol):
    """Steps one body; owns the arrays that a step needs."""

    system: BodySystem

    @property
    def changes(self) -> tuple[str, ...] | None:
        """The names of what a step changes in a state, to go back to if it fails; None: anything."""
        ...

    def step(self, state: BodyState, time: float, dt: float) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place."""
        ...


@dataclass
class BodySystem:
    """The equation M ẍ + ∇E(x) = f(x, v) of one body, with a matrix and a solver of its own."""

    name: str
    layout: Any  # GridLayout or PointLayout: whoever builds the body knows
    mass: np.ndarray  # (P,) [kg]
    elastic: list[Energy] = field(default_factory=list)
    forces: list[Force] = field(default_factory=list)
    secants: list[SecantForce] = field(default_factory=list)
    outside: list[Energy] = field(default_factory=list)  # those that come from around it
    node_damping: Any = None  # (P,) [kg/s], for the published schemes
    ties: tuple[np.ndarray, ...] = ()
    size: float = 1.0  # of the body at rest [m]
    projections: list = field(default_factory=list)  # contact by moving nodes after the solve
    bounces: list = field(default_factory=list)  # obstacles that throw nodes back at the end of a step
    relaxation: Relaxation | None = None  # of a body of sticks
    tangents: list[TangentContact] = field(default_factory=list)  # its obstacles
    booked: bool = False  # whether somebody keeps the energy balance
    lost: float = 0.0  # if so: what obstacles that act at once have taken in the step [J],
    rubbed: float = 0.0  # what rubbed as they did,
    blow: bool = False  # whether it was taken again by backward Euler,
    kick: np.ndarray | None = None  # and the velocities (3, P) they have added after it,
    struck: np.ndarray | None = None  # to these nodes first of all
    find_pieces: Callable[[], np.ndarray] | None = None  # None: all of it holds together
    find_start: Callable[[], np.ndarray] | None = None  # positions (3, P) at the start, if they are known

    def __post_init__(self):
        self.starts = np.cumsum([0, *(len(group) for group in self.ties)]).astype(np.int64)
        self.members = np.concatenate([*self.ties, np.zeros(0, dtype=np.int64)]).astype(np.int64)
        damping = self.layout.zeros() if self.node_damping is None else self.node_damping
        self.node_damping = damping
        self.inertia, self.shared_damping = self._shared(self.mass), self._shared(damping)
        self._sort_energies()
        self._sort_forces()

    def _sort_energies(self) -> None:
        """Who can do what: asked here, and nowhere else."""
        self.energies = energies = [*self.elastic, *self.outside]
        self.supports = those(energies, Supports)
        self.unsupported = [energy for energy in energies if not can(energy, Supports)]
        self.holds, self.weights = those(energies, Holds), those(energies, Loads)
        self.knowing = those(energies, KnowsForce)
        self.unknowing = [energy for energy in energies if not can(energy, KnowsForce)]
        self.damps_unknown = any(energy.damping_time for energy in those(self.unknowing, Damps))
        self.changing, self.settling = those(energies, Changes), those(energies, Settles)
        self.flows = bool(those(energies, Flows))
        self.framed = next(iter(those(energies, MakesMatrix)), None)
        self.ranks = sum(energy.ranks for energy in those(energies, LowRank))

    def _sort_forces(self) -> None:
        self.following, self.rubbing = those(self.forces, Follows), those(self.forces, Rubs)
        self.pushes = those(self.forces, Loads)

    def add_load(self, energy: Energy) -> None:
        """Let one more energy act from outside."""
        self.outside.append(energy)
        self._sort_energies()

    def set_forces(self, forces: list[Force]) -> None:
        """Let these act, and no others."""
        if len(forces) != len(self.forces) or any(
            a is not b for a, b in zip(forces, self.forces, strict=True)
        ):
            self.forces[:] = forces
            self._sort_forces()

    @cached_property
    def pieces(self) -> np.ndarray:
        """Numbers (P,) of the pieces that nodes are in."""
        found = np.zeros(self.layout.size, dtype=np.int64)
        if self.find_pieces is not None:
            found[self.layout.nodes] = self.find_pieces()
        return found

    @cached_property
    def start(self) -> np.ndarray | None:
        """Where the body was put at the start, (3, P)."""
        return None if self.find_start is None else self.find_start()

    @cached_property
    def piece_count(self) -> int:
        return int(self.pieces.max(initial=0)) + 1

    @property
    def yields(self) -> bool:
        """Whether a step solves for matter that yields."""
        return any(energy.yields_within for energy in self.settling)

    @property
    def settles(self) -> bool:
        """Whether matter holds something within a step that is taken anew until it stays."""
        return any(energy.settles for energy in self.settling)

    def _shared(self, values: np.ndarray) -> np.ndarray:
        """Values (P,) per node; nodes that move as one have their mean, as forces on them do."""
        if not self.ties:
            return values
        shared = values.copy()
        for group in self.ties:
            shared[group] = values[group].mean()
        return shared

    def subspace(self, state: BodyState) -> Subspace:
        return Subspace(state.free, self.starts, self.members)

    def make_solver(self, spec: SolverSpec, *, only_definite: bool = False) -> Solver:
        """A solver for the body's matrix; `only_definite`: it need not solve what is not positive definite."""
        return make_solver(spec, self.make_matrix(), only_definite=only_definite)

    def make_matrix(self) -> Matrix:
        """A matrix that holds all energies; a scalar one if there are only secant forces; that of a hybrid body."""
        if self.framed is not None:
            return self.framed.make_matrix()
        scalar = bool(self.secants) and not self.energies_with_blocks
        if isinstance(self.layout, PointLayout):
            elements = [nodes for part in (*self.energies, *self.secants) for nodes in part.pattern]
            return BlockMatrix.build(self.layout, elements, scalar=scalar, ranks=self.ranks)
        pattern = WIDE if any(e.pattern == WIDE for e in self.energies) else NARROW
        return GridMatrix.zeros(self.layout, pattern, scalar=scalar)

    @property
    def energies_with_blocks(self) -> list[Energy]:
        return [e for e in self.energies if e.pattern]

    def open_step(self, *, booked: bool) -> None:
        """Nothing has been lost yet."""
        self.booked, self.blow, self.kick, self.struck = booked, False, None, None
        self.lost = self.rubbed = 0.0

    def begin_step(self, step: StepContext) -> None:
        for part in (*self.energies, *self.forces):
            part.begin_step(step)

    def settle(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether what was held within an implicit step is as its end x has it; if not, it is so now."""
        settled = True
        for energy in self.settling:
            settled = energy.settle(x, tolerance) and settled
        return settled

    def follow(self, x: np.ndarray) -> bool:
        """Whether what forces hold while a correction is made is as x has it; if not, it is so now."""
        right = True
        for force in self.following:
            right = force.follow(x) and right
        return right

    def end_step(self, state: BodyState) -> None:
        """Let matter remember what the step to the present positions has done to it."""
        for energy in self.changing:
            energy.end_step(state.x, state.memory)

    def energy(self, x: np.ndarray, v: np.ndarray) -> float:
        """Kinetic and stored energy [J]."""
        nodes = self.layout.nodes
        kinetic = 0.5 * float(np.sum(self.mass[nodes] * v[:, nodes] ** 2))
        return kinetic + sum(energy.stored(x) for energy in self.energies)

    def gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        """out = ∂E/∂x; returns E."""
        out.fill(0.0)
        total = 0.0
        for energy in self.energies:
            total += energy.add_gradient(x, out)
        fold_halo(out, self.layout.halo)
        return total

    def hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        """matrix = ∂²E/∂x²."""
        matrix.clear()
        for energy in self.energies:
            energy.add_hessian(x, matrix, psd)
        matrix.fold_halo()

    def constrain(self, matrix: Matrix, state: BodyState) -> None:
        """Take pinned nodes out of the matrix, so that preconditioners do not see them."""
        matrix.remove(state.free)
