"""The forces of a body at rest, as exact for a displacement of a billionth of its size as for a large one.

Positions are rounded at 10⁻¹⁶ of their size, and strains taken from them with it: forces that are differences of such
strains are noise long before a displacement is. So for small displacements u from a shape X the elastic forces are
taken from u alone,

    g(X + u) = g(X) + ∫₀¹ K(X + su) u ds ,                                                                    (1)

with the true Hessian K, Gauss's two points in s, and products that see only differences of u between neighbours
(`numerics.relative`). X is where the body was put at the start. g(X) is zero there if it is no more than rounding: a
rest shape that was turned and shifted is as free of stress as before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.integrators.system import BodyState, BodySystem, Frozen
from pliant.model.capabilities import HoldsDirection, can, those
from pliant.numerics.grid_layout import copy_halo, fold_halo
from pliant.numerics.relative import apply, multiply_differences, pairs

_SMALL = 3e-3  # of the distance of two nodes: displacements that differ less are small; Gauss's error is its 4th power
_GAUSS = (0.5 - 0.5 / np.sqrt(3.0), 0.5 + 0.5 / np.sqrt(3.0))
_ROUNDING = 2e-15  # times stiffness and position: forces that are nothing but rounding


class Residual:
    """∂E/∂x − f of one body, where E is the energy and f are pushes; owns what (1) needs."""

    def __init__(self, system: BodySystem):
        self.system = system
        self.start = system.layout.zeros(3)  # X
        self._part = system.layout.zeros(3)
        apart = system.framed is not None or system.flowing  # (1) is of pairs of neighbours whose K is known
        self._matrix: Any = None if apart else system.make_matrix()
        self._pairs = [] if self._matrix is None else pairs(self._matrix)
        self._of_start: np.ndarray | None = None

    def begin(self, frozen: Frozen, state: BodyState) -> None:
        """A step begins."""
        self.frozen, self.system = frozen, (system := frozen.system)
        self._parts = frozen.energies[: len(system.elastic)]
        self._clamps = those(self._parts, HoldsDirection)
        self._others = [one for one in self._parts if not can(one, HoldsDirection)]
        start = system.start
        self.start[:] = state.x if start is None else start
        self._of_start = None
        self._distances = [
            np.linalg.norm(self.start[:, j] - self.start[:, i], axis=0) for i, j in self._pairs
        ]

    def at(self, u: np.ndarray, x: np.ndarray, out: np.ndarray) -> tuple[float, float, float]:
        """Put ∂E/∂x − f at x = X + u into `out`; returns E − f·x, and how large the energies are that it is the sum of.

        The third number is the largest force [N] of one part at a node.
        """
        system, part = self.system, self._part
        small = self.is_small(u)
        value, sizes, largest = 0.0, 0.0, 0.0
        out.fill(0.0)
        for k, energy in enumerate(self.frozen.energies):
            part.fill(0.0)
            one = energy.add_gradient(x, part)
            value, sizes = value + one, sizes + abs(one)
            fold_halo(part, system.layout.halo)
            if not small or k >= len(system.elastic):
                largest = max(largest, longest(part, system.layout.nodes))
                out += part
        if small:
            part[:] = self._elastic(u)
            largest = max(largest, longest(part, system.layout.nodes))
            out += part
        for nodes, forces in self.frozen.hands.pushes.loads():
            out[:, nodes] -= forces
            one = float(np.sum(forces * x[:, nodes]))
            value, sizes = value - one, sizes + abs(one)
            largest = max(largest, float(np.linalg.norm(forces, axis=0).max(initial=0.0)))
        return value, sizes, largest

    @property
    def is_unstressed(self) -> bool:
        """Whether the shape X turned out to be free of stress."""
        return self._of_start is not None and not self._of_start.any()

    def is_small(self, u: np.ndarray) -> bool:
        """Whether (1) is for this displacement."""
        return self._matrix is not None and all(
            float((np.linalg.norm(u[:, j] - u[:, i], axis=0) - _SMALL * distance).max(initial=-1.0)) <= 0.0
            for (i, j), distance in zip(self._pairs, self._distances, strict=True)
        )

    def _elastic(self, u: np.ndarray) -> np.ndarray:
        """(1)."""
        halo = self.system.layout.halo
        if self._of_start is None:
            self._of_start = self._stress_at_start()
        total = self._of_start.copy()
        for s in _GAUSS:
            x = self.start + s * u
            copy_halo(x, halo)
            total += 0.5 * self._product(x, u)
        return total

    def _product(self, x: np.ndarray, u: np.ndarray) -> np.ndarray:
        """K(x) u of the elastic energies."""
        matrix, turned = self._matrix, []
        for (
            clamp
        ) in self._clamps:  # whose blocks are those of the nodes beside an edge, for an edge that stays
            matrix.clear()
            clamp.add_hessian(x, matrix, False)
            away = u[:, clamp.beside] - u[:, clamp.held]
            turned.append((clamp, apply(matrix.diagonal[:, clamp.beside], away)))
        matrix.clear()
        for energy in self._others:
            energy.add_hessian(x, matrix, False)
        matrix.fold_halo()
        out = multiply_differences(matrix, self._pairs, u)
        for clamp, pull in turned:
            out[:, clamp.beside] += pull
        return out

    def _stress_at_start(self) -> np.ndarray:
        """g(X), zero if it is rounding."""
        system, x, matrix = self.system, self.start, self._matrix
        forces = system.layout.zeros(3)
        for energy in self._parts:
            energy.add_gradient(x, forces)
        fold_halo(forces, system.layout.halo)
        self._product(x, forces)  # leaves K(X)
        nodes = system.layout.nodes
        noise = _ROUNDING * np.abs(x[:, nodes]).max() * matrix.own[:, nodes].sum(axis=0)
        if (np.abs(forces[:, nodes]).max(axis=0) <= noise).all():
            forces.fill(0.0)
        return forces


def longest(a: np.ndarray, nodes: np.ndarray) -> float:
    """The length of the longest vector of nodes."""
    return float(np.sqrt((a[:, nodes] ** 2).sum(axis=0).max(initial=0.0)))
