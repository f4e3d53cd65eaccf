"""Products of polynomial bases: Bézier [000 §4.5.1.1] and B-spline [de Boor 1978].

    x(s, t, …) = Σ_i Σ_j … N_i(s) N_j(t) … P[i, j, …]

Control points stand in one list in which the index along the *first* axis runs fastest, which is how the scene
files of document 000 number them: point i + a·(j + b·k) for counts (a, b, c).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def bernstein(u: np.ndarray, order: int) -> np.ndarray:
    """B_k(u) = C(p, k) u^k (1−u)^(p−k) for k = 0…p, shape (K, p + 1).

    B_k of order p is (1−u) B_k + u B_{k−1} of order p−1: averages only, so it is stable at any order, where
    binomial coefficients would lose digits.
    """
    basis = np.zeros((len(u), order + 1))
    basis[:, 0] = 1.0
    for p in range(1, order + 1):
        basis[:, 1 : p + 1] = u[:, None] * basis[:, :p] + (1.0 - u)[:, None] * basis[:, 1 : p + 1]
        basis[:, 0] *= 1.0 - u
    return basis


def b_spline(u: np.ndarray, count: int, degree: int, closed: bool) -> np.ndarray:
    """The B-splines of `count` control points at u, shape (K, count).

    Clamped, with knots evenly spaced in between: the curve begins and ends in its first and last point.
    Closed: knots evenly spaced all around, so that u = 1 is u = 0 again with all degree − 1 derivatives.
    """
    from scipy.interpolate import BSpline

    if closed:
        knots = np.arange(-degree, count + degree + 1) / count
        wrapped = np.eye(count)[np.arange(count + degree) % count]
        return BSpline(knots, wrapped, degree)(u)
    inner = np.linspace(0.0, 1.0, count - degree + 1)
    knots = np.concatenate([np.zeros(degree), inner, np.ones(degree)])
    return BSpline(knots, np.eye(count), degree)(u)


def product(control_points: Sequence[Sequence[float]], bases: Sequence[np.ndarray]) -> np.ndarray:
    """Points (K₁, K₂, …, 3) of the control points over the product of one basis (K_d, count_d) per axis."""
    counts = [basis.shape[1] for basis in bases]
    points = np.asarray(control_points, dtype=float).reshape(*reversed(counts), 3)  # the first axis is last
    for basis in reversed(bases):
        # Each turn contracts what stands first and puts the result behind, just before the coordinates.
        points = np.moveaxis(np.tensordot(basis, points, axes=(1, 0)), 0, -2)
    return np.transpose(points, (*reversed(range(len(bases))), len(bases)))
