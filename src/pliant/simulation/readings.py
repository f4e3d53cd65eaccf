"""What can be read off a running simulation besides positions: forces, for pictures and for the energy balance.

Energies and forces freeze what they need at the start of a step, so a reading is taken as if a step from the present
state began. The next step freezes everything anew; a reading therefore leaves no trace.
"""

from __future__ import annotations

import numpy as np

from pliant.build.model import BodyModel
from pliant.energies.heat import TEMPERATURE
from pliant.errors import PliantError
from pliant.integrators.system import BodyState, fold_halo
from pliant.model.capabilities import Flows, Remembers, those
from pliant.model.protocols import StepContext


def elastic_forces(body: BodyModel, state: BodyState) -> np.ndarray:
    """−∂E/∂x of the elastic energies, or −K(x)x of a published variant [N], shape (nodes, 3)."""
    layout, out = body.layout, body.layout.zeros(3)
    # In a step without end there is no rate of deformation, hence no internal damping.
    step = StepContext(state.x, state.v, 0.0, np.inf, state.x, np.inf, memory=state.memory, implicit=False)
    for energy in body.elastic:
        energy.begin_step(step)
        energy.add_gradient(state.x, out)
    fold_halo(out, layout.halo)
    for secant in body.matter.secants:
        matrix = body.system.make_matrix()
        secant.assemble(state.x, matrix)
        matrix.multiply(state.x.copy(), out)
    return -layout.gather(out)


def stored(body: BodyModel, state: BodyState) -> float:
    """The elastic energy [J], with what hardening has stored."""
    step = StepContext(state.x, state.v, 0.0, np.inf, state.x, np.inf, memory=state.memory, implicit=False)
    for energy in those(body.elastic, Remembers):
        energy.begin_step(step)
    return sum(energy.stored(state.x) for energy in body.elastic)


def temperature(body: BodyModel, state: BodyState) -> np.ndarray:
    """[°C] (nodes,)."""
    if TEMPERATURE not in state.memory:
        raise PliantError(f"body {body.name!r} has no temperature: its law of flow is not 'thermoplastic'")
    return body.layout.gather(state.memory[TEMPERATURE])


def flown(body: BodyModel, state: BodyState) -> np.ndarray:
    """(nodes,): the mean over the points around a node; energies that measure different things add in squares.

    Of a law that only damps, as Voigt's does, nothing ever stays: zeros.
    """
    layout, found = body.layout, {}
    for energy in those(body.elastic, Flows):
        values = energy.flown(state.memory)
        there, sums = np.isfinite(values), layout.zeros(3)
        np.add.at(sums[0], energy.nodes[there], energy.share * values[there, None])
        np.add.at(sums[1], energy.nodes[there], 1.0)
        fold_halo(sums, layout.halo)
        mean = layout.gather(sums[0] / np.maximum(sums[1], 1.0))
        name = energy.name.partition(".")[0]
        found[name] = found.get(name, 0.0) + mean
    if not found and body.spec.flow is None:
        raise PliantError(f"body {body.name!r} does not flow: it has no law of `flow`")
    return np.sqrt(sum((mean**2 for mean in found.values()), np.zeros(layout.count)))


def external_forces(body: BodyModel, state: BodyState, time: float, dt: float) -> np.ndarray:
    """Everything from outside [N], shape (nodes, 3): loads, hands, contacts, streams, friction and drag."""
    layout, system, out = body.layout, body.system, body.layout.zeros(3)
    step = StepContext(state.x, state.v, time, dt, state.x, dt, memory=state.memory, implicit=False)
    outside = [*body.around.loads, body.grabs, *body.around.contacts]
    for energy in outside:
        energy.begin_step(step)
        energy.add_gradient(state.x, out)
    fold_halo(out, layout.halo)
    np.negative(out, out=out)
    for force in system.forces:
        force.begin_step(step)
        force.add_force(state.x, state.v, out)
    out -= body.matter.damping * state.v
    return layout.gather(out)
