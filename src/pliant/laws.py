"""What large strains cost a material: ``pliant.Bulk(young=1e6, density=1e3, law=pliant.laws.Ogden())``."""

from pliant.model.laws import (
    Corotated,
    Custom,
    Metric,
    MooneyRivlin,
    NeoHookean,
    Ogden,
    StVenantKirchhoff,
)

__all__ = ["Corotated", "Custom", "Metric", "MooneyRivlin", "NeoHookean", "Ogden", "StVenantKirchhoff"]
