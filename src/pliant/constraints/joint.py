"""What joints have in common: constraints that are equations between points of bodies, and times.

A joint is a set of rows c(p₁, p₂, …, t) = 0 over some points of bodies; it answers with c [m] and ∂c/∂p where these
are. The coupled step (`integrators.joints`) holds them exactly. A point is Σ wᵢxᵢ of nodes of its body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

import numpy as np

from pliant.model.place import BodyPoint
from pliant.problems import Path
from pliant.spec import Positive, Seconds, Spec, measured

Bodies = Callable[[str], Any]  # by name

SAMPLES = np.linspace(0.0, 1.0, 65)  # of a curve that is drawn


class Rows(NamedTuple):
    """c (r,) [m], and ∂c/∂p of n points (r, n, 3)."""

    c: np.ndarray
    jacobian: np.ndarray


class Law(Protocol):
    """What a joint asks of its points (n, 3)."""

    def begin(self, p: np.ndarray) -> np.ndarray:
        """What it keeps of where they are as it begins; a ValueError says why it cannot."""
        ...

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        """Its rows at a time."""
        ...


class Joint(Spec):
    """Fields and answers of every joint.

    It breaks when its force is larger than `strength` [N]. If it is not met at the start, it is within so many seconds
    of `within`, smoothly; else that is an error.
    """

    listed: ClassVar = ()
    together: ClassVar = False  # whether it brings points to one place, where skins touch

    id: str = ""
    strength: Annotated[Positive, measured("N")] | None = None
    within: Seconds | None = None

    def named(self) -> Iterator[tuple[Path, BodyPoint]]:
        """The points that a user has named, with the fields in which they are."""
        raise NotImplementedError

    def points(self, bodies: Bodies) -> tuple[BodyPoint, ...]:
        """All its points."""
        return tuple(point for _, point in self.named())

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of its bodies, each once."""
        return tuple(dict.fromkeys(point.body for _, point in self.named()))

    @property
    def holds(self) -> bool:
        """Whether it holds its bodies to the world, and not only to each other."""
        return True

    def law(self, obstacle: Callable[[str], Any]) -> Law:
        """What it asks, in a scene with obstacles by name."""
        return self

    def begin(self, p: np.ndarray) -> np.ndarray:
        return np.zeros(0)

    def rows(self, p: np.ndarray, time: float, kept: np.ndarray) -> Rows:
        raise NotImplementedError

    def guides(self, p: np.ndarray, kept: np.ndarray, size: float) -> list[np.ndarray]:
        """Lines (n, 3) that are drawn of it, for its points p, what it kept, and the size of its bodies [m]."""
        return []


def equal(p: np.ndarray, places: np.ndarray) -> Rows:
    """Each of n points (n, 3) is at a place."""
    n = len(p)
    return Rows((p - places).ravel(), np.eye(3 * n).reshape(3 * n, n, 3))
