"""Static equilibrium: each step finds a minimum of the potential energy, downhill from the present shape.

    ∂E/∂x = f   at the nodes that are free                                                                     (1)

with the energies E of a body (elastic, gravity, springs, hands, contact) and the pushes f. There is no inertia, and
what depends on velocity does nothing: damping, drag, streams, friction, restitution. Velocities are zero afterwards.
Time passes only for what moves by itself, as hands and pinned nodes do, which are followed, and for matter that flows.

Newton's method takes the positive semi-definite Hessians H and searches along each correction until E has decreased
enough (Armijo); no correction moves a node farther than a part of the body's size, so that nothing jumps over an
obstacle. E may have directions in which nothing resists: a flat sheet across itself, a body that nothing holds. So

    (H + λM) d = f − ∂E/∂x                                                                                    (2)

with the masses M and a λ that is small against H, raised when a correction fails. A body that can move freely therefore
stays where it is and only changes its shape; one that gravity pulls and nothing holds has no equilibrium, which is an
error, and so is such a piece of a torn one. A step is solved when no node is pulled by more than `tolerance` times the
largest force there is.
"""

from __future__ import annotations

from math import inf

import numpy as np

from pliant.contact.energy import ContactEnergy
from pliant.errors import SimulationError
from pliant.forces.hands import GrabEnergy, PushForce
from pliant.forces.kernels import GravityEnergy, SpringEnergy
from pliant.integrators.implicit import add_step, correction_and_motion
from pliant.integrators.spec import Static
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.model.protocols import StepContext
from pliant.numerics.layout import copy_halo, fold_halo
from pliant.solvers.cg import restrict_to
from pliant.solvers.spec import SolverSpec
from pliant.solvers.spline import Solver
from pliant.solvers.vectors import dot

_ARMIJO = 1e-4
_ROUNDING = 1e-13  # of the energies: what is less cannot be told apart
_HALVINGS = 12
_REACH = 0.2  # of the body's size: how far a correction may go
_AWAY = 15.0  # sizes: what goes farther than this is not held
_SMALLEST, _LARGEST = 1e-11, 1e3  # λM over the mean of H's diagonal
_FIRMER = 1e4  # times as large is λ after a correction that failed
_NOISE = 1e-13  # times stiffness and size: forces that are nothing but rounding
_FORCING = 1e-3  # how far linear systems are solved, relative to their right-hand side
_SETTLING = 20  # times at most a step is solved again for matter whose flow derives from no energy
_DIRECT_UP_TO = 4000  # nodes: without inertia, systems are too badly conditioned for iterations


class StaticStepper:
    """Steps one body; owns the arrays that a step needs."""

    def __init__(self, spec: Static, system: BodySystem, solver: SolverSpec):
        if system.secants:
            raise SimulationError(
                f"body {system.name!r}: the published variants are secant forces without an energy, so there is none "
                "to be least; use the integrator 'semi_implicit' or an explicit one for them",
                body=system.name,
            )
        self.spec = spec
        self.system = system
        direct = solver.kind == "auto" and system.layout.count <= _DIRECT_UP_TO
        self.solver: Solver = system.make_solver(SolverSpec(kind="profile") if direct else solver)
        zeros = system.layout.zeros
        self._x, self._still = zeros(3), zeros(3)
        self._gradient, self._part, self._direction = zeros(3), zeros(3), zeros(3)

    def step(self, state: BodyState, time: float, dt: float) -> StepReport:
        """Put the state into equilibrium with what is around it at `time + dt`."""
        system, x = self.system, self._x
        self._require_hold(state)
        x[:] = np.where(state.free != 0.0, state.x, state.target)
        copy_halo(x, system.layout.halo)
        context = StepContext(state.x, self._still, time + dt, dt, state.x, inf, memory=state.memory, guess=x)
        for energy in system.energies:
            energy.begin_step(context)
        report = self._newton(state, x)
        for _ in range(_SETTLING):
            if system.settle(x, self.spec.tolerance):
                break
            report = report + self._newton(state, x)
        else:
            report.converged = False
        for values in (state.x, state.earlier_x):
            values[:] = x
        for values in (state.v, state.earlier_v, state.history):
            values.fill(0.0)
        return report

    def _require_hold(self, state: BodyState) -> None:
        """Gravity and pushes need something to act against, in every piece."""
        system, loose = self.system, self._is_loose(state)
        for energy in system.energies:
            if isinstance(energy, ContactEnergy):
                return
            if isinstance(energy, GrabEnergy):
                for pull in energy.pulls:
                    loose[system.pieces[pull.held.nodes]] = False
            if isinstance(energy, SpringEnergy):
                loose[system.pieces[energy.nodes]] = False
        if not loose.any():
            return
        thrusts = [one for force in system.forces if isinstance(force, PushForce) for one in force.thrusts]
        self._refuse("a push", loose, [(nodes, forces) for nodes, forces in thrusts])
        nodes = system.layout.nodes
        weights = [energy.weight for energy in system.energies if isinstance(energy, GravityEnergy)]
        self._refuse("gravity", loose, [(nodes, weight[:, nodes]) for weight in weights])

    def _refuse(self, what: str, loose: np.ndarray, loads: list[tuple[np.ndarray, np.ndarray]]) -> None:
        """Forces (3, k) on nodes (k,) of pieces that nothing holds, (pieces,), are an error."""
        system = self.system
        total = np.zeros((3, len(loose)))
        for nodes, forces in loads:
            np.add.at(total.T, system.pieces[nodes], forces.T)
        fallen = np.flatnonzero(loose & total.any(axis=0))
        if len(fallen):
            raise SimulationError(
                f"{self._named(fallen[0])} has no static equilibrium: nothing holds it against {what}. "
                "Pin it, put something under it, or use another integrator",
                body=system.name,
            )

    def _is_loose(self, state: BodyState) -> np.ndarray:
        """Which pieces have no pinned node, (pieces,)."""
        nodes, piece = self.system.layout.nodes, self.system.pieces
        loose = np.ones(piece.max() + 1, dtype=bool)
        loose[piece[nodes[state.free[nodes] == 0.0]]] = False
        return loose

    def _named(self, piece: int) -> str:
        """A piece in words."""
        system = self.system
        sizes = np.bincount(system.pieces[system.layout.nodes])
        if len(sizes) == 1:
            return f"body {system.name!r}"
        count = "one node" if sizes[piece] == 1 else f"{sizes[piece]} nodes"
        return f"a piece of {count} of body {system.name!r}"

    def _newton(self, state: BodyState, x: np.ndarray) -> StepReport:
        system, solver = self.system, self.solver
        layout, matrix = system.layout, solver.matrix
        gradient, direction = self._gradient, self._direction
        subspace = system.subspace(state)
        inert = system.mass / system.mass[layout.nodes].mean()
        report, firmness = StepReport(converged=False), _SMALLEST
        value, noise, scale = self._potential(x, gradient)
        first = scale
        restrict_to(subspace, gradient)
        for _ in range(self.spec.newton_iterations):
            pull = _longest(gradient, layout.nodes)
            if pull <= self.spec.tolerance * max(scale, first):
                report.converged = True
                break
            system.hessian(x, matrix, True)
            stiffness = float(matrix.own[:, layout.nodes].mean())
            if pull <= _NOISE * stiffness * system.size:
                report.converged = True
                break
            matrix.add_multiple(inert, firmness * (stiffness if stiffness > 0.0 else 1.0))
            system.constrain(matrix, state)
            solver.update()
            np.negative(gradient, out=gradient)
            report.linear += solver.solve(subspace, gradient, direction, _FORCING).iterations
            report.newton += 1
            slope = -dot(gradient, direction, layout.span)
            length = _longest(direction, layout.nodes)
            fraction = min(1.0, _REACH * system.size / length) if length > 0.0 else 1.0
            whole, shorter = fraction == 1.0, 0
            for shorter in range(_HALVINGS):  # noqa: B007  (how often it was halved)
                add_step(x, direction, fraction)
                copy_halo(x, layout.halo)
                after, noise_after, scale_after = self._potential(x, gradient)
                if after <= value + _ARMIJO * fraction * slope + _ROUNDING * max(noise, noise_after):
                    value, noise, scale = after, noise_after, scale_after
                    break
                add_step(x, direction, -fraction)
                copy_halo(x, layout.halo)
                fraction *= 0.5
                report.backtracks += 1
            else:
                if firmness >= _LARGEST:
                    break
                firmness = min(_FIRMER * firmness, _LARGEST)
                self._potential(x, gradient)
                restrict_to(subspace, gradient)
                continue
            restrict_to(subspace, gradient)
            if shorter > 1:  # where little resists, corrections are too long by that factor
                firmness = min(firmness * 2.0**shorter, _LARGEST)
            elif whole and shorter == 0:
                firmness = max(0.2 * firmness, _SMALLEST)
            _, away = correction_and_motion(direction, x, state.x, layout.span)
            if away > _AWAY * system.size:
                self._require_near(state, x)
        return report

    def _require_near(self, state: BodyState, x: np.ndarray) -> None:
        """A piece without a pin that has gone far away will go on for ever."""
        nodes, size = self.system.layout.nodes, self.system.size
        piece = self.system.pieces[nodes]
        away = np.linalg.norm(x[:, nodes] - state.x[:, nodes], axis=0) * self._is_loose(state)[piece]
        farthest = int(np.argmax(away))
        if away[farthest] > _AWAY * size:
            raise SimulationError(
                f"{self._named(piece[farthest])} finds no static equilibrium: it has gone {away[farthest]:.3g} m, and "
                "nothing has stopped it. Pin it, or put something under it",
                body=self.system.name,
            )

    def _potential(self, x: np.ndarray, gradient: np.ndarray) -> tuple[float, float, float]:
        """E − f·x and its gradient; the sizes of the energies added up; the largest force of one part at a node [N]."""
        system, part = self.system, self._part
        gradient.fill(0.0)
        value, noise, scale = 0.0, 0.0, 0.0
        for energy in system.energies:
            part.fill(0.0)
            one = energy.add_gradient(x, part)
            value, noise = value + one, noise + abs(one)
            fold_halo(part, system.layout.halo)
            scale = max(scale, _longest(part, system.layout.nodes))
            gradient += part
        for force in system.forces:
            if isinstance(force, PushForce):
                for nodes, forces in force.thrusts:
                    gradient[:, nodes] -= forces  # every node is named once
                    one = float(np.sum(forces * x[:, nodes]))
                    value, noise = value - one, noise + abs(one)
                    scale = max(scale, float(np.linalg.norm(forces, axis=0).max(initial=0.0)))
        return value, noise, scale


def _longest(a: np.ndarray, nodes: np.ndarray) -> float:
    """The length of the longest vector of nodes."""
    return float(np.sqrt((a[:, nodes] ** 2).sum(axis=0).max(initial=0.0)))
