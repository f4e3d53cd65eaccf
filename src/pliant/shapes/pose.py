"""Placing points in the world: a rotation vector and a position."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def rotation_matrix(rotation: Sequence[float] | np.ndarray) -> np.ndarray:
    """The matrix R (3, 3) of a rotation vector: axis times angle [rad].

    Rodrigues: R = I + sin α/α · W + (1 − cos α)/α² · W², with W the cross-product matrix of the vector and α
    its length.
    """
    wx, wy, wz = (float(component) for component in rotation)
    angle = float(np.sqrt(wx * wx + wy * wy + wz * wz))
    W = np.array([[0.0, -wz, wy], [wz, 0.0, -wx], [-wy, wx, 0.0]])
    # sinc keeps both factors finite and accurate as the angle goes to zero.
    first = np.sinc(angle / np.pi)
    second = 0.5 * np.sinc(0.5 * angle / np.pi) ** 2
    return np.eye(3) + first * W + second * (W @ W)


def transform(
    points: np.ndarray, position: Sequence[float] | np.ndarray, rotation: Sequence[float] | np.ndarray
) -> np.ndarray:
    """Points (..., 3) turned about the origin by a rotation vector [rad], then moved by `position` [m]."""
    return np.asarray(points, dtype=float) @ rotation_matrix(rotation).T + np.asarray(position, dtype=float)
