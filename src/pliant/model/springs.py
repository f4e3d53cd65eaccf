"""The spring-force formulation [001 §4.3, 003]: a body of masses joined by springs, as a material."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from pliant.model.fields import VaryingNonNegative, VaryingPositive
from pliant.model.selection import in_grid, outside
from pliant.problems import FieldError
from pliant.spec import Node, NonNegative, Shown, Spec, measured


class SpringLink(Spec):
    """One spring of a body, between two nodes: `stiffness` k [N/m], `damping` c [kg/s] and rest `length` ℓ [m].

    What is left out is that of the spring which joins the two nodes already. Nodes that none joins get one: it needs a
    stiffness; without a length it is at ease in the rest shape, and without damping it has none. A stiffness of 0
    leaves the damper, and with a damping of 0 nothing.
    """

    positional: ClassVar = ("between",)

    between: tuple[Node, Node]
    stiffness: Annotated[NonNegative | None, measured("N/m")] = None
    damping: Annotated[NonNegative | None, measured("kg/s")] = None
    length: Annotated[NonNegative | None, measured("m")] = None

    @model_validator(mode="after")
    def _two_ends(self) -> SpringLink:
        if self.between[0] == self.between[1]:
            raise FieldError(("between",), f"a spring has two ends, both are node {list(self.between[0])}")
        return self


class Springs(Spec):
    """Masses at the nodes, joined by springs: `stiffness` k [N/m] and `damping` c [kg/s] of one between neighbours.

    `rest` is the rest length over the distance of the nodes at rest: other than 1, the body is under stress of its own.
    `shear` [N/m] is the stiffness of springs across the cells, `bend` [N/m] of those from a node to the next but one; 0
    leaves them out. They are damped in proportion to `stiffness`. `mass` [kg] and `drag` [kg/s] are those of one node.
    `links` lists the springs that differ, and further ones between any two nodes.

    On a mesh the edges are springs; `bend` goes across the edge of two triangles, or the face of two tetrahedra, from
    the one opposite corner to the other. There is no `shear`.
    """

    kind: Literal["springs"] = "springs"
    stiffness: Annotated[VaryingPositive, measured("N/m")] = 800.0
    damping: Annotated[VaryingNonNegative, measured("kg/s")] = 15.0
    rest: Annotated[VaryingPositive, Shown("Rest length, relative")] = 1.0
    mass: Annotated[VaryingPositive, measured("kg")] = 1.0
    shear: Annotated[VaryingNonNegative, Shown("Shear stiffness", "N/m")] = 0.0
    bend: Annotated[VaryingNonNegative, Shown("Bending stiffness", "N/m")] = 0.0
    drag: Annotated[VaryingNonNegative, measured("kg/s")] = 0.0
    links: list[SpringLink] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _numbers(cls, data: Any) -> Any:
        for name in ("shear", "bend"):
            if isinstance(data, dict) and isinstance(data.get(name), bool):
                raise FieldError((name,), "give the stiffness of these springs [N/m]; 0 leaves them out")
        return data

    @model_validator(mode="after")
    def _once_each(self) -> Springs:
        known: set[frozenset[Node]] = set()
        for k, link in enumerate(self.links):
            pair = frozenset(link.between)
            if pair in known:
                a, b = map(list, link.between)
                raise FieldError(("links", k), f"the spring between {a} and {b} is listed twice")
            known.add(pair)
        return self

    def check_links(self, grid: tuple[int, ...]) -> None:
        """Refuses links to nodes that a body with this grid does not have."""
        for k, link in enumerate(self.links):
            for end, node in enumerate(link.between):
                if not in_grid(node, grid):
                    raise FieldError(("material", "links", k, "between", end), outside(node, grid))
