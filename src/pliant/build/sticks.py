"""From a material of sticks to masses and the sticks between the nodes of a curve, a surface or a solid.

Sticks of the order "even" are put into classes that have no node in common: those of one step along the grid, from
every other node along its first axis. Around a periodic axis with an odd number of such steps, the last is on its own.
"""

from __future__ import annotations

from math import gcd

import numpy as np

from pliant.build.rest import RestShape
from pliant.energies.springs import grid_links, near_steps, spring_energy
from pliant.energies.stress_points import mean_at
from pliant.integrators.relaxation import LANES, Relaxation, StickSet
from pliant.model import Curve, Solid, Sticks, Surface
from pliant.model.protocols import Energy
from pliant.topology.breaks import broken_links

_ONE_POINT = 1e-9  # times the size: nodes nearer than this are tied
_WORTH = 8  # sticks: a run of so many is worth a row of its own


def stick_matter(
    spec: Curve | Surface | Solid, material: Sticks, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], float, Relaxation]:
    """As `springs.spring_matter`, with the sticks; the energies of compliant ones are for readings."""
    mass, damping = material.mass * rest.ones, material.drag * rest.ones
    pairs, classes = _sticks(spec, material, rest)
    starts, steady = _rows(pairs, classes)
    x = rest.layout.gather(rest.positions)
    length = np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    softness, viscosity = (
        np.array(np.broadcast_to(mean_at(values, pairs), len(pairs)))
        for values in (material.compliance, material.damping)
    )
    elastic, soft = (), softness > 0.0
    if soft.any():
        elastic = (spring_energy(rest.layout, pairs[soft], length[soft], 1.0 / softness[soft]),)
    else:
        softness, viscosity = np.zeros(0), np.zeros(0)
    viscosity = viscosity if viscosity.any() else np.zeros(0)
    first, second = (np.ascontiguousarray(nodes, dtype=np.int32) for nodes in pairs.T)
    own_mass, own_drag = (_with_ties(values, rest) for values in (mass, damping))
    sticks = StickSet(own_mass, own_drag, starts, steady, first, second, length, softness, viscosity)
    even = material.order == "even"
    relaxation = Relaxation(sticks, material.iterations, material.substeps, even)
    return mass, damping, elastic, (), 0.0, relaxation


def _rows(pairs: np.ndarray, classes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where rows of sticks begin (rows + 1,), given where classes do, and which of them are steady (rows,).

    Steady runs that are long enough to be worth it are rows of their own.
    """
    numbers = np.arange(len(pairs))
    ahead = np.diff(pairs, axis=0, prepend=pairs[:1] - 2)
    breaks = np.union1d(
        numbers[(ahead != 1).any(axis=1)], classes
    )  # runs of sticks between consecutive nodes
    long = np.diff(breaks) >= _WORTH
    edges = np.union1d(np.concatenate([breaks[:-1][long], breaks[1:][long]]), classes)
    counts = -(-np.diff(edges) // LANES)
    number = np.arange(counts.sum()) - np.repeat(
        np.cumsum(counts) - counts, counts
    )  # of a row between two edges
    starts = np.append(np.repeat(edges[:-1], counts) + LANES * number, edges[-1])
    inside = np.searchsorted(breaks, starts[:-1], side="right") == np.searchsorted(
        breaks, starts[1:], side="left"
    )
    return starts, inside & (np.diff(starts) > 1)


def _with_ties(values: np.ndarray, rest: RestShape) -> np.ndarray:
    """Values (P,) per node, those of tied nodes added up at the first of them."""
    own = values.copy()
    for group in rest.ties:
        own[group] = 0.0
        own[group[0]] = values[group].sum()
    return own


def _sticks(
    spec: Curve | Surface | Solid, material: Sticks, rest: RestShape
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of nodes (n, 2), and where each class begins (classes + 1,); sticks within one point are left out."""
    broken = broken_links(spec)
    found, classes, links = [], [], []
    for number, step in enumerate(near_steps(len(spec.grid), material.rigidity)):
        pairs = grid_links(spec.grid, spec.periodic, step, broken)
        found.append(pairs)
        classes.append(3 * number + _colours(spec, step, pairs[:, 0]))
        links.append(np.full(len(pairs), sum(map(abs, step))))
    pairs, kind, far = (np.concatenate(parts) for parts in (found, classes, links))
    owner = np.arange(rest.layout.count)
    for group in rest.ties:
        owner[group] = group[0]
    pairs = owner[pairs]
    x = rest.layout.gather(rest.positions)
    apart = np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    pairs, kind, far = (values[apart > _ONE_POINT * rest.size] for values in (pairs, kind, far))
    low, high = np.sort(pairs, axis=1).T
    once = np.arange(len(pairs))
    if rest.ties or any(spec.periodic):  # two steps may lead to the same node
        once = np.sort(np.unique(low * rest.layout.count + high, return_index=True)[1])
    if material.order == "original":  # from node to node, to the nearest first: a class each
        once = once[np.lexsort((high[once], far[once], low[once]))]
        return np.stack([low, high], axis=1)[once], np.arange(len(once) + 1)
    once = once[np.argsort(kind[once], kind="stable")]
    pairs, kind = pairs[once], kind[once]
    poles = np.isin(pairs, [group[0] for group in rest.ties]).any(axis=1)
    first = np.diff(kind, prepend=-1) != 0
    starts = np.flatnonzero(first | poles | np.roll(poles, 1))  # at a pole many sticks meet: a class each
    return pairs, np.concatenate([starts, [len(pairs)]])


def _colours(spec: Curve | Surface | Solid, step: tuple[int, ...], nodes: np.ndarray) -> np.ndarray:
    """0 or 1 for the sticks of one step from `nodes`, so that those of a colour have no node in common; else 2."""
    steps = enumerate(zip(step, spec.grid, spec.periodic, strict=True))
    goes = (k for k, (along, count, wraps) in steps if (along % count if wraps else along))
    axis = next(goes, None)
    if axis is None:  # all the way around, back to itself
        return np.zeros(len(nodes), dtype=int)
    count, along = spec.grid[axis], abs(step[axis])
    place = np.unravel_index(nodes, spec.grid)[axis]
    if not spec.periodic[axis]:
        return (place // along) % 2
    rings = gcd(along, count)
    size = count // rings
    number = (place // rings) * pow(along // rings, -1, size) % size
    return np.where((number == size - 1) & (size % 2 == 1), 2, number % 2)
