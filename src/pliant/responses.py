"""How bodies respond to obstacles: ``pliant.responses.Projection(strength=1)``."""

from pliant.contact import Barrier, ExponentialPenalty, Penalty, Projection, QuadraticPenalty, Response

__all__ = ["Barrier", "ExponentialPenalty", "Penalty", "Projection", "QuadraticPenalty", "Response"]
