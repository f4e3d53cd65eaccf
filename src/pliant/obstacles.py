"""Obstacles for scenes: ``pliant.obstacles.Sphere(radius=0.3)``."""

from pliant.contact import (
    Capsule,
    Cylinder,
    Ellipsoid,
    Hyperboloid,
    Mesh,
    Motion,
    Obstacle,
    Plane,
    Room,
    Sphere,
    Torus,
    Union,
)

__all__ = [
    "Capsule",
    "Cylinder",
    "Ellipsoid",
    "Hyperboloid",
    "Mesh",
    "Motion",
    "Obstacle",
    "Plane",
    "Room",
    "Sphere",
    "Torus",
    "Union",
]
