"""Steps of rigid bodies.

A rigid body that nothing but weight acts upon goes as its equations say: the centre of mass along a parabola, and the
angular momentum L stays what it is. The turn R follows from the energy T = ½ Σ Lᵢ²/Jᵢ of the body's frame, which is
split into its three parts: each alone turns the body evenly about one of its axes [Touma & Wisdom 1994], and one after
the other, symmetrically, in seven stages of Yoshida's [1990] they are of order six. L in space stays exact, and T is
kept without drift.

Whatever else acts on a body, or touches or holds it, is solved for together: the body is then a member of an island as
all others are (`island`), whose nodes move by affine maps (`rigid_frame`) and keep the distances between its points of
mass exactly at the end of a step. There its velocities become again those of a rigid body, with the same momentum and
angular momentum.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.implicit import Begun, ImplicitStepper
from pliant.integrators.joints import Jointed
from pliant.integrators.rigid_frame import RigidFrame, Rigidity
from pliant.integrators.spec import BDF2, BackwardEuler, Static
from pliant.integrators.static import StaticStepper
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.compile import kernel
from pliant.solvers.cg import Subspace
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec

_ANGLE = 0.02  # [rad] by which a body turns at most in one of the parts of a step,
_MOST = 100_000  # and how many these are at most
_YIELDS = 1e-9  # of m·g·size: a torque of weights that is none

# Yoshida's sixth order, solution A.
_W1, _W2, _W3 = -1.17767998417887, 0.235573213359357, 0.784513610477560
_STAGES = np.array([_W3, _W2, _W1, 1.0 - 2.0 * (_W1 + _W2 + _W3), _W1, _W2, _W3])


class RigidStepper(ImplicitStepper):
    """Steps one rigid body: freely by itself, otherwise as a part of an island."""

    def __init__(self, spec: BDF2 | BackwardEuler, system: BodySystem):
        frame = system.frame
        assert frame is not None
        super().__init__(spec, system, RigidSolver(system.make_matrix(), frame))
        self.frame: RigidFrame = frame
        self._axes = np.linalg.eigh(frame.inertia)  # moments and axes (3, 3)

    def is_free(self, state: BodyState, time: float, dt: float, hands: Hands) -> bool:
        """Whether nothing but weight acts on the body in a step."""
        system, x = self.system, state.x
        known = len(system.weights) + len(system.supports)
        if hands is not NO_HANDS or system.forces or len(system.outside) > known or system.node_damping.any():
            return False
        force, torque = self.weight(state)
        if np.abs(torque).max() > _YIELDS * np.abs(force).max() * system.size:
            return False
        if not system.supports and not system.sweeps:
            return True
        end = self._after(state, dt)[0]
        for at, place in ((time, x), (time + dt, end)):
            supports = (system.energies[k] for k in system.supporting)
            if any(one.at(at, state.memory).stored(place) for one in supports):
                return False
        return not any(
            guard.limit(x - guard.drift[:, None], state.free, end - x + guard.drift[:, None])
            for guard in system.guards(time + dt, dt)
        )

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Let it go freely for a time dt."""
        x, v = self._after(state, dt)
        state.earlier_x[:], state.earlier_v[:] = state.x, state.v
        state.x[:], state.v[:] = x, v
        state.history[0] = 1.0
        return StepReport()

    def begin(self, state: BodyState, time: float, dt: float, second_order: bool, hands: Hands) -> Begun:
        """Prepare a step; the first guess is that it goes freely, as far as obstacles let it."""
        begun = super().begin(state, time, dt, second_order, hands)
        x = self.vectors.x
        x[:] = self._after(state, dt)[0]
        for guard in begun.frozen.guards:
            start = state.x + guard.drift[:, None]
            way = x - start
            guard.limit(start, state.free, way)
            x[:] = start + self.system.cut_alike(x - start, way)
        return begun

    def finish(self, state: BodyState, dt: float, begun: Begun, *rest: Any) -> StepReport:
        """Take the end of the step; velocities become those of a rigid body."""
        report = super().finish(state, dt, begun, *rest)
        if np.isfinite(state.x).all() and np.isfinite(state.v).all():
            frame = self.frame
            turn, center = frame.pose(state.x)
            velocity, spin = frame.momenta(state.x, state.v)
            state.x[:] = frame.placed(turn, center)
            state.v[:] = frame.velocities(state.x, turn, velocity, spin)
        return report

    def weight(self, state: BodyState) -> tuple[np.ndarray, np.ndarray]:
        """Force [N] and torque about the centre [N·m] of constant loads."""
        x, force, torque = state.x, np.zeros(3), np.zeros(3)
        center = x[:, self.frame.points].mean(axis=1)
        for nodes, pull in (load for energy in self.system.weights for load in energy.loads()):
            force += pull.sum(axis=1)
            torque += np.cross((x[:, nodes] - center[:, None]).T, pull.T).sum(axis=0)
        return force, torque

    def _after(self, state: BodyState, dt: float) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities (3, P) after a time dt in which nothing but weight acts."""
        frame, (moments, axes) = self.frame, self._axes
        turn, center = frame.pose(state.x)
        velocity, spin = frame.momenta(state.x, state.v)
        fall = self.weight(state)[0] / frame.mass
        angle = float(np.linalg.norm(spin)) / moments[0] * dt
        count = int(min(max(np.ceil(angle / _ANGLE), 1.0), _MOST))
        turned = turn @ axes
        turn_freely(turned, turned.T @ spin, moments, dt / count, count, _STAGES)
        turn = turned @ axes.T
        center = center + dt * velocity + 0.5 * dt * dt * fall
        x = frame.placed(turn, center)
        return x, frame.velocities(x, turn, velocity + dt * fall, spin)


class RigidStaticStepper(StaticStepper):
    """Puts one rigid body into equilibrium, always as a part of an island."""

    def __init__(self, spec: Static, system: BodySystem, solver: SolverSpec):
        super().__init__(spec, system, solver)
        assert system.frame is not None
        self.solver = RigidSolver(system.make_matrix(), system.frame)


def rigidity(system: BodySystem, number: int) -> Jointed | None:
    """What keeps a rigid body rigid within a step, of which it is the member of this number."""
    frame = system.frame
    if frame is None:
        return None
    one = np.ones(1)
    spots = [(number, frame.points[k : k + 1], one) for k in range(4)]
    return Jointed(f"rigid body {system.name}", Rigidity(frame.lengths), spots, np.zeros(0), holds=False)


@kernel
def turn_freely(turn, spin, moments, dt, count, stages):
    """Let a body turn by itself, `count` times dt: its axes in space are the columns of `turn`, L in them is `spin`."""
    for _ in range(count):
        for stage in range(stages.shape[0]):
            h = stages[stage] * dt
            turn_about(turn, spin, moments, 0, 0.5 * h)
            turn_about(turn, spin, moments, 1, 0.5 * h)
            turn_about(turn, spin, moments, 2, h)
            turn_about(turn, spin, moments, 1, 0.5 * h)
            turn_about(turn, spin, moments, 0, 0.5 * h)


@kernel
def turn_about(turn, spin, moments, k, h):
    """Turn evenly about axis k for a time h."""
    i, j = (k + 1) % 3, (k + 2) % 3
    angle = h * spin[k] / moments[k]
    c, s = np.cos(angle), np.sin(angle)
    for row in range(3):
        a, b = turn[row, i], turn[row, j]
        turn[row, i], turn[row, j] = c * a + s * b, c * b - s * a
    a, b = spin[i], spin[j]
    spin[i], spin[j] = c * a + s * b, c * b - s * a


class RigidSolver:
    """Solves with the matrix of a rigid body, within its affine maps: z = Q (QᵀA Q)⁻¹ Qᵀ r."""

    keeps_momentum, cycle = False, None

    def __init__(self, matrix: Any, frame: RigidFrame):
        self.spec, self.matrix, self._basis = SolverSpec(), matrix, frame.basis
        self._inverse = np.eye(12)

    def update(self) -> None:
        basis, size = self._basis, self._basis.shape[1]
        a, p, q = np.zeros((12, 12)), np.zeros((3, size)), np.zeros((3, size))
        for k in range(12):
            p.fill(0.0)
            p[k // 4] = basis[k % 4]
            self.matrix.multiply(p, q)
            a[:, k] = (q @ basis.T).ravel()
        self._inverse = np.linalg.inv(0.5 * (a + a.T))

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        self.apply(subspace, b, x)
        return Outcome(True, False, 1, 0.0)

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        z[:] = (self._inverse @ (r @ self._basis.T).ravel()).reshape(3, 4) @ self._basis
