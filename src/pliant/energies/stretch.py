"""Stretching of a curve: the first term of the primal energy of curves, with respect to rest length.

    E = ∫ ½ EA ε² ds⁰ = Σ ½ EA l ε² ,   ε = |e|/l − 1                                                          (1)

for edges e with rest length l [m] and the stiffness EA [N]: Young's modulus times cross-section. With the direction
t = e/|e| and the tension T = EA ε,

    ∂E/∂e = T t ,   H = EA/l ttᵀ + T/|e| (I − ttᵀ)                                                             (2)

of which the version for Newton's method drops a negative T. Damping (Kelvin–Voigt, time τ) adds EA τ ε̇ to T, within a
step EA (τ/h)(ε − ε_ref).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.elements import at, register
from pliant.energies.stress_points import NOTHING, Section, StressPoints, alike, mean_at
from pliant.numerics.compile import inlined, uint


class Stretch(NamedTuple):
    """Edges that resist a change of length."""

    length: np.ndarray  # (n,) l [m]
    stiffness: np.ndarray  # (n,) EA [N]
    flow: np.ndarray  # (n,) the strain that is without tension
    reference: np.ndarray  # (1, n) ε at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes[self.stiffness > 0.0]]

    def strain(self, measured: np.ndarray) -> np.ndarray:
        return measured

    def flown(self, p: np.ndarray, scale) -> Stretch:
        return self._replace(flow=p[0], stiffness=self.stiffness * scale)

    def tension(
        self, length: np.ndarray, p: np.ndarray = NOTHING, stiff: np.ndarray | float = 1.0
    ) -> np.ndarray:
        """T (n,) [N] of edges of a length; strains p (1, n) are without it, the stiffness is `stiff` times its own."""
        return stiff * self.stiffness * (length / self.length - 1.0 - p[0])

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        points = alike(self.stiffness, self.length)
        return StressPoints(points, nodes, mean_at(section.force, nodes), stretches=True)


class Leash(NamedTuple):
    """Springs that obey (1) and are no matter: what they keep neither flows nor breaks."""

    length: np.ndarray
    stiffness: np.ndarray
    flow: np.ndarray
    reference: np.ndarray
    ratio: float = 0.0

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return [nodes[self.stiffness > 0.0]]

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints | None:
        return None


def stretch(length: np.ndarray, stiffness) -> Stretch:
    """The law of edges with rest lengths [m] and a stiffness EA [N]."""
    stiff = np.ascontiguousarray(np.broadcast_to(np.asarray(stiffness, dtype=float), len(length)))
    count = len(length)
    return Stretch(np.ascontiguousarray(length, dtype=float), stiff, np.zeros(count), np.zeros((1, count)))


@inlined
def edge(s, j):
    """e and |e|."""
    y = s.y
    x, y, z = y[at(3, j)] - y[at(0, j)], y[at(4, j)] - y[at(1, j)], y[at(5, j)] - y[at(2, j)]
    return x, y, z, np.sqrt(x * x + y * y + z * z) + 1e-200


@inlined
def set_pull(s, j, x, y, z, t):
    """The gradients −te and te of the two ends of an edge."""
    s.f[at(0, j)], s.f[at(1, j)], s.f[at(2, j)] = -t * x, -t * y, -t * z
    s.f[at(3, j)], s.f[at(4, j)], s.f[at(5, j)] = t * x, t * y, t * z


@inlined
def set_block(s, j, x, y, z, along, across):
    """The block −(along eeᵀ + across I) of the two ends of an edge."""
    s.h[at(0, j)], s.h[at(4, j)], s.h[at(8, j)] = (
        -along * x * x - across,
        -along * y * y - across,
        -along * z * z - across,
    )
    s.h[at(1, j)], s.h[at(2, j)], s.h[at(5, j)] = -along * x * y, -along * x * z, -along * y * z
    s.h[at(3, j)], s.h[at(6, j)], s.h[at(7, j)] = -along * x * y, -along * x * z, -along * y * z


@inlined
def _tension(law, e, length):
    """T with what damping adds, and the energy."""
    strain = length / law.length[e] - 1.0
    change, own = strain - law.reference[0, e], strain - law.flow[e]
    energy = 0.5 * law.stiffness[e] * law.length[e] * (own * own + law.ratio * change * change)
    return law.stiffness[e] * (own + law.ratio * change), energy


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
        across = (max(tension, 0.0) if psd else tension) / length  # (2)
        along = (law.stiffness[e] * (1.0 + law.ratio) / law.length[e] - across) / (length * length + 1e-200)
        set_block(s, j, x, y, z, along, across)


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        _, _, _, length = edge(s, j)
        s.f[at(0, j)] = length / law.length[uint(first + j)] - 1.0


register(Stretch, gradient=_gradient, hessian=_hessian, measure=_measure)
register(Leash, gradient=_gradient, hessian=_hessian, measure=_measure)
