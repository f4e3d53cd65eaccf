"""Numberings of unknowns in which coupled ones are near each other (Cuthill & McKee 1969, reversed)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.csgraph import reverse_cuthill_mckee


def narrow_order(a: Any) -> tuple[np.ndarray, int]:
    """The unknown that comes k-th, and how far apart coupled ones then are at most; as they are, if that is as good."""
    pairs = a.tocoo()

    def width(order: np.ndarray) -> int:
        place = np.argsort(order)
        return int(np.abs(place[pairs.row] - place[pairs.col]).max(initial=0))

    order, identity = reverse_cuthill_mckee(a, symmetric_mode=True).astype(np.int64), np.arange(a.shape[0])
    best = order if width(order) < width(identity) else identity
    return best, width(best)
