"""Materials of curves: rods from engineering constants, cords from their stiffnesses.

A cross-section resists stretching with EA [N], bending with EI [N·m²] and torsion with GJ [N·m²]; for a round one of
radius r, A = πr², I = πr⁴/4, J = πr⁴/2 and G = E/2(1 + ν). A rectangle of the sides w ≥ h has

    J = wh³/3 [1 − 192h/(π⁵w) Σ tanh(nπw/2h)/n⁵] ,   n = 1, 3, 5 …,

an ellipse with these diameters πw³h³/16(w² + h²) [Timoshenko & Goodier §§ 106, 109].
"""

from __future__ import annotations

from math import pi, tanh
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


class Strip(Spec):
    """A rod with a section of two axes: `height` [m] along the first one, `width` [m] along the second.

    It is a rectangle, or with `section="ellipse"` an ellipse with these diameters. The rest is as in `Rod`. Only
    curves with a `frame` can be made of it; how its section is turned is in that.
    """

    kind: Literal["strip"] = "strip"
    young: Annotated[VaryingPositive, Shown("Young's modulus", "Pa")]
    poisson: Annotated[float, Field(gt=-1, le=0.5), Shown("Poisson's ratio")] = 0.3
    width: Length
    height: Length
    section: Literal["rectangle", "ellipse"] = "rectangle"
    density: Annotated[VaryingPositive, measured("kg/m³")]
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m·s)")] = 0.0

    @property
    def area(self) -> float:
        """A [m²]."""
        return self.width * self.height * (1.0 if self.section == "rectangle" else pi / 4.0)

    @property
    def second_moments(self) -> tuple[float, float]:
        """I₁ and I₂ [m⁴], of bending towards the first axis and the second."""
        share = 1.0 / 12.0 if self.section == "rectangle" else pi / 64.0
        return share * self.width * self.height**3, share * self.height * self.width**3

    @property
    def twisting(self) -> float:
        """J [m⁴] of Saint-Venant's torsion."""
        long, short = max(self.width, self.height), min(self.width, self.height)
        if self.section == "ellipse":
            return pi * long**3 * short**3 / (16.0 * (long**2 + short**2))
        series = sum(tanh(n * pi * long / (2.0 * short)) / n**5 for n in range(1, 30, 2))
        return long * short**3 / 3.0 * (1.0 - 192.0 * short / (pi**5 * long) * series)

    @property
    def line_density(self) -> float:
        return self.density * self.area

    @property
    def stretching(self) -> float:
        return self.young * self.area

    @property
    def bending(self) -> float:
        """The smaller EI [N·m²]."""
        return self.young * min(self.second_moments)

    @property
    def torsion(self) -> float:
        return self.young / (2.0 * (1.0 + self.poisson)) * self.twisting


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


CurveMaterial = Rod | Cord | Strip
