"""Materials of curves: rods from engineering constants, cords from their stiffnesses.

A cross-section resists stretching with EA [N], bending with EI [N·m²] and torsion with GJ [N·m²]; for a round one of
radius r, A = πr², I = πr⁴/4, J = πr⁴/2 and G = E/2(1 + ν).
"""

from __future__ import annotations

from math import pi
from typing import Annotated, Literal

from pydantic import Field

from pliant.model.fields import VaryingNonNegative, VaryingPositive
from pliant.spec import Length, NonNegative, Shown, Spec, measured


class Rod(Spec):
    """A round elastic rod: `young` E [Pa], `poisson` ν, `radius` r [m], `density` ρ [kg/m³].

    `damping` is the Kelvin–Voigt time τ [s]; `drag` γ [kg/(m·s)] resists motion, per length.
    """

    kind: Literal["rod"] = "rod"
    young: Annotated[VaryingPositive, Shown("Young's modulus", "Pa")]
    poisson: Annotated[float, Field(gt=-1, le=0.5), Shown("Poisson's ratio")] = 0.3
    radius: Annotated[VaryingPositive, measured("m")]
    density: Annotated[VaryingPositive, measured("kg/m³")]
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m·s)")] = 0.0

    @property
    def line_density(self) -> float:
        return self.density * pi * self.radius**2

    @property
    def stretching(self) -> float:
        return self.young * pi * self.radius**2

    @property
    def bending(self) -> float:
        return self.young * pi * self.radius**4 / 4.0

    @property
    def torsion(self) -> float:
        return self.young / (2.0 * (1.0 + self.poisson)) * pi * self.radius**4 / 2.0


class Cord(Spec):
    """A rope, a thread, a hair: `stretching` EA [N], `bending` EI [N·m²], `torsion` GJ [N·m²], `line_density` [kg/m].

    A rope bends far more easily than a rod as thick, because its fibres slide. `damping` τ [s] and `drag` γ [kg/(m·s)]
    as in `Rod`; `radius` [m] is for drawing only.
    """

    kind: Literal["cord"] = "cord"
    stretching: Annotated[VaryingPositive, Shown("Stretching stiffness", "N")]
    bending: Annotated[VaryingNonNegative, Shown("Bending stiffness", "N·m²")] = 0.0
    torsion: Annotated[VaryingNonNegative, Shown("Torsion stiffness", "N·m²")] = 0.0
    line_density: Annotated[VaryingPositive, Shown("Mass per length", "kg/m")]
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m·s)")] = 0.0
    radius: Length | None = None


CurveMaterial = Rod | Cord
