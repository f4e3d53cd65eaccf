"""Restitution at the end of a step; the equations are in `contact.bounce`."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.contact.energy import ContactEnergy, add_symmetric
from pliant.integrators.system import BodyState, BodySystem
from pliant.numerics.compile import kernel
from pliant.numerics.layout import copy_halo
from pliant.solvers.spline import Solver

_FIRM = 1e3  # κ of (3) over the largest entry of a node's block
_TOLERANCE = 1e-4  # of the linear system (3)


def throw_back(
    system: BodySystem, state: BodyState, before: np.ndarray | None, dt: float, *velocities: np.ndarray
) -> None:
    """After an explicit step: nodes back on the surface; `before` are the velocities that the step began with."""
    if before is None:
        return
    halo, start = system.layout.halo, state.x
    had = system.energy(state.x, state.v) if system.booked else 0.0
    for k, v in enumerate(velocities):
        x = state.x if k == len(velocities) - 1 else start.copy()
        for bounce in system.bounces:
            bounce.throw_back(x, v, before, state.free, dt)
        copy_halo(x, halo)
        copy_halo(v, halo)
    if system.booked:
        # A surface that stands still gives nothing. What rests on it seems to get back what dampers took while its
        # nodes were inside, which nobody sees who knows velocities at the ends of steps only.
        system.lost += max(had - system.energy(state.x, state.v), 0.0)


def velocities_before(system: BodySystem, v: np.ndarray) -> np.ndarray | None:
    """A copy of the velocities, if there is something to bounce off."""
    return v.copy() if system.bounces else None


def strike(system: BodySystem, state: BodyState, solver: Solver, dt: float) -> None:
    """After an implicit step: throw back what obstacles have stopped.

    Second-order schemes look back, and shall see the blow as if it had been before: Δv in the step before as well. A
    node that is struck has always moved as it does now.
    """
    goal, grip = state.v.copy(), system.layout.zeros(6)
    if not sum(bounce.find_struck(state, goal, grip) for bounce in system.bounces):
        return
    struck = np.flatnonzero(grip.any(axis=0))
    matrix = solver.matrix
    matrix.clear()
    for energy in system.energies:
        if not isinstance(energy, ContactEnergy):  # which would not let go of what it has stopped
            energy.add_hessian(state.x, matrix, True)
    matrix.fold_halo()
    matrix.add_multiple(system.mass, 1.0 / (dt * dt))
    grip *= _FIRM * matrix.own.max(axis=0)
    add_symmetric(grip, matrix.diagonal)
    system.constrain(matrix, state)
    push, change = system.layout.zeros(3), system.layout.zeros(3)
    pull_to(grip, goal, state.v, push)
    solver.update()
    solver.solve(system.subspace(state), push, change, _TOLERANCE)
    change *= _affordable(system, state, change)
    had = system.energy(state.x, state.v) if system.booked else 0.0
    state.v += change
    if system.booked:
        system.lost, system.kick = system.lost + had - system.energy(state.x, state.v), change
    state.earlier_v += change
    state.earlier_x -= dt * change
    state.earlier_v[:, struck] = state.v[:, struck]
    state.earlier_x[:, struck] = state.x[:, struck] - dt * state.v[:, struck]
    for values in (state.v, state.earlier_v, state.earlier_x):
        copy_halo(values, system.layout.halo)


def _affordable(system: BodySystem, state: BodyState, change: np.ndarray) -> float:
    """The largest α ≤ 1 with which v + α·change has no more energy than there was before the step."""
    nodes = system.layout.nodes
    mass = system.mass[nodes]

    def product(a: np.ndarray, b: np.ndarray) -> float:
        return float(np.sum(mass * a[:, nodes] * b[:, nodes]))

    stored = sum(energy.stored(state.x) - energy.stored(state.earlier_x) for energy in system.energies)
    square, mixed = 0.5 * product(change, change), product(state.v, change)
    gained = 0.5 * (product(state.v, state.v) - product(state.earlier_v, state.earlier_v)) + stored
    if square + mixed + gained <= 0.0 or square == 0.0:
        return 1.0
    root = mixed * mixed - 4.0 * square * gained
    return min(max((sqrt(max(root, 0.0)) - mixed) / (2.0 * square), 0.0), 1.0)


@kernel
def pull_to(grip, goal, v, out):
    """out += κG (w − v) of (3)."""
    for p in range(v.shape[1]):
        dx, dy, dz = goal[0, p] - v[0, p], goal[1, p] - v[1, p], goal[2, p] - v[2, p]
        out[0, p] += grip[0, p] * dx + grip[1, p] * dy + grip[2, p] * dz
        out[1, p] += grip[1, p] * dx + grip[3, p] * dy + grip[4, p] * dz
        out[2, p] += grip[2, p] * dx + grip[4, p] * dy + grip[5, p] * dz
