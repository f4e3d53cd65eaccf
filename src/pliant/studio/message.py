"""What every message between the page and the server is made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=200)]
Coordinate = Annotated[float, Field(ge=-1e6, le=1e6)]
Vec3 = tuple[Coordinate, Coordinate, Coordinate]
Place = tuple[float, float, float]  # one that the server tells, wherever it is


class Message(BaseModel):
    """Something said; frozen, and strict about what it holds."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
