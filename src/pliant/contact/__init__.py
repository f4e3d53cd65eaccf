"""Obstacles and what happens to bodies that touch them.

To add an obstacle, write one file like `sphere.py` (its spec, its shape, its two formulas, `register`) and
add it to `Obstacle`.
"""

from pliant.contact.box import Box
from pliant.contact.capsule import Capsule
from pliant.contact.combined import Difference, Intersection, SmoothUnion
from pliant.contact.cone import Cone
from pliant.contact.cylinder import Cylinder
from pliant.contact.dispatch import distance, distance_at, implicit, implicit_at
from pliant.contact.ellipsoid import Ellipsoid
from pliant.contact.fields import contact_field
from pliant.contact.hyperboloid import Hyperboloid
from pliant.contact.motion import Motion
from pliant.contact.pipe import Pipe
from pliant.contact.plane import Plane
from pliant.contact.responses import (
    Barrier,
    Cushion,
    ExponentialPenalty,
    Penalty,
    Projection,
    QuadraticPenalty,
    Response,
)
from pliant.contact.room import Room
from pliant.contact.sphere import Sphere
from pliant.contact.superquadric import Superquadric
from pliant.contact.terrain import Terrain
from pliant.contact.toroid import Toroid
from pliant.contact.torus import Torus
from pliant.contact.triangles import Mesh
from pliant.contact.union import Union

Obstacle = (
    Plane
    | Sphere
    | Ellipsoid
    | Box
    | Cylinder
    | Pipe
    | Cone
    | Capsule
    | Torus
    | Toroid
    | Hyperboloid
    | Superquadric
    | Terrain
    | Mesh
    | Room
    | Union
    | SmoothUnion
    | Intersection
    | Difference
)

# What is combined holds any obstacle, combined ones included; only here are all of them known.
for _combined in (Union, SmoothUnion, Intersection, Difference):
    _combined.model_rebuild(_types_namespace={"Obstacle": Obstacle})

__all__ = [
    "Barrier",
    "Box",
    "Capsule",
    "Cone",
    "Cushion",
    "Cylinder",
    "Difference",
    "Ellipsoid",
    "ExponentialPenalty",
    "Hyperboloid",
    "Intersection",
    "Mesh",
    "Motion",
    "Obstacle",
    "Penalty",
    "Pipe",
    "Plane",
    "Projection",
    "QuadraticPenalty",
    "Response",
    "Room",
    "SmoothUnion",
    "Sphere",
    "Superquadric",
    "Terrain",
    "Toroid",
    "Torus",
    "Union",
    "contact_field",
    "distance",
    "distance_at",
    "implicit",
    "implicit_at",
]
