"""An elastic solid, as a user describes it."""

from __future__ import annotations

from math import prod
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from pliant.model.body import Count
from pliant.model.body_of_points import BodyOfPoints, check_grid
from pliant.model.breaking import check_breaking
from pliant.model.bulk import Bulk, RawBulk, SolidMaterial
from pliant.model.fields import settle
from pliant.model.hybrid import Hybrid
from pliant.model.meets import check_meeting
from pliant.model.named import by_name
from pliant.model.selection import grid_text, in_grid, outside
from pliant.model.solid_presets import SOLID_PRESETS
from pliant.model.springs import Springs
from pliant.model.sticks import Sticks
from pliant.problems import FieldError
from pliant.shapes import SolidShape
from pliant.spec import Shown

_NODE_BYTES = 2000  # of a solid: 27 blocks of the matrix in 8 bytes a number, its elements, and vectors
MOST_SOLID_NODES = 20_000_000

_SolidMaterial = Annotated[SolidMaterial | Springs | Sticks | Hybrid, Field(discriminator="kind")]
AnySolid = Annotated[SolidShape, Field(discriminator="kind")]


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
        check_grid(self.grid, self.periodic)
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
