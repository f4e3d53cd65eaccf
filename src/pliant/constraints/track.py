"""A curve as something to slide along: the nearest place on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

_SAMPLES = 1025
_LITTLE = 1e-6  # of the parameter: a difference that is a derivative
_SEARCHES = 30


class Track:
    """A curve with places all along it, where a search begins."""

    def __init__(self, curve: Any):
        self._curve, self._closes = curve, bool(curve.closes[0])
        self._u = np.linspace(0.0, 1.0, _SAMPLES)
        self._points = curve.at(self._u)

    @classmethod
    def of(cls, curve: Any) -> Track:
        return _made(curve.model_dump_json(), type(curve))

    def nearest(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The nearest places to points (n, 3), and unit tangents there."""
        away = ((p[:, None] - self._points[None]) ** 2).sum(axis=2)
        u = self._u[away.argmin(axis=1)]
        places, tangents = self._at(u)
        for _ in range(_SEARCHES):  # what is left is off by a square of this
            step = ((p - places) * tangents).sum(axis=1) / (tangents**2).sum(axis=1)
            u = u + step
            places, tangents = self._at(u)
            if np.abs(step).max() < 1e-12:
                break
        return places, tangents / np.linalg.norm(tangents, axis=1, keepdims=True)

    def _at(self, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places and derivatives by the parameter."""
        inside = u % 1.0 if self._closes else np.clip(u, 0.0, 1.0)
        low, high = np.maximum(inside - _LITTLE, 0.0), np.minimum(inside + _LITTLE, 1.0)
        both = self._values(np.concatenate([inside, low, high]))
        places, before, after = np.split(both, 3)
        slopes = (after - before) / (high - low)[:, None]
        return places + (0.0 if self._closes else (u - inside)[:, None] * slopes), slopes

    def _values(self, u: np.ndarray) -> np.ndarray:
        order = np.argsort(u, kind="stable")
        out = np.empty((len(u), 3))
        out[order] = self._curve.at(u[order])
        return out


@lru_cache(maxsize=64)
def _made(text: str, kind: type) -> Track:
    return Track(kind.model_validate_json(text))
