"""The hybrid formulation [002 §2.2]: matter that resists being other than a reference shape which moves rigidly."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from pliant.model.fields import VaryingNonNegative, VaryingPositive
from pliant.problems import FieldError
from pliant.spec import NonNegative, Shown, Spec, measured


def _per(curve: str, surface: str, solid: str) -> dict[str, str]:
    """A unit that goes by the number of the body's dimensions."""
    return {"by": "dimension", "1": curve, "2": surface, "3": solid}


class Hybrid(Spec):
    """The weights of a spline energy [002 (18)] of the deformation e away from the reference shape, in its own frame.

    `magnitude` w₀ resists e itself, `slope` w₁ its first derivatives and `curvature` w₂ its second ones, along the axes
    of the grid, in metres along them: [N/m³], [N/m] and [N·m] of a surface, over a length of a solid, times one of a
    curve. `density` [kg/m²] and `drag` [kg/(m²·s)] are per area (length, volume); `damping` τ [s] resists ė as the
    energy resists e.

    `centrifugal`, `coriolis` and `transverse` say which inertial forces of a frame that turns act on e [002 (15c)].
    Without one of them a body that spins is another one, but keeps its momentum and angular momentum.
    """

    kind: Literal["hybrid"] = "hybrid"
    magnitude: Annotated[VaryingNonNegative, Shown(unit=_per("N/m²", "N/m³", "N/m⁴"))] = 0.0
    slope: Annotated[VaryingNonNegative, Shown(unit=_per("N", "N/m", "N/m²"))] = 0.0
    curvature: Annotated[VaryingNonNegative, Shown(unit=_per("N·m²", "N·m", "N"))] = 0.0
    density: Annotated[VaryingPositive, Shown(unit=_per("kg/m", "kg/m²", "kg/m³"))]
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, Shown(unit=_per("kg/(m·s)", "kg/(m²·s)", "kg/(m³·s)"))] = 0.0
    centrifugal: bool = True
    coriolis: bool = True
    transverse: bool = True

    @model_validator(mode="after")
    def _resists(self) -> Hybrid:
        if not any((self.magnitude, self.slope, self.curvature)):
            raise FieldError(("slope",), "one of magnitude, slope and curvature is not zero")
        return self
