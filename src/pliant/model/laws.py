"""What large strains cost a material: the `law` of matter that is the same in all directions."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, TypeAdapter, model_validator
from pydantic.json_schema import SkipJsonSchema

from pliant.model.functions import Function, OfPython
from pliant.problems import FieldError
from pliant.spec import Shown, Spec, plain

_Share = Annotated[float, Field(gt=0.0, le=1.0)]
_Exponent = Annotated[float, Field(ge=-10.0, le=10.0)]


class Metric(Spec):
    """The metric energy of the sources: made for moderate strain."""

    kind: Annotated[Literal["metric"], Shown("Metric")] = "metric"


class NeoHookean(Spec):
    """The stable neo-Hookean law (Smith, de Goes, Kim 2018): rubber stretched up to 2, flesh, whatever is crushed."""

    kind: Annotated[Literal["neo_hookean"], Shown("Neo-Hookean")] = "neo_hookean"


class Corotated(Spec):
    """Linear elasticity with the rotation taken off: stress grows as stretch does. Much turned, little strained."""

    kind: Annotated[Literal["corotated"], Shown("Corotated")] = "corotated"


class StVenantKirchhoff(Spec):
    """Linear elasticity with Green's strain: for large turns and small strains; it gives way when it is crushed."""

    kind: Annotated[Literal["st_venant_kirchhoff"], Shown("St. Venant–Kirchhoff")] = "st_venant_kirchhoff"


class MooneyRivlin(Spec):
    """Rubber with two constants: `second` is the share C₂/(C₁ + C₂) of the second, 2(C₁ + C₂) is the shear modulus."""

    positional: ClassVar = ("second",)

    kind: Annotated[Literal["mooney_rivlin"], Shown("Mooney–Rivlin")] = "mooney_rivlin"
    second: Annotated[float, Field(ge=0.0, le=1.0), Shown("Share of C₂")] = 0.2


class Ogden(Spec):
    """Rubber by powers of the stretches: `exponents` α_p, and which `shares` of the shear modulus ½Σμ_pα_p they have.

    By default those of vulcanised rubber up to a stretch of 7: α = 1.3, 5, −2 (Ogden 1972, after Treloar).
    """

    positional: ClassVar = ("exponents", "shares")

    kind: Annotated[Literal["ogden"], Shown("Ogden")] = "ogden"
    exponents: Annotated[tuple[_Exponent, ...], Field(min_length=1), BeforeValidator(plain)] = (
        1.3,
        5.0,
        -2.0,
    )
    shares: Annotated[tuple[_Share, ...], Field(min_length=1), BeforeValidator(plain)] = (0.969, 0.007, 0.024)

    @model_validator(mode="after")
    def _whole(self) -> Ogden:
        if 0.0 in self.exponents:
            raise FieldError(("exponents",), "an exponent is not zero")
        if len(self.shares) != len(self.exponents):
            raise FieldError(("shares",), f"there is one for each of the {len(self.exponents)} exponents")
        if abs(sum(self.shares) - 1.0) > 1e-6:
            raise FieldError(("shares",), f"shares sum up to one (given: {sum(self.shares):g})")
        return self


class Custom(OfPython):
    """A law of one's own: `energy`, W(I1, I2) [Pa] in Python of the invariants of C = FᵀF, at constant volume.

    It is called once, with symbols, and may use + − * / ** and NumPy's exp, log, sqrt and tanh. What the same change of
    volume would cost it is taken off, and ½K(J − 1)² stands in its place. `pliant.testing.check_material` tries it out.
    """

    positional: ClassVar = ("energy",)

    kind: Annotated[Literal["custom"], Shown("Custom")] = "custom"
    energy: Function


def spelt_out(value: Any) -> Any:
    """A name alone is the law with what it has by itself."""
    return {"kind": value} if isinstance(value, str) else value


def as_law(value: Any) -> BulkLaw:
    """A law by its name alone, as a changed copy of a material may have it, or as it is."""
    return _ADAPTER.validate_python(spelt_out(value))


BulkLaw = Annotated[
    Metric | NeoHookean | Corotated | StVenantKirchhoff | MooneyRivlin | Ogden | SkipJsonSchema[Custom],
    Field(discriminator="kind"),
]
Law = Annotated[BulkLaw, BeforeValidator(spelt_out), Shown("Law")]
_ADAPTER: TypeAdapter[BulkLaw] = TypeAdapter(BulkLaw)
