"""What a body is made of, as the integrators and solvers see it.

Positions x and velocities v are flat and component-major, shape (3, P); see `numerics.grid_layout`. A body is
coordinates plus a list of energies and forces; whoever steps it knows nothing else. A matrix is that of the body's
layout, `GridMatrix` or `BlockMatrix`: what acts on single nodes needs only its `diagonal` and serves both.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

import numpy as np

NOTHING: Mapping[str, np.ndarray] = MappingProxyType({})
T = TypeVar("T")


class Room:
    """Arrays for what a step freezes, kept by whoever takes steps, so that these allocate none."""

    def __init__(self):
        self._arrays: list[np.ndarray] = []
        self._next = 0

    def anew(self) -> Self:
        """What was frozen before may be overwritten."""
        self._next = 0
        return self

    def empty(self, shape: tuple[int, ...]) -> np.ndarray:
        """Steps that are alike ask for arrays of the same shapes in the same order, and get the same ones."""
        if self._next == len(self._arrays) or self._arrays[self._next].shape != shape:
            self._arrays[self._next :] = [np.empty(shape)]
        self._next += 1
        return self._arrays[self._next - 1]


class StepContext(NamedTuple):
    """What is known when a step begins.

    Within the step the velocity is v = (x − reference)/interval: for backward Euler `reference` is the
    old position and `interval` the step; BDF2 has (4xₙ − xₙ₋₁)/3 and ⅔ of the step.
    """

    x: np.ndarray
    v: np.ndarray
    time: float  # at the end of the step [s]
    dt: float
    reference: np.ndarray
    interval: float
    earlier: np.ndarray | None = None  # where it was a step before x, if the scheme looks back so far
    memory: Mapping[str, np.ndarray] = NOTHING  # what the matter remembers when the step begins
    implicit: bool = True  # whether forces are those at the end of the step
    elapsed: float = 0.0  # if not: how much of the step has passed at x [s], none at its first evaluation,
    start: np.ndarray | None = None  # and where the body was when it began, if that is not x
    guess: np.ndarray | None = None  # where an implicit step begins to look for its end
    room: Room | None = None  # for what is frozen, which is then good until the next step; None: for ever

    def empty(self, *shape: int) -> np.ndarray:
        """An array for what is frozen."""
        return np.empty(shape) if self.room is None else self.room.empty(shape)

    def zeros(self, *shape: int) -> np.ndarray:
        """The same, without anything in it."""
        found = self.empty(*shape)
        found.fill(0.0)
        return found

    @property
    def passed(self) -> float:
        """How much of the step has passed when forces act [s]: all of it if it is implicit."""
        return self.dt if self.implicit and self.dt < np.inf else self.elapsed

    def ahead(self) -> np.ndarray:
        """Where the body will be at the end of the step, as far as is known when it begins: to second order."""
        return self.x + self.dt * self.v if self.guess is None else self.guess

    def past(self) -> tuple[tuple[float, np.ndarray], ...]:
        """Weights wᵢ and positions xᵢ: a quantity q of the shape changes at the rate (q − Σ wᵢ q(xᵢ))/interval.

        Not (q − q(reference))/interval: `reference` goes on in straight lines, and what turns is larger there.
        """
        if self.earlier is None:
            return ((1.0, self.reference),)
        return ((4.0 / 3.0, self.x), (-1.0 / 3.0, self.earlier))


class Potential(Protocol):
    """A function of positions alone, as an energy is at one moment, or within one step."""

    def stored(self, x: np.ndarray) -> float:
        """The energy [J] for the energy balance, without the work of internal damping."""
        ...

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        """out += ∂E/∂x, the exact one; returns E [J] (within a step: with the work of internal damping)."""
        ...

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        """psd=False agrees with finite differences of the gradient; psd=True has no negative eigenvalue."""
        ...


class Energy(Potential, Protocol):
    """Conservative: elastic, springs, gravity, contact, pulls. What some can do beside this is in `capabilities`.

    It never changes: by itself it is the energy of a body that has no past, at the start.
    """

    pattern: (
        tuple  # what it couples: half offsets (dm, dn) on a grid, else arrays (n, k) of the nodes of elements
    )

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> Potential:
        """What it is at one moment, to matter that remembers this: without rates, hence without internal damping."""
        ...

    def freeze(self, step: StepContext) -> Potential:
        """What it is within one step: all that stays fixed in it is in the answer."""
        ...


class Steady:
    """An energy, or a force, that is the same at all times and in all steps: its own frozen form."""

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> Self:
        return self

    def freeze(self, step: StepContext) -> Self:
        return self


def changed(part: T, **values: Any) -> T:
    """A copy with other values; whatever else it has, work space too, is shared."""
    copy = object.__new__(type(part))
    copy.__dict__.update(part.__dict__, **values)
    return copy


class Force(Protocol):
    """Depends on velocity or time: fluid, damping. It never changes. What some can do beside is in `capabilities`."""

    def freeze(self, step: StepContext) -> FrozenForce:
        """What it is within one step, with the geometry at its beginning."""
        ...


class FrozenForce(Protocol):
    """A force within one step: f = −∂D/∂v of a dissipation function D(v), so that the step minimises one function."""

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        """out += f(x, v); returns D [W]."""
        ...

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Any) -> None:
        """matrix += −scale · ∂f/∂v, positive semi-definite."""
        ...

    loss: str  # "damping", "friction" or "contact": how the energy balance enters what is given and does not arrive

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """The power [W] that comes from outside: of the force f (3, P) at velocities v, in a body that moves `along`.

        What f·along is less than that is lost. A stream with velocity u gives f·u, a push all that arrives.
        """
        ...


@runtime_checkable
class Connects(Protocol):
    """Matter that says what it holds together, as every energy and published force of a body on points does."""

    def connects(self) -> list[np.ndarray]:
        """Arrays (n, k) of nodes that hold together, k in each row; none where it only bends or pushes."""
        ...


class SecantForce(Protocol):
    """The published K(x)x: a secant force, not the gradient of anything. Explicit and semi-implicit only."""

    pattern: tuple

    def assemble(self, x: np.ndarray, matrix: Any) -> None:
        """matrix = K(x), one number per pair of nodes."""
        ...
