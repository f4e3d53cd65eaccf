"""An elastic curve, as a user describes it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from pliant.model.body import Count
from pliant.model.body_of_points import BodyOfPoints, check_grid
from pliant.model.breaking import check_breaking
from pliant.model.curve_presets import CURVE_PRESETS
from pliant.model.fields import settle
from pliant.model.frame import MaterialFrame
from pliant.model.hybrid import Hybrid
from pliant.model.named import by_name
from pliant.model.rod import CurveMaterial, Strip
from pliant.model.springs import Springs
from pliant.model.sticks import Sticks
from pliant.problems import FieldError
from pliant.shapes.curves import AnyCurve
from pliant.spec import Shown, Vec3, plain

_CurveMaterial = Annotated[CurveMaterial | Springs | Sticks | Hybrid, Field(discriminator="kind")]


def _one(value: Any) -> Any:
    """A curve has one axis: `grid=50` stands for `grid=(50,)`."""
    value = plain(value)
    return (value,) if isinstance(value, int | bool) else value


class Curve(BodyOfPoints):
    """An elastic curve of N nodes; `periodic` closes it.

    `plane`, the normal of a plane, keeps a flat curve from mistaking a dent for a bulge: in it, curvature has a sign.
    The rest shape must lie in that plane, which turns with the body's `rotation`; the curve is not held there.
    With a `frame` its edges know how they are twisted, and it resists that by itself.
    """

    positional: ClassVar = ("shape",)

    kind: Literal["curve"] = "curve"
    shape: AnyCurve
    initial_shape: AnyCurve | None = None
    grid: Annotated[tuple[Count], BeforeValidator(_one)]
    periodic: Annotated[tuple[bool], BeforeValidator(_one)] = (False,)
    material: Annotated[_CurveMaterial, by_name(CURVE_PRESETS, _CurveMaterial)]
    plane: Annotated[Vec3 | None, Shown("Kept flat in a plane", start=(0, 0, 1))] = None
    frame: Annotated[MaterialFrame | None, Shown("Knows its twist")] = None
    variant: ClassVar[Literal["exact"]] = "exact"
    dimension: ClassVar = 1

    @model_validator(mode="after")
    def _holds(self) -> Curve:
        check_grid(self.grid, self.periodic)
        if self.plane is not None and not any(self.plane):
            raise FieldError(("plane",), "the normal of a plane is not zero")
        if self.frame is not None:
            self._check_frame(self.frame)
        elif isinstance(self.material, Strip):
            raise FieldError(
                ("material",), "how a strip is turned is in the `frame` of its curve: give it one"
            )
        if isinstance(self.material, Springs):
            self.material.check_links(self.grid)
        check_breaking(self)
        settle(self)
        return self

    def _check_frame(self, frame: MaterialFrame) -> None:
        if not isinstance(self.material, CurveMaterial):
            what = f"matter of kind {self.material.kind!r} knows no twist"
            raise FieldError(("frame",), f"{what}: take a rod or a cord, or leave the frame out")
        if self.plane is not None:
            raise FieldError(
                ("frame",), "a curve that is kept flat in a plane is not twisted: leave one of them out"
            )
        if frame.up is not None and not any(frame.up):
            raise FieldError(("frame", "up"), "the first axis of the section is not zero")
