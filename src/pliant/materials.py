"""Materials: presets by name (`pliant.materials.COTTON`) and the ways to describe one's own."""

from pliant.model.bulk import Bulk, RawBulk, RawBulkNode, SolidMaterial
from pliant.model.curve_presets import *  # noqa: F403
from pliant.model.hybrid import Hybrid
from pliant.model.layers import Layers
from pliant.model.material import Elastic, Material, Raw, RawNode, Sheet
from pliant.model.presets import *  # noqa: F403
from pliant.model.rod import Cord, CurveMaterial, Rod, Strip
from pliant.model.solid_presets import *  # noqa: F403
from pliant.model.springs import SpringLink, Springs
from pliant.model.sticks import Sticks

__all__ = [
    "Bulk",
    "Cord",
    "CurveMaterial",
    "Elastic",
    "Hybrid",
    "Layers",
    "Material",
    "Raw",
    "RawBulk",
    "RawBulkNode",
    "RawNode",
    "Rod",
    "Sheet",
    "SolidMaterial",
    "SpringLink",
    "Springs",
    "Sticks",
    "Strip",
]
__all__ += [name for name in dir() if name.isupper()]  # pyright: ignore[reportUnsupportedDunderAll]  (presets)
