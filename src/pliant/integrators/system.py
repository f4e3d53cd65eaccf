"""One body as the integrators see it: masses, energies, forces, constraints and one matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from pliant.contact.guard import Guard, Sweep
from pliant.contact.tangents import TangentContact
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.relaxation import Relaxation
from pliant.integrators.rigid_frame import RigidFrame
from pliant.integrators.ties import bring_along
from pliant.model.capabilities import (
    Answers,
    Changing,
    Cushions,
    Damps,
    Flows,
    Holds,
    KnowsForce,
    Loads,
    LowRank,
    MakesMatrix,
    Rubbing,
    Rubs,
    Settles,
    Settling,
    Supports,
    can,
    those,
)
from pliant.model.protocols import (
    NOTHING,
    Energy,
    Force,
    FrozenForce,
    Potential,
    SecantForce,
    StepContext,
)
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.grid_layout import Layout, copy_halo, fold_halo
from pliant.numerics.matrix import NARROW, WIDE, GridMatrix, Matrix
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import Subspace
from pliant.solvers.choice import make_solver
from pliant.solvers.solver import Solver
from pliant.solvers.spec import SolverSpec

_LITTLE = 0.1  # of a gap: what changes it by less changes the push of a barrier by less than a third


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

    `stuck` is a step that no smaller correction improves; `note` says in words why one was not solved. `blow` is one
    that was taken again by backward Euler, `looks_back` one of BDF2 that knew the step before.
    """

    newton: int = 0
    linear: int = 0
    backtracks: int = 0
    converged: bool = True
    stuck: bool = False
    note: str = ""
    blow: bool = False
    entered: str = ""  # the obstacle that nodes have been forced into
    unmet: list[str] = field(default_factory=list)  # the joints that could not be met
    looks_back: bool = False
    impulses: tuple[Impulse, ...] = ()  # one after the other, at the end of the step
    changing: Sequence[Changing] = ()  # matter that has yet to remember what the step has done to it

    def remember(self, state: BodyState) -> None:
        """Let matter remember what the step to the present positions has done to it."""
        for energy in self.changing:
            energy.end(state.x, state.memory)

    def __add__(self, other: StepReport) -> StepReport:
        """Of a step that was solved twice."""
        return StepReport(
            self.newton + other.newton,
            self.linear + other.linear,
            self.backtracks + other.backtracks,
            other.converged,
            other.stuck,
            other.note,
            unmet=other.unmet,
        )


class Impulse(NamedTuple):
    """What obstacles do at once, after a step: positions and velocities (3, P) before it."""

    x: np.ndarray
    v: np.ndarray
    gives: bool = True  # whether an obstacle may give energy, too
    rubbed: float = 0.0  # what has rubbed [J]
    kick: np.ndarray | None = None  # the velocities (3, P) that are added


class Stepper(Protocol):
    """Steps one body; owns the arrays that a step needs."""

    system: BodySystem

    @property
    def changes(self) -> tuple[str, ...] | None:
        """The names of what a step changes in a state, to go back to if it fails; None: anything."""
        ...

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        ...


@dataclass(frozen=True, eq=False)
class BodySystem:
    """The equation M ẍ + ∇E(x) = f(x, v) of one body. It never changes: what does is in a `BodyState`.

    `find_pieces` gives numbers (nodes,) of the pieces that hold together, by default all of it, `find_start` positions
    (3, P) at the start, if they are known: both are asked for only if somebody needs to know.
    """

    name: str
    layout: Any  # GridLayout or PointLayout: whoever builds the body knows
    mass: np.ndarray  # (P,) [kg]
    elastic: Sequence[Energy] = ()
    forces: Sequence[Force] = ()
    secants: Sequence[SecantForce] = ()
    outside: Sequence[Energy] = ()  # those that come from around it
    damping: np.ndarray | None = None  # (P,) [kg/s] of drag
    ties: tuple[np.ndarray, ...] = ()
    size: float = 1.0  # of the body at rest [m]
    projections: Sequence[Any] = ()  # contact by moving nodes after the solve
    bounces: Sequence[Any] = ()  # obstacles that throw nodes back at the end of a step
    relaxation: Relaxation | None = None  # of a body of sticks
    tangents: Sequence[TangentContact] = ()  # its obstacles
    sweeps: Sequence[Sweep] = ()  # obstacles that no node passes
    find_pieces: Callable[[], np.ndarray] | None = None
    find_start: Callable[[], np.ndarray] | None = None
    frame: RigidFrame | None = None  # of a rigid body
    skin: Sequence[
        np.ndarray
    ] = ()  # elements (n, k) whose nodes its matrix couples, beside those of its energies

    # ------------------------------------------------------------ who can do what: asked here, and nowhere else

    @cached_property
    def energies(self) -> list[Energy]:
        return [*self.elastic, *self.outside]

    @cached_property
    def supporting(self) -> list[int]:
        """The numbers of the energies that are obstacles."""
        return [k for k, energy in enumerate(self.energies) if can(energy, Supports)]

    @cached_property
    def supports(self) -> list[Supports]:
        return those(self.energies, Supports)

    @cached_property
    def holds(self) -> list[Holds]:
        return those(self.energies, Holds)

    @cached_property
    def weights(self) -> list[Loads]:
        return those(self.energies, Loads)

    @cached_property
    def knowing(self) -> list[KnowsForce]:
        return those(self.energies, KnowsForce)

    @cached_property
    def unknowing(self) -> list[Energy]:
        return [energy for energy in self.energies if not can(energy, KnowsForce)]

    @cached_property
    def damps_unknown(self) -> bool:
        return any(energy.damping_time for energy in those(self.unknowing, Damps))

    @cached_property
    def flowing(self) -> list[Flows]:
        return those(self.energies, Flows)

    @cached_property
    def settling(self) -> list[int]:
        """The numbers of the energies that may settle within a step."""
        return [k for k, energy in enumerate(self.energies) if can(energy, Settles)]

    @cached_property
    def remembering(self) -> list[int]:
        """The numbers of the energies that remember what a step has done to them."""
        return [k for k, energy in enumerate(self.energies) if can(energy, Flows)]

    @cached_property
    def settles(self) -> bool:
        """Whether matter holds something within a step that is taken anew until it stays."""
        return any(energy.settles for energy in those(self.energies, Settles))

    @cached_property
    def framed(self) -> MakesMatrix | None:
        return next(iter(those(self.energies, MakesMatrix)), None)

    @cached_property
    def ranks(self) -> int:
        return sum(energy.ranks for energy in those(self.energies, LowRank))

    @cached_property
    def rubbing(self) -> list[Rubs]:
        return those(self.forces, Rubs)

    @cached_property
    def cushions(self) -> list[Cushions]:
        return those(self.forces, Cushions)

    @cached_property
    def following(self) -> list[int]:
        """The numbers of the forces that follow the corrections of a step."""
        return [k for k, force in enumerate(self._plain) if can(force, Rubs)]

    @cached_property
    def _plain(self) -> list[Force]:
        return [force for force in self.forces if not can(force, Answers)]

    @cached_property
    def _answering(self) -> list[Answers]:
        return those(self.forces, Answers)

    # ------------------------------------------------------------ arrays

    @cached_property
    def starts(self) -> np.ndarray:
        return np.cumsum([0, *(len(group) for group in self.ties)]).astype(np.int64)

    @cached_property
    def members(self) -> np.ndarray:
        return np.concatenate([*self.ties, np.zeros(0, dtype=np.int64)]).astype(np.int64)

    @cached_property
    def node_damping(self) -> np.ndarray:
        return self.layout.zeros() if self.damping is None else self.damping

    @cached_property
    def inertia(self) -> np.ndarray:
        return self._shared(self.mass)

    @cached_property
    def shared_damping(self) -> np.ndarray:
        return self._shared(self.node_damping)

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

    def _shared(self, values: np.ndarray) -> np.ndarray:
        """Values (P,) per node; nodes that move as one have their mean, as forces on them do."""
        if not self.ties:
            return values
        shared = values.copy()
        for group in self.ties:
            shared[group] = values[group].mean()
        return shared

    def subspace(self, state: BodyState) -> Subspace:
        if self.frame is not None:
            return Subspace(state.free, self.starts, self.members, self.frame.basis)
        return Subspace(state.free, self.starts, self.members)

    @property
    def felt(self) -> np.ndarray:
        """How much mass a push at a node feels, (P,) [kg]: its own, or that of the rigid body that it is a part of."""
        return self.mass if self.frame is None else self.frame.felt

    def follow(self, a: np.ndarray) -> None:
        """Let nodes of vectors (3, P) that move with others go where these go."""
        bring_along(a, self.starts, self.members)
        if self.frame is not None:
            self.frame.follow_skin(a)
        copy_halo(a, self.layout.halo)

    def cut_alike(self, whole: np.ndarray, cut: np.ndarray) -> np.ndarray:
        """Ways (3, P) of nodes of which some were cut; all of a rigid body go the same part."""
        if self.frame is None:
            return cut
        square = np.sum(whole * whole, axis=0)
        shares = np.sum(whole * cut, axis=0)[square > 0.0] / square[square > 0.0]
        return min(1.0, float(shares.min(initial=1.0))) * whole

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
            elements += self.skin
            return BlockMatrix.build(self.layout, elements, scalar=scalar, ranks=self.ranks)
        pattern = WIDE if any(e.pattern == WIDE for e in self.energies) else NARROW
        return GridMatrix.zeros(self.layout, pattern, scalar=scalar)

    @property
    def energies_with_blocks(self) -> list[Energy]:
        return [e for e in self.energies if e.pattern]

    # ------------------------------------------------------------ steps

    def at(
        self, time: float = 0.0, memory: Mapping[str, np.ndarray] = NOTHING, hands: Hands = NO_HANDS
    ) -> Frozen:
        """What acts at one moment and derives from an energy."""
        return Frozen(self, [energy.at(time, memory) for energy in self.energies], [], hands)

    def freeze(self, step: StepContext, hands: Hands = NO_HANDS) -> Frozen:
        """What acts within one step."""
        energies = [energy.freeze(step) for energy in self.energies]
        frozen = Frozen(self, energies, self.freeze_forces(step, hands), hands)
        if self.sweeps:
            frozen.guards = self.guards(step.time, step.dt)
        return frozen

    def guards(self, time: float, dt: float) -> list[Guard]:
        """Obstacles that no node passes, for a step of length dt that ends at `time`."""
        return [sweep.guard(time, dt) for sweep in self.sweeps]

    def freeze_forces(self, step: StepContext, hands: Hands) -> list[FrozenForce]:
        """Those that depend on all others come last."""
        frozen: list[FrozenForce] = [force.freeze(step) for force in self._plain]
        frozen += hands.forces
        if not self._answering:
            return frozen

        def others() -> np.ndarray:
            out = self.layout.zeros(3)
            self.at(step.time, step.memory, hands).gradient(step.x, out)
            np.negative(out, out=out)
            for force in frozen:
                force.add_force(step.x, step.v, out)
            return out - self.node_damping * step.v

        return frozen + [force.freeze_among(step, others) for force in self._answering]

    def constrain(self, matrix: Matrix, state: BodyState) -> None:
        """Take pinned nodes out of the matrix, so that preconditioners do not see them."""
        matrix.remove(state.free)


class Frozen:
    """What acts on one body within a step, or at a moment: energies, those of hands last, and forces."""

    def __init__(
        self, system: BodySystem, energies: list[Potential], forces: list[FrozenForce], hands: Hands
    ):
        self.system, self.hands, self.forces = system, hands, forces
        self.energies: list[Potential] = [*energies, *hands.energies]
        self.guards: list[Guard] = []  # obstacles that no node passes
        self._settling: list[Settling] = [energies[k] for k in system.settling]  # type: ignore[misc]
        self._rubbing: list[Rubbing] = [forces[k] for k in system.following] if forces else []  # type: ignore[misc]

    @property
    def supports(self) -> list[Potential]:
        """Its obstacles."""
        return [self.energies[k] for k in self.system.supporting]

    @property
    def changing(self) -> list[Changing]:
        """Matter that will remember the step."""
        return [self.energies[k] for k in self.system.remembering]  # type: ignore[misc]

    @property
    def yields(self) -> bool:
        """Whether the step solves for matter that yields."""
        return any(energy.yields_within for energy in self._settling)

    def settle(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether what was held within an implicit step is as its end x has it; if not, it is so now."""
        settled = True
        for energy in self._settling:
            settled = energy.settle(x, tolerance) and settled
        return settled

    def follow(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether what forces hold while a correction is made is as x has it, within a part `tolerance`; it is now."""
        right = True
        for force in self._rubbing:
            right = force.follow(x, tolerance) and right
        return right

    @property
    def rubbed(self) -> float:
        """The most that forces which follow corrections can rub with [N]."""
        return sum(force.rubbed for force in self._rubbing)

    def limit(self, x: np.ndarray, free: np.ndarray, q: np.ndarray) -> bool:
        """Cut the ways q (3, P) of nodes from x where they lead into obstacles; whether any was cut."""
        return sum(guard.limit(x, free, q) for guard in self.guards) > 0

    def is_steady(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Whether a correction q (3, P) that led to x has hardly changed what obstacles push with."""
        return all(guard.change(x, q) <= _LITTLE for guard in self.guards)

    def entered(self, before: np.ndarray, x: np.ndarray) -> str:
        """The name of an obstacle that nodes have come into since `before`, where the step began; none: empty."""
        return next((guard.name for guard in self.guards if guard.entered(before, x)), "")

    def energy(self, x: np.ndarray, v: np.ndarray) -> float:
        """Kinetic and stored energy [J]."""
        nodes = self.system.layout.nodes
        kinetic = 0.5 * float(np.sum(self.system.mass[nodes] * v[:, nodes] ** 2))
        return kinetic + sum(energy.stored(x) for energy in self.energies)

    def gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        """out = ∂E/∂x; returns E."""
        out.fill(0.0)
        total = 0.0
        for energy in self.energies:
            total += energy.add_gradient(x, out)
        fold_halo(out, self.system.layout.halo)
        return total

    def hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        """matrix = ∂²E/∂x²."""
        matrix.clear()
        for energy in self.energies:
            energy.add_hessian(x, matrix, psd)
        matrix.fold_halo()
