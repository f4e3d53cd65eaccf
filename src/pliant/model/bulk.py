"""Materials of solids: elastic matter from engineering constants, or the papers' weights."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from pliant.model.fields import Varying, VaryingNonNegative, VaryingPositive
from pliant.model.laws import Law, Metric
from pliant.model.material import check_once
from pliant.spec import Node, NonNegative, Positive, Shown, Spec, measured, plain

Tensor3 = Annotated[
    tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]],
    BeforeValidator(plain),
]
_Row = tuple[Varying, Varying, Varying]
VaryingTensor3 = Annotated[tuple[_Row, _Row, _Row], BeforeValidator(plain)]

_ROW = (0.0, 0.0, 0.0)
_ZERO = (_ROW, _ROW, _ROW)


class Bulk(Spec):
    """Elastic matter: `young` E [Pa], `poisson` ν below ½ (0.49 is nearly incompressible), `density` ρ [kg/m³].

    `damping` is the Kelvin–Voigt time τ [s]; `drag` γ [kg/(m³·s)] resists motion, per volume. `law` is what large
    strains cost (`pliant.laws`), by name or spelt out; small ones cost the same by any.
    """

    kind: Literal["bulk"] = "bulk"
    young: Annotated[VaryingPositive, Shown("Young's modulus", "Pa")]
    poisson: Annotated[float, Field(gt=-1, lt=0.5), Shown("Poisson's ratio")] = 0.3
    density: Annotated[VaryingPositive, measured("kg/m³")]
    damping: Annotated[NonNegative, measured("s")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/(m³·s)")] = 0.0
    law: Law = Metric()


class RawBulkNode(Spec):
    """What differs at one node of a `RawBulk` material; None leaves the common value."""

    positional: ClassVar = ("node",)

    node: Node
    tension: Tensor3 | None = None
    mass: Annotated[Positive | None, measured("kg")] = None
    damping: Annotated[NonNegative | None, measured("kg/s")] = None


class RawBulk(Spec):
    """The weights of documents 000 and 002 for solids, for the published variants only.

    `tension` η = w¹ on the unit cube; `mass` μ [kg] and `damping` γ [kg/s] are those of one node. `single` lists the
    nodes that differ.
    """

    kind: Literal["raw_bulk"] = "raw_bulk"
    tension: VaryingTensor3 = _ZERO
    mass: Annotated[VaryingPositive, measured("kg")] = 1.0
    damping: Annotated[VaryingNonNegative, measured("kg/s")] = 0.0
    single: list[RawBulkNode] = Field(default_factory=list)
    cutoff: Annotated[NonNegative, Shown("Cut-off", unit="")] = 2.0**-13  # EDM_EPSILON [000 §3.3.4]

    @model_validator(mode="after")
    def _once_each(self) -> RawBulk:
        check_once([one.node for one in self.single])
        return self


SolidMaterial = Bulk | RawBulk
