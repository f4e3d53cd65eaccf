"""Parametric rest shapes: points of a surface as a function of two grid parameters."""

from pliant.shapes.bezier import Bezier, bezier
from pliant.shapes.ellipsoid import Ellipsoid, ellipsoid
from pliant.shapes.rectangle import Rectangle, rectangle

SurfaceShape = Rectangle | Bezier | Ellipsoid

__all__ = ["Bezier", "Ellipsoid", "Rectangle", "SurfaceShape", "bezier", "ellipsoid", "rectangle"]
