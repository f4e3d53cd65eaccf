"""Alternating directions [002 §5; Peaceman & Rachford 1955]: whole lines of the grid, along one axis after another.

The nodes of a line are put where all other lines want them by one solve with the block A_l of the line,

    x_l ← x_l + A_l⁻¹ (b − A x)_l ,                                                                         (1)

a profile Cholesky factorisation whose rows are a few nodes long: neighbours and, if the body bends, the next ones. A
cycle takes all lines along the first axis, then along the second (and third), then all of them in reverse. That is
symmetric and positive definite whatever the positive definite A, mixed derivatives included, for which the classical
splitting into one operator per axis has no place; so cycles precondition conjugate gradients, which also see to tied
nodes and terms of low rank. A curve has one axis and is solved at once.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import SimulationError
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import GridLayout, Layout
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.profile import Profile, substitute
from pliant.solvers.reduced import Reduced, Rows

NO_AXES = (
    "alternating directions need a grid with axes, and this body has none; use another solver, such as 'cg'"
)


class Lines:
    """The lines along one axis, and the factors of their blocks."""

    def __init__(self, rows: Rows, nodes: np.ndarray, layout: Layout, axis: int):
        place = np.stack(np.unravel_index(nodes, layout.shape))
        along, across = place[axis], np.delete(place, axis, axis=0)
        others = np.delete(np.array(layout.shape), axis)
        line = np.zeros_like(along)
        if len(others):
            line += np.ravel_multi_index(tuple(across), tuple(others))
        if _periodic(layout)[axis]:  # a ring folded flat: its two halves side by side
            along = np.minimum(2 * along, 2 * (layout.shape[axis] - along) - 1)
        order = np.lexsort((along, line)).astype(np.int64)
        owner = np.repeat(np.arange(len(nodes)), np.diff(rows.starts))
        self._inside = np.flatnonzero(line[owner] == line[rows.columns])
        counts = np.bincount(owner[self._inside], minlength=len(nodes))
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._columns = rows.columns[self._inside]
        self.profile = Profile(self._own(rows), order)
        ends = np.flatnonzero(np.diff(line[order])) + 1
        self.bounds = np.concatenate([[0], ends, [len(nodes)]]).astype(np.int64)

    def _own(self, rows: Rows) -> Rows:
        return Rows(self._starts, self._columns, rows.values[self._inside])

    def follow(self, rows: Rows) -> bool:
        return self.profile.follow(self._own(rows))


class Directions:
    """Lines along every axis, there and back: `SolverSpec("adi")`."""

    def __init__(self, layout: Layout):
        if _periodic(layout) == ():
            raise SimulationError(NO_AXES)
        self._layout = layout
        self._lines: list[Lines] = []
        self._pattern: Rows | None = None

    def follow(self, reduced: Reduced) -> bool:
        """Prepare for the values of a matrix; whether it may be positive definite."""
        rows, layout = reduced.rows, self._layout
        if self._pattern is None or not _alike(rows, self._pattern):
            nodes = reduced.nodes
            self._lines = [Lines(rows, nodes, layout, axis) for axis in range(len(layout.shape))]
            self._pattern = rows
        return all(lines.follow(rows) for lines in self._lines)

    def improve(self, rows: Rows, right: np.ndarray, x: np.ndarray) -> None:
        """Bring x (unknowns, 3) nearer to A⁻¹ right."""
        for lines, forward in [
            *((one, True) for one in self._lines),
            *((one, False) for one in self._lines[::-1]),
        ]:
            size = lines.profile.size
            y = np.empty((3 if size == 1 else 1, size * len(x)))
            sweep_lines(lines.profile.envelope, lines.bounds, rows, right, x, y, forward)


def _periodic(layout: Layout) -> tuple[bool, ...]:
    """Which axes are periodic; empty if there are no axes."""
    assert isinstance(layout, GridLayout | PointLayout)
    return layout.periodic or ()


def _alike(a: Rows, b: Rows) -> bool:
    return np.array_equal(a.starts, b.starts) and np.array_equal(a.columns, b.columns)


@kernel
def sweep_lines(envelope, bounds, rows, b, x, y, forward):
    """(1) for every line once, first to last or back; y is scratch, one row per right-hand side."""
    starts, columns, values = rows
    count = bounds.shape[0] - 1
    scalar = values.shape[1] == 1
    for step in range(count):
        line = step if forward else count - 1 - step
        low, high = bounds[line], bounds[line + 1]
        for place in range(low, high):
            i = envelope.order[place]
            s0, s1, s2 = b[i, 0], b[i, 1], b[i, 2]
            for k in range(starts[i], starts[i + 1]):
                j = columns[k]
                x0, x1, x2, a = x[j, 0], x[j, 1], x[j, 2], values[k]
                if scalar:
                    s0, s1, s2 = s0 - a[0] * x0, s1 - a[0] * x1, s2 - a[0] * x2
                else:
                    s0 -= a[0] * x0 + a[1] * x1 + a[2] * x2
                    s1 -= a[3] * x0 + a[4] * x1 + a[5] * x2
                    s2 -= a[6] * x0 + a[7] * x1 + a[8] * x2
            if scalar:
                y[0, place], y[1, place], y[2, place] = s0, s1, s2
            else:
                y[0, 3 * place], y[0, 3 * place + 1], y[0, 3 * place + 2] = s0, s1, s2
        size = 1 if scalar else 3
        for c in range(y.shape[0]):
            substitute(envelope, y[c], size * low, size * high)
        for place in range(low, high):
            i = envelope.order[place]
            for c in range(3):
                x[i, c] += y[c, place] if scalar else y[0, 3 * place + c]
