"""Feynman's scheme, the leapfrog with the right start [003 (2.3)–(2.4)]: velocities half a step ahead of positions.

    v½ = v₀ + ½Δt a₀ ,   v₊ = v₋ + Δt a(xₙ) ,   xₙ₊₁ = xₙ + Δt v₊                                            (1)

where v₋, v₊ are the velocities at tₙ ∓ ½Δt. It is of second order, symplectic, and stable for ωΔt ≤ 2, with one
evaluation of the forces per step. (`explicit` is the same recurrence begun with v½ = v₀ + Δt a₀, which is of first
order.)

Forces that depend on the velocity want it at tₙ, which (1) does not have. An error of O(Δt²) in it is an error of
O(Δt³) in v₊, so that an estimate that is right to first order keeps the scheme at second order:

* Drag per node, −C v, takes the mean of v₋ and v₊ and is solved for v₊, node by node; it is stable for any C:

    (M/Δt + C/2) v₊ = (M/Δt − C/2) v₋ + f                                                                  (2)

* For everything else the acceleration of the step before goes on for half a step:

    vₙ = v₋ + ½Δt aₙ₋₁ = v₋ + ½(v₋ − v₋₋) = v(tₙ) + O(Δt²)                                                   (3)

  For v̇ = −γv alone this is the scheme of Adams and Bashforth, stable for γΔt ≤ 1.

(3) is also what a body's velocity is said to be. v₊ is kept beside it; after a jump of the forces or of Δt the scheme
starts again from vₙ, which is an error of O(Δt²) made once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.bouncing import throw_back, velocities_before
from pliant.integrators.rates import Rates, changing, explicit_step, project
from pliant.integrators.spec import Feynman
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.compile import kernel, uint
from pliant.numerics.grid_layout import copy_halo
from pliant.numerics.threads import by_rows, make_team
from pliant.solvers.cg import restrict_to

HALF_STEP = 2.0  # what `history` says when `earlier_v` is v₋


class FeynmanStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = ("x", "v", "earlier_v", "history")

    def __init__(self, spec: Feynman, system: BodySystem):
        self.spec = spec
        self.system = system
        self._rates = Rates(system)
        self._team = make_team(system.layout)
        self._force = system.layout.zeros(3)

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        system, halo, half = self.system, self.system.layout.halo, state.earlier_v
        goes_on = state.history[0] == HALF_STEP
        before = velocities_before(system, state.v)
        if not goes_on:
            half[:] = state.v
        step = explicit_step(state, time, dt)
        flowing = changing(system, step)
        self._rates.force(system, step, hands, self._force)
        if system.ties:
            restrict_to(system.subspace(state), self._force)
        nodes = Nodes(system.inertia, system.shared_damping, state.free, state.target)
        advance(self._team, state.x, state.v, half, self._force, nodes, dt, goes_on)
        copy_halo(state.x, halo)
        impulses = project(system, state, self._force, dt, (half, state.v))
        copy_halo(half, halo)
        copy_halo(state.v, halo)
        state.history[0] = HALF_STEP
        impulses += throw_back(system, state, before, dt, state.v, half)
        return StepReport(impulses=impulses, changing=flowing)


class Nodes(NamedTuple):
    """What the nodes weigh [kg], their drag [kg/s], which are free (P,), and where the others are put (3, P)."""

    mass: np.ndarray
    damping: np.ndarray
    free: np.ndarray
    target: np.ndarray


def _advance_places(team, arguments, chunk, row_0, row_1):
    """(1) with (2) for v₊, over half a step at the start; `v` is (3) for the end of the step.

    Pinned nodes move evenly to where they are put, and are there to the last bit.
    """
    x, v, half, force, nodes, dt, goes_on = arguments
    step = dt if goes_on else 0.5 * dt
    ahead = 0.5 if goes_on else 1.0
    for i in range(row_0, row_1):
        p = uint(i)
        if nodes.free[p] == 0.0:
            for c in range(3):
                half[c, p] = v[c, p] = (nodes.target[c, p] - x[c, p]) / dt
                x[c, p] = nodes.target[c, p]
        elif nodes.mass[p] > 0.0:
            inertia, drag = nodes.mass[p] / step, 0.5 * nodes.damping[p]
            share = 1.0 / (inertia + drag)
            for c in range(3):
                before = half[c, p]
                after = ((inertia - drag) * before + force[c, p]) * share
                v[c, p] = after + ahead * (after - before)
                half[c, p] = after
                x[c, p] += dt * after
        else:
            for c in range(3):
                x[c, p] += dt * half[c, p]


advance_places = by_rows(_advance_places)


@kernel
def advance(team, x, v, half, force, nodes, dt, goes_on):
    """A step of all nodes under the forces on them."""
    advance_places(team, (x, v, half, force, nodes, dt, goes_on), 0, 0, x.shape[1])
