"""Energies that are sums over elements: a few nodes each, and a law that knows what their positions cost.

A *law* is a named tuple of arrays over the elements. Its functions work on n ≤ ROW elements at once, from the element
`first` on, in rows of scratch memory `s`: in each of its arrays, number i of element j is at place `at(i, j)`. Written
as loops over j, in which what is read and what is written are different arrays or rows known to the compiler, they
become vector instructions. `register` makes them known to the kernels here, which choose by the type of the law when
they are compiled:

* `gradient(law, first, n, s)` takes the positions of node a from the rows 3a … of `s.y`, sets ∂E/∂x_a in the same rows
  of `s.f` and returns the energy of the n elements;
* `hessian(law, first, n, s, psd)` sets the nine entries of ∂²E/∂x_a∂x_b, a < b, in the rows 9t … of `s.h` for pair t in
  the order 01, 02, …, 12, …. The others follow: E does not change when all nodes are shifted alike, so that the
  blocks of a row sum up to zero;
* `measure(law, first, n, s)` sets the rows of `s.f` to the quantities whose rate damping resists (strains, curvatures).
  The law has a `reference` (m, elements) for them and a `ratio` τ/h, as in `metric`, equation (7).

The rows of `s.w` are free for the law. Nodes collect in the order of `numerics.schedule`, which does not depend on the
number of threads.

A law says which nodes it `connects`. What else it can do it has methods for, which `capabilities` lists: one that flows
at points (`stress_points`) knows its `strain(measured)` (m, n) and the law `flown(p, scale)` in which the strains p are
without stress and the stiffness is `scale` times its own; one that can break knows its `nominal_stress` or `tension`.

A law may also know its force at given velocities, for schemes that only evaluate forces: `force(team, law, elements, x,
v, out)` is a kernel of its own that adds −∂E/∂x and what damping adds to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numba.extending import overload

from pliant.energies.capabilities import Braces, Memory
from pliant.energies.stress_points import Section, StressPoints
from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.compile import OPTIONS, inlined, kernel, uint
from pliant.numerics.point_layout import PointLayout
from pliant.numerics.schedule import make_schedule
from pliant.numerics.threads import by_rows, make_team

ROW = 32  # elements at a time: what they need fits into the second-level cache
_WORK = 90  # rows of `w`


class Scratch(NamedTuple):
    """Memory for n ≤ ROW elements of k nodes at a time, in rows."""

    y: np.ndarray  # 3k rows: positions
    f: np.ndarray  # 3k rows: forces
    h: np.ndarray  # 9 rows for every pair of nodes
    own: np.ndarray  # 9k rows: blocks of the nodes themselves
    w: np.ndarray  # whatever the law needs


@inlined
def at(i, j):
    """Where number i of element j is in an array of scratch memory."""
    return uint(i * ROW + j)


# ---------------------------------------------------------------- laws, told apart by type


def law_gradient(law, first, n, s):
    raise NotImplementedError("only from compiled code")


def law_hessian(law, first, n, s, psd):
    raise NotImplementedError("only from compiled code")


def law_measure(law, first, n, s):
    raise NotImplementedError("only from compiled code")


_LAWS: dict[type, tuple[Callable, Callable, Callable]] = {}
_FORCES: dict[type, Callable] = {}
_ANGLES: set[type] = set()


def register(
    law: type,
    *,
    gradient: Callable,
    hessian: Callable,
    measure: Callable,
    force: Callable | None = None,
    angle: bool = False,
) -> None:
    """Give a class of laws its functions, `internal` ones, and the kernel of its force if it has one.

    What `measure` sets may be the cosine and the sine of an `angle`.
    """
    _LAWS[law] = (gradient, hessian, measure)
    if force is not None:
        _FORCES[law] = force
    if angle:
        _ANGLES.add(law)


@overload(law_gradient, jit_options=OPTIONS)
def _choose_gradient(law, first, n, s):
    gradient, _, _ = _LAWS[law.instance_class]
    return lambda law, first, n, s: gradient(law, first, n, s)


@overload(law_hessian, jit_options=OPTIONS)
def _choose_hessian(law, first, n, s, psd):
    _, hessian, _ = _LAWS[law.instance_class]
    return lambda law, first, n, s, psd: hessian(law, first, n, s, psd)


@overload(law_measure, jit_options=OPTIONS)
def _choose_measure(law, first, n, s):
    _, _, measure = _LAWS[law.instance_class]
    return lambda law, first, n, s: measure(law, first, n, s)


# ---------------------------------------------------------------- loops


class Elements(NamedTuple):
    """What kernels see of the elements, besides their law."""

    nodes: np.ndarray  # (k, n)
    blocks: np.ndarray  # (b, 2) ranges of elements, by colour
    colours: np.ndarray  # (c + 1,) ranges of blocks
    energies: np.ndarray  # (b,)
    scratch: Scratch  # one row of each array per thread


@inlined
def of_thread(scratch, chunk):
    return Scratch(scratch.y[chunk], scratch.f[chunk], scratch.h[chunk], scratch.own[chunk], scratch.w[chunk])


@inlined
def load(nodes, first, n, x, y):
    """The positions of the nodes of n elements."""
    for a in range(nodes.shape[0]):
        for c in range(3):
            for j in range(n):
                y[at(3 * a + c, j)] = x[c, uint(nodes[a, first + j])]


def _gradient_blocks(team, arguments, chunk, row_0, row_1):
    law, elements, x, out, offset = arguments
    s, nodes, blocks = of_thread(elements.scratch, chunk), elements.nodes, elements.blocks
    for block in range(offset + row_0, offset + row_1):
        energy = 0.0
        for first in range(blocks[block, 0], blocks[block, 1], ROW):
            n = min(ROW, blocks[block, 1] - first)
            load(nodes, first, n, x, s.y)
            energy += law_gradient(law, first, n, s)
            for j in range(n):
                for a in range(nodes.shape[0]):
                    p = uint(nodes[a, first + j])
                    out[0, p] += s.f[at(3 * a, j)]
                    out[1, p] += s.f[at(3 * a + 1, j)]
                    out[2, p] += s.f[at(3 * a + 2, j)]
        elements.energies[block] = energy


def _hessian_blocks(team, arguments, chunk, row_0, row_1):
    law, elements, slots, x, psd, diagonal, values, offset = arguments
    s, nodes, blocks = of_thread(elements.scratch, chunk), elements.nodes, elements.blocks
    count = nodes.shape[0]
    for block in range(offset + row_0, offset + row_1):
        for first in range(blocks[block, 0], blocks[block, 1], ROW):
            n = min(ROW, blocks[block, 1] - first)
            load(nodes, first, n, x, s.y)
            law_hessian(law, first, n, s, psd)
            sum_pairs(s.h, s.own, count, n)
            for j in range(n):
                for pair in range(count * (count - 1) // 2):
                    add_pair(s.h, pair, j, slots[first + j, pair, 0], slots[first + j, pair, 1], values)
                for a in range(count):
                    p = uint(nodes[a, first + j])
                    for c in range(9):
                        diagonal[c, p] += s.own[at(9 * a + c, j)]


@inlined
def sum_pairs(h, own, count, n):
    """The nodes' own blocks: minus the sum of the blocks in their rows."""
    for i in range(9 * count):
        for j in range(n):
            own[at(i, j)] = 0.0
    pair = 0
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(9):
                t = 3 * (c % 3) + c // 3
                for j in range(n):
                    value = h[at(9 * pair + c, j)]
                    own[at(9 * a + c, j)] -= value
                    own[at(9 * b + t, j)] -= value
            pair += 1


@inlined
def add_pair(h, pair, j, ab, ba, values):
    """Add the block of two nodes and its transpose."""
    for u in range(3):
        for v in range(3):
            value = h[at(9 * pair + 3 * u + v, j)]
            values[uint(ab), 3 * u + v] += value
            values[uint(ba), 3 * v + u] += value


gradient_blocks, hessian_blocks = by_rows(_gradient_blocks), by_rows(_hessian_blocks)


@kernel
def add_gradient(team, law, elements, x, out):
    """out += ∂E/∂x; returns E."""
    colours = elements.colours
    for c in range(colours.shape[0] - 1):
        gradient_blocks(team, (law, elements, x, out, colours[c]), 0, 0, colours[c + 1] - colours[c])
    total = 0.0
    for block in range(elements.energies.shape[0]):
        total += elements.energies[block]
    return total


@kernel
def add_hessian(team, law, elements, slots, x, psd, diagonal, values):
    """Add ∂²E/∂x² to the blocks of a matrix."""
    colours = elements.colours
    for c in range(colours.shape[0] - 1):
        rows = colours[c + 1] - colours[c]
        hessian_blocks(team, (law, elements, slots, x, psd, diagonal, values, colours[c]), 0, 0, rows)


@kernel
def measure(law, elements, x, out):
    """The quantities that damping resists, of all elements, (m, n)."""
    s = of_thread(elements.scratch, 0)
    for first in range(0, out.shape[1], ROW):
        n = min(ROW, out.shape[1] - first)
        load(elements.nodes, first, n, x, s.y)
        law_measure(law, first, n, s)
        for i in range(out.shape[0]):
            for j in range(n):
                out[i, first + j] = s.f[at(i, j)]


# ---------------------------------------------------------------- the energy


@runtime_checkable
class DampsApart(Protocol):
    """A law whose dampers are its own, and do not go with its stiffness."""

    def damped(self, layout: PointLayout, nodes: np.ndarray, time: float) -> ElementEnergy: ...


@dataclass
class ElementEnergy(Steady):
    """The energy of elements with `nodes` (n, k) that obey one law; `damping_time` τ [s] of Kelvin–Voigt damping."""

    layout: PointLayout
    nodes: np.ndarray
    law: Any
    damping_time: float = 0.0

    def __post_init__(self):
        self.nodes = np.ascontiguousarray(self.nodes, dtype=np.int32)
        self.pattern = (self.nodes,)
        self._team = make_team(self.layout)
        schedule = make_schedule(self.nodes, self.layout.size)
        k = self.nodes.shape[1]
        rows = (3 * k, max(3 * k, len(self.law.reference)), 9 * k * (k - 1) // 2, 9 * k, _WORK)
        scratch = Scratch(*(np.zeros((self._team.count, count * ROW)) for count in rows))
        energies = np.zeros(len(schedule.blocks))
        self._elements = Elements(np.ascontiguousarray(self.nodes.T), *schedule, energies, scratch)
        self._elastic = self._now = self.law
        self._discard = self.layout.zeros(3)
        self._rate: dict[str, Any] = {}  # what a law is given within a step to damp

    def freeze(self, step: StepContext) -> ElementEnergy:
        if not self.damping_time:
            return self
        shape = self.law.reference.shape
        reference, one = step.zeros(*shape), step.empty(*shape)
        for weight, x in step.past():
            measure(self._elastic, self._elements, x, one)
            one *= weight
            reference += one
        if type(self.law) in _ANGLES:
            reference /= np.hypot(reference[0], reference[1], out=one[0])
        rate = {"reference": reference, "ratio": self.damping_time / step.interval}
        return changed(self, _rate=rate, _now=self._elastic._replace(**rate))

    def stored(self, x: np.ndarray, law: Any = None) -> float:
        """The elastic energy alone [J], without what damping adds within a step; or that of another law."""
        return add_gradient(self._team, law or self._elastic, self._elements, x, self._discard)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return add_gradient(self._team, self._now, self._elements, x, out)

    @property
    def add_force(self) -> Callable[[np.ndarray, np.ndarray, np.ndarray], None] | None:
        """Adds the force at velocities v, with damping, if the law knows it."""
        return self._add_force if type(self.law) in _FORCES else None

    def _add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        _FORCES[type(self.law)](self._team, self._elastic, self._elements, x, v, out)

    def add_hessian(self, x: np.ndarray, matrix: BlockMatrix, psd: bool) -> None:
        slots = matrix.pairs_of(self.nodes)
        add_hessian(self._team, self._now, self._elements, slots, x, psd, matrix.diagonal, matrix.values)

    def connects(self) -> list[np.ndarray]:
        """Nodes (n, k) that hold together, as the law has it."""
        return self.law.connects(self.nodes)

    def stress_points(self, section: Section) -> StressPoints | None:
        """Where it flows, as the law has it."""
        return self.law.stress_points(self.nodes, section)

    @property
    def braces(self) -> bool:
        """Whether it only adds to what others do, as the law has it."""
        return isinstance(self.law, Braces)

    def arm(self, share: float, keeps_volume: bool) -> ElementEnergy:
        """One of several side by side, as the law has it; without damping."""
        return ElementEnergy(self.layout, self.nodes, self.law.arm(share, keeps_volume))

    def damped(self, time: float) -> ElementEnergy:
        """The same with a dashpot of that time [s] beside it, as the law has it if its dampers are its own."""
        if isinstance(self.law, DampsApart):
            return self.law.damped(self.layout, self.nodes, time)
        return replace(self, damping_time=self.damping_time + time)

    def nominal_stress(self, F: np.ndarray, memory: Memory, *flown: Any) -> np.ndarray:
        """∂ψ/∂F (3, d, n), as the law has it where strains and a share of the stiffness have `flown`."""
        return self.law.nominal_stress(F, *flown)

    def tension(self, x: np.ndarray, memory: Memory, *flown: Any) -> np.ndarray:
        """Along edges (n,) [N], as the law has it where strains and a share of the stiffness have `flown`."""
        e = x[:, self.nodes[:, 1]] - x[:, self.nodes[:, 0]]
        return self.law.tension(np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]), *flown)

    def strains(self, x: np.ndarray) -> np.ndarray:
        """The strains (m, n) from which the law's stress follows, with its rest state as it was at first."""
        out = np.zeros_like(self.law.reference)
        measure(self.law, self._elements, x, out)
        return self.law.strain(out)

    def flowed(self, p: np.ndarray, scale: np.ndarray | float = 1.0) -> ElementEnergy:
        """The same with strains p (m, n) that are without stress, and `scale` (n,) times its stiffness."""
        return self.by(self.law.flown(p, scale))

    def softened(self, p: np.ndarray, stiffness: np.ndarray) -> ElementEnergy:
        """The same with strains p (m, n) that are without stress, and ∂²E by them (m, m, n)."""
        return self.by(self.law.softened(p, stiffness))

    def by(self, law: Any) -> ElementEnergy:
        """The same by another law of the same kind; `law` stays what it was at first."""
        return changed(self, _elastic=law, _now=law._replace(**self._rate))

    def measures(self, x: np.ndarray, law: Any = None) -> np.ndarray:
        """What damping resists the change of, at positions x: (m, n), in the law's own order; or by another law."""
        out = np.zeros_like(self.law.reference)
        measure(law or self._elastic, self._elements, x, out)
        return out
