"""Free-form deformation [Sederberg & Parry 1986]: space moves as a lattice of control points does.

With s, t, u the place of a point in the box of the lattice, each from 0 to 1, and Bernstein polynomials B of
one order less than the lattice has points along that axis:

    X = x + Σ_i Σ_j Σ_k B_i(s) B_j(t) B_k(u) (P_ijk − P⁰_ijk)

P⁰ is the regular lattice over the box. Since Bernstein polynomials reproduce straight lines, this is
Sederberg and Parry's (2), X = Σ B B B P; written with displacements it also leaves an axis along which the
lattice has one layer as it is, so that flat shapes need no thickness.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from pliant.errors import Problem, SceneError
from pliant.problems import FieldError
from pliant.shapes.deformers.deformer import Deformer
from pliant.shapes.fields import ControlPoints, as_net, check_count
from pliant.shapes.shape import Bounds, Shape, bounds
from pliant.shapes.splines import bernstein
from pliant.spec import Point

Count = Annotated[int, Field(ge=1)]


class FFD(Deformer):
    """A lattice of `counts` control points along x, y, z over the box from `low` to `high` [m].

    `control_points` [m] says where they are now, the index along x running fastest: point i + a·(j + b·k)
    for counts (a, b, c). The box is the one around the shape unless given; points outside a given box stay.
    """

    positional: ClassVar = ("counts", "control_points")

    kind: Literal["ffd"] = "ffd"
    counts: tuple[Count, Count, Count]
    control_points: ControlPoints
    low: Point | None = None
    high: Point | None = None

    @model_validator(mode="after")
    def _fits(self) -> FFD:
        a, b, c = self.counts
        check_count(self.control_points, a * b * c, f"a lattice of {a}×{b}×{c}")
        if (self.low is None) != (self.high is None):
            raise FieldError(("high" if self.high is None else "low",), "low and high come together")
        if self.low is not None and self.high is not None and np.any(np.subtract(self.high, self.low) <= 0):
            raise FieldError(
                ("high",), f"must be above low in x, y and z: {list(self.low)} to {list(self.high)}"
            )
        return self

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points moved along with the lattice."""
        given = self.low is not None and self.high is not None
        box = Bounds(np.asarray(self.low), np.asarray(self.high)) if given else bounds
        displaced = self._lattice() - regular(box, self.counts)
        size = box.high - box.low
        place = np.divide(points - box.low, size, out=np.full(points.shape, 0.5), where=size > 0)
        flat = place.reshape(-1, 3)
        B = [bernstein(flat[:, axis], count - 1) for axis, count in enumerate(self.counts)]
        # One axis at a time: (P, a, b, c) would not fit into memory for a fine lattice.
        shift = np.zeros((len(flat), 3))
        for k in range(self.counts[2]):
            layer = np.einsum("pi,pj,ijd->pd", B[0], B[1], displaced[:, :, k], optimize=True)
            shift += B[2][:, k, None] * layer
        if given:
            shift[np.any((flat < -1e-9) | (flat > 1.0 + 1e-9), axis=1)] = 0.0
        return points + shift.reshape(points.shape)

    def _lattice(self) -> np.ndarray:
        """The control points by [i, j, k], shape (a, b, c, 3)."""
        return np.asarray(self.control_points).reshape(*reversed(self.counts), 3).transpose(2, 1, 0, 3)


def regular(box: Bounds, counts: Sequence[int]) -> np.ndarray:
    """Control points (a, b, c, 3) spread evenly over a box; a single layer lies in its middle."""
    axes = [
        np.linspace(low, high, count) if count > 1 else np.array([0.5 * (low + high)])
        for low, high, count in zip(box.low, box.high, counts, strict=True)
    ]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)


def lattice(shape: Shape, counts: Sequence[int] = (3, 3, 3)) -> np.ndarray:
    """A regular lattice around a shape, (a, b, c, 3) [m]: move some of its points and hand it to `ffd`."""
    if len(counts) != 3 or min(counts) < 1:
        raise SceneError(
            [Problem("counts", f"a lattice has at least one point along x, y and z (given: {tuple(counts)})")]
        )
    return regular(bounds(shape), counts)


def ffd(lattice: np.ndarray | Sequence, **options) -> FFD:
    """Free-form deformation by control points lattice[i, j, k] = (x, y, z) [m], with i along x.

    The lattice may be an array or nested lists of shape (a, b, c, 3), for any a, b, c.
    """
    points = as_net(lattice, 3)
    return FFD(counts=points.shape[:3], control_points=points.transpose(2, 1, 0, 3).reshape(-1, 3), **options)
