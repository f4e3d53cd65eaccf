"""Materials: what a surface resists with, from engineering constants, stiffnesses or the papers' weights.

Axis 1 is the direction of the fibres (warp, machine direction), axis 2 lies across them in the surface. In
Voigt order with engineering shear, stress and moment per length are

    [N₁₁ N₂₂ N₁₂] = [[C₁₁ C₁₂ 0], [C₁₂ C₂₂ 0], [0 0 C₃₃]] [ε₁₁ ε₂₂ 2ε₁₂]      C in N/m
    [M₁₁ M₂₂ M₁₂] = [[D₁₁ D₁₂ 0], [D₁₂ D₂₂ 0], [0 0 D₃₃]] [κ₁₁ κ₂₂ 2κ₁₂]      D in N·m

so C₃₃ is the shear modulus times thickness, and D₃₃ = D(1−ν)/2 for an isotropic sheet.

Numbers of the types `Varying…` may be fields over the body (see `fields`).
"""

from __future__ import annotations

from math import pi
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from pliant.model.fields import (
    Varying,
    VaryingNonNegative,
    VaryingPositive,
    not_negative,
    positive,
    varies,
)
from pliant.model.laws import Law, Metric
from pliant.problems import FieldError
from pliant.spec import Node, NonNegative, Positive, Shown, Spec, Tensor2, measured, plain

Poisson = Annotated[float, Field(gt=-1, le=0.5), Shown("Poisson's ratio")]
Moduli = tuple[float, float, float, float]  # (11, 12, 22, 33)


def _one_or_four(value: Any) -> str:
    return "four" if isinstance(value, list | tuple) else "one"


Stiffness = Annotated[
    Annotated[Varying, Tag("one")] | Annotated[Moduli, Tag("four")],
    Discriminator(_one_or_four),
    BeforeValidator(plain),
]

VaryingTensor2 = Annotated[tuple[tuple[Varying, Varying], tuple[Varying, Varying]], BeforeValidator(plain)]
_ZERO: Tensor2 = ((0.0, 0.0), (0.0, 0.0))


def _not_negative(stiffness: float | Moduli) -> float | Moduli:
    """Refuses a stiffness that would release energy when it is deformed."""
    if isinstance(stiffness, tuple):
        c11, c12, c22, c33 = stiffness
        if min(c11, c22, c33) < 0 or c12 * c12 > c11 * c22:
            raise ValueError(
                "(11, 12, 22, 33) must be positive semi-definite: 11, 22, 33 ≥ 0 and 12² ≤ 11·22"
            )
    elif not varies(not_negative(stiffness)) and stiffness < 0:
        raise ValueError("a stiffness is not negative")
    return stiffness


def _not_zero(stiffness: float | Moduli) -> float | Moduli:
    if isinstance(stiffness, tuple):
        c11, c12, c22, c33 = stiffness
        if min(c11, c22) <= 0 or c33 < 0 or c12 * c12 >= c11 * c22:
            raise ValueError("(11, 12, 22, 33) must be positive definite: 11, 22 > 0, 33 ≥ 0 and 12² < 11·22")
    elif not varies(positive(stiffness)) and stiffness <= 0:
        raise ValueError("a membrane stiffness is positive")
    return stiffness


class Elastic(Spec):
    """A thin elastic sheet from engineering constants.

    With `young` E₁ [Pa], `young_2` E₂ (None: E₁), `poisson` ν₁₂ (contraction along 2 under tension along 1),
    ν₂₁ = ν₁₂E₂/E₁, `thickness` t [m]:

        C₁₁ = E₁t/(1−ν₁₂ν₂₁),  C₁₂ = ν₁₂E₂t/(1−ν₁₂ν₂₁),  C₂₂ = E₂t/(1−ν₁₂ν₂₁),  C₃₃ = G t

    `shear` G [Pa]; None takes E/(2(1+ν)), for two directions with √(E₁E₂) and √(ν₁₂ν₂₁).
    `bending` [N·m]; None takes D = E t³/(12(1−ν²)) in each direction. Woven cloth bends far more easily than
    that, because its fibres slide: give it.
    `fibre_angle` [rad] turns axis 1 from the first grid axis towards the second.
    `damping` is the Kelvin–Voigt time τ [s] (stress = C(ε + τ dε/dt)); `drag` γ [kg/(m²·s)] resists motion.
    `law` is what large strains cost (`pliant.laws`) a sheet that is the same in all directions.
    """

    kind: Literal["elastic"] = "elastic"
    young: Annotated[VaryingPositive, Shown("Young's modulus", "Pa")]
    poisson: Poisson = 0.3
    thickness: Annotated[VaryingPositive, measured("m")]
    density: Annotated[VaryingPositive, measured("kg/m³")]
    young_2: Annotated[VaryingPositive | None, Shown("Young's modulus, across", "Pa")] = None
    shear: Annotated[VaryingPositive | None, Shown("Shear modulus", "Pa")] = None
    bending: Annotated[VaryingNonNegative | None, Shown("Bending stiffness", "N·m")] = None
    fibre_angle: Annotated[float, Shown(unit="rad", span=pi)] = 0.0
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m²·s)")] = 0.0
    law: Law = Metric()

    @model_validator(mode="after")
    def _definite(self) -> Elastic:
        if self.law.kind != "metric" and (self.young_2 is not None or self.shear is not None):
            raise FieldError(
                ("law",),
                "a law for large strain is for sheets that are the same in all directions: leave young_2 and shear out",
            )
        if varies(self.young) or varies(self.young_2):
            return self  # seen to when they are sampled
        if self.young_2 is not None and self.poisson**2 * self.young_2 >= self.young:
            raise FieldError(
                ("young_2",), "poisson²·young_2 must be less than young, or stretching frees energy"
            )
        return self


class Sheet(Spec):
    """A thin elastic sheet from its stiffnesses, as they are measured on cloth.

    `membrane` [N/m]: one number is E·t, from which C follows with `poisson`; four are (C₁₁, C₁₂, C₂₂, C₃₃).
    `bending` [N·m]: one number is D (D₁₁ = D₂₂ = D, D₁₂ = νD, D₃₃ = D(1−ν)/2); four are (D₁₁, D₁₂, D₂₂, D₃₃).
    `area_density` [kg/m²]. `fibre_angle`, `damping`, `drag` and `law` as in `Elastic`.
    """

    kind: Literal["sheet"] = "sheet"
    membrane: Annotated[Stiffness, AfterValidator(_not_zero), Shown("Membrane stiffness", "N/m")]
    poisson: Poisson = 0.3
    bending: Annotated[Stiffness, AfterValidator(_not_negative), Shown("Bending stiffness", "N·m")] = 0.0
    area_density: Annotated[VaryingPositive, Shown("Mass per area", "kg/m²")]
    fibre_angle: Annotated[float, Shown(unit="rad", span=pi)] = 0.0
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m²·s)")] = 0.0
    law: Law = Metric()

    @model_validator(mode="after")
    def _alike(self) -> Sheet:
        if self.law.kind != "metric" and isinstance(self.membrane, tuple):
            raise FieldError(
                ("law",),
                "a law for large strain is for sheets that are the same in all directions: give membrane by one number",
            )
        return self


class RawNode(Spec):
    """What differs at one node of a `Raw` material; None leaves the common value."""

    positional: ClassVar = ("node",)

    node: Node
    tension: Tensor2 | None = None
    rigidity: Tensor2 | None = None
    mass: Annotated[Positive | None, measured("kg")] = None
    damping: Annotated[NonNegative | None, measured("kg/s")] = None


class Raw(Spec):
    """The weights of documents 000 and 002: tension η = w¹, rigidity ξ = w² on the unit square.

    `mass` μ [kg] and `damping` γ [kg/s] are those of one node, as the papers have it. `single` lists the
    nodes that differ. The published rigidity has no equivalent in the variant `exact`, which takes
    `bending` [N·m] instead.
    """

    kind: Literal["raw"] = "raw"
    tension: VaryingTensor2 = _ZERO
    rigidity: VaryingTensor2 = _ZERO
    mass: Annotated[VaryingPositive, measured("kg")] = 1.0
    damping: Annotated[VaryingNonNegative, measured("kg/s")] = 0.0
    bending: Annotated[VaryingNonNegative, Shown("Bending stiffness", "N·m")] = 0.0
    single: list[RawNode] = Field(default_factory=list)
    cutoff: Annotated[NonNegative, Shown("Cut-off", unit="")] = 2.0**-13  # EDM_EPSILON [000 §3.3.4]

    @model_validator(mode="after")
    def _once_each(self) -> Raw:
        check_once([one.node for one in self.single])
        return self


def check_once(nodes: list[Node]) -> None:
    """Refuses a list of single nodes in which one comes twice."""
    known: set[Node] = set()
    for k, node in enumerate(nodes):
        if node in known:
            raise FieldError(("single", k), f"node {list(node)} is listed twice")
        known.add(node)


Material = Elastic | Sheet | Raw
