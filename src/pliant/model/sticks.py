"""Jakobsen's sticks [000 §5.1]: a body of masses at fixed distances, as a material."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pliant.model.fields import VaryingNonNegative, VaryingPositive
from pliant.spec import Spec, measured

FARTHEST = 5


class Sticks(Spec):
    """Masses at the nodes, joined by sticks between all nodes that are at most `rigidity` links apart on the grid.

    A step moves the masses freely and then goes over the sticks `iterations` times, each time putting every one back to
    its length. `compliance` [m/N] makes them give way like springs of stiffness 1/compliance, with dampers of `damping`
    c [kg/s] along them; with 0 they are rigid, as far as the iterations go. `substeps` divide a step. The `order` is
    "even", under which sticks exert no torque, or "original": from node to node, to the nearest others first, which
    makes a plate on a nail turn [000 Fig. 5.6]. `mass` [kg] and `drag` [kg/s] are those of one node.
    """

    kind: Literal["sticks"] = "sticks"
    mass: Annotated[VaryingPositive, measured("kg")] = 1.0
    drag: Annotated[VaryingNonNegative, measured("kg/s")] = 0.0
    rigidity: Annotated[int, Field(ge=1, le=FARTHEST)] = 2
    iterations: Annotated[int, Field(ge=1, le=1000)] = 10
    substeps: Annotated[int, Field(ge=1, le=100)] = 1
    compliance: Annotated[VaryingNonNegative, measured("m/N")] = 0.0
    damping: Annotated[VaryingNonNegative, measured("kg/s")] = 0.0
    order: Literal["even", "original"] = "even"
