"""Layers of masses and springs around a gas [003 §4.2.1], as a material."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from pliant.problems import FieldError
from pliant.spec import NonNegative, Positive, Shown, Spec, listed, measured

_Some = Field(min_length=1)
EachPositive = Annotated[Positive | Annotated[tuple[Positive, ...], _Some], BeforeValidator(listed)]
EachNonNegative = Annotated[NonNegative | Annotated[tuple[NonNegative, ...], _Some], BeforeValidator(listed)]


class Layers(Spec):
    """Springs in layers and between them, and a gas inside; the defaults are those of 003 §4.2.1.

    `stiffness` [N/m] and `damping` [kg/s] (KS, KD) are those of a structural spring, along an edge of a layer;
    `radius_stiffness` [N/m] and `radius_damping` [kg/s] (RKS, RKD) those of a radius or shear spring, between layers.
    `mass` [kg] (MASS) and `drag` [kg/s] are those of one particle. Each is one number, or a list from the outside
    inwards: one per layer, or per gap between two layers for the springs there. `rest` is the rest length of all
    springs over the distance of their particles at rest. `pressure` (PRESSURE) is N = P·V [J] of the gas.
    """

    kind: Literal["layers"] = "layers"
    stiffness: Annotated[EachPositive, Shown(unit="N/m", item="Layer")] = 800.0
    damping: Annotated[EachNonNegative, Shown(unit="kg/s", item="Layer")] = 15.0
    radius_stiffness: Annotated[EachNonNegative, Shown(unit="N/m", item="Gap")] = 700.0
    radius_damping: Annotated[EachNonNegative, Shown(unit="kg/s", item="Gap")] = 50.0
    rest: Annotated[Positive, Shown("Rest length, relative")] = 1.0
    mass: Annotated[EachPositive, Shown(unit="kg", item="Layer")] = 1.0
    pressure: Annotated[NonNegative, measured("J")] = 20.0
    drag: Annotated[EachNonNegative, Shown(unit="kg/s", item="Layer")] = 0.0

    def check(self, layers: int) -> None:
        """Refuses lists that do not have one value per layer, or per gap."""
        gaps = ("radius_stiffness", "radius_damping")
        for name, value in self:
            count, what = (layers - 1, "gaps between layers") if name in gaps else (layers, "layers")
            if isinstance(value, tuple) and len(value) != count:
                raise FieldError(("material", name), f"has {len(value)} values for {count} {what}")


def each(value: Any, count: int) -> np.ndarray:
    """One number per layer or per gap, (count,)."""
    return np.broadcast_to(np.asarray(value, dtype=float), count)
