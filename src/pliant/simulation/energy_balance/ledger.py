"""Book-keeping of energy: what every step has done to it.

Entries are explained in `entries`. Forces that do work or dissipate are integrated over each step by a rule
that is at least as accurate as the integrator, so that for smooth motion the numerical entry shrinks with Δt at its
order; and as robust, so that a force that is far too stiff for the step enters what it has taken and not more:

| scheme | rule | order |
|---|---|---|
| backward Euler, semi-implicit, sticks, a first step of BDF2 | force at the end times the mean velocity | 1 |
| BDF2 | trapezoid; damping in the matter by the mean rate of deformation | 2 |
| explicit schemes | Simpson's, with the cubic through both ends in the middle | 4 |

A force F that has stopped a node within a step, F Δt = −m v₀, has by the first rule taken F·½(v₀ + v₁)Δt = −½mv₀²:
this is how impacts are booked, as what penalties took and do not store; in the steps of backward Euler and BDF2 to
the last bit (`simulation.energy_balance.impulses`). In the middle of a step

    x = ½(x₀ + x₁) + ⅛Δt(v₀ − v₁) ,   v = 3(x₁ − x₀)/2Δt − ¼(v₀ + v₁)                                        (1)

both to fourth order, and what matter remembers likewise, from its rates where they are slow beside the step. Hands move
evenly within a step, and their work is the mean force times their way; to what moves a node exactly, everything else
that acts on it is the force, and the change of its kinetic energy comes on top. What changes at once, between two
steps, is work done from outside. What flow takes in a step, and what a change of temperature gives, matter counts by
itself (`inelastic.flow`, `heating`).

Of bodies of sticks, and of the published variants, whose forces derive from no energy, only what acts from outside is
known: the rest is in the numerical entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pliant.build.model import BodyModel
from pliant.contact.fields import field_at
from pliant.energies.heat import TEMPERATURE, temperatures
from pliant.inelastic.flow import DISSIPATED as FLOWN
from pliant.integrators.spec import BDF2, BackwardEuler, ExplicitScheme
from pliant.integrators.system import BodyState
from pliant.model.capabilities import Flows, those
from pliant.model.protocols import StepContext
from pliant.simulation import readings
from pliant.simulation.energy_balance.entries import Account, Balance, balance, total
from pliant.simulation.energy_balance.impulses import blank, rubbing
from pliant.simulation.energy_balance.powers import Moment, Powers, internal_work, powers, still
from pliant.simulation.hands import place_hands

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

_SHORT = 1e-3  # the interval over which rates of deformation are taken, over the step


def open_balance(simulation: Simulation) -> dict[str, Account]:
    """Accounts of all bodies that begin now."""
    accounts = {}
    for name, stored in _stored(simulation).items():
        energy = sum(stored.values())
        accounts[name] = Account(energy, energy, simulation.released(name))
        simulation.state.bodies[name].memory.update(blank(simulation.model.body(name)))
    return accounts


def read_balance(simulation: Simulation, accounts: Mapping[str, Account]) -> Balance:
    """The energy balance as it stands."""
    found = {}
    for name, stored in _stored(simulation).items():
        account = Account(**vars(accounts[name]))
        account.meet(sum(stored.values()), simulation.released(name))
        found[name] = balance(account, stored)
    return total(found)


def book(
    simulation: Simulation,
    accounts: Mapping[str, Account],
    before: Mapping[str, BodyState],
    time: float,
    dt: float,
) -> None:
    """Enter a step from `time` to `time + dt` that began with the states `before`."""
    model, state = simulation.model, simulation.state
    place_hands(model, state, time)
    start = {body.name: energies(body, before[body.name]) for body in model.bodies}
    anchors = {body.name: _anchors(body) for body in model.bodies}
    moved = {body.name: _stored_at(body, before[body.name], time) for body in model.bodies}
    for name, stored in start.items():
        accounts[name].meet(sum(stored.values()), simulation.released(name))
    samples = {body.name: [] for body in model.bodies}
    for share in (0.0, 0.5, 1.0):
        place_hands(model, state, time + share * dt)
        for body in model.bodies:
            here, then = state.bodies[body.name], before[body.name]
            weight = _rule(simulation, body, then)[share]
            _even_hands(simulation, body, time, dt)
            if weight:
                moment = _moment(simulation, body, then, here, time, dt, share)
                forces = bool(len(_carried(body, then, here)))
                samples[body.name].append((weight, powers(body, moment, forces=forces)))
    for body in model.bodies:
        here, then, account = state.bodies[body.name], before[body.name], accounts[body.name]
        stored = energies(body, here)
        way = _anchors(body) - anchors[body.name]
        by_rates = _rule(simulation, body, then) is _TRAPEZOID
        _enter(account, body, then, here, dt, samples[body.name], way, by_rates)
        if _by_impulses(simulation, body):
            shifted = start[body.name]["contact"] - moved[body.name]
            done = rubbing(body, then, here, time, dt, looks_back=_looks_back(simulation, body, then))
            account.work += done.work - shifted
            account.impact += done.contact - shifted
            account.friction += done.friction
        else:
            account.friction += sum(weight * dt * found.friction for weight, found in samples[body.name])
            account.impact -= sum(weight * dt * found.contact for weight, found in samples[body.name])
        account.impact -= stored["contact"] - start[body.name]["contact"]
        account.last = sum(stored.values())
        account.steps += 1


def _enter(
    account: Account,
    body: BodyModel,
    before: BodyState,
    after: BodyState,
    dt: float,
    samples: list[tuple[float, Powers]],
    way: np.ndarray,
    by_rates: bool,
) -> None:
    """Add what a step has done, but for what is stored; damping in the matter by the samples, or by mean rates."""
    if by_rates:
        account.damping += internal_work(body, before, after, dt)
    carried = _carried(body, before, after)
    moved = after.x[:, carried] - before.x[:, carried]
    for weight, found in samples:
        account.work += weight * (dt * found.work + float(np.sum(found.pulls * way)))
        account.damping += weight * dt * (found.damping + (0.0 if by_rates else found.internal))
        if found.forces is not None:
            account.work -= weight * float(np.sum(found.forces[:, carried] * moved))
    held = body.layout.nodes[after.free[body.layout.nodes] == 0.0]
    squares = (after.v[:, held] ** 2 - before.v[:, held] ** 2).sum(axis=0)
    account.work += 0.5 * float(np.sum(body.system.mass[held] * squares))
    account.impact += body.system.lost
    account.friction += body.system.rubbed
    for name, values in after.memory.items():
        if name.endswith(f"/{FLOWN}"):
            viscous, plastic, given = values - before.memory[name]
            account.viscous += float(viscous)
            account.plastic += float(plastic)
            account.work += float(given)


# ---------------------------------------------------------------- states


def energies(body: BodyModel, state: BodyState) -> dict[str, float]:
    """What a body has [J]; hands have been placed."""
    nodes = body.layout.nodes
    return {
        "kinetic": 0.5 * float(np.sum(body.system.mass[nodes] * state.v[:, nodes] ** 2)),
        "elastic": readings.stored(body, state),
        "potential": sum(energy.stored(state.x) for energy in (*body.around.loads, body.grabs)),
        "contact": sum(energy.stored(state.x) for energy in body.around.contacts),
    }


def _stored_at(body: BodyModel, state: BodyState, time: float) -> float:
    """What the penalties of obstacles have stored where these are at a time [J]."""
    total = 0.0
    for contact in body.system.supports:
        field = contact.field
        if contact.motion is not None:
            contact.field = field_at(field, contact.motion, time)
        total += contact.stored(state.x)
        contact.field = field
    return total


def _stored(simulation: Simulation) -> dict[str, dict[str, float]]:
    place_hands(simulation.model, simulation.state, simulation.time)
    return {body.name: energies(body, simulation.state.bodies[body.name]) for body in simulation.model.bodies}


def _anchors(body: BodyModel) -> np.ndarray:
    """Where hands that pull are, (k, 3)."""
    return np.array([pull.anchor for pull in body.grabs.pulls]).reshape(-1, 3)


def _even_hands(simulation: Simulation, body: BodyModel, time: float, dt: float) -> None:
    """Dampers see hands move evenly over the step: at the moment when one sets out, its own velocity is a jump."""
    holds = [
        hold for hold in simulation.state.holds.values() if hold.body == body.name and hold.damping > 0.0
    ]
    body.dampers.dampers[:] = [
        damper._replace(velocity=(hold.place(time + dt) - hold.place(time)) / dt)
        for damper, hold in zip(body.dampers.dampers, holds, strict=True)
    ]


def _carried(body: BodyModel, before: BodyState, after: BodyState) -> np.ndarray:
    """The places of nodes that are held exactly and have moved."""
    nodes = body.layout.nodes
    moved = (after.x[:, nodes] != before.x[:, nodes]).any(axis=0)
    return nodes[moved & (after.free[nodes] == 0.0)]


# ---------------------------------------------------------------- rules

_BACKWARD = {0.0: 0.0, 0.5: 0.0, 1.0: 1.0}
_TRAPEZOID = {0.0: 0.5, 0.5: 0.0, 1.0: 0.5}
_SIMPSON = {0.0: 1 / 6, 0.5: 2 / 3, 1.0: 1 / 6}


def _by_impulses(simulation: Simulation, body: BodyModel) -> bool:
    """Whether obstacles are booked by their impulses."""
    return body.matter.relaxation is None and isinstance(
        simulation.parameters.integrator, BDF2 | BackwardEuler
    )


def _looks_back(simulation: Simulation, body: BodyModel, before: BodyState) -> bool:
    """Whether a step was one of BDF2, and not begun anew or taken again by backward Euler."""
    second = isinstance(simulation.parameters.integrator, BDF2)
    return second and before.history[0] == 1.0 and not body.system.blow


def _rule(simulation: Simulation, body: BodyModel, before: BodyState) -> dict[float, float]:
    """Weights of the beginning, the middle and the end of a step."""
    integrator = simulation.parameters.integrator
    if body.matter.relaxation is not None:
        return _BACKWARD
    if isinstance(integrator, ExplicitScheme):
        return _SIMPSON
    second = _looks_back(simulation, body, before) and not body.system.bounces
    return _TRAPEZOID if second else _BACKWARD


def _moment(
    simulation: Simulation,
    body: BodyModel,
    before: BodyState,
    after: BodyState,
    time: float,
    dt: float,
    share: float,
) -> Moment:
    """The body at a share of the step, as the integrator has seen it."""
    rule, now = _rule(simulation, body, before), time + share * dt
    if share == 0.5:
        x = 0.5 * (before.x + after.x) + 0.125 * dt * (before.v - after.v)  # (1)
        v = 1.5 / dt * (after.x - before.x) - 0.25 * (before.v + after.v)
        memory = _memory_between(body, before, after, dt)
    else:
        state = before if share == 0.0 else after
        x, v, memory = state.x, state.v, state.memory
    if rule is _SIMPSON:
        frozen = StepContext(x, v, now, dt, x, dt, memory=memory, implicit=False)
        return Moment(x, v, v, frozen, _around(x, v, now, dt, memory))
    if share == 0.0:
        frozen = StepContext(
            before.earlier_x, before.earlier_v, now, dt, x, dt, memory=memory, implicit=False
        )
        return Moment(x, v, v, frozen, _around(x, v, now, dt, memory))
    frozen = StepContext(before.x, before.v, now, dt, before.x, dt, memory=memory, implicit=False)
    if rule is _TRAPEZOID:
        reference, earlier = (4.0 * before.x - before.earlier_x) / 3.0, before.earlier_x
        used = frozen._replace(dt=np.inf, reference=reference, interval=2.0 * dt / 3.0, earlier=earlier)
        return Moment(x, v, v, frozen, [used])
    kick = 0.0 if body.system.kick is None else body.system.kick
    return Moment(x, v, 0.5 * (before.v + v - kick), frozen, [frozen._replace(dt=np.inf)])


def _memory_between(body: BodyModel, before: BodyState, after: BodyState, dt: float) -> dict[str, np.ndarray]:
    """What matter remembers in the middle of a step: by (1) where flow is slow beside it, else the mean."""
    memory = {name: 0.5 * (before.memory[name] + values) for name, values in after.memory.items()}
    for energy in those(body.elastic, Flows):
        rates = []
        for state in (before, after):
            energy.begin_step(still(state.x, state.v, 0.0, state.memory))
            rates.append(energy.rate(state.x, dt))
        if rates[0] is not None and rates[1] is not None:
            memory[energy.name] += 0.125 * dt * (rates[0] - rates[1])
    if TEMPERATURE in memory:
        memory[TEMPERATURE] = temperatures(after.memory | {TEMPERATURE: before.memory[TEMPERATURE]}, 0.5 * dt)
    return memory


def _around(x: np.ndarray, v: np.ndarray, now: float, dt: float, memory: dict) -> list[StepContext]:
    """Short intervals to both sides."""
    return [
        StepContext(x, v, now, np.inf, x - h * v, h, memory=memory, implicit=False)
        for h in (-_SHORT * dt, _SHORT * dt)
    ]
