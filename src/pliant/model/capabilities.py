"""What an energy or a force can do beside its gradient, or its force, as far as it concerns the steps of a body.

`model.protocols` has what all of them do. Each class here is one thing more that some do; `BodySystem` asks for it when
a body is built, and no integrator asks what an energy is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from inspect import isfunction
from typing import Any, NamedTuple, Protocol, TypeGuard, TypeVar, runtime_checkable

import numpy as np

from pliant.model.protocols import Energy, Force, FrozenForce, Potential, StepContext

T = TypeVar("T")


def can(part: Any, kind: type[T]) -> TypeGuard[T]:
    """Whether a part can do something: as `isinstance`, which takes a hundred times as long; models are built often."""
    methods, values = _members(kind)
    return all(getattr(part, name, None) is not None for name in methods) and all(
        hasattr(part, name) for name in values
    )


def those(parts: Iterable[Any], kind: type[T]) -> list[T]:
    """Those of the parts that can do something."""
    return [part for part in parts if can(part, kind)]


@cache
def _members(kind: type) -> tuple[list[str], list[str]]:
    """The methods and the values that a capability asks for, its own before those of all energies."""
    bases = [base for base in kind.__mro__ if getattr(base, "_is_protocol", False) and base is not Protocol]
    methods = [
        name for base in bases for name, what in vars(base).items() if isfunction(what) and name[0] != "_"
    ]
    return methods, [name for base in bases for name in vars(base).get("__annotations__", ())]


# ---------------------------------------------------------------- matter


@runtime_checkable
class MakesMatrix(Energy, Protocol):
    """Matter that couples nodes far apart, by a frame: neither stencils nor elements hold its Hessian."""

    def make_matrix(self) -> Any:
        """A matrix for its Hessian, and for whatever acts on single nodes."""
        ...


@runtime_checkable
class LowRank(Energy, Protocol):
    """Its Hessian has terms wuuᵀ that couple all nodes with all others."""

    ranks: int  # how many terms


@runtime_checkable
class KnowsForce(Energy, Protocol):
    """Knows its force at velocities, that of internal damping included.

    Schemes that only evaluate forces ask for nothing else, and freeze nothing.
    """

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        """out += f(x, v)."""
        ...


@runtime_checkable
class Damps(Energy, Protocol):
    """Internal damping: its gradient depends on the rate of deformation within a step."""

    damping_time: float  # τ [s]; 0: none


@runtime_checkable
class Remembers(Energy, Protocol):
    """Has a past: arrays that are part of the state of the body, which `at` and `freeze` are given."""

    name: str

    def memory(self) -> dict[str, np.ndarray]:
        """The arrays by name, as they are at the start."""
        ...


class Moment(Protocol):
    """A body at the beginning or at the end of a step."""

    x: np.ndarray
    memory: dict[str, np.ndarray]


class Spent(NamedTuple):
    """What flow has taken in a step [J], in dashpots and in sliders, and what a change of temperature has given."""

    viscous: float
    plastic: float
    warmed: float


class Changing(Potential, Protocol):
    """Matter within a step that changes what it remembers."""

    def end(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Write into the memory what the step to positions x has changed."""
        ...


@runtime_checkable
class Flows(Remembers, Protocol):
    """What it remembers is a part of its deformation that does not spring back."""

    def freeze(self, step: StepContext) -> Changing: ...

    nodes: np.ndarray  # (points, k): the places around each of its points
    share: float  # of the deformation at a point that is this energy's to tell

    def inelastic_strain(self, memory: Any) -> np.ndarray:
        """How much has flown at the points, (points,); no number where there is no matter."""
        ...

    def spent(self, before: Moment, after: Moment, dt: float) -> Spent:
        """What a step has taken [J]."""
        ...


class Settling(Potential, Protocol):
    """Matter within an implicit step that may hold something that depends on where the step ends."""

    yields_within: bool  # whether it yields within the step, and solves for that itself

    def settle(self, x: np.ndarray, tolerance: float) -> bool:
        """Take what is held anew at x; whether it was right before. If not, the step is solved again."""
        ...


@runtime_checkable
class Settles(Energy, Protocol):
    """May hold something within an implicit step, and solve for it."""

    settles: bool  # whether it does

    def freeze(self, step: StepContext) -> Settling: ...


@runtime_checkable
class HoldsDirection(Energy, Protocol):
    """Turns nodes `beside` an edge about those that are `held`, (n,) both, by what it adds to blocks of the former."""

    held: np.ndarray
    beside: np.ndarray


# ---------------------------------------------------------------- from outside


@runtime_checkable
class Supports(Energy, Protocol):
    """An obstacle, which pushes nodes that come too near and lets go of all others."""

    name: str
    field: Any
    motion: Any  # of the obstacle; None: it stands still
    restitution: float  # with which rigid bodies bounce off it

    def depth(self, x: np.ndarray) -> float:
        """How deep the deepest node is inside [m], if that is known, else 0."""
        ...


@runtime_checkable
class Holds(Energy, Protocol):
    """Keeps nodes near a place: springs, hands."""

    def holds(self) -> np.ndarray:
        """The places of those nodes, (k,)."""
        ...


@runtime_checkable
class Loads(Protocol):
    """An energy or a force that acts with the same forces whatever the body does: gravity, pushes."""

    cause: str  # in words: "gravity"

    def loads(self) -> Sequence[tuple[np.ndarray, np.ndarray]]:
        """Places (k,), each named once, and forces on them (3, k) [N]."""
        ...


@runtime_checkable
class Works(Energy, Protocol):
    """A load that an integrator may take as an energy, but that stores nothing: what it does is work from outside."""

    works: bool
    cause: str  # in words: "the load 'hand'"


class Rubbing(FrozenForce, Protocol):
    """Friction within a step: it holds something while a correction is made that depends on where the step ends."""

    name: str  # of the obstacle

    def follow(self, x: np.ndarray, tolerance: float) -> bool:
        """Take it anew at x, after every correction; whether it was right before, within a part `tolerance`."""
        ...

    @property
    def rubbed(self) -> float:
        """The most that it can hold with [N], as held now; 0 if that does not depend on where the step ends."""
        ...


@runtime_checkable
class Rubs(Force, Protocol):
    """Friction: it slows down what slides, and holds what rests with whatever force it takes, up to a limit."""

    def freeze(self, step: StepContext) -> Rubbing: ...

    motion: Any  # of the obstacle; None: it stands still
    sticky: bool  # whether it grips by itself, without being pressed on
    name: str  # of the obstacle


@runtime_checkable
class Cushions(Force, Protocol):
    """Damps what an obstacle pushes."""

    ratio: float  # of what is critical
    motion: Any  # of the obstacle; None: it stands still
    name: str  # of the obstacle


@runtime_checkable
class Steers(Force, Protocol):
    """A load that depends on how the body moves: thrusters, gyros."""

    thruster: str  # its id


@runtime_checkable
class Answers(Force, Protocol):
    """Depends on all other forces on the body."""

    def freeze_among(self, step: StepContext, others: Callable[[], np.ndarray]) -> FrozenForce:
        """What it is within one step, with the sum of all other forces (3, P) when it begins."""
        ...
