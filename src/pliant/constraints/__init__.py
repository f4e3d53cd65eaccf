"""Constraints that hold exactly, not by springs."""

from pliant.constraints.clamp import Clamp
from pliant.constraints.pin import Pin

Constraint = Pin | Clamp

__all__ = ["Clamp", "Constraint", "Pin"]
