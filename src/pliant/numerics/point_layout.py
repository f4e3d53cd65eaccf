"""The flat layout of nodes that are not a two-dimensional grid: curves, solids, meshes.

Nodes are numbered in C order of their shape, (N,), (L, M, N) or just (count,), and stored one after the other. What
couples them is written down element by element (`numerics.blocks`), so there is no halo. Behind them may come hidden
places: points that are solved for and that nobody is shown, as the outriggers of a rod with a material frame. So that
the kernels for grids serve here as well, the places are cut into rows of at most 256; the last row is padded with
places without mass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from pliant.numerics.grid_layout import Span

ROW = 256


@dataclass(frozen=True)
class PointLayout:
    """Where the nodes of a curve, a solid or a mesh are in flat arrays of length `size`.

    `periodic` has one entry per axis of `shape` if the nodes are ordered as a grid; None says that they are not (a
    mesh), so that solvers cannot interpolate between neighbours in that order.
    """

    shape: tuple[int, ...]
    periodic: tuple[bool, ...] | None = None
    hidden: int = 0

    @property
    def count(self) -> int:
        """The number of nodes."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        return self.span.rows * self.span.width

    @cached_property
    def span(self) -> Span:
        places = self.count + self.hidden
        width = max(1, min(ROW, places))
        return Span(-(-places // width), width, width, 0)

    @property
    def solved(self) -> PointLayout:
        """That of all that is solved for: the hidden places are nodes like others."""
        return self._solved

    @cached_property
    def _solved(self) -> PointLayout:
        return PointLayout((self.count + self.hidden,)) if self.hidden else self

    @cached_property
    def nodes(self) -> np.ndarray:
        """Flat indices of all nodes in C order, shape (count,)."""
        return np.arange(self.count)

    @cached_property
    def halo(self) -> np.ndarray:
        """There is none, shape (0, 2)."""
        return np.zeros((0, 2), dtype=np.int64)

    def index(self, *node: int) -> int:
        """Flat index of a node."""
        flat = 0
        for i, count in zip(node, self.shape, strict=True):
            flat = flat * count + i
        return flat

    def zeros(self, *leading: int, dtype: type = np.float64) -> np.ndarray:
        return np.zeros((*leading, self.size), dtype=dtype)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values on the nodes, shape (*shape, …) or (count, …), as flat component-major arrays (…, P)."""
        values = np.asarray(values)
        axes = len(self.shape) if values.shape[: len(self.shape)] == self.shape else 1
        trailing = values.shape[axes:]
        flat = np.zeros((*trailing, self.size), dtype=values.dtype)
        flat[..., : self.count] = np.moveaxis(values.reshape(self.count, *trailing), 0, -1)
        return flat

    def gather(self, flat: np.ndarray) -> np.ndarray:
        """The inverse of `spread`: values on the nodes, shape (count, …)."""
        return np.ascontiguousarray(np.moveaxis(flat[..., : self.count], -1, 0))

    def fill_halo(self, flat: np.ndarray) -> None:
        """Nothing to do."""
