"""What is simulated: bodies, their materials and their nodes."""

from pliant.model.body import Surface
from pliant.model.bulk import Bulk, RawBulk, RawBulkNode
from pliant.model.curve import Curve
from pliant.model.curve_presets import CURVE_PRESETS
from pliant.model.flow import (
    Arm,
    FourUnits,
    Frozen,
    Generalised,
    Maxwell,
    Plastic,
    Thermoplastic,
    Viscoplastic,
    Voigt,
)
from pliant.model.fracture import Fracture
from pliant.model.frame import MaterialFrame
from pliant.model.hybrid import Hybrid
from pliant.model.layered import Layered
from pliant.model.layers import Layers
from pliant.model.look import Look
from pliant.model.material import Elastic, Raw, RawNode, Sheet
from pliant.model.mesh import Mesh
from pliant.model.presets import PRESETS
from pliant.model.rigid import Rigid
from pliant.model.rod import Cord, Rod, Strip
from pliant.model.solid import Solid
from pliant.model.solid_presets import SOLID_PRESETS
from pliant.model.springs import SpringLink, Springs
from pliant.model.sticks import Sticks

# Names are unique among all of them: a scene file says `rope` and does not say of what.
ALL_PRESETS = {**PRESETS, **CURVE_PRESETS, **SOLID_PRESETS}

Body = Surface | Curve | Solid | Mesh | Layered | Rigid

__all__ = [
    "Arm",
    "Bulk",
    "Cord",
    "Curve",
    "Elastic",
    "FourUnits",
    "Fracture",
    "Frozen",
    "Generalised",
    "Hybrid",
    "Layered",
    "Layers",
    "Look",
    "MaterialFrame",
    "Maxwell",
    "Mesh",
    "Plastic",
    "Raw",
    "RawBulk",
    "RawBulkNode",
    "RawNode",
    "Rigid",
    "Rod",
    "Sheet",
    "Solid",
    "SpringLink",
    "Springs",
    "Sticks",
    "Strip",
    "Surface",
    "Thermoplastic",
    "Viscoplastic",
    "Voigt",
]
