"""How bodies respond to obstacles: ``pliant.responses.Projection(strength=1)``."""

from pliant.contact import ExponentialPenalty, Penalty, Projection, QuadraticPenalty, Response

__all__ = ["ExponentialPenalty", "Penalty", "Projection", "QuadraticPenalty", "Response"]
