"""Materials of solids: elastic matter from engineering constants, or the papers' weights."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from pliant.spec import NonNegative, Positive, Spec, plain

Tensor3 = Annotated[
    tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]],
    BeforeValidator(plain),
]


class Bulk(Spec):
    """Elastic matter: `young` E [Pa], `poisson` ν below ½ (0.49 is nearly incompressible), `density` ρ [kg/m³].

    `damping` is the Kelvin–Voigt time τ [s]; `drag` γ [kg/(m³·s)] resists motion, per volume.
    """

    kind: Literal["bulk"] = "bulk"
    young: Positive
    poisson: Annotated[float, Field(gt=-1, lt=0.5)] = 0.3
    density: Positive
    damping: NonNegative = 0.0
    drag: NonNegative = 0.0


class RawBulk(Spec):
    """The weights of documents 000 and 002 for solids, for the published variants only.

    `tension` η = w¹ on the unit cube; `mass` μ [kg] and `damping` γ [kg/s] are those of one node.
    """

    kind: Literal["raw_bulk"] = "raw_bulk"
    tension: Tensor3
    mass: Positive = 1.0
    damping: NonNegative = 0.0


SolidMaterial = Bulk | RawBulk
