"""Explicit central differences [000 (3.8.36)]: no system to solve, and a step that must be small.

x' = x + (f − e + (M/Δt − C/2) v) / (M/Δt² + C/(2Δt)) ,   v' = (x' − x)/Δt
"""

from __future__ import annotations

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.bouncing import throw_back, velocities_before
from pliant.integrators.semi_implicit import (
    add_momentum,
    external_force,
    finish,
    project_contacts,
    subtract,
    velocity_after,
)
from pliant.integrators.spec import Explicit
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.model.protocols import Room, StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.cg import restrict_to


class ExplicitStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = None

    def __init__(self, spec: Explicit, system: BodySystem):
        self.spec = spec
        self.system = system
        zeros = system.layout.zeros
        self._right, self._elastic, self._past = zeros(3), zeros(3), zeros(3)
        self._secant, self._room = system.make_matrix() if system.secants else None, Room()

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        system = self.system
        # The rate of deformation is that of the old velocity.
        copy_past(state.x, state.v, dt, self._past)
        copy_halo(self._past, system.layout.halo)
        memory, room, subspace = state.memory, self._room.anew(), system.subspace(state)
        step = StepContext(
            state.x, state.v, time, dt, self._past, dt, memory=memory, implicit=False, room=room
        )
        frozen = system.freeze(step, hands)
        external_force(frozen, state, self._right)
        if self._secant is not None:
            system.secants[0].assemble(state.x, self._secant)
            self._secant.multiply(state.x, self._elastic)
            subtract(self._right, self._elastic)
        add_momentum(self._right, state.v, system.mass, system.node_damping, dt)
        restrict_to(subspace, self._right)
        divide(self._right, system.mass, system.node_damping, dt)
        restrict_to(subspace, self._right)
        finish(state.x, state.v, self._right, state.free, state.target, self._past)
        impulses = project_contacts(system, state, self._past, dt)
        before = velocities_before(system, state.v)
        velocity_after(state.x, state.v, self._past, dt, system.layout.halo)
        impulses += throw_back(system, state, before, dt, state.v)
        state.history[0] = 0.0
        return StepReport(impulses=impulses, changing=frozen.changing)


@kernel
def copy_past(x, v, dt, out):
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, p] = x[c, p] - dt * v[c, p]


@kernel
def divide(right, mass, damping, dt):
    """right /= M/Δt² + C/(2Δt); places without mass stay where they are."""
    for c in range(3):
        for p in range(right.shape[1]):
            inertia = mass[p] / (dt * dt) + 0.5 * damping[p] / dt
            right[c, p] = right[c, p] / inertia if inertia > 0.0 else 0.0
