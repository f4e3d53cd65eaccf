"""Normals that follow a curve and turn about it as little as they can.

The double reflection of Wang, Jüttler, Zheng and Liu, "Computation of rotation minimizing frames" (2008),
carries a normal from sample to sample with an error of fourth order. Around a closed curve such a normal comes
back turned by some angle; that angle is spread over the whole curve, so that the ends meet.
"""

from __future__ import annotations

import numpy as np

from pliant.shapes.shape import ParametricCurve

_SAMPLES = 513
_STEP = 1e-6  # of the parameter, for tangents: the error, step² in the middle and step at the ends, is unseen


def normals_along(curve: ParametricCurve, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors N₁ and N₂ (N, 3) at the parameters t, with N₁ × N₂ along the curve.

    N₁ starts as near to z as it can, along x where the curve starts along z.
    """
    u = np.union1d(np.linspace(0.0, 1.0, _SAMPLES), t)
    x, T = curve.at(u), _tangents(curve, u)
    N = _carried(x, T, _first_normal(T[0]))
    if curve.closes[0]:
        B = np.cross(T[-1], N[-1])
        angle = np.arctan2(N[0] @ B, N[0] @ N[-1]) * u
        N = np.cos(angle)[:, None] * N + np.sin(angle)[:, None] * np.cross(T, N)
    here = np.searchsorted(u, t)
    return N[here], np.cross(T[here], N[here])


def _tangents(curve: ParametricCurve, u: np.ndarray) -> np.ndarray:
    """Unit vectors along the curve; at a corner, the mean of both sides."""
    before, after = u - _STEP, u + _STEP
    if curve.closes[0]:
        before, after = before % 1.0, after % 1.0
    d = curve.at(np.minimum(after, 1.0)) - curve.at(np.maximum(before, 0.0))
    length = np.linalg.norm(d, axis=1, keepdims=True)
    return d / np.where(length > 0.0, length, 1.0)


def _first_normal(tangent: np.ndarray) -> np.ndarray:
    up = np.array([0.0, 0.0, 1.0]) if abs(tangent[2]) < 0.999 else np.array([1.0, 0.0, 0.0])
    normal = up - (up @ tangent) * tangent
    return normal / np.linalg.norm(normal)


def _carried(x: np.ndarray, T: np.ndarray, first: np.ndarray) -> np.ndarray:
    """The normal `first` carried along the samples, (K, 3)."""
    N = np.empty_like(x)
    N[0] = first
    for i in range(len(x) - 1):
        v = x[i + 1] - x[i]
        normal, tangent = _reflected(N[i], v), _reflected(T[i], v)
        normal = _reflected(normal, T[i + 1] - tangent)
        normal -= (normal @ T[i + 1]) * T[i + 1]  # rounding must not add up over many samples
        N[i + 1] = normal / np.linalg.norm(normal)
    return N


def _reflected(a: np.ndarray, v: np.ndarray) -> np.ndarray:
    """`a` reflected in the plane across v."""
    square = v @ v
    return a if square == 0.0 else a - (2.0 * (v @ a) / square) * v
