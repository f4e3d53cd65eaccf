"""When matter breaks [002 §4.3–4.4], as a user describes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from pliant.model.fields import VaryingPositive
from pliant.model.flow import STRESS
from pliant.spec import Positive, Shown, Spec

_LIMIT = {"by": "fracture.measure", "stress": STRESS, "deformation": "m", "": ""}

_ENERGY = {"by": "material.kind", "sheet": "J/m", "": "J/m²"}
Share = Annotated[float, Field(gt=0, le=1)]


class Fracture(Spec):
    """What a body bears: after every step, links that are loaded beyond their `limit` break for good.

    `measure` is what is limited: the "elongation" of a link (|e|/|e⁰| − 1) or across a side of a mesh, the "stress" in
    it, of matter that flows what its springs hold ([Pa], [N/m] where the material has no thickness, [N] in springs and
    cords), or of a hybrid body the "deformation" [m] by which the two ends of a link, or the middles of two elements,
    differ. The limit may vary over the body; a link has the mean of its ends. It is drawn once for every link from
    around that with the relative standard deviation `scatter` (1 at most), always the same for a `seed`. Of the links
    over their limit the `at_most` worst break in a step (None: all).

    `toughness` G_c [J/m²; J/m where the material has no thickness] is what it costs to make a crack longer. Beside it
    the limit, of stress then, is that of matter without cracks, and what a cracked body bears does not depend on its
    grid (`topology.toughness`). None: a crack runs as soon as the fibre next to it has its limit.

    `molten` is the share of its limit that thermoplastic matter has left where it is molten; between softening and
    melting it falls evenly with the temperature. None: the limit is the same hot and cold.
    """

    model_config = ConfigDict(json_schema_extra={"label": "Above a limit"})
    positional: ClassVar = ("limit",)

    limit: Annotated[VaryingPositive, Shown("Breaks above", _LIMIT, start=0.2)]
    measure: Annotated[Literal["elongation", "stress", "deformation"], Shown("Limit of")] = "elongation"
    toughness: Annotated[Positive | None, Shown("Toughness", _ENERGY, none="none", start=100.0)] = None
    molten: Annotated[Share | None, Shown("Limit when molten", none="the same", start=0.2)] = None
    scatter: Annotated[float, Field(ge=0, le=1), Shown("Scatter of limits")] = 0.0
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    at_most: Annotated[Annotated[int, Field(ge=1)] | None, Shown("At most in a step", none="all")] = None
