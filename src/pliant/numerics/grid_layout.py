"""The flat, padded layout of a grid.

An M×N grid is stored as a flat array of P = (M+4)(N+4) places: the grid with a halo of two nodes on every
side. A neighbour is then a constant offset in the flat index (``+W`` along m, ``+1`` along n), and a
kernel is one loop without branches. Places in the halo carry zero weights; along a periodic axis they
are copies of the nodes on the opposite side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from pliant.numerics.compile import kernel

HALO = 2


class Span(NamedTuple):
    """What a kernel needs to know of a layout to walk over it."""

    rows: int  # M
    columns: int  # N
    width: int  # W = N + 4, the offset of the next node along m
    first: int  # flat index of node [0, 0]


class Layout(Protocol):
    """Where the nodes of a body are in flat arrays of length `size`: `GridLayout`, or `PointLayout` for all else.

    Kernels walk over the rows of `span`; a place that is not a node carries no mass and does not move.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def size(self) -> int: ...
    @property
    def count(self) -> int: ...
    @cached_property
    def span(self) -> Span: ...
    @cached_property
    def nodes(self) -> np.ndarray: ...
    @cached_property
    def halo(self) -> np.ndarray: ...
    @property
    def solved(self) -> Layout: ...

    def index(self, *node: int) -> int: ...
    def zeros(self, *leading: int, dtype: type = np.float64) -> np.ndarray: ...
    def spread(self, values: np.ndarray) -> np.ndarray: ...
    def gather(self, flat: np.ndarray) -> np.ndarray: ...
    def fill_halo(self, flat: np.ndarray) -> None: ...


@dataclass(frozen=True)
class GridLayout:
    """Where the nodes [m, n] of a grid are in flat arrays of length `size`."""

    shape: tuple[int, int]
    periodic: tuple[bool, bool] = (False, False)

    @property
    def solved(self) -> GridLayout:
        """The layout of all that is solved for: there are no hidden places."""
        return self

    @property
    def width(self) -> int:
        return self.shape[1] + 2 * HALO

    @property
    def size(self) -> int:
        return (self.shape[0] + 2 * HALO) * self.width

    @property
    def count(self) -> int:
        """The number of nodes."""
        return self.shape[0] * self.shape[1]

    @cached_property
    def span(self) -> Span:
        return Span(self.shape[0], self.shape[1], self.width, self.index(0, 0))

    def index(self, *node: int) -> int:
        """Flat index of a node [m, n]; −2 ≤ m < M + 2, and likewise for n."""
        m, n = node
        return (m + HALO) * self.width + n + HALO

    def node_at(self, index: int) -> tuple[int, int]:
        """The node [m, n] with a flat index."""
        return index // self.width - HALO, index % self.width - HALO

    def steps(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        """The steps (dm, dn) from node a to node b, the short way round where an axis is periodic."""
        steps = []
        for i, j, count, wraps in zip(a, b, self.shape, self.periodic, strict=True):
            steps.append((j - i + count // 2) % count - count // 2 if wraps else j - i)
        return steps[0], steps[1]

    def offset(self, dm: int, dn: int) -> int:
        return dm * self.width + dn

    @cached_property
    def nodes(self) -> np.ndarray:
        """Flat indices of all nodes in C order of [m, n], shape (M·N,)."""
        m, n = np.indices(self.shape)
        return ((m + HALO) * self.width + n + HALO).ravel()

    @cached_property
    def halo(self) -> np.ndarray:
        """Pairs (place in the halo, node it copies), shape (k, 2); empty without a periodic axis."""
        if not any(self.periodic):
            return np.zeros((0, 2), dtype=np.int64)
        m, n = np.meshgrid(
            np.arange(-HALO, self.shape[0] + HALO), np.arange(-HALO, self.shape[1] + HALO), indexing="ij"
        )
        inside = np.ones(m.shape, dtype=bool)
        source_m, source_n = m, n
        if self.periodic[0]:
            source_m = m % self.shape[0]
        else:
            inside &= (m >= 0) & (m < self.shape[0])
        if self.periodic[1]:
            source_n = n % self.shape[1]
        else:
            inside &= (n >= 0) & (n < self.shape[1])
        inside &= (source_m != m) | (source_n != n)
        place = (m + HALO) * self.width + n + HALO
        source = (source_m + HALO) * self.width + source_n + HALO
        return np.stack([place[inside], source[inside]], axis=1).astype(np.int64)

    def zeros(self, *leading: int, dtype: type = np.float64) -> np.ndarray:
        return np.zeros((*leading, self.size), dtype=dtype)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values on the nodes, shape (M, N) or (M, N, …), as flat component-major arrays (…, P)."""
        values = np.asarray(values)
        trailing = values.shape[2:]
        flat = np.zeros((*trailing, self.size), dtype=values.dtype)
        flat[..., self.nodes] = np.moveaxis(values.reshape(self.count, *trailing), 0, -1)
        self.fill_halo(flat)
        return flat

    def gather(self, flat: np.ndarray) -> np.ndarray:
        """The inverse of `spread`: values on the nodes, shape (M·N, …)."""
        return np.ascontiguousarray(np.moveaxis(flat[..., self.nodes], -1, 0))

    def fill_halo(self, flat: np.ndarray) -> None:
        """Copy the nodes into the halo along periodic axes, in place; shape (…, P)."""
        if len(self.halo):
            flat[..., self.halo[:, 0]] = flat[..., self.halo[:, 1]]


@kernel
def copy_halo(x, halo):
    """x[:, place] = x[:, node] for every pair of the halo; x of shape (3, P)."""
    for k in range(halo.shape[0]):
        place = halo[k, 0]
        node = halo[k, 1]
        for c in range(x.shape[0]):
            x[c, place] = x[c, node]


@kernel
def fold_halo(a, halo):
    """Add what was written into the halo to the nodes it stands for, and clear it."""
    for k in range(halo.shape[0]):
        place = halo[k, 0]
        node = halo[k, 1]
        for c in range(a.shape[0]):
            a[c, node] += a[c, place]
            a[c, place] = 0.0
