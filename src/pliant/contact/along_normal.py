"""The responses of the sources as they print them: along the normal of the deformable surface, not of the obstacle.

    f = −(E′(f) ∇f · n) n                                            [000 (3.6.7), (3.6.9); 001 (4.28)]       (1)

with the unit normal n of the body at a node. What is across n is left out, so that (1) is the gradient of no energy:
it runs with the schemes of the published variants, and a surface that stands upright on an obstacle is not held at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pliant.contact.energy import ContactEnergy
from pliant.model.protocols import StepContext, changed
from pliant.numerics.matrix import Matrix


class Faces(Protocol):
    """What knows which way a body faces at its nodes."""

    def normals(self, x: np.ndarray, out: np.ndarray) -> None:
        """Unit vectors into out (3, P), zero where there is none."""
        ...


@dataclass
class PushAlongNormal:
    """(1) of a body that faces along the normals of its `exposure`."""

    contact: ContactEnergy
    exposure: Faces
    loss = "contact"

    def __post_init__(self):
        zeros = self.contact.layout.zeros
        self._gradient, self._normals = zeros(3), zeros(3)

    def freeze(self, step: StepContext) -> PushAlongNormal:
        return changed(self, contact=self.contact.freeze(step))

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        g, n = self._gradient, self._normals
        g.fill(0.0)
        self.contact.add_gradient(x, g)
        self.exposure.normals(x, n)
        out -= (g * n).sum(axis=0) * n  # (1)
        return 0.0

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None: ...

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """All that arrives: nobody knows a potential of it."""
        return float(np.vdot(f, along))
