"""A height field: ground whose height over a grid is given by a table, with straight facets between."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.contact.faceted import Faceted
from pliant.contact.mesh import Mesh
from pliant.problems import FieldError
from pliant.spec import Length, measured, plain

Row = Annotated[tuple[float, ...], Field(min_length=2)]


class Terrain(Faceted):
    """Ground of `width` along x and `depth` along y [m] about `center` [m], as high over it as `heights` [m] say.

    `heights[m][n]` has m along x. It is solid down to `thickness` [m] below its lowest point.
    """

    positional: ClassVar = ("heights", "width", "depth", "thickness")

    kind: Literal["terrain"] = "terrain"
    heights: Annotated[tuple[Row, ...], BeforeValidator(plain), Field(min_length=2), measured("m")]
    width: Length = 1.0
    depth: Length = 1.0
    thickness: Length = 0.1

    @model_validator(mode="after")
    def _is_a_table(self) -> Terrain:
        for k, row in enumerate(self.heights):
            if len(row) != len(self.heights[0]):
                raise FieldError(
                    ("heights", k), f"has {len(row)} entries, the first row has {len(self.heights[0])}"
                )
        return self

    def facets(self) -> Mesh:
        z = np.asarray(self.heights)
        rows, columns = z.shape
        x = np.linspace(-0.5, 0.5, rows)[:, None] * self.width + 0.0 * z
        y = np.linspace(-0.5, 0.5, columns)[None, :] * self.depth + 0.0 * z
        top = np.stack([x, y, z], axis=-1).reshape(-1, 3)
        number = np.arange(rows * columns).reshape(rows, columns)
        a, b, c, d = (
            one.ravel() for one in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:])
        )
        above = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
        rim = np.concatenate([number[:-1, 0], number[-1, :-1], number[:0:-1, -1], number[0, :0:-1]])
        low = top[rim] * (1.0, 1.0, 0.0) + (0.0, 0.0, z.min() - self.thickness)
        first, middle = len(top), len(top) + len(rim)
        i = np.arange(len(rim))
        j = (i + 1) % len(rim)
        walls = [
            np.stack([rim[i], first + i, first + j], axis=1),
            np.stack([rim[i], first + j, rim[j]], axis=1),
        ]
        floor = np.stack([np.full(len(rim), middle), first + j, first + i], axis=1)
        vertices = np.concatenate([top, low, [[0.0, 0.0, z.min() - self.thickness]]])
        return vertices, np.concatenate([above, *walls, floor])
