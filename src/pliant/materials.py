"""Materials: presets by name (`pliant.materials.COTTON`) and the ways to describe one's own."""

from pliant.model.material import Elastic, Material, Raw, RawNode, Sheet
from pliant.model.presets import (
    ALUMINIUM_FOIL,
    BRASS_SHIM,
    CARDBOARD,
    COTTON,
    DENIM,
    LATEX,
    LEATHER,
    MYLAR,
    PAPER,
    PRESETS,
    RUBBER_SHEET,
    SILK,
    SPRING_STEEL,
    WOOL,
)

__all__ = [
    "ALUMINIUM_FOIL",
    "BRASS_SHIM",
    "CARDBOARD",
    "COTTON",
    "DENIM",
    "LATEX",
    "LEATHER",
    "MYLAR",
    "PAPER",
    "PRESETS",
    "RUBBER_SHEET",
    "SILK",
    "SPRING_STEEL",
    "WOOL",
    "Elastic",
    "Material",
    "Raw",
    "RawNode",
    "Sheet",
]
