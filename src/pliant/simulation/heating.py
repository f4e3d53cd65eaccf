"""Temperatures of thermoplastic bodies: events set them, and they change when a step begins.

A node takes on the temperature A of the surroundings with the time τ of the law, and those Tₖ of obstacles that it
touches with their times τₖ,

    Ṫ = (A − T)/τ + Σ (Tₖ − T)/τₖ ,                                                                         (1)

whose solution over a step h, with what is touched at its beginning, is exact:

    T ← T∞ + (T − T∞) exp(−a h) ,   a = 1/τ + Σ 1/τₖ ,   a T∞ = A/τ + Σ Tₖ/τₖ .                               (2)

Matter then moves and flows as it does at the temperature of the step's end, as implicit schemes want it. It does not
conduct: nodes do not warm each other.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.heat import TEMPERATURE
from pliant.integrators.system import BodyState
from pliant.model.flow import Thermoplastic
from pliant.scene.build import BodyModel, Model
from pliant.scene.events import Cool, Heat
from pliant.simulation.state import State, start_anew


def warm(model: Model, state: State, dt: float) -> dict[str, np.ndarray]:
    """(2) for all bodies whose laws are thermoplastic, over a step; returns what their temperatures were."""
    before = {}
    for body in model.bodies:
        if isinstance(body.spec.flow, Thermoplastic):
            here = state.bodies[body.name]
            before[body.name] = here.memory[TEMPERATURE].copy()
            _warm(body, body.spec.flow, here, state.time, dt)
    return before


def _warm(body: BodyModel, law: Thermoplastic, state: BodyState, time: float, dt: float) -> None:
    layout = body.layout
    rate, drive = layout.zeros(), layout.zeros()
    if law.cooling_time is not None:
        rate += 1.0 / law.cooling_time
        drive += law.ambient / law.cooling_time
    for contact in body.around.warmth:
        touching = contact.touching(state.x, time) / contact.time
        rate += touching
        drive += touching * contact.temperature
    temperature = state.memory[TEMPERATURE]
    end = np.divide(drive, rate, out=temperature.copy(), where=rate > 0.0)
    temperature[:] = end + (temperature - end) * np.exp(-rate * dt)
    layout.fill_halo(temperature)


def set_temperatures(model: Model, state: State, event: Heat | Cool) -> None:
    """Bring nodes to a temperature at once."""
    body = model.body(event.body)
    law = body.spec.flow
    assert isinstance(law, Thermoplastic)  # other events are refused
    temperature = state.bodies[body.name].memory[TEMPERATURE]
    chosen = body.layout.nodes[event.mask(body.spec.grid).ravel()]
    temperature[chosen] = event.temperature if isinstance(event, Heat) else law.ambient
    heated = np.zeros(body.layout.size, dtype=bool)
    heated[chosen] = True
    for group in body.shape.ties:  # what is one node, as the copies of a vertex are, has one temperature
        own = heated[group]
        if own.any() and not own.all():
            temperature[group[~own]] = temperature[group[own][0]]
    body.layout.fill_halo(temperature)
    start_anew(state.bodies[body.name])  # it is softer or stiffer at once
