"""Whether two states are the same to the last bit."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

import numpy as np


def difference(a: Any, b: Any, where: str = "state") -> str | None:
    """Where two states differ, if only by a bit."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return None if np.array_equal(a, b) else where
    if is_dataclass(a) and type(a) is type(b):
        a, b = vars(a), vars(b)
    if isinstance(a, dict) and isinstance(b, dict):
        if set(a) != set(b):
            return where
        found = (difference(a[name], b[name], f"{where}.{name}") for name in a)
        return next((one for one in found if one is not None), None)
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        a, b = dict(enumerate(a)), dict(enumerate(b))
        return difference(a, b, where)
    return None if a == b else where
