"""When steps are divided, by what users ask: see `simulation.advance` for how."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from pliant.problems import FieldError
from pliant.spec import Length, Positive, Shown, Spec


class Adaptive(Spec):
    """Shorter steps within those of the scene, where one of its length would be too coarse.

    A piece of a step is halved if its local error is more than `error` times a body's size, if nodes get deeper into
    an obstacle by more than `penetration` [m] in it (None: any of these goes), or if Newton's method does not solve it.
    Pieces grow again where there is much to spare. The shortest are Δt/2ⁿ, n = `halvings`; these are taken as they are.
    Frames and events stay at the times of the scene's steps.
    """

    error: Annotated[Positive | None, Shown("Local error", span=0.01)] = 1e-4
    penetration: Annotated[Length | None, Shown("Penetration per step")] = None
    halvings: Annotated[int, Field(ge=1, le=20), Shown("Halvings", span=12)] = 6

    @model_validator(mode="after")
    def _asks_for_something(self) -> Adaptive:
        if self.error is None and self.penetration is None:
            raise FieldError(("error",), "say what is too coarse: an error, a penetration, or both")
        return self
