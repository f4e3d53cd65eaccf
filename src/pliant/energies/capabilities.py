"""What matter can do beyond energy, gradient and Hessian: each a small protocol that an energy has or has not.

An energy of elements answers for its law, which has methods of the same names: `matter_can` asks both. Who builds or
tears a body asks here, and refuses by name what its matter cannot do; nothing asks for the class of a formulation.

| protocol | the matter … | needed for |
|---|---|---|
| `model.protocols.Connects` | holds nodes together | pieces, their momenta, debris |
| `Yields` | flows at points of its own | laws of `flow` but Voigt's |
| `Moulds` | flows by taking another shape at rest, in arms | the same |
| `Absorbs` | flows as a whole: all nodes share one stiffness | the same |
| `Braces` | adds to what others do and cannot flow: left out where they do | the same |
| `TakesDashpot` | takes a dashpot beside it | Voigt's law of `flow` |
| `Tears` | has a stress ∂ψ/∂F | fracture by stress of solids and meshes |
| `Pulls` | has a tension along its edges | the same of curves and springs |
| `PullsAtCorners` | has a tension at the corners of the cells of a grid | the same of surfaces |
| `Deforms` | knows a deformation away from a reference | fracture by deformation |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

from pliant.energies.stress_points import Section, StressPoints

Memory = Mapping[str, np.ndarray]  # what matter remembers


def matter_can(part: Any, capability: type) -> bool:
    """Whether an energy can do something: itself, what it wraps if it flows, and the law of its elements."""
    if not isinstance(part, capability):
        return False
    if isinstance(part, Wraps):
        return matter_can(part.elastic, capability)
    return not isinstance(part, Lawful) or isinstance(part.law, capability)


def named(part: Any) -> str:
    """What an energy is called in errors: its law, if it has one."""
    part = base_of(part)
    part = part.law if isinstance(part, Lawful) else part
    return str(getattr(part, "name", type(part).__name__))


def base_of(energy: Any) -> Any:
    """An elastic energy without what makes it flow."""
    return energy.elastic if isinstance(energy, Wraps) else energy


@runtime_checkable
class Lawful(Protocol):
    """The energy of elements that obey a law."""

    law: Any


# ---------------------------------------------------------------- flow


@runtime_checkable
class Wraps(Protocol):
    """Matter that flows: an elastic energy in which something gives way."""

    elastic: Any
    name: str

    def memory(self) -> dict[str, np.ndarray]: ...

    def inelastic_strain(self, memory: Memory) -> np.ndarray:
        """How far points or elements have flown, as a strain (n,)."""
        ...


@runtime_checkable
class Yields(Protocol):
    """Elastic matter whose strain at points decides on its stress: `strains(x)` less what `flow(p, scale)` has set."""

    def stress_points(self, section: Section) -> StressPoints | None:
        """Where it flows, and at which stress; None if there is no shape that could."""
        ...


@runtime_checkable
class Moulds(Protocol):
    """Elastic matter in space that flows by taking another shape at rest, see `inelastic.solid`."""

    def arm(self, share: float, keeps_volume: bool) -> Any:
        """The energy of one of several arms: a share of the shear modulus, and the bulk modulus or none of it."""
        ...


@runtime_checkable
class Absorbs(Protocol):
    """Elastic matter in which one stiffness couples all nodes, see `inelastic.hybrid`."""

    def work(self, d: np.ndarray, p: np.ndarray) -> float:
        """d·K p [J] for deformations (3, P)."""
        ...


@runtime_checkable
class Braces(Protocol):
    """What elastic matter has beside, see `bracing`: matter that flows does without."""

    braces: bool


@runtime_checkable
class TakesDashpot(Protocol):
    """Matter that internal damping may be added to."""

    def damped(self, time: float) -> Any:
        """The same with a dashpot of that time [s] beside it; itself if there is nothing to damp."""
        ...


# ---------------------------------------------------------------- fracture


@runtime_checkable
class Tears(Protocol):
    """Elements with a deformation gradient, and a stress that can break them."""

    def nominal_stress(self, F: np.ndarray, memory: Memory) -> np.ndarray:
        """P = ∂ψ/∂F (3, d, n) [N per area or width at rest] at F (3, d, n), at the first of their samples."""
        ...


@runtime_checkable
class Pulls(Protocol):
    """Edges, and a tension that can break them."""

    def tension(self, x: np.ndarray, memory: Memory) -> np.ndarray:
        """(n,) [N] at positions (3, P)."""
        ...


@runtime_checkable
class PullsAtCorners(Protocol):
    """Cells of a grid, and tensions at their corners that can break links."""

    def corner_tensions(self, x: np.ndarray, memory: Memory) -> list[tuple[np.ndarray, np.ndarray]]:
        """f·a and f·b (P,) [J] of the edges a, b at the corners 00, 01, 10, 11 with the forces f on them."""
        ...

    def corner_stresses(
        self, x: np.ndarray, memory: Memory
    ) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """S¹¹, S²² and S¹² (P,) times area at these corners, in the frame of the edges there."""
        ...


@runtime_checkable
class Bends(Protocol):
    """Matter of a grid that resists curvature alone: it holds no nodes together."""

    def curvatures(self, x: np.ndarray, weight: float, base: np.ndarray, out: np.ndarray) -> None:
        """out = base + weight · B at positions (3, P)."""
        ...


@runtime_checkable
class Deforms(Protocol):
    """Matter with a deformation away from a reference shape."""

    def deformation(self, x: np.ndarray) -> np.ndarray:
        """(3, P) [m] at positions (3, P)."""
        ...
