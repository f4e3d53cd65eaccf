"""A spring of zero length to a fixed point: f = k (r₀ − r) on each node [000 (3.5.11)]."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pliant.forces.target import ForceSpec
from pliant.spec import NonNegative, Point, measured


class Spring(ForceSpec):
    """Pulls nodes towards `anchor` r₀ [m] with `stiffness` k [N/m] per node."""

    positional: ClassVar = ("stiffness", "anchor")

    kind: Literal["spring"] = "spring"
    stiffness: Annotated[NonNegative, measured("N/m")]
    anchor: Point = (0.0, 0.0, 0.0)
