"""How positions change with parameters: derivatives of implicit steps, carried on from step to step.

A step ends where the gradient g of its incremental potential is zero. It depends on the end x₁, on the state s₀ where
the step begins and on the parameters p, and so does what follows from that:

    H dx₁ = −(∂g/∂s₀ ds₀ + ∂g/∂p dp) ,   dv₁ = (dx₁ − dx_ref)/h                                              (1)

with H = ∂g/∂x₁, the true Hessian. The right-hand side is a central difference of g alone along (ds₀, dp), of models on
either side of p: no run is repeated, and every law takes part that has a Hessian. Each parameter costs two gradients
and one linear solution a step.

What a state does not tell (friction, blows, what matter remembers, bodies that touch each other) has no such
derivatives here: then `tangents` answers None, and whole runs are compared instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pliant.build.model import BodyModel, Model, build, initial_state
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.system import BodyState
from pliant.numerics.grid_layout import copy_halo
from pliant.scene import Scene
from pliant.simulation import Simulation
from pliant.simulation.hands import hands_at
from pliant.simulation.steppers import make_steppers

_SOLVED = 1e-8  # relative residual of linear systems

Motion = dict[str, np.ndarray]  # by body: how positions change, (frames, nodes, 3)


def tangents(scene: Scene, sides: Sequence[tuple[Scene, Scene]], steps: int) -> list[Motion] | None:
    """For each parameter how the positions in every step of a run change from one side of it to the other.

    `sides` are the scenes with a little less and a little more of each parameter. None where (1) does not hold.
    """
    simulation = Simulation(scene)
    if not all(_is_told(body) for body in simulation.model.bodies):
        return None
    around = [tuple(_Side(build(side)) for side in pair) for pair in sides]
    middle = make_steppers(simulation.model)
    changes = [_start(simulation, pair) for pair in sides]
    names = [body.name for body in simulation.model.bodies]
    found: list[dict[str, list[np.ndarray]]] = [
        {name: [_nodes(simulation, name, change[name].x)] for name in names} for change in changes
    ]
    for _ in range(steps):
        before = {name: state.copy() for name, state in simulation.state.bodies.items()}
        simulation.step()
        if simulation.halvings or len(simulation.state.touches.names):
            return None
        for name in names:
            if not _carry_on(simulation, name, before[name], middle[name], around, changes):
                return None
            for one, change in zip(found, changes, strict=True):
                one[name].append(_nodes(simulation, name, change[name].x))
    return [{name: np.array(values) for name, values in one.items()} for one in found]


class _Side:
    """The model on one side of a parameter, with its steppers."""

    def __init__(self, model: Model):
        self.model, self.steppers = model, make_steppers(model)


def _is_told(body: BodyModel) -> bool:
    """Whether positions and velocities tell all there is."""
    system = body.system
    others = (system.secants, system.projections, system.bounces, system.following, system.flowing)
    return system.relaxation is None and system.framed is None and not any(others)


def _start(simulation: Simulation, pair: tuple[Scene, Scene]) -> dict[str, BodyState]:
    """How the states at the start change."""
    low, high = (build(side) for side in pair)
    change = {}
    for body in simulation.model.bodies:
        a, b = (initial_state(model.scene, model.body(body.name)) for model in (low, high))
        one = simulation.state.bodies[body.name].copy()
        for name in ("x", "v", "earlier_x", "earlier_v"):
            getattr(one, name)[:] = getattr(b, name) - getattr(a, name)
        change[body.name] = one
    return change


def _carry_on(
    simulation: Simulation,
    name: str,
    before: BodyState,
    middle: object,
    around: Sequence[Sequence[_Side]],
    changes: Sequence[dict[str, BodyState]],
) -> bool:
    """(1) for one body and all parameters; False where it does not hold."""
    report, after = simulation.reports[name], simulation.state.bodies[name]
    if report.blow or not isinstance(middle, ImplicitStepper):
        return False
    before.free[:], before.target[:] = after.free, after.target
    dt, second = simulation.parameters.dt, report.looks_back
    time = simulation.time - dt
    step = _Step(simulation, name, time, dt, second, after.x)
    potential = step.begin(simulation.model, middle, before)
    potential.assemble(psd=False)
    middle.solver.update()
    layout, h = middle.system.layout, 2.0 * dt / 3.0 if second else dt
    for pair, change in zip(around, changes, strict=True):
        one = change[name]
        slopes = []
        for side, sign in zip(pair, (-0.5, 0.5), strict=True):
            stepper = side.steppers[name]
            assert isinstance(stepper, ImplicitStepper)
            there = step.begin(side.model, stepper, _moved(before, one, sign))
            there.evaluate()
            slopes.append(there.vectors.gradient.copy())
        dx = layout.zeros(3)
        outcome = middle.solver.solve(potential.subspace, slopes[0] - slopes[1], dx, _SOLVED)
        if not outcome.converged:
            return False
        copy_halo(dx, layout.halo)
        reference = (4.0 * one.x - one.earlier_x) / 3.0 if second else one.x
        change[name] = replace(one, x=dx, v=(dx - reference) / h, earlier_x=one.x, earlier_v=one.v)
    return True


class _Step:
    """A step that was taken, to look at its potential again."""

    def __init__(
        self, simulation: Simulation, name: str, time: float, dt: float, second: bool, x: np.ndarray
    ):
        self._simulation, self._name, self._time, self._dt = simulation, name, time, dt
        self._second, self._x = second, x

    def begin(self, model: Model, stepper: ImplicitStepper, state: BodyState):
        """The potential at the end of the step."""
        hands = hands_at(model.body(self._name), self._simulation.state, self._time + self._dt)
        begun = stepper.begin(state, self._time, self._dt, self._second, hands)
        stepper.vectors.x[:] = self._x
        return stepper.potential(begun.frozen, state, begun.h)


def _moved(state: BodyState, change: BodyState, share: float) -> BodyState:
    names = ("x", "v", "earlier_x", "earlier_v")
    return replace(state, **{name: getattr(state, name) + share * getattr(change, name) for name in names})


def _nodes(simulation: Simulation, name: str, x: np.ndarray) -> np.ndarray:
    return simulation.model.body(name).layout.gather(x)
