"""Deformers: maps of space that any shape goes through, one after the other (`shape | twist(1) | taper(2)`).

To add one, write one file like `twist.py` and add it to `AnyDeformer`.
"""

from typing import Annotated

from pydantic import Field

from pliant.shapes.deformers.affine import Move, Rotate, Scale, move, rotate, rotate_degrees, scale
from pliant.shapes.deformers.bend import Bend, bend, bend_degrees
from pliant.shapes.deformers.deformer import Deformer
from pliant.shapes.deformers.ffd import FFD, ffd, lattice
from pliant.shapes.deformers.shear import Shear, shear
from pliant.shapes.deformers.taper import Taper, taper
from pliant.shapes.deformers.twist import Twist, twist, twist_degrees

AnyDeformer = Annotated[
    Taper | Twist | Bend | Shear | Scale | Rotate | Move | FFD, Field(discriminator="kind")
]

__all__ = [
    "FFD",
    "Bend",
    "Deformer",
    "Move",
    "Rotate",
    "Scale",
    "Shear",
    "Taper",
    "Twist",
    "bend",
    "bend_degrees",
    "ffd",
    "lattice",
    "move",
    "rotate",
    "rotate_degrees",
    "scale",
    "shear",
    "taper",
    "twist",
    "twist_degrees",
]
