"""Jakobsen's step for bodies of sticks [000 §5.1]: Verlet's scheme, then the relaxation of all constraints.

    x* = x + Δt v' ,   (M/Δt + C/2) v' = (M/Δt − C/2) v + f(x, v, t) ,   x → relaxed x* ,   v = (x − x⁰)/Δt      (1)

with v Δt = x − x₋₁ this is x* = 2x − x₋₁ + Δt² f/M and the drag C, which makes nodes heavier within the relaxation, by
CΔt/2: sticks at rest then pull as hard as f. Forces and penalties other than the linear one are evaluated at the old
positions, so that they must be soft against M/Δt²; sticks, pins and obstacles may be as hard as they like. `substeps`
divide Δt: for compliant sticks that converges faster than more iterations do. See `relaxation` for what is done to the
sticks, and `contact.tangents` for the obstacles.

It steps bodies of sticks whatever the integrator of the scene is.
"""

from __future__ import annotations

from pliant.contact.tangents import Planes
from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.rates import Rates, explicit_step
from pliant.integrators.relaxation import Relaxation, Work, prepare, relax, take_torque_out
from pliant.integrators.semi_implicit import project_contacts, velocity_after
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.integrators.ties import bring_along
from pliant.numerics.compile import kernel
from pliant.solvers.cg import restrict_to


class StickStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = None

    def __init__(self, system: BodySystem, relaxation: Relaxation):
        self.system = system
        self._rates = Rates(system)
        self._force = system.layout.zeros(3)
        self._work = Work.room_for(relaxation.sticks, system.layout)
        self._planes = Planes.room_for(0)

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        relaxation = self.system.relaxation
        assert relaxation is not None
        most = self.system.layout.count * len(self.system.tangents)
        if len(self._planes.node) < most:
            self._planes = Planes.room_for(most)
        count = relaxation.substeps
        for k in range(count):
            self._substep(relaxation, state, time + k * dt / count, dt / count, 1.0 / (count - k), hands)
        state.history[0] = 0.0
        return StepReport(newton=0, linear=count * relaxation.iterations)

    def _substep(
        self, relaxation: Relaxation, state: BodyState, time: float, dt: float, share: float, hands: Hands
    ) -> None:
        """(1); pinned nodes go a `share` of the way to where they are put."""
        system, sticks, work, planes = self.system, relaxation.sticks, self._work, self._planes
        self._rates.force(system, explicit_step(state, time, dt), hands, self._force)
        restrict_to(system.subspace(state), self._force)
        predict(
            state.x,
            state.v,
            state.free,
            state.target,
            self._force,
            system.inertia,
            system.shared_damping,
            dt,
            share,
            work,
        )
        prepare(sticks, state.free, dt, work)
        planes.count[0] = 0
        for contact in system.tangents:
            contact.collect(state.x, work.before, work.weight, dt, planes)
        relax(sticks, planes, work, state.x, relaxation.iterations, dt)
        if relaxation.even:
            take_torque_out(work, state.x)
        bring_along(state.x, system.starts, system.members)
        project_contacts(system, state, work.before, dt)
        velocity_after(state.x, state.v, work.before, dt, system.layout.halo)


@kernel
def predict(x, v, free, target, force, mass, damping, dt, share, work):
    """x* of (1) in place of x and in `work.moved`; `work.before` is x⁰."""
    before, moved = work.before, work.moved
    for c in range(3):
        for p in range(x.shape[1]):
            before[c, p] = x[c, p]
            if free[p] == 0.0:
                x[c, p] = target[c, p] if share == 1.0 else x[c, p] + share * (target[c, p] - x[c, p])
            elif mass[p] > 0.0:
                inertia, drag = mass[p] / dt, 0.5 * damping[p]
                x[c, p] += dt * ((inertia - drag) * v[c, p] + force[c, p]) / (inertia + drag)
            moved[c, p] = x[c, p]
