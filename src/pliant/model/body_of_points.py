"""What curves, solids and meshes have in common, as a user describes them; all of it means the same for surfaces."""

from __future__ import annotations

from math import prod
from typing import Annotated

from pydantic import Field

from pliant.model.body import MOST_NODES, Substeps
from pliant.model.breaking import Link
from pliant.model.flow import Flow
from pliant.model.fracture import Fracture
from pliant.model.look import Look
from pliant.model.selection import grid_text
from pliant.problems import FieldError
from pliant.spec import Length, Point, Rotation, Shown, Spec, Vec3, Velocity, measured


class BodyOfPoints(Spec):
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
    substeps: Substeps = 1
    look: Look = Look(color=(0.80, 0.36, 0.29))


def check_grid(grid: tuple[int, ...], periodic: tuple[bool, ...]) -> None:
    if prod(grid) > MOST_NODES:
        raise FieldError(("grid",), f"{grid_text(grid)} nodes are more than {MOST_NODES:,}")
    for count, wraps in zip(grid, periodic, strict=True):
        if wraps and count < 3:
            raise FieldError(("grid",), f"a periodic axis needs at least 3 nodes, one has {count}")
