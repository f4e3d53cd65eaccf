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

from pliant.integrators.bouncing import throw_back, velocities_before
from pliant.integrators.rates import Rates, hold, move, project, put
from pliant.integrators.spec import Feynman
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.compile import kernel
from pliant.numerics.layout import copy_halo
from pliant.solvers.cg import restrict_to

_HALF_STEP = 2.0  # what `history` says when `earlier_v` is v₋


class FeynmanStepper:
    """Steps one body; owns the arrays that a step needs."""

    def __init__(self, spec: Feynman, system: BodySystem):
        self.spec = spec
        self.system = system
        self._rates = Rates(system)
        self._force = system.layout.zeros(3)

    def step(self, state: BodyState, time: float, dt: float) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place."""
        system, halo, half = self.system, self.system.layout.halo, state.earlier_v
        goes_on = state.history[0] == _HALF_STEP
        before = velocities_before(system, state.v)
        if not goes_on:
            half[:] = state.v
        self._rates.force(system, state.x, state.v, time, dt, self._force)
        restrict_to(system.subspace(state), self._force)
        kick(half, state.v, self._force, system.inertia, system.shared_damping, dt, goes_on)
        hold(state.x, half, state.free, state.target, dt)
        hold(state.x, state.v, state.free, state.target, dt)
        move(state.x, half, dt, state.x)
        put(state.x, state.free, state.target)
        copy_halo(state.x, halo)
        project(system, state, self._force, dt, (half, state.v))
        copy_halo(half, halo)
        copy_halo(state.v, halo)
        state.history[0] = _HALF_STEP
        throw_back(system, state, before, dt, half, state.v)
        return StepReport(newton=0)


@kernel
def kick(half, v, force, mass, damping, dt, goes_on):
    """(2) for `half`, over half a step at the start; `v` is (3) for the end of the step."""
    step = dt if goes_on else 0.5 * dt
    ahead = 0.5 if goes_on else 1.0
    for c in range(3):
        for p in range(v.shape[1]):
            if mass[p] > 0.0:
                inertia, drag = mass[p] / step, 0.5 * damping[p]
                after = ((inertia - drag) * half[c, p] + force[c, p]) / (inertia + drag)
                v[c, p] = after + ahead * (after - half[c, p])
                half[c, p] = after
