"""How matter flows: laws of inelastic behaviour [002 §4], the same for every kind of body.

All of them are *arms* side by side. An arm is a spring with a share of the elastic stiffness, in series with one unit
that gives way: a dashpot, a slider and a spring of hardening side by side (`Unit`). With the strain d of the body and p
of the unit, both measured as the body's energy measures them,

    stress  σ = Σ share · C (d − p) ,    τ C ṗ = what of C(d − p) − H C p exceeds the limit                       (1)

| law | arms |
|---|---|
| `maxwell` | a dashpot: τ |
| `voigt` | no unit; a dashpot beside the whole: internal damping |
| `four_units` | Maxwell and Voigt in series [002 Fig. 5]: the same as two arms with dashpots |
| `generalised` | an elastic one and several with dashpots |
| `plastic` | a slider with a limit, and H: linear kinematic hardening [002 Fig. 6] |
| `viscoplastic` | the same with a dashpot beside the slider |
| `thermoplastic` | a dashpot that is the softer the hotter it is |
| `elastic` | nothing flows any more; what has flown stays |
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from pliant.problems import FieldError
from pliant.spec import NonNegative, Positive, Seconds, Shown, Spec, Temperature


def _not_zero(value: float) -> float:
    if value == 0.0:
        raise ValueError("a relaxation time is not zero; use a small one")
    return value


Time = Annotated[float, AfterValidator(_not_zero)]
Yield = Annotated[Literal["von_mises", "tresca"], Shown("Yield condition", labels={"von_mises": "Von Mises"})]
# What a stress is measured in: by section where the matter has one.
STRESS = {
    "by": "material.kind",
    "springs": "N",
    "layers": "N",
    "cord": "N",
    "sheet": "N/m",
    "raw": "N/m",
    "": "Pa",
}
# A plastic body begins to yield at a strain of 2 %; of springs it is a tenth of that, times a length of 1 m.
_YIELDS = {"young": 0.02, "membrane": 0.02, "stretching": 0.02, "stiffness": 0.002, "": 0.02}
Limit = Annotated[Positive, Shown("Yield limit", {**STRESS, "hybrid": "m"}, start=_YIELDS)]

Isotropic = Annotated[NonNegative, Shown("Isotropic hardening", span=2)]
Layers = Annotated[int, Field(ge=1, le=12), Shown("Layers through the thickness")]


class Unit(NamedTuple):
    """What gives way in an arm: τ [s], H, and the limit (0: it flows under any stress; infinite: never).

    `growth` is by how much the limit rises with what has flown, over the elastic modulus.
    """

    share: float = 1.0
    time: float = 0.0
    hardening: float = 0.0
    limit: float = 0.0
    growth: float = 0.0


class Maxwell(Spec):
    """A spring and a dashpot in series: stress relaxes as exp(−t/τ), and creeps without end.

    With a negative `relaxation_time` it swells instead [002 §4.4], until the strain that has flown is `bound`.
    """

    positional: ClassVar = ("relaxation_time",)

    kind: Literal["maxwell"] = "maxwell"
    relaxation_time: Annotated[Time, Shown(unit="s", positive=True, start=1)]
    bound: Annotated[Positive, Shown("Swells up to")] = 1.0

    def units(self) -> list[Unit]:
        return [Unit(time=self.relaxation_time)]


class Voigt(Spec):
    """A spring and a dashpot side by side: under a load it creeps to the elastic shape as 1 − exp(−t/τ)."""

    model_config = ConfigDict(json_schema_extra={"forgets": True})  # nothing ever stays under it
    positional: ClassVar = ("retardation_time",)

    kind: Literal["voigt"] = "voigt"
    retardation_time: Annotated[NonNegative, Shown(unit="s", start=0.1)]

    def units(self) -> list[Unit]:
        return []


class FourUnits(Spec):
    """A Maxwell and a Voigt unit in series [002 Fig. 5, (24)].

    The stiffness of the body is that of the first spring. `relaxation_time` τ₁ is that of the first dashpot, η₁/k₁;
    `ratio` k₂/k₁ and `retardation_time` τ₂ = η₂/k₂ are those of the Voigt unit. Under a constant stress σ

        d = σ/k₁ [1 + t/τ₁ + (k₁/k₂)(1 − exp(−t/τ₂))]                                                         (2)
    """

    positional: ClassVar = ("relaxation_time", "ratio", "retardation_time")

    kind: Annotated[Literal["four_units"], Shown("Four units")] = "four_units"
    relaxation_time: Annotated[Positive, Shown(unit="s", start=2)]
    ratio: Positive = 1.0
    retardation_time: Annotated[Positive, Shown(unit="s", start=0.5)]

    def units(self) -> list[Unit]:
        """Two dashpots side by side: their moduli and rates are those of the relaxation function of (2).

        With rates a = 1/τ₁, b = 1/τ₂ and c = k₁/k₂ its Laplace transform is (s + b)/(s² + (a + b + bc)s + ab).
        """
        a, b = 1.0 / self.relaxation_time, 1.0 / self.retardation_time
        half = 0.5 * (a + b + b / self.ratio)
        root = sqrt(half * half - a * b)
        fast, slow = half + root, a * b / (half + root)
        share = (fast - b) / (fast - slow)
        return [Unit(share, 1.0 / fast), Unit(1.0 - share, 1.0 / slow)]


class Arm(Spec):
    """One dashpot of a generalised law: the share of the stiffness that relaxes, and how fast [s]."""

    positional: ClassVar = ("share", "relaxation_time")

    share: Annotated[float, Field(gt=0, le=1)]
    relaxation_time: Seconds


class Generalised(Spec):
    """Several Maxwell units side by side; what their shares leave of the stiffness is elastic for ever."""

    positional: ClassVar = ("arms",)

    kind: Literal["generalised"] = "generalised"
    arms: Annotated[tuple[Arm, ...], Shown(item="Arm", start=[{"share": 0.7, "relaxation_time": 0.5}])] = (
        Field(min_length=1)
    )

    @model_validator(mode="after")
    def _shares(self) -> Generalised:
        if sum(arm.share for arm in self.arms) > 1.0 + 1e-12:
            raise FieldError(("arms",), "the shares of the arms sum up to more than 1")
        return self

    def units(self) -> list[Unit]:
        rest = 1.0 - sum(arm.share for arm in self.arms)
        flowing = [Unit(arm.share, arm.relaxation_time) for arm in self.arms]
        return [*flowing, Unit(rest, limit=float("inf"))] if rest > 1e-12 else flowing


class Plastic(Spec):
    """Elastic up to a `limit`, then it yields, and hardens linearly: the loop of 002 Fig. 6.

    `limit` is a stress [Pa] in elastic matter ([N/m] of sheets and [N] of cords, which are given by their stiffness), a
    force [N] in springs, and |e| [m] in hybrid bodies. `hardening` H shifts the limit by H times the stiffness times
    the plastic strain (kinematic): of a single spring the slope after yielding is H/(1 + H) of the elastic one.
    `isotropic` raises the limit likewise with all that has flown, to and fro, in sheets, curves and springs.
    `condition` is how stress is measured where it is a tensor. Sheets and curves bend as if made of `layers` on each
    side of their middle, of which the outermost yield first; 1: the whole section yields as its skin does.
    """

    positional: ClassVar = ("limit", "hardening", "condition")

    kind: Literal["plastic"] = "plastic"
    limit: Limit
    hardening: Annotated[NonNegative, Shown(span=2)] = 0.0
    condition: Yield = "von_mises"
    isotropic: Isotropic = 0.0
    layers: Layers = 4

    def units(self) -> list[Unit]:
        return [Unit(hardening=self.hardening, limit=self.limit, growth=self.isotropic)]


class Viscoplastic(Spec):
    """Plastic with a dashpot beside the slider (Bingham): beyond the `limit` it flows, the faster the farther beyond.

    The excess decays as exp(−(1 + H)t/τ) with τ the `relaxation_time`. The rest as in `Plastic`.
    """

    positional: ClassVar = ("limit", "relaxation_time")

    kind: Literal["viscoplastic"] = "viscoplastic"
    limit: Limit
    relaxation_time: Annotated[Positive, Shown(unit="s", start=0.2)]
    hardening: Annotated[NonNegative, Shown(span=2)] = 0.0
    condition: Yield = "von_mises"
    isotropic: Isotropic = 0.0
    layers: Layers = 4

    def units(self) -> list[Unit]:
        time, hardening = self.relaxation_time, self.hardening
        return [Unit(time=time, hardening=hardening, limit=self.limit, growth=self.isotropic)]


class Thermoplastic(Spec):
    """Soft when hot: cold it is elastic, hot it flows as a Maxwell body and is moulded, and cooled it keeps its shape.

    Every node has a temperature [°C], `temperature` at the start. Between `softening` and `melting` the rate of flow
    rises from nothing to 1/`relaxation_time`, and the stiffness falls from its own to the share `softness` of it.
    Nodes take on the temperature of the surroundings, `ambient`, with the time `cooling_time` [s] (None: never), and
    that of a hot obstacle that they touch. The event `heat` sets it.
    """

    positional: ClassVar = ("relaxation_time",)

    kind: Literal["thermoplastic"] = "thermoplastic"
    relaxation_time: Annotated[Positive, Shown(unit="s", start=0.2)]
    temperature: Annotated[Temperature, Shown("Temperature at the start", start=20)] = 200.0
    softening: Annotated[float, Shown("Softens at", "°C", span=300)] = 60.0
    melting: Annotated[float, Shown("Molten at", "°C", span=300)] = 150.0
    softness: Annotated[float, Field(gt=0, le=1), Shown("Stiffness when molten")] = 0.5
    ambient: Annotated[Temperature, Shown("Surroundings")] = 20.0
    cooling_time: Annotated[Positive | None, Shown(unit="s", none="never")] = None

    @model_validator(mode="after")
    def _range(self) -> Thermoplastic:
        if self.melting <= self.softening:
            raise FieldError(("melting",), "it melts at a higher temperature than it softens")
        return self

    def units(self) -> list[Unit]:
        return [Unit(time=self.relaxation_time)]


class Frozen(Spec):
    """Elastic, but keeping what has flown under another law before."""

    kind: Annotated[Literal["elastic"], Shown("Elastic, as it is now")] = "elastic"

    def units(self) -> list[Unit]:
        return [Unit(limit=float("inf"))]


Law = Maxwell | Voigt | FourUnits | Generalised | Plastic | Viscoplastic | Thermoplastic | Frozen
Flow = Annotated[Law, Field(discriminator="kind")]
