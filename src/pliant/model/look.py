"""How a body or an obstacle is drawn."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.errors import by_new_names
from pliant.spec import Length, Shown, Spec

Channel = Annotated[float, Field(ge=0, le=1)]


def _hex(value: Any) -> Any:
    """The colours of web pages: "#cc5544" as (0.8, 0.33, 0.27)."""
    if isinstance(value, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        return tuple(int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return value.tolist() if isinstance(value, np.ndarray) else value


Colour = Annotated[tuple[Channel, Channel, Channel], BeforeValidator(_hex)]


class Look(Spec):
    """A `color` (red, green, blue; 0 to 1), or a `texture`: the path of a picture laid over the surface.

    Round obstacles wear it once around; on planes, rooms and unions it is a metre wide and repeats.

    A body with `blobs` [m] is drawn as balls of that radius around its nodes, which run together where they are near
    each other (the "blobbies" of 002 §6.3), in its color; None draws its skin.
    """

    positional: ClassVar = ("color",)

    color: Annotated[Colour, Shown("Colour")] = (0.72, 0.74, 0.78)
    texture: str | None = None
    blobs: Length | None = None

    @model_validator(mode="before")
    @classmethod
    def _former_names(cls, given: Any) -> Any:
        return by_new_names(given, {"colour": "color"}, "Look")
