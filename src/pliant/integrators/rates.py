"""The acceleration of a body at given positions and velocities: what the schemes that only evaluate forces share.

    a = M⁻¹ (f(x, v, t) − ∇E(x) − e_d(x, v) − C v)                                                          (1)

with the forces f, the drag C per node, and for the published variants K(x)x among the elastic forces. Some energies
know their force at velocities v, damping and all (`Energy.add_force`). To the others the damping of a material, e_d, is
known as a difference over an interval h, linear in the deformation q(x) − q(x − h v) (see `energies.metric`). Taken
over the intervals h and −h, the mean of the two is the central difference

    q̇ = (q(x + h v) − q(x − h v)) / 2h ,                                                                   (2)

exact for the metric, which is quadratic in x, and with h a thousandth of the step exact enough for the rest: the order
of a scheme is not touched. Nodes that are merged move with the sum of their forces over the sum of their masses.
"""

from __future__ import annotations

import numpy as np

from pliant.forces.hands import Hands
from pliant.integrators.semi_implicit import subtract
from pliant.integrators.system import BodyState, BodySystem, Impulse
from pliant.model.capabilities import Changing
from pliant.model.protocols import Energy, Room, StepContext
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo, fold_halo
from pliant.solvers.cg import restrict_to

_SHORT = 1e-3  # h of (2) over the step


class Rates:
    """Evaluates forces; owns the arrays that this needs."""

    def __init__(self, system: BodySystem):
        zeros = system.layout.zeros
        self._reference, self._elastic = zeros(3), zeros(3)
        self._secant, self._room = system.make_matrix() if system.secants else None, Room()

    def force(self, system: BodySystem, step: StepContext, hands: Hands, out: np.ndarray) -> None:
        """out = f − ∇E − e_d of (1) at a moment of a step: all but the drag."""
        x, v, h, others = step.x, step.v, _SHORT * step.dt, system.unknowing
        step = step._replace(room=self._room.anew())
        if system.damps_unknown:
            back, ahead = (step._replace(reference=self._reference, interval=i) for i in (-h, h))
            self._gradient(system, others, back, self._elastic)
            self._room.anew()
            self._gradient(system, others, ahead, out)
            negative_mean(out, self._elastic)
        elif others:
            collect(system, others, step, out)
            np.negative(out, out=out)
        else:
            out.fill(0.0)
        for energy in (*system.knowing, *hands.energies):
            energy.add_force(x, v, out)
        if system.forces or hands.forces:
            for force in system.freeze_forces(step, hands):
                force.add_force(x, v, out)
        if self._secant is not None:
            system.secants[0].assemble(x, self._secant)
            self._secant.multiply(x, self._elastic)
            subtract(out, self._elastic)

    def acceleration(
        self, system: BodySystem, state: BodyState, step: StepContext, hands: Hands, out: np.ndarray
    ) -> None:
        """out = a of (1); zero at pinned nodes."""
        self.force(system, step, hands, out)
        add_drag(out, step.v, system.node_damping)
        restrict_to(system.subspace(state), out)
        divide(out, system.inertia)

    def _gradient(
        self, system: BodySystem, energies: list[Energy], step: StepContext, out: np.ndarray
    ) -> None:
        """out = ∇E with the damping of a difference over `step.interval`."""
        move(step.x, step.v, -step.interval, step.reference)
        copy_halo(step.reference, system.layout.halo)
        collect(system, energies, step, out)


def collect(system: BodySystem, energies: list[Energy], step: StepContext, out: np.ndarray) -> None:
    """out = ∇E of some of a body's energies."""
    out.fill(0.0)
    for energy in energies:
        energy.freeze(step).add_gradient(step.x, out)
    fold_halo(out, system.layout.halo)


def explicit_step(state: BodyState, time: float, dt: float) -> StepContext:
    """A step from the state that only evaluates forces, at its beginning."""
    return StepContext(state.x, state.v, time, dt, state.x, dt, memory=state.memory, implicit=False)


def changing(system: BodySystem, step: StepContext) -> list[Changing]:
    """Matter that will remember a step that only evaluates forces."""
    return [energy.freeze(step) for energy in system.flowing]


def project(
    system: BodySystem, state: BodyState, before: np.ndarray, dt: float, velocities: tuple
) -> tuple[Impulse, ...]:
    """Contact by projection at the end of a step: what a node is moved by over Δt is added to the `velocities`."""
    if not system.projections:
        return ()
    before[:] = state.x
    impulse = Impulse(state.x.copy(), state.v.copy())
    for contact in system.projections:
        contact.apply(state.x, state.free)
    copy_halo(state.x, system.layout.halo)
    for v in velocities:
        add_difference(state.x, before, 1.0 / dt, v)
    return (impulse,)


@kernel
def move(x, v, step, out):
    """out = x + step·v."""
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, p] = x[c, p] + step * v[c, p]


@kernel
def negative_mean(a, b):
    """a = −(a + b)/2."""
    for c in range(3):
        for p in range(a.shape[1]):
            a[c, p] = -0.5 * (a[c, p] + b[c, p])


@kernel
def add_drag(force, v, damping):
    for c in range(3):
        for p in range(v.shape[1]):
            force[c, p] -= damping[p] * v[c, p]


@kernel
def divide(force, mass):
    """force /= M; places without mass stay where they are."""
    for c in range(3):
        for p in range(force.shape[1]):
            force[c, p] = force[c, p] / mass[p] if mass[p] > 0.0 else 0.0


@kernel
def add_difference(a, b, factor, out):
    for c in range(3):
        for p in range(a.shape[1]):
            out[c, p] += factor * (a[c, p] - b[c, p])


@kernel
def hold(x, v, free, target, dt):
    """Pinned nodes move evenly to where they are put at the end of the step."""
    for c in range(3):
        for p in range(x.shape[1]):
            if free[p] == 0.0:
                v[c, p] = (target[c, p] - x[c, p]) / dt


@kernel
def put(x, free, target):
    """Pinned nodes are where they are put, to the last bit."""
    for c in range(3):
        for p in range(x.shape[1]):
            if free[p] == 0.0:
                x[c, p] = target[c, p]
