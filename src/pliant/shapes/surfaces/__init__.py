"""Surfaces: points as a function of two parameters, `points((M, N), (…))` of shape (M, N, 3).

To add one, write one file like `cone.py` and add it to `SurfaceShape`.
"""

from pliant.shapes.deformed import DeformedSurface
from pliant.shapes.surfaces.b_spline import BSpline, b_spline
from pliant.shapes.surfaces.bezier import Bezier, bezier
from pliant.shapes.surfaces.bust import Bust, bust, bust_range_image
from pliant.shapes.surfaces.cone import Cone, Cylinder, cone, cylinder
from pliant.shapes.surfaces.ellipsoid import Ellipsoid, ellipsoid
from pliant.shapes.surfaces.height_field import HeightField, height_field
from pliant.shapes.surfaces.rectangle import Rectangle, rectangle
from pliant.shapes.surfaces.superquadric import Superquadric, superquadric
from pliant.shapes.surfaces.sweep import Extrusion, Revolution, extrude, revolve
from pliant.shapes.surfaces.torus import Supertoroid, Torus, supertoroid, torus
from pliant.shapes.surfaces.tube import Tube, tube

SurfaceShape = (
    Rectangle
    | Bezier
    | BSpline
    | Ellipsoid
    | Superquadric
    | Torus
    | Supertoroid
    | Cylinder
    | Cone
    | Tube
    | HeightField
    | Bust
    | Extrusion
    | Revolution
    | DeformedSurface
)

# A deformed surface holds any other; only here are all of them known.
DeformedSurface.model_rebuild(_types_namespace={"SurfaceShape": SurfaceShape})

__all__ = [
    "BSpline",
    "Bezier",
    "Bust",
    "Cone",
    "Cylinder",
    "DeformedSurface",
    "Ellipsoid",
    "Extrusion",
    "HeightField",
    "Rectangle",
    "Revolution",
    "Superquadric",
    "Supertoroid",
    "SurfaceShape",
    "Torus",
    "Tube",
    "b_spline",
    "bezier",
    "bust",
    "bust_range_image",
    "cone",
    "cylinder",
    "ellipsoid",
    "extrude",
    "height_field",
    "rectangle",
    "revolve",
    "superquadric",
    "supertoroid",
    "torus",
    "tube",
]
