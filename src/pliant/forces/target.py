"""Which nodes a force acts on, and what the spec of a force says of itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np

from pliant.forces.exposure import Exposure
from pliant.model.protocols import Energy, Force
from pliant.model.selection import Selection
from pliant.numerics.grid_layout import Layout
from pliant.spec import Spec


class Target(Selection):
    """A body by its id, and the nodes of it that are meant; no selection means all of them."""

    positional: ClassVar = ("body",)

    body: str


class ForcedBody(NamedTuple):
    """What a force sees of a body when it is built."""

    layout: Layout
    nodes: np.ndarray  # (k,), flat indices of the nodes that it acts on
    chosen: np.ndarray  # (P,), 1 there and 0 elsewhere
    mass: np.ndarray  # (P,) [kg]
    exposure: Exposure
    area: np.ndarray  # (P,) [m²] of the skin; of the published variants 1 per node
    name: str = ""
    positions: np.ndarray = np.zeros((3, 0))  # (3, P) at rest
    find_triangles: Callable[[], np.ndarray] | None = (
        None  # (t, 3), flat indices: its skin, without what is cut off
    )
    ties: tuple[np.ndarray, ...] = ()  # flat indices of nodes that are one
    felt: np.ndarray = np.zeros(0)  # (P,) [kg]: how much mass a push at a node feels, also on a rigid skin

    @property
    def triangles(self) -> np.ndarray:
        """(t, 3), flat indices: made when a load asks for them."""
        return np.zeros((0, 3), dtype=np.int64) if self.find_triangles is None else self.find_triangles()

    def faces(self) -> np.ndarray:
        """The triangles all of whose corners are chosen, (t, 3)."""
        triangles = self.triangles
        return triangles[(self.chosen[triangles] > 0.0).all(axis=1)]


class Acting(NamedTuple):
    """A force as the integrators see it: energies of those that have one, and forces that depend on velocity."""

    loads: tuple[Energy, ...] = ()
    forces: tuple[Force, ...] = ()


class ForceSpec(Spec):
    """Fields of every force. `apply_to` None: every node of every body; nodes chosen twice count once."""

    id: str = ""
    apply_to: list[Target] | None = None

    @abstractmethod
    def build(self, body: ForcedBody) -> Acting:
        """What acts on one body."""
