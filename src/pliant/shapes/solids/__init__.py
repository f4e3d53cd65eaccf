"""Solids: points as a function of three parameters, `points((L, M, N), (…))` of shape (L, M, N, 3).

To add one, write one file like `box.py` and add it to `SolidShape`. Cells are right-handed.
"""

from pliant.shapes.deformed import DeformedSolid
from pliant.shapes.solids.b_spline import BSplineSolid, b_spline_solid
from pliant.shapes.solids.ball import Ball, ball
from pliant.shapes.solids.bezier import BezierSolid, bezier_solid
from pliant.shapes.solids.box import Box, box
from pliant.shapes.solids.capsule import CapsuleSolid, capsule_solid
from pliant.shapes.solids.ellipsoid import (
    EllipsoidSolid,
    SuperquadricSolid,
    ellipsoid_solid,
    superquadric_solid,
)
from pliant.shapes.solids.round import (
    CylinderSolid,
    TorusSolid,
    TubeSolid,
    cylinder_solid,
    torus_solid,
    tube_solid,
)

SolidShape = (
    Box
    | BezierSolid
    | BSplineSolid
    | EllipsoidSolid
    | Ball
    | CapsuleSolid
    | SuperquadricSolid
    | CylinderSolid
    | TorusSolid
    | TubeSolid
    | DeformedSolid
)

# A deformed solid holds any other; only here are all of them known.
DeformedSolid.model_rebuild(_types_namespace={"SolidShape": SolidShape})

__all__ = [
    "BSplineSolid",
    "Ball",
    "BezierSolid",
    "Box",
    "CapsuleSolid",
    "CylinderSolid",
    "DeformedSolid",
    "EllipsoidSolid",
    "SolidShape",
    "SuperquadricSolid",
    "TorusSolid",
    "TubeSolid",
    "b_spline_solid",
    "ball",
    "bezier_solid",
    "box",
    "capsule_solid",
    "cylinder_solid",
    "ellipsoid_solid",
    "superquadric_solid",
    "torus_solid",
    "tube_solid",
]
