"""What every rest shape offers: its points as a function of one, two or three parameters in [0, 1].

A shape says where it is (`at`) and which of its axes meet their own beginning (`closes`). The grid of a body
follows from that (`points`), and so does every deformation (`|`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from pliant.errors import PliantError
from pliant.numerics.grid import parameters
from pliant.spec import Spec

if TYPE_CHECKING:
    from pliant.shapes.deformed import DeformedCurve, DeformedSolid, DeformedSurface
    from pliant.shapes.deformers import Deformer


class Shape(Spec):
    """A map from the unit interval, square or cube into space."""

    dimension: ClassVar[int]

    @property
    def closes(self) -> tuple[bool, ...]:
        """Along which axes the far edge is the near edge again, so that a periodic grid leaves it out."""
        return (False,) * self.dimension

    def at(self, *axes: np.ndarray) -> np.ndarray:
        """Positions [m] over the product of one array of parameters per axis, shape (..., 3)."""
        raise NotImplementedError

    def points(self, grid: tuple[int, ...], periodic: tuple[bool, ...]) -> np.ndarray:
        """Positions [m] of the nodes, shape (*grid, 3).

        Along a periodic axis that closes, nodes stop one short of the far edge. A shape that does not close
        ends where it ends, and the link that closes the body joins those ends.
        """
        for name, given in (("grid", grid), ("periodic", periodic)):
            if len(given) != self.dimension:
                raise PliantError(
                    f"{type(self).__name__}.points: {name} must have {self.dimension} entries "
                    f"(given: {tuple(given)})"
                )
        wraps = [wanted and closes for wanted, closes in zip(periodic, self.closes, strict=True)]
        return self.at(*parameters(grid, wraps))


class ParametricCurve(Shape):
    """A curve x(u)."""

    dimension = 1

    def __or__(self, deformer: Deformer) -> DeformedCurve:
        from pliant.shapes.deformed import DeformedCurve

        return DeformedCurve(shape=self, by=(deformer,))


class ParametricSurface(Shape):
    """A surface x(s, t)."""

    dimension = 2

    def __or__(self, deformer: Deformer) -> DeformedSurface:
        from pliant.shapes.deformed import DeformedSurface

        return DeformedSurface(shape=self, by=(deformer,))


class ParametricSolid(Shape):
    """A solid x(s, t, w), right-handed: (x_s × x_t) · x_w > 0, so that no cell is inverted."""

    dimension = 3

    def __or__(self, deformer: Deformer) -> DeformedSolid:
        from pliant.shapes.deformed import DeformedSolid

        return DeformedSolid(shape=self, by=(deformer,))


class Bounds(NamedTuple):
    """A box with edges along x, y and z, from corner to corner [m]."""

    low: np.ndarray  # (3,)
    high: np.ndarray  # (3,)


def bounds_of(points: np.ndarray) -> Bounds:
    """The smallest box around points (..., 3)."""
    flat = points.reshape(-1, 3)
    return Bounds(flat.min(axis=0), flat.max(axis=0))


# Samples per axis by dimension; odd, so that quarter turns, where round shapes are widest, are among them.
_SAMPLES = {1: 513, 2: 65, 3: 33}


def sampled(shape: Shape) -> np.ndarray:
    """Points all over a shape, always the same ones, whatever the grid of the body will be."""
    u = np.linspace(0.0, 1.0, _SAMPLES[shape.dimension])
    return shape.at(*[u] * shape.dimension)


def bounds(shape: Shape) -> Bounds:
    """The box around a shape [m], as found on a fine grid."""
    return bounds_of(sampled(shape))
