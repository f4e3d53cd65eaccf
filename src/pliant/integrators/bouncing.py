"""Restitution at the end of a step; the equations are in `contact.bounce`."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pliant.contact.bounce import Struck
from pliant.contact.friction import NEAR, SLOWEST
from pliant.integrators.system import BodyState, BodySystem, Frozen, Impulse
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.solver import Solver

_FIRM = 1e3  # κ of (3) over the largest entry of a node's block
_TOLERANCE = 1e-4  # of the linear system (3), and where
_SHARP = 1e-7  # the impulses, a thousandth of its right-hand side, have to be known
_PASSES = 12  # times at most that (3) is solved for the friction of a blow,
_SETTLED = 0.01  # until velocities differ by no more than this part of what they were


def throw_back(
    system: BodySystem,
    state: BodyState,
    before: np.ndarray | None,
    dt: float,
    *velocities: np.ndarray,
    lag: float = 1.0,
) -> tuple[Impulse, ...]:
    """After an explicit step: nodes back on the surface; `before` are the velocities that the step began with.

    A steady acceleration has moved nodes by `lag` Δt² in the step; the last of the `velocities` is that which did so.

    A surface that stands still gives nothing. What rests on it seems to get back what dampers took while its nodes were
    inside, which nobody sees who knows velocities at the ends of steps only.
    """
    if before is None:
        return ()
    halo, start, impulse = system.layout.halo, state.x, Impulse(state.x.copy(), state.v.copy(), gives=False)
    for k, v in enumerate(velocities):
        x = state.x if k == len(velocities) - 1 else start.copy()
        for bounce in system.bounces:
            bounce.throw_back(x, v, before, state.free, dt, lag)
        copy_halo(x, halo)
        copy_halo(v, halo)
    return (impulse,)


def velocities_before(system: BodySystem, v: np.ndarray) -> np.ndarray | None:
    """A copy of the velocities, if there is something to bounce off."""
    return v.copy() if system.bounces else None


def strike(frozen: Frozen, state: BodyState, solver: Solver, dt: float) -> Impulse | None:
    """After an implicit step: throw back what obstacles have stopped.

    Schemes that look back have to begin anew: to them velocities have jumped. A third of what bodies did inside before
    would still push the nodes around those that are struck, and nothing the others back.
    """
    system = frozen.system
    found = [bounce.find_struck(state) for bounce in system.bounces]
    struck = Struck(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
    if not len(struck.nodes):
        return None
    change, rub = _solve(frozen, state, solver, struck, dt)
    share = _affordable(frozen, state, change)
    change *= share
    before = state.v.copy()
    state.v += change
    along = state.v[:, struck.nodes] - 0.5 * change[:, struck.nodes]
    rubbed = -share * dt * dt * float(np.sum(rub * along.T))
    copy_halo(state.v, system.layout.halo)
    return Impulse(state.x.copy(), before, rubbed=rubbed, kick=change)


def _solve(
    frozen: Frozen, state: BodyState, solver: Solver, struck: Struck, dt: float
) -> tuple[np.ndarray, np.ndarray]:
    """Δv (3, P) of (3), and what rubs, −μ p t (n, 3): the blow alone, then again with what rubs, until both stay.

    As in `contact.friction`, a node slides on with μp if its velocity is nearly that of the time before, and else is
    slowed down in proportion to it: so none is turned round.
    """
    system, (nodes, normals, speeds, friction) = frozen.system, struck
    firm = _hold(frozen, state, solver, struck, dt)
    matrix, held = solver.matrix, solver.matrix.diagonal[:, nodes].copy()
    along = np.eye(3) - normals[:, :, None] * normals[:, None, :]

    def solve(forces: np.ndarray, tolerance: float) -> np.ndarray:
        push, change = system.layout.zeros(3), system.layout.zeros(3)
        np.add.at(push.T, nodes, forces)
        solver.solve(system.subspace(state), push, change, tolerance)
        return change

    def across(v: np.ndarray) -> np.ndarray:
        return np.sum(v[:, nodes].T * normals, axis=1)

    def sliding(v: np.ndarray) -> np.ndarray:
        return np.einsum("kij,jk->ki", along, v[:, nodes])

    wanted, start = speeds - across(state.v), sliding(state.v)
    blow = firm[:, None] * wanted[:, None] * normals
    solver.update()
    change = solve(blow, _SHARP if friction.any() else _TOLERANCE)
    if not friction.any():
        return change, np.zeros_like(blow)
    before, rub, drag = start, np.zeros_like(blow), np.zeros(len(nodes))
    for _ in range(_PASSES):
        limits = friction * firm * (wanted - across(change))
        now = sliding(state.v + change)
        pace = np.maximum(np.linalg.norm(now, axis=1), SLOWEST)
        slides = np.linalg.norm(now - before, axis=1) < NEAR * pace
        drag = np.where(slides, 0.0, np.maximum(limits, 0.0) / pace)
        rub = np.where(slides | (limits < 0.0), limits / pace, 0.0)[:, None] * now + drag[:, None] * start
        matrix.diagonal[:, nodes] = held
        np.add.at(matrix.diagonal.T, nodes, (drag[:, None, None] * along).reshape(-1, 9))
        solver.update()
        # The two apart: beside the blow, a solver would take no notice of friction.
        change = solve(blow, _SHARP) - solve(rub, _TOLERANCE)
        before = now
        moved = np.linalg.norm(sliding(state.v + change) - now, axis=1)
        if np.sum(np.abs(limits) * moved) <= _SETTLED * np.sum(
            np.abs(limits) * np.linalg.norm(start, axis=1)
        ):
            break
    return change, -rub - drag[:, None] * sliding(change)


def _hold(frozen: Frozen, state: BodyState, solver: Solver, struck: Struck, dt: float) -> np.ndarray:
    """Make the matrix that of A with nodes held across the surface, by the κ (n,) that are returned."""
    system, nodes, normals, matrix = frozen.system, struck.nodes, struck.normals, solver.matrix
    matrix.clear()
    for energy in frozen.energies:
        if not any(
            energy is one for one in frozen.supports
        ):  # who would not let go of what they have stopped
            energy.add_hessian(state.x, matrix, True)
    matrix.fold_halo()
    matrix.add_multiple(system.mass, 1.0 / (dt * dt))
    firm = _FIRM * matrix.own[:, nodes].max(axis=0)
    blocks = firm[:, None, None] * normals[:, :, None] * normals[:, None, :]
    np.add.at(matrix.diagonal.T, nodes, blocks.reshape(-1, 9))
    system.constrain(matrix, state)
    return firm


def _affordable(frozen: Frozen, state: BodyState, change: np.ndarray) -> float:
    """The largest α ≤ 1 with which v + α·change has no more energy than there was before the step."""
    nodes = frozen.system.layout.nodes
    mass = frozen.system.mass[nodes]

    def product(a: np.ndarray, b: np.ndarray) -> float:
        return float(np.sum(mass * a[:, nodes] * b[:, nodes]))

    stored = sum(energy.stored(state.x) - energy.stored(state.earlier_x) for energy in frozen.energies)
    square, mixed = 0.5 * product(change, change), product(state.v, change)
    gained = 0.5 * (product(state.v, state.v) - product(state.earlier_v, state.earlier_v)) + stored
    if square + mixed + gained <= 0.0 or square == 0.0:
        return 1.0
    root = mixed * mixed - 4.0 * square * gained
    return min(max((sqrt(max(root, 0.0)) - mixed) / (2.0 * square), 0.0), 1.0)
