"""What happens during a run: somebody's hands, or a dial being turned, at times known beforehand."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pliant.model.selection import Selection
from pliant.spec import Node, NonNegative, Positive, Spec, Vec3


def finite(value: Any) -> Any:
    """Refuses NaN and infinity also inside a value of unknown type."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be a finite number")
    for item in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    ):
        finite(item)
    return value


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


class Grab(Spec):
    """Takes hold of one node, by an `id` that later events name.

    The node goes `to` a point [m] (None: it stays where it is). `stiffness` [N/m] None holds it exactly, a
    number pulls by a spring.
    """

    positional: ClassVar = ("body", "node")

    kind: Literal["grab"] = "grab"
    time: NonNegative = 0.0
    id: str = ""
    body: str
    node: Node
    to: Vec3 | None = None
    stiffness: Positive | None = None


class Move(Spec):
    """Moves a grab `to` a point [m], in a straight line within `seconds` [s]."""

    positional: ClassVar = ("grab", "to")

    kind: Literal["move"] = "move"
    time: NonNegative = 0.0
    grab: str
    to: Vec3
    seconds: NonNegative = 0.0


class Release(Spec):
    """Lets go of a grab."""

    positional: ClassVar = ("grab",)

    kind: Literal["release"] = "release"
    time: NonNegative = 0.0
    grab: str


class PinEvent(Selection):
    """Pins the chosen nodes of `body` where they are at that time."""

    positional: ClassVar = ("body",)

    kind: Literal["pin"] = "pin"
    time: NonNegative = 0.0
    body: str

    @model_validator(mode="after")
    def _chooses(self) -> PinEvent:
        if self.is_all:
            raise ValueError("choose what to pin: nodes, corners or edges")
        return self


class Unpin(Selection):
    """Frees the chosen nodes of `body`; no selection frees all that are pinned or clamped."""

    positional: ClassVar = ("body",)

    kind: Literal["unpin"] = "unpin"
    time: NonNegative = 0.0
    body: str


class Set(Spec):
    """Gives a parameter a new `value`, by its `path`: "gravity", "bodies.cloth.material.young"."""

    positional: ClassVar = ("path", "value")

    kind: Literal["set"] = "set"
    time: NonNegative = 0.0
    path: Annotated[str, Field(min_length=1)]
    value: Annotated[Any, BeforeValidator(_plain), AfterValidator(finite)]


Event = Grab | Move | Release | PinEvent | Unpin | Set
