"""The semi-implicit step of the papers [002 (39)–(42), 000 (3.8.16)–(3.8.18)]: one linear system per step.

    A x' = g ,   A = K(x) + M/Δt² + C/(2Δt) ,   g = f + (M/Δt² + C/(2Δt)) x + (M/Δt − C/2) v ,   v' = (x' − x)/Δt

It is solved for the change Δ = x' − x, which is the same and rounds better:

    A Δ = f − e + (M/Δt − C/2) v .                                                                         (1)

For the published variants e = K(x)x and K is their secant matrix; f is taken at the old time; pinned nodes
are put back after the solve, as the original program does. For an energy (1) is one Newton step: e = ∇E(x)
and K is its positive semi-definite Hessian, and pinned nodes are held within the solve. K of the published
variants is indefinite under compression; where conjugate gradients meet a direction of negative curvature,
a sparse LU takes over for that step.
"""

from __future__ import annotations

import numpy as np

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.bouncing import throw_back, velocities_before
from pliant.integrators.spec import SemiImplicit
from pliant.integrators.system import BodyState, BodySystem, Frozen, Impulse, StepReport
from pliant.model.protocols import Room, StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.cg import Subspace
from pliant.solvers.direct import solve_direct
from pliant.solvers.solver import Solver

_TOLERANCE = 1e-6


class SemiImplicitStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = None

    def __init__(self, spec: SemiImplicit, system: BodySystem, solver: Solver):
        self.spec = spec
        self.system = system
        self.solver = solver
        zeros = system.layout.zeros
        self._elastic, self._right, self._change = zeros(3), zeros(3), zeros(3)
        self._past, self._room = zeros(3), Room()
        everywhere = np.ones(system.layout.size)
        self._unpinned = Subspace(everywhere, system.starts, system.members)

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        system, solver = self.system, self.solver
        layout, matrix = system.layout, solver.matrix
        # Within the solve the rate of deformation is that from the old positions to the new ones.
        room = self._room.anew()
        step = StepContext(state.x, state.v, time, dt, state.x, dt, memory=state.memory, room=room)
        frozen, published = system.freeze(step, hands), bool(system.secants)
        external_force(frozen, state, self._right)
        if published:
            system.secants[0].assemble(state.x, matrix)
            matrix.multiply(state.x, self._elastic)
            subtract(self._right, self._elastic)
        else:
            frozen.hessian(state.x, matrix, True)
        add_momentum(self._right, state.v, system.mass, system.node_damping, dt)
        matrix.add_multiple(system.mass, 1.0 / (dt * dt))
        matrix.add_multiple(system.node_damping, 0.5 / dt)
        subspace = self._unpinned if published else system.subspace(state)
        if not published:
            system.constrain(matrix, state)
        solver.update()
        outcome = solver.solve(subspace, self._right, self._change, _TOLERANCE)
        if outcome.indefinite and not outcome.converged:
            solve_direct(matrix, subspace, self._right, self._change, banded=False)
        finish(state.x, state.v, self._change, state.free, state.target, self._past)
        impulses = project_contacts(system, state, self._past, dt)
        before = velocities_before(system, state.v)
        velocity_after(state.x, state.v, self._past, dt, layout.halo)
        impulses += throw_back(system, state, before, dt, state.v)
        state.history[0] = 0.0
        return StepReport(
            1, outcome.iterations, converged=outcome.converged, impulses=impulses, changing=frozen.changing
        )


def external_force(frozen: Frozen, state: BodyState, out: np.ndarray) -> None:
    """out = f(x, v) − ∇E(x) at the old time (of energies other than secant forces, if there are any)."""
    frozen.gradient(state.x, out)
    np.negative(out, out=out)
    for force in frozen.forces:
        force.add_force(state.x, state.v, out)


def project_contacts(
    system: BodySystem, state: BodyState, past: np.ndarray, dt: float
) -> tuple[Impulse, ...]:
    """Contact by projection, after the solve and before the velocity is taken [000 §4.1.2]."""
    if not system.projections:
        return ()
    impulse = Impulse(state.x.copy(), (state.x - past) / dt)
    for contact in system.projections:
        contact.apply(state.x, state.free)
    return (impulse,)


@kernel
def subtract(a, b):
    for c in range(3):
        for p in range(a.shape[1]):
            a[c, p] -= b[c, p]


@kernel
def add_momentum(right, v, mass, damping, dt):
    """right += (M/Δt − C/2) v: 002 (41) prints 1/(2Δt) C, which has the wrong unit."""
    for c in range(3):
        for p in range(v.shape[1]):
            right[c, p] += (mass[p] / dt - 0.5 * damping[p]) * v[c, p]


@kernel
def finish(x, v, change, free, target, past):
    """past = x, then x += change; pinned nodes go where they are put."""
    for c in range(3):
        for p in range(x.shape[1]):
            past[c, p] = x[c, p]
            x[c, p] = x[c, p] + change[c, p] if free[p] != 0.0 else target[c, p]


@kernel
def velocity_after(x, v, past, dt, halo):
    copy_halo(x, halo)
    for c in range(3):
        for p in range(x.shape[1]):
            v[c, p] = (x[c, p] - past[c, p]) / dt
