"""Temperatures of thermoplastic bodies: events set them, and they change in every step.

A node takes on the temperature A of the surroundings with the time τ of the law, and those Tₖ of obstacles that it
touches with their times τₖ,

    Ṫ = (A − T)/τ + Σ (Tₖ − T)/τₖ ,                                                                         (1)

whose solution at a time t of a step, with what is touched at its beginning, is exact:

    T(t) = T∞ + (T − T∞) exp(−a t) ,   a = 1/τ + Σ 1/τₖ ,   a T∞ = A/τ + Σ Tₖ/τₖ .                               (2)

Matter moves and flows as it does at the moment at which a scheme evaluates forces: of implicit ones this is the end
of the step. It does not conduct: nodes do not warm each other. With its stiffness S(T) an elastic energy S E changes
by ∫ Ṡ E dt, the work of temperature in the energy balance: by (2) at both ends of a step.
"""

from __future__ import annotations

import numpy as np

from pliant.build.model import BodyModel, Model
from pliant.energies.heat import GOAL, RATE, TEMPERATURE, temperatures
from pliant.integrators.system import BodyState
from pliant.model.flow import Thermoplastic
from pliant.scene.events import Cool, Heat
from pliant.simulation.state import State, start_anew


def begin_warming(model: Model, state: State, time: float) -> None:
    """Find T∞ and a of (2) for a step that begins now, of all bodies whose laws are thermoplastic."""
    for body in model.bodies:
        if isinstance(body.spec.flow, Thermoplastic):
            _begin(body, body.spec.flow, state.bodies[body.name], time)


def end_warming(model: Model, state: State, dt: float) -> None:
    """(2) at the end of a step."""
    for body in model.bodies:
        if isinstance(body.spec.flow, Thermoplastic):
            memory = state.bodies[body.name].memory
            memory[TEMPERATURE][:] = temperatures(memory, dt)


def _begin(body: BodyModel, law: Thermoplastic, state: BodyState, time: float) -> None:
    layout, memory = body.layout, state.memory
    rate, drive = layout.zeros(), layout.zeros()
    if law.cooling_time is not None:
        rate += 1.0 / law.cooling_time
        drive += law.ambient / law.cooling_time
    for contact in body.around.warmth:
        touching = contact.touching(state.x, time) / contact.time
        rate += touching
        drive += touching * contact.temperature
    goal = np.divide(drive, rate, out=memory[TEMPERATURE].copy(), where=rate > 0.0)
    for values in (rate, goal):
        layout.fill_halo(values)
    memory[RATE][:], memory[GOAL][:] = rate, goal


def set_temperatures(model: Model, state: State, event: Heat | Cool) -> None:
    """Bring nodes to a temperature at once."""
    body = model.body(event.body)
    law = body.spec.flow
    assert isinstance(law, Thermoplastic)  # other events are refused
    temperature = state.bodies[body.name].memory[TEMPERATURE]
    chosen = body.layout.nodes[event.mask_of(body.spec).ravel()]
    temperature[chosen] = event.temperature if isinstance(event, Heat) else law.ambient
    heated = np.zeros(body.layout.size, dtype=bool)
    heated[chosen] = True
    for group in body.shape.ties:  # what is one node, as the copies of a vertex are, has one temperature
        own = heated[group]
        if own.any() and not own.all():
            temperature[group[~own]] = temperature[group[own][0]]
    body.layout.fill_halo(temperature)
    start_anew(state.bodies[body.name])  # it is softer or stiffer at once
