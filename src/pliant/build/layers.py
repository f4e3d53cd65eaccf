"""From the material of a layered body to masses, springs and the gas inside."""

from __future__ import annotations

import numpy as np

from pliant.build.rest import RestShape
from pliant.energies.gas import Gas, GasInRing
from pliant.energies.springs import spring_energy
from pliant.model import Layered
from pliant.model.layered import springs_of
from pliant.model.layers import each
from pliant.model.protocols import Energy
from pliant.topology.breaks import cut_springs


def layer_matter(
    spec: Layered, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], float]:
    """As `elements.point_matter`; mass and drag are per particle."""
    material, (layers, count) = spec.material, spec.grid
    mass, drag = (
        rest.layout.spread(np.repeat(each(values, layers), count))
        for values in (material.mass, material.drag)
    )
    gas = (_gas(spec, rest),) if material.pressure else ()
    return mass, drag, (_springs(spec, rest), *gas), (), 0.0


def _springs(spec: Layered, rest: RestShape) -> Energy:
    """All springs; those without stiffness stay, since hands count on neighbours being coupled."""
    material, layers = spec.material, spec.layers
    within = each(material.stiffness, layers), each(material.damping, layers)
    between = each(material.radius_stiffness, layers - 1), each(material.radius_damping, layers - 1)
    nodes, k, c = [], [], []
    for family, groups in springs_of(spec.net, *spec.grid).items():
        stiffness, damping = within if family == "structural" else between
        sizes = [len(pairs) for pairs in groups]
        nodes += groups
        k.append(np.repeat(stiffness, sizes))
        c.append(np.repeat(damping, sizes))
    pairs, x = np.concatenate(nodes), rest.layout.gather(rest.positions)
    whole = ~cut_springs(spec, pairs)
    length = material.rest * np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    return spring_energy(rest.layout, pairs, length, np.concatenate(k) * whole, np.concatenate(c) * whole)


def _gas(spec: Layered, rest: RestShape) -> Energy:
    net, amount = spec.net, spec.material.pressure
    kind, boundary = (Gas, net.triangles) if len(net.triangles) else (GasInRing, net.edges)
    empty = kind(rest.layout, boundary, amount, 1.0)
    return kind(rest.layout, boundary, amount, empty.measure(rest.positions))
