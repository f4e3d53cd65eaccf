"""What contact between bodies has done to their energy: by the impulses that they gave each other.

Velocities change by impulses J as in `impulses`, kinetic energy by J·v̄, v̄ the mean of a node's velocity before and
after; bodies that are stepped alone first and then brought apart have J = Δt F, and v̄ is the mean of the velocities
before and after *that*. Of two bodies, with what the barrier between them stores, E,

    impact = −Σ J·v̄ − ΔE − damping   of what presses and damps,     friction = −Σ J·v̄   of what rubs,          (1)

summed over both, and `damping` is Δt F·v of what damps. That the barrier has another stiffness in every step is its
own doing, and part of the impact.

Each body has half of these entries and of E; one that touches itself or an obstacle has all. What is left of the
work on it,

    Σ J·v̄ + ½(impact + friction + damping + ΔE) ,                                                              (2)

one has given to the other. On nodes that are held the work is done by what holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pliant.build.model import BodyModel
from pliant.collision.touches import Pair, Touches
from pliant.integrators.spec import BDF2, BackwardEuler, Static
from pliant.integrators.system import BodyState
from pliant.simulation.energy_balance.entries import Account, PairAccount
from pliant.simulation.lags import place

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

# What is kept in a body's memory of each that it has touched: J of what presses, rubs and damps, (3, 3, P).
_IMPULSES = "energy_balance/contact/"


def shares(stored: Mapping[Pair, float], body: str, bodies: Mapping[str, object]) -> float:
    """What a body has of what is stored between it and others [J]."""
    return sum(energy / _count(pair, bodies) for pair, energy in stored.items() if body in pair)


def _count(pair: Pair, bodies: Mapping[str, object]) -> int:
    """How many bodies share: one if it touches itself or an obstacle."""
    return len({name for name in pair if name in bodies})


def book_contacts(
    simulation: Simulation,
    accounts: Mapping[str, Account],
    before: Mapping[str, BodyState],
    end: float,
    dt: float,
) -> dict[Pair, float]:
    """Enter (1) and (2) of a step that has led from `before` to the time `end`; returns the impact of each pair."""
    pairs, state = simulation.state.pair_balance, simulation.state
    touches, stored = state.touches, state.touches.stored_between()
    for pair in touches.pairs():
        pairs.setdefault(pair, PairAccount())
    hulls = {*state.bodies, *(shell.id for shell in simulation.shells)}
    pairs = {pair: account for pair, account in pairs.items() if hulls.issuperset(pair)}
    if isinstance(simulation.parameters.integrator, Static):
        for pair, account in pairs.items():
            account.stored = stored.get(pair, 0.0)
        return {}
    impulses = {pair: _impulses(simulation, pair, touches, dt) for pair in pairs}
    mean = {
        body.name: _mean_velocity(simulation, body, before[body.name], impulses, dt)
        for body in simulation.model.bodies
        if any(body.name in pair for pair in pairs)
    }
    taken = {}
    for pair, account in pairs.items():
        work = {}
        for name, given in impulses[pair].items():
            work[name] = np.array([np.sum(one * mean[name]) for one in given])
            held = state.bodies[name].free == 0.0
            accounts[name].work -= float(np.sum(given[:, :, held] * mean[name][:, held]))
        moved = _given_by_shell(simulation, pair, touches, account, end, dt)
        pressed, rubbed, held = (-float(one) for one in sum(work.values(), moved))
        damped = dt * float(touches.of(pair).rubbing.power.sum())
        pressed += held - damped
        change = stored.get(pair, 0.0) - account.stored
        taken[pair] = pressed - change
        account.impact += pressed - change
        account.friction += rubbed
        account.damping += damped
        account.stored = stored.get(pair, 0.0)
        for name, done in work.items():
            accounts[name].impact += (pressed - change) / len(work)
            accounts[name].friction += rubbed / len(work)
            accounts[name].damping += damped / len(work)
            accounts[name].work += float(done.sum()) + (pressed + rubbed + damped) / len(work)  # (2)
    return taken


def _impulses(simulation: Simulation, pair: Pair, touches: Touches, dt: float) -> dict[str, np.ndarray]:
    """J (3, 3, P) on each body of a pair, of what presses, rubs and damps; bodies remember them."""
    found, touching = {}, touches.of(pair)
    for name, other in {pair[0]: pair[1], pair[1]: pair[0]}.items():
        if name not in simulation.state.bodies:
            continue
        layout, memory = simulation.model.body(name).layout, simulation.state.bodies[name].memory
        given = np.zeros((3, 3, layout.size))
        touching.add_forces(name, given)
        given *= dt
        kept = memory.setdefault(_IMPULSES + other, np.zeros_like(given))
        if simulation.reports[name].looks_back:
            given = (kept + 2.0 * given) / 3.0
        kept[...] = given
        found[name] = given
    return found


def _mean_velocity(
    simulation: Simulation,
    body: BodyModel,
    before: BodyState,
    impulses: Mapping[Pair, Mapping[str, np.ndarray]],
    dt: float,
) -> np.ndarray:
    """v̄ (3, P) of the nodes of a body."""
    after, mass = simulation.state.bodies[body.name], body.system.mass
    blows = simulation.reports[body.name].impulses
    v = after.v - sum(blow.kick for blow in blows if blow.kick is not None)
    if isinstance(simulation.parameters.integrator, BDF2 | BackwardEuler) and body.matter.relaxation is None:
        mean = 0.5 * (before.v + v)
    else:
        given = sum(both[body.name].sum(axis=0) for pair, both in impulses.items() if body.name in pair)
        mean = v - 0.5 * np.divide(given, mass, out=np.zeros_like(v), where=mass > 0.0)
    return np.where(after.free == 0.0, (after.x - before.x) / dt, mean)


def _given_by_shell(
    simulation: Simulation, pair: Pair, touches: Touches, account: PairAccount, end: float, dt: float
) -> np.ndarray:
    """Σ J·V on an obstacle that moves with V, of what presses, rubs and damps (3,) [J]."""
    shell = next((one for one in simulation.shells if one.id in pair), None)
    if shell is None or shell.id in simulation.state.bodies:
        return np.zeros(3)
    (body,), lags = (name for name in pair if name in simulation.state.bodies), simulation.state.lags
    way = (place(shell, lags, end) - place(shell, lags, end - dt)).T
    forces = np.zeros((3, *way.shape))
    touches.of(pair).add_forces(shell.id, forces)
    given = (forces * way).sum(axis=(1, 2))
    if simulation.reports[body].looks_back:
        given = (np.array(account.given) + 2.0 * given) / 3.0
    account.given = (float(given[0]), float(given[1]), float(given[2]))
    return given
