"""What moves as prescribed, whatever it meets: an obstacle that is a mesh, as a body without matter."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.point_layout import PointLayout


class Prescribed:
    """Steps an obstacle; `points(time)` are its vertices, (n, 3)."""

    changes = None

    def __init__(self, name: str, points: Callable[[float], np.ndarray], restitution: float = 0.0):
        self.restitution = restitution
        layout = PointLayout((len(points(0.0)),))
        self.system, self._points = BodySystem(name, layout, np.ones(layout.size)), points

    def state(self, time: float, dt: float) -> BodyState:
        """Where it is, and where it has to be after a step."""
        now, then = self._points(time).T, self._points(time + dt).T
        layout = self.system.layout
        x, target = layout.zeros(3), layout.zeros(3)
        x[:, layout.nodes], target[:, layout.nodes] = now, then
        state = BodyState.at(layout, x, (target - x) / dt)
        state.free[:] = 0.0
        state.target[:] = target
        return state

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        state.x[:] = state.target
        return StepReport()
