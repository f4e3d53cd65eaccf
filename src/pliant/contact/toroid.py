"""The toroid with three scaling factors of 001 (A.3), with f − 1 so that inside is negative:

    f = (√((x/a₁)² + (y/a₂)²) − a₄)² + (z/a₃)² − 1 ,   a₄ = R/√(a₁² + a₂²) ,                                  (1)

whose surface is x = a₁(a₄ + cos ψ) cos θ, y = a₂(a₄ + cos ψ) sin θ, z = a₃ sin ψ.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.contact.faceted import Faceted
from pliant.contact.mesh import Mesh, strip
from pliant.problems import FieldError
from pliant.shapes.fields import SemiAxes
from pliant.spec import Length

_ACROSS, _AROUND = 32, 96


class Toroid(Faceted):
    """A toroid about `center` [m] with the scaling factors `semi_axes` [m] and the `radius` R [m]; its axis is z.

    Its tube reaches a₃ up and down, and a₁ and a₂ along x and y; R/√(a₁² + a₂²) of these it is away from the axis.
    """

    positional: ClassVar = ("semi_axes", "radius", "center")

    kind: Literal["toroid"] = "toroid"
    semi_axes: SemiAxes = (0.25, 0.25, 0.25)
    radius: Length = 1.0

    @model_validator(mode="after")
    def _has_a_hole(self) -> Toroid:
        if self._away <= 1.0:
            least = float(np.hypot(*self.semi_axes[:2]))
            raise FieldError(("radius",), f"must be more than {least:g} m, or the tube runs into itself")
        return self

    @property
    def _away(self) -> float:
        """a₄."""
        return self.radius / float(np.hypot(*self.semi_axes[:2]))

    def facets(self) -> Mesh:
        theta = np.linspace(0.0, 2.0 * np.pi, _AROUND, endpoint=False)[None, :]
        psi = np.linspace(0.0, 2.0 * np.pi, _ACROSS, endpoint=False)[:, None]
        a, b, c = self.semi_axes
        rho = self._away + np.cos(psi)
        z = np.broadcast_to(c * np.sin(psi), (_ACROSS, _AROUND))
        vertices = np.stack([a * rho * np.cos(theta), b * rho * np.sin(theta), z], axis=-1).reshape(-1, 3)
        return vertices, strip(_ACROSS, _AROUND, closed=True)
