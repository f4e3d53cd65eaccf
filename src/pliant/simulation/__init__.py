"""The step loop: from a scene to a recording."""

from pliant.scene.changes import RESTARTS as restarts
from pliant.scene.changes import can_continue, needs_restart
from pliant.simulation.run import record, simulate
from pliant.simulation.simulation import Simulation

__all__ = ["Simulation", "can_continue", "needs_restart", "record", "restarts", "simulate"]
