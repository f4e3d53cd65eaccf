"""Whether a state is one that a simulation can go on from."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.build.model import BodyModel
from pliant.errors import PliantError
from pliant.integrators.system import ARRAYS, BodyState
from pliant.magnitudes import NUMBER
from pliant.solvers.vectors import dot

_MEANING = {
    "x": "position",
    "v": "velocity",
    "earlier_x": "position in the step before",
    "earlier_v": "velocity in the step before",
    "history": "mark of the step before",
    "free": "mark of being free",
    "target": "place where a pin holds it",
}


def require_finite(state: BodyState, body: BodyModel) -> None:
    """NaN or infinity anywhere in a state is a `PliantError` that says where."""
    for name in ARRAYS:
        bad = ~np.isfinite(getattr(state, name))
        if bad.any():
            place = int(np.argwhere(bad)[0][-1])
            (found,) = np.nonzero(body.layout.nodes == place)
            where = f"node {found[0]}" if len(found) else f"place {place}"
            value = getattr(state, name)[bad][0]
            raise PliantError(
                f"the state of body {body.name!r} is not finite: {_MEANING[name]} of {where} ({name}) is {value}"
            )
    for name, values in state.memory.items():
        if not np.isfinite(values).all():
            raise PliantError(
                f"the state of body {body.name!r} is not finite: what its matter remembers as {name!r}"
            )


def is_speed(v: np.ndarray, span: Any) -> bool:
    """Whether velocities (3, P) are finite and of sane size: a bounce may leave nodes where they were without that.

    Not by NumPy's product, whose threads wait for each other on a busy machine.
    """
    return dot(v, v, span) <= NUMBER.high**2
