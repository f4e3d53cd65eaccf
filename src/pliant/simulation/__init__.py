"""The step loop: from a scene to a recording."""

from pliant.simulation.run import record, simulate
from pliant.simulation.simulation import Simulation

__all__ = ["Simulation", "record", "simulate"]
