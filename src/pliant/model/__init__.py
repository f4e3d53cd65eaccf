"""What is simulated: bodies, their materials and their nodes."""

from pliant.model.body import Body, Surface
from pliant.model.look import Look
from pliant.model.material import Elastic, Material, Raw, RawNode, Sheet
from pliant.model.presets import PRESETS
from pliant.model.selection import Selection

__all__ = [
    "PRESETS",
    "Body",
    "Elastic",
    "Look",
    "Material",
    "Raw",
    "RawNode",
    "Selection",
    "Sheet",
    "Surface",
]
