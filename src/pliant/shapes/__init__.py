"""Parametric rest shapes: points of a curve, a surface or a solid as a function of its grid parameters.

Every shape goes through deformers: `box(1, 1, 2) | twist_degrees(90) | taper(0.5)`. What there is, is listed in the
packages below.
"""

from pliant.shapes import curves, deformers, solids, surfaces
from pliant.shapes.curves import *  # noqa: F403
from pliant.shapes.deformers import *  # noqa: F403
from pliant.shapes.shape import Bounds, Shape, bounds
from pliant.shapes.solids import *  # noqa: F403
from pliant.shapes.surfaces import *  # noqa: F403

__all__ = ["Bounds", "Shape", "bounds"]
__all__ += curves.__all__
__all__ += deformers.__all__
__all__ += solids.__all__
__all__ += surfaces.__all__
