"""Whether anything holds a body, and each piece of it, against what pulls: without that there is no equilibrium."""

from __future__ import annotations

import numpy as np

from pliant.errors import SimulationError
from pliant.forces.hands import Hands
from pliant.integrators.system import BodyState, BodySystem
from pliant.model.capabilities import Loads

_AWAY = 15.0  # sizes: what goes farther than this is not held


def require_hold(system: BodySystem, state: BodyState, hands: Hands) -> None:
    """Gravity and pushes need something to act against, in every piece."""
    if system.supports:  # which may hold it once it is there
        return
    loose = is_loose(system, state)
    for energy in (*system.holds, *hands.energies):
        loose[system.pieces[energy.holds()]] = False
    for load in (hands.pushes, *system.weights) if loose.any() else ():
        _refuse(system, load, loose)


def is_held(system: BodySystem, state: BodyState, hands: Hands) -> bool:
    """Whether it has what `require_hold` asks for."""
    try:
        require_hold(system, state, hands)
    except SimulationError:
        return False
    return True


def require_near(system: BodySystem, state: BodyState, x: np.ndarray) -> None:
    """A piece without a pin that has gone far away will go on for ever."""
    nodes, size = system.layout.nodes, system.size
    piece = system.pieces[nodes]
    away = np.linalg.norm(x[:, nodes] - state.x[:, nodes], axis=0) * is_loose(system, state)[piece]
    farthest = int(np.argmax(away))
    if away[farthest] > _AWAY * size:
        raise SimulationError(
            f"{_named(system, piece[farthest])} finds no static equilibrium: it has gone {away[farthest]:.3g} m, and "
            "nothing has stopped it. Pin it, or put something under it",
            body=system.name,
        )


def is_loose(system: BodySystem, state: BodyState) -> np.ndarray:
    """Which pieces have no pinned node, (pieces,)."""
    nodes, piece = system.layout.nodes, system.pieces
    loose = np.ones(piece.max() + 1, dtype=bool)
    loose[piece[nodes[state.free[nodes] == 0.0]]] = False
    return loose


def _refuse(system: BodySystem, load: Loads, loose: np.ndarray) -> None:
    """Forces on pieces that nothing holds, (pieces,), are an error."""
    total = np.zeros((3, len(loose)))
    for nodes, forces in load.loads():
        np.add.at(total.T, system.pieces[nodes], forces.T)
    fallen = np.flatnonzero(loose & total.any(axis=0))
    if len(fallen):
        raise SimulationError(
            f"{_named(system, fallen[0])} has no static equilibrium: nothing holds it against {load.cause}. "
            "Pin it, put something under it, or use another integrator",
            body=system.name,
        )


def _named(system: BodySystem, piece: int) -> str:
    """A piece in words."""
    sizes = np.bincount(system.pieces[system.layout.nodes])
    if len(sizes) == 1:
        return f"body {system.name!r}"
    count = "one node" if sizes[piece] == 1 else f"{sizes[piece]} nodes"
    return f"a piece of {count} of body {system.name!r}"
