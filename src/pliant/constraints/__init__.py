"""Constraints that hold exactly, not by springs: pins and clamps hold nodes, joints hold points of bodies.

To add a joint, write a file like `join.py` and put its spec into `AnyJoint`.
"""

from pliant.constraints.clamp import Clamp
from pliant.constraints.distance import Direction, Distance
from pliant.constraints.drive import Drive
from pliant.constraints.join import Join
from pliant.constraints.joint import Joint, Law, Rows
from pliant.constraints.nail import Nail
from pliant.constraints.of_nodes import JointOfNodes
from pliant.constraints.on import Axes, Belt, OnCurve, OnLine, OnPlane, OnSurface
from pliant.constraints.path import Path
from pliant.constraints.pin import Pin
from pliant.constraints.turn import Turn

AnyJoint = (
    Nail | Join | Path | OnLine | OnPlane | OnCurve | OnSurface | Axes | Turn | Belt | Distance | Direction
)
Constraint = Pin | Clamp | Drive | AnyJoint

__all__ = [
    "AnyJoint",
    "Axes",
    "Belt",
    "Clamp",
    "Constraint",
    "Direction",
    "Distance",
    "Drive",
    "Join",
    "Joint",
    "JointOfNodes",
    "Law",
    "Nail",
    "OnCurve",
    "OnLine",
    "OnPlane",
    "OnSurface",
    "Path",
    "Pin",
    "Rows",
    "Turn",
]
