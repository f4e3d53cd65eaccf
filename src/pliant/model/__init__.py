"""What is simulated: bodies, their materials and their nodes."""

from pliant.model.body import Surface
from pliant.model.bulk import Bulk, RawBulk, RawBulkNode
from pliant.model.look import Look
from pliant.model.material import Elastic, Material, Raw, RawNode, Sheet
from pliant.model.mesh import Mesh
from pliant.model.points import Curve, Solid
from pliant.model.presets import PRESETS
from pliant.model.rod import Cord, Rod
from pliant.model.selection import Selection

Body = Surface | Curve | Solid | Mesh

__all__ = [
    "PRESETS",
    "Body",
    "Bulk",
    "Cord",
    "Curve",
    "Elastic",
    "Look",
    "Material",
    "Mesh",
    "Raw",
    "RawBulk",
    "RawBulkNode",
    "RawNode",
    "Rod",
    "Selection",
    "Sheet",
    "Solid",
    "Surface",
]
