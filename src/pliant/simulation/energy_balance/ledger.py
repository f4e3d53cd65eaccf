"""Book-keeping of energy: what every step has done to it.

Entries are explained in `entries`. There are two rules:

* What *acts over a step* has done the mean of its forces at both ends times the way between them, ½(f₀ + f₁)·(x₁ − x₀).
  That is of second order, so that for smooth motion the numerical entry shrinks with Δt, whatever the integrator; and a
  force that is far too stiff for the step has taken no more than there was: one that stops a node within it takes
  ½mv₀². (`powers`)
* *Impulses* change velocities, or positions, at once, and are booked by what a body has before and after: projections,
  restitution. So are the penalties of obstacles in steps of backward Euler and BDF2, which are stiff beside the step,
  by the momentum that they gave (`impulses`).

Where a blow begins or ends contact within a step, nobody knows when, and BDF2 goes on with backward Euler until it is
over: all that such steps lose is taken by the blow. So is what a barrier holds of nodes that have been thrown back.

Joints do the work of their forces along the ways of their points, which between bodies adds up to nothing. Hands move
evenly within a step, and their work is their mean force times their way; to what moves a node exactly, everything else
that acts on it is the force, and the change of its kinetic energy comes on top. What changes at once, between two
steps, is work done from outside. What flow takes in a step, and what a change of temperature gives, matter knows itself
(`inelastic.flow`).

Of bodies of sticks, and of the published variants, whose forces derive from no energy, only what acts from outside is
known: the rest is in the numerical entry. In a static step nothing depends on velocity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pliant.build.model import BodyModel
from pliant.collision.touches import Pair
from pliant.forces.hands import Hands
from pliant.integrators.implicit import BLOWN
from pliant.integrators.spec import BDF2, BackwardEuler, Static
from pliant.integrators.system import BodyState
from pliant.model.capabilities import Flows, those
from pliant.simulation import readings
from pliant.simulation.energy_balance.contacts import book_contacts, shares
from pliant.simulation.energy_balance.entries import (
    Account,
    Balance,
    PairAccount,
    balance,
    pair_balance,
    total,
)
from pliant.simulation.energy_balance.impulses import forget, rubbing
from pliant.simulation.energy_balance.obstacles import Taken, book_moved, stored_at
from pliant.simulation.energy_balance.powers import End, powers
from pliant.simulation.hands import hands_at

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation


def open_balance(simulation: Simulation) -> dict[str, Account]:
    """Accounts of all bodies that begin now."""
    accounts = {}
    for name, stored in _stored(simulation).items():
        energy = sum(stored.values())
        accounts[name] = Account(energy, energy, simulation.released(name))
        forget(simulation.state.bodies[name].memory)
    stored = simulation.state.touches.stored_between()
    simulation.state.pair_balance.clear()
    simulation.state.pair_balance.update({pair: PairAccount(energy) for pair, energy in stored.items()})
    return accounts


def read_balance(simulation: Simulation, accounts: Mapping[str, Account]) -> Balance:
    """The energy balance as it stands."""
    found, accounts_of_pairs = {}, dict(simulation.state.pair_balance)
    for name, stored in _stored(simulation).items():
        account = Account(**vars(accounts[name]))
        stored["contact"] -= account.forfeited
        account.meet(sum(stored.values()), simulation.released(name))
        found[name] = balance(account, stored)
    stored = defaultdict(float, simulation.state.touches.stored_between())
    for body in simulation.model.bodies:
        state, forfeited = simulation.state.bodies[body.name], accounts[body.name].forfeited
        for name, energy in stored_at(body, state, simulation.time, forfeited).items():
            stored[body.name, name] += energy
    for pair in (pair for pair, energy in stored.items() if energy):
        accounts_of_pairs.setdefault(pair, PairAccount())
    pairs = {pair: pair_balance(one, stored.get(pair, 0.0)) for pair, one in accounts_of_pairs.items()}
    return total(found, pairs)


def book(
    simulation: Simulation,
    accounts: Mapping[str, Account],
    before: Mapping[str, BodyState],
    time: float,
    dt: float,
    works: Mapping[str, float] | None = None,
) -> None:
    """Enter a step from `time` to `time + dt` that began with the states `before`, and in which joints did `works`."""
    pairs, bodies = simulation.state.pair_balance, simulation.state.bodies
    had = {pair: one.stored for pair, one in pairs.items()}
    begun = {body.name: shares(had, body.name, bodies) for body in simulation.model.bodies}
    left, obstacles = {}, {}
    for body in simulation.model.bodies:
        account, then, here = accounts[body.name], before[body.name], bodies[body.name]
        span = (time, time + dt)
        hands = [hands_at(body, simulation.state, now, span) for now in span]
        start, stored = energies(body, then, time, hands[0]), energies(body, here, time + dt, hands[1])
        start["contact"] -= account.forfeited
        account.meet(sum(start.values()) + begun[body.name], simulation.released(body.name))
        taken = Taken()
        for name, energy in stored_at(body, then, time, account.forfeited).items():
            taken.impact[name] += energy
        account.forfeited = _forfeited(simulation, body, stored["contact"], account.forfeited)
        for name, energy in stored_at(body, here, time + dt, account.forfeited).items():
            taken.impact[name] -= energy
        stored["contact"] -= account.forfeited
        left[body.name] = account.numerical
        account.impact -= stored["contact"] - start["contact"]
        account.work += (works or {}).get(body.name, 0.0)
        x, v = _book_impulses(simulation, account, body, here, (time + dt, dt), hands[1], taken)
        ends = (
            End(then.x, then.v, time, then.memory, hands[0]),
            End(x, v, time + dt, here.memory, hands[1]),
        )
        _book_powers(simulation, account, body, ends, then, here, dt, taken)
        for energy in those(body.elastic, Flows):
            viscous, plastic, warmed = energy.spent(then, here, dt)
            account.viscous += viscous
            account.plastic += plastic
            account.work += warmed
        account.last = sum(stored.values())
        account.steps += 1
        obstacles[body.name] = taken
    impacts = book_contacts(simulation, accounts, before, time + dt, dt)
    for body, taken in obstacles.items():
        impacts |= _book_obstacles(body, taken, pairs)
    has = {pair: one.stored for pair, one in pairs.items()}
    for name, account in accounts.items():
        account.last += shares(has, name, bodies)
        if _in_blow(simulation, name, before[name]):
            lost = account.numerical - left[name]
            account.impact += lost
            _share(lost, {pair: impacts[pair] for pair in impacts if name in pair}, pairs)


def _in_blow(simulation: Simulation, name: str, before: BodyState) -> bool:
    """Whether a step of BDF2 is one of backward Euler because of a blow."""
    blown = simulation.reports[name].blow or before.history[0] == BLOWN
    return blown and isinstance(simulation.parameters.integrator, BDF2)


def _book_obstacles(body: str, taken: Taken, pairs: dict[Pair, PairAccount]) -> dict[Pair, float]:
    """Enter what obstacles took by themselves in the accounts of pairs; returns the impact of each."""
    impacts = {}
    for name in taken.names():
        account = pairs.setdefault((body, name), PairAccount())
        account.friction += taken.friction[name]
        account.impact += taken.impact[name]
        account.damping += taken.damping[name]
        impacts[body, name] = taken.impact[name]
    return impacts


def _share(lost: float, taken: Mapping[Pair, float], pairs: Mapping[Pair, PairAccount]) -> None:
    """What a body has lost in a blow is shared by those that it hit, as they have taken."""
    sizes = {pair: abs(energy) for pair, energy in taken.items()}
    whole = sum(sizes.values())
    for pair, size in sizes.items():
        pairs[pair].impact += lost * size / whole if whole > 0.0 else 0.0


def _forfeited(simulation: Simulation, body: BodyModel, stored: float, before: float) -> float:
    """What barriers hold of nodes that have been thrown back, in this step or one before."""
    thrown = any(one.kick is not None for one in simulation.reports[body.name].impulses)
    leaves = thrown and any(bounce.restitution > 0.0 for bounce in body.system.bounces)
    return max(stored if leaves else min(before, stored), 0.0)


def _book_impulses(
    simulation: Simulation,
    account: Account,
    body: BodyModel,
    here: BodyState,
    moment: tuple[float, float],
    hands: Hands,
    taken: Taken,
) -> tuple[np.ndarray, np.ndarray]:
    """Enter what has happened at once at the end of a step of (end, length); positions and velocities before that."""
    time, dt = moment
    impulses, now = simulation.reports[body.name].impulses, body.system.at(time, here.memory, hands)
    states = [*((one.x, one.v) for one in impulses), (here.x, here.v)]
    had, losses = [now.energy(*state) for state in states] if impulses else [], []
    for impulse, first, last in zip(impulses, had, had[1:], strict=False):
        lost = first - last - impulse.rubbed
        losses.append((lost if impulse.gives else max(lost, 0.0), impulse.rubbed))
        account.impact += losses[-1][0]
        account.friction += impulse.rubbed
    book_moved(body, [*impulses, here], losses, dt, taken)
    return states[0]


def _book_powers(
    simulation: Simulation,
    account: Account,
    body: BodyModel,
    ends: tuple[End, End],
    before: BodyState,
    after: BodyState,
    dt: float,
    taken: Taken,
) -> None:
    """Enter what has acted over a step."""
    nodes, spec, (first, last) = body.system.layout.nodes, simulation.parameters.integrator, ends
    held = nodes[after.free[nodes] == 0.0]
    carried = held[(last.x[:, held] != first.x[:, held]).any(axis=0)]
    moved = last.x[:, carried] - first.x[:, carried]
    way = _anchors(last.hands) - _anchors(first.hands)
    found = [
        powers(body, end, other.x, h, forces=len(carried) > 0, still=isinstance(spec, Static))
        for end, other, h in ((first, last, -dt), (last, first, dt))
    ]
    for one in found:
        account.work += 0.5 * (dt * one.work + float(np.sum(one.pulls * way)))
        account.damping += 0.5 * dt * one.damping
        if one.forces is not None:
            account.work -= 0.5 * float(np.sum(one.forces[:, carried] * moved))
    squares = (after.v[:, held] ** 2 - before.v[:, held] ** 2).sum(axis=0)
    account.work += 0.5 * float(np.sum(body.system.mass[held] * squares))
    if body.matter.relaxation is None and isinstance(spec, BDF2 | BackwardEuler):
        report = simulation.reports[body.name]
        done = rubbing(body, before, after, last.time, dt, report.impulses, looks_back=report.looks_back)
        for name, one in done.items():
            account.work += one.work
            account.impact += one.contact
            account.friction += one.friction
            account.damping += one.damping
            taken.impact[name] += one.contact
            taken.friction[name] += one.friction
            taken.damping[name] += one.damping
    else:
        names = sorted({name for one in found for name in (*one.given, *one.pressing, *one.friction)})
        for name in names:
            pressed = 0.5 * dt * sum(one.given[name] - one.pressing[name] for one in found)
            rubbed = 0.5 * dt * sum(one.friction[name] for one in found)
            account.work += 0.5 * dt * sum(one.given[name] for one in found)
            account.impact += pressed
            account.friction += rubbed
            taken.impact[name] += pressed
            taken.friction[name] += rubbed


def energies(body: BodyModel, state: BodyState, time: float, hands: Hands) -> dict[str, float]:
    """What a body has [J]."""
    potential, contact = readings.potential(body, state, time, hands)
    stored, kinetic = readings.stored(body, state), readings.kinetic(body, state)
    return {"kinetic": kinetic, "elastic": stored, "potential": potential, "contact": contact}


def _stored(simulation: Simulation) -> dict[str, dict[str, float]]:
    state, time = simulation.state, simulation.time
    found, stored = {}, state.touches.stored_between()
    for body in simulation.model.bodies:
        found[body.name] = energies(body, state.bodies[body.name], time, hands_at(body, state, time))
        found[body.name]["contact"] += shares(stored, body.name, state.bodies)
    return found


def _anchors(hands: Hands) -> np.ndarray:
    """Where hands that pull are, (k, 3)."""
    return np.array([pull.anchor for pull in hands.grabs.pulls]).reshape(-1, 3)
