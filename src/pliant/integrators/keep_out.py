"""Corrections that lead into no obstacle: each node goes as far as the swept test lets it (`contact.guard`)."""

from __future__ import annotations

import numpy as np

from pliant.integrators.system import BodyState, Frozen
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.vectors import dot

_DOWNHILL = 0.03  # of the slope of a correction: if less than that is left where it was cut, it leads nowhere
_SHORTEST = 1e-4  # fraction of a correction


def limit(frozen: Frozen, state: BodyState, x: np.ndarray, direction: np.ndarray) -> bool:
    """Cut a correction (3, P) from x, node by node, where it would lead into obstacles; whether any was cut."""
    whole = direction.copy() if frozen.system.frame is not None else direction
    cut = frozen.limit(x, state.free, direction)
    if cut:
        direction[:] = frozen.system.cut_alike(whole, direction)
        copy_halo(direction, frozen.system.layout.halo)
    return cut


def keep_out(
    frozen: Frozen,
    state: BodyState,
    x: np.ndarray,
    gradient: np.ndarray,
    direction: np.ndarray,
    whole: np.ndarray,
) -> bool:
    """The same; corrections that then lead nowhere are shortened all alike before. `whole` (3, P) is room."""
    span, fraction = frozen.system.layout.span, 1.0
    whole[:] = direction
    if not limit(frozen, state, x, direction):
        return False
    slope = dot(gradient, whole, span)
    while dot(gradient, direction, span) > _DOWNHILL * fraction * slope and fraction > _SHORTEST:
        fraction *= 0.5
        np.multiply(whole, fraction, out=direction)
        limit(frozen, state, x, direction)
    return True
