"""A superquadric [Barr 1981]: an ellipsoid, or anything from a box with round edges to an octahedron.

    f = (|x/a|^{2/e₂} + |y/b|^{2/e₂})^{e₂/e₁} + |z/c|^{2/e₁} − 1                                               (1)

Its corners are where rays from the middle meet it, p = u (f(u) + 1)^{−e₁/2}, through the corners of a grid on a box.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from pliant.contact.faceted import Faceted
from pliant.contact.mesh import Mesh
from pliant.shapes.fields import SemiAxes

_ACROSS = 16  # facets along an edge of the box


class Superquadric(Faceted):
    """A superquadric about `center` [m] with `semi_axes` [m] along x, y, z, turned by `rotation`.

    Of its `exponents` the first is that of sections through the z axis, the second that of sections across it: 1 is
    round, towards 0 square, 2 a diamond.
    """

    positional: ClassVar = ("semi_axes", "exponents", "center")

    kind: Literal["superquadric"] = "superquadric"
    semi_axes: SemiAxes = (1.0, 1.0, 1.0)
    exponents: tuple[Annotated[float, Field(ge=0.05, le=2)], Annotated[float, Field(ge=0.05, le=2)]] = (
        0.5,
        0.5,
    )

    def facets(self) -> Mesh:
        directions, triangles = _box(_ACROSS)
        first, second = self.exponents
        x, y, z = np.abs(directions).T
        across = (x ** (2.0 / second) + y ** (2.0 / second)) ** (second / first)
        size = (across + z ** (2.0 / first)) ** (-0.5 * first)  # (1)
        return directions * size[:, None] * np.asarray(self.semi_axes), triangles


def _box(count: int) -> Mesh:
    """The surface of a box from −1 to 1 in so many squares along each edge, each two triangles."""
    side = np.linspace(-1.0, 1.0, count + 1)
    u, v = (one.ravel() for one in np.meshgrid(side, side, indexing="ij"))
    number = np.arange((count + 1) ** 2).reshape(count + 1, count + 1)
    a, b, c, d = (one.ravel() for one in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]))
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    points, triangles = [], []
    for axis in range(3):
        for end in (-1.0, 1.0):
            face = np.empty((len(u), 3))
            face[:, axis], face[:, (axis + 1) % 3], face[:, (axis + 2) % 3] = end, u, v
            triangles.append(len(points) * len(u) + (faces if end > 0 else faces[:, [0, 2, 1]]))
            points.append(face)
    whole = np.concatenate(points)
    kept, number = np.unique(whole.round(12), axis=0, return_inverse=True)
    return kept, number.ravel()[np.concatenate(triangles)]
