"""What can be read off a running simulation besides positions: forces, for pictures and for the energy balance.

An energy is asked what it is at a moment (`Energy.at`). Forces depend on velocities, and may on the length of a step:
they are those with which an explicit step would begin.
"""

from __future__ import annotations

import numpy as np

from pliant.build.model import BodyModel
from pliant.energies.heat import TEMPERATURE
from pliant.errors import PliantError
from pliant.forces.hands import Hands
from pliant.integrators.rates import explicit_step
from pliant.integrators.system import BodyState, fold_halo
from pliant.model.capabilities import Flows, those


def elastic_forces(body: BodyModel, state: BodyState) -> np.ndarray:
    """−∂E/∂x of the elastic energies, or −K(x)x of a published variant [N], shape (nodes, 3)."""
    return body.layout.gather(elastic_pull(body, state))


def elastic_pull(body: BodyModel, state: BodyState) -> np.ndarray:
    """The same on all that is solved for, (3, P)."""
    layout, out = body.layout, body.layout.zeros(3)
    for energy in body.elastic:
        energy.at(0.0, state.memory).add_gradient(state.x, out)
    fold_halo(out, layout.halo)
    for secant in body.matter.secants:
        matrix = body.system.make_matrix()
        secant.assemble(state.x, matrix)
        matrix.multiply(state.x.copy(), out)
    return -out


def stored(body: BodyModel, state: BodyState) -> float:
    """The elastic energy [J], with what hardening has stored."""
    return sum(energy.at(0.0, state.memory).stored(state.x) for energy in body.elastic)


def temperature(body: BodyModel, state: BodyState) -> np.ndarray:
    """[°C] (nodes,)."""
    if TEMPERATURE not in state.memory:
        raise PliantError(f"body {body.name!r} has no temperature: its law of flow is not 'thermoplastic'")
    return body.layout.gather(state.memory[TEMPERATURE])


def inelastic_strain(body: BodyModel, state: BodyState) -> np.ndarray:
    """(nodes,): the mean over the points around a node; energies that measure different things add in squares.

    Of a law that only damps, as Voigt's does, nothing ever stays: zeros.
    """
    layout, found = body.layout, {}
    for energy in those(body.elastic, Flows):
        values = energy.inelastic_strain(state.memory)
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


def potential(body: BodyModel, state: BodyState, time: float, hands: Hands) -> tuple[float, float]:
    """What loads, with the springs of hands, and what the penalties of obstacles have stored [J]."""
    loads, contacts = (
        sum(energy.at(time, state.memory).stored(state.x) for energy in energies)
        for energies in ((*body.around.loads, *hands.energies), body.around.contacts)
    )
    return loads, contacts


def kinetic(body: BodyModel, state: BodyState) -> float:
    """[J]."""
    nodes = body.system.layout.nodes
    return 0.5 * float(np.sum(body.system.mass[nodes] * state.v[:, nodes] ** 2))


def external_forces(body: BodyModel, state: BodyState, time: float, dt: float, hands: Hands) -> np.ndarray:
    """Everything from outside [N], shape (nodes, 3): loads, hands, contacts, streams, friction and drag."""
    return body.layout.gather(external_pull(body, state, time, dt, hands))


def external_pull(body: BodyModel, state: BodyState, time: float, dt: float, hands: Hands) -> np.ndarray:
    """The same on all that is solved for, (3, P)."""
    layout, out = body.layout, body.layout.zeros(3)
    step = explicit_step(state, time, dt)
    for energy in (*body.around.loads, *hands.energies, *body.around.contacts):
        energy.freeze(step).add_gradient(state.x, out)
    fold_halo(out, layout.halo)
    np.negative(out, out=out)
    for force in body.system.freeze_forces(step, hands):
        force.add_force(state.x, state.v, out)
    out -= body.matter.damping * state.v
    return out
