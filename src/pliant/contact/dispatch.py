"""Choosing an obstacle's formulas by its type, when a kernel is compiled.

`distance(geometry, x, y, z)` and `implicit(geometry, x, y, z)` can be called inside any kernel. The geometry
is a NamedTuple of numbers, and its class decides, at compile time, which formulas run: a scene with spheres
only never compiles a torus, and no branch is left in the loop.

An obstacle describes its shape about the origin of its own frame and registers two functions of a point in
that frame. `Posed` puts a shape into the world; points and gradients are turned back and forth only here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from pliant.numerics.compile import OPTIONS, kernel
from pliant.shapes.pose import rotation_matrix

# Shorter than this [m], a vector has no direction: its squares underflow.
TINY = 1e-150

Formula = Callable[[Any, float, float, float], tuple[float, float, float, float]]

_IMPLICIT: dict[type, Formula] = {}
_DISTANCE: dict[type, Formula] = {}


def register(geometry: type, *, implicit: Formula, distance: Formula) -> None:
    """Give a class of geometry its formulas: plain functions (geometry, x, y, z) -> 4 numbers.

    They must be plain, not compiled: Numba compiles a plain function anew for each type it meets, and a union
    inside a union needs that (one compiled function that calls itself with other types does not link).
    """
    _IMPLICIT[geometry] = implicit
    _DISTANCE[geometry] = distance


def implicit(geometry: Any, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The implicit function as printed in the sources and its gradient: (f, ∂f/∂x, ∂f/∂y, ∂f/∂z).

    f < 0 inside. The unit of f is the obstacle's own (m² for a sphere), and ∇f may vanish at a centre.
    """
    return _IMPLICIT[type(geometry)](geometry, x, y, z)


def distance(geometry: Any, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The signed distance [m], negative inside, and its gradient: (d, nx, ny, nz).

    The gradient has length 1 everywhere. Where the nearest surface point is not unique (a centre, an
    axis) it is the direction to one of them.
    """
    return _DISTANCE[type(geometry)](geometry, x, y, z)


def class_of(numba_type: types.Type) -> type:
    """The Python class of a NamedTuple that Numba is compiling for."""
    return getattr(numba_type, "instance_class", type(None))


@overload(implicit, jit_options=OPTIONS)
def _implicit(geometry, x, y, z):
    return _IMPLICIT.get(class_of(geometry))


@overload(distance, jit_options=OPTIONS)
def _distance(geometry, x, y, z):
    return _DISTANCE.get(class_of(geometry))


# ---------------------------------------------------------------- pose


class Posed(NamedTuple):
    """A shape in the world: world point = rotation · local point + center."""

    rotation: tuple[float, float, float, float, float, float, float, float, float]  # R, row by row
    center: tuple[float, float, float]
    shape: Any


def posed(shape: Any, center: Sequence[float], rotation: Sequence[float]) -> Posed:
    """`shape` about `center` [m], turned by a rotation vector [rad]."""
    R = rotation_matrix(rotation)
    return Posed(tuple(R.ravel().tolist()), tuple(float(c) for c in center), shape)  # pyright: ignore


@kernel
def to_local(R, c, x, y, z):
    """Rᵀ(p − c): a world point in the shape's own frame."""
    x, y, z = x - c[0], y - c[1], z - c[2]
    return (
        R[0] * x + R[3] * y + R[6] * z,
        R[1] * x + R[4] * y + R[7] * z,
        R[2] * x + R[5] * y + R[8] * z,
    )


@kernel
def to_world(R, x, y, z):
    """R·g: a gradient of the shape's own frame in the world."""
    return (
        R[0] * x + R[1] * y + R[2] * z,
        R[3] * x + R[4] * y + R[5] * z,
        R[6] * x + R[7] * y + R[8] * z,
    )


def _posed_implicit(geometry, x, y, z):
    x, y, z = to_local(geometry.rotation, geometry.center, x, y, z)
    f, fx, fy, fz = implicit(geometry.shape, x, y, z)
    fx, fy, fz = to_world(geometry.rotation, fx, fy, fz)
    return f, fx, fy, fz


def _posed_distance(geometry, x, y, z):
    x, y, z = to_local(geometry.rotation, geometry.center, x, y, z)
    d, nx, ny, nz = distance(geometry.shape, x, y, z)
    nx, ny, nz = to_world(geometry.rotation, nx, ny, nz)
    return d, nx, ny, nz


register(Posed, implicit=_posed_implicit, distance=_posed_distance)


# ---------------------------------------------------------------- many points at once, from Python


def distance_at(obstacle: Any, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Signed distance [m] (n,) and unit gradients (n, 3) of an obstacle at world points (n, 3)."""
    return _split(sample_distance(obstacle.geometry(), _points(points)))


def implicit_at(obstacle: Any, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Implicit function f (n,) and ∇f (n, 3) of an obstacle at world points (n, 3)."""
    return _split(_sample_implicit(obstacle.geometry(), _points(points)))


def _points(points: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.asarray(points, dtype=float).reshape(-1, 3))


def _split(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return table[:, 0].copy(), table[:, 1:].copy()


@kernel
def sample_distance(geometry, points):
    out = np.empty((points.shape[0], 4))
    for i in range(points.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = distance(
            geometry, points[i, 0], points[i, 1], points[i, 2]
        )
    return out


@kernel
def _sample_implicit(geometry, points):
    out = np.empty((points.shape[0], 4))
    for i in range(points.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = implicit(
            geometry, points[i, 0], points[i, 1], points[i, 2]
        )
    return out
