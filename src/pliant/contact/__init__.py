"""Obstacles and what happens to bodies that touch them.

To add an obstacle, write one file like `sphere.py` (its spec, its shape, its two formulas, `register`) and
add it to `Obstacle`.
"""

from pliant.contact.capsule import Capsule
from pliant.contact.cylinder import Cylinder
from pliant.contact.dispatch import distance, distance_at, implicit, implicit_at
from pliant.contact.ellipsoid import Ellipsoid
from pliant.contact.fields import contact_field
from pliant.contact.hyperboloid import Hyperboloid
from pliant.contact.motion import Motion
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
from pliant.contact.torus import Torus
from pliant.contact.triangles import Mesh
from pliant.contact.union import Union

Obstacle = Plane | Sphere | Ellipsoid | Cylinder | Capsule | Torus | Hyperboloid | Mesh | Room | Union

# A union holds any obstacle, other unions included; only here are all of them known.
Union.model_rebuild(_types_namespace={"Obstacle": Obstacle})

__all__ = [
    "Barrier",
    "Capsule",
    "Cushion",
    "Cylinder",
    "Ellipsoid",
    "ExponentialPenalty",
    "Hyperboloid",
    "Mesh",
    "Motion",
    "Obstacle",
    "Penalty",
    "Plane",
    "Projection",
    "QuadraticPenalty",
    "Response",
    "Room",
    "Sphere",
    "Torus",
    "Union",
    "contact_field",
    "distance",
    "distance_at",
    "implicit",
    "implicit_at",
]
