"""Constraints that hold exactly, not by springs."""

from pliant.constraints.clamp import Clamp
from pliant.constraints.drive import Drive
from pliant.constraints.pin import Pin

Constraint = Pin | Clamp | Drive

__all__ = ["Clamp", "Constraint", "Drive", "Pin"]
