"""Bodies as a user describes them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from pliant.model.breaking import Link, check_breaking
from pliant.model.fields import settle
from pliant.model.flow import Flow
from pliant.model.fracture import Fracture
from pliant.model.hybrid import Hybrid
from pliant.model.look import Look
from pliant.model.material import Material, Raw
from pliant.model.meets import check_meeting
from pliant.model.named import by_name
from pliant.model.presets import PRESETS
from pliant.model.selection import in_grid, outside
from pliant.model.springs import Springs
from pliant.model.sticks import Sticks
from pliant.problems import FieldError
from pliant.shapes import SurfaceShape
from pliant.spec import Length, Point, Rotation, Shown, Spec, Vec3, Velocity, measured

# More would not fit into 32-bit indices of 3×3 blocks, and into no laptop's memory long before.
MOST_NODES = 100_000_000


_Told = Annotated[Material | Springs | Sticks | Hybrid, Field(discriminator="kind")]
SomeMaterial = Annotated[_Told, by_name(PRESETS, _Told)]

Shape = Annotated[SurfaceShape, Field(discriminator="kind")]
Count = Annotated[int, Field(ge=2)]
MOST_SUBSTEPS = 10_000
Substeps = Annotated[int, Field(ge=1, le=MOST_SUBSTEPS), Shown("Sub-steps", span=100)]


class Surface(Spec):
    """An elastic surface over a grid of M×N nodes.

    `shape` is the rest shape, `initial_shape` the one it starts from (None: the rest shape). The body then
    starts turned by the rotation vector `rotation` [rad] about its shape's origin, shifted by `position` [m],
    moving with `velocity` [m/s] and `spin` [rad/s] about its centre of mass.

    `periodic` closes an axis upon itself. `broken_links` are pairs of neighbouring nodes that do not hold
    together, `fracture` is what the others bear (None: anything). `flow` is the law by which it creeps or yields (None:
    it is elastic).
    `variant` chooses the energy (`exact`) or one of the published secant forces.
    `collides` lists the ids of obstacles and bodies that it meets (None: all), `ignores` those that it does not.
    `self_contact` says whether it meets itself (None: surfaces, curves and meshes do), and `contact_thickness` [m] how
    thick it is then (None: as the scene's `collision` says). Its time step is that of the scene divided by `substeps`.
    """

    positional: ClassVar = ("shape",)

    kind: Literal["surface"] = "surface"
    id: str = ""
    shape: Shape
    initial_shape: Shape | None = None
    grid: tuple[Count, Count]
    periodic: tuple[bool, bool] = (False, False)
    material: SomeMaterial
    variant: Annotated[Literal["exact", "terzopoulos", "kelager"], Shown("Formulation")] = "exact"
    position: Point = (0.0, 0.0, 0.0)
    rotation: Rotation = (0.0, 0.0, 0.0)
    velocity: Velocity = (0.0, 0.0, 0.0)
    spin: Annotated[Vec3, measured("rad/s")] = (0.0, 0.0, 0.0)
    collides: list[str] | None = None
    ignores: list[str] = Field(default_factory=list)
    self_contact: Annotated[bool | None, Shown("Meets itself")] = None
    contact_thickness: Annotated[Length | None, Shown("Thickness in contact")] = None
    broken_links: Annotated[list[Link], Shown(item="Link")] = Field(default_factory=list)
    flow: Annotated[Flow | None, Shown("Law of flow")] = None
    fracture: Annotated[Fracture | None, Shown("Breaks")] = None
    substeps: Substeps = 1
    look: Look = Look(color=(0.80, 0.36, 0.29))

    @model_validator(mode="after")
    def _grid_holds(self) -> Surface:
        if self.grid[0] * self.grid[1] > MOST_NODES:
            raise FieldError(("grid",), f"{self.grid[0]}×{self.grid[1]} nodes are more than {MOST_NODES:,}")
        for axis, count, wraps in zip("mn", self.grid, self.periodic, strict=True):
            if wraps and count < 3:
                raise FieldError(("grid",), f"a periodic axis needs at least 3 nodes, {axis} has {count}")
        check_breaking(self)
        check_meeting(self)
        if self.as_points and self.variant != "exact":
            raise FieldError(("variant",), f"{self.material.kind} have no others: the variant is 'exact'")
        if isinstance(self.material, Springs):
            self.material.check_links(self.grid)
        if isinstance(self.material, Raw):
            for k, one in enumerate(self.material.single):
                if not in_grid(one.node, self.grid):
                    raise FieldError(("material", "single", k), outside(one.node, self.grid))
        settle(self)
        return self

    dimension: ClassVar = 2

    @property
    def as_points(self) -> bool:
        """Whether it is made of masses and springs or sticks: nodes are then points, not a grid with a halo."""
        return isinstance(self.material, Springs | Sticks | Hybrid)
