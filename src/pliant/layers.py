"""What layered bodies are layers of: ``pliant.layers.Ring(radius=0.5, count=10)``."""

from pliant.model.nets import Octasphere, Patch, Ring, Segment, Skin

__all__ = ["Octasphere", "Patch", "Ring", "Segment", "Skin"]
