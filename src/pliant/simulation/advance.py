"""How a step of the scene is taken: in one piece, or in shorter ones.

Pieces are the step Δt divided by a power of two, so that they fill it: frames stay at their times. A piece that goes
wrong, or is too coarse for what `Adaptive` asks, is taken back, and the next is half as long. Two halves that went well
are followed by a whole: at once if halves were taken because something went wrong, and if `Adaptive` decides, as soon
as both had little to spare. Its pieces are as long at the beginning of a step as they were at the end of the last one.

The local error of a piece of length h is told by positions and velocities at its ends alone, whatever the scheme,

    e = |x₁ − x₀ − ½h (v₀ + v₁)| ,                                                                            (1)

by how far what was moved is from the trapezium under the velocities. Of schemes of first order this is the error that
they make, ½h²|a|; of BDF2, with x₁ = (4x₀ − x₋₁)/3 + ⅔hv₁, it is (5/36) h³|ȧ|, five eighths of it.

BDF2 looks back one piece, which must be as long as the one that it takes. After halving, that is the middle of the last
piece, on the curve of third degree through its ends,

    x₋½ = ½(x₀ + x₋₁) − ⅛h (v₀ − v₋₁) ,   v₋½ = 3/2h (x₀ − x₋₁) − ¼(v₀ + v₋₁) ,                              (2)

and after two halves the beginning of the first one, so that its order stays. What has gone wrong, or
flows, begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pliant.build.model import BodyModel
from pliant.errors import SimulationError
from pliant.integrators.adaptive import Adaptive
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.spec import BDF2, ExplicitScheme
from pliant.integrators.system import BodyState
from pliant.model.capabilities import Flows, those
from pliant.simulation.energy_balance.ledger import book
from pliant.simulation.hands import hands_at, hold_nodes
from pliant.simulation.health import is_speed
from pliant.simulation.heating import begin_warming, end_warming
from pliant.simulation.joints import take_loads
from pliant.simulation.state import start_anew
from pliant.solvers.vectors import farthest

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

HALVINGS = 4  # how often the pieces of a step that goes wrong are halved, unless `Adaptive` says
_RUNAWAY = 20.0  # times the body's size: a node that moves farther in one piece has exploded
_SPARE = 0.1  # of what is allowed: pieces of twice the length have up to eight times the error

States = Mapping[str, BodyState]


class _Half(NamedTuple):
    """The first one of two pieces."""

    before: States
    load: float  # the error, as a part of what is allowed
    smooth: frozenset[str]  # bodies that were not stopped or thrown back


def advance(simulation: Simulation, time: float, dt: float) -> None:
    """Step all bodies from `time` by `dt`; what cannot be stepped is a `SimulationError`."""
    asked, state = simulation.parameters.adaptive, simulation.state
    finest = HALVINGS if asked is None else asked.halvings
    level = min(state.level, 0 if asked is None else finest)
    if level != state.level:
        _begin_anew(state.bodies)
    done, ticks, before = 0, 2**finest, simulation._saved
    half: _Half | None = None  # if the last piece was the first half of one of twice the length
    simulation.parts = 0
    while done < ticks:
        begin, h, span = time + dt * (done / ticks), dt / 2**level, ticks >> level
        fault, ways = _attempt(simulation, before, begin, h, last=level == finest)
        load = inf if fault is not None else 0.0 if asked is None else _load(simulation, asked, before, h)
        if level < finest and load > 1.0:
            for name, saved in before.items():
                state.bodies[name].copy_from(saved, simulation._changes(name))
            if fault is None:
                _look_back_half(simulation, h)
            else:
                simulation.halvings += 1
                _begin_anew(state.bodies)
            level, half = level + 1, None
        else:
            _take(simulation, before, ways, begin, h)
            done, simulation.parts = done + span, simulation.parts + 1
            if asked is None:
                while level > 0 and done % (ticks >> (level - 1)) == 0:
                    level -= 1
                    _begin_anew(state.bodies)  # the pieces before were of another length
            elif (done // span) % 2 == 1:
                half = _Half(before, load, _smooth(state.bodies))
            elif level > 0 and half is not None and max(load, half.load) <= _SPARE:
                _look_back_double(simulation, half)
                level, half = level - 1, None
        if done < ticks:
            before = {name: body.copy() for name, body in state.bodies.items()}
    state.level = level


def _load(simulation: Simulation, asked: Adaptive, before: States, h: float) -> float:
    """The worst of a piece, as a part of what is allowed."""
    worst = 0.0
    for body in simulation.model.bodies:
        state, was, nodes = simulation.state.bodies[body.name], before[body.name], body.layout.nodes
        if not simulation.reports[body.name].converged:
            return inf
        if asked.error is not None:
            off = state.x - was.x - 0.5 * h * (was.v + state.v)  # (1)
            error = np.sqrt((off * off).sum(axis=0)[nodes].max())
            worst = max(worst, float(error) / (asked.error * body.size))
        if asked.penetration is not None:
            for support in body.system.supports:
                deeper = support.depth(state.x) - support.depth(was.x)
                worst = max(worst, deeper / asked.penetration)
    return worst


def _look_back_half(simulation: Simulation, h: float) -> None:
    """Where second-order schemes look back, they look back half as far."""
    for body in simulation.model.bodies:
        state = simulation.state.bodies[body.name]
        if not _looks_back(simulation, body):
            start_anew(state)
            continue
        x, v, u, w = state.x, state.v, state.earlier_x, state.earlier_v
        middle = 0.5 * (x + u) - 0.125 * h * (v - w)  # (2)
        w[:] = 1.5 / h * (x - u) - 0.25 * (v + w)
        u[:] = middle


def _look_back_double(simulation: Simulation, half: _Half) -> None:
    """Second-order schemes look back to the beginning of the first half."""
    still = half.smooth & _smooth(simulation.state.bodies)
    for body in simulation.model.bodies:
        state, was = simulation.state.bodies[body.name], half.before[body.name]
        if body.name in still and _looks_back(simulation, body):
            state.earlier_x[:], state.earlier_v[:] = was.x, was.v
        else:
            start_anew(state)


def _looks_back(simulation: Simulation, body: BodyModel) -> bool:
    """Whether the next step of a body depends on the last one, by nothing but positions and velocities."""
    stepper = simulation._steppers[body.name]
    implicit = isinstance(stepper, ImplicitStepper) and isinstance(stepper.spec, BDF2)
    return implicit and not those(body.elastic, Flows)


def _smooth(bodies: States) -> frozenset[str]:
    return frozenset(name for name, state in bodies.items() if state.history[0] >= 1.0)


def _begin_anew(bodies: States) -> None:
    for state in bodies.values():
        start_anew(state)


def _attempt(
    simulation: Simulation, before: States, time: float, dt: float, last: bool
) -> tuple[BodyModel | None, dict[str, float]]:
    """Step all bodies; returns one that this went wrong for, and how far nodes went [m].

    If there is no shorter step, what goes wrong is an error.
    """
    model, state, ways = simulation.model, simulation.state, {}
    begin_warming(model, state, time)
    hold_nodes(model, state, time + dt)
    hands = {body.name: hands_at(body, state, time + dt) for body in model.bodies}
    simulation.reports = simulation._world.step(state.bodies, before, hands, time, dt, state.joints)
    if last:
        _require_way(simulation)
    for body in model.bodies:
        here, report = state.bodies[body.name], simulation.reports[body.name]
        ways[body.name] = way = farthest(here.x, before[body.name].x, body.layout.span)
        sound = way <= _RUNAWAY * body.size and is_speed(here.v, body.layout.span)
        if sound and (not report.stuck or (last and not report.entered and not report.unmet)):
            continue
        if not last:
            return body, ways
        if not sound:
            raise _failure(simulation, body, time, dt)
        raise _unmet(simulation, body, time) if report.unmet else _forced(simulation, body, time)
    return None, ways


def _take(simulation: Simulation, before: States, ways: Mapping[str, float], time: float, dt: float) -> None:
    """Go on from where a piece has ended."""
    state, far = simulation.state, simulation._farthest
    for body in simulation.model.bodies:
        here, report = state.bodies[body.name], simulation.reports[body.name]
        simulation.unconverged += not report.converged
        far[body.name] = far.get(body.name, 0.0) + ways[body.name]
        report.remember(here)
    state.touches = simulation._world.touches
    works = take_loads(simulation.model.joints, state.joints, simulation._world.loads)
    end_warming(simulation.model, state, dt)
    if state.energy_balance:
        book(simulation, state.energy_balance, before, time, dt, works)


# ---------------------------------------------------------------- what cannot be stepped


def _require_way(simulation: Simulation) -> None:
    """An obstacle goes its way whatever it meets: where what it meets cannot give way, the run ends."""
    for obstacle, bodies in simulation._world.blocked.items():
        step, others = simulation.state.step + 1, " and ".join(map(repr, bodies))
        raise SimulationError(
            f"obstacle {obstacle!r} cannot go on in step {step}: {others}, held by pins or by others, "
            "is in its way. Let it go round, or free what it meets. Everything recorded so far is kept.",
            body=bodies[0],
            step=step,
        )


def _forced(simulation: Simulation, body: BodyModel, time: float) -> SimulationError:
    step, obstacle = simulation.state.step + 1, simulation.reports[body.name].entered
    return SimulationError(
        f"body {body.name!r} is driven into obstacle {obstacle!r} in step {step} at t = {time:.4g} s by its "
        "pins or by what moves: nothing can give way. Everything recorded so far is kept.",
        body=body.name,
        step=step,
    )


def _unmet(simulation: Simulation, body: BodyModel, time: float) -> SimulationError:
    step, names = simulation.state.step + 1, " and ".join(map(repr, simulation.reports[body.name].unmet))
    return SimulationError(
        f"the constraint {names} cannot be met in step {step} at t = {time:.4g} s: it contradicts others, or "
        "something is in the way. Everything recorded so far is kept.",
        body=body.name,
        step=step,
    )


def _failure(simulation: Simulation, body: BodyModel, time: float, dt: float) -> SimulationError:
    step = simulation.state.step + 1
    cause = (
        "the published variants are unstable under compression and at large steps: use the variant 'exact'"
        if body.system.secants
        else "forces that are too large for the step of sticks: use a smaller dt or more of their `substeps`"
        if body.system.relaxation
        else "a step too large for an explicit scheme: use 'bdf2' or a smaller dt"
        if isinstance(simulation.parameters.integrator, ExplicitScheme)
        else "forces or stiffnesses that are too large for the step: use a smaller dt"
    )
    return SimulationError(
        f"body {body.name!r} exploded in step {step} at t = {time:.4g} s, also with dt reduced to "
        f"{dt:.3g} s. Likely cause: {cause}. Everything recorded so far is kept.",
        body=body.name,
        step=step,
    )
