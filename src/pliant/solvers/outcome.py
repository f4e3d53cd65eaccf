"""How a linear solve went."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """How a solve went."""

    converged: bool
    indefinite: bool
    iterations: int
    residual: float  # relative to the right-hand side; no number if nobody has looked
