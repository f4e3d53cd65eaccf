"""Stretching and shearing of a surface on a grid by a law of the principal stretches (`plane_stress`).

E = Σ w ψ over the corners of the cells (`corners`): where the edges a_i and b_k meet, with a quarter w of
the area there. Edges are taken to orthonormal axes in the sheet, the first along a at rest,

    [A B] = [a b] M ,   M = ((m₁₁, m₁₂), (0, m₂₂)) ,   A = m₁₁a ,   B = m₁₂a + m₂₂b ,                         (1)

and what A and B answer to edges,

    ∂E/∂a = m₁₁P_A + m₁₂P_B ,   ∂E/∂b = m₂₂P_B ,                                                            (2)
    H_aa = m₁₁²H_AA + m₁₁m₁₂(H_AB + H_ABᵀ) + m₁₂²H_BB ,   H_ab = m₂₂(m₁₁H_AB + m₁₂H_BB) ,   H_bb = m₂₂²H_BB .   (3)

Damping (Kelvin–Voigt) is that of `metric`: a metric energy beside this one, at rest where the step began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from pliant.energies.corners import ROW, GridCorners, register
from pliant.energies.metric import MetricEnergy
from pliant.energies.plane_stress import blocks_of, stress_of
from pliant.energies.stretched_triangle import nominal
from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.compile import inlined, internal, uint
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import NARROW, GridMatrix

Pair = tuple[np.ndarray, np.ndarray]


class Stretched(NamedTuple):
    """What kernels see of the corners."""

    frames: np.ndarray  # (12, P) m₁₁, m₁₂, m₂₂ [1/m] of the corners a₀b₀, a₀b₁, a₁b₀, a₁b₁
    matter: np.ndarray  # (8, P) w t μ and w t K [N·m] of the same; none: the corner is left out
    stretches: Any


@inlined
def _axes(law, r, cell, a, b):
    """A and B of (1)."""
    x, y, z = law.frames[r, cell], law.frames[r + 1, cell], law.frames[r + 2, cell]
    return (
        (x * a[0], x * a[1], x * a[2]),
        (y * a[0] + z * b[0], y * a[1] + z * b[1], y * a[2] + z * b[2]),
    )


@inlined
def _edge(x, end, start):
    return x[0, end] - x[0, start], x[1, end] - x[1, start], x[2, end] - x[2, start]


@internal
def _forces(law, x, w, p, n, i, k, fa, fb):
    """(2) of n cells."""
    o, v, q, corner = p + i, p + i + w, p + k * w, 2 * i + k
    energy = 0.0
    for j in range(n):
        cell = uint(p + j)
        mu, bulk = law.matter[2 * corner, cell], law.matter[2 * corner + 1, cell]
        if mu > 0.0:
            a, b = _edge(x, uint(v + j), uint(o + j)), _edge(x, uint(q + 1 + j), uint(q + j))
            one, two = _axes(law, 3 * corner, cell, a, b)
            cost, f, g = stress_of(law.stretches, mu, bulk, one, two)
            energy += cost
            m0, m1, m2 = (
                law.frames[3 * corner, cell],
                law.frames[3 * corner + 1, cell],
                law.frames[3 * corner + 2, cell],
            )
            for c in range(3):
                fa[c * ROW + j] += m0 * f[c] + m1 * g[c]
                fb[c * ROW + j] += m2 * g[c]
    return energy


@inlined
def _blocks(law, x, psd, w, p, n, i, k, ha, hb, hab):
    """(3) of n cells."""
    o, v, q, corner = p + i, p + i + w, p + k * w, 2 * i + k
    for j in range(n):
        cell = uint(p + j)
        mu, bulk = law.matter[2 * corner, cell], law.matter[2 * corner + 1, cell]
        if mu > 0.0:
            a, b = _edge(x, uint(v + j), uint(o + j)), _edge(x, uint(q + 1 + j), uint(q + j))
            one, two = _axes(law, 3 * corner, cell, a, b)
            aa, ab, bb = blocks_of(law.stretches, mu, bulk, one, two, psd)
            m0, m1, m2 = (
                law.frames[3 * corner, cell],
                law.frames[3 * corner + 1, cell],
                law.frames[3 * corner + 2, cell],
            )
            t = 0
            for c in range(3):
                for d in range(3):
                    h, g = 3 * c + d, 3 * d + c
                    hab[h * ROW + j] = m2 * (m0 * ab[h] + m1 * bb[h])
                    if d >= c:
                        ha[t * ROW + j] += m0 * m0 * aa[h] + m0 * m1 * (ab[h] + ab[g]) + m1 * m1 * bb[h]
                        hb[t * ROW + j] += m2 * m2 * bb[h]
                        t += 1
        else:
            for h in range(9):
                hab[h * ROW + j] = 0.0


register(Stretched, forces=_forces, blocks=_blocks)


@dataclass
class StretchedGrid(Steady):
    """The energy of one grid by a law; `damper` is a metric energy of the same sheet."""

    layout: GridLayout
    corners: Stretched
    damper: MetricEnergy

    pattern = NARROW

    def __post_init__(self):
        self._cells = GridCorners(self.layout)
        self._resisting: Any = None  # within a step

    @property
    def name(self) -> str:
        return type(self.corners.stretches).__name__

    @property
    def damping_time(self) -> float:
        return self.damper.damping_time

    def freeze(self, step: StepContext) -> StretchedGrid:
        return changed(self, _resisting=self.damper.resistance(step)) if self.damping_time else self

    def damped(self, time: float) -> StretchedGrid:
        """The same with a dashpot of that time [s] beside it."""
        return replace(self, damper=self.damper.damped(time))

    def stored(self, x: np.ndarray) -> float:
        return self._cells.gradient(self.corners, x, None)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        work = 0.0 if self._resisting is None else self._resisting.add_gradient(x, out)
        return self._cells.gradient(self.corners, x, out) + work

    def add_hessian(self, x: np.ndarray, matrix: GridMatrix, psd: bool) -> None:
        self._cells.hessian(self.corners, x, psd, matrix)
        if self._resisting is not None:
            self._resisting.add_hessian(x, matrix, psd)

    def corner_tensions(self, x: np.ndarray, memory: Mapping[str, np.ndarray]) -> list[Pair]:
        """f·a and f·b (P,) [J] of the edges at the corners, with the forces f of (2) on them."""
        found = []
        for a, b, f, g in self._pulls(x):
            found.append(((f * a).sum(axis=0), (g * b).sum(axis=0)))
        return found

    def corner_stresses(
        self, x: np.ndarray, memory: Mapping[str, np.ndarray]
    ) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """S¹¹, S²² and S¹² (P,) times area at the corners, with f = S¹¹a + S¹²b on a and S¹²a + S²²b on b."""
        found = []
        for a, b, f, g in self._pulls(x):
            aa, bb, ab = (a * a).sum(axis=0), (b * b).sum(axis=0), (a * b).sum(axis=0)
            det = aa * bb - ab * ab
            det = np.where(det > 0.0, det, np.inf)
            fa, fb, gb = (f * a).sum(axis=0), (f * b).sum(axis=0), (g * b).sum(axis=0)
            ga = (g * a).sum(axis=0)
            found.append(((fa * bb - fb * ab) / det, (gb * aa - ga * ab) / det, (fb * aa - fa * ab) / det))
        return found

    def _pulls(self, x: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
        """a, b and (2), (3, P), of every corner."""
        w, size = self.layout.width, self.layout.size
        for corner in range(4):
            i, k = divmod(corner, 2)
            a = np.roll(x, -(w + i), axis=1) - np.roll(x, -i, axis=1)
            b = np.roll(x, -(k * w + 1), axis=1) - np.roll(x, -k * w, axis=1)
            m0, m1, m2 = self.corners.frames[3 * corner : 3 * corner + 3]
            F, P = np.stack([m0 * a, m1 * a + m2 * b], axis=1), np.zeros((3, 2, size))
            there = self.corners.matter[2 * corner] > 0.0
            out = np.empty((3, 2, int(there.sum())))
            matter = np.ascontiguousarray(self.corners.matter[2 * corner : 2 * corner + 2, there])
            nominal(self.corners.stretches, matter, np.ascontiguousarray(F[:, :, there]), out)
            P[:, :, there] = out
            yield a, b, m0 * P[:, 0] + m1 * P[:, 1], m2 * P[:, 1]
