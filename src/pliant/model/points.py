"""Bodies that are no surface over a grid, as a user describes them: curves and solids; `mesh` has the third.

What they have in common with surfaces means the same: see `Surface`.
"""

from __future__ import annotations

from math import prod
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from pliant.model.body import MOST_NODES, Count
from pliant.model.breaking import Link, check_breaking
from pliant.model.bulk import Bulk, RawBulk, SolidMaterial
from pliant.model.curve_presets import CURVE_PRESETS
from pliant.model.fields import settle
from pliant.model.flow import Flow
from pliant.model.fracture import Fracture
from pliant.model.hybrid import Hybrid
from pliant.model.look import Look
from pliant.model.meets import check_meeting
from pliant.model.named import by_name
from pliant.model.rod import CurveMaterial
from pliant.model.selection import grid_text, in_grid, outside
from pliant.model.solid_presets import SOLID_PRESETS
from pliant.model.springs import Springs
from pliant.model.sticks import Sticks
from pliant.problems import FieldError
from pliant.shapes import CurveShape, SolidShape
from pliant.spec import Length, Point, Rotation, Shown, Spec, Vec3, Velocity, measured, plain

_NODE_BYTES = 2000  # of a solid: 27 blocks of the matrix in 8 bytes a number, its elements, and vectors
MOST_SOLID_NODES = 20_000_000


def _one(value: Any) -> Any:
    """A curve has one axis: `grid=50` stands for `grid=(50,)`."""
    value = plain(value)
    return (value,) if isinstance(value, int | bool) else value


_CurveMaterial = Annotated[CurveMaterial | Springs | Sticks | Hybrid, Field(discriminator="kind")]
_SolidMaterial = Annotated[SolidMaterial | Springs | Sticks | Hybrid, Field(discriminator="kind")]
AnyCurve = Annotated[CurveShape, Field(discriminator="kind")]
AnySolid = Annotated[SolidShape, Field(discriminator="kind")]


class BodyOfPoints(Spec):
    """Fields of every such body."""

    id: str = ""
    position: Point = (0.0, 0.0, 0.0)
    rotation: Rotation = (0.0, 0.0, 0.0)
    velocity: Velocity = (0.0, 0.0, 0.0)
    spin: Annotated[Vec3, measured("rad/s")] = (0.0, 0.0, 0.0)
    collides: list[str] | None = None
    ignores: list[str] = Field(default_factory=list)
    self_contact: Annotated[bool | None, Shown("Meets itself")] = None
    contact_thickness: Annotated[Length | None, Shown("Thickness in contact")] = None
    flow: Annotated[Flow | None, Shown("Law of flow")] = None
    broken_links: Annotated[list[Link], Shown(item="Link")] = Field(default_factory=list)
    fracture: Annotated[Fracture | None, Shown("Breaks")] = None
    look: Look = Look(colour=(0.80, 0.36, 0.29))


class Curve(BodyOfPoints):
    """An elastic curve of N nodes; `periodic` closes it.

    `plane`, the normal of a plane, keeps a flat curve from mistaking a dent for a bulge: in it, curvature has a sign.
    The rest shape must lie in that plane, which turns with the body's `rotation`; the curve is not held there.
    """

    positional: ClassVar = ("shape",)

    kind: Literal["curve"] = "curve"
    shape: AnyCurve
    initial_shape: AnyCurve | None = None
    grid: Annotated[tuple[Count], BeforeValidator(_one)]
    periodic: Annotated[tuple[bool], BeforeValidator(_one)] = (False,)
    material: Annotated[_CurveMaterial, by_name(CURVE_PRESETS, _CurveMaterial)]
    plane: Annotated[Vec3 | None, Shown("Kept flat in a plane", start=(0, 0, 1))] = None
    variant: ClassVar[Literal["exact"]] = "exact"
    dimension: ClassVar = 1

    @model_validator(mode="after")
    def _holds(self) -> Curve:
        _check_grid(self.grid, self.periodic)
        if self.plane is not None and not any(self.plane):
            raise FieldError(("plane",), "the normal of a plane is not zero")
        if isinstance(self.material, Springs):
            self.material.check_links(self.grid)
        check_breaking(self)
        settle(self)
        return self


class Solid(BodyOfPoints):
    """An elastic solid over a grid of L×M×N nodes, 20 million at most; any axis may be periodic.

    One that is `cuttable`, or has a `fracture`, is drawn with the faces inside it once they are laid bare.
    """

    positional: ClassVar = ("shape",)

    kind: Literal["solid"] = "solid"
    shape: AnySolid
    initial_shape: AnySolid | None = None
    grid: tuple[Count, Count, Count]
    periodic: tuple[bool, bool, bool] = (False, False, False)
    material: Annotated[_SolidMaterial, by_name(SOLID_PRESETS, _SolidMaterial)]
    cuttable: bool = False
    variant: Annotated[Literal["exact", "terzopoulos", "kelager"], Shown("Formulation")] = "exact"
    dimension: ClassVar = 3

    @model_validator(mode="after")
    def _holds(self) -> Solid:
        if prod(self.grid) > MOST_SOLID_NODES:
            memory = prod(self.grid) * _NODE_BYTES / 1e9
            raise FieldError(
                ("grid",),
                f"{grid_text(self.grid)} nodes need about {memory:,.0f} GB of memory; a solid has at most "
                f"{MOST_SOLID_NODES:,}",
            )
        _check_grid(self.grid, self.periodic)
        if (self.variant == "exact") != isinstance(self.material, Bulk | Springs | Sticks | Hybrid):
            wanted = (
                "a material of kind 'bulk', 'springs', 'sticks' or 'hybrid'"
                if self.variant == "exact"
                else "weights: a material of kind 'raw_bulk'"
            )
            raise FieldError(("material",), f"the variant {self.variant!r} takes {wanted}")
        if isinstance(self.material, Springs):
            self.material.check_links(self.grid)
        if isinstance(self.material, RawBulk):
            for k, one in enumerate(self.material.single):
                if not in_grid(one.node, self.grid):
                    raise FieldError(("material", "single", k), outside(one.node, self.grid))
        check_breaking(self)
        check_meeting(self)
        settle(self)
        return self

    @property
    def parts(self) -> bool:
        """Whether the faces inside may be laid bare."""
        return self.cuttable or self.fracture is not None


def _check_grid(grid: tuple[int, ...], periodic: tuple[bool, ...]) -> None:
    if prod(grid) > MOST_NODES:
        raise FieldError(("grid",), f"{grid_text(grid)} nodes are more than {MOST_NODES:,}")
    for count, wraps in zip(grid, periodic, strict=True):
        if wraps and count < 3:
            raise FieldError(("grid",), f"a periodic axis needs at least 3 nodes, one has {count}")
