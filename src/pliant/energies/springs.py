"""Springs between nodes [001 §4.3, 003]: each with a stiffness, a rest length and a damper along it.

    E = Σ ½ k (|e| − ℓ)² ,   e = x₂ − x₁                                                                     (1)

With t = e/|e|, a damper c [kg/s] adds a force c ė·t along the spring, which within a step of length h is
(c/h)(|e| − |e|_ref): the tension T, its force and its Hessian are

    T = k (|e| − ℓ) + (c/h)(|e| − |e|_ref) ,   ∂E/∂e = T t ,   H = (k + c/h) ttᵀ + T/|e| (I − ttᵀ)              (2)

and the force on node 1 is +T t, the negative gradient [001 App. B]. The version of H for Newton's method drops a
negative T. Given velocities, the damper's part is known without a step: with w = v₂ − v₁,

    T = k (|e| − ℓ) + c w·t                                                                                  (3)

which is what schemes that only evaluate forces use. Nothing keeps a spring from being turned through: a network resists
bending only by its bend springs.

`grid_pairs` lists the neighbours that are joined: along the axes (structural), across the cells (shear) and over the
next node (bend). On a mesh `edge_pairs` are structural, `opposite_pairs` bend.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from pliant.energies.elements import ElementEnergy, at, register
from pliant.energies.stress_points import NOTHING, Section, StressPoints, alike
from pliant.energies.stretch import edge, set_block, set_pull
from pliant.numerics.compile import inlined, kernel, uint
from pliant.numerics.point_layout import PointLayout
from pliant.numerics.threads import by_rows


class Springs(NamedTuple):
    """Springs with dampers; `ratio` is 1/h [1/s]."""

    length: np.ndarray  # (n,) ℓ [m]
    stiffness: np.ndarray  # (n,) k [N/m]
    damping: np.ndarray  # (n,) c [kg/s]
    reference: np.ndarray  # (1, n) |e| at the beginning of a step
    ratio: float = 0.0

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes[(self.stiffness > 0.0) | (self.damping > 0.0)]]

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured - self.length

    def flown(self, p: np.ndarray, scale) -> Springs:
        return self._replace(length=self.length + p[0], stiffness=self.stiffness * scale)

    def tension(
        self, length: np.ndarray, p: np.ndarray = NOTHING, stiff: np.ndarray | float = 1.0
    ) -> np.ndarray:
        """k(|e| − ℓ − p) (n,) [N], if elongations p (1, n) are without it, with `stiff` times the stiffness."""
        return stiff * self.stiffness * (length - self.length - p[0])

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = alike(self.stiffness, damps_apart=True)  # c does not change with k
        return StressPoints(points, nodes, section.limit, length=np.maximum(self.length, 1e-12))

    def damped(self, layout: PointLayout, nodes: np.ndarray, time: float) -> ElementEnergy:
        """With dampers that are as much stronger as a time [s] makes them."""
        return spring_energy(layout, nodes, self.length, self.stiffness, self.damping + time * self.stiffness)


def spring_energy(
    layout: PointLayout, pairs: np.ndarray, length, stiffness, damping: Any = 0.0
) -> ElementEnergy:
    """Springs between pairs of nodes (n, 2); ℓ [m], k [N/m] and c [kg/s] are numbers, or one per spring."""
    n = len(pairs)
    rest, k, c = (
        np.array(np.broadcast_to(values, n), dtype=float) for values in (length, stiffness, damping)
    )
    # The dampers have their own unit: (2) is Kelvin–Voigt damping of c with a time of 1 s.
    return ElementEnergy(layout, pairs, Springs(rest, k, c, np.zeros((1, n))), 1.0 if c.any() else 0.0)


@inlined
def _tension(law, e, length):
    """T of (2), and the energy."""
    longer = length - law.length[e]
    change = length - law.reference[0, e]
    rate = law.ratio * law.damping[e]
    energy = 0.5 * (law.stiffness[e] * longer * longer + rate * change * change)
    return law.stiffness[e] * longer + rate * change, energy


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        x, y, z, length = edge(s, j)
        tension, energy = _tension(law, uint(first + j), length)
        total += energy
        set_pull(s, j, x, y, z, tension / length)
    return total


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        x, y, z, length = edge(s, j)
        tension, _ = _tension(law, e, length)
        across = (max(tension, 0.0) if psd else tension) / length
        along = (law.stiffness[e] + law.ratio * law.damping[e] - across) / (length * length + 1e-200)
        set_block(s, j, x, y, z, along, across)


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        _, _, _, length = edge(s, j)
        s.f[at(0, j)] = length


def _pull_blocks(team, arguments, chunk, row_0, row_1):
    """Add the forces of blocks of springs."""
    law, nodes, blocks, x, v, out, offset = arguments
    for block in range(offset + row_0, offset + row_1):
        for spring in range(blocks[block, 0], blocks[block, 1]):
            e = uint(spring)
            a, b = uint(nodes[0, e]), uint(nodes[1, e])
            dx, dy, dz = x[0, b] - x[0, a], x[1, b] - x[1, a], x[2, b] - x[2, a]
            wx, wy, wz = v[0, b] - v[0, a], v[1, b] - v[1, a], v[2, b] - v[2, a]
            length = np.sqrt(dx * dx + dy * dy + dz * dz) + 1e-200
            rate = (dx * wx + dy * wy + dz * wz) / length
            t = (law.stiffness[e] * (length - law.length[e]) + law.damping[e] * rate) / length  # (3)
            fx, fy, fz = t * dx, t * dy, t * dz
            out[0, a] += fx
            out[1, a] += fy
            out[2, a] += fz
            out[0, b] -= fx
            out[1, b] -= fy
            out[2, b] -= fz


pull_blocks = by_rows(_pull_blocks)


@kernel
def add_pull(team, law, elements, x, v, out):
    """out += the forces (3) of all springs, in one pass."""
    nodes, blocks, colours = elements.nodes, elements.blocks, elements.colours
    for c in range(colours.shape[0] - 1):
        pull_blocks(team, (law, nodes, blocks, x, v, out, colours[c]), 0, 0, colours[c + 1] - colours[c])


register(Springs, gradient=_gradient, hessian=_hessian, measure=_measure, force=add_pull)


# ---------------------------------------------------------------- neighbours on a grid


def structural_steps(axes: int) -> list[tuple[int, ...]]:
    """From a node to the next along each axis."""
    return [tuple(int(axis == i) for i in range(axes)) for axis in range(axes)]


def shear_steps(axes: int) -> list[tuple[int, ...]]:
    """Across the cells: one of every two opposite diagonals, of faces and in three dimensions of cells."""
    steps = [step for step in product((-1, 0, 1), repeat=axes) if sum(map(abs, step)) > 1]
    return [step for step in steps if step > tuple(-i for i in step)]


def near_steps(axes: int, reach: int) -> list[tuple[int, ...]]:
    """To all nodes that are at most `reach` links away, one of every two opposite steps; the longest come first."""
    steps = [
        step for step in product(range(-reach, reach + 1), repeat=axes) if 0 < sum(map(abs, step)) <= reach
    ]
    ahead = [step for step in steps if step > tuple(-i for i in step)]
    return sorted(ahead, key=lambda step: -sum(map(abs, step)))


def bend_steps(axes: int) -> list[tuple[int, ...]]:
    """Over the next node."""
    return [tuple(2 * i for i in step) for step in structural_steps(axes)]


def grid_pairs(
    shape: tuple[int, ...],
    periodic: tuple[bool, ...],
    step: tuple[int, ...],
    broken: np.ndarray | None = None,
) -> np.ndarray:
    """All pairs of nodes (n, 2) of a grid that are `step` apart, each once.

    `broken` (axes, *shape) says which links, from a node along each axis, are cut: neither does a spring hold that goes
    along one, nor one across cells with one.
    """
    a, b = grid_links(shape, periodic, step, broken).T
    return _each_once(a[a != b], b[a != b])


def grid_links(
    shape: tuple[int, ...],
    periodic: tuple[bool, ...],
    step: tuple[int, ...],
    broken: np.ndarray | None = None,
) -> np.ndarray:
    """The same as pairs from a node to the one that is `step` ahead, in the order of the first."""
    links = _all_links(shape, periodic, step)
    return links if broken is None else links[~crossed(shape, periodic, step, broken)]


@lru_cache(maxsize=64)
def _all_links(shape: tuple[int, ...], periodic: tuple[bool, ...], step: tuple[int, ...]) -> np.ndarray:
    here = np.indices(shape).reshape(len(shape), -1)
    there = here + np.array(step)[:, None]
    inside = np.ones(here.shape[1], dtype=bool)
    for axis, (count, wraps) in enumerate(zip(shape, periodic, strict=True)):
        inside &= wraps | ((there[axis] >= 0) & (there[axis] < count))
    wrapped = there % np.array(shape)[:, None]
    links = np.stack([np.ravel_multi_index(tuple(nodes), shape)[inside] for nodes in (here, wrapped)], axis=1)
    links.flags.writeable = False
    return links


def crossed(
    shape: tuple[int, ...], periodic: tuple[bool, ...], step: tuple[int, ...], broken: np.ndarray
) -> np.ndarray:
    """Which of `grid_links` without breaks have a broken link along them, or within their corners, bool (n,)."""
    lost = np.zeros(shape, dtype=bool)
    axes = tuple(range(len(shape)))
    for axis, *start in _links_under(step):
        lost |= np.roll(broken[axis], [-i for i in start], axes)
    return lost.ravel()[_all_links(shape, periodic, step)[:, 0]]


def _each_once(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The pairs (n, 2) of nodes a and b, ordered, none twice."""
    count = int(max(a.max(initial=0), b.max(initial=0))) + 1
    keys = np.unique(np.minimum(a, b).astype(np.int64) * count + np.maximum(a, b))
    return np.stack([keys // count, keys % count], axis=1)


def _links_under(step: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The links (axis, m, n, …) of a grid, relative to the first node, along and within the corners of a step."""
    within = [range(min(d, 0), max(d, 0)) for d in step]
    found = []
    for axis in range(len(step)):
        starts = (
            way if axis == other else range(way.start, way.stop + 1) for other, way in enumerate(within)
        )
        found += [(axis, *start) for start in product(*starts)]
    return found


# ---------------------------------------------------------------- neighbours on a mesh


def edge_pairs(elements: np.ndarray) -> np.ndarray:
    """The edges (n, 2) of triangles or tetrahedra (t, k), each once."""
    edges = np.concatenate([elements[:, pair] for pair in combinations(range(elements.shape[1]), 2)])
    return _each_once(edges[:, 0], edges[:, 1])


def opposite_pairs(elements: np.ndarray) -> np.ndarray:
    """Nodes (n, 2) that lie opposite each other across the side that two triangles or tetrahedra (t, k) share.

    Where more than two share a side, each is paired with the next one.
    """
    pairs = opposites(elements)[0]
    return _each_once(*pairs.T)


def opposites(elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same with the nodes (n, k − 1) of the side between them; two nodes may be opposite more than once."""
    corners = elements.shape[1]
    sides = np.concatenate([np.delete(elements, corner, axis=1) for corner in range(corners)])
    far = np.concatenate([elements[:, corner] for corner in range(corners)])
    sides = np.sort(sides, axis=1)
    order = np.lexsort((far, *sides.T))
    sides, far = sides[order], far[order]
    shared = np.flatnonzero((sides[1:] == sides[:-1]).all(axis=1) & (far[1:] != far[:-1]))
    return np.stack([far[shared], far[shared + 1]], axis=1), sides[shared]
