"""The spring-force formulation [001 §4.3, 003]: a body of masses joined by springs, as a material."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from pliant.model.fields import VaryingNonNegative, VaryingPositive
from pliant.problems import FieldError
from pliant.spec import Spec


class Springs(Spec):
    """Masses at the nodes, joined by springs: `stiffness` k [N/m] and `damping` c [kg/s] of one spring along the grid.

    `rest` is the rest length over the distance of the nodes at rest: other than 1, the body is under stress of its own.
    `shear` [N/m] is the stiffness of springs across the cells, `bend` [N/m] of those from a node to the next but one; 0
    leaves them out. They are damped in proportion to `stiffness`. `mass` [kg] and `drag` [kg/s] are those of one node.
    """

    kind: Literal["springs"] = "springs"
    stiffness: VaryingPositive = 800.0
    damping: VaryingNonNegative = 15.0
    rest: VaryingPositive = 1.0
    mass: VaryingPositive = 1.0
    shear: VaryingNonNegative = 0.0
    bend: VaryingNonNegative = 0.0
    drag: VaryingNonNegative = 0.0

    @model_validator(mode="before")
    @classmethod
    def _numbers(cls, data: Any) -> Any:
        for name in ("shear", "bend"):
            if isinstance(data, dict) and isinstance(data.get(name), bool):
                raise FieldError((name,), "give the stiffness of these springs [N/m]; 0 leaves them out")
        return data
